import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import type { Balancer } from '../support/balancer.ts';
import { startBalancer } from '../support/balancer.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';
import { startCrew } from '../support/workers.ts';

const account = '18ce54bik3s';
const read = `{ account(id: "${account}") { name campaigns(first: 5) { nodes { name } } } }`;
const write = (key: string) =>
  `mutation { updateCampaign(input: { accountId: "${account}", campaignId: "${campaign()}", name: "${key}", idempotencyKey: "${key}" }) { outcome } }`;

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ rateWindows: false, strict: true });
});
afterAll(() => emulator.close());

const campaign = (): string => String(emulator.store.rows('Campaign', account)[0]?.['id']);

/**
 * Sends requests on open connections. Returns the whole answer, or the reason why there is none.
 */
const createClient = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (query: string): Promise<string> =>
    new Promise((resolve) => {
      const headers = { 'content-type': 'application/json' };
      const asked = request(url, { method: 'POST', agent, headers }, (res) =>
        text(res).then((body) => resolve(`${res.statusCode} ${body}`), failed),
      );
      const failed = (error: Error) => resolve(`failed: ${error.message}`);
      asked.on('error', failed).end(JSON.stringify({ query }));
    });
  return { ask, close: () => agent.destroy() };
};

const isGood = (answer: string): boolean =>
  answer.startsWith('200 ') &&
  !answer.includes('"errors":[{') &&
  (!answer.includes('updateCampaign') || answer.includes('"outcome":"APPLIED"'));

/** Callers who read and write all the time, each twice at once: a write with the same key. */
const startLoad = (url: string) => {
  const bad: string[] = [];
  const keys: string[] = [];
  let answers = 0;
  let isOver = false;
  const note = (answer: string): void => {
    answers += 1;
    if (!isGood(answer)) bad.push(answer);
  };
  const caller = async (name: number): Promise<void> => {
    const clients = [createClient(url), createClient(url)];
    for (let count = 0; !isOver; count += 1) {
      const key = `roll-${name}-${count}`;
      if (count % 4 === 0) keys.push(key);
      const query = count % 4 === 0 ? write(key) : read;
      for (const answer of await Promise.all(clients.map(({ ask }) => ask(query)))) note(answer);
      // Processes that start need the processor too.
      await sleep(20);
    }
    for (const client of clients) client.close();
  };
  const callers = Array.from({ length: 2 }, (_, name) => caller(name));
  return {
    bad,
    keys,
    answers: () => answers,
    end: async () => {
      isOver = true;
      await Promise.all(callers);
    },
  };
};

/** The names that the API received since the test began. */
const given = (): readonly string[] =>
  emulator
    .calls()
    .filter(({ endpoint }) => endpoint === 'updateCampaign')
    .map(({ query, body }) => new URLSearchParams(body).get('name') ?? String(query['name']));

const answersMore = async (load: ReturnType<typeof startLoad>, by = 20): Promise<void> => {
  const before = load.answers();
  await expect.poll(load.answers, { timeout: 60_000 }).toBeGreaterThan(before + by);
};

const replica = ({ url }: RedisServer): Promise<SpawnedGateway> =>
  spawnGateway(emulator, {
    env: {
      ...ownerOf(emulator),
      REDIS_URL: url,
      SESSION_SECRET: 's'.repeat(32),
      TIMEOUT_LAME_DUCK_MS: '3000',
      TIMEOUT_GRACE_MS: '100',
      LIMIT_WAIT_MS: '60000',
    },
  });

const roll = async (
  balancer: Balancer,
  old: SpawnedGateway,
  next: SpawnedGateway,
): Promise<void> => {
  await balancer.add(next);
  const ended = old.stop('SIGTERM');
  await expect.poll(() => balancer.isReady(old), { timeout: 20_000 }).toBe(false);
  expect(old.isRunning()).toBe(true);
  expect(await ended).toBe(0);
  balancer.remove(old);
};

test('a rolling update of three replicas under load fails no request and doubles no write', async () => {
  const redis = await startRedis();
  const balancer = await startBalancer();
  const started = await Promise.all(Array.from({ length: 6 }, () => replica(redis)));
  const [olds, nexts] = [started.slice(0, 3), started.slice(3)];
  onTestFinished(async () => {
    await Promise.all(started.map((one) => one.kill()));
    await balancer.close();
    await redis.kill();
  });
  await Promise.all(olds.map(balancer.add));
  emulator.reset();
  const load = startLoad(balancer.url);
  await answersMore(load);
  for (const [index, old] of olds.entries()) {
    await roll(balancer, old, nexts[index] as SpawnedGateway);
    await answersMore(load);
  }
  await load.end();
  expect(load.bad).toEqual([]);
  expect(given().toSorted()).toEqual(load.keys.toSorted());
  // Each of the six served a part.
  for (const { url } of started) expect(balancer.passed().get(url)).toBeGreaterThan(0);
}, 180_000);

test('workers are replaced one by one at SIGHUP, and no request fails', async () => {
  const crew = await startCrew({
    ADS_API_URL: emulator.url,
    ADS_SANDBOX_API_URL: emulator.sandboxUrl,
    PLATFORM_API_URL: emulator.platformUrl,
    ADS_CONSUMER_KEY: emulator.credentials.consumerKey,
    ADS_CONSUMER_SECRET: emulator.credentials.consumerSecret,
    ...ownerOf(emulator),
  });
  onTestFinished(async () => {
    crew.child.kill('SIGKILL');
    await crew.ended;
  });
  emulator.reset();
  const olds = crew.pids();
  const load = startLoad(crew.url);
  await answersMore(load);
  let isAlwaysReady = true;
  const watching = setInterval(async () => {
    isAlwaysReady &&= (await fetch(`${crew.admin}/readyz`)).ok;
  }, 100);
  crew.child.kill('SIGHUP');
  const left = () => crew.pids().filter((pid) => olds.includes(pid));
  await expect.poll(left, { timeout: 90_000 }).toEqual([]);
  await expect.poll(() => crew.pids().length, { timeout: 30_000 }).toBe(2);
  await answersMore(load);
  clearInterval(watching);
  await load.end();
  expect(load.bad).toEqual([]);
  expect(isAlwaysReady).toBe(true);
  expect(given().toSorted()).toEqual(load.keys.toSorted());
  // No counter has fallen: the counts of the old workers are still included.
  const metrics = await (await fetch(`${crew.admin}/metrics`)).text();
  const counted = [
    ...metrics.matchAll(/^ads_graph_requests_total\{kind="(?:query|mutation)".*\} (\d+)$/gm),
  ];
  const sum = counted.reduce((total, [, count]) => total + Number(count), 0);
  expect(sum).toBe(load.answers());
  crew.child.kill('SIGTERM');
  expect(await crew.ended).toBe(0);
  const log = (await crew.log).join('\n');
  expect(log).toContain('the workers have been replaced');
  expect(log).not.toContain('a worker ended and is replaced');
}, 180_000);
