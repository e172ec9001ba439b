import { Pool } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignsQuery, envBefore } from '../support/campaign-pages.ts';
import { sendOn } from '../support/load.ts';
import { connectTo, headOf, postOf, restOf } from '../support/raw-client.ts';
import type { RawServer } from '../support/raw-server.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { patience, runs } from '../support/sampling.ts';
import { spawnBefore } from '../support/spawned-gateway.ts';

const page = rawAnswer(200, '{"request":{"params":{}},"data":[],"next_cursor":null}');
let api: RawServer;
beforeAll(async () => {
  // Callers do not wait for every third answer.
  api = await startRawServer((socket, _request, index) => {
    setTimeout(() => socket.write(page), index % 3 === 0 ? 300 : 1);
  });
});
afterAll(() => api.close());

const query = campaignsQuery(5);

/** Callers who leave, in every way there is. */
const ways: readonly ((url: string) => Promise<void>)[] = [
  async (url) => {
    const socket = await connectTo(url);
    socket.write(postOf(url, query, { connection: 'close' }));
    await restOf(socket);
  },
  async (url) => {
    const socket = await connectTo(url);
    await new Promise((resolve) => socket.write(postOf(url, query), resolve));
    socket.destroy();
  },
  async (url) => {
    const socket = await connectTo(url);
    socket.write(postOf(url, query));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.resetAndDestroy();
  },
  async (url) => {
    const socket = await connectTo(url);
    socket.write(headOf(url, { 'content-length': '1000' }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    socket.destroy();
  },
];

test('callers who leave in any way leave nothing behind', {
  timeout: patience,
}, async () => {
  const gateway = await spawnBefore(envBefore(api));
  const churn = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 20) {
      const some = Array.from({ length: 20 }, (_, index) => ways[index % ways.length]);
      await Promise.all(some.map((way) => way?.(gateway.url)));
    }
  };
  await churn(200);
  const baseline = await gateway.census();
  await churn(runs(200, 20_000));
  // Connections to the API end by themselves some seconds after their last use.
  let after = await gateway.census();
  const isBack = (): boolean =>
    Object.entries(after).every(
      ([kind, count]) => kind === 'heapMiB' || count <= (baseline[kind] ?? 0),
    );
  for (let look = 0; look < 40 && !isBack(); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    after = await gateway.census();
  }
  await gateway.kill();
  console.info(`baseline ${JSON.stringify(baseline)}, after ${JSON.stringify(after)}`);
  const { heapMiB: _, ...handles } = after;
  for (const [kind, count] of Object.entries(handles)) {
    expect({ kind, count }).toEqual({ kind, count: Math.min(count, baseline[kind] ?? 0) });
  }
  expect((after['heapMiB'] ?? 0) - (baseline['heapMiB'] ?? 0)).toBeLessThan(8);
});

// Each young collection copies live objects, so requests that are kept make all later ones slower.
test('young collections keep no ended request', { timeout: patience }, async () => {
  const gateway = await spawnBefore(envBefore(api));
  const pool = new Pool(new URL(gateway.url).origin, { connections: 16 });
  const load = { url: gateway.url, query: '{ __typename }' };
  const send = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 16) {
      const ends = await Promise.all(Array.from({ length: 16 }, () => sendOn(pool, load)));
      expect(ends.filter(({ status }) => status !== 200)).toEqual([]);
    }
  };
  await send(800);
  await gateway.census();
  await send(800);
  const before = await gateway.heapAfterYoung();
  const count = runs(3_200, 30_000);
  for (let part = 0; part < 4; part += 1) {
    await send(count / 4);
    await gateway.heapAfterYoung();
  }
  const grown = (await gateway.heapAfterYoung()) - before;
  await pool.close();
  await gateway.kill();
  console.info(`${Math.round(grown / count)} bytes a request`);
  expect(grown / count).toBeLessThan(1000);
});
