import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../src/upstream/emulator/server.ts';
import { createEmulator } from '../src/upstream/emulator/server.ts';
import { authorization, signedClient } from './support/signed.ts';

let emulator: Emulator;
let client: ReturnType<typeof signedClient>;

// Accounts of the story: one in euros, one in dollars, and one of 8,000 campaigns.
const euros = '18ce54bik3s';
const dollars = '18ce54cf3e2';
const large = '18ce54big8k';
const foreign = '18ce54h0t3l';
const campaignsOf = (account: string) => `/12/accounts/${account}/campaigns`;
const batchOf = (account: string) => `/12/batch/accounts/${account}/campaigns`;

beforeAll(async () => {
  emulator = await createEmulator({ seed: 3, strict: true });
  client = signedClient(emulator);
});
beforeEach(() => emulator.reset({ data: true }));
afterAll(async () => {
  await client.close();
  await emulator.close();
});

/** The instrument of a type that stands and can pay. */
const funding = (account: string, type = 'CREDIT_CARD'): string =>
  String(
    emulator.store
      .rows('FundingInstrument', account)
      .find((row) => row['type'] === type && row['deleted'] === false)?.['id'],
  );

const newCampaign = (more: Readonly<Record<string, string | number | boolean>> = {}) => ({
  name: 'New',
  funding_instrument_id: funding(euros),
  daily_budget_amount_local_micro: 50_000_000,
  ...more,
});

const createCampaign = async (more = {}) =>
  String((await client.post(campaignsOf(euros), newCampaign(more))).body['data']?.['id']);

const createLineItem = async (campaign: string, more = {}) =>
  client.post(`/12/accounts/${euros}/line_items`, {
    campaign_id: campaign,
    end_time: '2031-01-01T00:00:00Z',
    ...more,
  });

const lineItemOf = async (more = {}) =>
  String((await createLineItem(await createCampaign(), more)).body['data']?.['id']);

const errorsOf = (answer: Awaited<ReturnType<typeof client.get>>) => ({
  status: answer.status,
  errors: answer.body['errors'],
});

/** A world of campaigns that were created one second after another. */
const put = (count: number): readonly string[] => {
  const { store } = emulator;
  store.clear('Campaign', euros);
  return Array.from({ length: count }, (_, index) => {
    const id = `w${String(index).padStart(3, '0')}`;
    const created_at = new Date(Date.UTC(2024, 0, 1, 0, 0, index)).toISOString().slice(0, 19);
    store.insert('Campaign', euros, {
      id,
      name: `Campaign ${index}`,
      created_at: `${created_at}Z`,
      entity_status: 'ACTIVE',
      deleted: false,
    });
    return id;
  });
};

const idsIn = (answer: Awaited<ReturnType<typeof client.get>>): readonly string[] =>
  (answer.body['data'] ?? []).map((row) => String(row['id']));

describe('envelopes', () => {
  test('a list holds what was asked, typed, a cursor and the rows', async () => {
    put(3);
    const answer = await client.get(campaignsOf(euros), {
      campaign_ids: 'W001,w000,w002',
      count: 2,
      with_deleted: true,
      sort_by: 'created_at-asc',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json;charset=utf-8');
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'next_cursor', 'request']);
    expect(answer.body['request']).toEqual({
      params: {
        account_id: euros,
        campaign_ids: ['W001', 'w000', 'w002'],
        count: 2,
        with_deleted: true,
        sort_by: ['created_at-asc'],
      },
    });
    expect(idsIn(answer)).toEqual(['w000', 'w001']);
    expect(typeof answer.body['next_cursor']).toBe('string');
  });

  test('a list counts its rows only when asked, and its last page has a null cursor', async () => {
    put(3);
    const counted = await client.get(campaignsOf(euros), { with_total_count: true, count: 3 });
    expect(counted.body['total_count']).toBe(3);
    expect(counted.body['next_cursor']).toBeNull();
    const plain = await client.get(campaignsOf(euros), { count: 3 });
    expect(plain.body).not.toHaveProperty('total_count');
  });

  test('a single entity has neither cursor nor count', async () => {
    put(1);
    const answer = await client.get(`${campaignsOf(euros)}/W000`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'request']);
    expect(answer.body['data']?.['id']).toBe('w000');
    expect(answer.body['request']).toEqual({ params: { account_id: euros, campaign_id: 'w000' } });
  });

  test('accounts in a list lack the industry that a single one has', async () => {
    const list = await client.get('/12/accounts', { account_ids: euros });
    expect(list.body['data']?.[0]).not.toHaveProperty('industry_type');
    const single = await client.get(`/12/accounts/${euros}`);
    expect(single.body['data']?.['industry_type']).toBe('RETAIL');
  });

  test('ids of posts are echoed as integers with every digit', async () => {
    const line_item_id = await lineItemOf();
    const answer = await client.post(`/12/accounts/${euros}/promoted_tweets`, {
      line_item_id,
      tweet_ids: '1166476031668015104,9223372036854775807',
    });
    expect(answer.text).toContain('"tweet_ids":[1166476031668015104,9223372036854775807]');
  });
});

describe('what is refused', () => {
  const refusedReads = [
    ['an unknown route', '/12/accounts/a/bogus', {}, 404, 'ROUTE_NOT_FOUND'],
    ['an unknown parameter', campaignsOf(euros), { bogus: 1 }, 400, 'INVALID_PARAMETER'],
    ['a count that is no number', campaignsOf(euros), { count: 'x' }, 400, 'INVALID_PARAMETER'],
    ['a count of 0', campaignsOf(euros), { count: 0 }, 400, 'INVALID_PARAMETER'],
    ['a count of 1,001', campaignsOf(euros), { count: 1001 }, 400, 'INVALID_PARAMETER'],
    ['an order nobody knows', campaignsOf(euros), { sort_by: 'x-asc' }, 400, 'INVALID_PARAMETER'],
    ['a cursor of nobody', campaignsOf(euros), { cursor: 'c-zz' }, 400, 'INVALID_PARAMETER'],
    [
      'a total beside a cursor',
      campaignsOf(euros),
      { cursor: 'c-zz', with_total_count: true },
      400,
      'EXCLUSIVE_PARAMETERS',
    ],
    [
      'targeting without line items',
      `/12/accounts/${euros}/targeting_criteria`,
      {},
      400,
      'MISSING_PARAMETER',
    ],
    [
      'an id of other characters',
      `${campaignsOf(euros)}/a_b`,
      {},
      404,
      'INVALID_ID_ILLEGAL_CHARACTERS',
    ],
    [
      'a bad id among good ones',
      campaignsOf(euros),
      { campaign_ids: 'abc,a-b' },
      404,
      'INVALID_ID_ILLEGAL_CHARACTERS',
    ],
    ['a campaign that is not there', `${campaignsOf(euros)}/zzz`, {}, 404, 'CAMPAIGN_NOT_FOUND'],
    ['an account that is not there', campaignsOf('zzz'), {}, 403, 'ACCOUNT_NOT_FOUND'],
    ['an account of others', campaignsOf(foreign), {}, 403, 'ACCOUNT_NOT_FOUND'],
    ['another version', campaignsOf(euros).replace('/12/', '/5/'), {}, 400, 'INVALID'],
  ] as const;

  test.each(refusedReads)('%s', async (_what, path, query, status, code) => {
    const answer = await client.get(path, query);
    expect(answer.status).toBe(status);
    expect(answer.body['errors']?.[0]?.['code']).toBe(code);
    expect(answer.body).not.toHaveProperty('data');
  });

  test('an error names its parameter and value, and the answer what was asked', async () => {
    const answer = await client.get(campaignsOf(euros), { count: 'abc' });
    expect(answer.body).toEqual({
      errors: [
        {
          code: 'INVALID_PARAMETER',
          message: 'Expected Integer, got "abc" for count',
          parameter: 'count',
          value: 'abc',
        },
      ],
      request: { params: { account_id: euros } },
    });
  });

  test('a retired version is named', async () => {
    const answer = await client.get('/11/accounts');
    expect(answer.body).toEqual({
      errors: [{ code: 'INVALID', message: 'Version 11.0 is not available.' }],
      request: { params: {} },
    });
  });

  test('a method that a path does not take is 405', async () => {
    expect((await client.put(campaignsOf(euros))).status).toBe(405);
  });

  test('a parameter given twice', async () => {
    const url = `${emulator.url}${campaignsOf(euros)}`;
    const signature = authorization(emulator.credentials, {
      method: 'GET',
      url,
      data: { count: ['1', '1'] },
    });
    const answer = await request(`${url}?count=1&count=1`, {
      headers: { authorization: signature },
    });
    expect(answer.statusCode).toBe(400);
    expect(await answer.body.json()).toMatchObject({ errors: [{ parameter: 'count' }] });
  });

  test('a list filter takes 200 ids and not 201', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => `x${i}`).join();
    expect((await client.get(campaignsOf(euros), { campaign_ids: ids(200) })).status).toBe(200);
    expect((await client.get(campaignsOf(euros), { campaign_ids: ids(201) })).status).toBe(400);
  });

  test('every problem of a request is told at once', async () => {
    const answer = await client.post(campaignsOf(euros), { entity_status: 'RUNNING' });
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [
        { code: 'MISSING_PARAMETER', parameter: 'funding_instrument_id' },
        { code: 'MISSING_PARAMETER', parameter: 'name' },
        { code: 'INVALID_PARAMETER', parameter: 'entity_status', value: 'RUNNING' },
      ],
    });
  });

  test('a batch that does not say it is JSON', async () => {
    const form = await client.post(batchOf(euros), { a: 1 });
    expect(form.status).toBe(415);
    const broken = await client.send('POST', batchOf(euros), { raw: '[{' });
    expect(broken.status).toBe(400);
  });

  test('JSON where a form is due', async () => {
    expect((await client.json(campaignsOf(euros), newCampaign())).status).toBe(415);
  });
});

describe('hosts', () => {
  test('the sandbox answers under its own address, and has endpoints that only it has', async () => {
    const production = await client.post('/12/accounts');
    expect(production.status).toBe(405);
    const sandbox = await client.post('/12/accounts', {}, { sandbox: true });
    expect(sandbox.status).toBe(201);
    expect(emulator.calls().map(({ host, path }) => [host, path])).toEqual([
      ['ads', '/12/accounts'],
      ['sandbox', '/sandbox/12/accounts'],
    ]);
  });

  test('the sandbox has the endpoints of production too', async () => {
    const answer = await client.get('/12/accounts', { count: 1 }, { sandbox: true });
    expect(answer.status).toBe(200);
  });
});

describe('lists', () => {
  test('come oldest first unless told, and newest first where asked', async () => {
    put(3);
    expect(idsIn(await client.get(campaignsOf(euros)))).toEqual(['w000', 'w001', 'w002']);
    const newest = await client.get(campaignsOf(euros), { sort_by: 'created_at-desc' });
    expect(idsIn(newest)).toEqual(['w002', 'w001', 'w000']);
  });

  test('have 200 rows unless told, and 1,000 at most', async () => {
    expect(idsIn(await client.get(campaignsOf(large)))).toHaveLength(200);
    expect(idsIn(await client.get(campaignsOf(large), { count: 1000 }))).toHaveLength(1000);
  });

  test('filter by the beginning of a name, whatever its case', async () => {
    put(12);
    const found = await client.get(campaignsOf(euros), { q: 'CAMPAIGN 1' });
    expect(idsIn(found)).toEqual(['w001', 'w010', 'w011']);
    expect(idsIn(await client.get(campaignsOf(euros), { q: 'paign' }))).toEqual([]);
  });

  test('follow a row whose parent changes', async () => {
    const { store } = emulator;
    store.insert('LineItem', euros, { id: 'mover', campaign_id: 'one', deleted: false });
    const under = async (campaign_ids: string) =>
      idsIn(await client.get(`/12/accounts/${euros}/line_items`, { campaign_ids }));
    expect([await under('one'), await under('two')]).toEqual([['mover'], []]);
    store.insert('LineItem', euros, { id: 'mover', campaign_id: 'two', deleted: false });
    expect([await under('one'), await under('two')]).toEqual([[], ['mover']]);
  });

  test('combine their filters', async () => {
    put(3);
    const found = await client.get(campaignsOf(euros), {
      campaign_ids: 'w000,w001',
      q: 'campaign 1',
    });
    expect(idsIn(found)).toEqual(['w001']);
  });

  test('leave unknown ids out without a word', async () => {
    put(2);
    const found = await client.get(campaignsOf(euros), { campaign_ids: 'w001,zzz' });
    expect(found.status).toBe(200);
    expect(idsIn(found)).toEqual(['w001']);
  });

  test('hide drafts and deleted rows unless asked for', async () => {
    put(1);
    const row = emulator.store.rows('Campaign', euros)[0] ?? {};
    emulator.store.insert('Campaign', euros, { ...row, id: 'wd', entity_status: 'DRAFT' });
    emulator.store.insert('Campaign', euros, { ...row, id: 'wx', deleted: true });
    const ids = async (query: Record<string, boolean>) =>
      idsIn(await client.get(campaignsOf(euros), query));
    expect(await ids({})).toEqual(['w000']);
    expect(await ids({ with_draft: true })).toEqual(['w000', 'wd']);
    expect(await ids({ with_deleted: true })).toEqual(['w000', 'wx']);
    expect((await client.get(`${campaignsOf(euros)}/wd`)).status).toBe(200);
    expect((await client.get(`${campaignsOf(euros)}/wx`)).status).toBe(404);
    const deleted = await client.get(`${campaignsOf(euros)}/wx`, { with_deleted: true });
    expect(deleted.status).toBe(200);
  });

  test('show a user the accounts that are theirs', async () => {
    const [, colleague] = emulator.users;
    const names = async (credentials = emulator.credentials) =>
      idsIn(await client.get('/12/accounts', {}, { credentials }));
    expect(await names()).toHaveLength(8);
    expect(await names(colleague)).toEqual([foreign, '18ce54ag3nc']);
  });

  test('are sorted by any column, rows of equal value by id', async () => {
    put(0);
    for (const [id, name] of [
      ['wb', 'B'],
      ['wc', 'A'],
      ['wa', 'B'],
    ] as const) {
      emulator.store.insert('Campaign', euros, { id, name, deleted: false });
    }
    const order = async (sort_by: string) =>
      idsIn(await client.get(campaignsOf(euros), { sort_by }));
    expect(await order('name-asc')).toEqual(['wc', 'wa', 'wb']);
    expect(await order('name-desc')).toEqual(['wb', 'wa', 'wc']);
  });
});

describe('cursors', () => {
  const walk = async (query: Record<string, string | number>, between?: (page: number) => void) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 50; page += 1) {
      const given: Record<string, string | number> = cursor === null ? query : { ...query, cursor };
      const answer = await client.get(campaignsOf(euros), given);
      expect(answer.status).toBe(200);
      seen.push(...idsIn(answer));
      const next: unknown = answer.body['next_cursor'];
      if (typeof next !== 'string') return seen;
      cursor = next;
      between?.(page);
    }
    return seen;
  };

  test('lead through a list, each row once', async () => {
    const ids = put(25);
    expect(await walk({ count: 4 })).toEqual(ids);
    expect(await walk({ count: 4, sort_by: 'created_at-desc' })).toEqual(ids.toReversed());
    expect(await walk({ count: 5 })).toEqual(ids);
  });

  test('lead through rows of the same second', async () => {
    put(0);
    for (const id of ['w5', 'w1', 'w4', 'w2', 'w3']) {
      const created_at = '2024-01-01T00:00:00Z';
      emulator.store.insert('Campaign', euros, { id, created_at, deleted: false });
    }
    expect(await walk({ count: 2 })).toEqual(['w1', 'w2', 'w3', 'w4', 'w5']);
  });

  test('stay right while rows come and go between pages', async () => {
    put(9);
    const seen = await walk({ count: 3 }, (page) => {
      if (page !== 0) return;
      // The row at the border goes, one before it comes, and one behind it.
      emulator.store.remove('Campaign', euros, 'w002');
      emulator.store.insert('Campaign', euros, {
        id: 'early',
        created_at: '2023-01-01T00:00:00Z',
        deleted: false,
      });
      emulator.store.insert('Campaign', euros, {
        id: 'late',
        created_at: '2024-01-01T00:00:04Z',
        deleted: false,
      });
    });
    expect(seen).toEqual([
      ...['w000', 'w001', 'w002', 'w003'],
      ...['late', 'w004', 'w005', 'w006', 'w007', 'w008'],
    ]);
  });

  test('are refused with other parameters than they came from', async () => {
    put(9);
    const first = await client.get(campaignsOf(euros), { count: 3 });
    const cursor = String(first.body['next_cursor']);
    for (const other of [{ count: 4 }, { count: 3, q: 'c' }, { count: 3, with_draft: true }]) {
      const answer = await client.get(campaignsOf(euros), { ...other, cursor });
      expect(answer.status).toBe(400);
      expect(answer.body['errors']?.[0]?.['parameter']).toBe('cursor');
    }
    expect((await client.get(campaignsOf(dollars), { count: 3, cursor })).status).toBe(400);
  });

  test('stay on short and empty pages that were ordered, and never repeat', async () => {
    const ids = put(5);
    emulator.fault({ times: 4, fault: { kind: 'pages', rows: [0, 1, 0, 0] } });
    expect(await walk({ count: 2 })).toEqual(ids);
    const pages = emulator.calls().map(({ query }) => query['cursor']);
    // Four that were ordered, then pages of two for the other four rows.
    expect(pages).toHaveLength(6);
    expect(new Set(pages).size).toBe(6);
  });
});

describe('campaigns', () => {
  test('are created with defaults and the currency of what pays', async () => {
    const answer = await client.post(campaignsOf(euros), newCampaign({ name: 'Frühling & Co' }));
    expect(answer.status).toBe(201);
    expect(answer.body['data']).toMatchObject({
      name: 'Frühling & Co',
      entity_status: 'ACTIVE',
      budget_optimization: 'CAMPAIGN',
      standard_delivery: true,
      daily_budget_amount_local_micro: 50_000_000,
      total_budget_amount_local_micro: null,
      currency: 'EUR',
      deleted: false,
    });
    const data = answer.body['data'];
    expect(data?.['id']).toMatch(/^[0-9a-z]+$/);
    expect(data?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(data?.['updated_at']).toBe(data?.['created_at']);
  });

  test('are created from a query as well as from a form', async () => {
    const answer = await client.send('POST', campaignsOf(euros), { query: newCampaign() });
    expect(answer.status).toBe(201);
  });

  test('take names of 255 characters and order numbers of 50, not one more', async () => {
    const status = async (more: Record<string, string>) =>
      (await client.post(campaignsOf(euros), newCampaign(more))).status;
    expect(await status({ name: '🚲'.repeat(255) })).toBe(201);
    expect(await status({ name: 'x'.repeat(256) })).toBe(400);
    expect(await status({ purchase_order_number: 'x'.repeat(50) })).toBe(201);
    expect(await status({ purchase_order_number: 'x'.repeat(51) })).toBe(400);
  });

  test('need a funding instrument that stands', async () => {
    const answer = await client.post(
      campaignsOf(euros),
      newCampaign({ funding_instrument_id: 'zzz' }),
    );
    expect(errorsOf(answer)).toMatchObject({
      status: 404,
      errors: [{ code: 'FUNDING_INSTRUMENT_NOT_FOUND', parameter: 'funding_instrument_id' }],
    });
  });

  test('need a daily budget, but for insertion orders and line item budgets', async () => {
    const create = (more: Record<string, string>) =>
      client.post(campaignsOf(euros), {
        name: 'x',
        funding_instrument_id: funding(euros),
        ...more,
      });
    expect(errorsOf(await create({}))).toMatchObject({
      status: 400,
      errors: [{ code: 'MISSING_PARAMETER', parameter: 'daily_budget_amount_local_micro' }],
    });
    expect((await create({ budget_optimization: 'LINE_ITEM' })).status).toBe(201);
    const order = { funding_instrument_id: funding(euros, 'INSERTION_ORDER') };
    expect((await create(order)).status).toBe(201);
  });

  test('refuse a daily budget above the total, the stored one too', async () => {
    const over = { total_budget_amount_local_micro: 49_999_999 };
    expect((await client.post(campaignsOf(euros), newCampaign(over))).status).toBe(400);
    const exact = { total_budget_amount_local_micro: 50_000_000 };
    const id = await createCampaign(exact);
    const raise = await client.put(`${campaignsOf(euros)}/${id}`, {
      daily_budget_amount_local_micro: 50_000_001,
    });
    expect(raise.status).toBe(400);
  });

  test('change what is given, clear what is given empty, keep the rest', async () => {
    const id = await createCampaign({ purchase_order_number: 'PO-1', name: 'Before' });
    const answer = await client.put(`${campaignsOf(euros)}/${id}`, {
      purchase_order_number: '',
      entity_status: 'PAUSED',
    });
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      name: 'Before',
      purchase_order_number: null,
      entity_status: 'PAUSED',
      reasons_not_servable: ['PAUSED_BY_ADVERTISER', 'INCOMPLETE'],
    });
  });

  test.each(['name', 'entity_status', 'budget_optimization', 'standard_delivery'])(
    'keep their %s when it is given empty, which is refused',
    async (parameter) => {
      const id = await createCampaign({ name: 'Before' });
      const path = `${campaignsOf(euros)}/${id}`;
      const before = (await client.get(path)).body['data'];
      const refused = { status: 400, errors: [{ code: 'INVALID_PARAMETER', parameter }] };
      expect(errorsOf(await client.put(path, { [parameter]: '' }))).toMatchObject(refused);
      expect((await client.get(path)).body['data']).toEqual(before);
    },
  );

  test('are not created with a flag or choice given empty', async () => {
    const given = { entity_status: '', standard_delivery: '' };
    const answer = await client.post(campaignsOf(euros), newCampaign(given));
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toHaveLength(2);
    expect(answer.body['errors']).toEqual(
      expect.arrayContaining(
        Object.keys(given).map((parameter) =>
          expect.objectContaining({ code: 'INVALID_PARAMETER', parameter }),
        ),
      ),
    );
  });

  test('may lose budgets and order number', async () => {
    const total = 'total_budget_amount_local_micro';
    const id = await createCampaign({ purchase_order_number: 'PO-1', [total]: 90_000_000 });
    const answer = await client.put(`${campaignsOf(euros)}/${id}`, {
      purchase_order_number: '',
      daily_budget_amount_local_micro: '',
      [total]: '',
    });
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      purchase_order_number: null,
      daily_budget_amount_local_micro: null,
      total_budget_amount_local_micro: null,
    });
  });

  test('cannot be made a draft by an update', async () => {
    const id = await createCampaign();
    const answer = await client.put(`${campaignsOf(euros)}/${id}`, { entity_status: 'DRAFT' });
    expect(answer.status).toBe(400);
  });

  test('are deleted once, softly, and then are not found', async () => {
    const id = await createCampaign();
    const path = `${campaignsOf(euros)}/${id}`;
    const deleted = await client.del(path);
    expect(deleted.status).toBe(200);
    expect(deleted.body['data']).toMatchObject({ id, deleted: true, servable: null });
    expect(errorsOf(await client.del(path))).toMatchObject({
      status: 404,
      errors: [{ code: 'CAMPAIGN_NOT_FOUND' }],
    });
    expect((await client.put(path, { name: 'x' })).status).toBe(404);
  });

  test('are active 200 at most in an account, paused ones without limit', async () => {
    put(199);
    expect((await client.post(campaignsOf(euros), newCampaign())).status).toBe(201);
    const beyond = await client.post(campaignsOf(euros), newCampaign());
    expect(errorsOf(beyond)).toMatchObject({
      status: 400,
      errors: [{ code: 'TOO_MANY_CAMPAIGNS' }],
    });
    const paused = await createCampaign({ entity_status: 'PAUSED' });
    const wake = await client.put(`${campaignsOf(euros)}/${paused}`, { entity_status: 'ACTIVE' });
    expect(wake.status).toBe(400);
  });
});

describe('line items', () => {
  test('inherit what pays and the currency, and single writes do not show the former', async () => {
    const answer = await createLineItem(await createCampaign());
    expect(answer.status).toBe(201);
    expect(answer.body['data']).toMatchObject({ currency: 'EUR', entity_status: 'ACTIVE' });
    expect(answer.body['data']).not.toHaveProperty('funding_instrument_id');
    const read = await client.get(
      `/12/accounts/${euros}/line_items/${answer.body['data']?.['id']}`,
    );
    expect(read.body['data']?.['funding_instrument_id']).toBe(funding(euros));
  });

  test('of one campaign have one product type and one objective', async () => {
    const campaign = await createCampaign();
    await createLineItem(campaign, { objective: 'REACH', product_type: 'PROMOTED_TWEETS' });
    const other = await createLineItem(campaign, { objective: 'FOLLOWERS' });
    expect(errorsOf(other)).toMatchObject({ status: 400, errors: [{ attribute: 'objective' }] });
    const media = await createLineItem(campaign, { objective: 'REACH', product_type: 'MEDIA' });
    expect(errorsOf(media)).toMatchObject({ status: 400, errors: [{ attribute: 'product_type' }] });
    expect((await createLineItem(campaign, { objective: 'REACH' })).status).toBe(201);
  });

  test('of one campaign are 100 at most', async () => {
    const campaign = await createCampaign();
    await createLineItem(campaign, { entity_status: 'PAUSED' });
    const [first] = emulator.store
      .rows('LineItem', euros)
      .filter((r) => r['campaign_id'] === campaign);
    for (let n = 1; n < 99; n += 1) {
      emulator.store.insert('LineItem', euros, { ...first, id: `li${n}` });
    }
    expect((await createLineItem(campaign, { entity_status: 'PAUSED' })).status).toBe(201);
    expect(errorsOf(await createLineItem(campaign, { entity_status: 'PAUSED' }))).toMatchObject({
      status: 400,
      errors: [{ code: 'TOO_MANY_LINE_ITEMS' }],
    });
  });

  test('need a campaign that stands, and an end', async () => {
    expect(errorsOf(await createLineItem('zzz'))).toMatchObject({
      status: 404,
      errors: [{ code: 'CAMPAIGN_NOT_FOUND' }],
    });
    const endless = await client.post(`/12/accounts/${euros}/line_items`, {
      campaign_id: await createCampaign(),
    });
    expect(errorsOf(endless)).toMatchObject({
      status: 400,
      errors: [{ code: 'MISSING_PARAMETER', parameter: 'end_time' }],
    });
  });

  test('take times with any offset and show them in UTC', async () => {
    const answer = await createLineItem(await createCampaign(), {
      start_time: '2030-01-01T00:00:00+0200',
      end_time: '2030-06-15',
    });
    expect(answer.body['data']).toMatchObject({
      start_time: '2029-12-31T22:00:00Z',
      end_time: '2030-06-15T00:00:00Z',
    });
  });

  test('for an app store come with the platform of that store', async () => {
    const id = await lineItemOf({ ios_app_store_identifier: '333903271' });
    const criteria = await client.get(`/12/accounts/${euros}/targeting_criteria`, {
      line_item_ids: id,
    });
    expect(criteria.body['data']).toMatchObject([{ targeting_type: 'PLATFORM', name: 'iOS' }]);
  });
});

describe('promoted posts', () => {
  const path = `/12/accounts/${euros}/promoted_tweets`;
  const spare = (own: boolean): string =>
    String(
      emulator.store
        .rows('Tweet', euros)
        .filter((row) => row['is_own'] === own)
        .at(-1)?.['id'],
    );

  test('are created several at a time, with a total nobody asked for', async () => {
    const line_item_id = await lineItemOf();
    const answer = await client.post(path, { line_item_id, tweet_ids: spare(true) });
    expect(answer.status).toBe(201);
    expect(answer.body['total_count']).toBe(1);
    expect(answer.body['data']).toMatchObject([{ line_item_id, tweet_id: spare(true) }]);
  });

  test('of unknown posts are not created, without a word', async () => {
    const line_item_id = await lineItemOf();
    const answer = await client.post(path, { line_item_id, tweet_ids: '12345' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ data: [], total_count: 0 });
  });

  test('of other users are hidden reposts with an id of their own', async () => {
    const line_item_id = await lineItemOf();
    const tweet_ids = spare(false);
    const answer = await client.post(path, { line_item_id, tweet_ids });
    expect(answer.body['data']?.[0]?.['tweet_id']).toMatch(/^\d{19}$/);
    expect(answer.body['data']?.[0]?.['tweet_id']).not.toBe(tweet_ids);
  });

  test('come back under the same id after a delete', async () => {
    const line_item_id = await lineItemOf();
    const form = { line_item_id, tweet_ids: spare(true) };
    const id = (await client.post(path, form)).body['data']?.[0]?.['id'];
    expect((await client.del(`${path}/${id}`)).body['data']?.['deleted']).toBe(true);
    expect((await client.del(`${path}/${id}`)).status).toBe(404);
    const again = await client.post(path, form);
    expect(again.body['data']).toMatchObject([{ id, deleted: false }]);
  });

  test('take 50 posts at a time and not 51', async () => {
    const line_item_id = await lineItemOf();
    const ids = (count: number) => Array.from({ length: count }, (_, i) => 1000 + i).join();
    expect((await client.post(path, { line_item_id, tweet_ids: ids(50) })).status).toBe(201);
    expect((await client.post(path, { line_item_id, tweet_ids: ids(51) })).status).toBe(400);
  });

  test('need a line item that stands', async () => {
    const answer = await client.post(path, { line_item_id: 'zzz', tweet_ids: spare(true) });
    expect(errorsOf(answer)).toMatchObject({
      status: 404,
      errors: [{ code: 'LINE_ITEM_NOT_FOUND' }],
    });
  });

  test('go out of sight with their line item, though they are not deleted', async () => {
    const line_item_ids = await lineItemOf();
    await client.post(path, { line_item_id: line_item_ids, tweet_ids: spare(true) });
    const row = emulator.store.find('LineItem', euros, line_item_ids) ?? {};
    emulator.store.insert('LineItem', euros, { ...row, deleted: true });
    expect(idsIn(await client.get(path, { line_item_ids }))).toEqual([]);
    const all = await client.get(path, { line_item_ids, with_deleted: true });
    expect(all.body['data']).toMatchObject([{ deleted: false }]);
  });
});

describe('targeting', () => {
  const path = `/12/accounts/${euros}/targeting_criteria`;
  const add = (line_item_id: string, targeting_type: string, targeting_value: string, more = {}) =>
    client.post(path, {
      line_item_id,
      targeting_type,
      targeting_value,
      operator_type: 'EQ',
      ...more,
    });

  test('shows the name of a value, and the operator in lists alone', async () => {
    const line_item_ids = await lineItemOf();
    const created = await add(line_item_ids, 'LOCATION', '3078869807f9dd36');
    expect(created.body['data']).toMatchObject({ name: 'Germany', location_type: 'COUNTRIES' });
    expect(created.body['data']).not.toHaveProperty('operator_type');
    const listed = await client.get(path, { line_item_ids, lang: 'de' });
    expect(listed.body['data']).toMatchObject([
      { operator_type: 'EQ', localized_name: 'Deutschland' },
    ]);
    const plain = await client.get(path, { line_item_ids });
    expect(plain.body['data']?.[0]).not.toHaveProperty('localized_name');
  });

  test('has one age bucket for a line item', async () => {
    const lineItem = await lineItemOf();
    expect((await add(lineItem, 'AGE', 'AGE_25_TO_34')).status).toBe(201);
    expect((await add(lineItem, 'AGE', 'AGE_35_TO_49')).status).toBe(400);
  });

  test('of television shows comes after that of a place', async () => {
    const lineItem = await lineItemOf();
    expect((await add(lineItem, 'TV_SHOW', '10000283242')).status).toBe(400);
    await add(lineItem, 'LOCATION', '96683cc9126741d1');
    expect((await add(lineItem, 'TV_SHOW', '10000283242')).status).toBe(201);
  });

  test.each(['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED'])(
    'of %s needs an audience that exists and can be targeted, and shows its name',
    async (type) => {
      const lineItem = await lineItemOf();
      const audience = (targetable: boolean) =>
        emulator.store
          .rows('CustomAudience', euros)
          .find((row) => row['targetable'] === targetable);
      expect((await add(lineItem, type, 'zzz')).status).toBe(404);
      expect((await add(lineItem, type, String(audience(false)?.['id']))).status).toBe(400);
      const added = await add(lineItem, type, String(audience(true)?.['id']));
      expect(added.status).toBe(201);
      expect(added.body['data']?.['name']).toBe(audience(true)?.['name']);
    },
  );

  test('of app lists excludes, and only that', async () => {
    const lineItem = await lineItemOf();
    const included = await add(lineItem, 'APP_LIST', '1');
    expect(errorsOf(included)).toMatchObject({
      status: 400,
      errors: [{ code: 'INCLUSIVE_PARAMETERS', parameter: 'targeting_type' }],
    });
    const excluded = await add(lineItem, 'APP_LIST', '1', { operator_type: 'NE' });
    expect(excluded.status).toBe(201);
  });
});

describe('batches', () => {
  const create = (more: object) => ({
    operation_type: 'Create',
    params: { ...newCampaign(), ...more },
  });

  test('answer in the order of their items and echo them with the account', async () => {
    const changed = await createCampaign({ name: 'Old' });
    const deleted = await createCampaign();
    const answer = await client.json(batchOf(euros), [
      create({ name: 'One' }),
      { operation_type: 'Update', params: { campaign_id: changed, name: 'New' } },
      { operation_type: 'Delete', params: { campaign_id: deleted } },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject([
      { name: 'One', deleted: false },
      { id: changed, name: 'New' },
      { id: deleted, deleted: true },
    ]);
    expect(answer.body['request']).toMatchObject([
      { operation_type: 'Create', params: { name: 'One', account_id: euros } },
      { operation_type: 'Update', params: { campaign_id: changed, account_id: euros } },
      { operation_type: 'Delete', params: { campaign_id: deleted, account_id: euros } },
    ]);
  });

  test('refuse an item that leaves a row without what it needs', async () => {
    const id = await createCampaign({ name: 'Kept' });
    const answer = await client.json(batchOf(euros), [
      create({ name: 'One' }),
      { operation_type: 'Update', params: { campaign_id: id, name: null } },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body['operation_errors']).toMatchObject([
      [],
      [{ code: 'INVALID_PARAMETER', parameter: 'name' }],
    ]);
    expect(emulator.store.find('Campaign', euros, id)?.['name']).toBe('Kept');
  });

  test('apply nothing where one item is refused, and say which', async () => {
    const before = emulator.store.rows('Campaign', euros);
    const answer = await client.json(batchOf(euros), [
      create({}),
      { operation_type: 'Create', params: { name: 'b', daily_budget_amount_local_micro: 1 } },
      { operation_type: 'Delete', params: { campaign_id: 'zzz' } },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      data: [],
      operation_errors: [
        [],
        [
          {
            code: 'MISSING_PARAMETER',
            message: '"funding_instrument_id" is a required parameter',
            parameter: 'funding_instrument_id',
          },
        ],
        [{ code: 'CAMPAIGN_NOT_FOUND', parameter: 'campaign_id' }],
      ],
    });
    expect(answer.body).not.toHaveProperty('errors');
    expect(emulator.store.rows('Campaign', euros)).toEqual(before);
  });

  test('lay out the errors of items as they are told to', async () => {
    const items = [create({}), create({ name: '' }), create({ entity_status: 'X' })];
    const errors = async (operationErrors: 'objects' | 'flat') => {
      emulator.set({ operationErrors });
      return (await client.json(batchOf(euros), items)).body['operation_errors'];
    };
    expect(await errors('objects')).toMatchObject([
      {},
      { parameter: 'name' },
      { parameter: 'entity_status' },
    ]);
    expect(await errors('flat')).toMatchObject([
      { parameter: 'name' },
      { parameter: 'entity_status' },
    ]);
  });

  test('take 40 campaigns and not 41', async () => {
    const items = (count: number) =>
      Array.from({ length: count }, () => create({ entity_status: 'PAUSED' }));
    expect((await client.json(batchOf(euros), items(40))).status).toBe(200);
    const beyond = await client.json(batchOf(euros), items(41));
    expect(beyond.status).toBe(400);
    expect(beyond.body['errors']).toMatchObject([{ code: 'INVALID_PARAMETER' }]);
    expect(beyond.body).not.toHaveProperty('operation_errors');
  });

  test('take 500 criteria and not 501, whatever they hold', async () => {
    const line_item_id = await lineItemOf();
    const items = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        operation_type: 'Create',
        params: { line_item_id, targeting_type: 'BROAD_KEYWORD', targeting_value: `w${index}` },
      }));
    const path = `/12/batch/accounts/${euros}/targeting_criteria`;
    const full = await client.json(path, items(500));
    expect(full.status).toBe(200);
    expect(full.body['data']?.[499]).toMatchObject({ name: 'w499', operator_type: 'EQ' });
    expect((await client.json(path, items(501))).status).toBe(400);
  });

  test('are refused as a whole where they are no list', async () => {
    const answer = await client.json(batchOf(euros), { operation_type: 'Create' });
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'INVALID' }] });
  });
});

describe('signatures', () => {
  const path = '/12/accounts';
  const refused = {
    status: 401,
    errors: [
      { code: 'UNAUTHORIZED_ACCESS', message: 'This request is not properly authenticated' },
    ],
  };

  test.each([
    ['a wrong consumer key', { credentials: { consumerKey: 'x' } }],
    ['a wrong consumer secret', { credentials: { consumerSecret: 'x' } }],
    ['an unknown token', { credentials: { accessToken: 'x' } }],
    ['a wrong token secret', { credentials: { accessTokenSecret: 'x' } }],
    ['a nonce beyond ASCII', { nonce: 'naïve' }],
    ['an empty nonce', { nonce: '' }],
    ['a parameter that was not signed', { signed: {} }],
    ['another header in its place', { headers: { authorization: 'Bearer x' } }],
  ])('%s is 401', async (_what, deviation) => {
    const answer = await client.get(path, { count: 1 }, deviation);
    expect(errorsOf(answer)).toEqual(refused);
    expect(answer.body['request']).toEqual({ params: {} });
  });

  test('a clock off by more than 300 seconds is 401', async () => {
    const now = Math.floor(Date.now() / 1000);
    const status = async (timestamp: number) =>
      (await client.get(path, { count: 1 }, { timestamp })).status;
    expect(await status(now - 290)).toBe(200);
    expect(await status(now - 310)).toBe(401);
    expect(await status(now + 310)).toBe(401);
    emulator.set({ clockAheadMs: 1_000_000 });
    expect(await status(now)).toBe(401);
    expect(await status(now + 1000)).toBe(200);
  });

  test('a nonce serves once', async () => {
    const deviation = { nonce: 'once-and-no-more' };
    expect((await client.get(path, { count: 1 }, deviation)).status).toBe(200);
    expect((await client.get(path, { count: 1 }, deviation)).status).toBe(401);
  });

  test('a revoked token is code 89', async () => {
    emulator.set({ revokedTokens: [emulator.credentials.accessToken] });
    expect(errorsOf(await client.get(path))).toMatchObject({ status: 401, errors: [{ code: 89 }] });
  });

  test('a form is signed, JSON is not', async () => {
    const form = await client.post(campaignsOf(euros), newCampaign(), { signed: {} });
    expect(form.status).toBe(401);
    const item = { operation_type: 'Create', params: newCampaign() };
    expect((await client.json(batchOf(euros), [item])).status).toBe(200);
  });

  test.each(['a b+c', "it's *new* (!)", 'Été & co = 50%', 'a,b:c', '~tilde_-.', '🚲'])(
    'a value of %s is verified as it was signed',
    async (name) => {
      const answer = await client.post(campaignsOf(euros), newCampaign({ name }));
      expect(answer.status).toBe(201);
      expect(answer.body['data']?.['name']).toBe(name);
      expect((await client.get(campaignsOf(euros), { q: name })).status).toBe(200);
    },
  );

  test('a plus in a query is a space', async () => {
    const url = `${emulator.url}${campaignsOf(euros)}`;
    const data = { q: 'two words' };
    const header = authorization(emulator.credentials, { method: 'GET', url, data });
    const answer = await request(`${url}?q=two+words`, { headers: { authorization: header } });
    expect(await answer.body.json()).toMatchObject({ request: { params: { q: 'two words' } } });
  });

  test('calls tell why a signature was refused, and never hold the header', async () => {
    await client.get(path, {}, { credentials: { accessTokenSecret: 'x' } });
    const [call] = emulator.calls();
    expect(call).toMatchObject({ status: 401, reason: 'the signature differs' });
    expect(JSON.stringify(call)).not.toContain('oauth_signature');
  });
});

describe('rate windows', () => {
  test('of core reads count by account and show the user a quota of no use', async () => {
    const answer = await client.get(campaignsOf(euros), { count: 1 });
    expect(answer.headers).toMatchObject({
      'x-account-rate-limit-limit': '10000',
      'x-account-rate-limit-remaining': '9999',
      'x-rate-limit-limit': '200000',
    });
    const reset = Number(answer.headers['x-account-rate-limit-reset']);
    expect(reset - Date.now() / 1000).toBeGreaterThan(890);
    expect(reset - Date.now() / 1000).toBeLessThan(902);
    const other = await client.get(campaignsOf(dollars), { count: 1 });
    expect(other.headers['x-account-rate-limit-remaining']).toBe('9999');
  });

  test('of writes are shared, 450 in a minute', async () => {
    const answer = await client.post(campaignsOf(euros), newCampaign());
    expect(answer.headers['x-rate-limit-limit']).toBe('450');
    const other = await client.put(`${campaignsOf(euros)}/zzz`, { name: 'x' });
    expect(other.headers['x-rate-limit-remaining']).toBe('448');
  });

  test('of counted lists allow 200 in 15 minutes', async () => {
    const answer = await client.get(campaignsOf(euros), { with_total_count: true });
    expect(answer.headers['x-rate-limit-limit']).toBe('200');
  });

  test('refuse with 429 what is beyond, and can be switched off', async () => {
    emulator.set({ rateLimits: { core: 2 } });
    const statuses = async () => {
      const list = [];
      for (let n = 0; n < 3; n += 1) list.push((await client.get(campaignsOf(euros))).status);
      return list;
    };
    expect(await statuses()).toEqual([200, 200, 429]);
    const refused = await client.get(campaignsOf(euros));
    expect(refused.body['errors']).toMatchObject([{ code: 'TOO_MANY_REQUESTS' }]);
    expect(refused.headers['x-account-rate-limit-remaining']).toBe('0');
    emulator.set({ rateWindows: false });
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});

describe('faults', () => {
  const list = () => client.get(campaignsOf(euros), { count: 3 });
  const control = (path: string, body: unknown) =>
    request(`${emulator.url}/__emulator/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const names = () => emulator.store.rows('Campaign', euros).map((row) => row['name']);
  const create = () => client.post(campaignsOf(euros), newCampaign({ name: 'Marked' }));

  test('are ordered over HTTP, strike what matches, and end', async () => {
    const fault = { kind: 'answer', status: 503, json: { errors: [] } };
    const match = { method: 'GET', path: '/campaigns', endpoint: 'listCampaigns' };
    const answer = await control('faults', { match, times: 1, fault });
    expect(answer.statusCode).toBe(201);
    await answer.body.dump();
    expect((await client.get('/12/accounts')).status).toBe(200);
    expect((await list()).status).toBe(503);
    expect((await list()).status).toBe(200);
  });

  test('that nobody knows are refused', async () => {
    const answer = await control('faults', { fault: { kind: 'gremlin' } });
    expect(answer.statusCode).toBe(400);
    await answer.body.dump();
  });

  test('spare requests where told', async () => {
    emulator.fault({ skip: 1, times: 1, fault: { kind: 'answer', status: 500 } });
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([
      200, 500, 200,
    ]);
  });

  test('answer with HTML, an empty body, headers', async () => {
    const text = '<html>down</html>';
    emulator.fault({ times: 1, fault: { kind: 'answer', status: 502, text } });
    const html = await list();
    expect(html).toMatchObject({ status: 502, text });
    expect(html.headers['content-type']).toBe('text/html');
    const headers = { 'retry-after': '-5' };
    emulator.fault({ times: 1, fault: { kind: 'answer', status: 204, headers } });
    const empty = await list();
    expect(empty).toMatchObject({ status: 204, text: '' });
    expect(empty.headers['retry-after']).toBe('-5');
  });

  test('redirect', async () => {
    const location = 'http://127.0.0.1:9/elsewhere';
    emulator.fault({ times: 1, fault: { kind: 'redirect', location, status: 307 } });
    const answer = await list();
    expect(answer.status).toBe(307);
    expect(answer.headers['location']).toBe(location);
  });

  test('drop a write before it is applied, or after', async () => {
    emulator.fault({ times: 1, fault: { kind: 'drop' } });
    await expect(create()).rejects.toThrow();
    expect(names()).not.toContain('Marked');
    emulator.fault({ times: 1, fault: { kind: 'drop', apply: true } });
    await expect(create()).rejects.toThrow();
    expect(names()).toContain('Marked');
  });

  test('answer 500 for a write that was applied', async () => {
    emulator.fault({ times: 1, fault: { kind: 'answer', status: 500, apply: true } });
    expect((await create()).status).toBe(500);
    expect(names()).toContain('Marked');
  });

  test.each(['headers', 'body'] as const)(
    'apply a write and cut its answer after the %s',
    async (at) => {
      emulator.fault({ times: 1, fault: { kind: 'cut', at } });
      await expect(create()).rejects.toThrow();
      expect(names()).toContain('Marked');
      expect(emulator.calls().at(-1)?.status).toBe(201);
    },
  );

  test('cut a body short under a length that says it is whole', async () => {
    const whole = (await list()).text;
    emulator.fault({ times: 1, fault: { kind: 'truncate' } });
    const half = await list();
    expect(half.status).toBe(200);
    expect(whole.startsWith(half.text)).toBe(true);
    expect(half.text.length).toBeLessThan(whole.length);
  });

  test('pack an answer, also more than once', async () => {
    emulator.fault({ times: 1, fault: { kind: 'gzip', layers: 2 } });
    const url = `${emulator.url}/12/accounts`;
    const header = authorization(emulator.credentials, { method: 'GET', url, data: {} });
    const answer = await request(url, { headers: { authorization: header } });
    expect(answer.headers['content-encoding']).toBe('gzip, gzip');
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    expect(JSON.parse(gunzipSync(gunzipSync(bytes)).toString())).toHaveProperty('data');
  });

  test('answer with few bytes that are many', async () => {
    emulator.fault({ times: 1, fault: { kind: 'bomb', bytes: 3_000_000 } });
    const url = `${emulator.url}/12/accounts`;
    const header = authorization(emulator.credentials, { method: 'GET', url, data: {} });
    const answer = await request(url, { headers: { authorization: header } });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    expect(bytes.length).toBeLessThan(30_000);
    expect(gunzipSync(bytes).length).toBeGreaterThan(3_000_000);
  });

  test('drip an answer that is whole in the end', async () => {
    emulator.fault({ times: 1, fault: { kind: 'drip', bytes: 400, everyMs: 1 } });
    expect((await list()).body).toHaveProperty('data');
  });

  test.each(['hang', 'endless'] as const)('send a whole body and never end: %s', async (kind) => {
    emulator.fault({ times: 1, fault: { kind } });
    const url = `${emulator.url}/12/accounts`;
    const header = authorization(emulator.credentials, { method: 'GET', url, data: {} });
    const abort = new AbortController();
    const answer = await request(url, {
      headers: { authorization: header },
      signal: abort.signal,
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of answer.body) {
        text += String(chunk);
        if (text.trimEnd().endsWith(']}')) abort.abort();
      }
    })();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(JSON.parse(text)).toHaveProperty('data');
  });

  test('make an answer huge', async () => {
    emulator.fault({ times: 1, fault: { kind: 'huge', bytes: 5_000_000 } });
    const answer = await list();
    expect(answer.text.length).toBeGreaterThan(5_000_000);
    expect(answer.body).toHaveProperty('data');
  });

  test('change the headers of a right answer', async () => {
    const set = { 'x-account-rate-limit-reset': 'soon', 'content-type': 'text/plain' };
    const remove = ['x-rate-limit-reset'];
    emulator.fault({ times: 1, fault: { kind: 'headers', set, remove, status: 429 } });
    const answer = await list();
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject(set);
    expect(answer.headers).not.toHaveProperty('x-rate-limit-reset');
  });

  test('set and remove members of a right answer', async () => {
    const set = { next_cursor: 0, errors: [{ code: 'X', message: 'y' }] };
    emulator.fault({ times: 1, fault: { kind: 'merge', set, remove: ['request'] } });
    const { body } = await list();
    expect(body).toMatchObject(set);
    expect(body).not.toHaveProperty('request');
    expect(body['data']).toHaveLength(3);
  });

  test('spoil the rows of a list, each in its way', async () => {
    put(3);
    const spoilt = async (edit: Parameters<typeof emulator.fault>[0]['fault']) => {
      emulator.fault({ times: 1, fault: edit });
      return list();
    };
    const kind = 'edit';
    const w = ['w000', 'w001', 'w002'];
    expect(idsIn(await spoilt({ kind, edit: 'duplicateRows' }))).toEqual(
      w.flatMap((id) => [id, id]),
    );
    expect(idsIn(await spoilt({ kind, edit: 'reverseRows' }))).toEqual(w.toReversed());
    expect(idsIn(await spoilt({ kind, edit: 'dropRow' }))).toEqual(['w001', 'w002']);
    expect(idsIn(await spoilt({ kind, edit: 'strangeRow' }))).toEqual([...w, 'zzstrange']);
    expect((await spoilt({ kind, edit: 'missingData' })).body).not.toHaveProperty('data');
    expect((await spoilt({ kind, edit: 'nullData' })).body['data']).toBeNull();
    expect((await spoilt({ kind, edit: 'unwrappedData' })).body['data']?.['id']).toBe('w000');
    const unknown = await spoilt({ kind, edit: 'unknownEnum' });
    expect(unknown.body['data']?.[0]?.['entity_status']).toBe('SOMETHING_NEW');
    const nulls = await spoilt({ kind, edit: 'nullColumns' });
    expect(nulls.body['data']?.[0]).toMatchObject({ id: 'w000', name: null });
    const account = await spoilt({ kind, edit: 'wrongAccount' });
    expect(account.body['request']).toEqual({ params: { account_id: 'zzother' } });
    const good = await list();
    expect(idsIn(good)).toEqual(w);
  });

  test('answer a write with another id, or wrapped', async () => {
    const id = await createCampaign();
    const path = `${campaignsOf(euros)}/${id}`;
    emulator.fault({ times: 1, fault: { kind: 'edit', edit: 'wrongId' } });
    expect((await client.put(path, { name: 'x' })).body['data']?.['id']).toBe('zzwrong');
    emulator.fault({ times: 1, fault: { kind: 'edit', edit: 'wrappedData' } });
    expect((await client.get(path)).body['data']).toMatchObject([{ id, name: 'x' }]);
  });

  test('lead a cursor back to itself', async () => {
    emulator.fault({ fault: { kind: 'cursorLoop' } });
    const cursor = String((await list()).body['next_cursor']);
    const again = await client.get(campaignsOf(euros), { count: 3, cursor });
    expect(again.body['next_cursor']).toBe(cursor);
  });

  test('delay', async () => {
    emulator.fault({ times: 1, fault: { kind: 'delay', delayMs: 200 } });
    const order: string[] = [];
    const late = list().then(({ status }) => order.push(`late ${status}`));
    while (emulator.calls().length === 0) await new Promise(setImmediate);
    await list().then(({ status }) => order.push(`prompt ${status}`));
    await late;
    expect(order).toEqual(['prompt 200', 'late 200']);
  });
});

describe('control', () => {
  const at = (path: string, method: 'GET' | 'POST' = 'GET', body?: string) =>
    request(`${emulator.url}/__emulator${path}`, { method, body: body ?? null });

  test('says what it is, its seed and its accounts', async () => {
    const about = await (await at('')).body.json();
    expect(about).toMatchObject({ seed: 3 });
    expect((about as { accounts: unknown[] }).accounts).toHaveLength(10);
    expect(JSON.stringify(about)).not.toContain('secret');
  });

  test('tells the requests since the last reset, and keeps data unless told', async () => {
    const id = await createCampaign({ name: 'Kept' });
    const calls = (await (await at('/calls')).body.json()) as readonly unknown[];
    expect(calls).toHaveLength(1);
    expect(calls).toMatchObject([
      {
        method: 'POST',
        path: campaignsOf(euros),
        endpoint: 'createCampaign',
        host: 'ads',
        status: 201,
        body: expect.stringContaining('name=Kept'),
      },
    ]);
    await (await at('/reset', 'POST')).body.dump();
    expect(emulator.calls()).toHaveLength(0);
    expect(emulator.store.find('Campaign', euros, id)).toBeDefined();
    await (await at('/reset', 'POST', '{"data":true}')).body.dump();
    expect(emulator.store.find('Campaign', euros, id)).toBeUndefined();
  });

  test('shows queries as text and by name', async () => {
    await client.get(campaignsOf(euros), { campaign_ids: 'a,b', count: 5 });
    expect(emulator.calls()[0]).toMatchObject({
      queryText: 'campaign_ids=a%2Cb&count=5',
      query: { campaign_ids: 'a,b', count: '5' },
    });
  });
});

describe('the story', () => {
  test('is the same for the same seed, and another for another', async () => {
    const told = async (seed: number) => {
      const other = await createEmulator({ seed, strict: true });
      const rows = JSON.stringify(other.store.rows('Campaign', dollars));
      await other.close();
      return rows;
    };
    const mine = JSON.stringify(emulator.store.rows('Campaign', dollars));
    expect(await told(3)).toBe(mine);
    expect(await told(4)).not.toBe(mine);
  });

  test('schedules its posts within a year of its clock, at the same times all day long', async () => {
    const year = 365 * 86_400_000;
    const scheduledOn = async (clock: string): Promise<readonly number[]> => {
      const now = Date.parse(clock);
      const other = await createEmulator({ seed: 3, strict: true, now: () => now });
      const times = [euros, dollars]
        .flatMap((account) => other.store.rows('ScheduledTweet', account))
        .filter((row) => row['scheduled_status'] === 'SCHEDULED')
        .map((row) => Date.parse(String(row['scheduled_at'])));
      await other.close();
      expect(times.length).toBeGreaterThan(5);
      expect(Math.min(...times)).toBeGreaterThan(now);
      expect(Math.max(...times)).toBeLessThan(now + year);
      return times;
    };
    const morning = await scheduledOn('2026-03-02T00:00:00Z');
    expect(await scheduledOn('2026-03-02T23:59:59Z')).toEqual(morning);
    expect(await scheduledOn('2038-07-01T12:00:00Z')).not.toEqual(morning);
  });

  test('gives the first five accounts something on every level', async () => {
    const accounts = idsIn(await client.get('/12/accounts', { count: 5 }));
    for (const account of accounts) {
      const campaigns = idsIn(
        await client.get(campaignsOf(account), { count: 20, sort_by: 'created_at-desc' }),
      );
      expect(campaigns).toHaveLength(20);
      const under = async (list: string, parent: string, ids: readonly string[]) =>
        idsIn(
          await client.get(`/12/accounts/${account}/${list}`, {
            [parent]: ids.join(),
            count: 1000,
          }),
        );
      const lineItems = await under('line_items', 'campaign_ids', campaigns);
      expect(lineItems.length).toBeGreaterThan(20);
      expect((await under('promoted_tweets', 'line_item_ids', lineItems)).length).toBeGreaterThan(
        40,
      );
      expect(
        (await under('targeting_criteria', 'line_item_ids', lineItems)).length,
      ).toBeGreaterThan(80);
    }
  });

  test('has campaigns in every state, funding of every type, and several currencies', () => {
    const { store } = emulator;
    const campaigns = store.rows('Campaign', dollars);
    const states = campaigns.map((row) => (row['deleted'] ? 'deleted' : row['entity_status']));
    expect(new Set(states)).toEqual(new Set(['ACTIVE', 'PAUSED', 'DRAFT', 'deleted']));
    const types = new Set(store.rows('FundingInstrument', dollars).map((row) => row['type']));
    expect([...types].sort()).toEqual([
      'AGENCY_CREDIT_LINE',
      'CREDIT_CARD',
      'CREDIT_LINE',
      'INSERTION_ORDER',
      'PARTNER_MANAGED',
    ]);
    const currencies = new Set(emulator.accounts.map(({ currency }) => currency));
    expect([...currencies]).toEqual(expect.arrayContaining(['USD', 'EUR', 'JPY', 'GBP']));
  });

  test('has an account of 8,000 campaigns, and line items of hundreds of criteria', async () => {
    const counted = await client.get(campaignsOf(large), {
      with_total_count: true,
      with_deleted: true,
      with_draft: true,
      count: 1,
    });
    expect(counted.body['total_count']).toBe(8000);
    const dense = '18ce54d3ns3';
    const [lineItem] = emulator.store.rows('LineItem', dense);
    const where = { entity: 'TargetingCriterion', accountId: dense, column: 'line_item_id' };
    expect([...emulator.store.by(where, lineItem?.['id'])].length).toBeGreaterThan(190);
  });
});
