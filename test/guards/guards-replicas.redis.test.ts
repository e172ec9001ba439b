import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { guardsFile } from '../support/guards.ts';
import { launching } from '../support/launches.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import { sharedSecret, useReplicas } from '../support/replicas.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';

const { accountId, fundingInstrumentId } = launching;
const file = guardsFile();
const running = useGateway();
const newReplica = useReplicas(running);
let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());

let round = 0;
beforeEach(() => {
  round += 1;
  const name = `rule of test ${round}`;
  file.write([{ name, dailyBudget: { raisePerDay: { EUR: '50' } }, activationsPerDay: 4 }]);
  running.emulator.reset({ data: true });
  for (let index = 0; index < 12; index += 1) {
    running.emulator.store.insert('Campaign', accountId, {
      ...running.emulator.store.rows('Campaign', accountId)[0],
      id: `s${index}`,
      deleted: false,
      funding_instrument_id: fundingInstrumentId,
      budget_optimization: 'CAMPAIGN',
      entity_status: 'PAUSED',
      daily_budget_amount_local_micro: 10_000_000,
      total_budget_amount_local_micro: null,
    });
  }
});

const replica = (url = redis.url) => newReplica({ REDIS_URL: url, GUARDS: file.path });

const change = (index: number, input: string): string =>
  `mutation { updateCampaign(input: { accountId: "${accountId}", campaignId: "s${index}", ${input} }) { outcome errors { code } } }`;

const outcomeOf = ({
  data,
  errors,
}: Awaited<ReturnType<Awaited<ReturnType<typeof replica>>['ask']>>) => {
  const { outcome, errors: [error] = [] } = data?.updateCampaign ?? {};
  return error?.code ?? outcome ?? errors[0].extensions.code;
};

const sumOf = (outcomes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, String)].map(([name, all]) => [name, all.length]));

test('two replicas together allow as much as one, however many requests arrive at once', async () => {
  const both = [await replica(), await replica()];
  const raises = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      both[index % 2]?.ask(change(index, 'dailyBudget: "20"')),
    ),
  );
  expect(sumOf(raises.map(outcomeOf))).toEqual({ APPLIED: 5, GUARD_REFUSED: 7 });
  const activations = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      both[index % 2]?.ask(change(index, 'entityStatus: ACTIVE')),
    ),
  );
  expect(sumOf(activations.map(outcomeOf))).toEqual({ APPLIED: 4, GUARD_REFUSED: 8 });
});

test('a key that both receive counts once', async () => {
  const both = [await replica(), await replica()];
  const keyed = change(0, 'dailyBudget: "55", idempotencyKey: "both"');
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => both[index % 2]?.ask(keyed)),
  );
  expect(sumOf(answers.map(outcomeOf))).toEqual({ APPLIED: 6 });
  expect(outcomeOf(await both[0]?.ask(change(1, 'dailyBudget: "15"')))).toBe('APPLIED');
  expect(outcomeOf(await both[1]?.ask(change(2, 'dailyBudget: "10.01"')))).toBe('GUARD_REFUSED');
});

test('the unfinished writes of a killed gateway count, and their keys count once', async () => {
  const env = {
    REDIS_URL: redis.url,
    GUARDS: file.path,
    SESSION_SECRET: sharedSecret,
    ...ownerOf(running.emulator),
  };
  const sumsIn = () => redis.command('KEYS', '*guard:*');
  const killed = await spawnGateway(running.emulator, { env });
  running.emulator.fault({
    match: { endpoint: 'updateCampaign' },
    fault: { kind: 'delay', delayMs: 60_000 },
    times: 1,
  });
  const keyed = change(0, 'dailyBudget: "50", idempotencyKey: "killed"');
  const before = await sumsIn();
  const lost = fetch(killed.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: keyed }),
  }).catch(() => null);
  // The write is counted just before it is sent.
  while ((await sumsIn()) === before) await pause(20);
  await killed.kill();
  await lost;
  // The fault may not have been used.
  running.emulator.reset();
  const other = await replica();
  expect(outcomeOf(await other.ask(change(1, 'dailyBudget: "21"')))).toBe('GUARD_REFUSED');
  expect(outcomeOf(await other.ask(change(1, 'dailyBudget: "20"')))).toBe('APPLIED');
  expect(['APPLIED', 'UPSTREAM_OUTCOME_UNKNOWN']).toContain(outcomeOf(await other.ask(keyed)));
  expect(outcomeOf(await other.ask(change(2, 'dailyBudget: "10.01"')))).toBe('GUARD_REFUSED');
}, 60_000);

test('without the store, only raises and activations are refused', async () => {
  const own = await startRedis();
  const one = await replica(own.url);
  expect(outcomeOf(await one.ask(change(0, 'dailyBudget: "20"')))).toBe('APPLIED');
  await own.kill();
  const codes = {
    'dailyBudget: "21"': 'STATE_STORE_UNAVAILABLE',
    'entityStatus: ACTIVE': 'STATE_STORE_UNAVAILABLE',
    'dailyBudget: "19"': 'APPLIED',
    'name: "Other"': 'APPLIED',
    'entityStatus: PAUSED': 'APPLIED',
  };
  for (const [input, code] of Object.entries(codes)) {
    expect(outcomeOf(await one.ask(change(0, input))), input).toBe(code);
  }
}, 60_000);

test('raises are refused for a day after the store has lost its sums, and the error says for how long', async () => {
  const own = await startRedis();
  const one = await replica(own.url);
  expect(outcomeOf(await one.ask(change(0, 'dailyBudget: "11"')))).toBe('APPLIED');
  await own.command('FLUSHALL');
  await expect
    .poll(async () => outcomeOf(await one.ask(change(1, 'dailyBudget: "11"'))))
    .toBe('STATE_STORE_UNAVAILABLE');
  const { errors } = await one.ask(change(2, 'dailyBudget: "11"'));
  const [{ message, extensions }] = errors as NonNullable<typeof errors>;
  expect(extensions['retryAfterSeconds']).toBeGreaterThan(86_000);
  expect(message).toContain('refused for 24 hours');
  expect(message).not.toContain('Try again');
  expect(outcomeOf(await one.ask(change(3, 'dailyBudget: "9"')))).toBe('APPLIED');
  await own.kill();
});
