import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { bikes } from '../support/accounts.ts';
import { startCommand } from '../support/command.ts';
import { exportFrom } from '../support/exports.ts';
import { useGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';

const key = 'r'.repeat(40);
const running = useGateway({ env: { GATEWAY_API_KEYS: `nightly:${key}:owner-reads` } });
beforeEach(() => running.emulator.reset({ data: true }));
const root = mkdtempSync(join(tmpdir(), 'ads-graph-files-'));
afterAll(() => rmSync(root, { recursive: true }));

const newFolder = () => {
  const folder = mkdtempSync(join(root, 'run-'));
  const out = join(folder, 'out');
  const state = join(folder, 'state');
  const words = ['--account', bikes, '--out', out, '--state', state, '--format', 'ndjson'];
  return { out, state, words };
};
const exported = (words: readonly string[]) => exportFrom(running.url, key, words);
const calls = (endpoint: string) =>
  running.emulator.calls().filter((call) => call.endpoint === endpoint).length;
const slow = (endpoint: EndpointName, delayMs: number): void => {
  running.emulator.fault({ match: { endpoint }, fault: { kind: 'delay', delayMs }, times: 1 });
};
/** Starts an export, and waits until it has called an endpoint. */
const startUntil = async (endpoint: string, words: readonly string[]) => {
  const child = startCommand(['export', '--url', running.url, '--quiet', ...words], {
    ADS_GRAPH_KEY: key,
  });
  const ended = once(child, 'exit');
  const before = calls(endpoint);
  while (calls(endpoint) === before && child.exitCode === null) await pause(5);
  return { child, ended };
};
const campaigns = ['--tables', 'campaigns'];
const rowsOf = (kind: string) => running.emulator.store.rows(kind, bikes).length;
const linesOf = (out: string, table: string) =>
  readFileSync(join(out, table, `${bikes}.ndjson`), 'utf8').split('\n').length - 1;

describe('one run at a time', { timeout: patience }, () => {
  test('has a folder: a second one exits with 2, and reports since when the first one runs', async () => {
    const { out, words } = newFolder();
    slow('listCampaigns', 4000);
    const first = await startUntil('listCampaigns', [...words, ...campaigns]);
    const second = await exported([...words, ...campaigns]);
    expect(second.code).toBe(2);
    const since = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
    expect(second.err).toMatch(
      new RegExp(`^ads-graph: --out ${out} is in use by process \\d+ of \\S+ since ${since}; `),
    );
    expect(await first.ended).toEqual([0, null]);
    expect(linesOf(out, 'campaigns')).toBe(rowsOf('Campaign'));
    expect((await exported([...words, ...campaigns])).code).toBe(0);
    expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('has a state, even with two folders', async () => {
    const { state, words } = newFolder();
    slow('listCampaigns', 4000);
    const first = await startUntil('listCampaigns', [...words, ...campaigns]);
    const second = await exported([...words, ...campaigns, '--out', newFolder().out]);
    expect([second.code, second.err]).toEqual([
      2,
      expect.stringContaining(`ads-graph: --state ${state} is in use by process `),
    ]);
    await first.ended;
  });

  test('is taken over from a process that was killed', async () => {
    const { out, words } = newFolder();
    slow('listCampaigns', 2000);
    const { child, ended } = await startUntil('listCampaigns', [...words, ...campaigns]);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(join(out, '.ads-graph.lock'))).toBe(true);
    expect(await exported([...words, ...campaigns])).toMatchObject({ code: 0, err: '' });
    expect(existsSync(join(out, '.ads-graph.lock'))).toBe(false);
  });

  test('is taken over from another machine only after it has made no progress', async () => {
    const { out, words } = newFolder();
    const lock = join(out, '.ads-graph.lock');
    mkdirSync(out);
    const holder = { token: 'a', since: '2026-11-10T05:15:00Z', pid: 1, host: 'other', space: '' };
    writeFileSync(lock, JSON.stringify(holder));
    const refused = await exported([...words, ...campaigns]);
    expect([refused.code, refused.err]).toEqual([
      2,
      `ads-graph: --out ${out} is in use by process 1 of other since 2026-11-10T05:15:00Z; only one run at a time can write there\n`,
    ]);
    const longAgo = Date.now() / 1000 - 180;
    utimesSync(lock, longAgo, longAgo);
    expect((await exported([...words, ...campaigns])).code).toBe(0);
  });
});

describe('with a state', { timeout: patience }, () => {
  test('a file that another program changed is written again', async () => {
    const { out, words } = newFolder();
    const days = [
      ...words,
      '--tables',
      'campaigns,account_days',
      '--days',
      '2026-11-01..2026-11-02',
    ];
    await exported(days);
    const day = join(out, 'account_days', 'date=2026-11-02', `${bikes}.ndjson`);
    const before = readFileSync(day, 'utf8');
    truncateSync(join(out, 'campaigns', `${bikes}.ndjson`), 100);
    writeFileSync(day, '');
    expect(await exported(days)).toMatchObject({ code: 0, err: '' });
    expect(linesOf(out, 'campaigns')).toBe(rowsOf('Campaign'));
    expect(readFileSync(day, 'utf8')).toBe(before);
  });

  test('kept rows of a file that was cut at the end of a line are reported, and read again', async () => {
    const { out, state, words } = newFolder();
    await exported([...words, ...campaigns]);
    const kept = join(`${state}.d`, 'rows', `campaigns-${bikes}.rows`);
    writeFileSync(kept, `${readFileSync(kept, 'utf8').split('\n').slice(0, 20).join('\n')}\n`);
    const damaged = await exported([...words, ...campaigns]);
    expect(damaged).toMatchObject({ code: 1, lines: [{ rows: 0, complete: false }] });
    expect(damaged.err).toBe(
      `ads-graph: campaigns/${bikes}: ${kept} is damaged: it has 20 rows instead of all. It was removed; the next run reads the table again\n`,
    );
    expect(linesOf(out, 'campaigns')).toBe(rowsOf('Campaign'));
    expect(await exported([...words, ...campaigns])).toMatchObject({ code: 0, err: '' });
  });

  test('an unreadable line in the middle ends the run', async () => {
    const { state, words } = newFolder();
    await exported([...words, ...campaigns]);
    writeFileSync(state, readFileSync(state, 'utf8').replace('\n{', '\n('));
    const { code, err } = await exported([...words, ...campaigns]);
    expect([code, err]).toEqual([1, `ads-graph: ${state} is damaged: line 2 cannot be read\n`]);
  });

  test('the results of a killed run are not requested again, until a run has ended', async () => {
    const { words } = newFolder();
    const tables = 'accounts,funding_instruments,campaigns,promoted_tweets';
    const all = [...words, '--tables', tables];
    slow('listPromotedTweets', 2000);
    const { child, ended } = await startUntil('listPromotedTweets', all);
    child.kill('SIGKILL');
    await ended;
    const counted = () =>
      ['getAccount', 'listFundingInstruments', 'listCampaigns', 'listPromotedTweets'].map(calls);
    running.emulator.reset();
    const { code, lines } = await exported(all);
    expect([code, counted()]).toEqual([0, [0, 0, 0, 1]]);
    expect(lines.map(({ table, rows, calls: made }) => [table, rows, made > 1])).toEqual([
      ['accounts', 1, false],
      ['funding_instruments', rowsOf('FundingInstrument'), false],
      ['campaigns', rowsOf('Campaign'), false],
      ['promoted_tweets', rowsOf('PromotedTweet'), false],
    ]);
    expect((await exported(all)).code).toBe(0);
    expect(counted()).toEqual([1, 1, 1, 2]);
  });

  test('an account that can no longer be seen is named, and the exit code is 1', async () => {
    const { out, state } = newFolder();
    const words = ['--all', '--tables', 'accounts', '--out', out, '--state', state];
    const before = await exported(words);
    expect(before.code).toBe(0);
    const match = { endpoint: 'listAccounts' } as const;
    running.emulator.fault({ match, fault: { kind: 'edit', edit: 'dropRow' }, times: 1 });
    const { code, err, lines } = await exported(words);
    const [gone] = before.lines.filter(
      ({ account }) => !lines.some((line) => line.account === account),
    );
    expect([code, err]).toEqual([
      1,
      `ads-graph: Account ${gone.account} of --state is no longer visible; its files stay as they are\n`,
    ]);
    expect(lines.every(({ complete }) => complete)).toBe(true);
  });
});

test('schema.json names every table and column of a folder', { timeout: patience }, async () => {
  const { out } = newFolder();
  const words = ['--account', bikes, '--out', out, '--last', '1'];
  await exported([...words, '--tables', 'accounts,account_days']);
  await exported([...words, '--tables', 'campaigns,account_days', '--metrics', 'BILLING']);
  const { tables } = JSON.parse(readFileSync(join(out, 'schema.json'), 'utf8'));
  const names = tables.map(({ name }: { readonly name: string }) => name).sort();
  expect(names).toEqual(['account_days', 'accounts', 'campaigns']);
  const days = tables.find(({ name }: { readonly name: string }) => name === 'account_days');
  expect(days.columns.map(({ name }: { readonly name: string }) => name)).toContain('engagements');
});
