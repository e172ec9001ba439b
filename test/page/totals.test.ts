import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TracedCall } from '../../client/extensions.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { askedRun, runOf } from './ended-run.ts';

const running = useGateway();

const call = (startMs: number, durationMs: number | null, round: number): TracedCall => ({
  endpoint: 'getAccount',
  method: 'GET',
  path: '/12/accounts/a',
  status: 200,
  durationMs,
  attempts: 1,
  ids: null,
  startMs,
  round,
  field: 'account',
});

test('time upstream is the time while at least one call was under way', () => {
  const calls = [call(20, 60, 1), call(0, 50, 1), call(85, 5, 2)];
  const { totals } = runOf('{ viewer { userId } }', { extensions: { upstream: { calls } } });
  expect(totals).toMatchObject({ calls: 3, rounds: 2, upstreamMs: 85, hereMs: 15 });
});

test('time upstream is never longer than the request', () => {
  const calls = [call(0, 400, 1), call(10, null, 1)];
  const { totals } = runOf('{ viewer { userId } }', { extensions: { upstream: { calls } } });
  expect(totals).toMatchObject({ upstreamMs: 100, hereMs: 0 });
});

test('results take one call for each entity, 7 days and group of metrics', async () => {
  const query = `{ account(id: "${bikes}") { campaigns(first: 3) { nodes {
    name stats(range: { lastDays: 30 }) { total { impressions conversionPurchases { assisted } } }
  } } } }`;
  const { totals } = await askedRun(running, query);
  // The account, the list, and two groups of metrics in five weeks of each campaign.
  expect(totals.rowByRow).toBe(1 + 1 + 3 * 5 * 2);
});

test.each([
  ['first and last day count', '{ days: { first: "2026-01-01", last: "2026-01-08" } }', 2],
  ['a week is one call', '{ days: { first: "2026-01-01", last: "2026-01-07" } }', 1],
  ['a variable says the range', '$range', 2],
])('of a range of results, %s', (_title, range, calls) => {
  const query = `query ($range: StatsRange!) { account(id: "a") { id stats(range: ${range}) {
    total { impressions clicks } } } }`;
  const data = { account: { id: 'Account:a', stats: { total: { impressions: '1' } } } };
  const { totals } = runOf(query, { data }, { range: { lastDays: 8 } });
  expect(totals.rowByRow).toBe(1 + calls);
});

test('rows count as objects however they are selected, connections and values do not', async () => {
  const query = `{ account(id: "${bikes}") { id campaigns(first: 3) { edges { node { ...c } } } } }
    fragment c on Campaign { id dailyBudget { amount } }`;
  const { totals } = await askedRun(running, query);
  expect(totals.objects).toBe(4);
});

test('a linked row costs a call once, and none if a list has it', () => {
  const query = `{ account(id: "a") { id name campaigns { nodes { id fundingInstrument { id description } account { id name } } } } }`;
  const row = (id: string, instrument: string) => ({
    id,
    fundingInstrument: { id: instrument, description: instrument },
    account: { id: 'Account:a', name: 'A' },
  });
  const nodes = [
    row('Campaign:a:1', 'F:1'),
    row('Campaign:a:2', 'F:2'),
    row('Campaign:a:3', 'F:1'),
  ];
  const { totals } = runOf(query, {
    data: { account: { id: 'Account:a', name: 'A', campaigns: { nodes } } },
  });
  // The account, the list, and two funding instruments; the account is known.
  expect(totals).toMatchObject({ rowByRow: 1 + 1 + 2, objects: 1 + 3 + 3 + 3 });
});

test('mutations have no comparison', () => {
  const query = 'mutation { deleteCampaign(input: {}) { outcome } }';
  expect(runOf(query, { data: { deleteCampaign: { outcome: 'APPLIED' } } }).totals.rowByRow).toBe(
    null,
  );
});

interface Example {
  readonly accounts: {
    readonly nodes: readonly {
      readonly campaigns: { readonly nodes: readonly ExampleCampaign[] };
    }[];
  };
}
interface ExampleCampaign {
  readonly fundingInstrument: { readonly restId: string } | null;
  readonly lineItems: { readonly nodes: readonly object[] };
}

test('the first example takes the calls of a program with one for each list and instrument', async () => {
  const example = new URL('../../explorer/examples/whole-account.graphql', import.meta.url);
  const { totals, answered } = await askedRun(running, readFileSync(example, 'utf8'));
  const { accounts } = answered.body.data as unknown as Example;
  const campaigns = accounts.nodes.flatMap(({ campaigns: { nodes } }) => nodes);
  const lineItems = campaigns.flatMap(({ lineItems: { nodes } }) => nodes);
  const instruments = new Set(campaigns.flatMap(({ fundingInstrument: one }) => one?.restId ?? []));
  expect(totals).toMatchObject({
    calls: 26,
    rounds: 4,
    rowByRow:
      1 + accounts.nodes.length + campaigns.length + 2 * lineItems.length + instruments.size,
  });
});
