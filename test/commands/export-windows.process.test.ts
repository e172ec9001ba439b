import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exportFiles } from '../../commands/export/export.ts';
import { silent } from '../../commands/progress.ts';
import type { Emulator } from '../../emulator/server.ts';
import { bikes } from '../support/accounts.ts';
import { startGateway } from '../support/gateway.ts';
import { quickTime } from '../support/quick-time.ts';
import { patience, runs } from '../support/sampling.ts';

const key = 'w'.repeat(40);
const env = { GATEWAY_API_KEYS: `nightly:${key}:owner`, TIMEOUT_CALL_MS: '60000' };
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-windows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const copied = ['FundingInstrument', 'Campaign', 'LineItem', 'PromotedTweet'];

/** Makes so many accounts with the same campaigns as one of the seed. */
const addAccounts = ({ store, grant, credentials }: Emulator, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const id = `18ce6${String(index).padStart(5, '0')}`;
    grant(credentials.userId, id);
    store.insert('Account', null, { ...store.find('Account', null, bikes), id, name: id });
    for (const name of copied)
      for (const row of store.rows(name, bikes)) store.insert(name, id, row);
    return id;
  });

const dayTables = ['account', 'funding_instrument', 'campaign', 'line_item', 'promoted_tweet']
  .map((of) => `${of}_days`)
  .join();

/** Runs exports in a process of the gateway, on a clock on which a wait takes no time. */
const startExports = async (accounts: number, jobSeconds: number) => {
  const { now, pace, pass } = quickTime();
  const running = await startGateway({
    env,
    emulator: { now, rateWindows: true },
    parts: { now, pace },
  });
  running.emulator.set({ jobSeconds });
  const ids = addAccounts(running.emulator, accounts);
  const exported = async (words: object) => {
    const said: string[] = [];
    const lines: string[] = [];
    let waitedMs = 0;
    const pause = async (ms: number): Promise<void> => {
      waitedMs += ms;
      pass(ms);
    };
    const isWhole = await exportFiles(
      { account: ids.join(), tables: dayTables, url: running.url, format: 'ndjson', ...words },
      { ADS_GRAPH_KEY: key },
      {
        clock: { now, pause },
        print: async (text) => void lines.push(text),
        progress: { ...silent, say: (text) => void said.push(text) },
      },
    );
    const calls = lines.reduce((sum, line) => sum + JSON.parse(line).calls, 0);
    return { isWhole, said, calls, lines, minutes: waitedMs / 60_000 };
  };
  return { running, exported };
};

const dates = (year: number) => `${year}-11-15..${year + 1}-11-14`;

test('a year of an account takes less than four minutes of windows', {
  timeout: patience,
}, async () => {
  const { running, exported } = await startExports(1, 60);
  const out = join(folder, 'year');
  const { isWhole, said, calls, minutes } = await exported({ out, days: dates(2025) });
  expect(isWhole).toBe(true);
  expect(running.emulator.calls().filter(({ endpoint }) => endpoint === 'getStats')).toEqual([]);
  console.info('a year', { calls, minutes, said });
  expect(minutes).toBeLessThan(4);
  await running.close();
});

test('30 days of 200 accounts take less than 90 minutes of windows', {
  timeout: patience,
}, async () => {
  const count = runs(12, 200);
  const { running, exported } = await startExports(count, 60);
  const out = join(folder, 'accounts');
  const { isWhole, said, calls, minutes } = await exported({ out, last: '30' });
  console.info(`${count} accounts`, { calls, minutes, said: said.slice(0, 3) });
  expect(isWhole).toBe(true);
  expect(minutes).toBeLessThan((90 * count) / 200);
  await running.close();
});
