import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { quickExports } from '../support/quick-exports.ts';
import { patience, runs } from '../support/sampling.ts';

const folder = mkdtempSync(join(tmpdir(), 'ads-graph-windows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tables = ['account', 'funding_instrument', 'campaign', 'line_item', 'promoted_tweet']
  .map((of) => `${of}_days`)
  .join();

const year = '2025-11-15..2026-11-14';

test('a year of an account takes less than four minutes of windows', {
  timeout: patience,
}, async () => {
  const { emulator, exported, close } = await quickExports({ accounts: 1 });
  emulator.set({ jobSeconds: 60 });
  const out = join(folder, 'year');
  const { isWhole, said, calls, minutes } = await exported({ words: { out, tables, days: year } });
  console.info('a year of an account', { minutes, calls });
  expect([isWhole, calls['getStats']]).toEqual([true, undefined]);
  expect(said[0]).toMatch(
    /^18ce600000: results by \d+ jobs of the API \(about \d+ seconds\) instead of \d+ direct calls \(about \d+ seconds\): the API allows 250 such calls in 15 minutes\.$/,
  );
  expect(minutes).toBeLessThan(4);
  await close();
});

test('30 days of 200 accounts take less than 90 minutes of windows', {
  timeout: patience,
}, async () => {
  const accounts = runs(12, 200);
  const { emulator, exported, close } = await quickExports({ accounts });
  emulator.set({ jobSeconds: 60 });
  const out = join(folder, 'accounts');
  const { isWhole, calls, minutes } = await exported({ words: { out, tables, last: '30' } });
  console.info(`30 days of ${accounts} accounts`, { minutes, calls });
  expect(isWhole).toBe(true);
  // Calls that fit into a window are made at once.
  expect(calls['getStats'] ?? 0).toBeLessThan(250);
  expect(minutes).toBeLessThan((90 * accounts) / 200);
  await close();
});
