import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { schema, schemaFor } from '../src/schema/index.ts';
import { subgraphOf } from '../src/schema/subgraph.ts';
import { ads, compose, crm } from './support/supergraph.ts';

const url = 'http://127.0.0.1/graphql';
const none = { apollo: [], guild: [], wundergraph: [] };

test('subgraph.graphql is the subgraph of this schema', () => {
  const file = readFileSync(new URL('../subgraph.graphql', import.meta.url), 'utf8');
  expect(file.trim()).toBe(subgraphOf(schema).trim());
});

test('the subgraph composes alone, without a warning of any composer', async () => {
  const { composers, supergraph } = await compose(ads(url, subgraphOf(schema)));
  expect(composers).toEqual(none);
  expect(supergraph).toContain('type Campaign');
});

test('with a prefix it composes beside a subgraph with an Account, Campaign, Order and PageInfo of its own', async () => {
  const own = ads(url, subgraphOf(schemaFor('Ads')));
  const { composers, supergraph } = await compose(own, crm(url));
  expect(composers).toEqual(none);
  for (const name of [
    'Campaign',
    'AdsCampaign',
    'Account',
    'AdsAccount',
    'Order',
    'AdsCampaignConnection',
  ]) {
    expect(supergraph).toMatch(new RegExp(`^type ${name}\\b`, 'm'));
  }
  expect(supergraph).toMatch(/^input AdsOrder\b/m);
});

test('without a prefix the composers say which names are taken', async () => {
  const { composers } = await compose(ads(url, subgraphOf(schema)), crm(url));
  expect(composers['apollo']?.join()).toContain('Order');
});
