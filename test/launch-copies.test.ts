import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredRow } from '../src/emulator/store.ts';
import { useGateway } from './support/gateway.ts';
import { launchDocument, launched, launching, madeSince, rowsIn } from './support/launches.ts';

const running = useGateway();
let keys = 0;
const { accountId } = launching;
const campaignId = 'cik3s000';
const endTime = '2033-01-01T00:00:00Z';
const copied = (more: object = {}) => ({
  accountId,
  campaignId,
  lineItems: { endTime },
  idempotencyKey: `copy ${++keys}`,
  ...more,
});
const copy = (input: object) => launched(running, input, 'copyCampaign');
beforeEach(() => running.emulator.reset());

const childrenOf = (rows: readonly StoredRow[], column: string, id: unknown) =>
  rows.filter((row) => row[column] === id && row['deleted'] !== true);
const without = (row: StoredRow, ...columns: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
const own = ['id', 'created_at', 'updated_at'];

/** A campaign with everything in it that is not deleted, without what each row has of its own. */
const treeOf = (rows: ReturnType<typeof rowsIn>, id: unknown) => {
  const campaign = rows.Campaign.find((row) => row['id'] === id) as StoredRow;
  const oldestFirst = (one: StoredRow, other: StoredRow): number =>
    String(one['created_at']).localeCompare(String(other['created_at']));
  const lineItems = childrenOf(rows.LineItem, 'campaign_id', id).toSorted(oldestFirst);
  return {
    campaign: without(
      campaign,
      ...own,
      'name',
      'entity_status',
      'effective_status',
      'servable',
      'reasons_not_servable',
    ),
    lineItems: lineItems.map((row) => ({
      ...without(
        row,
        ...own,
        'campaign_id',
        'entity_status',
        'start_time',
        // The API fills it in; only some applications may give it.
        'advertiser_user_id',
        'end_time',
      ),
      criteria: childrenOf(rows.TargetingCriterion, 'line_item_id', row['id']).map((one) =>
        without(one, ...own, 'line_item_id'),
      ),
      posts: childrenOf(rows.PromotedTweet, 'line_item_id', row['id']).map(
        (one) => one['tweet_id'],
      ),
    })),
  };
};

/** Makes all audiences targetable, or none of them. */
const setAudiences = (targetable: boolean): void => {
  const { store } = running.emulator;
  for (const row of store.rows('CustomAudience', accountId)) {
    store.insert('CustomAudience', accountId, { ...row, targetable });
  }
};

describe('a copy', () => {
  test('has what the original has, and costs four reads more than a launch', async () => {
    setAudiences(true);
    const before = rowsIn(running);
    const { payload, errors, calls } = await copy(copied());
    expect([errors, payload.errors, payload.outcome]).toEqual([undefined, [], 'APPLIED']);
    const reads = calls.filter((endpoint) => /^(get|list)/.test(endpoint ?? ''));
    expect(reads.slice(0, 4).sort()).toEqual([
      'getCampaign',
      'listLineItems',
      'listPromotedTweets',
      'listTargetingCriteria',
    ]);
    const made = madeSince(before, running);
    const [campaign] = made.Campaign;
    const original = treeOf(before, campaignId);
    const same = treeOf(made, campaign?.['id']);
    expect(same.campaign).toEqual(original.campaign);
    expect(same.lineItems).toEqual(original.lineItems);
    expect(original.lineItems.flatMap(({ criteria }) => criteria).length).toBeGreaterThan(5);
    expect(campaign?.['name']).toBe('Winter 2022 | Rain Gear | Netherlands | Prospecting (copy)');
    expect(new Set(made.LineItem.map((row) => row['entity_status']))).toEqual(new Set(['PAUSED']));
    expect(new Set(made.LineItem.map((row) => row['end_time']))).toEqual(new Set([endTime]));
  });

  test('has what its caller gives it, and becomes active as the original is', async () => {
    setAudiences(true);
    const { store } = running.emulator;
    const [paused] = childrenOf(store.rows('LineItem', accountId), 'campaign_id', campaignId);
    if (paused === undefined) throw new Error('the campaign has no line items');
    store.insert('LineItem', accountId, { ...paused, entity_status: 'PAUSED' });
    const before = rowsIn(running);
    const lineItems = {
      endTime,
      startTime: '2032-06-01T00:00:00Z',
      name: 'Again',
      totalBudgetAmountLocalMicro: '9000000',
    };
    const { payload, calls } = await copy(copied({ name: 'Mine', lineItems, activate: true }));
    expect(payload.outcome).toBe('APPLIED');
    expect(calls.slice(-2)).toEqual(['batchLineItems', 'updateCampaign']);
    const made = madeSince(before, running);
    expect(made.Campaign).toMatchObject([{ name: 'Mine', entity_status: 'ACTIVE' }]);
    for (const row of made.LineItem) {
      expect(row).toMatchObject({
        name: 'Again',
        start_time: '2032-06-01T00:00:00Z',
        total_budget_amount_local_micro: 9000000,
      });
    }
    const states = (rows: readonly StoredRow[]) => rows.map((row) => row['entity_status']);
    const originals = childrenOf(before.LineItem, 'campaign_id', campaignId).toReversed();
    expect(states(made.LineItem)).toEqual(states(originals));
    expect(new Set(states(made.LineItem)).size).toBe(2);
    store.insert('LineItem', accountId, paused);
  });

  test('lacks criteria that cannot be made again, says so, and then stays paused', async () => {
    setAudiences(true);
    const audience = 'af3e2002';
    const { store } = running.emulator;
    const [lineItem] = childrenOf(store.rows('LineItem', accountId), 'campaign_id', campaignId);
    const criterion = {
      ...(store.rows('TargetingCriterion', accountId)[0] as StoredRow),
      deleted: false,
      line_item_id: lineItem?.['id'],
    };
    const lost = [
      { ...criterion, id: 'lost1', targeting_type: 'CUSTOM_AUDIENCE', targeting_value: audience },
      { ...criterion, id: 'lost2', targeting_type: 'TAILORED_SOMETHING', targeting_value: 'x' },
    ];
    for (const row of lost) store.insert('TargetingCriterion', accountId, row);
    const known = store.find('CustomAudience', accountId, audience);
    if (known !== undefined)
      store.insert('CustomAudience', accountId, { ...known, targetable: false });
    const before = rowsIn(running);
    const { payload } = await copy(copied({ activate: true }));
    for (const { id } of lost) store.remove('TargetingCriterion', accountId, id);
    expect(payload.outcome).toBe('APPLIED');
    expect(payload.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', reason: 'NOT_FOUND', value: audience },
      { code: 'BAD_USER_INPUT', reason: 'NOT_FOUND', value: 'x' },
      { reason: 'NOT_ALLOWED', argument: 'input.activate' },
    ]);
    const made = madeSince(before, running);
    expect(made.Campaign).toMatchObject([{ entity_status: 'PAUSED' }]);
    const values = made.TargetingCriterion.map((row) => row['targeting_value']);
    expect(values).not.toContain(audience);
    expect(values).not.toContain('x');
    expect(values.length).toBeGreaterThan(5);
  });

  test('goes on with the original as it was, whatever became of it meanwhile', async () => {
    setAudiences(true);
    const before = rowsIn(running);
    const input = copied();
    running.emulator.fault({
      match: { endpoint: 'batchTargetingCriteria' },
      times: 1,
      fault: {
        kind: 'answer',
        status: 400,
        json: { errors: [{ code: 'INVALID', message: 'no' }] },
      },
    });
    const refused = await copy(input);
    expect(refused.payload.outcome).toBe('REJECTED');
    const { store } = running.emulator;
    const original = store.find('Campaign', accountId, campaignId) as StoredRow;
    store.insert('Campaign', accountId, { ...original, name: 'Changed', deleted: true });
    const { payload, calls } = await copy(input);
    store.insert('Campaign', accountId, original);
    expect(payload.outcome).toBe('APPLIED');
    expect(calls[0]).toBe('batchTargetingCriteria');
    const made = madeSince(before, running);
    expect(made.Campaign).toHaveLength(1);
    expect(treeOf(made, made.Campaign[0]?.['id']).lineItems).toEqual(
      treeOf(before, campaignId).lineItems,
    );
  });
});

describe('a copy is refused', () => {
  test.each([
    ['of what does not exist', { campaignId: 'zzz' }, 'input.campaignId', 'NOT_FOUND', true],
    [
      'of what has ended, without a new end',
      { lineItems: null },
      'input.lineItems.endTime',
      'REQUIRED',
      true,
    ],
    ['with a name that is empty', { name: '' }, 'input.name', null, false],
    [
      'with values that cannot be',
      { lineItems: { endTime, bidAmountLocalMicro: '0' } },
      'input.lineItems.bidAmountLocalMicro',
      null,
      false,
    ],
    [
      'of another account',
      { campaignId: 'Campaign:18ce54trv4l:cik3s000' },
      'input.campaignId',
      null,
      false,
    ],
  ])('%s', async (_what, more, argument, reason, reads) => {
    const { payload, calls } = await copy(copied(more));
    expect(payload.outcome).toBe('REJECTED');
    expect(payload.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', argument, ...(reason && { reason }) },
    ]);
    expect(calls.length > 0).toBe(reads);
    expect(calls.every((endpoint) => /^(get|list)/.test(endpoint ?? ''))).toBe(true);
  });
});

test('an error of the API names no argument, because nothing of a copy stands in its input', async () => {
  running.emulator.fault({
    match: { endpoint: 'createCampaign' },
    times: 1,
    fault: {
      kind: 'answer',
      status: 400,
      json: { errors: [{ code: 'INVALID', message: 'no', parameter: 'name' }] },
    },
  });
  const { payload } = await copy(copied());
  expect(payload.errors).toMatchObject([{ code: 'INVALID', argument: null }]);
});

test('a copy costs no more than its plan says', async () => {
  setAudiences(true);
  const input = copied({ activate: true });
  const document = launchDocument('copyCampaign');
  const planned = await running.ask(document, { input }, { headers: { 'x-ads-plan': '1' } });
  expect(planned.calls).toEqual([]);
  const plan = planned.extensions?.['plan'] as {
    endpoints: { endpoint: string; least: number; most: number }[];
  };
  const { calls } = await copy(input);
  expect(calls).toContain('createCampaign');
  for (const endpoint of new Set(calls)) {
    const most = plan.endpoints.find((one) => one.endpoint === endpoint)?.most ?? 0;
    const made = calls.filter((name) => name === endpoint).length;
    expect([endpoint, made <= most]).toEqual([endpoint, true]);
  }
});
