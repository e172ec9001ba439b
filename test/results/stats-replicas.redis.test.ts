import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import type { ListeningGateway } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import { statsCalls } from '../support/stats-gateway.ts';

const running = useGateway({ emulator: { rateWindows: true } });
let server: RedisServer;
let redis: Redis;
let replicas: ListeningGateway[] = [];

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
beforeEach(async () => {
  running.emulator.reset({ data: true });
  await redis.flushall();
});
afterEach(async () => {
  await Promise.all(replicas.map((one) => one.close()));
  replicas = [];
});
afterAll(async () => {
  redis.disconnect();
  await server.kill();
});

const replica = async (): Promise<ListeningGateway> => {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    TIMEOUT_GRACE_MS: '0',
    LIMIT_WAIT_MS: '60000',
    SESSION_SECRET: 's'.repeat(32),
    REDIS_URL: server.url,
  });
  const one = await createGateway(emulated(config, running.emulator));
  replicas.push(one);
  return one;
};

const ask = async ({ url }: ListeningGateway, days: number) => {
  const before = running.emulator.calls().length;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `{ account(id: "18ce54cf3e2") { campaigns(first: 20) { nodes { stats(range: { lastDays: ${days} }) { days { date metrics { impressions billedCharge { amount currency } } } } } } } }`,
    }),
  });
  const { data, errors = [] } = (await response.json()) as {
    readonly data: unknown;
    readonly errors?: readonly { readonly extensions: Readonly<Record<string, unknown>> }[];
  };
  const calls = statsCalls(running.emulator.calls().slice(before)).length;
  return { data, errors, calls };
};

test('weeks that one replica has read are kept for the others', async () => {
  const [one, other] = [await replica(), await replica()];
  const first = await ask(one, 90);
  expect(first.errors).toEqual([]);
  expect([13, 14]).toContain(first.calls);
  await vi.waitFor(async () => {
    const kept = await redis.keys('*results:*');
    expect(kept.length).toBeGreaterThanOrEqual(9 * 20);
  });
  const second = await ask(other, 90);
  expect([3, 4]).toContain(second.calls);
  expect(second.data).toEqual(first.data);
});

test('one replica knows how much of the budget another has spent', async () => {
  running.emulator.set({ rateLimits: { stats: 16 } });
  const [one, other] = [await replica(), await replica()];
  expect([13, 14]).toContain((await ask(one, 90)).calls);
  // A window is shared once a second.
  await pause(1200);
  // Nothing is cached, so 60 days are 9 calls or 10.
  await redis.flushall();
  const { errors, calls } = await ask(other, 60);
  expect(calls).toBe(0);
  expect(errors).toHaveLength(20);
  expect(errors[0]?.extensions).toMatchObject({
    code: 'UPSTREAM_RATE_LIMITED',
    callsLeft: expect.any(Number),
  });
});
