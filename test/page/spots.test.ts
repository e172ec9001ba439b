import { expect, test } from 'vitest';
import { placeOfArgument } from '../../explorer/page/language/argument-place.ts';
import {
  documentOf,
  fieldsAt,
  fieldsWithCalls,
  isFor,
  operationAt,
  spotsOf,
} from '../../explorer/page/language/spots.ts';
import { heaviest } from '../../explorer/page/operation/heaviest.ts';
import { pageSchema } from '../support/page-schema.ts';

const spotsIn = (text: string) => {
  const document = documentOf(text);
  return spotsOf(document, operationAt(document, 0), pageSchema);
};

test('the operation around the cursor runs, else the first', () => {
  const text = 'query One { viewer { userId } }\n\n# between\n\nmutation Two { x }';
  const nameAt = (cursor: number) => operationAt(documentOf(text), cursor)?.name?.value;
  expect(nameAt(text.indexOf('userId'))).toBe('One');
  expect(nameAt(text.indexOf('x }'))).toBe('Two');
  expect(nameAt(text.indexOf('between'))).toBe('One');
  expect(operationAt(documentOf('{ half '), 0)).toBeNull();
  expect(operationAt(documentOf('fragment f on Query { viewer { userId } }'), 0)).toBeNull();
});

test('fields of a fragment appear once for each of its spreads, by their aliases', () => {
  const spots = spotsIn(`{ one: account(id: "a") { ...f } account(id: "b") { ...f ... { id } } }
    fragment f on Account { title: name ...f }`);
  expect(spots.map(({ field, definition }) => [field, String(definition?.type)])).toEqual([
    ['one', 'Account'],
    ['one.title', 'String!'],
    ['account', 'Account'],
    ['account.title', 'String!'],
    ['account.id', 'ID!'],
  ]);
});

test('a cursor is in the innermost field, or in all fields that share a fragment', () => {
  const text = `{ one: account(id: "a") { ...f campaigns { nodes { id } } } two: account(id: "b") { ...f } }
    fragment f on Account { name }`;
  const spots = spotsIn(text);
  expect(fieldsAt(spots, text.indexOf('id }'))).toEqual(['one.campaigns.nodes.id']);
  expect(fieldsAt(spots, text.indexOf('nodes {') + 6)).toEqual(['one.campaigns.nodes']);
  expect(fieldsAt(spots, text.indexOf('name'))).toEqual(['one.name', 'two.name']);
  expect(fieldsAt(spots, 0)).toEqual([]);
});

test('a field has the calls of the fields below it, or those of the nearest above', () => {
  expect(isFor(['accounts'], 'accounts.nodes.campaigns')).toBe(true);
  expect(isFor(['accounts'], 'accountsOf')).toBe(false);
  expect(isFor(['accounts'], null)).toBe(false);
  const callers = ['accounts', 'accounts.nodes.campaigns', null];
  expect(fieldsWithCalls(['accounts.nodes.name'], callers)).toEqual(['accounts.nodes']);
  expect(fieldsWithCalls(['accounts.nodes.campaigns.nodes'], callers)).toEqual([
    'accounts.nodes.campaigns',
  ]);
  expect(fieldsWithCalls(['viewer'], callers)).toEqual([]);
});

const writeText =
  'mutation { m(input: { accountId: "a", operations: [{ create: { name: "" } }, $two] }, id: $id) }';
const placeOf = (argument: string) => {
  const [spot] = spotsIn(writeText);
  if (spot === undefined) throw new Error('no field');
  return placeOfArgument(spot, argument);
};

test.each([
  ['input.operations[0].create.name', { position: writeText.indexOf('""') }],
  ['input.operations[0].create.budget', { position: writeText.indexOf('{ name') }],
  ['input.operations[7].create', { position: writeText.indexOf('[{') }],
  ['input.operations[1].create.name', { variablePath: ['two', 'create', 'name'] }],
  ['id', { variablePath: ['id'] }],
  ['other.deep', { position: writeText.indexOf('m(') }],
])('the argument %s is at its value, or the nearest one around it', (argument, place) => {
  expect(placeOf(argument)).toEqual(place);
});

test.each([
  [
    'multiplies full lists',
    '{ accounts(first: 100) { nodes { campaigns(first: 1000) { nodes { id name } } } } }',
    '',
    { field: 'accounts.nodes.campaigns', objects: 100_000 },
  ],
  [
    'takes 50 for a list without first',
    '{ accounts { nodes { campaigns(first: 1) { nodes { id } } } } }',
    '',
    { field: 'accounts', objects: 50 },
  ],
  [
    'reads variables',
    'query ($n: Int) { accounts(first: $n) { nodes { id } } }',
    '{ "n": 7 }',
    { field: 'accounts', objects: 7 },
  ],
  [
    'does without variables that are no JSON',
    'query ($n: Int) { accounts(first: $n) { nodes { id } } }',
    '{ "n": ',
    { field: 'accounts', objects: 50 },
  ],
  ['is none without a list', '{ viewer { userId } }', '', null],
])('the most expensive field %s', (_title, query, variables, found) => {
  expect(heaviest(spotsIn(query), variables)).toEqual(found);
});
