import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/state/memory.ts';
import type { Store } from '../../src/state/store.ts';
import { StoreError } from '../../src/state/store.ts';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
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

const { accountId } = launching;
const time = quickTime();
// No step begins in the second half of the time of a request.
const brief = useGateway({ timeouts: { mutation: 2750, step: 1250 }, parts: time });
const running = useGateway({ parts: time });
const memory = createMemoryStore(time.now);
let isSilent = (_key: string): boolean => false;
let isGone = (_text: string): boolean => false;
const silent: Store = {
  ...memory,
  get: async (...keys) => {
    if (keys.some(isSilent)) throw new StoreError('the store is silent');
    const texts = await memory.get(...keys);
    for (const [index, text] of texts.entries()) {
      if (text === null || !isGone(text)) continue;
      await memory.compareAndSwap({ key: keys[index] ?? '', from: text, to: null, ttlMs: 1 });
    }
    return memory.get(...keys);
  },
};
const forgetful = useGateway({ parts: { ...time, store: silent } });
let keys = 0;
/** A unique launch: no other campaign has its name. */
const keyed = (more: object = { activate: true }) => {
  keys += 1;
  const input = launchInput(more);
  const campaign = { ...input.campaign, name: `Launched and told ${keys}` };
  return { ...input, campaign, idempotencyKey: `told ${keys}` };
};
beforeEach(() => {
  isGone = () => false;
  isSilent = () => false;
  for (const { emulator } of [brief, running, forgetful]) emulator.reset();
});
const isWrite = (endpoint: string | null): boolean => !/^(get|list)/.test(endpoint ?? '');
const outcomesOf = ({ steps }: { readonly steps: readonly { outcome: string }[] }) =>
  steps.map(({ outcome }) => outcome);
const statesOf = (rows: readonly object[]) =>
  rows.map((row) => (row as { readonly entity_status: string }).entity_status);

describe('a second request with the same key that runs out of time', () => {
  const isPromoting = (): boolean =>
    brief.emulator.calls().some(({ endpoint }) => endpoint === 'createPromotedTweets');
  const late = async (status: number, headers = {}) => {
    const input = keyed();
    brief.emulator.fault({
      match: { endpoint: 'createPromotedTweets' },
      times: 1,
      fault: { kind: 'answer', status, headers, delayMs: 1750 },
    });
    const one = launched(brief, input);
    await expect.poll(() => isPromoting()).toBe(true);
    const [first, second] = await Promise.all([one, launched(brief, input)]);
    return { input, first, second };
  };

  test('lists the existing rows, and the key accepts no other input', async () => {
    const before = rowsIn(brief);
    const { input, first, second } = await late(503);
    expect(first.payload.outcome).toBe('UNKNOWN');
    expect(second.payload.outcome).toBe('UNKNOWN');
    expect(second.payload.campaign).toEqual(first.payload.campaign);
    expect(outcomesOf(second.payload).slice(0, 4)).toEqual([
      ...Array(3).fill('APPLIED'),
      'UNKNOWN',
    ]);
    const other = { ...input, lineItems: [lineItemInput('D')] };
    const { errors, calls } = await launched(brief, other);
    expect([errors?.[0]?.extensions.code, calls]).toEqual(['IDEMPOTENCY_KEY_REUSED', []]);
    expect((await launched(brief, input)).payload.outcome).toBe('APPLIED');
    expectMadeOnce(madeSince(before, brief));
  });

  test('lists the existing rows after a used up rate window too', async () => {
    const { input, second } = await late(429, {
      'x-rate-limit-limit': '450',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.floor(time.now() / 1000) + 600),
    });
    expect(second.payload.outcome).toBe('NOT_APPLIED');
    expect(second.payload.campaign).toMatchObject({ name: input.campaign.name });
    const other = { ...input, lineItems: [lineItemInput('D')] };
    expect((await launched(brief, other)).errors).toMatchObject([
      { extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    ]);
  });
});

test('a campaign that cannot be read is not reported as missing', async () => {
  const before = rowsIn(running);
  const input = keyed();
  const json = { errors: [{ code: 'INVALID', message: 'not today' }] };
  const refuse = () =>
    running.emulator.fault({
      match: { endpoint: 'createPromotedTweets' },
      times: 1,
      fault: { kind: 'answer', status: 400, json },
    });
  refuse();
  expect((await launched(running, input)).payload.outcome).toBe('REJECTED');
  refuse();
  running.emulator.fault({
    match: { endpoint: 'getCampaign' },
    fault: { kind: 'answer', status: 500 },
  });
  const { payload } = await launched(running, input);
  expect([payload.outcome, payload.campaign]).toEqual(['UNKNOWN', null]);
  expect(outcomesOf(payload).slice(0, 4)).toEqual([...Array(3).fill('APPLIED'), 'REJECTED']);
  running.emulator.reset();
  expect((await launched(running, input)).payload.outcome).toBe('APPLIED');
  expectMadeOnce(madeSince(before, running));
});

/** Expects that a repetition returns the same and writes nothing. */
const expectTheSame = async (input: object, payload: unknown): Promise<void> => {
  const again = await launched(running, input);
  expect([again.payload, again.calls.filter(isWrite)]).toEqual([payload, []]);
};

/** A change by a person between two tries. */
const change = (mutation: string, input: object) =>
  running.ask(
    `mutation ($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) {
      ${mutation}(input: $input) { outcome errors { message } } }`,
    { input: { accountId, ...input } },
  );
const lose = (endpoint: EndpointName, skip: number, apply: boolean): void => {
  running.emulator.fault({
    match: { endpoint },
    skip,
    times: 1,
    fault: { kind: 'drop', apply },
  });
};
/** Makes enough successful calls to keep the breaker closed. */
const warm = async (): Promise<void> => {
  for (let count = 0; count < 3; count += 1)
    await running.ask('{ accounts(first: 1) { nodes { name } } }');
};

describe('the last change by a person wins: a retried launch', () => {
  beforeEach(warm);

  test.each([true, false])(
    'leaves a campaign paused that was paused after UNKNOWN, applied: %s',
    async (apply) => {
      const before = rowsIn(running);
      const input = keyed();
      lose('updateCampaign', 0, apply);
      const { payload } = await launched(running, input);
      expect(payload.outcome).toBe('UNKNOWN');
      const campaignId = payload.campaign.restId;
      await change('updateCampaign', { campaignId, entityStatus: 'PAUSED' });
      const second = await launched(running, input);
      expect(second.payload.outcome).toBe('APPLIED');
      expect(second.payload.errors).toMatchObject([{ code: 'CONFLICT' }]);
      expect(second.calls.filter(isWrite)).toEqual([]);
      expect(second.payload.campaign.entityStatus).toBe('PAUSED');
      expect(statesOf(madeSince(before, running).Campaign)).toEqual(['PAUSED']);
      await expectTheSame(input, second.payload);
    },
  );

  test.each([
    ['campaign', 'createCampaign', 'Campaign'],
    ['line item', 'batchLineItems', 'LineItem'],
  ] as const)(
    'activates nothing if somebody paused a %s whose creation was UNKNOWN',
    async (_noun, endpoint, entity) => {
      const before = rowsIn(running);
      const input = keyed();
      lose(endpoint, 0, true);
      expect((await launched(running, input)).payload.outcome).toBe('UNKNOWN');
      const id = madeSince(before, running)[entity][0]?.['id'];
      // Times of the API are whole seconds.
      time.pass(1100);
      const [mutation, name] =
        entity === 'Campaign' ? ['updateCampaign', 'campaignId'] : ['updateLineItem', 'lineItemId'];
      await change(mutation, { [name]: id, entityStatus: 'PAUSED' });
      const second = await launched(running, input);
      expect(second.payload.outcome).toBe('APPLIED');
      expect(second.payload.errors).toMatchObject([{ code: 'CONFLICT' }]);
      const made = madeSince(before, running);
      expect(statesOf([...made.Campaign, ...made.LineItem])).toEqual(Array(4).fill('PAUSED'));
      await expectTheSame(input, second.payload);
    },
  );

  test('activates nothing more if a line item was paused after UNKNOWN', async () => {
    const before = rowsIn(running);
    const input = keyed();
    lose('batchLineItems', 1, true);
    const { payload } = await launched(running, input);
    const [{ lineItem }] = payload.lineItems;
    await change('updateLineItem', { lineItemId: lineItem.restId, entityStatus: 'PAUSED' });
    const second = await launched(running, input);
    expect([second.payload.outcome, second.calls.filter(isWrite)]).toEqual(['APPLIED', []]);
    expect(outcomesOf(second.payload).slice(-2)).toEqual(['APPLIED', 'NOT_APPLIED']);
    expect(second.payload.errors).toMatchObject([{ code: 'CONFLICT' }]);
    const made = madeSince(before, running);
    expect([statesOf(made.Campaign), statesOf(made.LineItem)]).toEqual([
      ['PAUSED'],
      ['PAUSED', 'ACTIVE', 'ACTIVE'],
    ]);
    await expectTheSame(input, second.payload);
  });

  test('activates nothing if a line item was paused after its step was applied', async () => {
    const before = rowsIn(running);
    const input = keyed();
    const json = { errors: [{ code: 'INVALID', message: 'not today' }] };
    running.emulator.fault({
      match: { endpoint: 'updateCampaign' },
      times: 1,
      fault: { kind: 'answer', status: 400, json },
    });
    const { payload } = await launched(running, input);
    const [{ lineItem }] = payload.lineItems;
    await change('updateLineItem', { lineItemId: lineItem.restId, entityStatus: 'PAUSED' });
    const second = await launched(running, input);
    expect([second.payload.outcome, second.calls.filter(isWrite)]).toEqual(['APPLIED', []]);
    expect(second.payload.errors).toMatchObject([{ code: 'CONFLICT' }]);
    expect(statesOf(madeSince(before, running).Campaign)).toEqual(['PAUSED']);
    await expectTheSame(input, second.payload);
  });

  test('promotes no post again that was deleted after UNKNOWN, and creates the rest', async () => {
    const before = rowsIn(running);
    const input = keyed();
    lose('createPromotedTweets', 0, true);
    await launched(running, input);
    const posts = madeSince(before, running).PromotedTweet;
    expect(posts).toHaveLength(2);
    for (const { id } of posts) await change('deletePromotedTweet', { promotedTweetId: id });
    const second = await launched(running, input);
    expect(second.payload.outcome).toBe('APPLIED');
    expect(second.payload.errors).toMatchObject([{ code: 'CONFLICT' }]);
    expect(second.calls.filter(isWrite)).toEqual(Array(2).fill('createPromotedTweets'));
    const made = madeSince(before, running);
    expect(made.PromotedTweet.map(({ deleted }) => deleted)).toEqual([
      true,
      true,
      ...Array(4).fill(false),
    ]);
    expect(statesOf([...made.Campaign, ...made.LineItem])).toEqual(Array(4).fill('PAUSED'));
    await expectTheSame(input, second.payload);
  });

  test('activates nothing if a post was deleted after its step was applied', async () => {
    const before = rowsIn(running);
    const input = keyed();
    lose('batchLineItems', 1, false);
    await launched(running, input);
    const [post] = madeSince(before, running).PromotedTweet;
    await change('deletePromotedTweet', { promotedTweetId: post?.['id'] });
    const second = await launched(running, input);
    expect([second.payload.outcome, second.calls.filter(isWrite)]).toEqual(['APPLIED', []]);
    expect(second.payload.errors).toMatchObject([{ code: 'CONFLICT' }]);
    const made = madeSince(before, running);
    expect(statesOf([...made.Campaign, ...made.LineItem])).toEqual(Array(4).fill('PAUSED'));
  });

  test('cannot know the outcome of a step whose row was changed otherwise', async () => {
    const before = rowsIn(running);
    const input = keyed();
    lose('updateCampaign', 0, false);
    const { payload } = await launched(running, input);
    await change('updateCampaign', { campaignId: payload.campaign.restId, name: 'Launched anew' });
    const second = await launched(running, input);
    expect([second.payload.outcome, second.calls.filter(isWrite)]).toEqual(['UNKNOWN', []]);
    expect(statesOf(madeSince(before, running).Campaign)).toEqual(['PAUSED']);
  });
});

describe('a launch with a store that does not respond', () => {
  /** Stops the store from responding for the record of this step, and of all later ones. */
  const silentFrom = (index: number): void => {
    let seen = -2;
    isSilent = (key) => key.startsWith('write:') && ++seen >= index;
  };

  test.each([0, 2])('is UNKNOWN at step %d, and keeps its key', async (index) => {
    const before = rowsIn(forgetful);
    const input = keyed();
    const json = { errors: [{ code: 'INVALID', message: 'not today' }] };
    forgetful.emulator.fault({
      match: { endpoint: 'createPromotedTweets' },
      times: 1,
      fault: { kind: 'answer', status: 400, json },
    });
    const first = await launched(forgetful, input);
    expect(first.payload.outcome).toBe('REJECTED');
    silentFrom(index);
    const { payload, errors, calls } = await launched(forgetful, input);
    expect([payload.outcome, calls.filter(isWrite)]).toEqual(['UNKNOWN', []]);
    expect(errors).toMatchObject([{ extensions: { code: 'STATE_STORE_UNAVAILABLE' } }]);
    expect(outcomesOf(payload)).toEqual([
      ...Array(index).fill('APPLIED'),
      ...Array(8 - index).fill('UNKNOWN'),
    ]);
    expect(payload.campaign?.restId ?? null).toBe(
      index === 0 ? null : first.payload.campaign.restId,
    );
    const made = index < 2 ? 'UNKNOWN' : 'APPLIED';
    expect(payload.lineItems).toMatchObject(
      Array(3).fill({ outcome: made, targeting: Array(2).fill({ outcome: 'UNKNOWN' }) }),
    );
    isSilent = () => false;
    const other = { ...input, lineItems: [lineItemInput('D')] };
    expect((await launched(forgetful, other)).errors).toMatchObject([
      { extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    ]);
    expect((await launched(forgetful, input)).payload.outcome).toBe('APPLIED');
    expectMadeOnce(madeSince(before, forgetful));
  });

  test('was not created if nobody had begun it', async () => {
    silentFrom(0);
    const { payload, calls } = await launched(forgetful, keyed());
    expect([payload.outcome, payload.campaign, calls]).toEqual(['NOT_APPLIED', null, []]);
  });
});

describe('a launch that has ended', () => {
  test.each([0, 1, 3, 7])('sends nothing more if the record of step %d is gone', async (index) => {
    const before = rowsIn(forgetful);
    const input = keyed();
    const first = await launched(forgetful, input);
    expect(first.payload.outcome).toBe('APPLIED');
    let seen = -1;
    isGone = (text) => {
      if (!/"outcome":"\{/.test(text)) return false;
      seen += 1;
      return seen >= index;
    };
    const { payload, calls } = await launched(forgetful, input);
    expect([payload.outcome, calls.filter(isWrite)]).toEqual(['APPLIED', []]);
    expect(outcomesOf(payload)).toEqual(Array(8).fill('APPLIED'));
    expect(payload.errors).toHaveLength(1);
    expect(payload.campaign?.restId ?? null).toBe(
      index === 0 ? null : first.payload.campaign.restId,
    );
    expectMadeOnce(madeSince(before, forgetful));
  });
});
