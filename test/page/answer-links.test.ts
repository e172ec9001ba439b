import { EditorState, Text } from '@codemirror/state';
import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { lastLineOf, pathAt } from '../../explorer/page/answer/answer-lines.ts';
import { linksIn } from '../../explorer/page/answer/answer-links.ts';
import { columnsOf } from '../../explorer/page/language/columns.ts';
import { editorSchema } from '../../explorer/page/language/editor-schema.ts';
import { nodeQuery, typeOfId } from '../../explorer/page/language/node-query.ts';
import { documentOf, operationAt, spotsOf } from '../../explorer/page/language/spots.ts';
import { nextPage } from '../../explorer/page/operation/next-page.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { pageSchema } from '../support/page-schema.ts';

const running = useGateway();

const links = (data: unknown, schema: GraphQLSchema | null = pageSchema) => {
  const doc = JSON.stringify({ data }, null, 2);
  const state = EditorState.create({ doc, extensions: editorSchema.init(() => schema) });
  return Array.from(linksIn(state, 0, doc.length), ({ text, list }) => [text, list]);
};
const page = (endCursor: string, hasNextPage?: boolean) => ({
  pageInfo: { endCursor, ...(hasNextPage !== undefined && { hasNextPage }) },
});

test('ids of rows are links, and names that look like ids are not', () => {
  const id = 'Campaign:18ce54bik3s:cik3s001';
  expect(links({ account: { id: 'Account:18ce54bik3s', campaign: { id } } })).toEqual([
    ['Account:18ce54bik3s', null],
    [id, null],
  ]);
  expect(
    links({ name: 'Spring:sale', other: 'Nothing:a:b', type: 'Campaign', at: 'Money:a' }),
  ).toEqual([]);
  expect(links({ id }, null)).toEqual([]);
});

test('a cursor leads to the next page of its list, unless it is the last', () => {
  expect(links({ account: { campaigns: page('abc') } })).toEqual([['abc', 'account.campaigns']]);
  expect(links({ account: { campaigns: page('abc', true) } })).toEqual([
    ['abc', 'account.campaigns'],
  ]);
  expect(links({ account: { campaigns: page('abc', false) } })).toEqual([]);
});

test('a cursor is no link if several lists have it', () => {
  const nodes = [{ campaigns: page('a') }, { campaigns: page('b') }];
  expect(links({ accounts: { nodes, ...page('all') } })).toEqual([['all', 'accounts']]);
});

const answer = JSON.stringify({ data: { a: { b: [{ c: 1 }, { 'd"e': [] }], f: {} } } }, null, 2);
const doc = Text.of(answer.split('\n'));
const lineOf = (part: string): number => answer.slice(0, answer.indexOf(part)).split('\n').length;

test('a line of an answer has its path', () => {
  expect(pathAt(doc, lineOf('"c"'))).toEqual(['data', 'a', 'b', 0, 'c']);
  expect(pathAt(doc, lineOf('"d\\"'))).toEqual(['data', 'a', 'b', 1, 'd"e']);
  expect(pathAt(doc, lineOf('"f"'))).toEqual(['data', 'a', 'f']);
});

test('every object and list that is not empty folds to the line that closes it', () => {
  const lines = answer.split('\n');
  expect(lastLineOf(doc, 1)).toBe(lines.length);
  expect(lastLineOf(doc, lineOf('"a"'))).toBe(lines.length - 2);
  expect(lastLineOf(doc, lineOf('"b"'))).toBe(lines.indexOf('      ],') + 1);
  expect(lastLineOf(doc, lineOf('"f"'))).toBeNull();
  expect(lastLineOf(doc, lineOf('"c"'))).toBeNull();
});

test('an id opens its row with all columns, by one call', async () => {
  const id = `Campaign:${bikes}:cik3s001`;
  const { query = '', variables = '' } = nodeQuery(pageSchema, id) ?? {};
  const { data, calls } = await running.ask(query, JSON.parse(variables));
  expect(Object.keys(data.node)).toEqual(
    columnsOf(typeOfId(pageSchema, id) ?? (pageSchema.getQueryType() as never)),
  );
  expect(data.node).toMatchObject({
    id,
    restId: 'cik3s001',
    name: expect.any(String),
    entityStatus: expect.any(String),
  });
  expect(calls.map(({ endpoint }) => endpoint)).toEqual(['getCampaign']);
  expect(nodeQuery(pageSchema, 'Money:a')).toBeNull();
});

test('columns are values and lists of values without arguments, except for the raw row', () => {
  const schema = buildSchema(`type Query { a: T } enum E { X } type T { id: ID! e: [E!]! raw: String
    t: T ts: [T] with(x: Int): String }`);
  const type = schema.getType('T');
  expect(type && columnsOf(type)).toEqual(['id', 'e']);
});

test('names of types may have a prefix that ids lack', () => {
  const schema = buildSchema(`type Query { node(id: ID!): XNode } interface XNode { id: ID! }
    type XCampaign implements XNode { id: ID! }`);
  expect(typeOfId(schema, 'Campaign:a:b')?.name).toBe('XCampaign');
  expect(typeOfId(schema, 'XCampaign:a:b')).toBeNull();
});

const nextOf = (query: string, variables = '') => {
  const document = documentOf(query);
  const spots = spotsOf(document, operationAt(document, 0), pageSchema);
  const spot = spots.find(({ field }) => field === 'account.campaigns');
  if (spot === undefined) throw new Error('no list');
  return nextPage(spot, { variables }, 'new"');
};

test.each([
  ['is added as an argument', 'campaigns', 'campaigns(after: "new\\"")'],
  ['is added behind others', 'campaigns(first: 1)', 'campaigns(first: 1, after: "new\\"")'],
  [
    'stands instead of the one before',
    'campaigns(after: "old", first: 1)',
    'campaigns(after: "new\\"", first: 1)',
  ],
])('a cursor %s', async (_title, before, after) => {
  const query = (list: string): string => `{ account(id: "a") { ${list} { nodes { id } } } }`;
  const { edit } = await nextOf(query(before));
  if (edit === null) throw new Error('no edit');
  const text = query(before);
  expect(text.slice(0, edit.from) + edit.insert + text.slice(edit.to)).toBe(query(after));
});

test('a cursor fills the variable of its list, and leaves the others unchanged', async () => {
  const query =
    'query ($after: String) { account(id: "a") { campaigns(after: $after) { nodes { id } } } }';
  const { edit, variables } = await nextOf(query, '{"long": 9007199254740993, "after": "old"}');
  expect(edit).toBeNull();
  expect(variables).toBe('{"long": 9007199254740993, "after": "new\\""}');
});
