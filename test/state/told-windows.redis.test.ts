import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import type { Replica } from '../support/replicas.ts';
import { sharedSecret, useReplicas } from '../support/replicas.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';

const a = 'told1';
const running = useGateway({
  emulator: { rateWindows: true },
  env: { SESSION_SECRET: sharedSecret },
});
const start = useReplicas(running);
let redis: RedisServer;

beforeEach(async () => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
  redis = await startRedis();
});
afterEach(() => redis.kill());

/** A gateway in a process of its own, which can be killed abruptly. */
const spawned = async (): Promise<SpawnedGateway> => {
  const env = { ...ownerOf(running.emulator), REDIS_URL: redis.url, SESSION_SECRET: sharedSecret };
  const one = await spawnGateway(running.emulator, { env });
  onTestFinished(one.kill);
  return one;
};
const askAt = async ({ url }: SpawnedGateway, query: string) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  return (await response.json()) as any;
};
/** The calls counted in the windows whose names contain this, shares included. */
const counted = async (name: string): Promise<number> => {
  const script = `local sum = 0 for _, key in ipairs(redis.call('KEYS', '*window:*${name}*')) do sum = sum + redis.call('GET', key) end return sum`;
  return Number((await redis.command('EVAL', `"${script}"`, '0')).slice(1));
};
const renames = `mutation { ${Array.from(
  { length: 10 },
  (_, turn) =>
    `m${turn}: updateCampaign(input: { accountId: "${a}", campaignId: "c1", name: "N${turn}" }) { outcome }`,
).join(' ')} }`;
/** The errors of three documents at once: no answer of the API arrives before the last is sent. */
const together = async (one: Replica): Promise<readonly unknown[]> =>
  (await Promise.all([1, 2, 3].map(() => one.ask(renames)))).map(({ errors }) => errors);
const callsOf = (name: string): number =>
  running.emulator.calls().filter(({ endpoint, status }) => endpoint === name && status === 200)
    .length;

describe('a process that replaces a killed one', { timeout: 60_000 }, () => {
  test('makes the writes that the API allows, although more are counted than it would assume', async () => {
    running.emulator.set({ rateLimits: { writes: 10_000 } });
    const one = await spawned();
    expect((await askAt(one, renames)).errors).toBeUndefined();
    // Its share is a sixteenth of the reported limit: more than the 450 that are assumed.
    await expect.poll(() => counted('writes')).toBeGreaterThan(450);
    await one.kill();
    const two = await start({ REDIS_URL: redis.url });
    expect(await together(two)).toEqual([undefined, undefined, undefined]);
    expect(callsOf('updateCampaign')).toBe(40);
  });

  test('makes the calls for results that the API allows', async () => {
    running.emulator.set({ rateLimits: { stats: 5000 } });
    const question = `{ account(id: "18ce54cf3e2") { campaigns(first: 20) { nodes { stats(range: { lastDays: 90 }) { days { metrics { impressions } } } } } } }`;
    const one = await spawned();
    const afterOneMore = async (): Promise<number> => {
      expect((await askAt(one, question)).errors).toBeUndefined();
      return counted('stats');
    };
    await expect.poll(afterOneMore, { timeout: 30_000 }).toBeGreaterThan(250);
    await one.kill();
    const two = await start({ REDIS_URL: redis.url });
    const before = callsOf('getStats');
    const { errors } = await two.ask(question, { 'cache-control': 'no-cache' });
    expect(errors).toBeUndefined();
    expect(callsOf('getStats')).toBeGreaterThan(before);
  });

  test('knows the windows that the other one learned after it had used up the assumed calls', async () => {
    running.emulator.set({ rateWindows: false });
    const one = await spawned();
    await Promise.all(Array.from({ length: 44 }, () => askAt(one, renames)));
    running.emulator.set({ rateWindows: true, rateLimits: { writes: 10_000 } });
    await askAt(one, renames);
    await one.kill();
    const two = await start({ REDIS_URL: redis.url });
    expect(await together(two)).toEqual([undefined, undefined, undefined]);
  });
});

test('the share of a killed process returns to the others within 30 seconds', async () => {
  running.emulator.set({ rateWindows: false });
  const list = `{ account(id: "${a}") { campaigns(first: 1) { nodes { name } } } }`;
  const two = await start({ REDIS_URL: redis.url });
  const one = await spawned();
  const reset = String(Math.floor(Date.now() / 1000) + 600);
  running.emulator.fault({
    match: { endpoint: 'listCampaigns' },
    times: 1,
    fault: {
      kind: 'headers',
      set: {
        'x-account-rate-limit-limit': '320',
        'x-account-rate-limit-remaining': '319',
        'x-account-rate-limit-reset': reset,
      },
    },
  });
  await askAt(one, list);
  await askAt(one, list);
  await expect.poll(() => counted('listCampaigns')).toBeGreaterThan(10);
  await one.kill();
  const killedAt = performance.now();
  const work = async (): Promise<void> => {
    while (callsOf('listCampaigns') < 320 && performance.now() - killedAt < 30_000) {
      const { errors } = await two.ask(list);
      if (errors !== undefined) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.all([work(), work(), work()]);
  // Not one more is sent, although three of them continue until the last is gone.
  for (let turn = 0; turn < 10; turn += 1) await two.ask(list);
  expect(callsOf('listCampaigns')).toBe(320);
}, 60_000);
