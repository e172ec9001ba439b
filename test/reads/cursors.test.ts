import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { cursorOf, parseCursor, RowCursors } from '../../src/loaders/cursor.ts';
import { createLoaders, type Loaders } from '../../src/loaders/index.ts';
import type { Page, PageFacts, PageQuery } from '../../src/loaders/page-query.ts';
import { pageQuery } from '../../src/loaders/page-query.ts';
import { lineItem } from '../../src/upstream/catalogue/areas/line-items.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { readRows } from '../../src/upstream/client/bytes/read-rows.ts';
import { Sink } from '../../src/upstream/client/bytes/sink.ts';
import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { idOf, type Row, tagRow } from '../../src/upstream/client/row.ts';
import { noField } from '../../src/upstream/client/trace.ts';
import { anyText } from '../support/any-text.ts';
import { startGateway } from '../support/gateway.ts';
import { createOracle, type Plain } from '../support/list-oracle.ts';
import { pageOf } from '../support/loading.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const scope = 'acc1';
const start = Date.parse('2024-01-01T00:00:00Z');
const timeOf = (minute: number): string => new Date(start + minute * 60_000).toISOString();
const row = (index: number, parent = 'c0'): Plain => ({
  id: `l${index}`,
  campaign_id: parent,
  created_at: timeOf(index),
  deleted: false,
  entity_status: 'ACTIVE',
});
const rows = (many: number): Plain[] => Array.from({ length: many }, (_, index) => row(index));

const ask = (facts: Partial<PageFacts> = {}): PageQuery =>
  pageQuery({
    endpoint: catalogue.listLineItems,
    path: { account_id: scope },
    parent: { param: 'campaign_ids', column: 'campaign_id', id: 'c0' },
    filters: {},
    where: null,
    sort: 'created_at-asc',
    first: 4,
    after: null,
    ...facts,
  });
const idsOf = (page: Page): string[] => page.rows.map(idOf);
const lastCursor = (page: Page): string => page.cursors.at(page.rows.length - 1);
const l = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `l${from + index}`);

/** The ids of a walk to the end. Each page has loaders of its own, as in separate requests. */
const walk = async (
  loadersNow: () => Loaders,
  facts: Partial<PageQuery>,
  between: (page: number) => void = () => undefined,
  from: string | null = null,
): Promise<string[]> => {
  const ids: string[] = [];
  let after = from;
  for (let page = 0; page < 500; page += 1) {
    const found: Page = await pageOf(loadersNow(), ask({ ...facts, after }));
    ids.push(...idsOf(found));
    if (!found.hasNextPage) return ids;
    after = lastCursor(found);
    between(page);
  }
  throw new Error('the walk does not end');
};

test('a cursor inside an upstream page requests the same page again, and one at its end the next', async () => {
  const oracle = createOracle({ rows: { LineItem: rows(50) } });
  const loaders = () => createLoaders(oracle.ads);
  const one = await pageOf(loaders(), ask());
  const two = await pageOf(loaders(), ask({ after: lastCursor(one), first: 16 }));
  const three = await pageOf(loaders(), ask({ after: lastCursor(two), first: 7 }));
  expect([one, two, three].map(idsOf)).toEqual([l(0, 4), l(4, 20), l(20, 27)]);
  expect(oracle.asked.map(({ input }) => [input['count'], input['cursor']])).toEqual([
    [20, undefined],
    [20, undefined],
    [20, 'c20'],
  ]);
});

test('any row’s cursor continues after that row', async () => {
  const oracle = createOracle({ rows: { LineItem: rows(50) } });
  const page = await pageOf(createLoaders(oracle.ads), ask({ first: 30 }));
  for (const index of [0, 1, 17, 29]) {
    const after = page.cursors.at(index);
    const next = await pageOf(createLoaders(oracle.ads), ask({ after, first: 5 }));
    expect(idsOf(next)).toEqual(l(index + 1, index + 6));
  }
});

test('a child whose first page was read with other parents continues with a list of its own', async () => {
  const all = Array.from({ length: 90 }, (_, index) => row(index, `c${index % 3}`));
  const oracle = createOracle({ rows: { LineItem: all } });
  const loaders = createLoaders(oracle.ads);
  const [page] = await Promise.all(
    ['c0', 'c1', 'c2'].map((id) =>
      pageOf(
        loaders,
        ask({ first: 25, parent: { param: 'campaign_ids', column: 'campaign_id', id } }),
      ),
    ),
  );
  if (page === undefined) throw new Error('no page');
  oracle.reset();
  const next = await pageOf(createLoaders(oracle.ads), ask({ first: 3, after: lastCursor(page) }));
  expect(idsOf(next)).toEqual(['l75', 'l78', 'l81']);
  expect(oracle.asked).toEqual([
    {
      endpoint: 'listLineItems',
      input: {
        account_id: scope,
        campaign_ids: ['c0'],
        sort_by: 'created_at-asc',
        count: 28,
      },
    },
  ]);
});

test('the count of a child’s own list is never above the endpoint’s maximum', async () => {
  const all = Array.from({ length: 1400 }, (_, index) => row(index, index < 700 ? 'c0' : 'c1'));
  const oracle = createOracle({
    rows: {
      LineItem: all.map((one, at) => (at % 700 > 690 ? { ...one, campaign_id: 'c2' } : one)),
    },
  });
  const loaders = createLoaders(oracle.ads);
  const [page] = await Promise.all(
    ['c0', 'c1'].map((id) =>
      pageOf(
        loaders,
        ask({ first: 600, parent: { param: 'campaign_ids', column: 'campaign_id', id } }),
      ),
    ),
  );
  if (page === undefined) throw new Error('no page');
  oracle.reset();
  const next = await pageOf(
    createLoaders(oracle.ads),
    ask({ first: 900, after: lastCursor(page) }),
  );
  expect(idsOf(next)).toEqual(l(600, 691));
  expect(oracle.asked[0]?.input['count']).toBe(1000);
});

test('rows deleted at the border between pages lose nothing and show nothing twice', async () => {
  for (const gone of [['l3'], ['l3', 'l2'], ['l1', 'l2', 'l3'], ['l3', 'l4']]) {
    const stored = { LineItem: rows(30) };
    const oracle = createOracle({ rows: stored });
    const page = await pageOf(createLoaders(oracle.ads), ask());
    stored.LineItem = stored.LineItem.filter(({ id }) => !gone.includes(String(id)));
    const next = await pageOf(createLoaders(oracle.ads), ask({ after: lastCursor(page) }));
    const [first, ...others] = l(4, 9).filter((id) => !gone.includes(id));
    expect(idsOf(next)).toEqual([first, ...others].slice(0, 4));
  }
});

const sortable = [
  ...['updated_at', 'deleted', 'name', 'standard_delivery', 'start_time'],
  ...['daily_budget_amount_local_micro', 'post_view_attribution_window'],
];

/** A list that is sorted by each of these columns, though no list of the API is sorted by all. */
const sortedBy = (column: string): Pick<PageQuery, 'endpoint' | 'parent' | 'filters'> => {
  const { listAppEventTags, listCampaigns, listFundingInstruments } = catalogue;
  const endpoint = [listCampaigns, listFundingInstruments, listAppEventTags].find(
    (list) => column in list.returns.of.columns,
  );
  if (endpoint === undefined) throw new Error(column);
  return { endpoint, parent: null, filters: { with_deleted: true } };
};

test('a list sorted by times or numbers continues after the last value, although the last rows are gone', async () => {
  // Two rows share each value.
  const level = (index: number): number => 1 + Math.floor(index / 2);
  const walked = async (column: string, direction: string, isParsed: boolean) => {
    const { endpoint, ...facts } = { ...sortedBy(column), sort: `${column}-${direction}` };
    const entity = endpoint.returns.of?.name ?? '';
    const value = (index: number) => (/_at$|_time$/.test(column) ? timeOf(index) : 5 * index);
    const stored: Record<string, readonly Plain[]> = {
      // JSON has no NaN, so the oracle returns rows with it as objects that were never JSON.
      [entity]: rows(30).map((one, at) => ({
        ...one,
        [column]: value(level(at)),
        ...(isParsed && { extra: Number.NaN }),
      })),
    };
    const oracle = createOracle({ rows: stored });
    const wanted = { ...facts, endpoint };
    const whole = await pageOf(createLoaders(oracle.ads), ask({ ...wanted, first: 30 }));
    const page = await pageOf(createLoaders(oracle.ads), ask({ ...wanted, first: 8 }));
    const gone = idsOf(page).slice(-3);
    stored[entity] = (stored[entity] ?? []).filter(({ id }) => !gone.includes(String(id)));
    const after = lastCursor(page);
    const next = await pageOf(createLoaders(oracle.ads), ask({ ...wanted, first: 2, after }));
    return { whole: idsOf(whole), page: idsOf(page), next: idsOf(next) };
  };
  for (const isParsed of [false, true]) {
    for (const column of ['updated_at', 'start_time', 'daily_budget_amount_local_micro']) {
      for (const direction of ['asc', 'desc']) {
        const { whole, page, next } = await walked(column, direction, isParsed);
        expect([...page, ...next], `${column}-${direction}`).toEqual(whole.slice(0, 10));
      }
    }
  }
});

test('if the API’s comparison is unknown, rows may be repeated but none is left out', async () => {
  const budget = 'daily_budget_amount_local_micro';
  const time = timeOf(7);
  // The order, and the values that are first and then in a possible order of the API: names without
  // regard to case, flags from either end, missing values at either end.
  const lists = [
    ['name-asc', ['a', 'b'], ['C', 'D']],
    ['name-desc', ['Z', 'Y'], ['x', 'w']],
    ['standard_delivery-asc', [true, true], [false, false]],
    ['standard_delivery-desc', [false, false], [true, true]],
    [`${budget}-asc`, [5, 7], [null, null]],
    [`${budget}-desc`, [null, null], [7, 5]],
    [
      `${budget}-asc`,
      ['9007199254740993', '9007199254740995'],
      ['18014398509481984', '18014398509481986'],
    ],
    ['start_time-asc', [time, time], [null, null]],
    ['start_time-desc', [null, null], [time, time]],
  ] as const;
  for (const [sort, shown, rest] of lists) {
    const column = sort.slice(0, sort.lastIndexOf('-'));
    const { endpoint, ...facts } = sortedBy(column);
    const entity = endpoint.returns.of?.name ?? '';
    // The page of the API has one row more than is shown. It has the value of the last one.
    const all: Plain[] = [...shown, shown[1], ...rest].map((value, index) => ({
      ...row(index),
      [column]: value,
    }));
    const stored = { [entity]: all };
    const rank = ({ id }: Plain): number => Number(String(id).slice(1));
    const oracle = createOracle({ rows: stored, rank, pageSize: () => 3 });
    const wanted = { ...facts, endpoint, sort, first: 2 };
    const page = await pageOf(createLoaders(oracle.ads), ask(wanted));
    expect(idsOf(page)).toEqual(l(0, 2));
    stored[entity] = all.slice(3);
    const next = await pageOf(
      createLoaders(oracle.ads),
      ask({ ...wanted, after: lastCursor(page) }),
    );
    expect(idsOf(next), `${sort} ${shown}`).toEqual(l(3, 5));
  }
});

test('a row that was shown last and moves to the end hides no other row', async () => {
  for (const column of sortable) {
    const { endpoint, ...facts } = { ...sortedBy(column), sort: `${column}-asc` };
    const entity = endpoint.returns.of?.name ?? '';
    const kind = endpoint.returns.of?.columns[column]?.kind;
    const value = (index: number): unknown => {
      if (kind === 'flag') return index > 20;
      return kind === 'time' ? timeOf(index) : kind === 'text' ? `n${100 + index}` : index;
    };
    const stored = { [entity]: rows(30).map((one, at) => ({ ...one, [column]: value(at) })) };
    const oracle = createOracle({ rows: stored });
    const wanted = { ...facts, endpoint, first: 4 };
    const page = await pageOf(createLoaders(oracle.ads), ask(wanted));
    stored[entity] = (stored[entity] ?? []).map((one) =>
      ['l1', 'l2', 'l3'].includes(String(one['id'])) ? { ...one, [column]: value(40) } : one,
    );
    const rest = await walk(() => createLoaders(oracle.ads), wanted, undefined, lastCursor(page));
    expect([...new Set(rest)].toSorted(), column).toEqual(
      expect.arrayContaining(l(4, 30).toSorted()),
    );
  }
});

test('a row that moves between two upstream pages of one page hides no other row', async () => {
  const stored: { LineItem: readonly Plain[] } = {
    LineItem: rows(60).map((one, at) => ({ ...one, updated_at: timeOf(at) })),
  };
  const oracle = createOracle({
    rows: stored,
    rank: ({ updated_at: at }) => Date.parse(String(at)),
    pageSize: () => 20,
    bend: (answer) => {
      // The last row of the first page changes as soon as it is read.
      stored.LineItem = stored.LineItem.map((one) =>
        one['id'] === 'l19' && one['updated_at'] === timeOf(19)
          ? { ...one, updated_at: timeOf(35) }
          : one,
      );
      return answer;
    },
  });
  const facts = { sort: 'updated_at-asc', first: 30 };
  const page = await pageOf(createLoaders(oracle.ads), ask(facts));
  expect(idsOf(page)).toEqual(l(0, 30));
  const after = page.cursors.at(19);
  const rest = await walk(() => createLoaders(oracle.ads), facts, undefined, after);
  expect(rest).toEqual(expect.arrayContaining(l(20, 60)));
});

test('new rows at the head of a list do not move a walk', async () => {
  const stored = { LineItem: rows(30) };
  const oracle = createOracle({ rows: stored });
  const facts = { sort: 'created_at-desc' };
  const page = await pageOf(createLoaders(oracle.ads), ask(facts));
  stored.LineItem = [...stored.LineItem, ...Array.from({ length: 25 }, (_, at) => row(100 + at))];
  const next = await pageOf(createLoaders(oracle.ads), ask({ ...facts, after: lastCursor(page) }));
  expect(idsOf(next)).toEqual(['l25', 'l24', 'l23', 'l22']);
});

test('more new rows at the head of a list than a page may have do not move a walk either', async () => {
  const stored = { LineItem: rows(30) };
  const oracle = createOracle({ rows: stored });
  const facts = { sort: 'created_at-desc' };
  const page = await pageOf(createLoaders(oracle.ads), ask(facts));
  stored.LineItem = [...stored.LineItem, ...Array.from({ length: 100 }, (_, at) => row(100 + at))];
  const after = lastCursor(page);
  const rest = await walk(() => createLoaders(oracle.ads), facts, undefined, after);
  expect(rest).toEqual(l(0, 26).reverse());
});

test('new rows at the head of a list repeat no row with the time where a walk is', async () => {
  const tied = rows(30).map((one, at) => (at < 26 ? one : { ...one, created_at: timeOf(26) }));
  const stored = { LineItem: tied };
  const oracle = createOracle({ rows: stored });
  const facts = { sort: 'created_at-desc' };
  const page = await pageOf(createLoaders(oracle.ads), ask(facts));
  stored.LineItem = [...tied, ...Array.from({ length: 19 }, (_, at) => row(100 + at))];
  const after = lastCursor(page);
  const next = await pageOf(createLoaders(oracle.ads), ask({ ...facts, first: 1, after }));
  expect([...idsOf(page), ...idsOf(next)]).toEqual(['l26', 'l27', 'l28', 'l29', 'l25']);
});

test('a continuing page needs three upstream pages at most, and a walk still reaches the end', async () => {
  const stored = { LineItem: rows(40) };
  const oracle = createOracle({
    rows: stored,
    // Two rows, then three empty pages, and so on.
    bend: (answer, _, input) => {
      const at = Number(String(input['cursor'] ?? 'c0').slice(1));
      const next = at + 1 < 80 ? `c${at + 1}` : null;
      const origin = answer.rows;
      return { ...answer, rows: at % 4 === 0 ? origin : [], nextCursor: next };
    },
    pageSize: () => 2,
  });
  let most = 0;
  const found = await walk(
    () => {
      oracle.reset();
      return createLoaders(oracle.ads);
    },
    {},
    (page) => {
      if (page > 0) most = Math.max(most, oracle.asked.length);
    },
  );
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(l(0, 40).filter((_, index) => index % 4 < 2));
  expect(most).toBe(3);
});

test('rows of one creation time are walked exactly once', async () => {
  const tied = rows(70).map((one) => ({ ...one, created_at: '2024-01-01T00:00:00Z' }));
  const oracle = createOracle({ rows: { LineItem: tied } });
  for (const first of [1, 3, 20, 33]) {
    expect(await walk(() => createLoaders(oracle.ads), { first })).toEqual(l(0, 70));
  }
});

test('a border between upstream pages costs no second call, whatever the times', async () => {
  const tied = rows(70).map((one) => ({ ...one, created_at: '2024-01-01T00:00:00Z' }));
  const oracle = createOracle({ rows: { LineItem: tied } });
  const page = await pageOf(createLoaders(oracle.ads), ask({ first: 20 }));
  oracle.reset();
  await pageOf(createLoaders(oracle.ads), ask({ first: 20, after: lastCursor(page) }));
  expect(oracle.asked.map(({ input }) => input['cursor'])).toEqual(['c20']);
});

test('a cursor in a later upstream page requests only that page', async () => {
  let size = 5;
  const oracle = createOracle({ rows: { LineItem: rows(70) }, pageSize: () => size });
  const page = await pageOf(createLoaders(oracle.ads), ask({ first: 18 }));
  oracle.reset();
  size = 20;
  const next = await pageOf(
    createLoaders(oracle.ads),
    ask({ first: 3, after: page.cursors.at(16) }),
  );
  expect(idsOf(next)).toEqual(l(17, 20));
  expect(oracle.asked.map(({ input }) => input['cursor'])).toEqual(['c15']);
});

test('pages that are shorter than before neither lose rows nor repeat them', async () => {
  for (const [tie, sort] of [
    [true, 'created_at-asc'],
    [false, 'created_at-asc'],
    [true, null],
  ] as const) {
    // Three pages of three rows end before the last row shown, at it, and at each row before it.
    for (const first of [8, 9, 10, 11, 12, 16]) {
      const tied = rows(60).map((one) =>
        tie ? { ...one, created_at: '2024-01-01T00:00:00Z' } : one,
      );
      let size = 20;
      const oracle = createOracle({ rows: { LineItem: tied }, pageSize: () => size });
      const facts = { first, sort };
      const found = await walk(
        () => createLoaders(oracle.ads),
        facts,
        () => {
          size = 3;
        },
      );
      expect(found).toEqual(l(0, 60));
    }
  }
});

test('only a list that was read from its beginning knows its number of rows', async () => {
  const oracle = createOracle({ rows: { LineItem: rows(30) } });
  const loaders = createLoaders(oracle.ads);
  const page = await pageOf(loaders, ask({ first: 20 }));
  const last = await pageOf(loaders, ask({ first: 20, after: lastCursor(page) }));
  expect([last.hasNextPage, last.knownTotal]).toEqual([false, null]);
  expect(await loaders.total(last, noField())).toBe(30);
});

test('a list without order or creation times is walked by its ids and places', async () => {
  const bare = rows(45).map(({ created_at: _, ...one }) => one);
  const oracle = createOracle({ rows: { LineItem: bare } });
  expect(await walk(() => createLoaders(oracle.ads), { sort: null, first: 6 })).toEqual(l(0, 45));
});

test('a list whose rows have no ids is walked by the number of its rows', async () => {
  const oracle = createOracle({ rows: { AccountHistoryEntry: rows(45) } });
  const endpoint = catalogue.listAccountHistory;
  const facts = { endpoint, parent: null, sort: null, filters: { entity_type: 'CAMPAIGN' } };
  for (const first of [1, 6, 20]) {
    expect(await walk(() => createLoaders(oracle.ads), { ...facts, first })).toEqual(l(0, 45));
  }
});

test('an invalid cursor, or another list’s, is INVALID_CURSOR before any call', async () => {
  const oracle = createOracle({ rows: { LineItem: rows(50) } });
  const good = lastCursor(await pageOf(createLoaders(oracle.ads), ask()));
  const [, print = '', at = ''] = /^(\w{6}),20,,4,=(\S+Z),l1,l2,l3;$/.exec(good) ?? [];
  expect(at).toBe('2024-01-01T00:03:00.000Z');
  const tail = `4,=${at},l1,l2,l3;`;
  const other = { param: 'campaign_ids', column: 'campaign_id', id: 'c1' };
  const asks: readonly PageQuery[] = [
    ...[
      '',
      'x',
      '!!!',
      'bm8',
      `${good}x`,
      `${good};`,
      `${good}=`,
      ` ${good}`,
      // The cursors of earlier releases.
      Buffer.from(`${print}k  ${tail}`).toString('base64url'),
      'created:l3',
      ...Array.from(good, (_, end) => good.slice(0, end)),
      'a'.repeat(10_240),
    ].map((after) => ask({ after })),
    ...[
      `${print.slice(1)}-,20,,${tail}`,
      `${print},0,,${tail}`,
      `${print},1001,,${tail}`,
      `${print},020,,${tail}`,
      `${print},2e1,,${tail}`,
      `${print},1.5,,${tail}`,
      `${print},-20,,${tail}`,
      `${print},NaN,,${tail}`,
      `${print},Infinity,,${tail}`,
      `${print},20,a%20b,${tail}`,
      `${print},20,%63,${tail}`,
      `${print},20,%zz,${tail}`,
      `${print},20,%`,
      `${print},20,\u00e9,${tail}`,
      `${print},20,${'c'.repeat(2011)},${tail}`,
      `${print},20,,,${tail}`,
      `${print},20,,`,
      `${print},20;`,
      `${print},20,,-4,=${at},l1,l2,l3;`,
      `${print},20,,1.4,=${at},l1,l2,l3;`,
      `${print},20,,04,=${at},l1,l2,l3;`,
      `${print},20,,NaN,=${at},l1,l2,l3;`,
      `${print},20,,99999999999999999999,=${at},l1,l2,l3;`,
      `${print},20,,4,${at},l1,l2,l3;`,
      `${print},20,,4,%3D${at},l1,l2,l3;`,
      `${print},20,,4,=${at.replace(':', '%3A')},l1,l2,l3;`,
      `${print},20,,4,=${at},l0,l1,l2,l3;`,
      `${print},20,,4,=${at},l1,l2,%6c3;`,
      `${print},20,,4,=${at},l1,l2,l~3 ;`,
      `${print},20,,4;`,
      Buffer.from('{}').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ].map((after) => ask({ after })),
    ask({ after: good, endpoint: catalogue.listCampaigns }),
    ask({ after: good, path: { account_id: 'acc2' } }),
    ask({ after: good, parent: null }),
    ask({ after: good, parent: other }),
    ask({ after: good, parent: { ...other, param: 'funding_instrument_ids', id: 'c0' } }),
    ask({ after: good, filters: { q: 'x' } }),
    ask({ after: good, filters: { with_deleted: true } }),
    ask({ after: good, sort: 'created_at-desc' }),
    ask({ after: 'x', first: 0 }),
  ];
  oracle.reset();
  for (const one of asks) {
    await expect(pageOf(createLoaders(oracle.ads), one), String(one.after)).rejects.toMatchObject({
      code: 'INVALID_CURSOR',
      inputPath: ['after'],
      message: expect.stringContaining('without `after`'),
    });
  }
  expect(oracle.asked).toEqual([]);
});

test(`any position opens as it was sealed, whatever its ids and upstream cursor contain (seed ${seed})`, () => {
  const text = fc.oneof(
    anyText({ minLength: 1 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
  );
  const visible = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
  });
  const time = fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31T23:59:59Z') })
    .chain((date) =>
      fc.constantFrom('Z', '+00:00', '-0800').map((zone) => date.toISOString().replace('Z', zone)),
    );
  const position = fc.record({
    cursor: fc.option(visible),
    count: fc.option(fc.integer({ min: 1, max: 1000 })),
    offset: fc.integer({ min: 0, max: 1_000_000 }),
    anchors: fc.array(fc.oneof(text, time), { maxLength: 3 }),
    value: fc.option(fc.oneof(text, time, fc.constantFrom('', '0', 'null', '=', ','))),
  });
  fc.assert(
    fc.property(position, (one) => {
      const cursor = cursorOf(ask(), one);
      expect(cursor).toMatch(/^[\w.:+%=~!*'(),-]+;$/);
      if (cursor.length > 2048) expect(() => parseCursor(ask(), cursor)).toThrow(/cursor/);
      else expect(parseCursor(ask(), cursor)).toEqual(one);
    }),
    { seed, numRuns: runs(50, 50_000) },
  );
});

test('the same list is the same however its ids are written and its filters ordered', async () => {
  const oracle = createOracle({ rows: { LineItem: rows(50) } });
  const filters = { with_deleted: true, with_draft: true };
  const page = await pageOf(createLoaders(oracle.ads), ask({ filters }));
  const again = ask({
    after: lastCursor(page),
    path: { account_id: 'ACC1' },
    parent: { param: 'campaign_ids', column: 'campaign_id', id: 'C0' },
    filters: { with_draft: true, with_deleted: true },
  });
  const next = await pageOf(createLoaders(oracle.ads), again);
  expect(idsOf(next)).toEqual(l(4, 8));
});

test('a cursor that the API no longer accepts is INVALID_CURSOR; other refusals are passed on', async () => {
  let parameter = 'cursor';
  const oracle = createOracle({
    rows: { LineItem: rows(50) },
    refuse: ({ name: endpoint }, input) => {
      if (input['cursor'] === undefined) return;
      const problems = [{ code: 'INVALID_PARAMETER', message: 'no', parameter }];
      throw new UpstreamError({ endpoint, status: 400, problems });
    },
  });
  const page = await pageOf(createLoaders(oracle.ads), ask({ first: 20 }));
  const next = ask({ after: lastCursor(page) });
  await expect(pageOf(createLoaders(oracle.ads), next)).rejects.toMatchObject({
    code: 'INVALID_CURSOR',
  });
  parameter = 'q';
  await expect(pageOf(createLoaders(oracle.ads), next)).rejects.toMatchObject({
    code: 'UPSTREAM_REJECTED',
  });
});

test('a walk through a list that leads in circles stops', async () => {
  const oracle = createOracle({
    rows: { LineItem: rows(50) },
    bend: (answer) => ({ ...answer, nextCursor: 'c20' }),
  });
  const loaders = () => createLoaders(oracle.ads);
  expect(await walk(loaders, { first: 20 })).toEqual(l(0, 40));
  const first = await pageOf(loaders(), ask({ first: 20 }));
  const second = await pageOf(loaders(), ask({ first: 20, after: lastCursor(first) }));
  const last = await pageOf(loaders(), ask({ first: 20, after: lastCursor(second) }));
  expect(last).toMatchObject({ rows: [], flaws: [{ code: 'UPSTREAM_CURSOR_LOOP' }] });
});

test('the cursors of the demo accounts are short: on average no more than 80 letters', async () => {
  const lists = ['campaigns', 'lineItems', 'promotedTweets', 'mediaCreatives', 'cards'];
  const running = await startGateway();
  try {
    const { data, errors } = await running.ask(`{ accounts(first: 10) { edges {
      cursor
      node { ${lists.map((list) => `${list} { edges { cursor } }`).join(' ')} tweets(tweetType: PUBLISHED) { edges { cursor } } }
    } } }`);
    expect(errors).toBeUndefined();
    const cursors = Array.from(
      JSON.stringify(data).matchAll(/"cursor":"([^"]+)"/g),
      ([, one]) => one,
    );
    expect(cursors.length).toBeGreaterThan(1000);
    expect(cursors.join('').length / cursors.length).toBeLessThan(80);
  } finally {
    await running.close();
  }
});

test(`cursors contain the ids and sort values of the rows before them, whatever their characters (seed ${seed})`, () => {
  const time = fc.oneof(
    fc.constantFrom(
      ...['2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z', '2024-01-02T00:00:00.5Z'],
      ...['2024-01-02T00:00:00+00:00', '2024-01-01T00:00:60Z', '2024-01-02T00:00:00'],
      ...['soon', 'soon, or late', 'né', '', 7, 10, true, null],
    ),
    fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().replace(/\.\d+/, '')),
  );
  const id = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.integer({ min: 1 }),
  );
  // The position of the columns differs between neighbours.
  const row = fc.oneof(
    fc.record({ id, created_at: time }),
    fc.record({ name: fc.constant('x'), id, created_at: time }),
  );
  const list = fc.oneof(
    fc.array(row, { minLength: 1, maxLength: 8 }),
    fc
      .array(row, { minLength: 1, maxLength: 8 })
      .map((rows) =>
        rows.toSorted((one, other) => (String(one.created_at) < String(other.created_at) ? -1 : 1)),
      ),
  );
  const before = fc.record({
    anchors: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
    value: fc.constantFrom(null, '2023-01-01T00:00:00Z'),
  });
  const tagged = (found: readonly object[]): readonly Row[] =>
    found.map((one) => tagRow(one, { entity: lineItem, accountId: 'acc1', endpoint: null }));
  const direction = fc.constantFrom('asc', 'desc');
  // Values of two kinds have no order, and null beside a value has none either.
  const isUpTo = (one: unknown, other: unknown): boolean =>
    (one === null) === (other === null) &&
    (one === null || (typeof one === typeof other && (one as string) <= (other as string)));
  const sink = new Sink();
  const written = (cursors: RowCursors, index: number): string => {
    cursors.write(sink, index);
    return JSON.parse(sink.take().toString()) as string;
  };
  const picks = fc.array(fc.record({ form: fc.nat(), end: fc.nat() }), { maxLength: 20 });
  fc.assert(
    fc.property(
      list,
      before,
      direction,
      fc.nat(8),
      picks,
      (rows, start, direction, next, picked) => {
        const times = rows.map(({ created_at: at }) => at);
        const upwards = direction === 'asc' ? times : times.toReversed();
        const ordered = upwards.slice(1).every((at, index) => isUpTo(upwards[index], at));
        const isTold = ordered && (start.anchors.length === 0 || start.value !== null);
        const sent = Buffer.from(JSON.stringify({ data: rows }));
        readRows(catalogue.listLineItems, sent);
        const received = readRows(catalogue.listLineItems, sent)?.['data'] as readonly object[];
        const one = ask({ sort: `created_at-${direction}` });
        const positionAt = (end: number) =>
          end < next
            ? { cursor: null, count: null, offset: end }
            : { cursor: 'c2', count: 20, offset: end - next };
        const forms = [tagged(received), tagged(rows.map((plain) => ({ ...plain })))].map(
          (form) =>
            new RowCursors({
              query: one,
              rows: form,
              before: { cursor: null, count: null, offset: 0, ...start },
              rowsUpTo: (index) => index + 1,
              positionAt,
            }),
        );
        const rightAt = (end: number): unknown => {
          const told = isTold ? String(times[end - 1] ?? '') : null;
          return {
            ...positionAt(end),
            anchors: [
              ...start.anchors,
              ...rows.slice(0, end).map((plain) => String(plain.id)),
            ].slice(-3),
            value: end === 0 ? start.value : told,
          };
        };
        // The rows of two pages, each in a row, and then in any order. All are written before the
        // first is parsed.
        const inRows = forms.flatMap((cursors) =>
          [...rows.keys(), rows.length].map((end) => ({ cursors, end })),
        );
        const inAnyOrder = picked.map(({ form, end }) => ({
          cursors: forms[form % 2] as RowCursors,
          end: end % (rows.length + 1),
        }));
        const ends = [...inRows, ...inAnyOrder];
        const texts = ends.map(({ cursors, end }) => cursors.at(end - 1));
        expect(texts.map((cursor) => parseCursor(one, cursor))).toEqual(
          ends.map(({ end }) => rightAt(end)),
        );
        expect(ends.map(({ cursors, end }) => written(cursors, end - 1))).toEqual(texts);
      },
    ),
    { seed, numRuns: runs(150, 50_000) },
  );
});

test('lists have cursors of their own although their filters are one object', () => {
  const filters = {};
  const others = [
    { endpoint: catalogue.listCampaigns },
    { path: { account_id: 'acc2' } },
    { parent: { param: 'line_item_ids', column: 'campaign_id', id: 'c0' } },
    { sort: 'created_at-desc' },
  ];
  const path = { account_id: scope };
  const asks = others.flatMap((facts) => [
    ask({ filters, path }),
    ask({ filters, path, ...facts }),
  ]);
  const position = { cursor: null, count: null, offset: 1, anchors: ['l1'], value: null };
  const cursors = asks.map((one) => cursorOf(one, position));
  expect(cursors).toEqual(asks.map((one) => cursorOf({ ...one, filters: {} }, position)));
  expect(new Set(cursors).size).toBe(1 + others.length);
});
