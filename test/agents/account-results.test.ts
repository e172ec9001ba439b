import { beforeEach, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { callTool, type ToolResult } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const week = { days: { first: '2026-03-09', last: '2026-03-15' } };

const resultsOf = (given: object): Promise<ToolResult> =>
  callTool(running, 'ads_results', { account: bikes, range: week, ...given });
const statsCalls = ({ calls }: ToolResult): readonly string[] =>
  calls.map(({ path }) => path).filter((path) => /\/stats\/accounts\/\w+$/.test(path));

/** The column of a table, by its name. */
const column = ({ members: { columns, rows } }: ToolResult, name: string): readonly unknown[] => {
  expect(columns).toContain(name);
  return rows.map((row: readonly unknown[]) => row[columns.indexOf(name)]);
};

const micros = (amounts: readonly unknown[]): number =>
  amounts.reduce((sum: number, one) => sum + Math.round(Number(one) * 1e6), 0);

test('an account has its spend by day, which is that of its funding instruments', async () => {
  const found = await resultsOf({ level: 'ACCOUNT', metrics: ['spend', 'impressions'], by: 'DAY' });
  expect(found.members.columns).toEqual(['id', 'name', 'start', 'spend', 'impressions']);
  expect(column(found, 'start')).toEqual(
    [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`),
  );
  expect(new Set(column(found, 'name'))).toEqual(new Set(['Nordlicht Bikes']));
  const campaigns = await resultsOf({ level: 'CAMPAIGN', metrics: ['spend', 'impressions'] });
  const spend = column(found, 'spend');
  expect(micros(spend)).toBe(micros(column(campaigns, 'spend')));
  expect(found.members.totals.slice(3)).toEqual(campaigns.members.totals.slice(2, 4));
  expect(statsCalls(found)).toHaveLength(1);
  expect(found.text).toContain('Summed from funding instruments');
});

test('an account has clicks and what follows from them, by its campaigns', async () => {
  const found = await resultsOf({ level: 'ACCOUNT', compare: true });
  const metrics = ['impressions', 'clicks', 'clickRate', 'spend', 'costPerClick'];
  expect(found.members.columns).toEqual([
    'id',
    'name',
    ...metrics,
    ...metrics.map((name) => `${name}Before`),
  ]);
  const campaigns = await resultsOf({ level: 'CAMPAIGN', compare: true, top: 1 });
  expect(found.members.rows).toEqual([
    [`Account:${bikes}`, 'Nordlicht Bikes', ...campaigns.members.totals.slice(2, 12)],
  ]);
});

test('an account needs no sum for what the API has of it', async () => {
  const found = await resultsOf({ level: 'ACCOUNT', metrics: ['impressions'] });
  expect(statsCalls(found)).toHaveLength(1);
  expect(found.calls).toHaveLength(3);
  expect(found.text).not.toContain('Summed');
});

test('conversions are figures, with totals that are their sum', async () => {
  const metrics = ['conversionPurchases', 'conversionPurchases.saleAmount', 'spend'];
  const found = await resultsOf({ level: 'CAMPAIGN', metrics });
  expect(found.members.columns.slice(2, 5)).toEqual(metrics);
  const purchases = column(found, 'conversionPurchases').map(Number);
  const sum = purchases.reduce((all, one) => all + one, 0);
  expect(sum).toBeGreaterThan(0);
  expect(found.members.totals[2]).toBe(sum);
  const account = await resultsOf({ level: 'ACCOUNT', metrics, by: 'DAY' });
  expect(account.members.totals.slice(3, 5)).toEqual(found.members.totals.slice(2, 4));
});

test('the conversions of an app are one column for each of their numbers', async () => {
  const found = await resultsOf({ level: 'CAMPAIGN', metrics: ['mobileConversionInstalls'] });
  expect(found.members.columns.slice(2, 4)).toEqual([
    'mobileConversionInstalls.postView',
    'mobileConversionInstalls.postEngagement',
  ]);
});

test.each([
  ['CAMPAIGN', ['objective'], 1],
  ['LINE_ITEM', ['objective', 'campaign'], 2],
  ['PROMOTED_TWEET', ['objective', 'campaign'], 3],
])('rows of level %s end with %j', async (level, names, mostCalls) => {
  const found = await resultsOf({ level, metrics: ['spend'] });
  expect(found.members.columns).toEqual(['id', 'name', 'spend', ...names]);
  expect(new Set(column(found, 'objective')).size).toBeGreaterThan(1);
  for (const one of column(found, 'objective')) expect(one).toMatch(/^[A-Z_]{5,}$/);
  if (level !== 'CAMPAIGN') {
    for (const one of column(found, 'campaign')) expect(one).toMatch(/^\w+ \d{4} \| /);
  }
  const { length } = found.members.rows;
  const others = found.calls.length - statsCalls(found).length;
  // The account, what was active, and the rows themselves.
  expect(others).toBeLessThanOrEqual(3 + mostCalls * Math.ceil(length / 100));
  const byDay = await resultsOf({ level, metrics: ['spend'], by: 'DAY' });
  expect(byDay.members.columns).toEqual(['id', 'name', 'start', 'spend']);
});

test('a metric that a level lacks leads to the levels that have it', async () => {
  const { members } = await resultsOf({ level: 'FUNDING_INSTRUMENT', metrics: ['clicks'] });
  expect(members.message).toContain(
    'FUNDING_INSTRUMENT has no metric clicks; these have it: ACCOUNT, CAMPAIGN, LINE_ITEM, PROMOTED_TWEET.',
  );
});

test('a metric that no level has leads to the one that is meant', async () => {
  const { members } = await resultsOf({ level: 'ACCOUNT', metrics: ['impresions'] });
  expect(members.message).toBe(
    'metrics[0]: ACCOUNT has no metric impresions. Did you mean "impressions"?',
  );
});

test('the account may be given by its name, and notes say what day it is there', async () => {
  const range = { lastDays: 2 };
  const given = { level: 'CAMPAIGN', metrics: ['spend'], range };
  const named = await resultsOf({ ...given, account: 'nordlicht bikes' });
  const byId = await resultsOf(given);
  expect(named.members.rows).toEqual(byId.members.rows);
  expect(named.calls.length).toBeLessThanOrEqual(byId.calls.length + 1);
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });
  expect(byId.text).toContain(`Today is ${today} there, and is not over.`);
  const accounts = await callTool(running, 'ads_accounts');
  expect(accounts.text).toContain(`${today} in Europe/Berlin`);
});

test('the beginning of a name is enough if no other account begins so', async () => {
  const { members } = await callTool(running, 'ads_find', { kind: 'CAMPAIGN', account: 'nordl' });
  expect(members.rows[0][0]).toMatch(`Campaign:${bikes}:`);
});

test.each([['No Such Account', 'There is no account named No Such Account']])(
  '%s is refused as an account',
  async (account, message) => {
    const { isError, members } = await resultsOf({ account, level: 'CAMPAIGN' });
    expect({ isError, code: members.code }).toEqual({ isError: true, code: 'BAD_USER_INPUT' });
    expect(members.faults).toMatchObject([{ argument: 'account' }]);
    expect(members.message).toContain(message);
  },
);
