import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import type { LaunchRows, Story, TimedGateway } from '../support/launch-story.ts';
import { tellStory } from '../support/launch-story.ts';
import { launched, lineItemInput } from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

// Each story has a gateway of its own, because faults are ordered for an endpoint.
const gateways: TimedGateway[] = [];
beforeAll(async () => {
  // The full figures run for minutes beside other work.
  const timeout = String(runs(1000, 4000));
  const env = { TIMEOUT_CALL_MS: timeout, TIMEOUT_BATCH_MS: timeout };
  const start = async (): Promise<TimedGateway> => {
    const time = quickTime();
    return { ...(await startGateway({ env, parts: time })), time };
  };
  gateways.push(...(await Promise.all(Array.from({ length: 6 }, start))));
});
afterAll(() => Promise.all(gateways.map((one) => one.close())));

const isWrite = (endpoint: string | null): boolean => !/^(get|list)/.test(endpoint ?? '');
const statesOf = (rows: readonly object[]) =>
  rows.map((row) => (row as { readonly entity_status: string }).entity_status);

const expectOnce = ({
  Campaign,
  LineItem,
  TargetingCriterion,
  PromotedTweet,
}: LaunchRows): void => {
  expect(Campaign.length).toBeLessThanOrEqual(1);
  const named = (columns: readonly string[], rows: readonly object[]): readonly string[] =>
    rows.map((row) =>
      JSON.stringify(columns.map((column) => (row as Record<string, unknown>)[column])),
    );
  for (const names of [
    named(['name'], LineItem),
    named(['line_item_id', 'targeting_value'], TargetingCriterion),
    named(['line_item_id', 'tweet_id'], PromotedTweet),
  ]) {
    expect(names).toEqual([...new Set(names)]);
  }
};

const expectTruth = ({ tries, activate }: Story): void => {
  for (const [index, { answers, there, words }] of tries.entries()) {
    expectOnce(there);
    const before = tries[index - 1]?.there.Campaign ?? [];
    // No answer denies a campaign that exists.
    const denials = answers.filter(
      ({ payload }) => payload?.campaign === null && /NOT_APPLIED|REJECTED/.test(payload.outcome),
    );
    if (before.length > 0) expect(denials).toEqual([]);
    if (denials.length === answers.length) expect(there.Campaign).toEqual([]);
    // The last word of a person holds.
    for (const { kind, id, said } of words) {
      const row = there[kind].find((one) => one['id'] === id);
      expect([kind, said, said === 'PAUSED' ? row?.['entity_status'] : row?.['deleted']]).toEqual([
        kind,
        said,
        said === 'PAUSED' ? 'PAUSED' : true,
      ]);
    }
    const isWordNew = words.length > (tries[index - 1]?.words.length ?? 0);
    if (isWordNew && statesOf(before)[0] !== 'ACTIVE') {
      const later = tries.slice(index).flatMap((one) => statesOf(one.there.Campaign));
      expect(later).not.toContain('ACTIVE');
    }
  }
  const [last, again] = tries.slice(-2);
  if (again === undefined) throw new Error('nobody asked again');
  const payload = last?.answers[0]?.payload;
  expect(['APPLIED', 'UNKNOWN']).toContain(payload.outcome);
  if (payload.outcome !== 'APPLIED') return;
  expect(again.answers.map((one) => one.payload)).toEqual([payload]);
  expect(again.answers.flatMap(({ calls }) => calls.filter(isWrite))).toEqual([]);
  const { Campaign, LineItem, TargetingCriterion, PromotedTweet } = again.there;
  expect([LineItem.length, TargetingCriterion.length, PromotedTweet.length]).toEqual([2, 4, 4]);
  if (again.words.length === 0) {
    expect(payload.errors).toEqual([]);
    const state = activate ? 'ACTIVE' : 'PAUSED';
    expect(statesOf([...Campaign, ...LineItem])).toEqual(Array(3).fill(state));
  }
};

test(
  'launches with faults, second callers and changes by people report the rows that exist',
  async () => {
    const count = runs(12, 500);
    const seeds = Array.from({ length: count }, (_, index) => seed + index);
    const ends: Record<string, number> = {};
    await Promise.all(
      gateways.map(async (running) => {
        for (let own = seeds.shift(); own !== undefined; own = seeds.shift()) {
          const story = await tellStory(running, randomFrom(own));
          const { tries, input } = story;
          const told = tries.map(({ fault, answers, words }) => [
            fault,
            words.map(({ kind, said }) => `${kind} ${said}`),
            answers.map(({ payload, errors }) => payload?.outcome ?? errors),
          ]);
          try {
            expectTruth(story);
            const other = { ...input, lineItems: [lineItemInput('Z')] };
            const { errors } = await launched(running, other);
            expect(errors?.[0]?.extensions.code).toBe('IDEMPOTENCY_KEY_REUSED');
          } catch (error) {
            throw new Error(`SEED=${own}: ${JSON.stringify(told, null, 1)}`, { cause: error });
          }
          const outcome = tries.at(-1)?.answers[0]?.payload.outcome;
          ends[outcome] = (ends[outcome] ?? 0) + 1;
        }
      }),
    );
    if (count > 100)
      process.stderr.write(`${count} launches from seed ${seed}: ${JSON.stringify(ends)}\n`);
    expect(ends['APPLIED']).toBeGreaterThan(count / 2);
  },
  patience,
);
