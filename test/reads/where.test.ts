import { beforeEach, describe, expect, test } from 'vitest';
import type { Forecast } from '../../src/execution/forecast.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import type { SentPart } from '../support/parts.ts';
import { partsIn } from '../support/parts.ts';
import { randomFrom } from '../support/random.ts';
import { runs, seed } from '../support/sampling.ts';

const a = 'whr1';
const running = useGateway({ env: { LIMIT_FILTER_ROWS: '10' } });
const usual = useGateway();

type ApiRow = Readonly<Record<string, unknown>>;

const at = (minute: number): string =>
  new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString().replace('.000', '');
const rowOf = (index: number, more: ApiRow): ApiRow => ({
  id: `r${index}`,
  created_at: at(index),
  updated_at: at(index),
  deleted: false,
  entity_status: 'ACTIVE',
  currency: 'EUR',
  ...more,
});
const campaignAt = (index: number, more: ApiRow = {}): ApiRow =>
  rowOf(index, { name: `Campaign ${index}`, effective_status: 'RUNNING', ...more });

const fill = (rows: readonly ApiRow[], entity = 'Campaign', gateway = running): void => {
  for (const row of rows) gateway.emulator.store.insert(entity, a, row);
};
const many = (count: number, more: (index: number) => ApiRow = () => ({})): readonly ApiRow[] =>
  Array.from({ length: count }, (_, index) => campaignAt(index, more(index)));

beforeEach(() => {
  for (const { emulator } of [running, usual]) {
    emulator.reset({ data: true });
    emulator.grant(emulator.credentials.userId, a);
    emulator.store.insert('Account', null, { id: a, name: 'Wide', deleted: false });
    for (const entity of ['Campaign', 'LineItem', 'PromotedTweet']) emulator.store.clear(entity, a);
  }
});

const list = 'nodes { restId } pageInfo { hasNextPage endCursor } totalCount';
const campaigns = (args: string, gateway = running, options = {}): Promise<Answer> =>
  gateway.ask(`{ account(id: "${a}") { campaigns(${args}) { ${list} } } }`, {}, options);
const idsIn = ({ data }: Answer): readonly string[] =>
  data.account.campaigns.nodes.map(({ restId }: { readonly restId: string }) => restId);
const counts = ({ calls }: Answer): readonly (string | undefined)[] =>
  calls.map(({ query }) => query['count']);
const planOf = async (document: string, gateway = running): Promise<Forecast> =>
  (await gateway.ask(document, {}, { headers: { 'x-ads-plan': '1' } })).extensions?.[
    'plan'
  ] as Forecast;

describe('the conditions of where', () => {
  beforeEach(() => {
    fill(
      [
        campaignAt(1, { name: 'Straße und Café', entity_status: 'PAUSED' }),
        campaignAt(2, { name: 'STRASSE', effective_status: 'ENDED' }),
        campaignAt(3, { name: 'Cafe\u0301 ΟΔΟΣ' }),
        campaignAt(4, { name: 'Cafe', entity_status: 'DRAFT' }),
        campaignAt(5, { name: null, effective_status: null, updated_at: at(50) }),
      ],
      'Campaign',
      usual,
    );
  });

  test.each([
    ['entityStatus: [PAUSED]', ['r1']],
    ['entityStatus: [PAUSED, ACTIVE]', ['r1', 'r2', 'r3', 'r5']],
    ['effectiveStatus: ["ENDED"]', ['r2']],
    ['nameContains: "strasse"', ['r1', 'r2']],
    ['nameContains: "fé"', ['r1', 'r3']],
    ['nameContains: "οδοσ"', ['r3']],
    ['nameContains: "e%"', []],
    [`updatedSince: "${at(3)}"`, ['r3', 'r5']],
    ['updatedSince: "2025-01-01T02:03:00.900+02:00"', ['r3', 'r5']],
    ['nameContains: "STRASSE", entityStatus: [ACTIVE]', ['r2']],
    ['nameContains: null', ['r1', 'r2', 'r3', 'r5']],
  ])('%s', async (where, found) => {
    const answer = await campaigns(`where: { ${where} }`, usual);
    expect(answer.errors).toBeUndefined();
    expect(idsIn(answer)).toEqual(found);
    expect(answer.data.account.campaigns.pageInfo.hasNextPage).toBe(false);
    const isFiltered = !where.includes('null');
    expect(answer.data.account.campaigns.totalCount).toBe(isFiltered ? null : found.length);
    expect(counts(answer)).toEqual([isFiltered ? '1000' : '50']);
  });

  test('apply beside the filters of the API', async () => {
    const answer = await campaigns('withDraft: true, where: { nameContains: "cafe" }', usual);
    expect(idsIn(answer)).toEqual(['r4']);
    expect(answer.calls[0]?.query).toMatchObject({ with_draft: 'true', count: '1000' });
  });

  test.each([
    ['{ nameContains: "" }', 'where.nameContains'],
    ['{ entityStatus: [] }', 'where.entityStatus'],
    ['{ entityStatus: [ACTIVE, UNRECOGNIZED] }', 'where.entityStatus[1]'],
    ['{ effectiveStatus: [""] }', 'where.effectiveStatus[0]'],
  ])('refuse %s', async (where, argument) => {
    const answer = await campaigns(`where: ${where}`);
    expect(answer.errors?.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'BAD_USER_INPUT', argument },
    ]);
    expect(answer.calls).toEqual([]);
  });
});

describe('a list with few matching rows', () => {
  const wanted = 'where: { entityStatus: [PAUSED] }';
  const rare = (index: number): ApiRow =>
    index % 12 === 11 ? { entity_status: 'PAUSED' } : { entity_status: 'ACTIVE' };

  test('is read until the page has its rows', async () => {
    fill(many(40, (index) => (index === 3 || index === 7 ? rare(11) : {})));
    const first = await campaigns(`first: 1, ${wanted}`);
    expect([idsIn(first), first.extensions]).toEqual([['r3'], undefined]);
    expect(counts(first)).toEqual(['10']);
  });

  test('ends short after LIMIT_FILTER_ROWS rows, says so, and continues after them', async () => {
    fill(many(35, rare));
    const pages: { ids: readonly string[]; notes: unknown; cursors: readonly unknown[] }[] = [];
    for (let after = ''; ; ) {
      const answer = await campaigns(`first: 5, ${wanted}${after}`);
      expect(answer.errors).toBeUndefined();
      const { hasNextPage, endCursor } = answer.data.account.campaigns.pageInfo;
      pages.push({
        ids: idsIn(answer),
        notes: answer.extensions?.['notes'],
        cursors: answer.calls.map(({ query }) => query['cursor'] !== undefined),
      });
      if (!hasNextPage) break;
      after = `, after: "${endCursor}"`;
    }
    const note = [
      { text: expect.stringMatching(/^The gateway read 10 rows/), path: ['account', 'campaigns'] },
    ];
    expect(pages).toEqual([
      { ids: [], notes: note, cursors: [false] },
      { ids: ['r11'], notes: note, cursors: [true] },
      { ids: ['r23'], notes: note, cursors: [true] },
      { ids: [], notes: undefined, cursors: [true] },
    ]);
  });

  test('has separate cursors only for its `where`', async () => {
    fill(many(35, rare));
    const page = await campaigns(`first: 5, ${wanted}`);
    const { endCursor } = page.data.account.campaigns.pageInfo;
    for (const other of ['', 'where: { entityStatus: [ACTIVE] }']) {
      const answer = await campaigns(`first: 5, after: "${endCursor}", ${other}`);
      expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_CURSOR']);
    }
  });

  test('is reported in the trace and in the last of several parts', async () => {
    fill(many(35, rare));
    const traced = await campaigns(wanted, running, { headers: { 'x-ads-trace': '1' } });
    expect(traced.extensions).toMatchObject({
      notes: [{ path: ['account', 'campaigns'] }],
      upstream: { count: 1 },
    });
    const query = `{ account(id: "${a}") { name ... @defer { campaigns(${wanted}) { nodes { restId } } } } }`;
    const sent = await fetch(running.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'multipart/mixed, application/json' },
      body: JSON.stringify({ query }),
    });
    const parts: SentPart[] = [];
    for await (const part of partsIn(sent)) parts.push(part);
    expect(parts.at(-1)).toMatchObject({
      hasNext: false,
      extensions: { notes: [{ path: ['account', 'campaigns'] }] },
    });
    expect(parts[0]).not.toHaveProperty('extensions');
  });

  test('shares its first page with other conditions, and the cost counts that', async () => {
    fill(many(8, rare));
    const document = `{ account(id: "${a}") {
      one: campaigns(first: 5, where: { nameContains: "1" }) { nodes { restId } }
      two: campaigns(first: 7, where: { nameContains: "2" }) { nodes { restId } } } }`;
    const answer = await running.ask(document);
    expect(answer.data.account).toEqual({
      one: { nodes: [{ restId: 'r1' }] },
      two: { nodes: [{ restId: 'r2' }] },
    });
    expect(answer.calls).toHaveLength(1);
    expect((await planOf(document)).calls.least).toBe(1);
  });
});

test('the plan shows how many pages may be read', async () => {
  const list = (args: string, selection = 'nodes { restId } totalCount') =>
    `{ account(id: "${a}") { campaigns(${args}) { ${selection} } } }`;
  const where = 'where: { nameContains: "x" }';
  expect((await planOf(list(where), usual)).endpoints).toMatchObject([
    { endpoint: 'listCampaigns', least: 1, most: 10, scopes: [expect.any(String)] },
  ]);
  expect((await planOf(list(where))).calls).toEqual({ least: 1, most: 1 });
  const children = await planOf(
    list('first: 3', `nodes { lineItems(${where}) { nodes { restId } } }`),
    usual,
  );
  expect(children.endpoints).toMatchObject([
    { endpoint: 'listCampaigns', least: 1, most: 1 },
    { endpoint: 'listLineItems', least: 0, most: 33 },
  ]);
});

describe('children', () => {
  const lineItemAt = (index: number, more: ApiRow): ApiRow =>
    rowOf(index, { name: `Item ${index}`, placements: [], categories: [], ...more });

  test('of many parents are one call', async () => {
    fill(many(3), 'Campaign', usual);
    const items = Array.from({ length: 30 }, (_, index) =>
      lineItemAt(index, {
        id: `l${index}`,
        campaign_id: `r${index % 3}`,
        entity_status: index < 20 ? 'PAUSED' : 'ACTIVE',
      }),
    );
    fill(items, 'LineItem', usual);
    fill(
      [
        rowOf(1, { id: 'p1', line_item_id: 'l20', tweet_id: '1' }),
        rowOf(2, { id: 'p2', line_item_id: 'l20', tweet_id: '2', entity_status: 'PAUSED' }),
      ],
      'PromotedTweet',
      usual,
    );
    const answer = await usual.ask(`{ account(id: "${a}") { campaigns { nodes {
      lineItems(first: 2, where: { entityStatus: [ACTIVE] }) {
        nodes { restId promotedTweets(where: { entityStatus: [PAUSED] }) { nodes { restId entityStatus } } }
        pageInfo { hasNextPage endCursor } totalCount
      } } } } }`);
    expect(answer.errors).toBeUndefined();
    const [, , third] = answer.data.account.campaigns.nodes;
    expect(third.lineItems).toEqual({
      nodes: [
        {
          restId: 'l20',
          promotedTweets: { nodes: [{ restId: 'p2', entityStatus: 'PAUSED' }] },
        },
        { restId: 'l23', promotedTweets: { nodes: [] } },
      ],
      pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
      totalCount: null,
    });
    expect(answer.calls.map(({ endpoint }) => endpoint)).toEqual([
      'listCampaigns',
      'listLineItems',
      'listPromotedTweets',
    ]);
    const more = await usual.ask(`{ account(id: "${a}") { campaign(id: "r2") {
      lineItems(first: 5, where: { entityStatus: [ACTIVE] }, after: "${third.lineItems.pageInfo.endCursor}") {
        nodes { restId } } } } }`);
    expect(more.data.account.campaign.lineItems.nodes).toEqual([
      { restId: 'l26' },
      { restId: 'l29' },
    ]);
  });
});

describe('updatedSince', () => {
  const since = (minute: number, order: string) =>
    `first: 5, where: { updatedSince: "${at(minute)}" }, orderBy: { field: UPDATED_AT, direction: ${order} }`;

  test('ends if rows are older, provided that the newest are first', async () => {
    fill(many(35));
    const answer = await campaigns(since(31, 'DESC'));
    expect(idsIn(answer)).toEqual(['r34', 'r33', 'r32', 'r31']);
    expect(answer.data.account.campaigns.pageInfo.hasNextPage).toBe(false);
    expect(answer.extensions).toBeUndefined();
    expect(counts(answer)).toEqual(['10']);
  });

  test('continues in any other order', async () => {
    fill(many(35));
    const answer = await campaigns(since(31, 'ASC'));
    expect([idsIn(answer), answer.data.account.campaigns.pageInfo.hasNextPage]).toEqual([[], true]);
  });

  test('does not trust an unordered answer', async () => {
    fill(many(20));
    running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      times: 1,
      fault: {
        kind: 'answer',
        status: 200,
        json: { data: [campaignAt(1), campaignAt(40), campaignAt(2)], next_cursor: 'c-more' },
      },
    });
    const answer = await campaigns(since(31, 'DESC'));
    expect(idsIn(answer)).toEqual(['r40']);
    expect(answer.data.account.campaigns.pageInfo.hasNextPage).toBe(true);
  });
});

test(`any walk meets each matching row once (SEED=${seed})`, async () => {
  const random = randomFrom(seed);
  for (let world = 0; world < runs(8, 200); world += 1) {
    running.emulator.store.clear('Campaign', a);
    const rows = many(random.upTo(60), () => ({
      entity_status: random.chance(0.3) ? 'PAUSED' : 'ACTIVE',
      name: random.of(['Ant', 'bee', 'BEETLE']),
    }));
    fill(rows);
    const part = random.of(['e', 'BE', 'ant']);
    const where = `where: { entityStatus: [PAUSED], nameContains: "${part}" }`;
    const direction = random.of(['ASC', 'DESC']);
    const isWanted = ({ entity_status: status, name }: ApiRow) =>
      status === 'PAUSED' && String(name).toLowerCase().includes(part.toLowerCase());
    const truth = rows.filter(isWanted).map(({ id }) => id);
    const met: string[] = [];
    for (let after = ''; ; ) {
      const order = `orderBy: { field: CREATED_AT, direction: ${direction} }`;
      const answer = await campaigns(`first: ${random.upTo(4) + 1}, ${where}, ${order}${after}`);
      expect(answer.errors).toBeUndefined();
      expect(answer.calls.length).toBeLessThanOrEqual(1);
      met.push(...idsIn(answer));
      const { hasNextPage, endCursor } = answer.data.account.campaigns.pageInfo;
      if (!hasNextPage) break;
      after = `, after: "${endCursor}"`;
    }
    expect(met).toEqual(direction === 'ASC' ? truth : truth.toReversed());
  }
});
