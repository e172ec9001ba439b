import { describe, expect, test } from 'vitest';
import { campaignsOf, dollars, euros, foreign, idsIn, large, story } from '../support/seeded.ts';

const { held, put } = story();

describe('lists', () => {
  test('are sorted by age, and newest first on request', async () => {
    put(3);
    expect(idsIn(await held.client.get(campaignsOf(euros)))).toEqual(['w000', 'w001', 'w002']);
    const newest = await held.client.get(campaignsOf(euros), { sort_by: 'created_at-desc' });
    expect(idsIn(newest)).toEqual(['w002', 'w001', 'w000']);
  });

  test('have 200 rows by default, and 1,000 at most', async () => {
    expect(idsIn(await held.client.get(campaignsOf(large)))).toHaveLength(200);
    expect(idsIn(await held.client.get(campaignsOf(large), { count: 1000 }))).toHaveLength(1000);
  });

  test('have 100 rows of cards by default', async () => {
    const { store } = held.emulator;
    for (let number = 0; number < 120; number += 1) {
      store.insert('Card', euros, { id: `${number}`, name: 'Card', deleted: false });
    }
    const cards = `/12/accounts/${euros}/cards`;
    expect(idsIn(await held.client.get(cards))).toHaveLength(100);
    expect(idsIn(await held.client.get(cards, { count: 110 }))).toHaveLength(110);
  });

  test('filter by the beginning of a name, ignoring case', async () => {
    put(12);
    const found = await held.client.get(campaignsOf(euros), { q: 'CAMPAIGN 1' });
    expect(idsIn(found)).toEqual(['w001', 'w010', 'w011']);
    expect(idsIn(await held.client.get(campaignsOf(euros), { q: 'paign' }))).toEqual([]);
  });

  test('follow a row whose parent changes', async () => {
    const { store } = held.emulator;
    store.insert('LineItem', euros, { id: 'mover', campaign_id: 'one', deleted: false });
    const under = async (campaign_ids: string) =>
      idsIn(await held.client.get(`/12/accounts/${euros}/line_items`, { campaign_ids }));
    expect([await under('one'), await under('two')]).toEqual([['mover'], []]);
    store.insert('LineItem', euros, { id: 'mover', campaign_id: 'two', deleted: false });
    expect([await under('one'), await under('two')]).toEqual([[], ['mover']]);
  });

  test('combine their filters', async () => {
    put(3);
    const found = await held.client.get(campaignsOf(euros), {
      campaign_ids: 'w000,w001',
      q: 'campaign 1',
    });
    expect(idsIn(found)).toEqual(['w001']);
  });

  test('leave unknown ids out without an error', async () => {
    put(2);
    const found = await held.client.get(campaignsOf(euros), { campaign_ids: 'w001,zzz' });
    expect(found.status).toBe(200);
    expect(idsIn(found)).toEqual(['w001']);
  });

  test('hide drafts and deleted rows unless requested', async () => {
    put(1);
    const row = held.emulator.store.rows('Campaign', euros)[0] ?? {};
    held.emulator.store.insert('Campaign', euros, { ...row, id: 'wd', entity_status: 'DRAFT' });
    held.emulator.store.insert('Campaign', euros, { ...row, id: 'wx', deleted: true });
    const ids = async (query: Record<string, boolean>) =>
      idsIn(await held.client.get(campaignsOf(euros), query));
    expect(await ids({})).toEqual(['w000']);
    expect(await ids({ with_draft: true })).toEqual(['w000', 'wd']);
    expect(await ids({ with_deleted: true })).toEqual(['w000', 'wx']);
    expect((await held.client.get(`${campaignsOf(euros)}/wd`)).status).toBe(200);
    expect((await held.client.get(`${campaignsOf(euros)}/wx`)).status).toBe(404);
    const deleted = await held.client.get(`${campaignsOf(euros)}/wx`, { with_deleted: true });
    expect(deleted.status).toBe(200);
  });

  test('show a user only the accounts of that user', async () => {
    const [, colleague] = held.emulator.users;
    const names = async (credentials = held.emulator.credentials) =>
      idsIn(await held.client.get('/12/accounts', {}, { credentials }));
    expect(await names()).toHaveLength(8);
    expect(await names(colleague)).toEqual([foreign, '18ce54ag3nc']);
  });

  test('are sorted by the documented attributes, rows of equal value by id', async () => {
    put(0);
    for (const [id, name] of [
      ['wb', 'B'],
      ['wc', 'A'],
      ['wa', 'B'],
    ] as const) {
      held.emulator.store.insert('Campaign', euros, { id, name, deleted: false });
    }
    const order = async (sort_by: string) =>
      idsIn(await held.client.get(campaignsOf(euros), { sort_by }));
    expect(await order('name-asc')).toEqual(['wc', 'wa', 'wb']);
    expect(await order('name-desc')).toEqual(['wb', 'wa', 'wc']);
    for (const wrong of ['currency-asc', 'name', 'name-up', 'toString-asc']) {
      const { status, body } = await held.client.get(campaignsOf(euros), { sort_by: wrong });
      expect([status, body['errors']], wrong).toMatchObject([
        400,
        [{ code: 'INVALID_PARAMETER', parameter: 'sort_by' }],
      ]);
    }
  });
});

describe('cursors', () => {
  const walk = async (query: Record<string, string | number>, between?: (page: number) => void) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 50; page += 1) {
      const given: Record<string, string | number> = cursor === null ? query : { ...query, cursor };
      const answer = await held.client.get(campaignsOf(euros), given);
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
      held.emulator.store.insert('Campaign', euros, { id, created_at, deleted: false });
    }
    expect(await walk({ count: 2 })).toEqual(['w1', 'w2', 'w3', 'w4', 'w5']);
  });

  test('stay correct while rows are added and removed between pages', async () => {
    put(9);
    const seen = await walk({ count: 3 }, (page) => {
      if (page !== 0) return;
      // The row at the border is removed, and one is added before it and one after it.
      held.emulator.store.remove('Campaign', euros, 'w002');
      held.emulator.store.insert('Campaign', euros, {
        id: 'early',
        created_at: '2023-01-01T00:00:00Z',
        deleted: false,
      });
      held.emulator.store.insert('Campaign', euros, {
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

  test('are refused with other parameters than those of their list', async () => {
    put(9);
    const first = await held.client.get(campaignsOf(euros), { count: 3 });
    const cursor = String(first.body['next_cursor']);
    for (const other of [{ count: 4 }, { count: 3, q: 'c' }, { count: 3, with_draft: true }]) {
      const answer = await held.client.get(campaignsOf(euros), { ...other, cursor });
      expect(answer.status).toBe(400);
      expect(answer.body['errors']?.[0]?.['parameter']).toBe('cursor');
    }
    expect((await held.client.get(campaignsOf(dollars), { count: 3, cursor })).status).toBe(400);
  });

  test('survive short and empty pages that were ordered, and never repeat', async () => {
    const ids = put(5);
    held.emulator.fault({ times: 4, fault: { kind: 'pages', rows: [0, 1, 0, 0] } });
    expect(await walk({ count: 2 })).toEqual(ids);
    const pages = held.emulator.calls().map(({ query }) => query['cursor']);
    // The first four were ordered, then pages of two for the other four rows.
    expect(pages).toHaveLength(6);
    expect(new Set(pages).size).toBe(6);
  });
});
