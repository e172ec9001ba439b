import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';

const a = 'lic1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

type Columns = Readonly<Record<string, unknown>>;
const rowOf = (id: string, entity = 'LineItem'): Columns =>
  running.emulator.store.find(entity, a, id) ?? {};
const put = (id: string, more: Columns, from = 'l1'): void =>
  void running.emulator.store.insert('LineItem', a, { ...rowOf(from), id, ...more });

const errors = 'errors { code message argument attribute }';
const change = (input: object, selection = 'restId') =>
  running.ask(
    `mutation ($input: UpdateLineItemInput!) { updateLineItem(input: $input) { outcome ${errors} lineItem { ${selection} } } }`,
    { input: { accountId: a, lineItemId: 'l1', ...input } },
  );
const remove = (lineItemId: string, selection = 'restId deleted') =>
  running.ask(
    `mutation ($input: DeleteLineItemInput!) { deleteLineItem(input: $input) { outcome ${errors} lineItem { ${selection} } } }`,
    { input: { accountId: a, lineItemId } },
  );
const batch = (operations: readonly object[]) =>
  running.ask(
    `mutation ($input: BatchLineItemsInput!) { batchLineItems(input: $input) {
       outcome errors { code argument }
       results { index outcome lineItem { restId name entityStatus deleted fundingInstrumentId } ${errors} }
       rows { restId } } }`,
    { input: { accountId: a, operations } },
  );

describe('a change', () => {
  test('pauses a line item, and sends nothing else', async () => {
    const { data, calls } = await change({ entityStatus: 'PAUSED' }, 'entityStatus objective');
    expect(data.updateLineItem).toEqual({
      outcome: 'APPLIED',
      errors: [],
      lineItem: { entityStatus: 'PAUSED', objective: 'REACH' },
    });
    expect(requests(calls, a)).toEqual(['PUT line_items/l1']);
    expect(form(calls[0]?.body ?? '')).toEqual({ entity_status: 'PAUSED' });
    expect(rowOf('l1')).toMatchObject({ entity_status: 'PAUSED', objective: 'REACH' });
  });

  test('sets every documented parameter', async () => {
    put('l4', { objective: 'ENGAGEMENTS', campaign_id: 'c4' });
    const input = {
      lineItemId: 'l4',
      advertiserDomain: 'a.example',
      advertiserUserId: '9223372036854775807',
      androidAppStoreIdentifier: 'a.example.app',
      audienceExpansion: 'DEFINED',
      bidAmountLocalMicro: '9007199254740993',
      bidStrategy: 'MAX',
      categories: ['IAB8', 'IAB10'],
      durationInDays: 7,
      entityStatus: 'PAUSED',
      endTime: '2031-02-01T00:00:00+02:00',
      frequencyCap: 3,
      goal: 'ENGAGEMENT',
      iosAppStoreIdentifier: '1500000042',
      name: 'Changed',
      payBy: 'IMPRESSION',
      startTime: '2031-01-01T00:00:00Z',
      totalBudgetAmountLocalMicro: '9007199254740993000',
    };
    const { data, calls } = await change(input);
    expect(data.updateLineItem).toMatchObject({ outcome: 'APPLIED', errors: [] });
    expect(form(calls[0]?.body ?? '')).toEqual({
      advertiser_domain: 'a.example',
      advertiser_user_id: '9223372036854775807',
      android_app_store_identifier: 'a.example.app',
      audience_expansion: 'DEFINED',
      bid_amount_local_micro: '9007199254740993',
      bid_strategy: 'MAX',
      categories: 'IAB8,IAB10',
      duration_in_days: '7',
      entity_status: 'PAUSED',
      end_time: '2031-01-31T22:00:00Z',
      frequency_cap: '3',
      goal: 'ENGAGEMENT',
      ios_app_store_identifier: '1500000042',
      name: 'Changed',
      pay_by: 'IMPRESSION',
      start_time: '2031-01-01T00:00:00Z',
      total_budget_amount_local_micro: '9007199254740993000',
    });
  });

  test('clears by null the columns that may be empty', async () => {
    const had = {
      name: 'Mine',
      advertiser_domain: 'a.example',
      bid_strategy: 'AUTO',
      total_budget_amount_local_micro: 5,
      duration_in_days: 7,
      frequency_cap: 3,
      categories: ['IAB8'],
      ios_app_store_identifier: '1',
    };
    put('l1', had);
    const none = {
      name: null,
      advertiserDomain: null,
      bidAmountLocalMicro: null,
      totalBudgetAmountLocalMicro: null,
      durationInDays: null,
      frequencyCap: null,
      categories: null,
      iosAppStoreIdentifier: null,
    };
    const { data, calls } = await change(none, Object.keys(none).join(' '));
    expect(data.updateLineItem).toMatchObject({
      outcome: 'APPLIED',
      lineItem: { ...none, categories: [] },
    });
    expect(new Set(Object.values(form(calls[0]?.body ?? '')))).toEqual(new Set(['']));
  });

  test('reads again the one column that its answer lacks, if that is selected', async () => {
    const { data, calls } = await change({ name: 'Changed' }, 'name fundingInstrumentId');
    expect(data.updateLineItem.lineItem).toEqual({ name: 'Changed', fundingInstrumentId: 'f1' });
    expect(requests(calls, a)).toEqual(['PUT line_items/l1', 'GET line_items']);
  });

  test.each([
    [
      'an end before its start',
      { start_time: '2032-01-01T00:00:00Z' },
      { endTime: '2031-12-01T00:00:00Z' },
      'endTime',
    ],
    ['a start after its end', {}, { startTime: '2032-01-01T00:00:00Z' }, 'endTime'],
    ['MAX for REACH', {}, { bidStrategy: 'MAX', bidAmountLocalMicro: '5' }, 'bidStrategy'],
    [
      'MAX without any bid',
      { objective: 'ENGAGEMENTS' },
      { bidStrategy: 'MAX' },
      'bidAmountLocalMicro',
    ],
    [
      'no bid for TARGET',
      { bid_strategy: 'TARGET', bid_amount_local_micro: 5 },
      { bidAmountLocalMicro: null },
      'bidAmountLocalMicro',
    ],
    ['frequencyCap of FOLLOWERS', { objective: 'FOLLOWERS' }, { frequencyCap: 3 }, 'frequencyCap'],
    ['APP_PURCHASES of REACH', {}, { goal: 'APP_PURCHASES' }, 'goal'],
    ['WEBSITE_CONVERSIONS without its event', {}, { goal: 'WEBSITE_CONVERSIONS' }, null],
    [
      'no store for APP_INSTALLS',
      { objective: 'APP_INSTALLS', ios_app_store_identifier: '1' },
      { iosAppStoreIdentifier: null },
      'androidAppStoreIdentifier',
    ],
    [
      'no categories for PREROLL_VIEWS',
      { objective: 'PREROLL_VIEWS', categories: ['IAB8'] },
      { categories: null },
      'categories',
    ],
    [
      'three business categories for PREROLL_VIEWS',
      { objective: 'PREROLL_VIEWS' },
      { categories: ['IAB2', 'IAB13', 'IAB19'] },
      'categories',
    ],
    [
      'no domain for publishers',
      { placements: ['PUBLISHER_NETWORK'], categories: ['IAB8'] },
      { advertiserDomain: null },
      'advertiserDomain',
    ],
    ['a category that nobody knows', {}, { categories: ['IAB99'] }, 'categories'],
    [
      'a daily budget where the campaign holds it',
      {},
      { dailyBudgetAmountLocalMicro: '5' },
      'dailyBudgetAmountLocalMicro',
    ],
    [
      'a budget below the daily one',
      { daily_budget_amount_local_micro: 9 },
      { totalBudgetAmountLocalMicro: '5' },
      'dailyBudgetAmountLocalMicro',
    ],
  ] as const)('%s is refused by the API', async (_what, row, input, argument) => {
    put('l1', row);
    const { data, calls } = await change(input);
    expect(data.updateLineItem).toMatchObject({
      outcome: 'REJECTED',
      lineItem: null,
      errors: [{ argument: argument === null ? null : `input.${argument}` }],
    });
    expect(calls).toHaveLength(1);
    expect(rowOf('l1')).toMatchObject(row);
    expect(rowOf('l1')['updated_at']).toBe('2025-01-01T00:01:00Z');
  });

  test('does not remove the daily budget if line items hold the budget', async () => {
    const { store } = running.emulator;
    store.insert('Campaign', a, { ...rowOf('c1', 'Campaign'), budget_optimization: 'LINE_ITEM' });
    const daily = (dailyBudgetAmountLocalMicro: string | null) =>
      change({ dailyBudgetAmountLocalMicro }, 'dailyBudget { amount currency }');
    expect((await daily('7500000')).data.updateLineItem.lineItem).toEqual({
      dailyBudget: { amount: '7.5', currency: 'JPY' },
    });
    expect((await daily(null)).data.updateLineItem).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ argument: 'input.dailyBudgetAmountLocalMicro' }],
    });
    // A column that the change is not about decides nothing.
    put('l2', { daily_budget_amount_local_micro: null }, 'l2');
    const paused = await change({ lineItemId: 'l2', entityStatus: 'PAUSED' });
    expect(paused.data.updateLineItem.outcome).toBe('APPLIED');
  });

  test('an account has at most 256 active line items, however they became active', async () => {
    for (let n = 4; n <= 256; n += 1) put(`more${n}`, { campaign_id: `c${n}` });
    put('rest', { entity_status: 'PAUSED' });
    const resume = (lineItemId: string) => change({ lineItemId, entityStatus: 'ACTIVE' });
    expect((await resume('rest')).data.updateLineItem).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'TOO_MANY_LINE_ITEMS' }],
    });
    expect((await resume('l1')).data.updateLineItem.outcome).toBe('APPLIED');
    expect((await change({ entityStatus: 'PAUSED' })).data.updateLineItem.outcome).toBe('APPLIED');
    expect((await resume('rest')).data.updateLineItem.outcome).toBe('APPLIED');
  });

  test('a line item that is unknown or deleted cannot be changed', async () => {
    put('l5', { deleted: true });
    for (const lineItemId of ['l99', 'l5']) {
      const { data } = await change({ lineItemId, name: 'Later' });
      expect(data.updateLineItem).toMatchObject({
        outcome: 'REJECTED',
        errors: [{ code: 'LINE_ITEM_NOT_FOUND', argument: 'input.lineItemId' }],
      });
    }
  });
});

describe('a deletion', () => {
  test('happens once: a second one finds nothing', async () => {
    const first = await remove('l1');
    expect(first.data.deleteLineItem).toEqual({
      outcome: 'APPLIED',
      errors: [],
      lineItem: { restId: 'l1', deleted: true },
    });
    expect(requests(first.calls, a)).toEqual(['DELETE line_items/l1']);
    const second = await remove('l1');
    expect(second.calls.map(({ status }) => status)).toEqual([404]);
    expect(second.data.deleteLineItem).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'LINE_ITEM_NOT_FOUND', argument: 'input.lineItemId' }],
    });
  });

  test('keeps its promoted posts, which lists then show only on request', async () => {
    await remove('l1');
    const posts = '{ nodes { restId deleted lineItem { restId } } }';
    const { data } = await running.ask(
      `{ account(id: "${a}") { shown: promotedTweets ${posts} all: promotedTweets(withDeleted: true) ${posts} } }`,
    );
    const idsIn = (list: { nodes: { restId: string }[] }) => list.nodes.map(({ restId }) => restId);
    expect(idsIn(data.account.shown).toSorted()).toEqual(['l2p1', 'l2p2']);
    expect(idsIn(data.account.all).toSorted()).toEqual(['l1p1', 'l1p2', 'l2p1', 'l2p2']);
    expect(new Set(data.account.all.nodes.map((node: Columns) => node['deleted']))).toEqual(
      new Set([false]),
    );
  });

  test('of the last line item leaves a campaign that cannot serve', async () => {
    await remove('l3');
    const { data } = await running.ask(
      `{ account(id: "${a}") { campaign(id: "c4") { servable reasonsNotServable } } }`,
    );
    expect(data.account.campaign).toEqual({
      servable: false,
      reasonsNotServable: ['PAUSED_BY_ADVERTISER', 'INCOMPLETE'],
    });
  });

  test('reads again the columns that its answer lacks, if they are selected', async () => {
    put('l1', { ios_app_store_identifier: '1500000042' });
    const { data, calls } = await remove('l1', 'iosAppStoreIdentifier bidStrategy deleted');
    expect(data.deleteLineItem.lineItem).toMatchObject({
      iosAppStoreIdentifier: '1500000042',
      deleted: true,
    });
    expect(requests(calls, a)).toEqual(['DELETE line_items/l1', 'GET line_items']);
  });
});

const creation = (name: string, more: object = {}) => ({
  create: {
    campaignId: 'c1',
    endTime: '2031-02-01T00:00:00Z',
    startTime: '2031-01-01T00:00:00Z',
    objective: 'REACH',
    productType: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER', 'TWITTER_TIMELINE'],
    categories: ['IAB8', 'IAB10'],
    name,
    ...more,
  },
});

describe('a batch', () => {
  test('creates, changes and deletes with one call, and answers in the order of its items', async () => {
    const { data, calls } = await batch([
      { update: { lineItemId: 'L2', entityStatus: 'PAUSED', name: 'Second' } },
      creation('New'),
      { delete: { lineItemId: 'l1' } },
    ]);
    const { outcome, results, errors: found } = data.batchLineItems;
    expect([outcome, found]).toEqual(['APPLIED', []]);
    const ofAll = { outcome: 'APPLIED', errors: [] };
    expect(results).toMatchObject([
      { ...ofAll, index: 0, lineItem: { restId: 'l2', name: 'Second', entityStatus: 'PAUSED' } },
      { ...ofAll, index: 1, lineItem: { name: 'New', fundingInstrumentId: 'f1' } },
      { ...ofAll, index: 2, lineItem: { restId: 'l1', deleted: true } },
    ]);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /12/batch/accounts/${a}/line_items`,
    ]);
  });

  test('writes lists as text, which the API accepts in a body', async () => {
    const { calls } = await batch([
      creation('New', { bidAmountLocalMicro: '9007199254740993', bidStrategy: 'TARGET' }),
    ]);
    expect(calls[0]?.body).toContain('"bid_amount_local_micro":9007199254740993,');
    const [{ operation_type, params }] = JSON.parse(calls[0]?.body ?? '[]');
    expect(operation_type).toBe('Create');
    expect(params).toMatchObject({
      campaign_id: 'c1',
      placements: 'ALL_ON_TWITTER,TWITTER_TIMELINE',
      categories: 'IAB8,IAB10',
      end_time: '2031-02-01T00:00:00Z',
    });
  });

  test('of 40 is applied as a whole or not at all', async () => {
    const forty = Array.from({ length: 40 }, (_, n) => creation(`New ${n}`));
    // The API refuses the rest, because the campaign has line items of another objective.
    const bad = forty.map((item, n) =>
      n === 7 ? creation('Odd', { objective: 'ENGAGEMENTS' }) : item,
    );
    const before = running.emulator.store.rows('LineItem', a).length;
    const refused = await batch(bad);
    expect(refused.calls).toHaveLength(1);
    expect(refused.data.batchLineItems.outcome).toBe('REJECTED');
    expect(refused.data.batchLineItems.results[7]).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID', attribute: 'objective' }],
    });
    expect(refused.data.batchLineItems.results[8]).toMatchObject({ outcome: 'NOT_APPLIED' });
    expect(running.emulator.store.rows('LineItem', a)).toHaveLength(before);
    const applied = await batch(forty);
    expect(applied.data.batchLineItems.outcome).toBe('APPLIED');
    expect(running.emulator.store.rows('LineItem', a)).toHaveLength(before + 40);
  });

  test('of 41 is refused before any call', async () => {
    const { data, calls } = await batch(Array.from({ length: 41 }, (_, n) => creation(`New ${n}`)));
    expect(data.batchLineItems).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'BAD_USER_INPUT', argument: 'input.operations' }],
    });
    expect(calls).toEqual([]);
  });

  test('clears by null', async () => {
    put('l1', { name: 'Mine', categories: ['IAB8'], frequency_cap: 3 });
    const { data, calls } = await batch([
      { update: { lineItemId: 'l1', name: null, categories: null, frequencyCap: null } },
    ]);
    expect(data.batchLineItems.outcome).toBe('APPLIED');
    expect(JSON.parse(calls[0]?.body ?? '[]')[0].params).toEqual({
      line_item_id: 'l1',
      name: null,
      categories: null,
      frequency_cap: null,
    });
    expect(rowOf('l1')).toMatchObject({ name: null, categories: [], frequency_cap: null });
  });
});
