import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import type { Replica } from '../support/replicas.ts';
import { sharedSecret, useReplicas } from '../support/replicas.ts';
import { startCrew } from '../support/workers.ts';

const a = 'evi1';
const running = useGateway({ env: { SESSION_SECRET: sharedSecret } });
const start = useReplicas(running);
const slow = { timeout: 20_000 };

beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const redisWith = async (...args: readonly string[]): Promise<RedisServer> => {
  const redis = await startRedis({ args });
  onTestFinished(() => redis.kill());
  return redis;
};
const create = (key: string | null) =>
  `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "Kept", dailyBudgetAmountLocalMicro: 5000000 ${key === null ? '' : `, idempotencyKey: "${key}"`} }) { outcome } }`;
const sent = (): number =>
  running.emulator.calls().filter(({ endpoint }) => endpoint === 'createCampaign').length;
const ready = async ({ adminUrl }: Pick<Replica, 'adminUrl'>) => {
  const response = await fetch(`${adminUrl}/readyz`);
  return { status: response.status, body: await response.text() };
};
const said = ({ log }: Replica, text: string) => log.filter(({ msg }) => msg.includes(text));
const codeOf = async (one: Replica, key: string): Promise<string | undefined> =>
  (await one.ask(create(key))).errors?.[0].extensions.code;

describe('a store with a memory limit and the policy', () => {
  test.each([
    'allkeys-lru',
    'allkeys-lfu',
    'allkeys-random',
    'volatile-lru',
    'volatile-lfu',
    'volatile-random',
    'volatile-ttl',
  ])('%s accepts no keyed write, and the operator is warned', async (policy) => {
    const { url } = await redisWith('--maxmemory', '50mb', '--maxmemory-policy', policy);
    const one = await start({ REDIS_URL: url });
    // A store that is slow for a moment has another message.
    const refused = async () => (await one.ask(create('one'))).errors;
    await expect.poll(refused, slow).toMatchObject([
      {
        message: expect.stringContaining(`maxmemory-policy is ${policy}`),
        extensions: { code: 'STATE_STORE_UNAVAILABLE', argument: 'input.idempotencyKey' },
      },
    ]);
    expect(sent()).toBe(0);
    expect(said(one, `maxmemory-policy is ${policy}`)).toHaveLength(1);
    const { status, body } = await ready(one);
    expect(status).toBe(200);
    expect(body).toMatch(/^ready\n/);
    expect(body).toContain(`maxmemory-policy is ${policy}`);
    expect((await one.ask(create(null))).data.createCampaign.outcome).toBe('APPLIED');
  });

  test.each([
    ['noeviction', '50mb'],
    ['allkeys-lru', '0'],
  ])('%s and %s bytes keeps every record', async (policy, bytes) => {
    const { url } = await redisWith('--maxmemory', bytes, '--maxmemory-policy', policy);
    const one = await start({ REDIS_URL: url });
    expect((await one.ask(create('one'))).data.createCampaign.outcome).toBe('APPLIED');
    expect(await ready(one)).toEqual({ status: 200, body: 'ready\n' });
    expect(said(one, 'maxmemory')).toEqual([]);
  });
});

test('a store whose user may not run INFO is used, and the operator is warned that it is unknown', async () => {
  const redis = await redisWith('--maxmemory', '50mb', '--maxmemory-policy', 'noeviction');
  const rights = 'on >right ~ads-graph:* &ads-graph:* +@all -info -config';
  await redis.command('ACL', 'SETUSER', 'gateway', ...rights.split(' '));
  const one = await start({ REDIS_URL: redis.url.replace('redis://', 'redis://gateway:right@') });
  expect((await one.ask(create('one'))).data.createCampaign.outcome).toBe('APPLIED');
  expect((await ready(one)).body).toContain('INFO');
  expect(said(one, 'INFO')).toHaveLength(1);
});

describe('a policy that changes while a gateway runs', () => {
  const policy = (redis: RedisServer, name: string) =>
    redis.command('CONFIG', 'SET', 'maxmemory-policy', name);

  test('is noticed on the next connection', async () => {
    const redis = await redisWith('--maxmemory', '50mb', '--maxmemory-policy', 'noeviction');
    const one = await start({ REDIS_URL: redis.url });
    expect(await codeOf(one, 'one')).toBeUndefined();
    await policy(redis, 'allkeys-lru');
    await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await expect.poll(() => codeOf(one, randomUUID()), slow).toBe('STATE_STORE_UNAVAILABLE');
    await expect.poll(async () => (await ready(one)).body, slow).toContain('allkeys-lru');
    // A write that is still recorded is answered.
    expect((await one.ask(create('one'))).data.createCampaign.outcome).toBe('APPLIED');
    await policy(redis, 'noeviction');
    await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await expect.poll(() => codeOf(one, randomUUID()), slow).toBeUndefined();
    expect((await ready(one)).body).toBe('ready\n');
    expect(said(one, 'is fine again')).toHaveLength(1);
  });

  test('is noticed within a minute on the same one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const redis = await redisWith('--maxmemory', '50mb', '--maxmemory-policy', 'noeviction');
    const one = await start({ REDIS_URL: redis.url });
    expect(await codeOf(one, 'one')).toBeUndefined();
    await policy(redis, 'volatile-ttl');
    vi.advanceTimersByTime(60_000);
    await expect.poll(async () => (await ready(one)).body, slow).toContain('volatile-ttl');
    expect(await codeOf(one, 'two')).toBe('STATE_STORE_UNAVAILABLE');
  });

  test('and that evicted keys has lost data, although it no longer evicts', async () => {
    const redis = await redisWith('--maxmemory', '50mb', '--maxmemory-policy', 'noeviction');
    const one = await start({ REDIS_URL: redis.url });
    expect(await codeOf(one, 'one')).toBeUndefined();
    await policy(redis, 'volatile-ttl');
    await redis.command('CONFIG', 'SET', 'maxmemory-samples', '64');
    const script = `for n = 1, 200 do redis.call('SET', 'other:' .. n, string.rep('x', 100000), 'EX', 900) end`;
    await redis.command('EVAL', `"${script}"`, '0');
    await redis.command('CONFIG', 'SET', 'maxmemory', '15000000');
    await redis.command('SET', 'other', 'x');
    await redis.command('CONFIG', 'SET', 'maxmemory', '52428800');
    await policy(redis, 'noeviction');
    const left = await redis.command('EVAL', `"return #redis.call('KEYS', 'other:*')"`, '0');
    expect(Number(left.slice(1))).toBeLessThan(200);
    await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await expect.poll(() => codeOf(one, randomUUID()), slow).toBe('STATE_STORE_UNAVAILABLE');
    // Its record is still there, and is answered.
    await expect.poll(() => codeOf(one, 'one'), slow).toBeUndefined();
    await expect.poll(() => codeOf(one, 'two'), slow).toBe('STATE_STORE_UNAVAILABLE');
    expect(sent()).toBe(1);
    await expect.poll(() => one.metric('ads_graph_ledger_lost'), slow).toBe(1);
  });
});

test('a store that is nearly full is used, and the operator is warned', async () => {
  const redis = await redisWith('--maxmemory', '50mb', '--maxmemory-policy', 'noeviction');
  const one = await start({ REDIS_URL: redis.url });
  const script = `"return tonumber(string.match(redis.call('INFO', 'memory'), 'used_memory:(%d+)'))"`;
  const used = Number((await redis.command('EVAL', script, '0')).slice(1));
  await redis.command('CONFIG', 'SET', 'maxmemory', String(Math.round(used * 1.08)));
  await redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
  await expect.poll(async () => (await ready(one)).body, slow).toContain('nine tenths');
  expect(said(one, 'nine tenths')).toHaveLength(1);
  await expect.poll(() => codeOf(one, randomUUID()), slow).toBeUndefined();
});

test('workers report it to their primary, whose probe shows it', async () => {
  const redis = await redisWith('--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru');
  const crew = await startCrew({
    ...running.emulator.variables,
    WORKERS: '2',
    ADMIN_PORT: '0',
    REDIS_URL: redis.url,
  });
  onTestFinished(() => void crew.child.kill('SIGKILL'));
  const { status, body } = await ready({ adminUrl: new URL(crew.admin).origin });
  expect(status).toBe(200);
  expect(body.split('\n').filter((line) => line.includes('allkeys-lru'))).toHaveLength(1);
}, 60_000);
