import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { colleague } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import type { Replica } from '../support/replicas.ts';
import { sharedSecret, useReplicas } from '../support/replicas.ts';
import { storeFaults } from '../support/store-faults.ts';
import { bearer, newVisitor, signIn } from '../support/visitor.ts';

const token = `${colleague}-emulator-colleague-token`;
const viewer = '{ viewer { signedIn } }';
const running = useGateway({ env: { SESSION_SECRET: sharedSecret } });
const start = useReplicas(running);
const slow = { timeout: 25_000 };

beforeEach(() => running.emulator.reset({ data: true }));

const redisFor = async (): Promise<RedisServer> => {
  const redis = await startRedis();
  onTestFinished(async () => {
    redis.wake();
    await redis.kill();
  });
  return redis;
};
const logout = ({ url }: Replica, init: RequestInit, visitor = newVisitor(), query = '') =>
  visitor.go(`${new URL(url).origin}/auth/logout${query}`, { method: 'POST', ...init });
const statusAt = async (one: Replica, session: string): Promise<number> =>
  (await one.ask(viewer, bearer(session).headers)).status;

describe.each(storeFaults)('a sign-out while the store %s', (_what, fail, mend) => {
  test('is refused, takes effect at this replica at once, and everywhere once the store is back', async () => {
    const redis = await redisFor();
    const env = { REDIS_URL: redis.url };
    const [one, two] = [await start(env), await start(env)];
    const visitor = newVisitor();
    const session = await signIn({ url: one.url, emulator: running.emulator }, colleague, visitor);
    expect([await statusAt(one, session), await statusAt(two, session)]).toEqual([200, 200]);
    await fail(redis);
    const answer = await logout(one, { headers: { origin: new URL(one.url).origin } }, visitor);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      signedIn: false,
      errors: [{ extensions: { code: 'STATE_STORE_UNAVAILABLE' } }],
    });
    expect(visitor.cookies.has('ads_graph_session')).toBe(false);
    expect(await statusAt(one, session)).toBe(401);
    await mend(redis);
    await expect.poll(() => statusAt(two, session), slow).toBe(401);
    // A gateway that starts later has received no message: only the store has the sign-out.
    const later = await start(env);
    await expect.poll(() => statusAt(later, session), slow).toBe(401);
  });

  test('of a token that the API no longer accepts takes effect everywhere once the store is back', async () => {
    const redis = await redisFor();
    const env = { REDIS_URL: redis.url };
    const [one, two] = [await start(env), await start(env)];
    const sessions = [await signIn(running, colleague), await signIn(running, colleague)] as const;
    expect(await statusAt(two, sessions[1])).toBe(200);
    await fail(redis);
    running.emulator.set({ revokedTokens: [token] });
    const rows = '{ accounts(first: 1) { nodes { id } } }';
    const refused = await one.ask(rows, bearer(sessions[0]).headers);
    expect(refused.errors[0].extensions.code).toBe('REAUTHENTICATION_REQUIRED');
    expect(await statusAt(one, sessions[1])).toBe(401);
    await mend(redis);
    const before = running.emulator.calls().length;
    await expect.poll(() => statusAt(two, sessions[1]), slow).toBe(401);
    const later = await start(env);
    await expect.poll(() => statusAt(later, sessions[1]), slow).toBe(401);
    expect(running.emulator.calls()).toHaveLength(before);
  });
});

test('a refused sign-out is recorded although the gateway stops', async () => {
  const redis = await redisFor();
  const env = { REDIS_URL: redis.url };
  const [one, two] = [await start(env), await start(env)];
  const session = await signIn(running, colleague);
  expect(await statusAt(two, session)).toBe(200);
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  expect((await logout(one, bearer(session))).status).toBe(503);
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  await one.close();
  expect(await statusAt(two, session)).toBe(401);
});

test('a sign-out with revoke=true revokes the token although the store hangs, and is refused', async () => {
  const redis = await redisFor();
  const env = { REDIS_URL: redis.url };
  const [one, two] = [await start(env), await start(env)];
  const sessions = [await signIn(running, colleague), await signIn(running, colleague)] as const;
  expect(await statusAt(one, sessions[0])).toBe(200);
  redis.silence();
  running.emulator.reset();
  const answer = await logout(one, bearer(sessions[0]), newVisitor(), '?revoke=true');
  expect(answer.status).toBe(503);
  expect(running.emulator.calls().map(({ path }) => path)).toEqual([
    '/platform/1.1/oauth/invalidate_token',
  ]);
  redis.wake();
  await expect.poll(() => statusAt(two, sessions[0]), slow).toBe(401);
  await expect.poll(() => statusAt(two, sessions[1]), slow).toBe(401);
});
