import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { idKindOf } from '../../explorer/page/forms/id-choices.ts';
import {
  declaredVariables,
  missingIn,
  withValues,
} from '../../explorer/page/language/declared-variables.ts';
import { withJsonAt } from '../../explorer/page/language/json-edits.ts';
import { documentOf, operationAt } from '../../explorer/page/language/spots.ts';
import {
  completeVariables,
  valuePosition,
  variablesSupport,
} from '../../explorer/page/language/variables.ts';
import { completeHeaders } from '../../explorer/page/operation/complete-headers.ts';
import { pageSchema } from '../support/page-schema.ts';

const declaredIn = (query: string) =>
  declaredVariables(operationAt(documentOf(query), 0), pageSchema);

const create = declaredIn(`mutation ($input: CreateCampaignInput!, $other: Int, $first: Int! = 3) {
  createCampaign(input: $input) { outcome } }`);

test('an operation declares variables with their types and uses', () => {
  expect(
    create.map(({ name, type, isNeeded, use }) => [name, String(type), isNeeded, use]),
  ).toEqual([
    ['input', 'CreateCampaignInput!', true, { argument: 'input', field: 'createCampaign' }],
    ['other', 'Int', false, null],
    ['first', 'Int!', false, null],
  ]);
  expect(declaredIn('query ($a: NoSuchType) { viewer { userId } }')).toEqual([]);
});

test('required variables without a value are missing', () => {
  const names = (text: string) => missingIn(text, create).map(({ name }) => name);
  expect(names('')).toEqual(['input']);
  expect(names('{ "other": 1 }')).toEqual(['input']);
  expect(names('{ "input": null }')).toEqual([]);
  expect(names('{ "half')).toEqual([]);
});

test('missing variables are written after the others, with their required fields', () => {
  const written = withValues('{\n  "other": 9007199254740993\n}', missingIn('', create));
  expect(written).toContain('"other": 9007199254740993,\n');
  expect(JSON.parse(written).input).toMatchObject({ fundingInstrumentId: '', name: '' });
  expect(JSON.parse(written).input).not.toHaveProperty('dailyBudget');
  expect(JSON.parse(withValues('', missingIn('', create)))).toHaveProperty('input');
});

test('samples fit their types: the first of a choice, one item of a list, one of several', () => {
  const all = declaredIn(`query ($status: EntityStatus!, $ids: [ID!]!, $range: StatsRange!,
    $flag: Boolean!, $count: Int!) { viewer { userId } }`);
  const { range, ...others } = JSON.parse(withValues('', missingIn('', all)));
  expect(others).toEqual({ status: 'ACTIVE', ids: [''], flag: false, count: 0 });
  expect(Object.keys(range)).toHaveLength(1);
});

test('a value of JSON is changed and all other text stays', () => {
  const text = '{\n  "long": 9007199254740993, "input": {"name": "A", "b": [1, 2]}\n}';
  expect(withJsonAt(text, ['input', 'name'], 'B')).toBe(text.replace('"A"', '"B"'));
  expect(withJsonAt(text, ['input', 'b', 1], 7)).toBe(text.replace('2]', '7]'));
  expect(JSON.parse(withJsonAt(text, ['input', 'b'], undefined)).input).toEqual({ name: 'A' });
  expect(JSON.parse(withJsonAt('', ['after'], 'c'))).toEqual({ after: 'c' });
});

const stateOf = (doc: string) =>
  EditorState.create({ doc, extensions: [json(), variablesSupport(create)] });
/** The completions offered at `|`. */
const offered = (marked: string): readonly string[] => {
  const state = stateOf(marked.replace('|', ''));
  const context = new CompletionContext(state, marked.indexOf('|'), false);
  return completeVariables(context)?.options.map(({ label }) => label) ?? [];
};

test('variables are completed by their names, members and values', () => {
  expect(offered('{|')).toEqual(['"input"', '"other"', '"first"']);
  expect(offered('{"input": {|}}')).toContain('"dailyBudget"');
  expect(offered('{"input": {"entityStatus": |}}')).toContain('"PAUSED"');
  expect(offered('{"input": {"standardDelivery": |}}')).toEqual(['true', 'false']);
  expect(offered('{"other": |}')).toEqual([]);
  expect(offered('{"nobody": {|}}')).toEqual([]);
});

test('an argument of an error leads to its value in the variables, or the nearest around it', () => {
  const text = '{"input": {"name": "", "operations": [1, {"a": 2}]}}';
  const positionOf = (...path: (string | number)[]) => valuePosition(stateOf(text), path);
  expect(positionOf('input', 'name')).toBe(text.indexOf('""'));
  expect(positionOf('input', 'operations', 1, 'a')).toBe(text.indexOf('2}'));
  expect(positionOf('input', 'operations', 5)).toBe(text.indexOf('[1'));
  expect(positionOf('input', 'none')).toBe(text.indexOf('{"name'));
});

test('names of headers are suggested at the beginning of a name', async () => {
  const at = async (text: string) => {
    const context = new CompletionContext(EditorState.create({ doc: text }), text.length, false);
    const result = await completeHeaders(context);
    return result && [text.slice(0, result.from), result.options.map(({ label }) => label)];
  };
  expect(await at('{"x-a')).toEqual(['{"', expect.arrayContaining(['x-api-key', 'authorization'])]);
  expect(await at('{"x-a": "1", "')).toEqual(['{"x-a": "1", "', expect.any(Array)]);
  expect(await at('{"x-a": "')).toBeNull();
});

test.each([
  ['accountId', '', 'accounts'],
  ['account', '', 'accounts'],
  ['campaignIds', '', 'campaigns'],
  ['fundingInstrumentId', '', 'fundingInstruments'],
  ['lineItems', '', 'lineItems'],
  ['id', 'campaign', 'campaigns'],
  ['ids', 'lineItems', 'lineItems'],
  ['id', '', null],
  ['id', 'node', null],
  ['name', 'campaign', null],
  ['subaccountId', '', null],
])('the id %s of %s is chosen from %s', (name, field, kind) => {
  expect(idKindOf(name, field)).toBe(kind);
});
