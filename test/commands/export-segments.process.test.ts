import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportTables } from '../../commands/export/export-tables.ts';
import { bikes } from '../support/accounts.ts';
import { apiDays, apiTables } from '../support/api-tables.ts';
import { command, killCommandWhen } from '../support/command.ts';
import { daysFrom, exportFrom, sortedRows } from '../support/exports.ts';
import { startGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';
import { signedClient } from '../support/signed.ts';
import { describedIn, openWarehouse, rowsOfTable, type Warehouse } from '../support/warehouse.ts';

const key = 'w'.repeat(40);
const readsKey = 'r'.repeat(40);
const env = { GATEWAY_API_KEYS: `nightly:${key}:owner,reader:${readsKey}:owner-reads` };
const now = () => Date.parse('2026-11-10T09:00:00Z');
const days = daysFrom('2026-11-05', 6);

let running: Awaited<ReturnType<typeof startGateway>>;
let warehouse: Warehouse;
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-segments-'));
beforeAll(async () => {
  running = await startGateway({ env, emulator: { now }, parts: { now } });
  warehouse = await openWarehouse();
});
beforeEach(() => {
  running.emulator.reset({ data: true });
  running.emulator.set({ jobSeconds: 0 });
});
afterAll(async () => {
  warehouse.close();
  rmSync(folder, { recursive: true });
  await running.close();
});

const out = (name: string) => ['--account', bikes, '--last', '6', '--out', join(folder, name)];
const exported = (options: readonly string[]) => exportFrom(running.url, key, options);
const jobsBegun = () =>
  running.emulator.calls().filter(({ endpoint }) => endpoint === 'createStatsJob').length;

interface Divided {
  readonly segment: string;
  readonly format: string;
  readonly tables: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly groups?: readonly string[];
}

const everyTable = ['account', 'funding_instrument', 'campaign', 'line_item', 'promoted_tweet'];

test.each<Divided>([
  {
    segment: 'AGE',
    format: 'parquet',
    tables: everyTable.map((of) => `${of}_days`),
    parameters: { segmentation_type: 'AGE' },
  },
  {
    segment: 'PLATFORMS',
    format: 'csv',
    tables: ['campaign_days'],
    parameters: { segmentation_type: 'PLATFORMS' },
    groups: ['ENGAGEMENT', 'WEB_CONVERSION', 'MOBILE_CONVERSION'],
  },
  {
    segment: 'METROS:96683cc9126741d1',
    format: 'ndjson',
    tables: ['promoted_tweet_days'],
    parameters: { segmentation_type: 'METROS', country: '96683cc9126741d1' },
  },
])(
  'DuckDB reads results by $segment as jobs of the API have them',
  {
    timeout: patience,
  },
  async ({ segment, format, tables, parameters, groups }) => {
    const [type = ''] = segment.toLowerCase().split(':');
    const named = tables.map((table) => `${table}_by_${type}`);
    const metrics = groups === undefined ? [] : ['--metrics', groups.join()];
    const options = [...out(type), '--segment', segment, '--format', format, ...metrics];
    const { code, err, lines } = await exported([...options, '--tables', named.join()]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(lines.map(({ table, complete }) => [table, complete])).toEqual(
      named.map((table) => [table, true]),
    );
    const client = signedClient(running.emulator);
    const api = apiTables(running.emulator, client, now);
    for (const [index, table] of tables.entries()) {
      const name = named[index] ?? '';
      const { columns } = describedIn(join(folder, type), name);
      const asked = { table, account: bikes, columns, days, divided: parameters };
      const expected = await apiDays(api, { ...asked, ...(groups && { groups }) });
      const found = await rowsOfTable(warehouse, {
        folder: join(folder, type),
        format,
        table: name,
      });
      expect(found.length).toBeGreaterThan(0);
      expect([name, sortedRows(found)]).toEqual([name, sortedRows(expected)]);
    }
    await client.close();
  },
);

const campaigns = ['--tables', 'campaign_days_by_age', '--segment', 'AGE'];

test('a state belongs to one kind of segments, and begins no job twice after a run was killed', {
  timeout: patience,
}, async () => {
  const posts = ['--tables', 'promoted_tweet_days_by_age', '--segment', 'AGE'];
  expect((await exported([...out('whole'), ...posts])).code).toBe(0);
  const usual = jobsBegun();
  running.emulator.set({ jobSeconds: 3600 });
  const options = [...out('killed'), '--state', join(folder, 'killed.json')];
  const words = ['export', '--url', running.url, ...options, ...posts];
  await killCommandWhen(() => jobsBegun() >= 2 * usual, words, { ADS_GRAPH_KEY: key });
  running.emulator.set({ jobSeconds: 0 });
  for (const row of running.emulator.store.rows('StatsJob', bikes))
    running.emulator.store.insert('StatsJob', bikes, { ...row, ready_at: now() });
  expect(await exported([...options, ...posts])).toMatchObject({ code: 0, err: '' });
  expect(jobsBegun()).toBe(2 * usual);
  const files = { format: 'parquet', table: 'promoted_tweet_days_by_age' };
  const rowsIn = (name: string) => rowsOfTable(warehouse, { folder: join(folder, name), ...files });
  expect(await rowsIn('killed')).toEqual(await rowsIn('whole'));
  const other = await exported([...options, '--segment', 'GENDER']);
  expect([other.code, other.err]).toEqual([
    2,
    `ads-graph: --state ${options.at(-1)} belongs to an export with another segment\n`,
  ]);
});

test('a job that fails is named, and started again by the next run', {
  timeout: patience,
}, async () => {
  running.emulator.set({ failJobs: true });
  const options = [...out('failed'), '--state', join(folder, 'failed.json'), ...campaigns];
  const first = await exported(options);
  expect([first.code, first.lines[0].complete]).toEqual([1, false]);
  expect(first.err).toMatch(
    /^ads-graph: campaign_days_by_age\/18ce54bik3s: The job \d+ of the API ended with FAILED, as did 2 before it\.\n$/,
  );
  running.emulator.set({ failJobs: false });
  expect(await exported(options)).toMatchObject({ code: 0, err: '' });
});

test('a caller who may only read cannot begin jobs', { timeout: patience }, async () => {
  const options = [...out('refused'), ...campaigns];
  const { code, err } = await exportFrom(running.url, readsKey, options);
  expect(code).toBe(1);
  expect(err).toMatch(/^ads-graph: campaign_days_by_age\/18ce54bik3s: \S/);
});

test('a program gets rows by segment', { timeout: patience }, async () => {
  const rows: object[] = [];
  for await (const table of exportTables({
    ...{ accounts: [bikes], tables: ['account_days_by_gender'], segment: 'GENDER', last: 1 },
    ...{ url: running.url, variables: { ADS_GRAPH_KEY: key } },
  }))
    for await (const row of table.rows) rows.push(row);
  expect(rows).toContainEqual(
    expect.objectContaining({ date: '2026-11-10', segment: '1', segment_name: 'Male' }),
  );
});

test('--tables ? prints the tables by segment', { timeout: patience }, async () => {
  const { code, out: text } = await command(['export', '--segment', 'AGE', '--tables', '?']);
  expect([code, text]).toEqual([0, expect.stringMatching(/^campaign_days_by_age: /m)]);
  expect(text).not.toMatch(/^campaign_days: /m);
});

test.each([
  [['AGES'], '--segment has no AGES; it takes AGE, GENDER, METROS, PLATFORMS, CONVERSION_TAGS'],
  [['METROS'], '--segment METROS needs a country, such as METROS:96683cc9126741d1'],
  [['AGE:1'], '--segment AGE takes nothing after it'],
  [
    ['CONVERSION_TAGS'],
    '--segment CONVERSION_TAGS has no ENGAGEMENT; with it --metrics takes WEB_CONVERSION',
  ],
  [
    ['AGE', '--metrics', 'VIDEO,WEB_CONVERSION'],
    '--segment AGE has no WEB_CONVERSION; with it --metrics takes BILLING, ENGAGEMENT, MOBILE_CONVERSION, VIDEO',
  ],
  [
    ['AGE', '--tables', 'campaign'],
    expect.stringMatching(/^--tables has no campaign; it takes accounts, .*_days_by_age$/),
  ],
])('--segment %j is invalid usage', { timeout: patience }, async (words, message) => {
  const { code, err } = await command(['export', ...out('wrong'), '--segment', ...words]);
  const [, said] = /^ads-graph: (.*)\n$/.exec(err) ?? [];
  expect([code, said]).toEqual([2, message]);
});
