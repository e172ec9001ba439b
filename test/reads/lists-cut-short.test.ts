import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { coreWorld } from '../support/core-world.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';

const a = 'cut1';
const running = useGateway({ env: { LIMIT_CALLS: '3' } });
beforeEach(() => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
});

const told = ({ errors = [] }: Answer): readonly string[] =>
  errors.map(({ path, extensions: { code } }) => `${path?.join('.')} ${code}`);
const inAccount = (selection: string) => running.ask(`{ account(id: "${a}") { ${selection} } }`);
/** Pages of this many rows in turn, each with a cursor. */
const paged = (endpoint: EndpointName, ...rows: readonly number[]): void =>
  running.emulator.fault({ match: { endpoint }, fault: { kind: 'pages', rows: [...rows] } });
const answering = (endpoint: EndpointName, json: object): void =>
  running.emulator.fault({
    match: { endpoint },
    times: 1,
    fault: { kind: 'answer', status: 200, json: { ...json } },
  });
const campaign = (id: string) => ({ id, name: `Campaign ${id}`, deleted: false });
const iab = (id: string) => ({ id, name: `Topic ${id}`, parent_id: null });
const fresh = { headers: { 'cache-control': 'no-cache' } };

describe('a list with more pages than a request may read', () => {
  test('shows the rows so far, says so, and continues from there', async () => {
    paged('listLineItems', 1);
    const list = (after: string) =>
      inAccount(
        `lineItems(first: 50${after}) { nodes { restId } pageInfo { hasNextPage endCursor } totalCount }`,
      );
    running.emulator.store.insert('LineItem', a, {
      ...running.emulator.store.find('LineItem', a, 'l3'),
      id: 'l4',
      created_at: '2025-01-01T00:04:00Z',
    });
    const answer = await list('');
    expect(answer.data.account.lineItems).toMatchObject({
      nodes: [{ restId: 'l1' }, { restId: 'l2' }, { restId: 'l3' }],
      pageInfo: { hasNextPage: true },
      totalCount: null,
    });
    expect(told(answer).toSorted()).toEqual([
      'account.lineItems UPSTREAM_CALL_LIMIT',
      'account.lineItems.totalCount UPSTREAM_CALL_LIMIT',
    ]);
    expect(answer.calls).toHaveLength(3);
    const { endCursor } = answer.data.account.lineItems.pageInfo;
    const more = await list(`, after: "${endCursor}"`);
    expect(more.data.account.lineItems.nodes).toEqual([{ restId: 'l4' }]);
  });

  test('of several parents shows their rows in the first page', async () => {
    paged('listLineItems', 2);
    const document = (first: number) =>
      `campaigns(withDeleted: true, withDraft: true) { nodes { restId lineItems(first: ${first}) { nodes { restId } pageInfo { hasNextPage } } } }`;
    const answer = await inAccount(document(5));
    expect(answer.data.account.campaigns.nodes[0]).toEqual({
      restId: 'c1',
      lineItems: { nodes: [{ restId: 'l1' }, { restId: 'l2' }], pageInfo: { hasNextPage: true } },
    });
    expect(told(answer)).toContain('account.campaigns.nodes.0.lineItems UPSTREAM_CALL_LIMIT');
    expect(answer.calls).toHaveLength(3);
  });

  test('leaves out of `nodes` only the rows not found by then', async () => {
    paged('listLineItems', 1);
    const ids = ['l1', 'l2', 'l3', 'l4', 'l5'].map((id) => `"LineItem:${a}:${id}"`).join();
    const answer = await running.ask(
      `{ nodes(ids: [${ids}]) { ... on LineItem { restId objective } } }`,
    );
    const found = answer.data.nodes.map((row: { restId: string } | null) => row?.restId ?? null);
    expect(found).toEqual(['l1', 'l2', 'l3', null, null]);
    expect(told(answer)).toEqual(['nodes.3 UPSTREAM_CALL_LIMIT', 'nodes.4 UPSTREAM_CALL_LIMIT']);
    expect(answer.calls).toHaveLength(3);
  });

  test('of which a link needs one row leads to those that were read', async () => {
    const { store } = running.emulator;
    for (const n of [1, 2, 3]) {
      const stamp = { created_at: `2025-01-01T00:0${n}:00Z`, deleted: false };
      store.insert('PromotableUser', a, {
        id: `u${n}`,
        user_id: `900${n}`,
        promotable_user_type: 'FULL',
        ...stamp,
      });
      store.insert('PromotedAccount', a, {
        id: `h${n}`,
        line_item_id: 'l1',
        user_id: `900${n}`,
        ...stamp,
      });
    }
    paged('listPromotableUsers', 1);
    const answer = await inAccount(
      'promotedAccounts(promotedAccountIds: ["h1", "h2", "h3"]) { nodes { restId promotableUser { restId } } }',
    );
    expect(answer.data.account.promotedAccounts.nodes).toEqual([
      { restId: 'h1', promotableUser: { restId: 'u1' } },
      { restId: 'h2', promotableUser: { restId: 'u2' } },
      { restId: 'h3', promotableUser: null },
    ]);
    expect(told(answer)).toEqual([
      'account.promotedAccounts.nodes.2.promotableUser UPSTREAM_CALL_LIMIT',
    ]);
    expect(answer.calls).toHaveLength(3);
  });
});

test('reference data that a request could not read to its end is continued by the next', async () => {
  answering('listContentCategories', {
    data: [{ id: 'x1', name: 'All', iab_categories: ['IAB1', 'IAB2', 'IAB3'] }],
  });
  answering('listIabCategories', { data: [iab('IAB1')], next_cursor: 'one' });
  answering('listIabCategories', { data: [iab('IAB2')], next_cursor: 'two' });
  answering('listIabCategories', { data: [iab('IAB3')], next_cursor: null });
  const document = '{ contentCategories { iab { restId } } }';
  const links = (...ids: readonly string[]) => [{ iab: ids.map((restId) => ({ restId })) }];
  const first = await running.ask(document, {}, fresh);
  expect(first.data.contentCategories).toEqual(links('IAB1', 'IAB2'));
  expect(told(first)).toEqual(['contentCategories.0.iab UPSTREAM_CALL_LIMIT']);
  expect(first.calls).toHaveLength(3);
  const second = await running.ask(document);
  expect(second.errors).toBeUndefined();
  expect(second.data.contentCategories).toEqual(links('IAB1', 'IAB2', 'IAB3'));
  expect(second.calls).toHaveLength(1);
});

describe('a list that leads in circles', () => {
  const circle = (): void => {
    answering('listCampaigns', { data: [campaign('c1')], next_cursor: 'one' });
    answering('listCampaigns', { data: [campaign('c4')], next_cursor: 'one' });
  };

  test('shows the rows until then, says so, and ends', async () => {
    circle();
    const answer = await inAccount('campaigns { nodes { restId } pageInfo { hasNextPage } }');
    expect(answer.data.account.campaigns).toEqual({
      nodes: [{ restId: 'c1' }, { restId: 'c4' }],
      pageInfo: { hasNextPage: false },
    });
    expect(told(answer)).toEqual(['account.campaigns UPSTREAM_CURSOR_LOOP']);
    expect(answer.calls).toHaveLength(2);
  });

  test('shows the rows by id that it has', async () => {
    circle();
    const answer = await running.ask(
      `{ nodes(ids: ["Campaign:${a}:c4", "Campaign:${a}:c2", "Campaign:${a}:c1"]) { ... on Campaign { restId name } } }`,
    );
    expect(answer.data.nodes).toEqual([
      { restId: 'c4', name: 'Campaign c4' },
      null,
      { restId: 'c1', name: 'Campaign c1' },
    ]);
    expect(told(answer)).toEqual(['nodes.1 UPSTREAM_CURSOR_LOOP']);
    expect(answer.calls).toHaveLength(2);
  });

  test('of reference data still has the links to its rows', async () => {
    answering('listContentCategories', {
      data: [{ id: 'x1', name: 'All', iab_categories: ['IAB1', 'IAB2'] }],
    });
    answering('listIabCategories', { data: [iab('IAB1')], next_cursor: 'one' });
    answering('listIabCategories', { data: [iab('IAB2')], next_cursor: 'one' });
    const answer = await running.ask('{ contentCategories { iab { id name } } }', {}, fresh);
    expect(answer.data.contentCategories).toEqual([
      {
        iab: [
          { id: 'IabCategory:IAB1', name: 'Topic IAB1' },
          { id: 'IabCategory:IAB2', name: 'Topic IAB2' },
        ],
      },
    ]);
    expect(told(answer)).toEqual(['contentCategories.0.iab UPSTREAM_CURSOR_LOOP']);
    expect(answer.calls).toHaveLength(3);
  });
});
