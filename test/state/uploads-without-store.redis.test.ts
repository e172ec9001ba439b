import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { startRedis } from '../support/redis.ts';
import { sharedSecret, useReplicas } from '../support/replicas.ts';
import { storeFaults } from '../support/store-faults.ts';

const running = useGateway({ env: { SESSION_SECRET: sharedSecret } });
const start = useReplicas(running);
const slow = { timeout: 25_000 };
const stage = () =>
  `mutation { stageMedia(input: { accountId: "18ce54bik3s", mediaCategory: AMPLIFY_VIDEO, mediaType: "video/mp4", totalBytes: 1000 }) { outcome upload { url } errors { code argument } } }`;
const begun = (): number =>
  running.emulator.calls().filter(({ endpoint }) => endpoint === 'stageMedia').length;

beforeEach(() => running.emulator.reset({ data: true }));

describe.each(storeFaults)('while the store %s', (_what, fail, mend) => {
  test('no upload is begun at the API, and later one is', async () => {
    const redis = await startRedis();
    onTestFinished(async () => {
      redis.wake();
      await redis.kill();
    });
    const one = await start({ REDIS_URL: redis.url });
    await fail(redis);
    const { data, errors } = await one.ask(stage());
    expect(errors[0].extensions.code).toBe('STATE_STORE_UNAVAILABLE');
    expect(data.stageMedia).toBeNull();
    expect(begun()).toBe(0);
    await mend(redis);
    await expect.poll(async () => (await one.ask(stage())).errors, slow).toBeUndefined();
    expect(begun()).toBe(1);
  });
});

test('a store that is lost after the API has begun an upload does not fail the write', async () => {
  const redis = await startRedis();
  onTestFinished(async () => {
    redis.wake();
    await redis.kill();
  });
  const one = await start({ REDIS_URL: redis.url });
  running.emulator.fault({
    match: { endpoint: 'stageMedia' },
    times: 1,
    fault: { kind: 'headers', set: {}, delayMs: 800 },
  });
  const asked = one.ask(stage());
  await expect.poll(begun).toBe(1);
  redis.silence();
  const { data, errors } = await asked;
  expect(errors).toBeUndefined();
  expect(data.stageMedia).toEqual({
    outcome: 'APPLIED',
    upload: null,
    errors: [{ code: 'STATE_STORE_UNAVAILABLE', argument: null }],
  });
});
