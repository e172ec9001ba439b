import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { statsCalls, statsGateway } from '../support/stats-gateway.ts';
import { losAngeles } from '../support/stats-story.ts';

const atlas = '18ce54big8k';
const berlin = '18ce54bik3s';
const windows = new Map();
// A plan uses the clock of the machine.
const running = useGateway({ parts: { windows } });
beforeEach(() => windows.clear());

interface Plan {
  readonly calls: { readonly least: number; readonly most: number };
  readonly endpoints: readonly {
    readonly endpoint: string;
    readonly least: number;
    readonly most: number;
    readonly scopes: readonly string[];
  }[];
}

const planOf = async (document: string): Promise<Plan> => {
  const { extensions, calls, errors } = await running.ask(
    document,
    {},
    { headers: { 'x-ads-plan': '1' } },
  );
  expect(errors).toBeUndefined();
  expect(calls).toEqual([]);
  return extensions?.['plan'] as Plan;
};
const callsOf = async (document: string): Promise<number> => {
  const { errors, calls } = await running.ask(document);
  expect(errors).toBeUndefined();
  return calls.length;
};

/** The day this many days ago, in any calendar. */
const ago = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const campaigns = (selection: string) =>
  `{ account(id: "${atlas}") { campaigns(first: 50) { nodes { name ${selection} } } } }`;
const figures = 'total { impressions billedCharge { amount currency } }';

describe('the cost of results is planned', () => {
  test.for([
    ['a week of totals', `days: { first: "${ago(9)}", last: "${ago(3)}" }`, figures],
    [
      'a month by day',
      `days: { first: "${ago(31)}", last: "${ago(2)}" }`,
      'days { metrics { impressions } }',
    ],
    [
      'a month of conversions',
      `days: { first: "${ago(31)}", last: "${ago(2)}" }`,
      'total { conversionPurchases { metric } clicks }',
    ],
    [
      'some hours',
      `hours: { start: "${ago(3)}T05:00:00Z", end: "${ago(2)}T07:00:00Z" }`,
      'hours { metrics { likes } }',
    ],
    ['ten days of totals', 'lastDays: 10', figures],
    ['three days by hour', 'lastDays: 3', 'hours { start metrics { impressions } }'],
    ['a quarter by day', 'lastDays: 90', 'days { date metrics { impressions } }'],
    ['nothing but its times', 'lastDays: 30', 'start end'],
  ] as const)('%s', async ([, range, selection]) => {
    const document = campaigns(`stats(range: { ${range} }) { ${selection} }`);
    const { calls } = await planOf(document);
    const cold = await callsOf(document);
    expect(cold).toBeGreaterThanOrEqual(calls.least);
    expect(cold).toBeLessThanOrEqual(calls.most);
    const warm = await callsOf(document);
    expect(warm).toBeGreaterThanOrEqual(calls.least);
    expect(warm).toBeLessThanOrEqual(cold);
  });

  test('as 1 and 3 for each week that is not kept, and 3 or 4 weeks if they are', async () => {
    const table = campaigns(`stats(range: { lastDays: 30 }) { ${figures} days { date } }`);
    const { endpoints } = await planOf(table);
    const stats = endpoints.find(({ endpoint }) => endpoint === 'getStats');
    expect(stats?.scopes).toEqual(['user:stats']);
    expect([15, 18]).toContain(stats?.most);
    const cold = await callsOf(table);
    expect([1 + 15, 1 + 18]).toContain(cold);
    expect([1 + 9, 1 + 12]).toContain(await callsOf(table));
  });

  test('exactly, if everything is certain', async () => {
    const document = campaigns(
      `stats(range: { days: { first: "${ago(6)}", last: "${ago(2)}" } }) { days { metrics { likes } } }`,
    );
    const { calls, endpoints } = await planOf(document);
    const stats = endpoints.find(({ endpoint }) => endpoint === 'getStats');
    expect(stats?.most).toBe(3);
    const made = await callsOf(document);
    expect(made).toBe(1 + 3);
    expect(calls.most).toBeGreaterThanOrEqual(made);
  });

  test('for reach, active entities and the files of jobs as well', async () => {
    const document = `{ account(id: "${berlin}") {
      campaigns(first: 25) { nodes { reach(range: { lastDays: 20 }) { averageFrequency } } }
      activeEntities(entity: LINE_ITEM, start: "${ago(3)}T00:00:00Z", end: "${ago(1)}T00:00:00Z") { entityId entity { ... on LineItem { objective } } }
      statsJobs(first: 5) { nodes { status results { entityId } } }
    } }`;
    const { calls, endpoints } = await planOf(document);
    const names = endpoints.map(({ endpoint }) => endpoint);
    expect(names).toEqual(
      expect.arrayContaining(['listCampaignReach', 'listActiveEntities', 'readStatsJobFile']),
    );
    const made = await callsOf(document);
    expect(made).toBeGreaterThanOrEqual(calls.least);
    expect(made).toBeLessThanOrEqual(calls.most);
  });

  test('and a query that no budget could pay is refused', async () => {
    const { errors = [], calls } = await running.ask(
      `{ account(id: "${atlas}") { campaigns(first: 1000) { nodes { stats(range: { lastDays: 92 }) { days { metrics { impressions conversionPurchases { metric } } } } } } } }`,
    );
    expect(calls).toEqual([]);
    expect(errors[0]?.extensions.code).toBe('COST_LIMIT_EXCEEDED');
  });
});

describe('the least calls', () => {
  // Monday 03:00 in UTC, and Sunday in Los Angeles: its nine days touch two weeks, not three.
  const { running: early, moveTo } = statsGateway();
  beforeEach(() => moveTo(Date.parse('2026-11-23T03:00:00Z')));
  const both = async (selection: string) => {
    const document = `{ account(id: "${losAngeles}") { ${selection} } }`;
    const { extensions } = await early.ask(document, {}, { headers: { 'x-ads-plan': '1' } });
    const endpoints = (extensions?.['plan'] as Plan | undefined)?.endpoints ?? [];
    const { calls } = await early.ask(document);
    return [
      endpoints.find(({ endpoint }) => endpoint === 'getStats')?.least,
      statsCalls(calls).length,
    ];
  };

  test.for([
    ['lastDays: 9', 'total { impressions }', 2, 2],
    ['lastDays: 9', 'days { metrics { impressions } }', 2, 2],
    ['lastDays: 3', 'total { impressions }', 1, 1],
    // Days of hours that may be no whole days are never requested.
    [
      'hours: { start: "2026-11-09T00:00:00Z", end: "2026-11-10T00:00:00Z" }',
      'days { metrics { impressions } }',
      0,
      0,
    ],
  ] as const)('hold on any day: %s { %s }', async ([range, selection, ...calls]) => {
    expect(await both(`stats(range: { ${range} }) { ${selection} }`)).toEqual(calls);
  });

  test('hold if ranges turn out to be the same', async () => {
    const same = `today: stats(range: { lastDays: 1 }) { total { likes } }
      day: stats(range: { days: { first: "2026-11-22", last: "2026-11-22" } }) { total { likes } }`;
    expect(await both(same)).toEqual([1, 1]);
  });
});
