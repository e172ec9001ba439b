import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import {
  expectMadeOnce,
  launchDocument,
  launched,
  launchInput,
  launching,
  lineItemInput,
  madeSince,
  rowsIn,
} from '../support/launches.ts';
import { blocksOf } from '../support/pages.ts';
import type { SentPart } from '../support/parts.ts';
import { merged, partsIn } from '../support/parts.ts';

const running = useGateway();
let keys = 0;
const key = () => ({ idempotencyKey: `launch ${++keys}` });
beforeEach(() => running.emulator.reset({ data: true }));

const statusOf = (rows: readonly object[]) =>
  rows.map((row) => (row as { readonly entity_status: string }).entity_status);

/** Milliseconds between the last call to this endpoint and the one before it. */
const pauseBefore = (name: string): number => {
  const all = running.emulator.calls();
  const at = all.findLastIndex(({ endpoint }) => endpoint === name);
  return (all[at]?.startedAt ?? 0) - (all[at - 1]?.endedAt ?? 0);
};

describe('a launch', () => {
  test('creates everything, paused, with the fewest calls', async () => {
    const before = rowsIn(running);
    const { payload, errors, calls } = await launched(running, { ...launchInput(), ...key() });
    expect([errors, payload.errors, payload.outcome]).toEqual([undefined, [], 'APPLIED']);
    expect(calls).toEqual([
      'createCampaign',
      'batchLineItems',
      'batchTargetingCriteria',
      ...Array(3).fill('createPromotedTweets'),
    ]);
    const made = madeSince(before, running);
    expectMadeOnce(made);
    expect(statusOf([...made.Campaign, ...made.LineItem])).toEqual(Array(4).fill('PAUSED'));
    expect(payload.campaign.restId).toBe(made.Campaign[0]?.['id']);
    expect(
      payload.steps.map(({ step, items, lineItem, outcome }: Step) => [
        step,
        items,
        lineItem,
        outcome,
      ]),
    ).toEqual([
      ['CAMPAIGN', 1, null, 'APPLIED'],
      ['LINE_ITEMS', 3, null, 'APPLIED'],
      ['TARGETING', 6, null, 'APPLIED'],
      ...[0, 1, 2].map((index) => ['PROMOTED_TWEETS', 2, index, 'APPLIED']),
    ]);
    for (const [index, one] of payload.lineItems.entries()) {
      const name = 'ABC'.charAt(index);
      expect(one).toMatchObject({ index, outcome: 'APPLIED', errors: [], lineItem: { name } });
      const { restId } = one.lineItem;
      expect(one.targeting).toMatchObject([
        {
          index: 0,
          outcome: 'APPLIED',
          targetingCriterion: { lineItemId: restId, targetingValue: `tent ${name}` },
        },
        {
          index: 1,
          outcome: 'APPLIED',
          targetingCriterion: { lineItemId: restId, targetingValue: `rain ${name}` },
        },
      ]);
      expect(one.promotedTweets).toMatchObject(
        launching.posts.slice(0, 2).map((tweetId) => ({ tweetId, lineItemId: restId })),
      );
    }
  });

  test('becomes active from below, the campaign last, except for the entities that stay paused', async () => {
    const before = rowsIn(running);
    const lineItems = [lineItemInput('A'), lineItemInput('B', { entityStatus: 'PAUSED' })];
    const input = { ...launchInput({ lineItems, activate: true }), ...key() };
    const { payload, calls } = await launched(running, input);
    expect(payload.outcome).toBe('APPLIED');
    expect(calls.slice(-2)).toEqual(['batchLineItems', 'updateCampaign']);
    // The machine's clock is used, because times of the API are whole seconds.
    expect(pauseBefore('batchLineItems')).toBeGreaterThanOrEqual(999);
    const made = madeSince(before, running);
    expect(statusOf(made.Campaign)).toEqual(['ACTIVE']);
    expect(statusOf(made.LineItem)).toEqual(['ACTIVE', 'PAUSED']);
    expect(payload.campaign.entityStatus).toBe('ACTIVE');
    expect(payload.lineItems.map((one: Item) => one.lineItem.entityStatus)).toEqual([
      'ACTIVE',
      'PAUSED',
    ]);
  });

  test('excludes up to 50 publishers of videos for each line item', async () => {
    const targeting = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        targetingType: 'CONTENT_PUBLISHER_USER',
        targetingValue: `${17_288_520 + n}`,
        operatorType: 'NE',
      }));
    const lineItems = (count: number) => [
      { ...lineItemInput('A'), targeting: targeting(50) },
      { ...lineItemInput('B'), targeting: targeting(count) },
    ];
    const refused = await launched(running, {
      ...launchInput({ lineItems: lineItems(51) }),
      ...key(),
    });
    expect(refused.calls).toEqual([]);
    expect(refused.payload).toMatchObject({
      outcome: 'REJECTED',
      errors: [
        {
          argument: 'input.lineItems[1].targeting[50].targetingType',
          reason: 'TOO_MANY',
          message:
            'Targeting type may be CONTENT_PUBLISHER_USER at most 50 times for one line item.',
        },
      ],
    });
    const [first = {}] = lineItems(0);
    const curated = await launched(running, {
      ...launchInput({
        lineItems: [
          { ...first, targeting: targeting(6), curatedCategory: { curatedCategoryId: 'b0xt' } },
        ],
      }),
      ...key(),
    });
    expect(curated.payload.errors).toContainEqual(
      expect.objectContaining({
        argument: 'input.lineItems[0].targeting[5].targetingType',
        reason: 'TOO_MANY',
      }),
    );
    const made = await launched(running, {
      ...launchInput({ lineItems: lineItems(50) }),
      ...key(),
    });
    expect(made.payload.outcome).toBe('APPLIED');
  });

  test('uses several calls if one is not enough', async () => {
    const { emulator } = running;
    const posts = Array.from({ length: 51 }, (_, index) =>
      String(1_900_000_000_000_000_000n + BigInt(index)),
    );
    for (const id of posts)
      emulator.store.insert('Tweet', launching.accountId, { id, is_own: true, full_text: id });
    const words = (count: number, of: string) =>
      Array.from({ length: count }, (_, index) => ({
        targetingType: 'BROAD_KEYWORD',
        targetingValue: `${of} ${index}`,
      }));
    const lineItems = Array.from({ length: 41 }, (_, index) => ({
      ...lineItemInput(`L${index}`),
      targeting: words(index === 0 ? 460 : 1, `word ${index}`),
      promotedTweetIds: index === 40 ? posts : null,
    }));
    const before = rowsIn(running);
    const { payload, calls } = await launched(running, { ...launchInput({ lineItems }), ...key() });
    expect(payload.outcome).toBe('APPLIED');
    expect(calls).toEqual([
      'createCampaign',
      'batchLineItems',
      'batchLineItems',
      'batchTargetingCriteria',
      'createPromotedTweets',
      'createPromotedTweets',
    ]);
    expect(payload.steps.map(({ items }: Step) => items)).toEqual([1, 40, 1, 500, 50, 1]);
    const made = madeSince(before, running);
    expect([
      made.LineItem.length,
      made.TargetingCriterion.length,
      made.PromotedTweet.length,
    ]).toEqual([41, 500, 51]);
  });

  test('without line items is a campaign', async () => {
    const input = { ...launchInput({ lineItems: [] }), ...key() };
    const { payload, calls } = await launched(running, input);
    expect([payload.outcome, payload.lineItems, calls]).toEqual([
      'APPLIED',
      [],
      ['createCampaign'],
    ]);
  });
});

interface Step {
  readonly step: string;
  readonly items: number;
  readonly lineItem: number | null;
  readonly outcome: string;
}
interface Item {
  readonly lineItem: { readonly entityStatus: string };
}

describe('a fault of a launch', () => {
  test('is reported at once with all others, each at its place, and nothing is sent', async () => {
    const lineItems = [
      lineItemInput('A'),
      {
        ...lineItemInput('B', {
          objective: 'REACH',
          dailyBudgetAmountLocalMicro: '1',
          endTime: '2031-01-01T00:00:00Z',
        }),
        targeting: [
          { targetingType: 'BROAD_KEYWORD', targetingValue: '' },
          { targetingType: 'APP_LIST', targetingValue: 'x', operatorType: 'EQ' },
        ],
        promotedTweetIds: ['12', 'Campaign:18ce54bik3s:x', 'x'],
      },
      ...Array.from({ length: 99 }, (_, index) => lineItemInput(`C${index}`)),
    ];
    const input = { ...launchInput({ lineItems }), idempotencyKey: 'ü' };
    const campaign = { ...input.campaign, name: '', fundingInstrumentId: 'no id' };
    const { payload, calls } = await launched(running, { ...input, campaign });
    expect([payload.outcome, payload.steps, payload.lineItems, calls]).toEqual([
      'REJECTED',
      [],
      [],
      [],
    ]);
    expect(payload.errors.map(({ argument }: { argument: string }) => argument).sort()).toEqual([
      'input.campaign.fundingInstrumentId',
      'input.campaign.name',
      'input.idempotencyKey',
      'input.lineItems',
      'input.lineItems[1].lineItem.dailyBudgetAmountLocalMicro',
      'input.lineItems[1].lineItem.endTime',
      'input.lineItems[1].lineItem.objective',
      'input.lineItems[1].promotedTweetIds[1]',
      'input.lineItems[1].promotedTweetIds[2]',
      'input.lineItems[1].targeting[0].targetingValue',
      'input.lineItems[1].targeting[1].targetingType',
    ]);
    for (const { code } of payload.errors) expect(code).toBe('BAD_USER_INPUT');
  });
});

describe('the steps of a launch', () => {
  const accept = 'multipart/mixed;deferSpec=20220824,application/json';
  const page = blocksOf('front-end.md', 'graphql').find((block) =>
    block.includes('mutation Launch'),
  );

  test('are reported one by one, each when it has ended, as the page about front ends says', async () => {
    const { emulator } = running;
    emulator.fault({
      match: { endpoint: 'batchTargetingCriteria' },
      times: 1,
      fault: { kind: 'delay', delayMs: 500 },
    });
    const response = await fetch(running.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({
        query: page,
        variables: { input: { ...launchInput(), ...key() } },
      }),
    });
    const sent: SentPart[] = [];
    for await (const part of partsIn(response)) sent.push(part);
    const partWith = (index: number): number =>
      sent.findIndex(({ incremental = [] }) =>
        incremental.some(({ path }) => path[1] === 'steps' && path[2] === index),
      );
    expect(partWith(0)).toBeGreaterThan(0);
    // The third step was delayed, so the steps that ended before were reported before.
    expect(partWith(2)).toBeGreaterThan(partWith(1));
    const ends = sent.findIndex(({ incremental = [] }) =>
      incremental.some(({ label }) => label === 'end'),
    );
    expect(ends).toBeGreaterThanOrEqual(partWith(5));
    const { data, errors } = merged(sent);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      launchCampaign: {
        outcome: 'APPLIED',
        campaign: { name: 'Launched' },
        lineItems: Array(3).fill({ outcome: 'APPLIED' }),
        steps: Array.from({ length: 6 }, (_, index) => ({ index, outcome: 'APPLIED' })),
      },
    });
  });

  test('are reported together to clients that accept no parts, and of two launches in one document', async () => {
    const { data, calls } = await running.ask(
      `mutation ($a: LaunchCampaignInput!, $b: LaunchCampaignInput!) {
        a: launchCampaign(input: $a) { steps @stream { outcome } }
        b: launchCampaign(input: $b) { steps @stream { outcome } } }`,
      { a: { ...launchInput(), ...key() }, b: { ...launchInput(), ...key() } },
      { headers: { accept } },
    );
    expect([data.a.steps.length, data.b.steps.length]).toEqual([6, 6]);
    expect(calls.map(({ endpoint }) => endpoint === 'createCampaign')).toEqual(
      // Each one begins with the read of its posts.
      Array.from({ length: 14 }, (_, index) => index % 7 === 1),
    );
  });

  test('are made although none of their fields is selected', async () => {
    const before = rowsIn(running);
    await running.ask(launchDocument('launchCampaign', '__typename'), {
      input: { ...launchInput(), ...key() },
    });
    expectMadeOnce(madeSince(before, running));
  });
});

test('a launch costs what its plan says', async () => {
  const input = { ...launchInput({ activate: true }), ...key() };
  const { extensions, calls } = await running.ask(
    launchDocument('launchCampaign'),
    { input },
    { headers: { 'x-ads-plan': '1' } },
  );
  expect(calls).toEqual([]);
  expect(extensions?.['plan']).toMatchObject({
    // The launch, 3 line items, 6 criteria, 6 promoted posts and 8 steps.
    objects: 24,
    calls: { least: 0 },
  });
  const plan = extensions?.['plan'] as { endpoints: { endpoint: string; most: number }[] };
  const most = Object.fromEntries(plan.endpoints.map((one) => [one.endpoint, one.most]));
  expect(most).toEqual({
    createCampaign: 1,
    batchLineItems: 2,
    batchTargetingCriteria: 1,
    createPromotedTweets: 3,
    updateCampaign: 1,
    listTweetPreviews: 1,
    // Reads back the one step whose outcome is unknown, and the rows before the activation.
    getCampaign: 1,
    listCampaigns: 10,
    listLineItems: 11,
    listPromotedTweets: 10,
    // Two of them before the activation.
    listTargetingCriteria: 12,
  });
});

test('the trace of a launch shows that each step waits for the one before', async () => {
  const { extensions } = await running.ask(
    launchDocument('launchCampaign'),
    { input: { ...launchInput(), ...key() } },
    { headers: { 'x-ads-trace': '1' } },
  );
  const upstream = extensions?.['upstream'] as { calls: { round: number; field: string }[] };
  expect(upstream.calls.map(({ round, field }) => [round, field])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((round) => [round, 'launchCampaign']),
  );
});
