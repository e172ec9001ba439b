import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { blocksOf } from '../support/pages.ts';

const account = '18ce54cf3e2';
const running = useGateway();

const text = readFileSync(new URL('../../docs/front-end.md', import.meta.url), 'utf8');
const [, section = ''] = text.split('## What a console needs\n');
const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
const documents = rows.flatMap((row) => {
  const [, need = ''] = row.split('|').map((cell) => cell.trim());
  const queries = [...row.matchAll(/`((?:\{|mutation \{)[^`]*)`/g)].map(([, query = '']) => query);
  return queries.map((query) => [need, query] as const);
});

/** A query of the table about a seeded account and one of its campaigns. */
const filled = (query: string, campaignId: string): string =>
  query
    .replaceAll(/(account\(id|accountId): "…"/g, `$1: "${account}"`)
    .replaceAll('"…"', `"${campaignId}"`);

const campaign = async (): Promise<string> => {
  const { data } = await running.ask(
    `{ account(id: "${account}") { campaigns(first: 1) { nodes { id } } } }`,
  );
  return data.account.campaigns.nodes[0].id;
};

test('the table of needs has queries', () => {
  expect(documents.length).toBeGreaterThanOrEqual(8);
});

test.each(documents)('%s: the query runs as written', async (_need, query) => {
  const { data, errors, calls } = await running.ask(filled(query, await campaign()));
  expect(errors).toBeUndefined();
  expect(calls).toHaveLength(1);
  const [field] = Object.values<Record<string, unknown>>(data);
  if (query.startsWith('mutation')) expect(field?.['outcome']).toBe('APPLIED');
  else for (const list of Object.values(field ?? {})) expect(list).not.toBeNull();
});

test('the line items of 300 campaigns are two calls with their ids, and three without', async () => {
  const large = '18ce54big8k';
  const { data } = await running.ask(
    `{ account(id: "${large}") { campaigns(first: 300) { nodes { restId } } } }`,
  );
  const ids = data.account.campaigns.nodes.map(({ restId }: { restId: string }) => restId);
  const known = await running.ask(
    `query ($some: [ID!], $others: [ID!]) { account(id: "${large}") {
      some: lineItems(first: 1000, campaignIds: $some) { nodes { campaignId } }
      others: lineItems(first: 1000, campaignIds: $others) { nodes { campaignId } } } }`,
    { some: ids.slice(0, 200), others: ids.slice(200) },
  );
  expect([known.errors, known.calls.length]).toEqual([undefined, 2]);
  const unknown = await running.ask(
    `{ account(id: "${large}") { campaigns(first: 300) { nodes { name lineItems(first: 20) { nodes { name } } } } } }`,
  );
  expect([unknown.errors, unknown.calls.length]).toEqual([undefined, 3]);
});

test('the example of a filter runs', async () => {
  const [filter = ''] = blocksOf('front-end.md', 'graphql').filter((one) => one.includes('where:'));
  const { data, errors, calls } = await running.ask(filter, { account });
  expect(errors).toBeUndefined();
  expect(data.account.campaigns.nodes).toBeInstanceOf(Array);
  expect(calls.map(({ query }) => query['count'])).toEqual(['1000']);
});
