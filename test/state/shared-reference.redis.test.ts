import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import type { ListeningGateway } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';

const running = useGateway();
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

const replica = async (url = server.url): Promise<ListeningGateway> => {
  const config = readConfig({
    PORT: '0',
    ADMIN_PORT: '0',
    TIMEOUT_LAME_DUCK_MS: '0',
    LOG_LEVEL: 'silent',
    TIMEOUT_GRACE_MS: '0',
    LIMIT_WAIT_MS: '60000',
    SESSION_SECRET: 's'.repeat(32),
    REDIS_URL: url,
  });
  const one = await createGateway(emulated(config, running.emulator));
  replicas.push(one);
  return one;
};

const ask = async (
  { url }: ListeningGateway,
  query: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const before = running.emulator.calls().length;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  return {
    text,
    data: JSON.parse(text).data,
    calls: running.emulator.calls().length - before,
  };
};

const all = `{
  biddingRules { currency minimumCpeBidLocalMicro raw }
  lineItemPlacements { productType placements raw }
  advertiserBusinessCategories { name iabCategories raw }
  contentCategories { name raw }
  iabCategories(first: 3) { nodes { restId raw } totalCount pageInfo { hasNextPage endCursor } }
  publishers { userId username raw }
}`;
const rules = '{ biddingRules(currency: "EUR") { currency minimumCpeBidLocalMicro raw } }';
const noCache = { 'cache-control': 'no-cache' };
const euroAt = (micros: unknown) =>
  running.emulator.store.insert('BiddingRule', null, {
    id: 'EUR',
    currency: 'EUR',
    minimum_cpe_bid_local_micro: micros,
    maximum_cpe_bid_local_micro: 9_100_000_000_000_000_000n,
    minimum_denomination: 10_000,
  });
const kept = () => redis.keys('*:reference:*');

describe('two replicas with one store', () => {
  test('request reference data from the API once, and answer alike to every digit', async () => {
    euroAt(9_007_199_254_740_993n);
    const [one, two] = [await replica(), await replica()];
    const first = await ask(one, all);
    expect(first.text).toContain('9007199254740993');
    expect(first.text).toContain('9100000000000000000');
    expect(first.calls).toBe(6);
    const second = await ask(two, all);
    expect(second.text).toBe(first.text);
    expect(second.calls).toBe(0);
    const other = await ask(two, '{ iabCategories(first: 2) { nodes { name parent { name } } } }');
    expect(other.data.iabCategories.nodes[1].parent.name).toEqual(expect.any(String));
    expect(other.calls).toBe(0);
  });

  test('share lists of targeting values, but no searches, whose number is unlimited', async () => {
    const lists = `{
      targetingDevices(q: "pixel") { name }
      targetingLocations(locationType: COUNTRIES) { nodes { name } }
      targetingTvShows(locale: "en-US") { nodes { name } }
      targetingEvents(eventTypes: [HOLIDAY, SPORTS]) { nodes { name } }
    }`;
    const searches = `{
      targetingLocations(q: "ham") { nodes { name } }
      targetingEvents(eventTypes: [SPORTS, HOLIDAY]) { nodes { name } }
      other: targetingEvents(eventTypes: [SPORTS], startTime: "2030-01-01T00:00:00Z") { nodes { name } }
    }`;
    const [one, two] = [await replica(), await replica()];
    expect((await ask(one, lists)).calls).toBe(4);
    expect(await kept()).toHaveLength(4);
    expect((await ask(one, searches)).calls).toBe(3);
    // A search without results is not cached.
    expect((await ask(one, searches)).calls).toBe(1);
    expect(await kept()).toHaveLength(4);
    expect((await ask(two, lists)).calls).toBe(0);
    expect((await ask(two, searches)).calls).toBe(3);
  });

  test('drop a list together if the API refuses one of its cursors', async () => {
    running.emulator.fault({
      match: { endpoint: 'listIabCategories' },
      times: 1,
      fault: {
        kind: 'merge',
        set: { data: [{ id: 'IAB1', name: 'Arts', parent_id: null }], next_cursor: 'stale' },
      },
    });
    const walk = '{ iabCategories(first: 3) { nodes { restId } } }';
    const begin = '{ iabCategories(first: 1) { nodes { restId } } }';
    const [one, two] = [await replica(), await replica()];
    expect((await ask(one, begin)).calls).toBe(1);
    expect((await ask(two, begin)).calls).toBe(0);
    expect((await ask(two, walk)).data.iabCategories).toBeNull();
    await vi.waitFor(async () => {
      const { data } = await ask(one, walk);
      expect(data.iabCategories?.nodes).toHaveLength(3);
    });
    const later = await ask(two, walk);
    expect([later.calls, later.data.iabCategories.nodes.length]).toEqual([0, 3]);
  });

  test('call the API once each if many requests arrive at a time and nothing is kept', async () => {
    const one = await replica();
    const before = running.emulator.calls().length;
    await Promise.all(Array.from({ length: 8 }, () => ask(one, all)));
    expect(running.emulator.calls().length - before).toBe(6);
  });

  test('share a refresh', async () => {
    const [one, two] = [await replica(), await replica()];
    for (const each of [one, two]) await ask(each, rules);
    euroAt(20_000);
    expect((await ask(two, rules)).calls).toBe(0);
    expect((await ask(one, rules, noCache)).calls).toBe(1);
    for (const each of [one, two]) {
      const micros = async () => {
        const { data, calls } = await ask(each, rules);
        return [data.biddingRules[0].minimumCpeBidLocalMicro, calls];
      };
      await expect.poll(micros).toEqual(['20000', 0]);
    }
  });

  test('keep an answer for hours after the API sent it, whoever reads it later', async () => {
    const one = await replica();
    await ask(one, rules);
    const [key = ''] = await kept();
    const left = await redis.pttl(key);
    expect(left).toBeLessThanOrEqual(6 * 3_600_000);
    expect(left).toBeGreaterThan(5 * 3_600_000);
    const text = (await redis.get(key)) ?? '';
    const almostOver = Date.now() - 6 * 3_600_000 + 3000;
    await redis.set(key, text.replace(/^\d+/, String(almostOver)));
    const two = await replica();
    expect((await ask(two, rules)).calls).toBe(0);
    await expect.poll(async () => (await ask(two, rules)).calls, { timeout: 10_000 }).toBe(1);
  });

  test('store nothing about the caller, and nothing that only one viewer may see', async () => {
    const one = await replica();
    await ask(one, all);
    await ask(
      one,
      '{ accounts(first: 2) { nodes { name campaigns(first: 1) { nodes { name } } } } }',
    );
    const keys = await kept();
    expect(keys).toHaveLength(6);
    const { credentials, accounts } = running.emulator;
    const texts = `${keys.join()} ${(await redis.mget(keys)).join()}`;
    const secrets = Object.values(credentials).concat(accounts.map(({ name }) => name));
    for (const secret of secrets) expect(texts).not.toContain(secret);
  });
});

test.each([
  ['is not what a gateway writes', () => 'something else'],
  ['is no JSON', () => `${Date.now()} {"data":[`],
  ['has no rows', () => `${Date.now()} {"data":null}`],
  ['has a row without its id', () => `${Date.now()} {"data":[{"username":"x"}]}`],
  ['is too old', (text: string) => text.replace(/^\d+/, String(Date.now() - 6 * 3_600_000))],
])('a text in the store that %s is replaced', async (_what, change) => {
  const one = await replica();
  const query = '{ publishers { userId } }';
  const { data } = await ask(one, query);
  const [key = ''] = await kept();
  await redis.set(key, change((await redis.get(key)) ?? ''));
  const second = await ask(await replica(), query);
  expect(second).toMatchObject({ data, calls: 1 });
  expect(await ask(await replica(), query)).toMatchObject({ data, calls: 0 });
});

test('an answer that is too long for the store is kept by each replica', async () => {
  const username = 'n'.repeat(600_000);
  for (const id of ['1', '2']) {
    running.emulator.store.insert('Publisher', null, { id, user_id: id, username });
  }
  for (const each of [await replica(), await replica()]) {
    expect((await ask(each, '{ publishers { userId } }')).calls).toBe(1);
    expect((await ask(each, '{ publishers { userId } }')).calls).toBe(0);
  }
  expect(await kept()).toEqual([]);
});

test('a page after a cursor is kept by each replica, because clients could invent many', async () => {
  running.emulator.fault({
    match: { endpoint: 'listIabCategories' },
    fault: { kind: 'pages', rows: [50] },
  });
  const asked = '{ iabCategories(first: 60) { nodes { restId } } }';
  expect((await ask(await replica(), asked)).calls).toBe(2);
  expect(await kept()).toHaveLength(1);
  expect((await ask(await replica(), asked)).calls).toBe(1);
});

test.each(['is silent', 'is gone'])(
  'if the store %s, the API is called, and that is counted',
  async (what) => {
    const own = await startRedis();
    try {
      const one = await replica(own.url);
      if (what === 'is silent') own.silence();
      else await own.kill();
      const start = performance.now();
      const { data, calls } = await ask(one, all);
      expect(performance.now() - start).toBeLessThan(10_000);
      expect(data.publishers.length).toBeGreaterThan(0);
      expect(calls).toBe(6);
      expect((await ask(one, all)).calls).toBe(0);
      const metrics = await (await fetch(`${one.adminUrl}/metrics`)).text();
      const [, failures] = /^ads_graph_store_failures_total (\d+)$/m.exec(metrics) ?? [];
      expect(Number(failures)).toBeGreaterThan(0);
    } finally {
      own.wake();
      await own.kill();
    }
  },
);
