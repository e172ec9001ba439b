import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createRedisStore } from '../../src/state/redis.ts';
import { colleague } from '../support/accounts.ts';
import { command } from '../support/command.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { freePort, newFolder, startRedis } from '../support/redis.ts';
import type { Replica } from '../support/replicas.ts';
import { sharedSecret, useReplicas } from '../support/replicas.ts';
import { startSwitch } from '../support/switch.ts';
import { bearer, signIn } from '../support/visitor.ts';

const a = 'sto1';
const running = useGateway({ env: { SESSION_SECRET: sharedSecret } });
const start = useReplicas(running);
const slow = { timeout: 25_000 };

beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const redisFor = async (options?: Parameters<typeof startRedis>[0]): Promise<RedisServer> => {
  const server = await startRedis(options);
  onTestFinished(() => server.kill());
  return server;
};
const create = (key: string) =>
  `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "Kept ${key}", idempotencyKey: "${key}", dailyBudgetAmountLocalMicro: 5000000 }) { outcome campaign { restId } } }`;
const sent = (): number =>
  running.emulator.calls().filter(({ endpoint }) => endpoint === 'createCampaign').length;
const applied = async (one: Replica, key: string): Promise<string> => {
  const { data, errors } = await one.ask(create(key));
  expect(errors).toBeUndefined();
  expect(data.createCampaign.outcome).toBe('APPLIED');
  return data.createCampaign.campaign.restId;
};
/** The same as soon as the store is available again. */
const eventually = async (one: Replica, key: string): Promise<string> => {
  await expect.poll(async () => (await one.ask(create(key))).errors, slow).toBeUndefined();
  return applied(one, key);
};
const refused = async (one: Replica, key: string): Promise<void> => {
  const { errors } = await one.ask(create(key));
  expect(errors?.[0].extensions.code).toBe('STATE_STORE_UNAVAILABLE');
};
const viewer = '{ viewer { userId } }';
const said = ({ log }: Replica, text: string) => log.filter(({ msg }) => msg.includes(text));

describe('a password that the store refuses', () => {
  test.each([
    ['a wrong one', '1', ':shown-nowhere@'],
    ['none', '1', ''],
    ['of another user', '2', 'someone:shown-nowhere@'],
  ])('%s stops the start with one line, with WORKERS=%s', async (_what, workers, user) => {
    const { port } = await redisFor({ password: 'right' });
    const { code, out, err } = await command(['start'], {
      EMULATOR: 'on',
      SESSION_SECRET: sharedSecret,
      REDIS_URL: `redis://${user}127.0.0.1:${port}`,
      WORKERS: workers,
      LOG_LEVEL: 'error',
    });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      'ads-graph: REDIS_URL must have a user and a password that the server accepts\n',
    );
  });

  test('that is right is used', async () => {
    const { url } = await redisFor({ password: 'right' });
    const one = await start({ REDIS_URL: url });
    expect(await one.readiness()).toBe(200);
    await eventually(one, 'authorized');
  });
});

test('an unreachable store keeps the gateway from being ready until it responds', async () => {
  const port = await freePort();
  const one = await start({ REDIS_URL: `redis://127.0.0.1:${port}` });
  expect(await one.readiness()).toBe(503);
  const session = await signIn(running, colleague);
  const before = await one.ask(viewer, bearer(session).headers);
  expect(before).toMatchObject({
    status: 503,
    errors: [{ extensions: { code: 'STATE_STORE_UNAVAILABLE', retryable: true } }],
  });
  await refused(one, 'early');
  // Requests that need nothing of the store are served.
  expect((await one.ask(`{ account(id: "${a}") { name } }`)).data.account.name).toBe('Core');
  await expect.poll(() => said(one, 'cannot be used').length, slow).toBe(1);
  expect(said(one, 'cannot be used')[0]?.msg).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
  await redisFor({ port });
  await expect.poll(one.readiness, slow).toBe(200);
  expect(said(one, 'can be used again')).toHaveLength(1);
  expect(said(one, 'cannot be used')).toHaveLength(1);
  const { data } = await one.ask(viewer, bearer(session).headers);
  expect(data.viewer.userId).toBe(colleague);
  await eventually(one, 'early');
});

test('a store that accepts connections and never responds is named as the cause in the log', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const one = await start({ REDIS_URL: `redis://127.0.0.1:${port}` });
  expect(await one.readiness()).toBe(503);
  await expect.poll(() => said(one, 'cannot be used').length, slow).toBe(1);
  expect(said(one, 'cannot be used')[0]?.msg).toMatch(/it does not respond within \d+ ms/);
});

describe('flushed data', () => {
  test('is noticed by gateways that start afterwards, until an operator accepts the loss', async () => {
    const redis = await redisFor();
    const one = await start({ REDIS_URL: redis.url });
    await applied(one, 'used');
    const session = await signIn(running, colleague);
    expect((await one.ask(viewer, bearer(session).headers)).status).toBe(200);
    expect(await one.metric('ads_graph_ledger_lost')).toBe(0);
    await redis.command('FLUSHALL');
    const later = await start({ REDIS_URL: redis.url });
    for (const each of [later, one]) {
      await refused(each, 'used');
      await refused(each, 'fresh');
      expect(await each.metric('ads_graph_ledger_lost')).toBe(1);
      expect(await each.ask(viewer, bearer(session).headers)).toMatchObject({
        status: 401,
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
      expect(said(each, 'has lost data')).toHaveLength(1);
    }
    expect(sent()).toBe(1);
    const renewed = await signIn(running, colleague);
    expect((await later.ask(viewer, bearer(renewed).headers)).status).toBe(200);
    const [, accept = ''] =
      /redis-cli (.*)$/.exec(said(later, 'has lost data')[0]?.msg ?? '') ?? [];
    expect(await redis.command(accept)).toBe('+OK');
    await applied(later, 'fresh');
    await applied(one, 'fresh');
    expect(await later.metric('ads_graph_ledger_lost')).toBe(0);
    expect((await later.ask(viewer, bearer(session).headers)).status).toBe(401);
    expect(sent()).toBe(2);
  });
});

describe('a killed server', () => {
  /** A gateway with one keyed write in a server's snapshot, and one after it. */
  const killed = async (args: readonly string[]) => {
    const folder = newFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const redis = await redisFor({ folder, args });
    const one = await start({ REDIS_URL: redis.url });
    const first = await eventually(one, 'saved');
    expect(await redis.command('SAVE')).toBe('+OK');
    const second = await applied(one, 'after');
    await redis.kill();
    await redisFor({ folder, args, port: redis.port });
    return { one, first, second, url: redis.url };
  };

  test('that returns with older data has lost some, even for gateways that start later', async () => {
    const { one, first, url } = await killed([]);
    await expect.poll(() => one.metric('ads_graph_ledger_lost'), slow).toBe(1);
    const later = await start({ REDIS_URL: url });
    for (const each of [one, later]) {
      await refused(each, 'after');
      // A record that was saved is still known.
      expect(await applied(each, 'saved')).toBe(first);
    }
    expect(sent()).toBe(2);
  });

  test('that lost nothing continues', async () => {
    const { one, first, second } = await killed(['--appendonly', 'yes', '--appendfsync', 'always']);
    await eventually(one, 'saved');
    expect([await applied(one, 'saved'), await applied(one, 'after')]).toEqual([first, second]);
    await applied(one, 'new');
    expect(await one.metric('ads_graph_ledger_lost')).toBe(0);
    expect(sent()).toBe(3);
  });
});

describe('a failover', () => {
  /** A server that others can follow immediately. */
  const quick = { args: ['--repl-diskless-sync-delay', '0'] };
  const following = async (master: RedisServer): Promise<RedisServer> => {
    const server = await redisFor({ args: ['--replicaof', `127.0.0.1 ${master.port}`] });
    await follows(server, master);
    return server;
  };
  /** Waits until a server has all that its master has. */
  const follows = async (server: RedisServer, master: RedisServer): Promise<void> => {
    const mark = `mark:${randomUUID()}`;
    await master.command('SET', mark, '1');
    await expect.poll(() => server.command('EXISTS', mark), slow).toBe(':1');
  };

  test('that leaves the connection at a read-only server is followed within seconds', async () => {
    const old = await redisFor(quick);
    const next = await following(old);
    const service = await startSwitch(old.port);
    onTestFinished(service.close);
    const one = await start({ REDIS_URL: `redis://127.0.0.1:${service.port}` });
    const first = await eventually(one, 'before');
    await follows(next, old);
    await next.command('REPLICAOF', 'NO', 'ONE');
    service.leadTo(next.port);
    await old.command('REPLICAOF', '127.0.0.1', String(next.port));
    await eventually(one, 'during');
    expect(await eventually(one, 'before')).toBe(first);
    expect(await one.metric('ads_graph_ledger_lost')).toBe(0);
    expect(sent()).toBe(2);
  });

  test('by sentinels because the master does not respond is followed', async () => {
    const master = await redisFor(quick);
    const next = await following(master);
    const sentinel = await redisFor({
      sentinel: [
        `sentinel monitor main 127.0.0.1 ${master.port} 1`,
        'sentinel down-after-milliseconds main 500',
        'sentinel failover-timeout main 3000',
      ],
    });
    await expect.poll(() => sentinel.command('SENTINEL', 'REPLICAS', 'main'), slow).toBe('*1');
    const one = await start({
      REDIS_SENTINELS: `127.0.0.1:1,127.0.0.1:${sentinel.port}`,
      REDIS_SENTINEL_NAME: 'main',
    });
    const first = await eventually(one, 'before');
    await follows(next, master);
    master.silence();
    await eventually(one, 'during');
    expect(await eventually(one, 'before')).toBe(first);
    expect(await next.command('ROLE')).toBe('*3');
    expect(sent()).toBe(2);
  }, 60_000);
});

test('a connection that breaks during its subscription is opened again, and receives messages', async () => {
  const redis = await redisFor();
  let breaks = false;
  let broken = 0;
  const between = createServer((socket) => {
    const other = connect(redis.port, '127.0.0.1');
    const end = (): void => {
      socket.destroy();
      other.destroy();
    };
    for (const one of [socket, other]) one.on('error', end).on('close', end);
    other.pipe(socket);
    socket.on('data', (chunk: Buffer) => {
      if (!breaks || !/subscribe/i.test(chunk.toString())) return void other.write(chunk);
      breaks = false;
      broken += 1;
      end();
    });
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void between.close());
  const { port } = between.address() as AddressInfo;
  const address = { url: `redis://127.0.0.1:${port}`, sentinels: [], master: '' };
  const store = await createRedisStore({ address, application: randomUUID() });
  onTestFinished(() => store.close());
  const heard: string[] = [];
  store.subscribe('news', (text) => void heard.push(text));
  const isHeard = async (text: string): Promise<boolean> => {
    await store.publish('news', text).catch(() => undefined);
    return heard.includes(text);
  };
  await expect.poll(() => isHeard('first'), slow).toBe(true);
  breaks = true;
  await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await expect.poll(() => broken, slow).toBe(1);
  await expect.poll(() => isHeard('again'), slow).toBe(true);
});
