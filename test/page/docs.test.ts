import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { docsFor, fieldsOf, searched, typeOf } from '../../explorer/page/docs/docs-search.ts';
import { tradeWords } from '../../explorer/page/docs/trade-words.ts';
import { pageSchema } from '../support/page-schema.ts';

const found = (text: string): readonly string[] =>
  searched(pageSchema, text).map(({ type, field }) => (field === null ? type : `${type}.${field}`));

test.each([
  ['cpc', 'Metrics.costPerClick'],
  ['ctr', 'Metrics.clickRate'],
  ['spend', 'Metrics.billedCharge'],
  ['adset', 'LineItem'],
  ['pause campaign', 'Mutation.updateCampaign'],
  ['resume line item', 'Mutation.updateLineItem'],
])('%s, a word of the trade, finds %s first', (word, name) => {
  expect(found(word)[0]).toBe(name);
});

test('every term of advertising leads to names in the schema', () => {
  const types = Object.values(pageSchema.getTypeMap());
  const names = new Set([
    ...types.map(({ name }) => name),
    ...types.flatMap((type) => fieldsOf(type).map(({ name }) => name)),
  ]);
  const unknown = Object.entries(tradeWords).flatMap(([word, all]) =>
    all.filter((name) => !names.has(name)).map((name) => `${word}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('what is found says in its first sentence what it is', () => {
  expect(docsFor(pageSchema, 'pause campaign')[0]).toEqual({
    entry: { type: 'Mutation', field: 'updateCampaign' },
    about: 'Changes a campaign; parameters that are left out keep their values.',
  });
  expect(docsFor(pageSchema, 'pa')).toEqual([]);
});

test('all words are found in names first, the shortest first, then in descriptions', () => {
  expect(found('daily budget').slice(0, 40)).toContain('Campaign.dailyBudget');
  const names = found('dailybudget').map((one) => one.split('.').at(-1) ?? '');
  expect(names[0]).toBe('dailyBudget');
  expect(found('CAMPAIGNS')).toContain('Account.campaigns');
  expect(found('nosuchwordanywhere')).toEqual([]);
  expect(found('  ')).toEqual([]);
  expect(found('a')).toHaveLength(60);
});

test('fields for machines are last, and introspection is not found', () => {
  const query = pageSchema.getQueryType();
  expect(isObjectType(query) && fieldsOf(query).at(-1)?.name).toMatch(/^_/);
  expect(found('__schema')).toEqual([]);
});

test('an entry has the type of its field', () => {
  expect(String(typeOf(pageSchema, { type: 'Campaign', field: 'dailyBudget' }))).toBe('Money');
  expect(typeOf(pageSchema, { type: 'Campaign', field: null })).toBeNull();
  expect(typeOf(pageSchema, { type: 'Campaign', field: 'nothing' })).toBeNull();
});
