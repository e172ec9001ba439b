import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type Replica, sharedSecret, useReplicas } from '../support/replicas.ts';
import { startCrew } from '../support/workers.ts';

const a = 'tellop1';
const running = useGateway({
  emulator: { rateWindows: true },
  env: { SESSION_SECRET: sharedSecret },
});
const start = useReplicas(running);

beforeEach(() => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
});

const redis = async (): Promise<RedisServer> => {
  const server = await startRedis();
  onTestFinished(() => server.kill());
  return server;
};
const readyz = async ({ adminUrl }: Pick<Replica, 'adminUrl'>): Promise<readonly string[]> =>
  (await (await fetch(`${adminUrl}/readyz`)).text()).trim().split('\n');
const keyed = `mutation { updateCampaign(input: { accountId: "${a}", campaignId: "c1", name: "N", idempotencyKey: "k" }) { outcome } }`;
const slow = { timeout: 25_000 };

test('a ledger that is lost is in the body of /readyz, and refusals say when it helps to try again', async () => {
  const server = await redis();
  const one = await start({ REDIS_URL: server.url });
  expect(await readyz(one)).toEqual(['ready']);
  await one.ask(keyed);
  await server.command('FLUSHALL');
  const lost = expect.stringMatching(
    /^The state store has lost data: keyed writes are refused until .* redis-cli SET \S+ \d+$/,
  );
  await expect.poll(() => readyz(one), slow).toEqual(['ready', lost]);
  const { errors } = await one.ask(keyed);
  expect(errors[0].extensions).toMatchObject({ code: 'STATE_STORE_UNAVAILABLE', retryable: true });
  expect(errors[0].extensions.retryAfterSeconds).toBeGreaterThan(86_000);
  const [, line = ''] = await readyz(one);
  const [, key = '', at = ''] = /SET (\S+) (\d+)$/.exec(line) ?? [];
  await server.command('SET', key, at);
  await expect.poll(() => readyz(one), slow).toEqual(['ready']);
});

test('a store that cannot be reached is in the body of /readyz, of workers too', async () => {
  const server = await redis();
  const one = await start({ REDIS_URL: server.url });
  const crew = await startCrew({
    EMULATOR: 'on',
    REDIS_URL: server.url,
    SESSION_SECRET: sharedSecret,
  });
  await server.kill();
  const down = expect.stringMatching(/^The state store \(Redis\) cannot be used: /);
  await expect.poll(() => readyz(one), slow).toEqual(['ready', down]);
  await expect.poll(() => readyz({ adminUrl: crew.admin }), slow).toEqual(['ready', down]);
});

test('a process that starts while a window is closed makes no call in it', async () => {
  const server = await redis();
  running.emulator.set({ rateLimits: { core: 3 } });
  const list = `{ account(id: "${a}") { campaigns(first: 1) { nodes { name } } } }`;
  const env = { REDIS_URL: server.url, LIMIT_KEPT_LIST_MS: '0' };
  const one = await start(env);
  await expect
    .poll(async () => (await one.ask(list)).errors?.[0].extensions.code, slow)
    .toBe('UPSTREAM_RATE_LIMITED');
  const before = running.emulator.calls().length;
  const two = await start(env);
  const answers = await Promise.all(Array.from({ length: 6 }, () => two.ask(list)));
  expect(answers.map(({ errors }) => errors?.[0].extensions.code)).toEqual(
    Array(6).fill('UPSTREAM_RATE_LIMITED'),
  );
  expect(running.emulator.calls().length).toBe(before);
});
