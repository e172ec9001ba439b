import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { randomFrom } from '../support/random.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';

const a = 'led1';
const callers = 8;
/** The tries that end with an outcome. After a kill the key has none until its lease ends. */
const tries = 16;
const longMs = 60_000;
const writes = runs(24, 1000);
const writesBetweenKills = runs(10, 60);

const running = useGateway();
let redis: RedisServer;
let gateway: Promise<SpawnedGateway>;
beforeAll(async () => {
  coreWorld(running, a);
  redis = await startRedis();
  gateway = start();
  await gateway;
});
afterAll(async () => {
  await (await gateway).kill();
  await redis.kill();
});

const start = (): Promise<SpawnedGateway> =>
  spawnGateway(running.emulator, {
    env: {
      ...ownerOf(running.emulator),
      SESSION_SECRET: 's'.repeat(32),
      REDIS_URL: redis.url,
      TIMEOUT_CALL_MS: '2000',
    },
  });

// Faults of a call that creates: before or after it took effect, with or without a response.
const faults = [
  { kind: 'drop', apply: true },
  { kind: 'drop', apply: false },
  { kind: 'answer', status: 500, text: '', apply: true },
  { kind: 'answer', status: 500, text: '' },
  { kind: 'cut', at: 'body' },
  { kind: 'delay', delayMs: 4000 },
  { kind: 'hang' },
] as const;

/** The last outcome of a write that its caller saw. */
interface LastOutcome {
  readonly name: string;
  readonly outcome: string | null;
  readonly restId: string | null;
}

const once = async (name: string): Promise<Omit<LastOutcome, 'name'>> => {
  const { url } = await gateway;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(30_000),
    body: JSON.stringify({
      query: `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "${name}", idempotencyKey: "key of ${name}", entityStatus: PAUSED, dailyBudgetAmountLocalMicro: 5000000 }) { outcome campaign { restId } } }`,
    }),
  });
  const { data } = (await response.json()) as {
    readonly data?: {
      readonly createCampaign: {
        readonly outcome: string;
        readonly campaign: { readonly restId: string } | null;
      } | null;
    };
  };
  const made = data?.createCampaign;
  return { outcome: made?.outcome ?? null, restId: made?.campaign?.restId ?? null };
};

const persist = async (name: string): Promise<LastOutcome> => {
  let told: LastOutcome = { name, outcome: null, restId: null };
  let left = tries;
  const end = performance.now() + longMs;
  while (left > 0 && performance.now() < end) {
    // A caller whose gateway has just died asks the next one.
    const answer = await once(name).catch(() => null);
    if (answer?.outcome != null) {
      told = { name, ...answer };
      left -= 1;
    }
    if (told.outcome === 'APPLIED' || told.outcome === 'REJECTED') return told;
    await pause(300);
  }
  return told;
};

test('keyed creations under faults and kills are applied at most once, and no caller gets a false outcome', {
  timeout: patience,
}, async () => {
  const random = randomFrom(seed);
  const names = Array.from({ length: writes }, (_, index) => `ledger ${seed} ${index}`);
  const left = names.values();
  const told: LastOutcome[] = [];
  let begun = 0;
  let kills = 0;
  const work = async (): Promise<void> => {
    for (const name of left) {
      begun += 1;
      if (random.chance(0.3)) {
        const fault = random.of(faults);
        running.emulator.fault({ match: { endpoint: 'createCampaign' }, times: 1, fault });
      }
      // Some writes have two callers at a time.
      const telling = Promise.all(
        Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => persist(name)),
      );
      if (begun % writesBetweenKills === 0) {
        await pause(random.upTo(300));
        gateway = gateway.then(({ kill }) => kill()).then(start);
        kills += 1;
      }
      told.push(...(await telling));
    }
  };
  await Promise.all(Array.from({ length: callers }, work));

  const rows = new Map<string, string[]>();
  for (const row of running.emulator.store.rows('Campaign', a)) {
    const name = String(row['name']);
    rows.set(name, [...(rows.get(name) ?? []), String(row['id'])]);
  }
  const made = ({ name }: LastOutcome): readonly string[] => rows.get(name) ?? [];
  const of = (outcome: string | null) => told.filter((one) => one.outcome === outcome);
  const untold = told.filter((one) => one.outcome !== 'APPLIED' && made(one).length > 0);
  console.log(
    `seed ${seed}: ${told.length} writes, ${kills} kills, ${of('APPLIED').length} APPLIED, ${of('UNKNOWN').length} UNKNOWN, ${untold.length} applied and not known`,
  );
  expect(new Set(told.map(({ name }) => name)).size).toBe(writes);
  expect(kills).toBeGreaterThan(0);
  expect(told.filter((one) => made(one).length > 1)).toEqual([]);
  expect(of('APPLIED').filter((one) => made(one)[0] !== one.restId)).toEqual([]);
  expect(of('REJECTED')).toEqual([]);
  // A caller who retries often enough gets the outcome, and applied writes are found.
  expect(of(null)).toEqual([]);
  expect(untold).toEqual([]);
  expect(of('APPLIED').length).toBeGreaterThan(writes / 2);
});
