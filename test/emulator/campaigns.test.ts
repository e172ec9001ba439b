import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf, useEmulator } from '../support/emulator.ts';
import type { Query } from '../support/signed.ts';

const account = '18ce54bik3s';
const path = `/12/accounts/${account}/campaigns`;
const batch = `/12/batch/accounts/${account}/campaigns`;
const held = useEmulator();

const total = 'total_budget_amount_local_micro';
const daily = 'daily_budget_amount_local_micro';
const order = 'fik3s002';
const create = (more: Query = {}) =>
  held.client.post(path, {
    name: 'New',
    funding_instrument_id: order,
    entity_status: 'PAUSED',
    ...more,
  });
const made = async (more: Query = {}): Promise<string> => String(dataOf(await create(more))['id']);
const change = (id: string, form: Query) => held.client.put(`${path}/${id}`, form);

describe('budgets that line items hold', () => {
  const byLineItem = { budget_optimization: 'LINE_ITEM' };
  const hidden = { standard_delivery: null, [total]: null };

  test.each([true, false])('refuse standard_delivery %s, also on a change', async (flag) => {
    const id = await made(byLineItem);
    const wrong = {
      status: 400,
      errors: [{ code: 'INCLUSIVE_PARAMETERS', parameter: 'standard_delivery' }],
    };
    expect(errorsOf(await change(id, { standard_delivery: flag }))).toMatchObject(wrong);
    expect(errorsOf(await create({ ...byLineItem, standard_delivery: flag }))).toMatchObject(wrong);
    const params = { campaign_id: id, standard_delivery: flag };
    const batched = await held.client.json(batch, [{ operation_type: 'Update', params }]);
    expect(batched.body['operation_errors']).toMatchObject([wrong.errors]);
    const back = { budget_optimization: 'CAMPAIGN', standard_delivery: flag };
    expect(dataOf(await change(id, back))).toMatchObject(back);
  });

  test('hide delivery and total of the campaign, which do not return with its budget', async () => {
    const own = { standard_delivery: false, [total]: 90_000_000 };
    const id = await made({ ...own, [daily]: 5_000_000 });
    expect(dataOf(await change(id, byLineItem))).toMatchObject({ ...byLineItem, ...hidden });
    expect(dataOf(await change(id, { name: 'Other' }))).toMatchObject(hidden);
    expect(dataOf(await held.client.get(`${path}/${id}`))).toMatchObject(hidden);
    const back = { budget_optimization: 'CAMPAIGN' };
    const standard = { standard_delivery: true, [total]: null };
    const after = { ...back, ...standard, [daily]: 5_000_000 };
    expect(dataOf(await change(id, back))).toMatchObject(after);
  });

  test('accept a total that a campaign gets when it holds its budget again', async () => {
    const id = await made({ ...byLineItem, [total]: 70_000_000 });
    expect(dataOf(await held.client.get(`${path}/${id}`))).toMatchObject(hidden);
    const back = { budget_optimization: 'CAMPAIGN', [total]: 60_000_000 };
    const over = await change(id, { ...back, [daily]: 60_000_001 });
    expect(errorsOf(over)).toMatchObject({ status: 400, errors: [{ parameter: daily }] });
    expect(dataOf(await change(id, { ...back, [daily]: 60_000_000 }))).toMatchObject({
      [total]: 60_000_000,
    });
  });
});

describe('a funding instrument', () => {
  const instruments = `/12/accounts/${account}/funding_instruments`;
  const fund = (form: Query) =>
    held.client.post(
      instruments,
      { currency: 'EUR', type: 'CREDIT_CARD', ...form },
      { sandbox: true },
    );
  const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
  const day = 86_400_000;

  /** The same question some days later. */
  const later = async (url: string, days: number) => {
    const clockAheadMs = days * day;
    held.emulator.set({ clockAheadMs });
    const timestamp = Math.floor((Date.now() + clockAheadMs) / 1000);
    return dataOf(await held.client.get(url, {}, { timestamp }));
  };

  test('can pay from its start to its end, and explains why not before and after', async () => {
    const [start_time, end_time] = [iso(Date.now() + 2 * day), iso(Date.now() + 4 * day)];
    const made = dataOf(await fund({ start_time, end_time }));
    const early = { able_to_fund: false, reasons_not_able_to_fund: ['STARTS_IN_FUTURE'] };
    expect(made).toMatchObject(early);
    const url = `${instruments}/${made['id']}`;
    expect(await later(url, 0)).toMatchObject(early);
    const between = { able_to_fund: true, reasons_not_able_to_fund: [] };
    expect(await later(url, 3)).toMatchObject(between);
    const after = { able_to_fund: false, reasons_not_able_to_fund: ['EXPIRED'] };
    expect(await later(url, 5)).toMatchObject(after);
    held.emulator.set({ clockAheadMs: 0 });
    const deleted = dataOf(await held.client.del(url, {}, { sandbox: true }));
    expect(deleted).toMatchObject({ able_to_fund: false, reasons_not_able_to_fund: ['DELETED'] });
  });

  test('decides whether a campaign runs, and a deleted one is named', async () => {
    const start_time = iso(Date.now() - day);
    const funding = String(
      dataOf(await fund({ start_time, end_time: iso(Date.now() + 9 * day) }))['id'],
    );
    const active = { entity_status: 'ACTIVE', [daily]: 5_000_000, funding_instrument_id: funding };
    const made = dataOf(await create(active));
    const unfinished = { servable: false, reasons_not_servable: ['INCOMPLETE'] };
    expect(made).toMatchObject({ ...unfinished, effective_status: 'UNKNOWN' });
    const lineItem = {
      campaign_id: String(made['id']),
      product_type: 'PROMOTED_TWEETS',
      objective: 'ENGAGEMENTS',
      placements: 'ALL_ON_TWITTER',
      start_time,
      end_time: '2035-01-01T00:00:00Z',
    };
    await held.client.post(`/12/accounts/${account}/line_items`, lineItem);
    const url = `${path}/${made['id']}`;
    const running = { servable: true, reasons_not_servable: [], effective_status: 'RUNNING' };
    const hindered = {
      servable: false,
      reasons_not_servable: ['FUNDING_PROBLEM'],
      effective_status: 'UNKNOWN',
    };
    expect(await later(url, 0)).toMatchObject(running);
    expect(await later(url, 10)).toMatchObject(hindered);
    held.emulator.set({ clockAheadMs: 0 });
    await held.client.del(`${instruments}/${funding}`, {}, { sandbox: true });
    expect(await later(url, 0)).toMatchObject(hindered);
    const paused = dataOf(await change(String(made['id']), { entity_status: 'PAUSED' }));
    expect(paused).toMatchObject({
      servable: false,
      reasons_not_servable: ['PAUSED_BY_ADVERTISER', 'FUNDING_PROBLEM'],
      effective_status: 'PAUSED',
    });
    const [listed] = [...dataOf(await held.client.get(path, { campaign_ids: String(made['id']) }))];
    expect(listed).toEqual(paused);
  });

  test('of the story leaves no campaign running that cannot serve', async () => {
    const accounts = held.emulator.accounts.slice(0, 5).map(({ id }) => `/12/accounts/${id}`);
    const lists = await Promise.all(
      accounts.map((url) => held.client.get(`${url}/campaigns`, { count: 1000 })),
    );
    const rows = lists.flatMap((list) => [...dataOf(list)]);
    const hindered = rows.filter((row) => row['entity_status'] === 'ACTIVE' && !row['servable']);
    expect(hindered.length).toBeGreaterThan(0);
    for (const row of rows) expect(row['servable']).toBe(row['effective_status'] === 'RUNNING');
    expect(rows.map((row) => row['servable'])).toContain(true);
  });
});
