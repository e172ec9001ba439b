import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useEmulator } from '../support/emulator.ts';
import { videoOf } from '../support/pictures.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';
import type { WorkerConnection } from '../support/workers.ts';
import { startCrew, waysTo } from '../support/workers.ts';

const held = useEmulator();

const segment = 2 * 1024 * 1024;
const bytes = videoOf(2 * segment + 7);

const staging = {
  query: `mutation ($input: StageMediaInput!) { stageMedia(input: $input) { upload { url } } }`,
  variables: {
    input: {
      accountId: '18ce54bik3s',
      mediaCategory: 'AMPLIFY_VIDEO',
      mediaType: 'video/mp4',
      totalBytes: bytes.length,
    },
  },
};
const watching = (upload: string) => ({
  query: `query ($upload: String!) { stagedMedia(upload: $upload) { state receivedBytes } }`,
  variables: { upload },
});
const rangeOf = (from: number, to: number) => ({
  'content-range': `bytes ${from}-${to - 1}/${bytes.length}`,
});
/** The segments that were sent, in order, and the number of completions. */
const sent = () => {
  const bodies = (endpoint: string): readonly string[] =>
    held.emulator.calls().flatMap((call) => (call.endpoint === endpoint ? [call.body] : []));
  const segments = bodies('appendMedia').map((body) =>
    Number(/segment_index=(\d+)/.exec(body)?.[1]),
  );
  return { segments, ends: bodies('finalizeMedia').length };
};

test('workers share the progress of an upload, and one of them completes it', async () => {
  const { emulator } = held;
  const crew = await startCrew(emulator.variables);
  const [one, other] = await waysTo(crew);
  const asked = async (way: WorkerConnection, body: object) =>
    (await way.send('/graphql', body)).body.data;
  const { url } = (await asked(one, staging)).stageMedia.upload;
  const part = (way: WorkerConnection, from: number, to: number) =>
    way.put(new URL(url).pathname, bytes.subarray(from, to), rangeOf(from, to));
  expect((await part(other, 0, segment)).body.receivedBytes).toBe(segment);
  expect((await asked(one, watching(url))).stagedMedia).toEqual({
    state: 'UPLOADING',
    receivedBytes: segment,
  });
  expect((await part(one, 0, segment)).status).toBe(409);
  expect((await part(one, segment, 2 * segment)).body.receivedBytes).toBe(2 * segment);
  // Both receive the last bytes at once.
  const ends = await Promise.all([one, other].map((way) => part(way, 2 * segment, bytes.length)));
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(sent().ends).toBe(1);
  for (const way of [one, other]) {
    expect((await asked(way, watching(url))).stagedMedia.receivedBytes).toBe(bytes.length);
    way.close();
  }
  crew.child.kill('SIGTERM');
  expect(await crew.ended).toBe(0);
}, 60_000);

describe('a process that is killed', () => {
  let redis: RedisServer;
  let first: SpawnedGateway;
  let second: SpawnedGateway;
  beforeAll(async () => {
    redis = await startRedis();
  });
  beforeEach(async () => {
    const env = { ...ownerOf(held.emulator), REDIS_URL: redis.url, SESSION_SECRET: 's'.repeat(32) };
    [first, second] = await Promise.all(
      [1, 2].map(() => spawnGateway(held.emulator, { env })) as [
        Promise<SpawnedGateway>,
        Promise<SpawnedGateway>,
      ],
    );
  }, 60_000);
  afterEach(() => Promise.all([first.kill(), second.kill()]));
  afterAll(() => redis.kill());

  const asked = async ({ url }: SpawnedGateway, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
    return ((await response.json()) as any).data;
  };
  /** The address of an upload at another process. */
  const at = ({ url }: SpawnedGateway, upload: string) =>
    new URL(new URL(upload).pathname, url).href;
  const put = (url: string, from: number) =>
    fetch(url, {
      method: 'PUT',
      headers: rangeOf(from, bytes.length),
      body: new Uint8Array(bytes.subarray(from)),
    });
  /** Sends a file to the first process, which is killed when this call has reached the API. */
  const killedAt = async (endpoint: 'appendMedia' | 'finalizeMedia', skip: number) => {
    const fault = { kind: 'hang' } as const;
    held.emulator.fault({ match: { endpoint }, skip, times: 1, fault });
    const { url } = (await asked(first, staging)).stageMedia.upload;
    const cut = request(url, { method: 'PUT', headers: { 'content-length': bytes.length } });
    cut.on('error', () => undefined);
    cut.end(bytes);
    const come = () => held.emulator.calls().filter((call) => call.endpoint === endpoint).length;
    await expect.poll(come, { timeout: 20_000 }).toBe(skip + 1);
    await first.kill();
    return at(second, url);
  };

  test('between two segments leaves the rest to another one', async () => {
    const url = await killedAt('appendMedia', 1);
    const offset = (await fetch(url, { method: 'HEAD' })).headers.get('upload-offset');
    expect(offset).toBe(String(segment));
    expect((await put(url, segment)).status).toBe(200);
    expect(sent()).toEqual({ segments: [0, 1, 1, 2], ends: 1 });
  }, 60_000);

  test('while the API receives the completion leaves nobody to send it again', async () => {
    const url = await killedAt('finalizeMedia', 0);
    expect((await asked(second, watching(url))).stagedMedia.state).toBe('PROCESSING');
    expect((await put(url, 2 * segment)).status).toBe(409);
    const headers = { 'content-range': `bytes */${bytes.length}` };
    expect((await fetch(url, { method: 'PUT', headers })).status).toBe(200);
    expect(sent()).toEqual({ segments: [0, 1, 2], ends: 1 });
  }, 60_000);
});
