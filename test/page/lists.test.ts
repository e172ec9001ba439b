import { expect, test } from 'vitest';
import { finalityOf } from '../../explorer/page/answer/finality.ts';
import { csvOf, listsIn, richestOf, sortedBy } from '../../explorer/page/answer/lists.ts';
import { seriesIn } from '../../explorer/page/answer/series.ts';
import { figuresAt, holdsFigures, holdsRows } from '../../explorer/page/answer/timed-figures.ts';
import type { Values } from '../../explorer/page/json.ts';

const readAt = Date.parse('2026-06-03T10:30:00Z');

const campaign = (name: string, amount: string | null, lineItems: readonly string[]) => ({
  restId: `id ${name}`,
  name,
  dailyBudget: amount === null ? null : { amount },
  lineItems: { pageInfo: { endCursor: 'c' }, nodes: lineItems.map((one) => ({ name: one })) },
});
const data = {
  account: {
    name: 'Bikes',
    campaigns: {
      nodes: [campaign('Spring', '20', ['one']), campaign('Autumn', null, ['two', 'three'])],
    },
  },
};
const lists = listsIn({ data }, readAt);
const cellsOf = (of: Values | null, path: string) => {
  const list = listsIn({ data: of }, readAt).find((one) => one.path === path);
  return list?.rows.map(({ cells }) => list.columns.map((column) => cells[column] ?? ''));
};

test('each list of an answer is a table, the outer ones first, with objects as columns', () => {
  expect(lists.map(({ path, columns }) => [path, columns])).toEqual([
    ['account.campaigns.nodes', ['restId', 'name', 'dailyBudget.amount']],
    ['account.campaigns.nodes.lineItems.nodes', ['in campaigns', 'name']],
  ]);
});

test('rows of all parents are in one table that names the parent', () => {
  expect(cellsOf(data, 'account.campaigns.nodes.lineItems.nodes')).toEqual([
    ['Spring', 'one'],
    ['Autumn', 'two'],
    ['Autumn', 'three'],
  ]);
});

test('edges, lists of values, null and rows without a name are cells too', () => {
  const edges = [{ node: { id: 'X:1', tags: ['a', 'b'], note: null, parts: [{ size: 1 }] } }];
  expect(cellsOf({ edges }, 'edges')).toEqual([['X:1', 'a, b', '']]);
  expect(cellsOf({ edges }, 'edges.node.parts')).toEqual([['X:1', '1']]);
  expect(cellsOf({ list: [1, 2] }, 'list')).toBeUndefined();
});

test('the table opens on the list with most columns of its own, the first of two', () => {
  const accounts = {
    nodes: [{ name: 'Bikes', campaigns: { nodes: [campaign('Spring', '20', ['one'])] } }],
  };
  expect(richestOf(listsIn({ data: { accounts } }, readAt))?.path).toBe(
    'accounts.nodes.campaigns.nodes',
  );
  const twice = listsIn({ data: { a: [{ x: 1 }], b: [{ x: 1 }] } }, readAt);
  expect(richestOf(twice)?.path).toBe('a');
  expect(richestOf([])).toBeUndefined();
});

test('only an answer with lists of objects has a table', () => {
  expect(holdsRows(data)).toBe(true);
  expect(holdsRows({ viewer: { userId: '1' }, ids: ['a'] })).toBe(false);
  expect(holdsRows(null)).toBe(false);
});

test('only an answer with lists of days or hours of figures has a chart', () => {
  const day = { date: '2026-06-01', metrics: {} };
  expect(holdsFigures({ account: { campaigns: [{ name: 'A' }, { stats: [day] }] } })).toBe(true);
  expect(holdsFigures({ days: [day, { date: '2026-06-02' }] })).toBe(false);
  expect(holdsFigures({ days: [], total: day })).toBe(false);
  expect(holdsFigures(null)).toBe(false);
});

test('rows are sorted by value of numbers and by words, empty cells last', () => {
  const of = (values: readonly string[]) =>
    values.map((value) => ({
      cells: value === '' ? {} : { x: value },
      finality: 'final' as const,
    }));
  const sorted = (values: readonly string[], isDescending: boolean) =>
    sortedBy(of(values), 'x', isDescending).map(({ cells }) => cells['x'] ?? '');
  expect(sorted(['10', '', '9.5', '-1'], false)).toEqual(['-1', '9.5', '10', '']);
  expect(sorted(['10', '', '9.5', '-1'], true)).toEqual(['10', '9.5', '-1', '']);
  expect(sorted(['b 10', 'b 9', 'a'], false)).toEqual(['a', 'b 9', 'b 10']);
});

test('a file has the rows in their order, and no text that a spreadsheet reads as a formula', () => {
  const cells = [
    { name: 'a,b', x: '=1+1' },
    { name: 'say "no"\nnever', x: '-12.5' },
    { name: '-rm', x: '@a' },
  ];
  const rows = cells.map((one) => ({ cells: one, finality: 'so far' as const }));
  expect(csvOf({ columns: ['name', 'x', 'none'], rows })).toBe(
    'name,x,none\r\n"a,b",\'=1+1,\r\n"say ""no""\nnever",-12.5,\r\n\'-rm,\'@a,\r\n',
  );
});

const day = (date: string) => ({ time: date, unit: 'Day' as const, metrics: {} });
const hour = (start: string) => ({ time: start, unit: 'Hour' as const, metrics: {} });

test.each([
  ['today in UTC', day('2026-06-03'), 'UTC', 'so far'],
  ['the day that ended less than a day ago', day('2026-06-02'), 'UTC', 'may change'],
  ['a day before it', day('2026-06-01'), 'UTC', 'final'],
  // At 10:30 UTC the 3rd has not begun west of -10:30, and the 4th has in the east.
  ['today in Pago Pago', day('2026-06-02'), 'Pacific/Pago_Pago', 'so far'],
  ['yesterday in Pago Pago', day('2026-06-01'), 'Pacific/Pago_Pago', 'may change'],
  ['today in Kiritimati', day('2026-06-04'), 'Pacific/Kiritimati', 'so far'],
  ['yesterday in Kiritimati', day('2026-06-03'), 'Pacific/Kiritimati', 'may change'],
  ['a zone that nobody knows as UTC', day('2026-06-03'), 'Nowhere/At_All', 'so far'],
  ['the hour that runs', hour('2026-06-03T10:00:00Z'), 'UTC', 'so far'],
  ['the hour before it', hour('2026-06-03T09:00:00Z'), 'UTC', 'may change'],
  ['an hour that ended 23 hours and a half ago', hour('2026-06-02T10:00:00Z'), 'UTC', 'may change'],
  ['an hour that ended a day ago', hour('2026-06-02T09:00:00Z'), 'UTC', 'final'],
])('%s has its finality', (_title, figures, zone, finality) => {
  expect(finalityOf(figures, zone, readAt)).toBe(finality);
});

test('figures of a time span are a date or a start with metrics', () => {
  expect(figuresAt({ date: '2026-06-01', metrics: { clicks: '1' } })).toEqual({
    time: '2026-06-01',
    unit: 'Day',
    metrics: { clicks: '1' },
  });
  expect(figuresAt({ start: '2026-06-01T00:00:00Z', metrics: {} })?.unit).toBe('Hour');
  expect(figuresAt({ date: '2026-06-01' })).toBeNull();
  expect(figuresAt({ metrics: {} })).toBeNull();
});

const days = (values: readonly (string | null)[]) =>
  values.map((clicks, at) => ({
    date: `2026-06-0${at + 1}`,
    metrics: { clicks, clickRate: 0.5, billedCharge: { amount: '1.20', currency: 'EUR' } },
  }));

test('rows of a table show if their figures are final, by the zone of the account', () => {
  const of = (timezone: string) => ({
    account: {
      timezone,
      campaigns: { nodes: [{ name: 'A', stats: { days: days(['1', '2', '3', '4']) } }] },
    },
  });
  const finalities = (timezone: string) =>
    listsIn({ data: of(timezone) }, readAt)
      .find(({ path }) => path === 'account.campaigns.nodes.stats.days')
      ?.rows.map(({ finality }) => finality);
  expect(finalities('UTC')).toEqual(['final', 'may change', 'so far', 'so far']);
  expect(finalities('Pacific/Kiritimati')).toEqual(['final', 'final', 'may change', 'so far']);
});

test('results by day are drawn for each entity, with all digits and the currency', () => {
  const nodes = [
    { name: 'Spring', stats: { days: days(['7', null]) } },
    { name: 'Autumn', stats: { days: days(['1']) } },
  ];
  const series = seriesIn({ data: { account: { timezone: 'UTC', campaigns: { nodes } } } }, readAt);
  expect(series.map(({ title }) => title)).toEqual(['Spring', 'Autumn']);
  expect(series[0]).toMatchObject({
    unit: 'Day',
    times: ['2026-06-01', '2026-06-02'],
    finality: ['final', 'may change'],
    figures: {
      clicks: ['7', null],
      clickRate: ['0.5', '0.5'],
      'billedCharge.amount (EUR)': ['1.20', '1.20'],
    },
  });
});

test('series with the same name, or without one, have their paths in their titles', () => {
  const stats = (name?: string) => ({ ...(name && { name }), days: days(['1']) });
  const titles = (data: Values) => seriesIn({ data }, readAt).map(({ title }) => title);
  expect(titles({ a: stats('Same'), b: stats('Same') })).toEqual(['Same: a.days', 'Same: b.days']);
  expect(titles({ a: stats() })).toEqual(['a.days']);
  expect(titles({ account: { restId: 'x1', stats: stats() } })).toEqual(['x1']);
});

test('results by hour are drawn by hour, a total and days without figures are not', () => {
  const hours = [{ start: '2026-06-03T09:00:00Z', metrics: { clicks: '1' } }];
  expect(seriesIn({ data: { stats: { hours } } }, readAt)).toMatchObject([
    { unit: 'Hour', times: ['2026-06-03T09:00:00Z'], finality: ['may change'] },
  ]);
  expect(seriesIn({ data: { stats: { total: { clicks: '1' } } } }, readAt)).toEqual([]);
  const [none] = seriesIn(
    { data: { days: [{ date: '2016-01-01', metrics: { clicks: null } }] } },
    readAt,
  );
  expect(none?.figures).toEqual({});
});
