import { getIntrospectionQuery, graphqlSync } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import type { Case } from '../support/answers.ts';
import { checker } from '../support/answers.ts';
import { createOracle } from '../support/list-oracle.ts';
import { smallSchema } from '../support/small-schema.ts';

const noAds = () => createOracle({ rows: {} }).ads;
const { answers, refuses } = checker(smallSchema, noAds);

const conditions: readonly Case[] = [
  {
    title: 'fields are skipped and included by literals',
    text: '{ soon @skip(if: true) a: soon @skip(if: false) b: soon @include(if: true) c: soon @include(if: false) }',
    data: '{"a":"soon","b":"soon"}',
  },
  {
    title: 'both conditions have to hold',
    text: '{ a: soon @include(if: true) @skip(if: true) b: soon @include(if: false) @skip(if: true) c: soon @skip(if: false) @include(if: true) d: soon @include(if: false) @skip(if: false) }',
    data: '{"c":"soon"}',
  },
  {
    title: 'fields are skipped and included by variables',
    text: 'query ($yes: Boolean!, $no: Boolean = false) { a: soon @skip(if: $yes) b: soon @include(if: $yes) c: soon @skip(if: $no) d: soon @include(if: $no) }',
    variables: { yes: true },
    data: '{"b":"soon","c":"soon"}',
  },
  {
    title: 'spreads and inline fragments of every kind are skipped and included',
    text: `query ($yes: Boolean!) {
      ...A @skip(if: $yes) ...B @include(if: $yes)
      ... on Query @skip(if: $yes) { c: soon } ... on Query @include(if: $yes) { d: soon }
      ... @skip(if: $yes) { e: soon } ... @include(if: $yes) { f: soon }
    }
    fragment A on Query { a: soon } fragment B on Query { b: soon }`,
    variables: { yes: true },
    data: '{"b":"soon","d":"soon","f":"soon"}',
  },
  {
    title: 'a fragment that was left out at one place counts at the next',
    text: '{ ...F @skip(if: true) ...F ...F @include(if: false) } fragment F on Query { soon }',
    data: '{"soon":"soon"}',
  },
  {
    title: 'a field that one place leaves out counts at another',
    text: '{ box @skip(if: true) { name } box { firmName } box @include(if: false) { value } }',
    data: '{"box":{"firmName":"firm"}}',
  },
  {
    title: 'conditions inside conditions',
    text: 'query ($yes: Boolean!) { box { ... @include(if: $yes) { name ... @skip(if: $yes) { firmName } box @include(if: $yes) { firmName @skip(if: false) name @skip(if: $yes) } } } }',
    variables: { yes: true },
    data: '{"box":{"name":"box","box":{"firmName":"firm"}}}',
  },
  {
    title: 'an object all of whose fields are left out is empty',
    text: '{ box { name @skip(if: true) } boxes { ... @include(if: false) { name } } soon @skip(if: true) }',
    data: '{"box":{},"boxes":[{}]}',
  },
  {
    title: 'nothing at all is an empty answer',
    text: '{ soon @skip(if: true) ... @include(if: false) { box { name } } }',
    data: '{}',
  },
];

test.each(conditions)('$title', answers);

const merging: readonly Case[] = [
  {
    title: 'fields come in the order in which each is met first',
    text: '{ a: soon later ...F box { name } b: soon later } fragment F on Query { box { firmName } c: soon a: soon }',
    data: '{"a":"soon","later":"later","box":{"firmName":"firm","name":"box"},"c":"soon","b":"soon"}',
  },
  {
    title: 'a slow field keeps its place',
    text: '{ later a: soon box { value(is: LATER) name } b: soon }',
    data: '{"later":"later","a":"soon","box":{"value":"text","name":"box"},"b":"soon"}',
  },
  {
    title: 'what is selected of one field in several places is one selection',
    text: `{ box { name box { name } } ...F ... on Query { box { box { c: value } } } }
      fragment F on Query { box { box { firmName ...G } } } fragment G on Box { name d: name }`,
    data: '{"box":{"name":"box","box":{"name":"box","firmName":"firm","d":"box","c":"text"}}}',
  },
  {
    title: 'a fragment that is spread many times counts once',
    text: '{ ...F ...F box { ...G ...G ...H } ...F } fragment F on Query { box { ...G } } fragment G on Box { name ...H } fragment H on Box { firmName }',
    data: '{"box":{"name":"box","firmName":"firm"}}',
  },
  {
    title: 'one field under several keys, with several arguments',
    text: '{ a: box(is: HERE) { b: value(is: NULL) c: value(is: HERE) } d: box(is: NULL) { name } }',
    data: '{"a":{"b":null,"c":"text"},"d":null}',
  },
  {
    title: 'a field under the name of another',
    text: '{ soon: later later: soon box { name: firmName firmName: name box: value value: box { name } } }',
    data: '{"soon":"later","later":"soon","box":{"name":"firm","firmName":"box","box":"text","value":{"name":"box"}}}',
  },
  {
    title: 'keys that mean something to objects, promises and JSON',
    text: '{ __proto__: soon constructor: box { __proto__: name toString: name then: name toJSON: firmName } then: later hasOwnProperty: soon toJSON: soon }',
    data: '{"__proto__":"soon","constructor":{"__proto__":"box","toString":"box","then":"box","toJSON":"firm"},"then":"later","hasOwnProperty":"soon","toJSON":"soon"}',
  },
  {
    title: 'errors of a merged field name all places that count',
    text: '{ box(is: THROWS) { name } ...F ... @skip(if: true) { box(is: THROWS) { name } } } fragment F on Query { box(is: THROWS) { firmName } }',
    data: '{"box":null}',
    errors: ['box BAD_USER_INPUT'],
  },
];

test.each(merging)('$title', answers);

const kinds: readonly Case[] = [
  {
    title: 'fields of an interface, and of the kinds behind it',
    text: '{ pets { __typename name ... on Dog { barks owner { name } } ... on Cat { meows } } }',
    data: '{"pets":[{"__typename":"Dog","name":"Rex","barks":true,"owner":{"name":"Ann"}},{"__typename":"Cat","name":"Tom","meows":false}]}',
  },
  {
    title: 'the members of a union',
    text: '{ animals { __typename ... on Person { name pets { name } } ... on Pet { owner { name } } ... on Cat { meows } } }',
    data: '{"animals":[{"__typename":"Person","name":"Ann","pets":[{"name":"Rex"},{"name":"Tom"}]},{"__typename":"Dog","owner":{"name":"Ann"}},{"__typename":"Cat","owner":null,"meows":false}]}',
  },
  {
    title: 'fragments on interfaces over unions and the other way round',
    text: `{ animals { ...N ...A } pets { ...A ...N } }
      fragment N on Named { name ... on Animal { ... on Dog { barks } } }
      fragment A on Animal { __typename ... on Named { n: name } ... on Pet { ... on Cat { meows } } }`,
    data: '{"animals":[{"name":"Ann","__typename":"Person","n":"Ann"},{"name":"Rex","barks":true,"__typename":"Dog","n":"Rex"},{"name":"Tom","__typename":"Cat","n":"Tom","meows":false}],"pets":[{"__typename":"Dog","n":"Rex","name":"Rex","barks":true},{"__typename":"Cat","n":"Tom","meows":false,"name":"Tom"}]}',
  },
  {
    title: 'an object under a fragment on what it is not answers nothing of it',
    text: '{ pet(name: "Rex") { ... on Cat { name meows } ... on Animal { ... on Person { name } } } }',
    data: '{"pet":{}}',
  },
  {
    title: 'fields of equal keys on kinds that exclude each other',
    text: '{ pets { ... on Dog { answer: barks who: name } ... on Cat { answer: meows who: name } } }',
    data: '{"pets":[{"answer":true,"who":"Rex"},{"answer":false,"who":"Tom"}]}',
  },
  {
    title: 'nulls among objects of several kinds',
    text: '{ pet(name: "nobody") { name } pets { friends { name friends { __typename } } } }',
    data: '{"pet":null,"pets":[{"friends":[{"name":"Tom","friends":[{"__typename":"Dog"}]},null]},{"friends":[{"name":"Rex","friends":[{"__typename":"Cat"},null]}]}]}',
  },
  {
    title: 'the names of types, wherever they are asked for',
    text: '{ __typename a: __typename box { __typename boxes { t: __typename } } pets { __typename } __schema { __typename queryType { __typename name } } }',
    data: '{"__typename":"Query","a":"Query","box":{"__typename":"Box","boxes":[{"t":"Box"}]},"pets":[{"__typename":"Dog"},{"__typename":"Cat"}],"__schema":{"__typename":"__Schema","queryType":{"__typename":"__Type","name":"Query"}}}',
  },
];

test.each(kinds)('$title', answers);

const operations: readonly Case[] = [
  {
    title: 'the only operation needs no name',
    text: 'query Only { soon }',
    data: '{"soon":"soon"}',
  },
  {
    title: 'the operation of that name, whatever else there is',
    text: 'query A { a: soon } mutation B { add(amount: 5) { value } } query constructor { c: soon } fragment F on Query { soon } query D { ...F }',
    operationName: 'constructor',
    data: '{"c":"soon"}',
  },
  {
    title: 'a mutation beside queries',
    text: 'query A { soon } mutation B { add(amount: 5) { value } }',
    operationName: 'B',
    data: '{"add":{"value":5}}',
  },
];

test.each(operations)('$title', answers);

const noOperation: readonly (readonly [string, string, string | null])[] = [
  ['several operations and no name', 'query A { soon } query B { later }', null],
  ['a name that no operation has', 'query A { soon }', 'B'],
  ['the name of a fragment', 'query A { ...F } fragment F on Query { soon }', 'F'],
  ['an inherited name', 'query A { soon }', 'toString'],
];

test.each(noOperation)('%s is refused', (title, text, operationName) =>
  refuses({ title, text, operationName }, 'BAD_REQUEST'),
);

const aboutTypes: readonly Case[] = [
  {
    title: 'a type by its name',
    text: '{ a: __type(name: "Dog") { kind name interfaces { name } fields { name type { name ofType { name } } } } }',
    data: '{"a":{"kind":"OBJECT","name":"Dog","interfaces":[{"name":"Pet"},{"name":"Named"}],"fields":[{"name":"name","type":{"name":"String","ofType":null}},{"name":"owner","type":{"name":"Person","ofType":null}},{"name":"friends","type":{"name":null,"ofType":{"name":"Pet"}}},{"name":"barks","type":{"name":"Boolean","ofType":null}}]}}',
  },
  {
    title: 'null for a name of no type',
    text: '{ __type(name: "None") { name } }',
    data: '{"__type":null}',
  },
  {
    title: 'inputs and their defaults',
    text: '{ shape: __type(name: "Shape") { isOneOf inputFields { name defaultValue } } }',
    data: '{"shape":{"isOneOf":false,"inputFields":[{"name":"x","defaultValue":"1"},{"name":"y","defaultValue":null},{"name":"next","defaultValue":null},{"name":"label","defaultValue":null},{"name":"colour","defaultValue":null}]}}',
  },
  {
    title: 'what is one of several',
    text: '{ one: __type(name: "One") { isOneOf } }',
    data: '{"one":{"isOneOf":true}}',
  },
  {
    title: 'the values of an enumeration, which has no fields',
    text: '{ colour: __type(name: "Colour") { enumValues { name } fields { name } } }',
    data: '{"colour":{"enumValues":[{"name":"RED"},{"name":"BLUE"}],"fields":null}}',
  },
  {
    title: 'the types of a union, named by a variable',
    text: 'query ($name: String!) { __type(name: $name) { possibleTypes { name } } }',
    variables: { name: 'Animal' },
    data: '{"__type":{"possibleTypes":[{"name":"Dog"},{"name":"Cat"},{"name":"Person"}]}}',
  },
  {
    title: 'deprecated fields, as the argument says',
    text: 'query ($all: Boolean = true) { q: __type(name: "Query") { fields(includeDeprecated: $all) { isDeprecated deprecationReason } } }',
    variables: { all: false },
    data: `{"q":{"fields":[${Array(15).fill('{"isDeprecated":false,"deprecationReason":null}').join(',')}]}}`,
  },
];

test.each(aboutTypes)('$title', answers);

test('tools read the whole schema', async () => {
  const text = getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true });
  for (const one of [smallSchema, schema]) {
    const data = JSON.stringify(graphqlSync({ schema: one, source: text }).data);
    expect(data.length).toBeGreaterThan(10_000);
    await checker(one, noAds).answers({ title: '', text, data });
  }
});
