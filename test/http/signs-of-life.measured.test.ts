import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import type { Damage } from '../support/damage.ts';
import { damageOf, shown } from '../support/damage.ts';
import { fillAccount } from '../support/full-account.ts';
import { introspection, times } from '../support/hostile-documents.ts';
import { connectTo, headOf, lengthOf, postOf } from '../support/raw-client.ts';
import { patience, runs } from '../support/sampling.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { ownerOf, slownessOf, spawnGateway } from '../support/spawned-gateway.ts';

vi.setConfig({ testTimeout: patience });

// The most milliseconds for which an attack may block the event loop. On a quiet machine it blocks
// for a tenth of that; a machine that is slower, beside other tests, gets proportionally more.
const quietAllowedMs = 400;
const mebibyte = 2 ** 20;

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ rateWindows: false });
  fillAccount(emulator, 'big1');
});

const gateways = new Map<string, Promise<SpawnedGateway>>();
afterAll(async () => {
  for (const gateway of gateways.values()) await (await gateway).kill();
  await emulator.close();
});

interface GatewaySettings {
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: readonly string[];
}

/** A gateway that has answered: the first answers pay for loading and compiling it. */
const startWarm = async (options: GatewaySettings): Promise<SpawnedGateway> => {
  const gateway = await spawnGateway(emulator, options);
  for (const query of ['{ __schema { types { name } } }', deferred(1)]) await send(gateway, query);
  return gateway;
};

/**
 * Attacks a gateway with these requests at once, each on a connection of its own. Attacks with the
 * same settings use the same gateway.
 */
const attackWith = async (
  requests: readonly ((url: string) => string)[],
  options: GatewaySettings = {},
): Promise<Damage & { readonly allowedMs: number }> => {
  const kind = JSON.stringify(options);
  const starting = gateways.get(kind) ?? startWarm(options);
  gateways.set(kind, starting);
  const gateway = await starting;
  const slowBefore = await slownessOf(gateway);
  const damage = await damageOf(gateway, async () => {
    const ends = await Promise.all(
      requests.map(async (make) => lengthOf(await connectTo(gateway.url), make(gateway.url))),
    );
    return ends.reduce((sum, bytes) => sum + bytes, 0);
  });
  expect(gateway.isRunning()).toBe(true);
  const allowedMs = quietAllowedMs * Math.max(slowBefore, await slownessOf(gateway));
  console.info(
    `${expect.getState().currentTestName}: ${shown(damage)}, ${Math.round(allowedMs)} ms allowed`,
  );
  return { ...damage, allowedMs };
};

const inParts = { accept: 'multipart/mixed;deferSpec=20220824,application/json' };
const last = { ...inParts, connection: 'close' };

const send = async ({ url }: SpawnedGateway, query: string): Promise<number> =>
  lengthOf(await connectTo(url), postOf(url, query, last));

const asking =
  (query: string) =>
  (url: string): string =>
    postOf(url, query, last);

/** A thousand rows, each with this many deferred fragments, and one more in each of those. */
const deferred = (count: number): string =>
  `{ account(id: "big1") { campaigns(first: 1000) { nodes { ${times(count, (at) => `...@defer(label: "a${at}") { name ...@defer(label: "b${at}") { currency } }`)} } } } }`;

test('deferred fragments inside each other cost as much as they write', async () => {
  const count = runs(40, 80);
  const { workMs, bytes, allowedMs } = await attackWith([asking(deferred(count))], {
    env: ownerOf(emulator),
  });
  expect(bytes).toBeGreaterThan(count * 2000 * 60);
  expect(workMs).toBeLessThan(allowedMs);
});

test('the same holds for 500 invented ids, without a viewer', async () => {
  const ids = times(500, (at) => `"Campaign:a:${at.toString(36)}"`);
  const fragments = times(
    80,
    (at) => `...@defer(label: "a${at}") { id ...@defer(label: "b${at}") { restId } }`,
  );
  const query = `{ nodes(ids: [${ids}]) { ... on Campaign { ${fragments} } } }`;
  const { workMs, bytes, allowedMs } = await attackWith([asking(query)]);
  expect(bytes).toBeGreaterThan(500 * 20);
  expect(workMs).toBeLessThan(allowedMs);
});

test.each([
  ['an alias in the place of each part', (name: string) => [`${name}: `, '']],
  ['a label of each part', (name: string) => ['', name]],
])('%s counts like data, and does not exhaust the heap', async (_what, named) => {
  const [alias = '', label = ''] = named('x'.repeat(60_000));
  const fragments = times(4, (at) => `...@defer(label: "${label.slice(0, 15_000)}${at}") { name }`);
  const query = `{ account(id: "big1") { ${alias}campaigns(first: 1000) { nodes { ${fragments} } } } }`;
  const limit = runs(8, 16) * mebibyte;
  const three = [0, 1, 2].map((at) => asking(`#${at}\n${query}`));
  const { workMs, bytes, residentMiB, allowedMs } = await attackWith(three, {
    env: { ...ownerOf(emulator), LIMIT_ANSWER_BYTES: String(limit) },
    node: ['--max-old-space-size=160'],
  });
  expect(bytes).toBeGreaterThan(2.5 * limit);
  expect(bytes).toBeLessThan(3.1 * limit);
  expect(workMs).toBeLessThan(allowedMs);
  expect(residentMiB).toBeLessThan(700);
});

test('descriptions of the schema, a hundred on each of ten connections, take turns', async () => {
  const each = runs(8, 100);
  const pipelined = (url: string): string =>
    times(each - 1, () => postOf(url, introspection), '') +
    postOf(url, introspection, { connection: 'close' });
  const { workMs, bytes, allowedMs } = await attackWith(
    Array.from({ length: 10 }, () => pipelined),
  );
  // All of them are answered.
  expect(bytes).toBeGreaterThan(10 * each * 400_000);
  expect(workMs).toBeLessThan(allowedMs);
});

test('new documents do so as well', async () => {
  const each = runs(2, 50);
  const query = `{ ${times(400, () => 'viewer { userId }')} }`;
  const requests = Array.from(
    { length: 10 },
    (_, connection) => (url: string) =>
      times(each, (at) => postOf(url, `#${connection} ${at}\n${query}`), '') +
      postOf(url, '{ __typename }', { connection: 'close' }),
  );
  const { workMs, allowedMs } = await attackWith(requests);
  expect(workMs).toBeLessThan(allowedMs);
});

const most = 6 * mebibyte - 1000;
const ids = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
const listed = (item: string, count: number): string => `[${`${item},`.repeat(count)}${item}]`;
const bodies: readonly (readonly [string, string, string])[] = [
  ['nested lists', ids, `{"ids":${'['.repeat(most / 2)}${']'.repeat(most / 2)}}`],
  ['two million objects', ids, `{"ids":${listed('{}', 2_000_000)}}`],
  ['three million ids', ids, `{"ids":${listed('1', 3_000_000)}}`],
  ['names that all differ', ids, `{"ids":{${times(400_000, (at) => `"n${at}":1`, ',')}}}`],
  [
    '200,001 operations',
    'mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { outcome } }',
    `{"input":{"accountId":"big1","operations":${listed('{"delete":{"campaignId":"a"}}', 200_000)}}}`,
  ],
];

test.each([
  ['nobody', false],
  ['a viewer', true],
])('long bodies of %s are refused before they are parsed', async (_who, isOwner) => {
  const requests = bodies.map(([, query, variables]) => (url: string) => {
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    return headOf(url, { 'content-length': String(body.length), connection: 'close' }) + body;
  });
  const { workMs, bytes, allowedMs } = await attackWith(requests, {
    env: isOwner ? ownerOf(emulator) : {},
  });
  expect(bytes).toBeGreaterThan(bodies.length * 200);
  expect(bytes).toBeLessThan(bodies.length * 1000);
  expect(workMs).toBeLessThan(allowedMs);
});

test.each([
  ['one text of 15 MB', JSON.stringify([{ code: 'A', message: '%2541'.repeat(3_000_000) }])],
  ['400,000 errors', listed('{"code":"A","message":"no"}', 400_000)],
])('a refusal by the API with %s is reported shortly', async (_what, errors) => {
  const text = `{"errors":${errors}}`;
  const headers = { 'content-type': 'application/json' };
  const match = { endpoint: 'listCampaigns' } as const;
  emulator.fault({ match, times: 2, fault: { kind: 'answer', status: 400, text, headers } });
  const rows = '{ account(id: "big1") { campaigns(first: 1000) { nodes { name } } } }';
  const { workMs, bytes, allowedMs } = await attackWith([asking(rows)], { env: ownerOf(emulator) });
  emulator.reset();
  expect(bytes).toBeLessThan(10_000);
  expect(workMs).toBeLessThan(allowedMs);
});

test('an Accept of thousands of choices is read once, and not to its end', async () => {
  const accept = `${','.repeat(7000)}application/json`;
  const many = (url: string): string =>
    times(99, () => postOf(url, '{ __typename }', { accept }), '') +
    postOf(url, '{ __typename }', { connection: 'close' });
  const { workMs, usedMs, allowedMs } = await attackWith(Array.from({ length: 10 }, () => many));
  expect(workMs).toBeLessThan(allowedMs);
  expect(usedMs).toBeLessThan(2000);
});
