import { afterAll, beforeAll, expect, test } from 'vitest';
import { useEmulator } from './support/emulator.ts';
import {
  expectMadeOnce,
  launchDocument,
  launchInput,
  madeSince,
  rowsIn,
} from './support/launches.ts';
import type { RedisServer } from './support/redis.ts';
import { startRedis } from './support/redis.ts';
import type { Spawned } from './support/spawned-gateway.ts';
import { ownerOf, spawnGateway } from './support/spawned-gateway.ts';

const held = useEmulator();
let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());

const start = (): Promise<Spawned> =>
  spawnGateway(held.emulator, {
    env: {
      ...ownerOf(held.emulator),
      REDIS_URL: redis.url,
      SESSION_SECRET: 's'.repeat(32),
    },
  });

const input = { ...launchInput(), idempotencyKey: 'survives' };
const launchAt = async ({ url }: Spawned) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: launchDocument('launchCampaign'), variables: { input } }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  return ((await response.json()) as any).data.launchCampaign;
};

test('another process goes on with a launch whose process was killed, and makes nothing twice', async () => {
  const { emulator } = held;
  const before = rowsIn(held);
  // The second post is promoted, and the answer never ends.
  emulator.fault({
    match: { endpoint: 'createPromotedTweets' },
    skip: 1,
    times: 1,
    fault: { kind: 'hang' },
  });
  const [first, second] = await Promise.all([start(), start()]);
  const lost = launchAt(first).catch(() => 'lost');
  await expect
    .poll(() => madeSince(before, held).PromotedTweet.length, { timeout: 20_000 })
    .toBe(4);
  await first.kill();
  expect(await lost).toBe('lost');
  const { outcome, steps } = await launchAt(second);
  await second.kill();
  expect([outcome, steps.length]).toEqual(['APPLIED', 6]);
  expectMadeOnce(madeSince(before, held));
  const writes = emulator
    .calls()
    .flatMap(({ method, endpoint }) => (method === 'POST' ? [endpoint] : []));
  expect(writes).toEqual([
    'createCampaign',
    'batchLineItems',
    'batchTargetingCriteria',
    ...Array(3).fill('createPromotedTweets'),
  ]);
}, 60_000);
