import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { bikes, games } from '../support/accounts.ts';
import { exportFrom } from '../support/exports.ts';
import { useGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';
import { hashesIn } from '../support/warehouse.ts';

const key = 'w'.repeat(40);
const readsKey = 'r'.repeat(40);
const now = () => Date.parse('2026-11-10T09:00:00Z');
const running = useGateway({
  env: { GATEWAY_API_KEYS: `nightly:${key}:owner,reader:${readsKey}:owner-reads` },
  emulator: { now },
  parts: { now },
});
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-reads-'));
beforeEach(() => {
  running.emulator.reset({ data: true });
  running.emulator.set({ jobSeconds: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const callsOf = (endpoint: string): number =>
  running.emulator.calls().filter((call) => call.endpoint === endpoint).length;

const dayTables = ['account', 'funding_instrument', 'campaign', 'line_item', 'promoted_tweet']
  .map((of) => `${of}_days`)
  .join();

test.each([
  ['parquet', bikes, ['--days', '2026-07-20..2026-11-10']],
  [
    'ndjson',
    games,
    ['--last', '9', '--metrics', 'ENGAGEMENT,BILLING,WEB_CONVERSION,MOBILE_CONVERSION'],
  ],
  ['csv', bikes, ['--last', '30']],
])(
  'files are the same to the byte, however results are read (%s, %s, %j)',
  {
    timeout: patience,
  },
  async (format, account, options) => {
    const { store } = running.emulator;
    for (const name of ['Campaign', 'LineItem', 'PromotedTweet'])
      store
        .rows(name, account)
        .filter((_, index) => index % 5 === 0)
        .forEach((row) => void store.insert(name, account, { ...row, deleted: true }));
    const exported = async (reads: string) => {
      const words = ['--account', account, '--tables', dayTables, '--format', format, ...options];
      const out = join(folder, `${reads}-${format}`);
      return exportFrom(running.url, key, [...words, '--out', out, '--reads', reads]);
    };
    expect(await exported('sync')).toMatchObject({ code: 0, err: '' });
    expect(callsOf('createStatsJob')).toBe(0);
    const calls = callsOf('getStats');
    const { code, err, lines } = await exported('jobs');
    expect([code, err]).toEqual([0, '']);
    expect(callsOf('getStats')).toBe(calls);
    expect(callsOf('createStatsJob')).toBeGreaterThan(0);
    expect(lines.find(({ table }) => table === 'promoted_tweet_days').rows).toBeGreaterThan(0);
    const files = hashesIn(join(folder, `jobs-${format}`), format);
    expect(files.length).toBeGreaterThan(0);
    expect(files).toEqual(hashesIn(join(folder, `sync-${format}`), format));
  },
);
