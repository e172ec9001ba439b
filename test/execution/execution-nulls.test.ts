import { test } from 'vitest';
import type { Case } from '../support/answers.ts';
import { checker } from '../support/answers.ts';
import { createOracle } from '../support/list-oracle.ts';
import { smallSchema } from '../support/small-schema.ts';

const { answers, complains } = checker(smallSchema, () => createOracle({ rows: {} }).ads);

const absent = ['NULL', 'LATER_NULL', 'ABSENT'] as const;
const failing = ['THROWS', 'LATER_THROWS'] as const;

const codeOf = (mode: string): string =>
  failing.some((one) => one === mode) ? 'BAD_USER_INPUT' : 'UPSTREAM_BAD_RESPONSE';

const failuresOf = (path: string, mode: string): string[] =>
  failing.some((one) => one === mode) ? [`${path} BAD_USER_INPUT`] : [];

const modes = [...absent, ...failing];

test.each(['HERE', 'LATER'])(
  'a value that is %s is answered in nullable fields and in others',
  (mode) =>
    answers({
      title: mode,
      text: `{ box(is: ${mode}) { value(is: ${mode}) firmValue(is: ${mode}) firmBox(is: ${mode}) { name } } }`,
      data: '{"box":{"value":"text","firmValue":"text","firmBox":{"name":"box"}}}',
    }),
);

test.each(modes)('%s in a nullable field leaves its neighbours', (mode) =>
  answers({
    title: mode,
    text: `{ box { name value(is: ${mode}) box(is: ${mode}) { name } list(is: ${mode}) firmName } soon }`,
    data: '{"box":{"name":"box","value":null,"box":null,"list":null,"firmName":"firm"},"soon":"soon"}',
    errors: ['box', 'list', 'value'].flatMap((name) => failuresOf(`box.${name}`, mode)),
  }),
);

test.each(modes)('%s in a non-null field nulls the object', (mode) =>
  answers({
    title: mode,
    text: `{ box { name box { name firmValue(is: ${mode}) } later: value(is: LATER) } soon }`,
    data: '{"box":{"name":"box","box":null,"later":"text"},"soon":"soon"}',
    errors: [`box.box.firmValue ${codeOf(mode)}`],
  }),
);

test.each(modes)('%s far below passes through all non-null fields', (mode) =>
  answers({
    title: mode,
    text: `{ box { name box { firmBox(is: LATER) { firmBox { name firmBox(is: ${mode}) { name } } } } } }`,
    data: '{"box":{"name":"box","box":null}}',
    errors: [`box.box.firmBox.firmBox.firmBox ${codeOf(mode)}`],
  }),
);

test.each(modes)('%s with nothing nullable above it leaves no data', (mode) =>
  answers({
    title: mode,
    text: `{ soon firmBox { firmBox { firmValue(is: ${mode}) } } later }`,
    data: 'null',
    errors: [`firmBox.firmBox.firmValue ${codeOf(mode)}`],
  }),
);

// Here graphql-js reports more or less, depending on the first failure.
test.each(modes)('earlier errors below a null that %s made are no longer reported', (mode) =>
  complains(
    {
      title: mode,
      text: `{ box { name box { value(is: THROWS) boxes(modes: [HERE]) { list(is: LATER_THROWS) } firmValue(is: ${mode}) } } soon }`,
    },
    codeOf(mode),
  ),
);

const lists: readonly Case[] = [
  {
    title: 'nulls stand in a list that may hold them',
    text: '{ box { list(of: [1, null, 3]) firmList(of: [null, 2]) } }',
    data: '{"box":{"list":[1,null,3],"firmList":[null,2]}}',
  },
  {
    title: 'a null takes away a list that may not hold it',
    text: '{ box { name firmItems(of: [1, null, 3]) } }',
    data: '{"box":{"name":"box","firmItems":null}}',
    errors: ['box.firmItems.1 UPSTREAM_BAD_RESPONSE'],
  },
  {
    title: 'a null takes away the object of a list that may neither hold nor be it',
    text: '{ boxes { name firm(of: [null]) } soon }',
    data: '{"boxes":[null],"soon":"soon"}',
    errors: ['boxes.0.firm.0 UPSTREAM_BAD_RESPONSE'],
  },
  {
    title: 'empty lists are lists',
    text: '{ boxes(modes: []) { name } box { list(of: []) firm(of: []) } grid(of: [[], null]) }',
    data: '{"boxes":[],"box":{"list":[],"firm":[]},"grid":[[],null]}',
  },
  {
    title: 'one object of a list fails alone',
    text: '{ boxes(modes: [HERE, NULL, LATER]) { name } firmBoxes(modes: [HERE, HERE]) { firmName } }',
    data: '{"boxes":[{"name":"box"},null,{"name":"box"}],"firmBoxes":[{"firmName":"firm"},{"firmName":"firm"}]}',
  },
  {
    title: 'a missing object takes away a list that may not miss it',
    text: '{ firmBoxes(modes: [HERE, NULL]) { name } soon }',
    data: '{"firmBoxes":null,"soon":"soon"}',
    errors: ['firmBoxes.1 UPSTREAM_BAD_RESPONSE'],
  },
  {
    title: 'every object of a list that fails is reported',
    text: '{ boxes(modes: [HERE, NULL, HERE]) { value(is: LATER_THROWS) name } }',
    data: '{"boxes":[{"value":null,"name":"box"},null,{"value":null,"name":"box"}]}',
    errors: ['boxes.0.value BAD_USER_INPUT', 'boxes.2.value BAD_USER_INPUT'],
  },
  {
    title: 'lists of lists keep their nulls on every level',
    text: '{ grid(of: [[1, null], null, [], [2]]) }',
    data: '{"grid":[[1,null],null,[],[2]]}',
  },
  {
    title: 'a null deep inside takes away all lists up to one that may be null',
    text: '{ soon firmGrid(of: [[1], [2, null]]) }',
    data: '{"soon":"soon","firmGrid":null}',
    errors: ['firmGrid.1.1 UPSTREAM_BAD_RESPONSE'],
  },
];

test.each(lists)('$title', answers);

const misfits: readonly Case[] = [
  {
    title: 'a value that does not fit its type is null, with an error of its own',
    text: '{ wrong { int float id flag text colour } soon }',
    data: '{"wrong":{"int":null,"float":null,"id":null,"flag":null,"text":null,"colour":null},"soon":"soon"}',
    errors: ['colour', 'flag', 'float', 'id', 'int', 'text'].map(
      (name) => `wrong.${name} UPSTREAM_BAD_RESPONSE`,
    ),
  },
  {
    title: 'a value that does not fit takes the object away where null may not stand',
    text: '{ wrong { firmInt } soon }',
    data: '{"wrong":null,"soon":"soon"}',
    errors: ['wrong.firmInt UPSTREAM_BAD_RESPONSE'],
  },
  {
    title: 'a value that does not fit in a list is told at its place',
    text: '{ wrong { list firmItems objects { name } grid } }',
    data: '{"wrong":{"list":null,"firmItems":null,"objects":null,"grid":[[1],null]}}',
    errors: ['firmItems.1', 'grid.1', 'list', 'objects'].map(
      (name) => `wrong.${name} UPSTREAM_BAD_RESPONSE`,
    ),
  },
];

test.each(misfits)('$title', answers);
