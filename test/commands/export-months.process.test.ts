import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { killCommandWhen } from '../support/command.ts';
import { exportFrom } from '../support/exports.ts';
import { useGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';
import { hashesIn } from '../support/warehouse.ts';

const key = 'w'.repeat(40);
const now = () => Date.parse('2026-11-10T09:00:00Z');
const running = useGateway({
  env: { GATEWAY_API_KEYS: `nightly:${key}:owner` },
  emulator: { now },
  parts: { now },
});
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-months-'));
beforeEach(() => {
  running.emulator.reset({ data: true });
  running.emulator.set({ jobSeconds: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const callsOf = (endpoint: string): number =>
  running.emulator.calls().filter((call) => call.endpoint === endpoint).length;

/** The options of an export of some months into a folder of that name. */
const wordsFor = (name: string, reads: string, more: readonly string[] = []) => [
  ...['--account', bikes, '--tables', 'campaign_days,line_item_days', '--format', 'ndjson'],
  ...['--days', '2026-06-10..2026-11-05', '--partition', 'month', '--reads', reads],
  ...['--out', join(folder, name), '--state', join(folder, `${name}.json`), ...more],
];

const exported = (words: readonly string[]) => exportFrom(running.url, key, words);

const filesOf = (name: string) => hashesIn(join(folder, name), 'ndjson');

const killedWhen = (words: readonly string[], isSo: () => boolean) =>
  killCommandWhen(isSo, ['export', '--url', running.url, '--quiet', ...words], {
    ADS_GRAPH_KEY: key,
  });

const afterFiles = (count: number) => {
  const before = callsOf('readStatsJobFile');
  return () => callsOf('readStatsJobFile') >= before + count;
};

test('a run by jobs that is killed goes on, and its months are the same to the byte', {
  timeout: patience,
}, async () => {
  expect(await exported(wordsFor('sync', 'sync'))).toMatchObject({ code: 0, err: '' });
  expect(await exported(wordsFor('whole', 'jobs'))).toMatchObject({ code: 0, err: '' });
  const jobs = callsOf('createStatsJob');
  const words = wordsFor('killed', 'jobs');
  for (const count of [1, 2]) await killedWhen(words, afterFiles(count));
  await killedWhen(words, () => filesOf('killed').length > 0);
  const { code, err, lines } = await exported(words);
  expect([code, err, lines.map(({ complete }) => complete)]).toEqual([0, '', [true, true]]);
  expect(callsOf('createStatsJob')).toBe(2 * jobs);
  const files = filesOf('killed');
  expect(files.length).toBe(12);
  expect(files).toEqual(filesOf('whole'));
  expect(files).toEqual(filesOf('sync'));
});

test('a run that is killed and goes on with further groups of figures begins the table anew', {
  timeout: patience,
}, async () => {
  const metrics = ['--metrics', 'ENGAGEMENT,BILLING,VIDEO'];
  await exported(wordsFor('all-groups', 'sync', metrics));
  await killedWhen(wordsFor('fewer', 'jobs', ['--metrics', 'ENGAGEMENT']), afterFiles(2));
  const { code, err } = await exported(wordsFor('fewer', 'jobs', metrics));
  expect([code, err]).toEqual([0, '']);
  expect(filesOf('fewer')).toEqual(filesOf('all-groups'));
});
