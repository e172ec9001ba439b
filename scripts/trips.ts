import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportFiles } from '../commands/export/export.ts';
import { createEmulator } from '../emulator/server.ts';
import { createGateway } from '../src/index.ts';

// Counts the files and functions that a warm request runs, without those of the emulator: `node
// scripts/trips.ts`. With the name of a trip, as in `node scripts/trips.ts read`, it lists the
// files of that trip.

const counted = /\/((?:src|agents|client|commands)\/.*\.ts)$/;
const account = '18ce54bik3s';
const posts = ['1496766597169545208', '1496768358776964919'];

const emulator = await createEmulator({ rateWindows: false });
const gateway = await createGateway({
  ...emulator.variables,
  PORT: '0',
  MCP: 'write',
  LOG_LEVEL: 'error',
});
const folder = await mkdtemp(join(tmpdir(), 'trips-'));

const post = async (path: string, body: object): Promise<unknown> => {
  const response = await fetch(new URL(path, gateway.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok || /"errors":\[[^\]]|"isError":true/.test(text)) throw new Error(text);
  return text;
};

const ask = (query: string, input: object): Promise<unknown> =>
  post('/graphql', { query, variables: { input } });

const launch = (key: string) => ({
  accountId: account,
  idempotencyKey: key,
  campaign: {
    name: key,
    fundingInstrumentId: 'fik3s000',
    dailyBudgetAmountLocalMicro: '50000000',
  },
  lineItems: [
    {
      lineItem: {
        name: key,
        objective: 'ENGAGEMENTS',
        productType: 'PROMOTED_TWEETS',
        placements: ['ALL_ON_TWITTER'],
        startTime: '2032-01-01T00:00:00Z',
        endTime: '2032-03-01T00:00:00Z',
      },
      targeting: [{ targetingType: 'BROAD_KEYWORD', targetingValue: 'tent' }],
      promotedTweetIds: posts,
    },
  ],
});

/** The requests by their names. Each receives the number of earlier ones, for keys of its own. */
const trips: Readonly<Record<string, (before: number) => Promise<unknown>>> = {
  read: () =>
    post('/graphql', {
      query: `{ account(id: "${account}") { name
        campaigns(first: 20) { nodes { id name lineItems(first: 10) { nodes { id name } } } } } }`,
    }),
  write: (before) =>
    ask('mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }', {
      ...{ accountId: account, campaignId: 'cik3s000', name: `Renamed ${before}` },
      idempotencyKey: `rename ${before}`,
    }),
  launch: (before) =>
    ask(
      'mutation ($input: LaunchCampaignInput!) { launchCampaign(input: $input) { outcome } }',
      launch(`Launch ${before}`),
    ),
  ads_results: () => {
    const given = { level: 'CAMPAIGN', account, range: { lastDays: 7 }, metrics: ['spend'] };
    const params = { name: 'ads_results', arguments: given };
    return post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  },
  export: (before) =>
    exportFiles(
      {
        ...{ account, tables: 'campaigns', quiet: true, url: gateway.url },
        out: join(folder, String(before)),
      },
      {},
    ),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');

/** The functions that run during some work, by file. */
const functionsDuring = async (
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> => {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const files = result.flatMap(({ url, functions }) => {
    const [, file] = counted.exec(url) ?? [];
    const count = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    return file === undefined || count === 0 ? [] : [[file, count] as const];
  });
  return new Map(files);
};

const [wanted] = process.argv.slice(2);
for (const [name, send] of Object.entries(trips)) {
  if (wanted !== undefined && name !== wanted) continue;
  for (const before of [0, 1]) await send(before);
  const files = await functionsDuring(() => send(2));
  const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
  const list = [...files.keys()].sort().map((file) => `  ${file}\n`);
  const names = wanted === undefined ? '' : list.join('');
  process.stdout.write(`${name}: ${files.size} files, ${functions} functions\n${names}`);
}
await rm(folder, { recursive: true });
await gateway.close();
await emulator.close();
