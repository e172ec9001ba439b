import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bikes, coffee } from '../support/accounts.ts';
import { command } from '../support/command.ts';
import { exportFrom } from '../support/exports.ts';
import { startGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';
import { openWarehouse, rowsOfTable, type Warehouse } from '../support/warehouse.ts';

const key = 'w'.repeat(40);
const env = { GATEWAY_API_KEYS: `nightly:${key}:owner` };
let at = Date.parse('2026-11-10T09:00:00Z');
const now = () => at;

let running: Awaited<ReturnType<typeof startGateway>>;
let warehouse: Warehouse;
const root = mkdtempSync(join(tmpdir(), 'ads-graph-grows-'));
beforeAll(async () => {
  running = await startGateway({ env, emulator: { now }, parts: { now } });
  warehouse = await openWarehouse();
});
beforeEach(() => {
  at = Date.parse('2026-11-10T09:00:00Z');
  running.emulator.reset({ data: true });
});
afterAll(async () => {
  warehouse.close();
  rmSync(root, { recursive: true });
  await running.close();
});

const exported = async (folder: string, options: readonly string[]) => {
  const where = ['--out', join(folder, 'out'), '--state', join(folder, 'state')];
  const before = running.emulator.calls().length;
  const end = await exportFrom(running.url, key, [...where, ...options]);
  const calls = running.emulator.calls().slice(before);
  return {
    ...end,
    calls,
    count: (name: string) => calls.filter(({ endpoint }) => endpoint === name).length,
  };
};
const newFolder = () => mkdtempSync(join(root, 'run-'));
const rowsIn = (folder: string, table: string, format = 'parquet') =>
  rowsOfTable(warehouse, { folder: join(folder, 'out'), format, table });
const tables = (...names: readonly string[]) => ['--tables', names.join()];
const days = ['--days', '2026-10-28..2026-11-03'];

test('a state accepts further accounts, tables and days, and requests only the missing ones', {
  timeout: patience,
}, async () => {
  const folder = newFolder();
  const first = ['--account', bikes, ...tables('campaigns', 'account_days'), ...days];
  expect((await exported(folder, first)).code).toBe(0);
  const both = ['--account', `${bikes},${coffee}`, ...days];
  const more = await exported(folder, [...both, ...tables('campaigns', 'account_days')]);
  expect([more.code, more.err]).toEqual([0, '']);
  const asked = more.calls.filter(({ endpoint }) => endpoint === 'getStats');
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every(({ path }) => path.includes(coffee))).toBe(true);
  const table = await exported(folder, [...both, ...tables('account_days', 'campaign_days')]);
  expect([table.code, table.err, table.count('listCampaigns') > 0]).toEqual([0, '', true]);
  const names = table.calls.filter(({ query }) => query['entity'] === 'ACCOUNT');
  expect(names).toEqual([]);
});

test('a state accepts further groups of figures, and the existing ones are read along with them', {
  timeout: patience,
}, async () => {
  const folder = newFolder();
  const words = ['--account', bikes, ...tables('campaign_days'), ...days];
  await exported(folder, [...words, '--metrics', 'ENGAGEMENT']);
  const more = await exported(folder, [...words, '--metrics', 'BILLING']);
  expect([more.code, more.err]).toEqual([0, '']);
  const [row] = await rowsIn(folder, 'campaign_days');
  expect(row).toMatchObject({ impressions: expect.any(String), billed_charge: expect.any(String) });
  const again = await exported(folder, [...words, '--metrics', 'ENGAGEMENT']);
  expect([again.code, again.count('getStats')]).toEqual([0, 0]);
  const fresh = newFolder();
  await exported(fresh, [...words, '--metrics', 'ENGAGEMENT,BILLING']);
  expect(await rowsIn(folder, 'campaign_days')).toEqual(await rowsIn(fresh, 'campaign_days'));
});

test('a state moves with its folder', { timeout: patience }, async () => {
  const folder = newFolder();
  const words = ['--account', bikes, ...tables('campaigns', 'account_days'), ...days];
  await exported(folder, words);
  const moved = join(root, 'moved');
  cpSync(folder, moved, { recursive: true });
  rmSync(folder, { recursive: true });
  const { code, err, count } = await exported(moved, words);
  expect([code, err, count('getStats')]).toEqual([0, '', 0]);
});

test('a state from before partitions continues by day', { timeout: patience }, async () => {
  const folder = newFolder();
  const words = ['--account', bikes, ...tables('account_days'), ...days];
  await exported(folder, words);
  const state = join(folder, 'state');
  const [first = '', ...lines] = readFileSync(state, 'utf8').split('\n');
  const { partition, ...choice } = JSON.parse(first).choice;
  const older = { ...choice, folder, accounts: [bikes], tables: ['account_days'] };
  writeFileSync(state, [JSON.stringify({ choice: older }), ...lines].join('\n'));
  const { code, count } = await exported(folder, words);
  expect([partition, code, count('getStats')]).toEqual(['day', 0, 0]);
});

const filesOf = (folder: string, table: string) =>
  globSync(`out/${table}/*/*`, { cwd: folder })
    .map((file) => file.split('/')[2])
    .sort();

test('--partition month writes a file a month, with the same rows, each night', {
  timeout: patience,
}, async () => {
  const [byDay, byMonth] = [newFolder(), newFolder()];
  const words = ['--account', bikes, ...tables('account_days', 'campaign_days'), '--last', '20'];
  const months = [...words, '--partition', 'month'];
  expect((await exported(byMonth, months)).code).toBe(0);
  expect(filesOf(byMonth, 'campaign_days')).toEqual(['month=2026-10', 'month=2026-11']);
  at += 86_400_000;
  const lookback = ['--lookback', '3'];
  const { code, err, lines, count } = await exported(byMonth, [...words, ...lookback]);
  expect([code, err]).toEqual([0, '']);
  // Days from the third before the last run's last day on: one week of one list.
  expect(lines[0]).toMatchObject({ from: '2026-11-07', to: '2026-11-11', files: 1 });
  const reads = count('getStats');
  await exported(
    byDay,
    [...words, '--days', '2026-10-22..2026-11-11'].filter(
      (word) => word !== '--last' && word !== '20',
    ),
  );
  for (const table of ['account_days', 'campaign_days'])
    expect(await rowsIn(byMonth, table)).toEqual(await rowsIn(byDay, table));
  rmSync(join(byMonth, 'out', 'campaign_days'), { recursive: true });
  const again = await exported(byMonth, [...words, ...lookback]);
  expect([again.code, again.count('getStats')]).toEqual([0, reads]);
  expect(await rowsIn(byMonth, 'campaign_days')).toEqual(await rowsIn(byDay, 'campaign_days'));
  const { tables: described } = JSON.parse(readFileSync(join(byMonth, 'out/schema.json'), 'utf8'));
  expect(described[1].files).toBe('campaign_days/month={month}/{account}');
});

test('rows of a damaged month are reported, and read again', {
  timeout: patience,
}, async () => {
  const folder = newFolder();
  const words = ['--account', bikes, ...tables('campaign_days'), '--last', '20'];
  await exported(folder, [...words, '--partition', 'month']);
  const whole = await rowsIn(folder, 'campaign_days');
  const kept = join(folder, 'state.d/rows', `campaign_days-${bikes}-2026-11.rows`);
  writeFileSync(kept, readFileSync(kept, 'utf8').split('\n').slice(3).join('\n'));
  at += 86_400_000;
  const damaged = await exported(folder, [...words, '--lookback', '3']);
  expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining(' is damaged: it has ')]);
  expect(await rowsIn(folder, 'campaign_days')).toEqual(whole);
  expect((await exported(folder, [...words, '--lookback', '3'])).code).toBe(0);
  const fresh = newFolder();
  await exported(fresh, ['--account', bikes, ...tables('campaign_days'), '--last', '21']);
  expect(await rowsIn(folder, 'campaign_days')).toEqual(await rowsIn(fresh, 'campaign_days'));
});

test('without a state a month keeps the days that were not requested', {
  timeout: patience,
}, async () => {
  const folder = newFolder();
  const words = ['--account', bikes, ...tables('campaign_days'), '--out', join(folder, 'out')];
  const run = (last: string) => exportFrom(running.url, key, [...words, '--last', last]);
  await exportFrom(running.url, key, [...words, '--last', '10', '--partition', 'month']);
  const whole = await rowsIn(folder, 'campaign_days');
  const { code, lines } = await run('3');
  expect([code, lines[0]]).toMatchObject([0, { from: '2026-11-01', to: '2026-11-10' }]);
  expect(await rowsIn(folder, 'campaign_days')).toEqual(whole);
  const withNew = await exported(folder, [...words.slice(0, 4), '--last', '3']);
  expect([withNew.code, await rowsIn(folder, 'campaign_days')]).toEqual([0, whole]);
});

test('a folder has one partition: by month for more than 90 days, unless it already has another', {
  timeout: patience,
}, async () => {
  const folder = newFolder();
  const words = ['--account', bikes, ...tables('account_days')];
  await exported(folder, [...words, '--last', '91']);
  expect(filesOf(folder, 'account_days')).toEqual(
    ['08', '09', '10', '11'].map((month) => `month=2026-${month}`),
  );
  expect((await exported(folder, [...words, '--last', '3'])).code).toBe(0);
  const other = await exported(folder, [...words, '--partition', 'day']);
  const [out, state] = [join(folder, 'out'), join(folder, 'state')];
  expect([other.code, other.err]).toEqual([
    2,
    `ads-graph: --state ${state} belongs to an export with another partition\n`,
  ]);
  renameSync(state, `${state}-away`);
  const alone = await exported(folder, [...words, '--partition', 'day']);
  expect([alone.code, alone.err]).toEqual([
    2,
    `ads-graph: --out ${out} has results with --partition month\n`,
  ]);
});

test('keys are required in Parquet, and each column has its minimum and maximum', {
  timeout: patience,
}, async () => {
  const folder = newFolder();
  await exported(folder, ['--account', bikes, ...tables('campaigns', 'campaign_days'), ...days]);
  const files = `'${folder}/out/campaign_days/date=2026-11-03/*.parquet'`;
  const schema = await warehouse.query(
    `SELECT name FROM parquet_schema(${files}) WHERE repetition_type = 'REQUIRED' AND type IS NOT NULL`,
  );
  expect(schema.map(({ name }) => name)).toEqual([
    'account_id',
    'campaign_id',
    'date',
    'placement',
  ]);
  const statistics = await warehouse.query(
    `SELECT stats_min_value, stats_max_value FROM parquet_metadata(${files}) WHERE path_in_schema = 'date'`,
  );
  expect(statistics).toEqual([{ stats_min_value: '2026-11-03', stats_max_value: '2026-11-03' }]);
});

test('lists are lists in NDJSON', { timeout: patience }, async () => {
  const folder = newFolder();
  await exported(folder, ['--account', bikes, ...tables('campaigns'), '--format', 'ndjson']);
  const text = readFileSync(join(folder, `out/campaigns/${bikes}.ndjson`), 'utf8');
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.every((row) => Array.isArray(row.reasons_not_servable))).toBe(true);
});

test('a dry run ends with a sum', { timeout: patience }, async () => {
  const words = ['--account', `${bikes},${coffee}`, ...tables('campaigns', 'account_days')];
  const options = ['export', '--url', running.url, '--dry-run', ...words, '--last', '3'];
  const { code, out, err } = await command(options, { ADS_GRAPH_KEY: key });
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const calls = lines.reduce((sum, line) => sum + line.calls, 0);
  const [sum = '', ...others] = err.trimEnd().split('\n').reverse();
  expect([code, lines.length, sum]).toEqual([
    0,
    4,
    `In all 4 tables of 2 accounts: ${calls} calls, about 1 minute.`,
  ]);
  expect(others).toEqual([
    expect.stringMatching(`^${coffee}: results by 1 direct call \\(about 1 second\\) `),
    expect.stringMatching(`^${bikes}: results by 1 direct call \\(about 1 second\\) `),
  ]);
});

test('with --segment a table of results may be named without the segment', {
  timeout: patience,
}, async () => {
  running.emulator.set({ jobSeconds: 0 });
  const words = ['--account', bikes, '--last', '2', '--segment', 'AGE'];
  const { code, lines } = await exported(newFolder(), [...words, ...tables('campaign_days')]);
  expect([code, lines.map(({ table }) => table)]).toEqual([0, ['campaign_days_by_age']]);
});
