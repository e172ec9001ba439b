import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCommand } from '../support/command.ts';
import { patience, runs } from '../support/sampling.ts';

const pageSize = 1000;

/** A graph with one account, whose campaigns are made when they are asked for. */
const startGraph = async (rows: () => number) => {
  const campaign = (at: number) => ({
    restId: `c${at}`,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-02T00:00:00Z',
    deleted: false,
    name: `Campaign ${at} of a long list`,
    currency: 'EUR',
    dailyBudgetAmountLocalMicro: String(1_000_000 * at),
    reasonsNotServable: ['PAUSED_BY_ADVERTISER'],
  });
  const range = { start: '2026-11-10T00:00:00Z', end: '2026-11-11T00:00:00Z' };
  const account = { restId: 'a1', timezone: 'UTC', stats: range };
  const page = (after: string | null) => {
    const from = Number(after ?? 0);
    const to = Math.min(rows(), from + pageSize);
    const nodes = Array.from({ length: to - from }, (_, at) => campaign(from + at));
    return { nodes, pageInfo: { hasNextPage: to < rows(), endCursor: String(to) } };
  };
  const server = createServer(async (req, res) => {
    const { variables } = JSON.parse(await text(req));
    const data =
      variables.account === undefined
        ? { accounts: { nodes: [account], pageInfo: { hasNextPage: false, endCursor: null } } }
        : { account: { list: page(variables.after) } };
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
};

let rows = 0;
let graph: Awaited<ReturnType<typeof startGraph>>;
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-memory-'));
beforeAll(async () => {
  graph = await startGraph(() => rows);
});
afterAll(() => {
  graph.close();
  rmSync(folder, { recursive: true });
});

/** What the process may keep: an export of many rows ends with that, too. */
const heapMb = 80;

/** The most memory that an export of so many rows had, in MB. */
const peakOf = async (count: number): Promise<number> => {
  rows = count;
  const options = ['--url', graph.url, '--account', 'a1', '--tables', 'campaigns', '--quiet'];
  const env = { NODE_OPTIONS: `--max-old-space-size=${heapMb}` };
  const child = startCommand(['export', ...options, '--out', folder], env, patience);
  let peak = 0;
  const look = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 100);
  const out = text(child.stdout);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  expect(code).toBe(0);
  expect(JSON.parse(await out)).toMatchObject({ rows: count, complete: true });
  return Math.round(peak);
};

// What the heap may grow before it is collected does not depend on the rows.
const slackMb = 120;

test(
  'the memory of an export does not grow with its rows',
  async () => {
    const many = runs(60_000, 1_000_000);
    const few = await peakOf(1000);
    const peak = await peakOf(many);
    console.info(`1,000 rows: ${few} MB; ${many} rows: ${peak} MB`);
    expect(peak).toBeLessThan(few + slackMb);
  },
  patience,
);
