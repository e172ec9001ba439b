import { expect, test, vi } from 'vitest';
import { schema, schemaFor } from '../../src/schema/index.ts';
import { subgraphOf } from '../../src/schema/subgraph.ts';
import { ads, crm, useComposers } from '../support/supergraph.ts';

// Third-party composers take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const compose = useComposers();
const url = 'http://127.0.0.1/graphql';
const prefix = { text: 'Ads', onPageInfo: false };
const none = { apollo: [], guild: [], wundergraph: [] };

test('the subgraph composes alone, without a warning of any composer', async () => {
  const { composers, supergraphs } = await compose(ads(url, subgraphOf(schema)));
  expect(composers).toEqual(none);
  expect(supergraphs.apollo).toContain('type Campaign');
});

test('with a prefix it composes beside a subgraph for Relay with its own Account, Campaign and Order', async () => {
  const own = ads(url, subgraphOf(schemaFor(prefix)));
  const { composers, supergraphs } = await compose(own, crm(url));
  expect(composers).toEqual(none);
  for (const name of [
    'Campaign',
    'AdsCampaign',
    'Account',
    'AdsAccount',
    'Order',
    'AdsCampaignConnection',
  ]) {
    expect(supergraphs.apollo).toMatch(new RegExp(`^type ${name}\\b`, 'm'));
  }
  expect(supergraphs.apollo).toMatch(/^input AdsOrder\b/m);
});

test('a PageInfo that its subgraph does not share needs the prefix too', async () => {
  const { name, sdl } = crm(url);
  const alone = { name, url, sdl: sdl.replace('type PageInfo @shareable', 'type PageInfo') };
  const shared = await compose(ads(url, subgraphOf(schemaFor(prefix))), alone);
  expect(shared.composers['apollo']?.join()).toContain('PageInfo.hasNextPage');
  const apart = schemaFor({ ...prefix, onPageInfo: true });
  const { composers, supergraphs } = await compose(ads(url, subgraphOf(apart)), alone);
  expect(composers).toEqual(none);
  expect(supergraphs.apollo).toMatch(/^type AdsPageInfo\b/m);
});

test('beside a subgraph for Relay without other common names it needs no prefix', async () => {
  const invoices = `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
    "Everything about invoices."
    type Query { node(id: ID!): Node, invoices(first: Int, after: String): InvoiceConnection }
    "Whatever has an id."
    interface Node { "The id." id: ID! }
    type Invoice implements Node @key(fields: "id") { id: ID!, sum: Int }
    type InvoiceConnection { edges: [InvoiceEdge!]!, pageInfo: PageInfo! }
    type InvoiceEdge { cursor: String!, node: Invoice! }
    "Words of its own, as for the types above."
    type PageInfo @shareable {
      "Whether there is more."
      hasNextPage: Boolean!
      hasPreviousPage: Boolean!
      startCursor: String
      endCursor: String
    }`;
  const other = { name: 'invoices', url, sdl: invoices };
  const { composers, supergraphs } = await compose(ads(url, subgraphOf(schema)), other);
  expect(composers).toEqual(none);
  expect(supergraphs.apollo).toMatch(
    /^ {2}node\(id: ID!\): Node @join__field\(graph: INVOICES\)$/m,
  );
});

test('without a prefix the composers report the names that are taken', async () => {
  const { composers } = await compose(ads(url, subgraphOf(schema)), crm(url));
  expect(composers['apollo']?.join()).toContain('Order');
});
