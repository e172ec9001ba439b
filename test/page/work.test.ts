import { expect, test } from 'vitest';
import { collectionsIn, withCollections } from '../../explorer/page/work/collections.ts';
import { withBrought } from '../../explorer/page/work/links.ts';
import {
  holdsSecret,
  isSecretHeader,
  isWork,
  withoutSecrets,
} from '../../explorer/page/work/storage.ts';
import type { Draft, Work } from '../../explorer/page/work/work.ts';
import {
  added,
  begun,
  changed,
  closed,
  moved,
  openTab,
  reopened,
  titleOf,
} from '../../explorer/page/work/work.ts';

const workOf = (...queries: readonly string[]): Work =>
  queries
    .slice(1)
    .reduce((work, query) => added(work, { query }), begun({ query: queries[0] ?? '' }));
const queries = ({ tabs }: Work): readonly string[] => tabs.map(({ query }) => query);
const idOf = ({ tabs }: Work, query: string): string =>
  tabs.find((tab) => tab.query === query)?.id ?? '';

test('a new tab is opened, unless there is one with the same text and variables', () => {
  const work = added(workOf('a', 'b'), { query: 'b', variables: '{}' });
  expect(queries(work)).toEqual(['a', 'b', 'b']);
  expect(openTab(work).variables).toBe('{}');
  const again = added(work, { query: 'a', headers: '{"x": 1}' });
  expect(again.tabs).toEqual(work.tabs);
  expect(openTab(again).query).toBe('a');
});

test('changing one tab does not change the others', () => {
  const work = workOf('a', 'b');
  expect(queries(changed(work, idOf(work, 'a'), { query: 'c' }))).toEqual(['c', 'b']);
});

test.each([
  [0, ['c', 'a', 'b']],
  [1, ['a', 'c', 'b']],
  [-1, ['c', 'a', 'b']],
  [9, ['a', 'b', 'c']],
])('a tab that is moved to %i is there, or at the end', (to, expected) => {
  const work = workOf('a', 'b', 'c');
  const after = moved(work, idOf(work, 'c'), to);
  expect(queries(after)).toEqual(expected);
  expect(after.openId).toBe(work.openId);
  expect(moved(work, 'nobody', to)).toBe(work);
});

test('the next tab opens after the open one is closed, an empty one after the last', () => {
  const work = workOf('a', 'b', 'c');
  const open = { ...work, openId: idOf(work, 'b') };
  expect(openTab(closed(open, idOf(work, 'b'))).query).toBe('c');
  expect(openTab(closed(work, idOf(work, 'c'))).query).toBe('b');
  expect(openTab(closed(open, idOf(work, 'a'))).query).toBe('b');
  const one = workOf('a');
  expect(queries(closed(one, one.openId))).toEqual(['']);
});

test('closed tabs are restored, the last one first, without headers; empty ones are not', () => {
  const work = added(workOf('a', 'b'), { query: 'c', headers: '{"x-seen": "only-now"}' });
  const after = closed(closed(added(work, { query: '  ' }), idOf(work, 'c')), idOf(work, 'a'));
  const empty = closed(after, after.openId);
  expect(empty.closed?.map(({ query }) => query)).toEqual(['c', 'a']);
  const back = reopened(reopened(empty));
  expect(queries(back)).toEqual(['a', 'b', 'c']);
  expect(openTab(back)).toMatchObject({ query: 'c', headers: '' });
  expect(reopened(back)).toBe(back);
});

test('a tab that is opened again stands where it stood', () => {
  const work = workOf('a', 'b', 'c');
  expect(queries(reopened(closed(work, idOf(work, 'b'))))).toEqual(['a', 'b', 'c']);
});

test('twenty closed tabs are kept', () => {
  const names = Array.from({ length: 25 }, (_, at) => `q${at}`);
  const work = workOf('stays', ...names);
  const after = names.reduce((all, name) => closed(all, idOf(work, name)), work);
  expect(after.closed?.map(({ query }) => query)).toEqual(names.slice(5));
});

test.each([
  ['its own name', { name: 'Mine', query: 'query Other { a }' }, 'Mine'],
  ['that of its operation', { query: '# query No\nmutation Write($a: ID) { b }' }, 'Write'],
  ['that of its first field', { query: '{ viewer { userId } }' }, 'viewer'],
  ['New tab if it has none', { query: '# nothing' }, 'New tab'],
])('the title of a tab is %s', (_title, draft, title) => {
  expect(titleOf(openTab(begun(draft)))).toBe(title);
});

test.each([
  ['authorization', true],
  ['Proxy-Authorization', true],
  ['cookie', true],
  ['X-Api-Key', true],
  [' x-seen-token ', true],
  ['client-secret', true],
  ['x-seen', false],
  ['cache-control', false],
])('the header %s has credentials: %s', (name, isSecret) => {
  expect(isSecretHeader(name)).toBe(isSecret);
});

test('headers that cannot be read may hold a secret', () => {
  expect(holdsSecret('{ "x-api-key": ')).toBe(true);
  expect(holdsSecret('{ "x-api-key": "k" }')).toBe(true);
  expect(holdsSecret('{ "x-seen": "k" }')).toBe(false);
  expect(holdsSecret('')).toBe(false);
});

test('work is stored without headers, or only with those without credentials', () => {
  const headersOf = (headers: string, keeps: boolean): string =>
    openTab(withoutSecrets(begun({ query: 'a', headers }), keeps)).headers;
  const headers = '{ "authorization": "Bearer pasted", "x-api-key": "pasted", "x-seen": "kept" }';
  expect(headersOf(headers, false)).toBe('');
  expect(JSON.parse(headersOf(headers, true))).toEqual({ 'x-seen': 'kept' });
  expect(headersOf('{ "cookie": "a" }', true)).toBe('');
  expect(headersOf('authorization: pasted', true)).toBe('');
});

test('a link opens a tab of its own, and its headers are ignored', () => {
  const own = workOf('a');
  const draft: Draft = { query: 'b', variables: '{}' };
  expect(openTab(withBrought(own, { draft, work: null }))).toMatchObject({ ...draft, headers: '' });
  const work = added(begun({ query: 'c', name: 'Named' }), {
    query: 'a',
    headers: '{"cookie": 1}',
  });
  const brought = withBrought(own, { draft: null, work });
  expect(queries(brought)).toEqual(['a', 'c']);
  expect(brought.tabs.map(({ name, headers }) => [name, headers])).toEqual([
    [undefined, ''],
    ['Named', ''],
  ]);
  expect(withBrought(own, { draft: null, work: null })).toBe(own);
});

test('stored work is read only if it is complete', () => {
  const work = workOf('a', 'b');
  expect(isWork(JSON.parse(JSON.stringify(work)))).toBe(true);
  const tab = { ...openTab(work), name: 3 };
  for (const broken of [
    null,
    [],
    { ...work, tabs: [] },
    { ...work, openId: 1 },
    { ...work, tabs: [tab] },
    { ...work, closed: [tab] },
    { openId: 'a' },
  ])
    expect(isWork(broken)).toBe(false);
});

const operation = { title: 'By id', query: '{ a }', variables: '' };
const reports = { name: 'Reports', operations: [operation] };

test('a file holds collections or nothing', () => {
  expect(collectionsIn(JSON.stringify([reports]))).toEqual([reports]);
  for (const text of [
    '{"no": "collections"}',
    'no JSON',
    '[{ "name": "Reports" }]',
    '[{ "name": "Reports", "operations": [{ "title": "a", "query": "b" }] }]',
  ])
    expect(collectionsIn(text)).toBeNull();
});

test('collections of one name become one, without duplicate operations', () => {
  const other = { ...operation, variables: '{}' };
  expect(
    withCollections(
      [reports],
      [
        { name: 'Reports', operations: [operation, other] },
        { name: 'New', operations: [operation] },
      ],
    ),
  ).toEqual([
    { name: 'Reports', operations: [operation, other] },
    { name: 'New', operations: [operation] },
  ]);
});
