import { beforeEach, expect, test } from 'vitest';
import { bikes, coffee } from '../support/accounts.ts';
import { callTool } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const week = { lastDays: 7 };
const statsCalls = (calls: readonly { readonly path: string }[]) =>
  calls.filter(({ path }) => path.includes('/stats/'));

test('the campaigns that ran in an account, with totals over all of them', async () => {
  const given = {
    level: 'CAMPAIGN',
    account: bikes,
    range: week,
    metrics: ['impressions', 'spend'],
  };
  const { members, calls, text } = await callTool(running, 'ads_results', given);
  const whole = await running.ask(
    `{ account(id: "${bikes}") { stats(range: { lastDays: 7 }) { total { impressions } }
      campaigns(first: 200) { nodes { id stats(range: { lastDays: 7 }) { total { impressions billedChargeLocalMicro } } } } } }`,
  );
  const { stats, campaigns } = whole.data.account;
  const ran = campaigns.nodes.filter(
    (one: typeof whole.data) => Number(one.stats.total.impressions) > 0,
  );
  expect(members.columns).toEqual(['id', 'name', 'impressions', 'spend', 'objective']);
  expect(members.rows).toHaveLength(ran.length);
  expect(members.totals.slice(0, 3)).toEqual(['TOTAL', null, Number(stats.total.impressions)]);
  const micros = ran.reduce(
    (sum: bigint, one: typeof whole.data) => sum + BigInt(one.stats.total.billedChargeLocalMicro),
    0n,
  );
  expect(BigInt(Math.round(Number(members.totals[3]) * 1e6))).toBe(micros);
  const spends = members.rows.map((row: readonly unknown[]) => Number(row[3]));
  expect(spends).toEqual(spends.toSorted((a: number, b: number) => b - a));
  // The account, the active entities, their rows, a line item of each, and 20 campaigns a call.
  expect(calls).toHaveLength(4 + Math.ceil(ran.length / 20));
  expect(statsCalls(calls).filter(({ path }) => path.endsWith('/active_entities'))).toHaveLength(1);
  expect(text).toContain('Amounts are in EUR.');
});

test('39 campaigns with seven figures have at most 5 KiB', async () => {
  const listed = await running.ask(
    `{ account(id: "${bikes}") { campaigns(first: 39) { nodes { id } } } }`,
  );
  const ids = listed.data.account.campaigns.nodes.map(({ id }: { readonly id: string }) => id);
  expect(ids).toHaveLength(39);
  const metrics = ['impressions', 'clicks', 'clickRate', 'spend', 'costPerClick'];
  const given = { level: 'CAMPAIGN', ids, range: week, metrics: [...metrics, 'likes', 'follows'] };
  const { members, text } = await callTool(running, 'ads_results', given);
  expect(members.rows).toHaveLength(39);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5 * 1024);
});

test('compares with the range before, sorts, and cuts after the totals are computed', async () => {
  const days = { first: '2026-03-09', last: '2026-03-15' };
  const given = { level: 'LINE_ITEM', account: bikes, metrics: ['clicks'], sort: '-clicks' };
  const both = await callTool(running, 'ads_results', {
    ...given,
    range: { days },
    compare: true,
    top: 2,
  });
  const earlier = { first: '2026-03-02', last: '2026-03-08' };
  const ids = both.members.rows.map(([id]: readonly string[]) => id);
  const before = await callTool(running, 'ads_results', {
    level: 'LINE_ITEM',
    ids,
    metrics: ['clicks'],
    range: { days: earlier },
  });
  const { columns, rows, totals, notes } = both.members;
  expect(columns).toEqual(['id', 'name', 'clicks', 'clicksBefore', 'objective', 'campaign']);
  expect(rows).toHaveLength(2);
  expect(rows[0][2]).toBeGreaterThanOrEqual(rows[1][2]);
  const byId = new Map(before.members.rows.map((row: readonly unknown[]) => [row[0], row[2]]));
  for (const [id, , , clicksBefore] of rows) expect(clicksBefore).toBe(byId.get(id));
  expect(totals[2]).toBeGreaterThan(rows[0][2] + rows[1][2]);
  expect(notes[0]).toMatch(/^\d+ more rows are in the totals only \(top 2\)\.$/);
});

test('days and hours are rows, and their sum is the total', async () => {
  for (const [by, count] of [
    ['DAY', 3],
    ['HOUR', 72],
  ] as const) {
    const given = { level: 'ACCOUNT', account: bikes, metrics: ['impressions'], by };
    const range = { days: { first: '2026-05-05', last: '2026-05-07' } };
    const { members } = await callTool(running, 'ads_results', { ...given, range });
    expect(members.columns).toEqual(['id', 'name', 'start', 'impressions']);
    expect(members.rows).toHaveLength(count);
    const sum = members.rows.reduce(
      (all: number, row: readonly number[]) => all + (row[3] ?? 0),
      0,
    );
    expect(members.totals).toEqual(['TOTAL', null, null, sum]);
  }
});

test('amounts of two currencies have no total, and missing figures make a total null', async () => {
  const ids: string[] = [];
  for (const account of [bikes, coffee]) {
    const range = { lastDays: 30 };
    const { members } = await callTool(running, 'ads_results', {
      level: 'CAMPAIGN',
      account,
      range,
      top: 3,
    });
    ids.push(...members.rows.map(([id]: readonly string[]) => id));
  }
  const given = {
    level: 'CAMPAIGN',
    ids,
    range: { lastDays: 30 },
    metrics: ['impressions', 'spend'],
  };
  const whole = await callTool(running, 'ads_results', given);
  expect(whole.members.totals[2]).toBeGreaterThan(0);
  expect(whole.members.totals[3]).toBeNull();
  expect(whole.text).toContain('Amounts are in the currency of each account');
  running.emulator.fault({
    match: { endpoint: 'getStats', path: coffee },
    times: 100,
    fault: { kind: 'answer', status: 500 },
  });
  const cut = await callTool(running, 'ads_results', { ...given, range: { lastDays: 29 } });
  expect(cut.members.totals).toBeUndefined();
  expect(cut.members.rows).toHaveLength(6);
  expect(cut.text).toContain('There are no totals, because figures of some rows are missing');
});

test.each([
  [{ level: 'CAMPAIGN', range: week }, 'account'],
  [{ level: 'CAMPAIGN', account: bikes, range: {} }, 'range'],
  [{ level: 'CAMPAIGN', account: bikes, range: { lastDays: 93 } }, 'range.lastDays'],
  [
    {
      level: 'CAMPAIGN',
      account: bikes,
      range: { days: { first: '2026-02-30', last: '2026-03-02' } },
    },
    'range.days.first',
  ],
  [{ level: 'CAMPAIGN', account: bikes, range: week, metrics: ['impresions'] }, 'metrics[0]'],
  [{ level: 'ACCOUNT', account: bikes, range: week, metrics: ['spent'] }, 'metrics[0]'],
  [{ level: 'CAMPAIGN', account: bikes, range: week, sort: '-likes' }, 'sort'],
  [{ level: 'CAMPAIGN', ids: [`LineItem:${bikes}:l1`], range: week }, 'ids[0]'],
])('refuses %j before any call, and names the argument', async (given, argument) => {
  const { isError, members, calls } = await callTool(running, 'ads_results', given);
  expect({ isError, calls }).toEqual({ isError: true, calls: [] });
  expect(members).toMatchObject({ code: 'BAD_USER_INPUT', faults: [{ argument }] });
});

test('an account that is not the viewer’s is refused before any figure is requested', async () => {
  const given = { level: 'CAMPAIGN', account: 'zzz9zzz9', range: week };
  const { isError, calls } = await callTool(running, 'ads_results', given);
  expect(isError).toBe(true);
  expect(statsCalls(calls)).toEqual([]);
});
