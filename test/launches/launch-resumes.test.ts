import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/state/memory.ts';
import type { Store } from '../../src/state/store.ts';
import { useGateway } from '../support/gateway.ts';
import {
  expectMadeOnce,
  launched,
  launchInput,
  launching,
  lineItemInput,
  madeSince,
  rowsIn,
} from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';

// Used up windows are forgotten at once.
const windows = { get: () => undefined, set: () => undefined };
const time = quickTime();
const running = useGateway({ parts: { ...time, windows } });
const short = useGateway({ env: { LIMIT_CALLS: '4' }, parts: time });
const memory = createMemoryStore(time.now);
let age = 0;
/** A store in which launches have ended this many milliseconds earlier. */
const aged: Store = {
  ...memory,
  get: async (...names) => {
    const older = (_: string, began: string): string => `"outcome":"${Number(began) - age}"`;
    return (await memory.get(...names)).map(
      (text) => text?.replace(/"outcome":"(\d+)"/, older) ?? null,
    );
  },
};
const old = useGateway({ parts: { ...time, store: aged } });
const brief = useGateway({ timeouts: { mutation: 2500, step: 1250 }, parts: time });
let keys = 0;
/** A unique launch: no other campaign has its name. */
const keyed = (input = launchInput({ activate: true })) => {
  keys += 1;
  const campaign = { ...input.campaign, name: `Launched ${keys}` };
  return { ...input, campaign, idempotencyKey: `resumed ${keys}` };
};
beforeEach(() => running.emulator.reset());

/** The steps of the launch, and the calls that each makes. */
const steps = [
  ['CAMPAIGN', 'createCampaign', 0],
  ['LINE_ITEMS', 'batchLineItems', 0],
  ['TARGETING', 'batchTargetingCriteria', 0],
  ['PROMOTED_TWEETS', 'createPromotedTweets', 1],
  ['ACTIVATE_LINE_ITEMS', 'batchLineItems', 1],
  ['ACTIVATE_CAMPAIGN', 'updateCampaign', 0],
] as const;
const all = [
  'createCampaign',
  'batchLineItems',
  'batchTargetingCriteria',
  'createPromotedTweets',
  'createPromotedTweets',
  'createPromotedTweets',
  'batchLineItems',
  'updateCampaign',
];
/** The index of a step in a launch. */
const at = (endpoint: string, skip: number): number =>
  all.flatMap((name, index) => (name === endpoint ? [index] : []))[skip] ?? -1;

const isWrite = (endpoint: string | null): boolean => !/^(get|list)/.test(endpoint ?? '');
const outcomes = (count: number, own: string): readonly string[] =>
  all.map((_, index) => (index < count ? 'APPLIED' : index === count ? own : 'NOT_APPLIED'));
const outcomesOf = ({ steps: told }: { readonly steps: readonly { outcome: string }[] }) =>
  told.map(({ outcome }) => outcome);

const expectWhole = (before: ReturnType<typeof rowsIn>): void => {
  const made = madeSince(before, running);
  expectMadeOnce(made);
  const states = [...made.Campaign, ...made.LineItem].map((row) => row['entity_status']);
  expect(states).toEqual(Array(4).fill('ACTIVE'));
};

describe.each(steps)('a launch whose step %s', (_step, endpoint, skip) => {
  const index = at(endpoint, skip);
  const match = { endpoint };
  const open = async (): Promise<void> => {
    // Enough calls succeed to keep the breaker closed.
    for (let count = 0; count < 3; count += 1)
      await running.ask('{ accounts(first: 1) { nodes { name } } }');
  };

  test('is refused, lists the existing rows, and continues once the cause is removed', async () => {
    const before = rowsIn(running);
    const input = keyed();
    const refusal = { code: 'INVALID', message: 'not today' };
    running.emulator.fault({
      match,
      skip,
      times: 1,
      fault: { kind: 'answer', status: 400, json: { errors: [refusal] } },
    });
    const first = await launched(running, input);
    expect(first.payload.outcome).toBe('REJECTED');
    expect(first.calls).toEqual(all.slice(0, index + 1));
    expect(outcomesOf(first.payload)).toEqual(outcomes(index, 'REJECTED'));
    expect(first.payload.errors).toMatchObject([refusal]);
    expect(first.payload.steps[index].errors).toMatchObject([refusal]);
    expect(first.payload.campaign === null).toBe(index === 0);
    const second = await launched(running, input);
    expect([second.payload.outcome, second.payload.errors]).toEqual(['APPLIED', []]);
    expect(second.calls.filter(isWrite)).toEqual(all.slice(index));
    // Before the activation, it checks that all rows still exist.
    const activates = second.calls.indexOf('batchLineItems', index < 2 ? 1 : 0);
    const looks = second.calls.slice(0, index === 7 ? 4 : activates).filter((one) => !isWrite(one));
    expect(looks).toEqual(
      index === 0
        ? []
        : ['getCampaign', 'listLineItems', 'listTargetingCriteria', 'listPromotedTweets'],
    );
    expectWhole(before);
    // The ledger answers with the outcome; the rows are read again.
    const third = await launched(running, input);
    expect([third.calls.filter(isWrite), third.payload]).toEqual([[], second.payload]);
  });

  test('was applied and its answer lost is read back, and nothing is created twice', async () => {
    await open();
    const before = rowsIn(running);
    const input = keyed();
    running.emulator.fault({ match, skip, times: 1, fault: { kind: 'drop', apply: true } });
    const first = await launched(running, input);
    expect(first.payload.outcome).toBe('UNKNOWN');
    expect(first.payload.errors[0].code).toBe('UPSTREAM_OUTCOME_UNKNOWN');
    expect(outcomesOf(first.payload)).toEqual(outcomes(index, 'UNKNOWN'));
    const second = await launched(running, input);
    expect([second.payload.outcome, second.payload.errors]).toEqual(['APPLIED', []]);
    expect(second.calls.filter(isWrite)).toEqual(all.slice(index + 1));
    expectWhole(before);
  });

  test('was cut off before it was applied is never created twice', async () => {
    await open();
    const before = rowsIn(running);
    const input = keyed();
    running.emulator.fault({ match, skip, times: 1, fault: { kind: 'drop', apply: false } });
    expect((await launched(running, input)).payload.outcome).toBe('UNKNOWN');
    const { payload, calls } = await launched(running, input);
    // Promoting a post twice, or being ACTIVE twice, changes nothing; a second row would.
    if (index >= at('createPromotedTweets', 0)) {
      expect(payload.outcome).toBe('APPLIED');
      expectWhole(before);
      return;
    }
    expect(payload.outcome).toBe('UNKNOWN');
    expect(calls.filter(isWrite)).toEqual([]);
    expect(outcomesOf(payload)).toEqual(outcomes(index, 'UNKNOWN'));
  });

  test('reaches the end of a rate window stops there, and continues later', async () => {
    const before = rowsIn(running);
    const input = keyed();
    const headers = {
      'x-rate-limit-limit': '450',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.floor(time.now() / 1000) + 600),
    };
    running.emulator.fault({
      match,
      skip,
      times: 1,
      fault: {
        kind: 'answer',
        status: 429,
        headers,
        json: { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'wait' }] },
      },
    });
    const { payload, errors } = await launched(running, input);
    expect(payload.outcome).toBe('NOT_APPLIED');
    expect(payload.errors).toMatchObject([
      {
        code: 'UPSTREAM_RATE_LIMITED',
        message: expect.stringMatching(/^wait\. Try again in \d+ (seconds|minutes)\.$/),
      },
    ]);
    expect(errors).toMatchObject([
      {
        path: ['launchCampaign', 'outcome'],
        extensions: { code: 'UPSTREAM_RATE_LIMITED', retryAfterSeconds: expect.any(Number) },
      },
    ]);
    expect(outcomesOf(payload)).toEqual(outcomes(index, 'NOT_APPLIED'));
    expect(madeSince(before, running).Campaign).toHaveLength(index === 0 ? 0 : 1);
    expect((await launched(running, input)).payload.outcome).toBe('APPLIED');
    expectWhole(before);
  });
});

describe('the key of a launch', () => {
  test('creates it once, although two requests arrive at once', async () => {
    const before = rowsIn(running);
    const input = keyed(launchInput());
    const [one, other] = await Promise.all([launched(running, input), launched(running, input)]);
    expect([one.payload.outcome, other.payload.outcome]).toEqual(['APPLIED', 'APPLIED']);
    expect(one.payload.campaign).toEqual(other.payload.campaign);
    expectMadeOnce(madeSince(before, running));
  });

  test('belongs to its input', async () => {
    const input = keyed(launchInput());
    await launched(running, input);
    const other = { ...input, lineItems: [lineItemInput('D')] };
    const { payload, errors, calls } = await launched(running, other);
    expect([payload, calls]).toEqual([null, []]);
    expect(errors).toMatchObject([
      { path: ['launchCampaign'], extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    ]);
  });

  test('expires when its steps may be forgotten', async () => {
    const before = rowsIn(old);
    const input = keyed(launchInput());
    const first = await launched(old, input);
    age = 23 * 3_600_000;
    const { calls: reads, postReads: _reads, ...again } = await launched(old, input);
    const { calls: _, postReads: __, ...told } = first;
    expect([again, reads.filter(isWrite)]).toEqual([told, []]);
    age = 24 * 3_600_000;
    const { errors, calls } = await launched(old, input);
    expect(errors).toMatchObject([{ extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } }]);
    expect(calls).toEqual([]);
    expectMadeOnce(madeSince(before, old));
  });

  test('is free for another input if nothing was created', async () => {
    const input = keyed(launchInput());
    const unknown = { ...input.campaign, fundingInstrumentId: 'zz' };
    const first = await launched(running, { ...input, campaign: unknown });
    expect([first.payload.outcome, first.payload.campaign]).toEqual(['REJECTED', null]);
    expect(first.payload.errors[0].argument).toBe('input.campaign.fundingInstrumentId');
    expect((await launched(running, input)).payload.outcome).toBe('APPLIED');
  });
});

test('an error of the API is at its item', async () => {
  const lineItems = [lineItemInput('A'), lineItemInput('B')];
  lineItems[1]?.targeting.push({ targetingType: 'LOCATION', targetingValue: 'nowhere' });
  const { payload } = await launched(running, keyed(launchInput({ lineItems })));
  expect(payload.outcome).toBe('REJECTED');
  const [error] = payload.lineItems[1].targeting[2].errors;
  expect(error.argument).toBe('input.lineItems[1].targeting[2].targetingValue');
  expect(payload.errors).toEqual([expect.objectContaining({ argument: error.argument })]);
  expect(payload.lineItems.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'APPLIED',
    'APPLIED',
  ]);
  const [first, second] = payload.lineItems.map(
    ({ targeting }: { targeting: { outcome: string }[] }) =>
      targeting.map(({ outcome }) => outcome),
  );
  expect([first, second]).toEqual([
    ['NOT_APPLIED', 'NOT_APPLIED'],
    ['NOT_APPLIED', 'NOT_APPLIED', 'REJECTED'],
  ]);
});

test('a row that cannot be shown hides neither the outcome nor the created rows', async () => {
  running.emulator.fault({
    match: { endpoint: 'createPromotedTweets' },
    times: 1,
    fault: { kind: 'answer', status: 200, json: { data: [{ id: 'p1' }, { id: 'p2' }] } },
  });
  const { payload, errors } = await launched(running, keyed(launchInput()));
  expect([errors, payload.outcome]).toEqual([undefined, 'APPLIED']);
  const [first, second] = payload.lineItems;
  expect(first).toMatchObject({
    outcome: 'APPLIED',
    lineItem: { name: 'A' },
    promotedTweets: [],
    errors: [{ code: 'UPSTREAM_BAD_RESPONSE' }],
  });
  expect([second.promotedTweets.length, second.errors]).toEqual([2, []]);
});

test('posts are promoted once although an answer lacks one', async () => {
  const before = rowsIn(running);
  const [one, post] = launching.posts;
  const lineItems = [{ ...lineItemInput('A'), promotedTweetIds: [one, post] }];
  const input = keyed(launchInput({ lineItems }));
  running.emulator.fault({
    match: { endpoint: 'createPromotedTweets' },
    times: 1,
    fault: { kind: 'edit', edit: 'dropRow' },
  });
  const first = await launched(running, input);
  expect(first.payload.outcome).toBe('UNKNOWN');
  expect(first.payload.lineItems[0].promotedTweets).toMatchObject([{ tweetId: post }]);
  const { payload } = await launched(running, input);
  expect([payload.outcome, payload.lineItems[0].promotedTweets.length]).toEqual(['APPLIED', 2]);
  expect(madeSince(before, running).PromotedTweet.map((row) => row['tweet_id'])).toEqual([
    one,
    post,
  ]);
});

test('a launch of more calls than a request may make continues in the next', async () => {
  const before = rowsIn(short);
  const input = keyed(launchInput());
  const first = await launched(short, input);
  expect(first.payload).toMatchObject({
    outcome: 'NOT_APPLIED',
    errors: [{ code: 'UPSTREAM_CALL_LIMIT' }],
  });
  expect([first.postReads, first.calls]).toEqual([1, all.slice(0, 3)]);
  const second = await launched(short, input);
  expect(second.payload.outcome).toBe('APPLIED');
  expect(second.calls.filter(isWrite)).toEqual(all.slice(3, 6));
  expectMadeOnce(madeSince(before, short));
});

test('a launch that runs out of time stops before a step, and continues in the next request', async () => {
  const before = rowsIn(brief);
  const input = keyed(launchInput());
  // Too little time is left for another write.
  brief.emulator.fault({
    match: { endpoint: 'createCampaign' },
    times: 1,
    fault: { kind: 'delay', delayMs: 1300 },
  });
  const first = await launched(brief, input);
  expect(first.payload).toMatchObject({
    outcome: 'NOT_APPLIED',
    errors: [{ code: 'OPERATION_TIMEOUT' }],
  });
  expect(first.errors).toMatchObject([
    { extensions: { code: 'OPERATION_TIMEOUT', retryable: true } },
  ]);
  expect(first.calls).toEqual(['createCampaign']);
  const second = await launched(brief, input);
  expect(second.payload.outcome).toBe('APPLIED');
  expect(second.calls.filter(isWrite)).toEqual(all.slice(1, 6));
  expectMadeOnce(madeSince(before, brief));
});
