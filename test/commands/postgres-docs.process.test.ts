import { execFile } from 'node:child_process';
import {
  appendFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { startGateway } from '../support/gateway.ts';
import { type PostgresServer, pathWith, startPostgres } from '../support/postgres.ts';
import { patience } from '../support/sampling.ts';
import { clientFile } from '../support/started-processes.ts';
import { openWarehouse, type Warehouse } from '../support/warehouse.ts';

const key = 'r'.repeat(40);
const now = () => Date.parse('2026-11-10T09:00:00Z');
const env = { GATEWAY_API_KEYS: `nightly:${key}:owner-reads` };
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-postgres-docs-'));
const days = '2026-10-28..2026-11-03';

let running: Awaited<ReturnType<typeof startGateway>>;
let postgres: PostgresServer;
let duck: Warehouse;
beforeAll(async () => {
  [running, postgres, duck] = await Promise.all([
    startGateway({ env, emulator: { now }, parts: { now } }),
    startPostgres(),
    openWarehouse(),
  ]);
}, patience);
afterAll(async () => {
  duck.close();
  await Promise.all([running.close(), postgres.close()]);
  rmSync(folder, { recursive: true });
}, patience);

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/export.md'), 'utf8');
const [, recipe = ''] = /### Into Postgres\n\n```sh\n([^`]+)```/.exec(page) ?? [];

/** Runs the commands of the page for one account and some days, or those that load alone. */
const runRecipe = async (skip = 0): Promise<void> => {
  const program = join(folder, 'ads-graph');
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${clientFile()} "$@"\n`, {
    mode: 0o755,
  });
  const little = `--quiet --url ${running.url} --account ${bikes} --days ${days}`;
  const commands = recipe
    .replace('--all', little)
    .replaceAll('node_modules/ads-graph/', root)
    .replace('node /', `${process.execPath} /`)
    .split('\n')
    .slice(skip)
    .join('\n');
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: {
      PATH: `${folder}:${pathWith(postgres)}`,
      ADS_GRAPH_KEY: key,
      DATABASE_URL: postgres.url,
    },
  });
};

/** Gives a promotion the figures of another one, as the API does for two promotions of one post. */
const addSame = (first: string, second: string): void => {
  for (const file of globSync(join(folder, 'warehouse/promoted_tweet_days/*/*.csv'))) {
    const rows = readFileSync(file, 'utf8').split('\r\n');
    const same = rows.filter((row) => row.includes(`,${first},`));
    const more = same.map((row) => `${row.replace(`,${first},`, `,${second},`)}\r\n`);
    appendFileSync(file, more.join(''));
  }
};

/** The same from the views over the files, in DuckDB. */
const openViews = async (): Promise<void> => {
  const tables = readFileSync(join(root, 'examples/warehouse/duckdb.sql'), 'utf8');
  const csv = tables
    .replaceAll('read_parquet', 'read_csv')
    .replaceAll('.parquet', '.csv')
    .replaceAll("'warehouse/", `'${folder}/warehouse/`);
  await duck.query(csv);
  await duck.query(readFileSync(join(root, 'examples/warehouse/views.sql'), 'utf8'));
};

const same = async (sql: string) => {
  const found = await duck.query(sql);
  const rows = await postgres.rows(`SET search_path = ads; ${sql}`);
  expect(rows.slice(1)).toEqual(found.map((row) => Object.values(row).map(String)));
  return found;
};

test('the recipe of the page fills Postgres, repeatedly, and its views match those of DuckDB', {
  timeout: patience,
}, async () => {
  const { store } = running.emulator;
  const [campaign] = store.rows('Campaign', bikes);
  const name = 'Summer, "sale"\n;\u2028\\';
  store.insert('Campaign', bikes, { ...campaign, name: 'Of before' });
  await runRecipe();
  store.insert('Campaign', bikes, { ...campaign, name, deleted: true });
  const shown = (
    await postgres.rows('SELECT DISTINCT promoted_tweet_id FROM ads.promoted_tweet_days')
  ).flat();
  const posts = store.rows('PromotedTweet', bikes);
  const ofDeleted = new Set(
    store
      .rows('LineItem', bikes)
      .filter((row) => row['campaign_id'] === campaign?.['id'])
      .map(({ id }) => id),
  );
  const first = posts.find(
    (post) => shown.includes(String(post['id'])) && !ofDeleted.has(post['line_item_id']),
  );
  const second = posts.find(({ id }) => !shown.includes(String(id)));
  store.insert('PromotedTweet', bikes, { ...second, tweet_id: first?.['tweet_id'] });
  rmSync(join(folder, 'warehouse'), { recursive: true });
  rmSync(join(folder, 'export.json'));
  await runRecipe();
  addSame(String(first?.['id']), String(second?.['id']));
  await runRecipe(1);
  const [stored] = await postgres.rows(
    `SELECT to_json(name) FROM ads.campaigns WHERE id = '${campaign?.['id']}'`,
  );
  expect(JSON.parse(stored?.[0] ?? '')).toBe(name);
  await openViews();
  for (const table of ['campaigns', 'line_items', 'promoted_tweets'])
    await same(`SELECT count(*) AS rows FROM ${table}`);
  const [report] = await same(
    'SELECT count(*) AS rows, sum(spend_local_micro) AS spend, sum(clicks) AS clicks FROM line_item_report',
  );
  expect(Number(report?.['spend'])).toBeGreaterThan(0);
  const [whole] = await postgres.rows('SELECT sum(billed_charge) FROM ads.campaign_days');
  const [items] = await postgres.rows('SELECT sum(spend) FROM ads.line_item_report');
  expect(items).toEqual(whole);
  const gone = await same(
    `SELECT count(*) AS rows FROM line_items_now WHERE is_deleted AND campaign_id = '${campaign?.['id']}'`,
  );
  expect(gone).toEqual([{ rows: String(ofDeleted.size) }]);
  const tweet = `tweet_id = '${first?.['tweet_id']}'`;
  const twice = await same(
    `SELECT count(*) AS days, sum(impressions) AS impressions FROM post_days
      WHERE ${tweet} AND promotions = 2`,
  );
  expect(Number(twice[0]?.['impressions'])).toBeGreaterThan(0);
  const doubled = await same(
    `SELECT count(*) AS days, sum(impressions) AS impressions FROM promoted_tweet_days AS days
      JOIN promoted_tweets ON promoted_tweets.id = days.promoted_tweet_id WHERE ${tweet}`,
  );
  expect(doubled).toEqual([
    {
      days: String(2 * Number(twice[0]?.['days'])),
      impressions: String(2 * Number(twice[0]?.['impressions'])),
    },
  ]);
});
