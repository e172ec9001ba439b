import { isObjectType, Kind } from 'graphql';
import { expect, test } from 'vitest';
import type { Entry, Holder, TextEdit } from '../../explorer/page/builder/input-edits.ts';
import {
  entryEdit,
  neededArguments,
  replaceEdit,
  sampleText,
  withoutEntryEdit,
} from '../../explorer/page/builder/input-edits.ts';
import { documentOf, operationAt, spotsOf } from '../../explorer/page/language/spots.ts';
import { pageSchema } from '../support/page-schema.ts';

const applied = (text: string, { from, to, insert }: TextEdit): string =>
  text.slice(0, from) + insert + text.slice(to);

const argumentsOf = (name: string, field: string) => {
  const type = pageSchema.getType(name);
  return isObjectType(type) ? (type.getFields()[field]?.args ?? []) : [];
};

/** The field of a text and its argument `input`, as the tree changes them. */
const inputOf = (text: string) => {
  const document = documentOf(text);
  const [spot] = spotsOf(document, operationAt(document, 0), pageSchema);
  const argument = spot?.node.arguments?.[0];
  if (spot === undefined || argument?.value.kind !== Kind.OBJECT) throw new Error('no input');
  return { field: spot.node, argument, input: argument.value };
};
const write = (input: string): string => `mutation { m(input: ${input}) { outcome } }`;
const member = (input: ReturnType<typeof inputOf>['input'], name: string) => {
  const found = input.fields.find((one) => one.name.value === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

test('a member is written after the others, or into empty brackets', () => {
  const add = (text: string, holder: Holder, entry: string) =>
    applied(text, entryEdit(holder, entry));
  const one = write('{ a: 1 }');
  expect(add(one, inputOf(one).input, 'b: 2')).toBe(write('{ a: 1, b: 2 }'));
  const empty = write('{ }');
  expect(add(empty, inputOf(empty).input, 'b: 2')).toBe(write('{ b: 2 }'));
  const list = write('{ a: [] }');
  const { value } = member(inputOf(list).input, 'a');
  if (value.kind !== Kind.LIST) throw new Error('no list');
  expect(add(list, value, '"x"')).toBe(write('{ a: ["x"] }'));
  expect(add(one, inputOf(one).field, 'c: 3')).toBe(
    'mutation { m(input: { a: 1 }, c: 3) { outcome } }',
  );
  const bare = 'mutation { m { outcome } }';
  const document = documentOf(bare);
  const [spot] = spotsOf(document, operationAt(document, 0), null);
  expect(spot && add(bare, spot.node, 'c: 3')).toBe('mutation { m(c: 3) { outcome } }');
});

test('a member is removed with its comma, the last argument with the brackets', () => {
  const remove = (
    text: string,
    pick: (of: ReturnType<typeof inputOf>) => readonly [Holder, Entry],
  ) => {
    const [holder, entry] = pick(inputOf(text));
    return applied(text, withoutEntryEdit(text, holder, entry));
  };
  const two = write('{ a: 1, b: [{ c: 2 }] }');
  expect(remove(two, ({ input }) => [input, member(input, 'a')])).toBe(write('{ b: [{ c: 2 }] }'));
  expect(remove(two, ({ input }) => [input, member(input, 'b')])).toBe(write('{ a: 1 }'));
  const one = write('{ a: 1 }');
  expect(remove(one, ({ input }) => [input, member(input, 'a')])).toBe(write('{}'));
  expect(remove(one, ({ field, argument }) => [field, argument])).toBe(
    'mutation { m { outcome } }',
  );
  expect(applied(one, replaceEdit(member(inputOf(one).input, 'a').value, '7'))).toBe(
    write('{ a: 7 }'),
  );
});

test.each([
  ['its default', 'Account', 'campaigns', 'first', '50'],
  ['an empty text', 'Query', 'account', 'id', '""'],
  ['true for a flag', 'Account', 'campaigns', 'withDraft', 'true'],
  ['a list with one item', 'Account', 'campaigns', 'campaignIds', '[""]'],
  [
    'an object with what it needs',
    'Mutation',
    'deleteCampaign',
    'input',
    '{ accountId: "", campaignId: "" }',
  ],
  ['an object without anything', 'Account', 'campaigns', 'where', '{}'],
])('the first value of an argument is %s', (_title, type, field, argument, text) => {
  const slot = argumentsOf(type, field).find(({ name }) => name === argument);
  expect(slot && sampleText(slot)).toBe(text);
});

test('only required arguments are written', () => {
  expect(neededArguments(argumentsOf('Account', 'campaigns'))).toBe('');
  expect(neededArguments(argumentsOf('Query', 'account'))).toBe('(id: "")');
});
