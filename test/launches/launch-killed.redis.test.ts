import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useEmulator } from '../support/emulator.ts';
import {
  expectMadeOnce,
  launchDocument,
  launchInput,
  madeSince,
  rowsIn,
} from '../support/launches.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';

const held = useEmulator();
let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());

const start = (): Promise<SpawnedGateway> =>
  spawnGateway(held.emulator, {
    env: {
      ...ownerOf(held.emulator),
      REDIS_URL: redis.url,
      SESSION_SECRET: 's'.repeat(32),
    },
  });

let keys = 0;
let input = {};
beforeEach(() => {
  held.emulator.reset();
  keys += 1;
  input = { ...launchInput(), idempotencyKey: `survives ${keys}` };
});
const writes = () =>
  held.emulator.calls().flatMap(({ method, endpoint }) => (method === 'POST' ? [endpoint] : []));
/** The writes of the launch. */
const all = [
  'createCampaign',
  'batchLineItems',
  'batchTargetingCriteria',
  ...Array(3).fill('createPromotedTweets'),
];
interface StepTold {
  readonly outcome: string;
}
const launchAt = async ({ url }: SpawnedGateway) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: launchDocument('launchCampaign'), variables: { input } }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  const { data, errors } = (await response.json()) as any;
  return { ...data.launchCampaign, refusals: errors };
};

test('another process continues a launch whose process was killed, and creates nothing twice', async () => {
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
  expect(writes()).toEqual(all);
}, 60_000);

test('a process that stops ends the current step and begins no other; the same key continues elsewhere', async () => {
  const { emulator } = held;
  const before = rowsIn(held);
  emulator.fault({
    match: { endpoint: 'batchLineItems' },
    times: 1,
    fault: { kind: 'delay', delayMs: 3000 },
  });
  const [first, second] = await Promise.all([start(), start()]);
  const begun = launchAt(first);
  await expect.poll(writes, { timeout: 20_000 }).toEqual(all.slice(0, 2));
  const waiting = launchAt(first);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await first.stop('SIGTERM')).toBe(0);
  const stopped = await begun;
  // The other request came too late for the launch, and gets the same answer.
  expect(await waiting).toEqual(stopped);
  expect([stopped.outcome, stopped.steps.map(({ outcome }: StepTold) => outcome)]).toEqual([
    'NOT_APPLIED',
    ['APPLIED', 'APPLIED', ...Array(4).fill('NOT_APPLIED')],
  ]);
  expect(stopped.errors).toMatchObject([{ code: 'SHUTTING_DOWN' }]);
  expect(stopped.refusals).toMatchObject([
    { extensions: { code: 'SHUTTING_DOWN', retryable: true } },
  ]);
  expect(writes()).toEqual(all.slice(0, 2));
  expect((await launchAt(second)).outcome).toBe('APPLIED');
  await second.kill();
  expectMadeOnce(madeSince(before, held));
  expect(writes()).toEqual(all);
}, 60_000);
