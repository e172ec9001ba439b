import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { exportTables } from '../../commands/export/export-tables.ts';
import { silent } from '../../commands/output.ts';
import { patiently } from '../../commands/patient.ts';
import { apiDays, apiTables } from '../support/api-tables.ts';
import { command, killCommandWhen } from '../support/command.ts';
import { daysFrom, exportFrom, sortedRows } from '../support/exports.ts';
import { type Running, startGateway, useGateway } from '../support/gateway.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { signedClient } from '../support/signed.ts';
import type { Warehouse } from '../support/warehouse.ts';
import { describedIn, filesIn, openWarehouse, rowsOfTable } from '../support/warehouse.ts';

const killsPerRound = 3;
const key = 'r'.repeat(40);
const env = { GATEWAY_API_KEYS: `nightly:${key}:owner-reads` };
const [bikes, coffee, games] = ['18ce54bik3s', '18ce54cf3e2', '18ce54gam3j'] as const;
const allTables = [
  'accounts',
  'funding_instruments',
  'campaigns',
  'line_items',
  'promoted_tweets',
  'targeting_criteria',
  'account_days',
  'funding_instrument_days',
  'campaign_days',
  'line_item_days',
  'promoted_tweet_days',
];

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ads-graph-export-'));
  folders.push(folder);
  return folder;
};
let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await openWarehouse();
});
afterAll(() => {
  warehouse.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
}, patience);

const exported = (url: string, options: readonly string[]) => exportFrom(url, key, options);

/** Compares every table of a folder with the API. */
const compare = async (
  running: Running,
  {
    folder,
    format,
    account,
    days,
    now,
  }: {
    readonly folder: string;
    readonly format: string;
    readonly account: string;
    readonly days: readonly string[];
    readonly now: () => number;
  },
): Promise<void> => {
  const client = signedClient(running.emulator);
  const api = apiTables(running.emulator, client, now);
  for (const table of allTables) {
    const { columns } = describedIn(folder, table);
    const expected = table.endsWith('_days')
      ? await apiDays(api, { table, account, columns, days })
      : await api.entities(table, account, columns);
    const found = await rowsOfTable(warehouse, { folder, format, table });
    expect([table, sortedRows(found)]).toEqual([table, sortedRows(expected)]);
  }
  await client.close();
};

const dayMs = 86_400_000;

/** A gateway and an emulator whose time the test moves. */
const startAt = async (time: string, world = 1) => {
  let at = Date.parse(time);
  const now = () => at;
  const running = await startGateway({ env, emulator: { seed: world, now }, parts: { now } });
  const later = (days: number): void => {
    at += days * dayMs;
  };
  return { running, now, later };
};

describe('in a random world', () => {
  const worlds = Array.from({ length: runs(2, 200) }, (_, index) => index);
  // Clocks change in Berlin and Los Angeles.
  const times = ['2026-10-27T09:00:00Z', '2026-11-03T20:00:00Z', '2026-03-31T05:00:00Z'];
  const last = 6;

  test.each(worlds)(
    'DuckDB reads the files as the API answers (world %i)',
    async (world) => {
      const random = randomFrom(seed + world);
      const { running, now } = await startAt(times[world % times.length] ?? '', random.upTo(999));
      const account = [bikes, games, coffee][world % 3] ?? bikes;
      const { store } = running.emulator;
      for (const name of ['Campaign', 'LineItem', 'PromotedTweet'])
        for (const row of store.rows(name, account))
          if (random.chance(0.1)) store.insert(name, account, { ...row, deleted: true });
      const all = ['parquet', 'csv', 'ndjson'];
      for (const format of world === 0 ? all : [random.of(all)]) {
        const folder = newFolder();
        const options = ['--account', account, '--last', String(last), '--out', folder];
        const { code, err, lines } = await exported(running.url, [...options, '--format', format]);
        expect({ code, err }).toEqual({ code: 0, err: '' });
        const { from } = lines.find(({ table }) => table === 'campaign_days');
        await compare(running, { folder, format, account, days: daysFrom(from, last), now });
      }
      await running.close();
    },
    patience,
  );
});

describe('with a state', () => {
  test(
    'each night reads the rows that may have changed, and the folder has the present state',
    async () => {
      const { running, now, later } = await startAt('2026-11-10T09:00:00Z');
      const { store } = running.emulator;
      const folder = newFolder();
      const options = ['--account', bikes, '--out', folder, '--state', join(newFolder(), 'state')];
      const night = async (length: number): Promise<Readonly<Record<string, number>>> => {
        const before = running.emulator.calls().length;
        const { code, err } = await exported(running.url, [...options, '--last', '10']);
        expect({ code, err }).toEqual({ code: 0, err: '' });
        const calls = running.emulator.calls().slice(before);
        const days = daysFrom('2026-11-01', length);
        await compare(running, { folder, format: 'parquet', account: bikes, days, now });
        const groups = Map.groupBy(calls, ({ endpoint }) => endpoint ?? '');
        return Object.fromEntries([...groups].map(([name, some]) => [name, some.length]));
      };
      const lists = { listAccounts: 1, listActiveEntities: 4 };
      const pages = (name: string, size: number) =>
        Math.ceil(store.rows(name, bikes).length / size);
      const first = await night(10);
      const criteria = pages('TargetingCriterion', 1000);
      expect(first).toMatchObject({ ...lists, listTargetingCriteria: criteria });
      // Two weeks, and 20 entities a call: the account, instruments, campaigns, line items, posts.
      const batches = (first['getStats'] ?? 0) / 2;
      const changes = { ...lists, listTargetingCriteria: pages('LineItem', 200) };
      const [changed, deleted] = store.rows('Campaign', bikes);
      later(1);
      const updated_at = new Date(now() - 60_000).toISOString().replace('.000', '');
      store.insert('Campaign', bikes, { ...changed, name: 'Changed', updated_at });
      store.insert('Campaign', bikes, { ...deleted, deleted: true, updated_at });
      store.insert('Campaign', bikes, { ...changed, id: 'new1', name: 'New', updated_at });
      const second = await night(11);
      expect(second).toMatchObject(changes);
      expect(second['getStats']).toBeLessThanOrEqual((batches + 1) * 2);
      later(3);
      const third = await night(14);
      expect(third).toMatchObject(changes);
      expect(third['getStats']).toBeLessThanOrEqual((batches + 1) * 2);
      console.info('calls of three nights', first, second, third);
      rmSync(join(folder, 'campaigns'), { recursive: true });
      await night(14);
      const other = await exported(running.url, [...options, '--format', 'csv']);
      expect([other.code, other.err]).toEqual([
        2,
        `ads-graph: --state ${options.at(-1)} belongs to an export with another format\n`,
      ]);
      await running.close();
    },
    patience,
  );

  test(
    'a run that is killed at any moment leaves complete files, and continues where it was',
    async () => {
      const random = randomFrom(seed);
      for (let round = 0; round < runs(1, 20); round += 1) {
        const { running, now } = await startAt('2026-11-10T09:00:00Z');
        const calls = () => running.emulator.calls().length;
        const partition = random.of(['day', 'month']);
        const options = (folder: string) => [
          ...['--account', bikes, '--last', '6', '--partition', partition],
          ...['--out', folder, '--state', join(newFolder(), 'state')],
        ];
        await exported(running.url, options(newFolder()));
        const usual = calls();
        const folder = newFolder();
        const words = options(folder);
        for (let kill = 0; kill < killsPerRound; kill += 1) {
          // Few enough calls that the last run still has work left.
          const last = calls() + 1 + random.upTo(Math.floor(usual / (killsPerRound + 2)));
          const killed = ['export', '--url', running.url, ...words];
          await killCommandWhen(() => calls() >= last, killed, { ADS_GRAPH_KEY: key });
          for (const file of filesIn(folder, 'parquet'))
            await warehouse.query(`SELECT count(*) FROM read_parquet('${join(folder, file)}')`);
        }
        const { code } = await exported(running.url, words);
        expect(code).toBe(0);
        // The running calls of each run, and its list of accounts.
        expect(calls() - usual).toBeLessThanOrEqual(usual + (killsPerRound + 1) * 8);
        const days = daysFrom('2026-11-05', 6);
        await compare(running, { folder, format: 'parquet', account: bikes, days, now });
        await running.close();
      }
    },
    patience,
  );
});

const running = useGateway({ env });

test('a failed table does not affect the others, has no file, and makes the run exit with 1', {
  timeout: patience,
}, async () => {
  running.emulator.fault({
    match: { endpoint: 'listPromotedTweets' },
    fault: { kind: 'answer', status: 403 },
    times: 100,
  });
  const folder = newFolder();
  const tables = ['--tables', 'campaigns,promoted_tweets,campaign_days', '--last', '1'];
  const options = ['--account', `${bikes},18ce54zzzzz`, '--out', folder, ...tables];
  const { code, err, lines } = await exported(running.url, options);
  running.emulator.reset();
  expect(code).toBe(1);
  expect(err).toContain('ads-graph: This user cannot see account 18ce54zzzzz\n');
  expect(err).toMatch(/ads-graph: promoted_tweets\/18ce54bik3s: \S/);
  expect(lines.map(({ table, complete }) => [table, complete])).toEqual([
    ['campaigns', true],
    ['promoted_tweets', false],
    ['campaign_days', true],
  ]);
  expect(existsSync(join(folder, `promoted_tweets/${bikes}.parquet`))).toBe(false);
  expect(existsSync(join(folder, '.ads-graph'))).toBe(false);
});

test('a rate window without calls is reported, and waited for', async () => {
  const { running: held, now, later } = await startAt('2026-11-10T09:00:00Z');
  const headers = { 'x-rate-limit-reset': String(now() / 1000 + 600) };
  held.emulator.fault({
    match: { endpoint: 'listCampaigns' },
    fault: { kind: 'answer', status: 429, headers },
    times: 1,
  });
  const client = createClient({ url: held.url, key });
  const ask = () =>
    client.query(`{ account(id: "${bikes}") { campaigns { nodes { name } } } }`, {});
  const said: string[] = [];
  const clock = { now, pause: async (ms: number) => later(ms / dayMs) };
  const data = await patiently(ask, { ...silent, say: (text) => void said.push(text) }, clock);
  await held.close();
  const until = new Date('2026-11-10T09:10:00Z').toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  expect(said).toEqual([`The rate window of the API is used up; waiting until ${until}.`]);
  expect(data).toMatchObject({ account: { campaigns: { nodes: expect.any(Array) } } });
});

test('a dry run writes nothing, with at most a dozen calls', { timeout: patience }, async () => {
  running.emulator.reset();
  const folder = join(newFolder(), 'none');
  const { code, lines } = await exported(running.url, ['--all', '--dry-run', '--out', folder]);
  expect([code, existsSync(folder)]).toEqual([0, false]);
  expect(running.emulator.calls().length).toBeLessThanOrEqual(12);
  const days = lines.filter(({ table }) => table === 'campaign_days');
  expect(days.map(({ account }) => account)).toContain(bikes);
  expect(days.every(({ calls, seconds }) => calls > 0 && seconds > 0)).toBe(true);
});

test('a program gets rows, from a gateway that answers only trusted documents', {
  timeout: patience,
}, async () => {
  const documents = new URL('../../commands/documents.json', import.meta.url).pathname;
  const trusting = await startGateway({
    env: { ...env, PERSISTED_ONLY: 'true', PERSISTED_DOCUMENTS: documents },
  });
  const options = { url: trusting.url, variables: { ADS_GRAPH_KEY: key }, last: 2 };
  const counts: Record<string, number> = {};
  let budget: unknown;
  for await (const { table, rows } of exportTables({ ...options, accounts: [bikes] }))
    for await (const row of rows) {
      counts[table] = (counts[table] ?? 0) + 1;
      budget ??= row['daily_budget_amount_local_micro'];
    }
  await trusting.close();
  expect(Object.keys(counts)).toEqual(allTables);
  expect(counts['campaigns']).toBe(running.emulator.store.rows('Campaign', bikes).length);
  expect(budget).toBeTypeOf('bigint');
});

test('without --url a gateway of its own is used', { timeout: patience }, async () => {
  const folder = newFolder();
  const options = ['export', '--account', `Account:${bikes}`, '--tables', 'accounts'];
  const { code, out, err } = await command([...options, '--out', folder, '--format', 'ndjson']);
  expect([code, err]).toEqual([0, 'The REST API is emulated: all data is invented.\n']);
  expect(JSON.parse(out)).toMatchObject({ table: 'accounts', rows: 1, complete: true });
  const file = readFileSync(join(folder, `accounts/${bikes}.ndjson`), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ id: bikes, timezone: 'Europe/Berlin' });
});

test('the example prints the same figures from files and from GraphQL', {
  timeout: patience,
}, async () => {
  running.emulator.reset();
  const folder = newFolder();
  const options = ['--account', bikes, '--days', '2026-09-01..2026-09-09', '--out', folder];
  await exported(running.url, [...options, '--tables', 'campaigns,campaign_days']);
  const report = fileURLToPath(new URL('../../examples/warehouse/report.js', import.meta.url));
  const environment = { env: { PATH: process.env['PATH'], ADS_GRAPH_KEY: key } };
  const words = [report, folder, running.url];
  const { stdout } = await promisify(execFile)(process.execPath, words, environment);
  const [, ...lines] = stdout.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !line.includes(' = EUR '))).toEqual([]);
});

test('--tables ? prints tables and columns', { timeout: patience }, async () => {
  const { code, out } = await command(['export', '--tables', '?']);
  expect([code, out]).toEqual([0, expect.stringMatching(/^campaign_days: .*\n {2}account_id /m)]);
});

test.each([
  [[], '--account or --all is missing'],
  [['--all', '--account', 'a'], '--account and --all exclude each other'],
  [['--all'], '--out DIR is missing'],
  [['--all', '--out', 'x', '--format', 'xml'], '--format must be ndjson, csv or parquet'],
  [['--all', '--out', 'x', '--last', '0'], '--last must be a number of days, 1 to 1000'],
  [['--all', '--out', 'x', '--lookback', 'a'], '--lookback must be a number of days'],
  [
    ['--all', '--out', 'x', '--days', '2026-11-02..2026-11-01'],
    '--days must be two days in order, such as 2026-11-01..2026-11-30',
  ],
  [
    ['--all', '--out', 'x', '--days', '2026-02-30..2026-03-01'],
    '--days must be two days in order, such as 2026-11-01..2026-11-30',
  ],
  [
    ['--all', '--out', 'x', '--days', '2026-02-27..2026-02-30'],
    '--days must be two days in order, such as 2026-11-01..2026-11-30',
  ],
  [['--account', 'no such id!', '--out', 'x'], '--account must be an id such as 18ce54d4x5t'],
  [
    ['--all', '--out', 's3://bucket/x'],
    '--out must be a path on this machine; docs/export.md says how files get to s3://bucket/x',
  ],
  [
    ['--all', '--out', 'postgres://ads@db/ads'],
    '--out must be a path on this machine; docs/export.md says how files get to postgres://ads@db/ads',
  ],
  [
    ['--all', '--out', 'x', '--state', 'https://a.example/s'],
    '--state must be a path on this machine; docs/export.md says how files get to https://a.example/s',
  ],
  [['--all', '--out', 'x', '--tables', 'a'], `--tables has no a; it takes ${allTables.join(', ')}`],
])('export with %j is invalid usage', { timeout: patience }, async (options, message) => {
  const { code, out, err } = await command(['export', ...options]);
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: `ads-graph: ${message}\n` });
});
