import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import { useReplicas } from '../support/replicas.ts';
import type { Crew } from '../support/workers.ts';
import { newWay, startCrew } from '../support/workers.ts';

const a = 'lim1';
/** The API reports no window here, so only the counts of the gateways hold calls back. */
const running = useGateway({ env: { SESSION_SECRET: 's'.repeat(32) } });
const start = useReplicas(running);
let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());
beforeEach(async () => {
  running.emulator.reset();
  coreWorld(running, a);
  await redis.command(
    'EVAL',
    `"for _, key in ipairs(redis.call('KEYS', '*window:*')) do redis.call('DEL', key) end"`,
    '0',
  );
});

type Ask = (query: string) => Promise<unknown>;

const renames = (account: string, campaign: string): string =>
  `mutation { ${Array.from(
    { length: 10 },
    (_, turn) =>
      `m${turn}: updateCampaign(input: { accountId: "${account}", campaignId: "${campaign}", name: "N${turn}" }) { outcome }`,
  ).join(' ')} }`;

/** Sends this many documents of ten writes, eight at a time, to each in turn. */
const writeTo = async (asks: readonly Ask[], documents: number, query: string): Promise<void> => {
  const turns = Array.from({ length: documents }, (_, turn) => turn);
  const work = async (): Promise<void> => {
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
      await asks[turn % asks.length]?.(query);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
};
const writesAt = ({ calls }: Pick<Emulator, 'calls'>): number =>
  calls().filter(({ method, endpoint }) => method === 'PUT' && endpoint === 'updateCampaign')
    .length;

describe('450 writes a minute', () => {
  test('are shared by three replicas', async () => {
    const replicas = [];
    for (let count = 0; count < 3; count += 1) replicas.push(await start({ REDIS_URL: redis.url }));
    await writeTo(
      replicas.map(({ ask }) => ask),
      60,
      renames(a, 'c1'),
    );
    expect(writesAt(running.emulator)).toBe(450);
    const late = await start({ REDIS_URL: redis.url });
    const { data, errors } = await late.ask(renames(a, 'c1'));
    expect(errors[0].extensions).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', scope: 'user' });
    // A new replica cannot know yet, and sends one.
    expect(data.m9).toBeNull();
    expect(writesAt(running.emulator)).toBeLessThanOrEqual(451);
  });

  test('are not reserved for one replica that took a part of them and went idle', async () => {
    const [idle, busy] = [
      await start({ REDIS_URL: redis.url }),
      await start({ REDIS_URL: redis.url }),
    ];
    await writeTo([idle.ask], 1, renames(a, 'c1'));
    const counted = () => redis.command('EVAL', `"${sumOf('*window:*writes')}"`, '0');
    await expect.poll(counted).toBe(':10');
    await writeTo([busy.ask], 50, renames(a, 'c1'));
    expect(writesAt(running.emulator)).toBe(450);
  });

  test('continue if the store does not respond, counted by each replica alone', async () => {
    const own = await startRedis();
    try {
      const one = await start({ REDIS_URL: own.url });
      await one.ask(renames(a, 'c1'));
      own.silence();
      await writeTo([one.ask], 60, renames(a, 'c1'));
      expect(writesAt(running.emulator)).toBe(450);
    } finally {
      own.wake();
      await own.kill();
    }
  });
});

/** A script that adds up the counts under names of this pattern. */
const sumOf = (pattern: string): string =>
  `local sum = 0 for _, key in ipairs(redis.call('KEYS', '${pattern}')) do sum = sum + redis.call('GET', key) end return sum`;

test('a window of which others have used more than is counted here ends for every replica', async () => {
  const [one, two] = [await start({ REDIS_URL: redis.url }), await start({ REDIS_URL: redis.url })];
  const list = `{ account(id: "${a}") { campaigns(first: 1) { nodes { name } } } }`;
  const told = (remaining: number): void =>
    running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      times: 1,
      fault: {
        kind: 'headers',
        set: {
          'x-account-rate-limit-limit': '100',
          'x-account-rate-limit-remaining': String(remaining),
          'x-account-rate-limit-reset': String(Math.floor(Date.now() / 1000) + 600),
        },
      },
    });
  const listed = () =>
    running.emulator.calls().filter(({ endpoint }) => endpoint === 'listCampaigns').length;
  const count = (key: string) =>
    redis
      .command('EVAL', `"${sumOf(`*window:*${key}*`)}"`, '0')
      .then((sum) => Number(sum.slice(1)));
  told(50);
  await one.ask(list);
  await two.ask(list);
  // It has a share now: a part of the 50. A replica that the store has delayed tries again.
  const counted = async (): Promise<number> => {
    const sum = await count('listCampaigns');
    if (sum <= 50) await two.ask(list);
    return sum;
  };
  await expect.poll(counted, { interval: 1000 }).toBeGreaterThan(50);
  told(2);
  await one.ask(list);
  await expect.poll(() => count('listCampaigns')).toBeGreaterThanOrEqual(98);
  const before = listed();
  for (let turn = 0; turn < 20; turn += 1) await two.ask(list);
  expect(listed() - before).toBeLessThanOrEqual(2);
  expect((await two.ask(list)).errors[0].extensions).toMatchObject({
    code: 'UPSTREAM_RATE_LIMITED',
    scope: 'account',
  });
});

test('250 calls for results are known before the first of a query, at every replica', async () => {
  const replicas = [
    await start({ REDIS_URL: redis.url }),
    await start({ REDIS_URL: redis.url }),
  ] as const;
  const question = `{ account(id: "18ce54cf3e2") { campaigns(first: 20) { nodes { stats(range: { lastDays: 90 }) { days { metrics { impressions } } } } } } }`;
  const asked = () =>
    running.emulator.calls().filter(({ endpoint }) => endpoint === 'getStats').length;
  for (let turn = 0; ; turn += 1) {
    const before = asked();
    const one = replicas[turn % 2 === 0 ? 0 : 1];
    const { errors } = await one.ask(question, { 'cache-control': 'no-cache' });
    const calls = asked() - before;
    expect(asked()).toBeLessThanOrEqual(250);
    if (errors === undefined) expect([13, 14]).toContain(calls);
    else {
      // None of them was sent, although this replica made at most half of the calls.
      expect(errors[0].extensions.code).toBe('UPSTREAM_RATE_LIMITED');
      expect(errors[0].extensions.callsLeft).toBeLessThan(14);
      expect(calls).toBe(0);
      expect(before).toBeGreaterThan(200);
      return;
    }
  }
});

describe('450 writes a minute of three workers', () => {
  const account = '18ce54bik3s';
  let emulator: Emulator;
  let crew: Crew;

  beforeAll(async () => {
    emulator = await createEmulator({ rateWindows: false, strict: true });
    crew = await startCrew({ ...emulator.variables, WORKERS: '3' });
  }, 60_000);
  afterAll(async () => {
    crew.child.kill('SIGKILL');
    await emulator.close();
  });

  test('are shared by all of them', async () => {
    const [campaign] = emulator.store.rows('Campaign', account);
    const ways = await Promise.all(Array.from({ length: 6 }, () => newWay(crew)));
    expect(new Set(ways.map(({ pid }) => pid)).size).toBe(3);
    await writeTo(
      ways.map(({ ask }) => ask),
      60,
      renames(account, String(campaign?.['id'])),
    );
    expect(writesAt(emulator)).toBe(450);
    for (const way of ways) way.close();
  });
});
