import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { useGateway } from './support/gateway.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```graphql\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
const [query = '', batch = ''] = blocks;

const running = useGateway();

interface Nodes {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
}
/** Every object in an answer that stands in the lists of this name. */
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

  test('stays far below the limit of calls on every seeded account', async () => {
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

  test('comes with a batch that is valid as it stands, and takes real ids', async () => {
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

/** A REST call without the names of its ids: `DELETE accounts/{}/cards/{}`. */
const formOf = (call: string): string => call.replace(/\{\w+\}/g, '{}');

/** Whether an endpoint is what the README names: `DELETE accounts/{id}`, or `stats/…` for all below. */
const isNamed =
  (named: string) =>
  ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean => {
    const call = formOf(named.includes(' ') ? `${method} ${path}` : path);
    return named.endsWith('…')
      ? call.startsWith(formOf(named.slice(0, -1)))
      : call === formOf(named);
  };

describe('what the README says is not there', () => {
  const [, section = ''] = readme.split('\n## What is not there\n');
  const missing = [...section.matchAll(/^\| (\w[^|]*) \| (.*`.*) \|$/gm)].map(
    ([, what = '', calls = '']) => ({
      what,
      calls: calls.split('`').filter((_, at) => at % 2 === 1),
    }),
  );

  test.each(missing)('has no endpoint: $what', ({ calls }) => {
    expect(endpoints.filter((one) => calls.some((call) => isNamed(call)(one)))).toEqual([]);
  });

  test('has calls in every row, which are recognised', () => {
    const rows = section.split('\n').filter((line) => line.startsWith('| '));
    expect(missing).toHaveLength(rows.length - 1);
    expect(endpoints.filter(isNamed('GET accounts/{id}/campaigns/{id}'))).toHaveLength(1);
    expect(endpoints.filter(isNamed('accounts/{id}/campaigns…')).length).toBeGreaterThan(1);
  });
});
