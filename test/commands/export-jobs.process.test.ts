import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { exportTables } from '../../commands/export/export-tables.ts';
import { bikes } from '../support/accounts.ts';
import { command, startCommand } from '../support/command.ts';
import { startGateway } from '../support/gateway.ts';
import { guardsFile } from '../support/guards.ts';
import { quickExports } from '../support/quick-exports.ts';
import { patience } from '../support/sampling.ts';
import { filesIn } from '../support/warehouse.ts';

const folder = mkdtempSync(join(tmpdir(), 'ads-graph-jobs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tables = 'account_days';
const wordsFor = (name: string, more: Readonly<Record<string, string | boolean>> = {}) => ({
  ...{ tables, last: '5', out: join(folder, name) },
  ...more,
});

test('a job that fails is begun again, and a table whose jobs fail is read at once', {
  timeout: patience,
}, async () => {
  const { emulator, exported, close } = await quickExports({ accounts: 1, isSmall: true });
  emulator.set({ failJobs: true });
  const heal = (text: string): void => {
    if (text.endsWith('it is begun again.')) emulator.set({ failJobs: false });
  };
  const words = wordsFor('failed', { reads: 'jobs' });
  const healed = await exported({ words, onSay: heal });
  expect(healed).toMatchObject({ isWhole: true, calls: { createStatsJob: 2 } });
  expect(healed.said).toEqual([
    expect.stringMatching(/^18ce600000: results by 1 job of the API .*, as --reads says\.$/),
    expect.stringMatching(
      /^account_days\/18ce600000: The job \d+ of the API ended with FAILED; it is begun again\.$/,
    ),
  ]);
  emulator.set({ failJobs: true });
  const forced = await exported({ words });
  expect(forced).toMatchObject({ isWhole: false, calls: { createStatsJob: 3 } });
  await close();
});

test('a job whose file stays damaged is begun again as often as others', {
  timeout: patience,
}, async () => {
  const { emulator, exported, close } = await quickExports({ accounts: 1, isSmall: true });
  emulator.set({ jobSeconds: 0 });
  const match = { endpoint: 'readStatsJobFile' } as const;
  emulator.fault({ match, fault: { kind: 'answer', status: 200, text: 'no gzip' }, times: 1000 });
  const { isWhole, calls, said } = await exported({ words: wordsFor('bad', { reads: 'jobs' }) });
  expect([isWhole, calls['createStatsJob']]).toEqual([false, 3]);
  const again = said.filter((text) => text.endsWith('it is begun again.'));
  expect(again.map((text) => text.includes('has a file that cannot be used: '))).toEqual([
    true,
    true,
  ]);
  await close();
});

/** So many and such long ranges that jobs are expected to be sooner. */
const many = { accounts: 9, isSmall: true } as const;
const long = (name: string, more = {}) => wordsFor(name, { last: '180', ...more });

test('jobs that fail, or never end, are told, and results are read at once', {
  timeout: patience,
}, async () => {
  const { emulator, exported, close } = await quickExports(many);
  emulator.set({ failJobs: true });
  const failing = await exported({
    words: long('failing'),
    onSay: (text) => {
      if (text.endsWith('direct calls.')) emulator.set({ failJobs: false });
    },
  });
  expect(failing.isWhole).toBe(true);
  expect(failing.said.filter((text) => text.endsWith('direct calls.'))).toEqual([
    expect.stringMatching(
      /^account_days\/18ce600000: The job \d+ of the API ended with FAILED, as did 2 before it\. Its results are read by direct calls\.$/,
    ),
  ]);
  expect(failing.calls['getStats']).toBeGreaterThan(0);
  emulator.set({ jobSeconds: 1e9 });
  const late = await exported({ words: long('late') });
  expect([late.isWhole, late.lines.every(({ complete }) => complete)]).toEqual([true, true]);
  expect(late.said.filter((text) => text.includes('in vain'))).toEqual([
    expect.stringMatching(
      /^account_days\/18ce600000: Waited an hour in vain: the job \d+ of the API has not ended\. Its results are read by direct calls\.$/,
    ),
  ]);
  expect(late.calls['getStats']).toBeGreaterThan(0);
  expect(late.minutes).toBeLessThan(120);
  await close();
});

test('who may only read gets results at once, and a refusal where jobs are asked for', {
  timeout: patience,
}, async () => {
  const { exported, close } = await quickExports(many);
  const { isWhole, said, calls } = await exported({ words: long('reader'), mayWrite: false });
  expect([isWhole, calls['createStatsJob']]).toEqual([true, undefined]);
  expect(said.filter((text) => text.includes('may only read'))).toEqual([
    'This caller may only read, and a job of the API is a mutation; results are read by direct calls.',
  ]);
  const words = wordsFor('refused', { reads: 'jobs' });
  await expect(exported({ words, mayWrite: false })).rejects.toThrow(
    'This caller may only read, and a job of the API is a mutation: --reads jobs cannot be done',
  );
  await close();
});

test('a guard that refuses jobs is told for each account, whose results are read at once', {
  timeout: patience,
}, async () => {
  const guards = guardsFile();
  guards.write([{ name: 'no-jobs', mutations: { never: ['createStatsJob'] } }]);
  const { exported, close } = await quickExports({ ...many, env: { GUARDS: guards.path } });
  const { isWhole, said, calls } = await exported({ words: long('guarded') });
  expect([isWhole, calls['createStatsJob']]).toEqual([true, undefined]);
  const refused = said.filter((text) => text.includes('was refused'));
  expect(refused.length).toBe(said.filter((text) => /results by \d+ jobs/.test(text)).length);
  expect(refused[0]).toMatch(/^account_days\/18ce600000: A job of the API was refused: .*no-jobs/);
  const forced = await exported({ words: wordsFor('forced', { reads: 'jobs' }) });
  expect([forced.isWhole, forced.lines.some(({ complete }) => complete)]).toEqual([false, false]);
  await close();
});

test('an account with as many jobs as it may have is waited for', {
  timeout: patience,
}, async () => {
  const { emulator, ids, exported, close } = await quickExports({ accounts: 1, isSmall: true });
  const [id = ''] = ids;
  emulator.set({ jobSeconds: 1e6 });
  const busy = { ready_at: Date.now() + 1e9, created_at: '2026-01-01T00:00:00Z' };
  for (let index = 0; index < 100; index += 1)
    emulator.store.insert('StatsJob', id, { id: `7${index}`, ...busy });
  const free = (text: string): void => {
    if (!text.includes('Waiting')) return;
    emulator.set({ jobSeconds: 0 });
    emulator.store.insert('StatsJob', id, { id: '70', ...busy, ready_at: 0 });
  };
  const words = wordsFor('full', { reads: 'jobs' });
  const { isWhole, said } = await exported({ words, onSay: free });
  expect(isWhole).toBe(true);
  expect(said[1]).toBe(
    'account_days/18ce600000: Waiting: the API works on as many jobs of 18ce600000 as it may.',
  );
  await close();
});

test('jobs are begun for accounts ahead, and a dry run says how results are read', {
  timeout: patience,
}, async () => {
  const { emulator, exported, close } = await quickExports({ accounts: 21, isSmall: true });
  emulator.set({ jobSeconds: 100 });
  const words = long('ahead', { last: '84' });
  const plan = await exported({ words: { ...words, 'dry-run': true } });
  // The results of the last accounts fit into a window.
  const isByJobs = plan.lines.map(({ reads }) => reads === 'jobs');
  const byJobs = isByJobs.indexOf(false);
  expect(byJobs).toBeGreaterThan(3);
  expect(isByJobs.lastIndexOf(true)).toBe(byJobs - 1);
  expect(plan.said[0]).toMatch(/^18ce600000: results by 1 job of the API \(about /);
  expect(Object.values(plan.calls).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(12);
  const { isWhole, minutes, calls, lines } = await exported({ words });
  expect([isWhole, calls['createStatsJob']]).toEqual([true, byJobs]);
  expect(calls['getStats']).toBeLessThan(250);
  expect(lines.reduce((sum, line) => sum + line.calls, 1)).toBe(
    Object.values(calls).reduce((sum, one) => sum + one, 0),
  );
  // The jobs of twenty accounts take as long as one.
  expect(minutes).toBeLessThan(3);
  await close();
});

test('a run that is killed leaves its jobs to the next one, which knows them without its gateway', {
  timeout: patience,
}, async () => {
  const now = () => Date.parse('2026-11-10T09:00:00Z');
  const { emulator, close } = await startGateway({ emulator: { now }, parts: { now } });
  const env = { ...emulator.variables, LOG_LEVEL: 'silent' };
  const out = join(folder, 'killed');
  const words = (more: readonly string[]) => [
    ...['export', '--account', bikes, '--tables', 'campaign_days,line_item_days'],
    ...['--days', '2026-11-01..2026-11-05', '--reads', 'jobs', '--out', out, ...more],
  ];
  const state = ['--state', join(folder, 'killed.json')];
  const jobs = () =>
    emulator.calls().filter(({ endpoint }) => endpoint === 'createStatsJob').length;
  emulator.set({ jobSeconds: 1e6 });
  const child = startCommand(words(state), env);
  const end = once(child, 'exit');
  while (jobs() < 2 && child.exitCode === null) await pause(10);
  await pause(200);
  child.kill('SIGKILL');
  await end;
  const begun = jobs();
  const rows = emulator.store.rows('StatsJob', bikes);
  const [expired, ...others] = rows;
  const dayMs = 86_400_000;
  for (const row of others) emulator.store.insert('StatsJob', bikes, { ...row, ready_at: now() });
  emulator.store.insert('StatsJob', bikes, { ...expired, ready_at: now() - 3 * dayMs });
  emulator.set({ jobSeconds: 0 });
  const { code, err } = await command(words(state), env);
  expect(code).toBe(0);
  // The file of the first is deleted by now.
  expect(err).toMatch(
    /The job \d+ of the API has a file that cannot be used: .*; it is begun again\.\n/,
  );
  expect([begun > 1, jobs() - begun]).toEqual([true, 1]);
  expect(filesIn(out, 'parquet').length).toBe(10);
  await close();
});

test('a program gets rows either way', { timeout: patience }, async () => {
  const running = await startGateway();
  running.emulator.set({ jobSeconds: 0 });
  const rowsBy = async (reads: string) => {
    const rows: object[] = [];
    const asked = { accounts: [bikes], tables: ['campaign_days'], last: 9, url: running.url };
    for await (const table of exportTables({ ...asked, reads, variables: {} }))
      for await (const row of table.rows) rows.push(row);
    return rows;
  };
  const rows = await rowsBy('jobs');
  expect(rows.length).toBeGreaterThan(0);
  expect(await rowsBy('sync')).toEqual(rows);
  expect(await rowsBy('auto')).toEqual(rows);
  await running.close();
});

test.each([
  [['--reads', 'both'], '--reads must be sync, jobs or auto'],
  [['--reads', 'sync', '--segment', 'AGE'], '--segment needs jobs, which --reads sync excludes'],
])('export with %j is wrong use', { timeout: patience }, async (words, message) => {
  const { code, err } = await command(['export', '--all', '--out', folder, ...words]);
  expect([code, err]).toEqual([2, `ads-graph: ${message}\n`]);
});
