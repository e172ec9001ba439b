import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peakOf, slackMb } from '../support/peak-memory.ts';
import { patience, runs } from '../support/sampling.ts';

const pageSize = 1000;

/** A graph with one account, whose campaigns are generated on request. */
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

/** The most memory of an export of this many rows, in MB. */
const peakOfExport = async (count: number): Promise<number> => {
  rows = count;
  const options = ['--url', graph.url, '--account', 'a1', '--tables', 'campaigns', '--quiet'];
  const { code, out, peak } = await peakOf(['export', ...options, '--out', folder]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ rows: count, complete: true });
  return peak;
};

test(
  'the memory of an export does not grow with its rows',
  async () => {
    const many = runs(60_000, 1_000_000);
    const few = await peakOfExport(1000);
    const peak = await peakOfExport(many);
    console.info(`1,000 rows: ${few} MB; ${many} rows: ${peak} MB`);
    expect(peak).toBeLessThan(few + slackMb);
  },
  patience,
);
