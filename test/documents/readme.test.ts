import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import { useGateway } from '../support/gateway.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```graphql\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
const [query = '', results = '', batch = ''] = blocks;

const running = useGateway();

interface Nodes {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
}
/** Every object of an answer in the lists with this name. */
const rowsOf = (value: unknown, list: string): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => rowsOf(item, list));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === list ? ((member as Nodes | null)?.nodes ?? []) : []),
    ...rowsOf(member, list),
  ]);
};

describe('the query of the README', () => {
  test('answers with rows on every level, in as many calls as the README says', async () => {
    const { data, errors, calls } = await running.ask(query);
    expect(errors).toBeUndefined();
    expect(rowsOf(data, 'accounts')).toHaveLength(5);
    expect(rowsOf(data, 'campaigns')).toHaveLength(100);
    for (const account of data.accounts.nodes) {
      for (const list of ['lineItems', 'promotedTweets', 'targetingCriteria']) {
        expect(rowsOf(account, list).length).toBeGreaterThan(10);
      }
    }
    const said = Number(/that is (\d+) REST calls/.exec(readme)?.[1]);
    expect(calls).toHaveLength(said);
  });

  test('stays far below the limit of calls in every seeded account', async () => {
    const one = query.replace(
      'accounts(first: 5)',
      'accounts(accountIds: $ids, withDeleted: true)',
    );
    for (const { id, userIds } of running.emulator.accounts) {
      if (!userIds.includes(running.emulator.credentials.userId)) continue;
      const { data, errors, calls } = await running.ask(`query ($ids: [ID!]) ${one}`, {
        ids: [id],
      });
      expect(errors).toBeUndefined();
      expect(data.accounts.nodes).toHaveLength(1);
      expect(calls.length).toBeLessThanOrEqual(40);
    }
  });

  test('is followed by one about results, which is a call for each week and twenty campaigns', async () => {
    const { data, errors, calls } = await running.ask(results.replace('…', '18ce54cf3e2'));
    expect(errors).toBeUndefined();
    expect(data.account.campaigns.nodes).toHaveLength(43);
    expect([1 + 3 * 5, 1 + 3 * 6]).toContain(calls.length);
  });

  test('is followed by a batch that is valid as written, and accepts real ids', async () => {
    const document = batch
      .replace('accountId: "…"', 'accountId: "18ce54bik3s"')
      .replace('fundingInstrumentId: "…"', 'fundingInstrumentId: "fik3s001"')
      .replace('update: { campaignId: "…"', 'update: { campaignId: "cik3s001"')
      .replace('delete: { campaignId: "…"', 'delete: { campaignId: "cik3s002"');
    const { data, errors } = await running.ask(document);
    expect(errors).toBeUndefined();
    expect(data.batchCampaigns.outcome).toBe('APPLIED');
  });
});

test('the README has the right number of endpoints', () => {
  const said = Number(/All (\d+) REST calls/.exec(readme)?.[1]);
  expect(endpoints).toHaveLength(said);
});

test('the table of packages names each runtime dependency once, and nothing else', () => {
  const [, table = ''] = readme.split('## What each package does here');
  const rows = table.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
  expect(named.map(([, name]) => name).toSorted()).toEqual(
    Object.keys(manifest.dependencies).toSorted(),
  );
});
