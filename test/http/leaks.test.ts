import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignsQuery, envBefore } from '../support/campaign-pages.ts';
import { connectTo, headOf, postOf, restOf } from '../support/raw-client.ts';
import type { RawServer } from '../support/raw-server.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { patience, runs } from '../support/sampling.ts';
import { spawnBefore } from '../support/spawned-gateway.ts';

const page = rawAnswer(200, '{"request":{"params":{}},"data":[],"next_cursor":null}');
let api: RawServer;
beforeAll(async () => {
  // Every third answer is one that the caller does not wait for.
  api = await startRawServer((socket, _request, index) => {
    setTimeout(() => socket.write(page), index % 3 === 0 ? 300 : 1);
  });
});
afterAll(() => api.close());

const query = campaignsQuery(5);

/** What callers do who leave in every way there is. */
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

test('after callers who left in every way nothing of them is left', {
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
