import { test } from 'vitest';
import type { Case } from '../support/answers.ts';
import { checker } from '../support/answers.ts';
import { createOracle } from '../support/list-oracle.ts';
import { smallSchema } from '../support/small-schema.ts';

const { answers, complains, refuses } = checker(smallSchema, () => createOracle({ rows: {} }).ads);

const usual = { colours: ['RED'], firm: 7 };

/** A case of the field that returns its arguments. */
const echoed = (
  title: string,
  text: string,
  { variables = {}, gets }: { readonly variables?: Case['variables']; readonly gets: object },
): Case => {
  const all = Object.entries({ ...usual, ...gets }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const args = JSON.stringify(Object.fromEntries(all));
  return { title, text, variables, data: JSON.stringify({ echo: args }) };
};

const literals: readonly Case[] = [
  echoed('arguments that are left out have their defaults', '{ echo }', { gets: {} }),
  echoed('null is a value', '{ echo(int: null, colours: null) }', {
    gets: { int: null, colours: null },
  }),
  echoed('every kind of scalar', '{ echo(int: -3, text: "a\\u00e9", flag: true, float: 1.5e3) }', {
    gets: { int: -3, text: 'aé', flag: true, float: 1500 },
  }),
  echoed('whole numbers where fractions may stand', '{ echo(float: 2) }', { gets: { float: 2 } }),
  echoed('ids written as numbers', '{ echo(ids: [1, "b"]) }', { gets: { ids: ['1', 'b'] } }),
  echoed('one value for a list', '{ echo(ids: "a", grid: 3, colours: BLUE) }', {
    gets: { ids: ['a'], grid: [[3]], colours: ['BLUE'] },
  }),
  echoed('lists of lists', '{ echo(grid: [[1, null], null, []]) }', {
    gets: { grid: [[1, null], null, []] },
  }),
  echoed('block texts', '{ echo(text: """\n  one\n    two\n""") }', {
    gets: { text: 'one\n  two' },
  }),
  echoed('objects with defaults of their own', '{ echo(object: { y: 2, next: {} }) }', {
    gets: { object: { next: { x: 1 }, x: 1, y: [2] } },
  }),
  echoed('objects with nulls', '{ echo(object: { y: null, next: null, label: null }) }', {
    gets: { object: { label: null, next: null, x: 1, y: null } },
  }),
  echoed('one of several members', '{ echo(one: { b: "x" }) }', { gets: { one: { b: 'x' } } }),
];

const byVariable: readonly Case[] = [
  echoed(
    'variables of every type',
    'query ($i: Int, $s: String, $c: Colour, $o: Shape) { echo(int: $i, text: $s, colour: $c, object: $o) }',
    {
      variables: { i: 5, s: 'x', c: 'BLUE', o: { y: [1], next: { label: 'in' } } },
      gets: {
        int: 5,
        text: 'x',
        colour: 'BLUE',
        object: { next: { label: 'in', x: 1 }, x: 1, y: [1] },
      },
    },
  ),
  echoed(
    'an absent variable is an absent argument',
    'query ($c: [Colour!], $i: Int) { echo(colours: $c, int: $i) }',
    {
      gets: {},
    },
  ),
  echoed(
    'a null variable is a null argument',
    'query ($c: [Colour!], $i: Int) { echo(colours: $c, int: $i) }',
    {
      variables: { c: null, i: null },
      gets: { colours: null, int: null },
    },
  ),
  echoed(
    'a default of a variable stands where it is absent',
    'query ($i: Int = 4, $c: [Colour!] = [BLUE]) { echo(int: $i, colours: $c) }',
    {
      gets: { int: 4, colours: ['BLUE'] },
    },
  ),
  echoed(
    'a default of a variable does not stand for null',
    'query ($i: Int = 4) { echo(int: $i) }',
    {
      variables: { i: null },
      gets: { int: null },
    },
  ),
  echoed(
    'a default of null',
    'query ($i: Int = null, $s: String = null) { echo(int: $i, text: $s) }',
    {
      variables: { s: 'given' },
      gets: { int: null, text: 'given' },
    },
  ),
  echoed(
    'an absent variable leaves the default of an argument that is never null',
    'query ($f: Int) { echo(firm: $f) }',
    {
      gets: { firm: 7 },
    },
  ),
  echoed(
    'a given variable goes before the default of the argument',
    'query ($f: Int = 9) { echo(firm: $f) }',
    {
      variables: { f: 8 },
      gets: { firm: 8 },
    },
  ),
  echoed(
    'variables inside lists',
    'query ($a: ID!, $b: ID = "z", $n: Int) { echo(ids: [$a, "m", $b], grid: [[$n, 1]]) }',
    {
      variables: { a: 1 },
      gets: { ids: ['1', 'm', 'z'], grid: [[null, 1]] },
    },
  ),
  echoed(
    'variables inside objects',
    'query ($l: String, $y: [Int!], $n: Shape) { echo(object: { label: $l, y: $y, next: $n }) }',
    {
      variables: { y: 3, n: { x: 5 } },
      gets: { object: { next: { x: 5 }, x: 1, y: [3] } },
    },
  ),
  echoed(
    'a null variable inside an object',
    'query ($l: String, $x: Int = 2) { echo(object: { label: $l, x: $x }) }',
    {
      variables: { l: null },
      gets: { object: { label: null, x: 2 } },
    },
  ),
  echoed(
    'a list given as its only item',
    'query ($i: [ID!], $g: [[Int]]) { echo(ids: $i, grid: $g) }',
    {
      variables: { i: 'one', g: [1, null, [2]] },
      gets: { ids: ['one'], grid: [[1], null, [2]] },
    },
  ),
  echoed(
    'one variable in several places',
    'query ($v: Int!) { echo(int: $v, firm: $v, grid: [[$v]], object: { x: $v }) }',
    {
      variables: { v: 2 },
      gets: { int: 2, firm: 2, grid: [[2]], object: { x: 2 } },
    },
  ),
  echoed('a variable for one of several members', 'query ($a: Int!) { echo(one: { a: $a }) }', {
    variables: { a: 6 },
    gets: { one: { a: 6 } },
  }),
  echoed(
    'names that mean something to objects',
    'query ($__proto__: Int, $constructor: String, $toString: Int = 3) { echo(int: $__proto__, text: $constructor, firm: $toString) }',
    {
      variables: JSON.parse('{ "__proto__": 1, "constructor": "c" }'),
      gets: { int: 1, text: 'c', firm: 3 },
    },
  ),
  echoed(
    'inherited names are not given',
    'query ($valueOf: String, $hasOwnProperty: Int) { echo(text: $valueOf, int: $hasOwnProperty) }',
    {
      gets: {},
    },
  ),
];

test.each([...literals, ...byVariable])('$title', answers);

test('variables inside fragments are those of the operation', () =>
  answers({
    title: '',
    text: 'query A($v: Int = 1) { ...F } query B($v: Int = 2) { ...F } fragment F on Query { echo(int: $v) }',
    operationName: 'B',
    data: '{"echo":"{\\"colours\\":[\\"RED\\"],\\"firm\\":7,\\"int\\":2}"}',
  }));

const strict = 'query ($t: String = "usual") { soon needs(text: $t) }';

test('a variable with a default may be used in a non-null position', () =>
  answers({
    title: '',
    text: strict,
    data: '{"soon":"soon","needs":"{\\"text\\":\\"usual\\"}"}',
  }));

// graphql-js fails the field alone; the gateway may refuse the request, as for all other variables.
test('a null for such a variable is an error of the input', () =>
  complains({ title: '', text: strict, variables: { t: null } }, 'BAD_USER_INPUT'));

test('variables of another operation are ignored', () =>
  answers({
    title: '',
    text: `${strict.replace('query', 'query A')} query B($t: String) { echo(text: $t) }`,
    operationName: 'B',
    variables: { t: null },
    data: '{"echo":"{\\"colours\\":[\\"RED\\"],\\"firm\\":7,\\"text\\":null}"}',
  }));

const refusals: readonly (readonly [string, string, NonNullable<Case['variables']>])[] = [
  ['a missing variable', 'query ($t: String!) { needs(text: $t) }', {}],
  ['a null variable', 'query ($t: String!) { needs(text: $t) }', { t: null }],
  ['a null in a list', 'query ($t: [String!]!) { needsList(texts: $t) }', { t: ['a', null] }],
  ['a text for a number', 'query ($i: Int) { echo(int: $i) }', { i: 'one' }],
  ['a number for a text', 'query ($s: String) { echo(text: $s) }', { s: 1 }],
  ['a number of more than 32 bits', 'query ($i: Int) { echo(int: $i) }', { i: 2 ** 31 }],
  ['a fraction', 'query ($i: Int) { echo(int: $i) }', { i: 1.5 }],
  ['a list for a value', 'query ($i: Int) { echo(int: $i) }', { i: [1] }],
  ['an object for an id', 'query ($i: [ID!]) { echo(ids: $i) }', { i: [{}] }],
  ['an unknown name of an enumeration', 'query ($c: Colour) { echo(colour: $c) }', { c: 'GREEN' }],
  ['an unknown member', 'query ($o: Shape) { echo(object: $o) }', { o: { z: 1 } }],
  [
    'a wrong member far below',
    'query ($o: Shape) { echo(object: $o) }',
    { o: { next: { next: { x: null } } } },
  ],
  ['a text for an object', 'query ($o: Shape) { echo(object: $o) }', { o: 'x' }],
  ['two of one', 'query ($o: One) { echo(one: $o) }', { o: { a: 1, b: 'x' } }],
  ['none of one', 'query ($o: One) { echo(one: $o) }', { o: {} }],
  ['a null of one', 'query ($o: One) { echo(one: $o) }', { o: { a: null } }],
  [
    'a member named __proto__',
    'query ($o: Shape) { echo(object: $o) }',
    { o: JSON.parse('{ "__proto__": { "x": 2 } }') },
  ],
];

test.each(refusals)('%s is refused before any call', (title, text, variables) =>
  refuses({ title, text, variables }, 'BAD_USER_INPUT'),
);
