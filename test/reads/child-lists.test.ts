import { expect, test } from 'vitest';
import { createLoaders } from '../../src/loaders/index.ts';
import type { Page, PageFacts, PageQuery } from '../../src/loaders/page-query.ts';
import { pageQuery } from '../../src/loaders/page-query.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { idOf, SOURCE, tagRow } from '../../src/upstream/client/row.ts';
import { noField } from '../../src/upstream/client/trace.ts';
import { createOracle, type Oracle, type Plain } from '../support/list-oracle.ts';
import { pageOf } from '../support/loading.ts';

const scope = 'acc1';
const start = Date.parse('2024-01-01T00:00:00Z');

/** `rows` line items, the n-th of them of the campaign that `ownerOf` says. */
const lineItems = (rows: number, ownerOf: (index: number) => number): Plain[] =>
  Array.from({ length: rows }, (_, index) => ({
    id: `l${index}`,
    campaign_id: `c${ownerOf(index)}`,
    created_at: new Date(start + index * 60_000).toISOString(),
    deleted: false,
    entity_status: 'ACTIVE',
  }));

const askFor = (parent: number | string, facts: Partial<PageFacts> = {}): PageQuery =>
  pageQuery({
    endpoint: catalogue.listLineItems,
    path: { account_id: scope },
    parent: { param: 'campaign_ids', column: 'campaign_id', id: `c${parent}` },
    filters: {},
    where: null,
    sort: 'created_at-asc',
    first: 10,
    after: null,
    ...facts,
  });

const pagesFor = (
  oracle: Oracle,
  parents: number,
  facts: Partial<PageQuery> = {},
): Promise<readonly Page[]> => {
  const loaders = createLoaders(oracle.ads);
  return Promise.all(
    Array.from({ length: parents }, (_, parent) => pageOf(loaders, askFor(parent, facts))),
  );
};

const idsOf = ({ rows }: Page): string[] => rows.map(idOf);

/** The ids that the first page of each parent must hold, straight from the rows. */
const expected = (rows: readonly Plain[], parents: number, first: number): unknown[] =>
  Array.from({ length: parents }, (_, parent) =>
    rows
      .filter((row) => row['campaign_id'] === `c${parent}`)
      .slice(0, first)
      .map((row) => row['id']),
  );

const idsAsked = ({ asked }: Oracle): number[] =>
  asked.map(({ input }) => [input['campaign_ids']].flat().length);

test('the lists of 200 parents are one call if everything fits into a page', async () => {
  const rows = lineItems(1000, (index) => index % 200);
  const oracle = createOracle({ rows: { LineItem: rows } });
  const pages = await pagesFor(oracle, 200);
  expect(pages.map(idsOf)).toEqual(expected(rows, 200, 10));
  expect(pages.every((page) => !page.hasNextPage && page.knownTotal === 5)).toBe(true);
  expect(oracle.asked).toHaveLength(1);
  expect(oracle.asked[0]?.input).toMatchObject({ count: 1000, sort_by: 'created_at-asc' });
});

test('6,000 rows spread evenly over 200 parents are at most nine calls in two rounds', async () => {
  const rows = lineItems(6000, (index) => (index * 7) % 200);
  const oracle = createOracle({ rows: { LineItem: rows } });
  const pages = await pagesFor(oracle, 200);
  expect(pages.map(idsOf)).toEqual(expected(rows, 200, 10));
  expect(pages.every((page) => page.hasNextPage)).toBe(true);
  expect(oracle.asked.length).toBeLessThanOrEqual(9);
  expect(oracle.rounds()).toBe(2);
});

test('eight open parents or fewer are requested alone, in the second round', async () => {
  const rows = lineItems(1200, (index) => (index < 1000 ? 0 : 1 + (index % 8)));
  const oracle = createOracle({ rows: { LineItem: rows } });
  const pages = await pagesFor(oracle, 9);
  expect(pages.map(idsOf)).toEqual(expected(rows, 9, 10));
  expect(idsAsked(oracle)).toEqual([9, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(oracle.asked.slice(1).map(({ input }) => input['count'])).toEqual(Array(8).fill(20));
  expect(oracle.rounds()).toBe(2);
});

test('a single parent has its own list from the start, with a small page', async () => {
  const rows = lineItems(50, () => 0);
  const oracle = createOracle({ rows: { LineItem: rows } });
  const loaders = createLoaders(oracle.ads);
  const page = await pageOf(loaders, askFor(0, { first: 3 }));
  expect(idsOf(page)).toEqual(['l0', 'l1', 'l2']);
  expect(page.hasNextPage).toBe(true);
  expect(page.knownTotal).toBeNull();
  expect(oracle.asked[0]?.input).toEqual({
    account_id: scope,
    campaign_ids: ['c0'],
    sort_by: 'created_at-asc',
    count: 20,
  });
});

// Various skewed distributions: one big parent first, one big last, few big ones, Zipf, half of
// them empty.
const skews: Readonly<Record<string, (index: number, parents: number) => number>> = {
  'one big parent first': (index, parents) => (index < 5000 ? 0 : index % parents),
  'one big parent last': (index, parents) => (index < 500 ? index % parents : parents - 1),
  'three big parents': (index, parents) => (index % 50 === 0 ? index % parents : index % 3),
  'ever smaller parents': (index, parents) => Math.floor(parents ** ((index % 997) / 997)) - 1,
  'half of them empty': (index, parents) => (index * 2) % parents,
};
for (const [name, ownerOf] of Object.entries(skews)) {
  for (const parents of [2, 9, 30, 173, 200]) {
    test(`${name}, ${parents} parents: no more calls than parents and nine, in three rounds`, async () => {
      const rows = lineItems(6000, (index) => ownerOf(index, parents));
      const oracle = createOracle({ rows: { LineItem: rows } });
      const pages = await pagesFor(oracle, parents, { first: 50 });
      expect(pages.map(idsOf)).toEqual(expected(rows, parents, 50));
      expect(oracle.asked.length).toBeLessThanOrEqual(parents + 9);
      expect(oracle.rounds()).toBeLessThanOrEqual(3);
      const more = pages.map((page) => page.hasNextPage);
      expect(more).toEqual(expected(rows, parents, 51).map((ids) => (ids as []).length > 50));
    });
  }
}

test('more than 200 parents are chunks of 200, in parallel', async () => {
  const rows = lineItems(900, (index) => index % 450);
  const oracle = createOracle({ rows: { LineItem: rows } });
  const pages = await pagesFor(oracle, 450);
  expect(pages.map(idsOf)).toEqual(expected(rows, 450, 10));
  expect(idsAsked(oracle)).toEqual([200, 200, 50]);
  expect(oracle.rounds()).toBe(1);
});

test('short and empty pages with a cursor do not end a list', async () => {
  const rows = lineItems(60, (index) => index % 3);
  const oracle = createOracle({ rows: { LineItem: rows }, pageSize: () => 4 });
  const pages = await pagesFor(oracle, 3);
  expect(pages.map(idsOf)).toEqual(expected(rows, 3, 10));
  const nothing = createOracle({
    rows: { LineItem: rows },
    bend: (answer, _, input) =>
      input['cursor'] === undefined ? { ...answer, rows: [], nextCursor: 'c0' } : answer,
  });
  const [page] = await pagesFor(nothing, 1);
  expect(page && idsOf(page)).toEqual(expected(rows, 1, 10)[0]);
});

test('equal lists are one load; another filter, order or size is another', async () => {
  const rows = lineItems(4, (index) => index % 2);
  const oracle = createOracle({ rows: { LineItem: rows } });
  const loaders = createLoaders(oracle.ads);
  const both = (facts: Partial<PageQuery>) =>
    [0, 1].map((parent) => pageOf(loaders, askFor(parent, facts)));
  const pages = await Promise.all([
    ...both({}),
    ...both({}),
    ...both({ filters: { q: 'l' } }),
    ...both({ sort: 'created_at-desc' }),
    ...both({ filters: { with_deleted: true }, first: 1 }),
  ]);
  expect(pages[0]).toBe(pages[2]);
  expect(pages[6]?.rows.map(idOf)).toEqual(['l2', 'l0']);
  expect(
    oracle.asked.map(({ input }) => [input['q'], input['sort_by'], input['with_deleted']]),
  ).toEqual([
    [undefined, 'created_at-asc', undefined],
    ['l', 'created_at-asc', undefined],
    [undefined, 'created_at-desc', undefined],
    [undefined, 'created_at-asc', true],
  ]);
});

test('rows of a parent that was not requested are never shown', async () => {
  const rows = lineItems(6, (index) => index % 2);
  const stranger: Plain = { id: 'x', campaign_id: 'c7', deleted: false };
  const bend: Parameters<typeof createOracle>[0]['bend'] = (answer, endpoint: Endpoint) => {
    const origin = {
      entity: answer.rows[0]?.[SOURCE].entity ?? rowsOf(endpoint),
      accountId: scope,
      endpoint,
    };
    return { ...answer, rows: [tagRow({ ...stranger }, origin), ...answer.rows] };
  };
  const oracle = createOracle({ rows: { LineItem: rows }, bend });
  expect((await pagesFor(oracle, 2)).map(idsOf)).toEqual(expected(rows, 2, 10));
  expect((await pagesFor(oracle, 1)).map(idsOf)).toEqual(expected(rows, 1, 10));
});

const rowsOf = (endpoint: Endpoint) => {
  if (endpoint.returns.of === null) throw new TypeError(endpoint.name);
  return endpoint.returns.of;
};

test('a parent’s id finds its rows in upper and lower case, and both spellings get the page', async () => {
  const rows = lineItems(4, (index) => index % 2).map((row, index) =>
    index === 3 ? { ...row, campaign_id: 'C1' } : row,
  );
  const loaders = createLoaders(createOracle({ rows: { LineItem: rows } }).ads);
  const upper = { param: 'campaign_ids', column: 'campaign_id', id: 'C0' };
  const [one, two, other] = await Promise.all([
    pageOf(loaders, askFor(0)),
    pageOf(loaders, askFor(0, { parent: upper })),
    pageOf(loaders, askFor(1)),
  ]);
  expect([one, two, other].map((page) => page && idsOf(page))).toEqual([
    ['l0', 'l2'],
    ['l0', 'l2'],
    ['l1', 'l3'],
  ]);
});

test('one parent that makes the merged call fail fails alone', async () => {
  const rows = lineItems(16, (index) => index % 8);
  const oracle = createOracle({
    rows: { LineItem: rows },
    refuse: ({ name: endpoint }, input) => {
      if (![input['campaign_ids']].flat().includes('c5')) return;
      const problems = [{ code: 'NOT_FOUND', message: 'none', parameter: 'campaign_ids' }];
      throw new UpstreamError({ endpoint, status: 404, problems });
    },
  });
  const loaders = createLoaders(oracle.ads);
  const pages = await Promise.allSettled(
    Array.from({ length: 8 }, (_, parent) => pageOf(loaders, askFor(parent))),
  );
  expect(pages.map((page) => page.status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    true,
    true,
  ]);
  expect(pages[5]).toMatchObject({ reason: { code: 'NOT_FOUND' } });
  expect(idsAsked(oracle)).toEqual([8, 4, 4, 2, 2, 1, 1]);
});

test('a refusal that is about no id fails every list of the call, without a second call', async () => {
  const oracle = createOracle({
    rows: {},
    refuse: ({ name: endpoint }) => {
      throw new UpstreamError({ endpoint, status: 403, problems: [{ code: 'X', message: 'no' }] });
    },
  });
  const loaders = createLoaders(oracle.ads);
  const pages = await Promise.allSettled(
    [0, 1, 2].map((parent) => pageOf(loaders, askFor(parent))),
  );
  expect(pages.map((page) => page.status)).toEqual(Array(3).fill('rejected'));
  expect(oracle.asked).toHaveLength(1);
});

test('line items that cannot have such rows have an empty list', async () => {
  let code = 'INCOMPATIBLE_LINE_ITEM';
  const oracle = createOracle({
    rows: {},
    refuse: ({ name: endpoint }) => {
      throw new UpstreamError({ endpoint, status: 400, problems: [{ code, message: 'none may' }] });
    },
  });
  const promoted = (id: string): PageQuery =>
    askFor(0, {
      endpoint: catalogue.listPromotedAccounts,
      parent: { param: 'line_item_ids', column: 'line_item_id', id },
    });
  for (code of ['INCOMPATIBLE_LINE_ITEM', 'INVALID']) {
    for (const ids of [['l1', 'l2', 'l3'], ['l1']]) {
      oracle.reset();
      const loaders = createLoaders(oracle.ads);
      const pages = await Promise.all(ids.map((id) => pageOf(loaders, promoted(id))));
      expect(pages.map((page) => [page.rows, page.hasNextPage, page.knownTotal])).toEqual(
        ids.map(() => [[], false, 0]),
      );
      expect(oracle.asked).toHaveLength(1);
    }
  }
  // A refusal that is not documented for a list stays a refusal.
  await expect(pageOf(createLoaders(oracle.ads), askFor(0))).rejects.toMatchObject({
    code: 'UPSTREAM_REJECTED',
  });
});

test('no rows are requested if none are wanted', async () => {
  const oracle = createOracle({ rows: { LineItem: lineItems(4, (index) => index % 2) } });
  const loaders = createLoaders(oracle.ads);
  const page = await pageOf(loaders, askFor(0, { first: 0 }));
  expect([page.rows, page.hasNextPage]).toEqual([[], true]);
  expect(oracle.asked).toEqual([]);
  expect(await loaders.total(page, noField())).toBe(2);
});

test('the number of rows is a call of its own only if the page does not show it', async () => {
  const rows = lineItems(50, () => 0);
  const oracle = createOracle({ rows: { LineItem: rows } });
  const loaders = createLoaders(oracle.ads);
  const [all, some] = await Promise.all([
    pageOf(loaders, askFor(0, { first: 100 })),
    pageOf(loaders, askFor(0, { first: 3, filters: { with_deleted: true } })),
  ]);
  oracle.reset();
  expect(all && loaders.total(all, noField())).toBe(50);
  expect(
    some && (await Promise.all([loaders.total(some, noField()), loaders.total(some, noField())])),
  ).toEqual([50, 50]);
  expect(oracle.asked).toEqual([
    {
      endpoint: 'listLineItems',
      input: {
        account_id: scope,
        campaign_ids: ['c0'],
        with_deleted: true,
        with_total_count: true,
        count: 1,
      },
    },
  ]);
});

test('lists of different sizes in one upstream page are one call', async () => {
  const oracle = createOracle({ rows: { LineItem: lineItems(50, () => 0) } });
  const loaders = createLoaders(oracle.ads);
  await Promise.all(
    [5, 10, 20].map((first) => pageOf(loaders, askFor(0, { first, parent: null }))),
  );
  expect(oracle.asked).toHaveLength(1);
});

test('a list that leads in circles ends there, with UPSTREAM_CURSOR_LOOP beside its rows', async () => {
  const oracle = createOracle({
    rows: { LineItem: lineItems(40, () => 0) },
    bend: (answer, _, input) => ({
      ...answer,
      rows: answer.rows.slice(0, 2),
      nextCursor: input['cursor'] === 'c1' ? 'c2' : 'c1',
    }),
  });
  const loaders = createLoaders(oracle.ads);
  const page = await pageOf(loaders, askFor(0));
  expect(page.flaws).toMatchObject([{ code: 'UPSTREAM_CURSOR_LOOP' }]);
  expect(page.rows.length).toBeGreaterThan(0);
  expect([page.hasNextPage, page.knownTotal]).toEqual([false, null]);
  expect(oracle.asked.map(({ input }) => input['cursor'])).toEqual([undefined, 'c1', 'c2']);
});
