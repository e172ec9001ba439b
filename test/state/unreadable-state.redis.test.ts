import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import type { ListeningGateway } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import { createRedisStore } from '../../src/state/redis.ts';
import type { Store } from '../../src/state/store.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { addressOf, startRedis } from '../support/redis.ts';
import { bearer, newVisitor, signIn } from '../support/visitor.ts';

const a = 'unr1';
const secret = 's'.repeat(32);
const running = useGateway({ env: { SESSION_SECRET: secret } });
let redis: RedisServer;
let store: Store;
let keys: Set<string>;
let replicas: ListeningGateway[] = [];
let logged: string[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
  logged = [];
  keys = new Set();
});
afterEach(async () => {
  await Promise.all(replicas.map((one) => one.close()));
  replicas = [];
  await store.close();
});

// All keys but those that identify the store: the first gateway of an empty one waits for others.
const forget =
  "for _, key in ipairs(redis.call('KEYS', '*')) do if not key:find('epoch') then redis.call('DEL', key) end end";
const open: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => createMemoryStore(),
  Redis: async () => {
    await redis.command('EVAL', `"${forget}"`, '0');
    return createRedisStore({ address: addressOf(redis), application: 'test' });
  },
};

/** A gateway that shares the store with the others of a test, and records the keys that it sets. */
const replica = async (): Promise<ListeningGateway> => {
  const noted = { ...store, close: async () => undefined };
  for (const name of ['set', 'cache', 'setIfAbsent', 'increment'] as const) {
    const own = store[name] as (key: string, ...rest: unknown[]) => Promise<never>;
    noted[name] = (key: string, ...rest: readonly unknown[]) => {
      keys.add(key);
      return own(key, ...rest);
    };
  }
  const env = {
    PORT: '0',
    ADMIN_PORT: '0',
    TIMEOUT_LAME_DUCK_MS: '0',
    TIMEOUT_GRACE_MS: '0',
    LIMIT_WAIT_MS: '60000',
  };
  const config = readConfig({ ...env, LIMIT_SIGN_INS_EACH: '2', SESSION_SECRET: secret });
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const one = await createGateway(emulated(config, running.emulator), { store: noted, log });
  replicas.push(one);
  return one;
};

/** Overwrites every value whose key has this prefix, as another program might. */
const spoil = async (prefix: string, text: string): Promise<void> => {
  const found = [...keys].filter((key) => key.startsWith(prefix));
  expect(found.length).toBeGreaterThan(0);
  for (const key of found) await store.set(key, text, 60_000);
};

const failuresOf = async ({ adminUrl }: ListeningGateway): Promise<number> => {
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(/^ads_graph_store_failures_total (\d+)$/m.exec(metrics)?.[1]);
};
const faultsLogged = () =>
  logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);

const ask = async (
  { url }: ListeningGateway,
  query: string,
  headers: Record<string, string> = {},
) => {
  const before = running.emulator.calls().length;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...headers,
    },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  const body = (await response.json()) as any;
  const calls = running.emulator.calls().slice(before);
  return { status: response.status, body, calls };
};

const create = (name: string, key: string | null) =>
  `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "${name}", idempotencyKey: ${JSON.stringify(key)}, dailyBudgetAmountLocalMicro: 5000000 }) { outcome errors { message } campaign { restId name } } }`;
const rowsNamed = (name: string) =>
  running.emulator.store.rows('Campaign', a).filter((row) => row['name'] === name);
const unsent = (answer: Awaited<ReturnType<typeof ask>>) => {
  expect(answer.calls).toEqual([]);
  expect(answer.body.errors).toMatchObject([
    { extensions: { code: 'STATE_STORE_UNAVAILABLE', argument: 'input.idempotencyKey' } },
  ]);
};

const texts = [
  ['is no JSON', 'eyJhbGciOiJkaXIi..personal'],
  ['is empty', ''],
  ['is null', 'null'],
  ['has another shape', '{"personal":1}'],
] as const;

describe.each(['memory', 'Redis'])('if a value in a store in %s cannot be read', (kind) => {
  beforeEach(async () => {
    store = await (open[kind] as () => Promise<Store>)();
  });

  const others = [
    ...texts,
    ['is about another session', '{"key":"session:personal","why":"ended","at":1}'],
  ] as const;
  describe.each(['session:', 'token:'])('of the %s notes', (prefix) => {
    test.each(others)('that %s, the session is unknown', async (_what, text) => {
      const colleague = '1500000000000000002';
      const session = await signIn(running, colleague);
      const one = await replica();
      const { headers } = bearer(session);
      const address = `${one.url.replace('/graphql', '/auth/logout')}?revoke=true`;
      expect((await fetch(address, { method: 'POST', headers })).status).toBe(200);
      for (const key of keys) if (!key.startsWith(prefix)) await store.set(key, '', 1);
      await spoil(prefix, text);
      await expect
        .poll(async () => (await store.get(...keys)).filter((value) => value !== null))
        .toEqual([text]);
      const later = await replica();
      const unknown = await ask(later, '{ viewer { signedIn } }', bearer('x').headers);
      const before = await failuresOf(later);
      logged = [];
      const answer = await ask(later, '{ viewer { signedIn } }', headers);
      expect(answer).toEqual(unknown);
      expect(answer).toMatchObject({
        status: 401,
        body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
        calls: [],
      });
      expect((await failuresOf(later)) - before).toBe(1);
      expect(faultsLogged()).toMatchObject([
        { err: { message: 'the end of a session in the store cannot be read' } },
      ]);
      expect(faultsLogged()[0].id).toBe(JSON.parse(logged.at(-1) ?? '').id);
      expect(logged.join()).not.toContain('personal');
      // The routes of the sign-in and the schema agree.
      for (const path of ['/auth/session', '/schema.graphql']) {
        logged = [];
        const { origin } = new URL(later.url);
        const response = await newVisitor().go(`${origin}${path}`, { headers });
        expect(response.status).toBe(401);
        expect(await response.text()).toContain('UNAUTHENTICATED');
        await expect.poll(() => faultsLogged().length).toBe(1);
      }
    });
  });

  const records = [
    ...texts,
    [
      'a newer gateway wrote',
      '{"v":2,"input":"i","since":1,"until":1,"state":"open","holder":"personal"}',
    ],
    ['has no holder', '{"input":"personal","since":1,"state":"held"}'],
    ['ended without an outcome', '{"input":"i","since":1,"state":"ended","holder":"personal"}'],
  ] as const;
  test.each(records)('the record of a write that %s refuses the key', async (_what, text) => {
    const one = await replica();
    expect((await ask(one, create('Once', 'one'))).body.data.createCampaign.outcome).toBe(
      'APPLIED',
    );
    await spoil('write:', text);
    const before = await failuresOf(one);
    logged = [];
    unsent(await ask(one, create('Once', 'one')));
    expect((await failuresOf(one)) - before).toBe(1);
    expect(faultsLogged()).toMatchObject([
      { err: { message: 'the record of a write in the store cannot be read' } },
    ]);
    expect(logged.join()).not.toContain('personal');
    expect(rowsNamed('Once')).toHaveLength(1);
    const { body } = await ask(one, create('Other', 'two'));
    expect(body.data.createCampaign.outcome).toBe('APPLIED');
  });

  test('the record of a write from before records had versions is read', async () => {
    const one = await replica();
    const first = await ask(one, create('Once', 'one'));
    const [key = ''] = [...keys].filter((name) => name.startsWith('write:'));
    const [text] = await store.get(key);
    const { v, ...old } = JSON.parse(text ?? '');
    expect(v).toBe(1);
    await spoil('write:', JSON.stringify(old));
    expect((await ask(one, create('Once', 'one'))).body).toEqual(first.body);
    expect(rowsNamed('Once')).toHaveLength(1);
  });

  const outcomes = [
    ...texts,
    ['has rows of another shape', '{"rows":[1],"texts":[]}'],
    ['has an unknown outcome', '{"rows":[],"texts":[],"outcome":"personal"}'],
  ] as const;
  test.each(outcomes)('the outcome of a write that %s refuses the key', async (_what, outcome) => {
    const one = await replica();
    await ask(one, create('Once', 'one'));
    const [key = ''] = [...keys].filter((name) => name.startsWith('write:'));
    const [text] = await store.get(key);
    await spoil('write:', JSON.stringify({ ...JSON.parse(text ?? ''), outcome }));
    unsent(await ask(one, create('Once', 'one')));
    expect(rowsNamed('Once')).toHaveLength(1);
  });

  test('of a running write, its outcome is returned, and its key is refused afterwards', async () => {
    const one = await replica();
    running.emulator.fault({ match: { method: 'POST' }, fault: { kind: 'delay', delayMs: 300 } });
    const answer = ask(one, create('Under way', 'one'));
    await expect.poll(() => running.emulator.calls().length).toBeGreaterThan(0);
    await spoil('write:', '{');
    const { body } = await answer;
    expect(body.data.createCampaign.outcome).toBe('APPLIED');
    unsent(await ask(one, create('Under way', 'one')));
    expect(rowsNamed('Under way')).toHaveLength(1);
  });

  test('of a counter, keyed writes with that input are refused, and the others continue at once', async () => {
    const one = await replica();
    await ask(one, create('Counted', null));
    await spoil('open:', 'x');
    unsent(await ask(one, create('Counted', 'one')));
    const other = await ask(one, create('Other', 'two'));
    expect(other.body.data.createCampaign.outcome).toBe('APPLIED');
    const plain = await ask(one, create('Counted', null));
    expect(plain.body.data.createCampaign.outcome).toBe('APPLIED');
  });

  test('of a counter, a lost write with that input stays unknown', async () => {
    const one = await replica();
    running.emulator.fault({
      match: { method: 'POST' },
      times: 1,
      fault: { kind: 'drop', apply: true },
    });
    const lost = await ask(one, create('Lost', 'one'));
    expect(lost.body.data.createCampaign.outcome).toBe('UNKNOWN');
    await spoil('open:', 'x');
    const { body, calls } = await ask(one, create('Lost', 'one'));
    expect(body.data.createCampaign.outcome).toBe('UNKNOWN');
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(rowsNamed('Lost')).toHaveLength(1);
  });

  test.each(['x', '', '5', '9000000000000000'])(
    'of the sign-ins (%j), each process counts alone',
    async (text) => {
      const begin = ({ url }: ListeningGateway) =>
        fetch(url.replace('/graphql', '/auth/login'), { redirect: 'manual' });
      const [one, two] = [await replica(), await replica()];
      expect((await begin(one)).status).toBe(302);
      await spoil('sign-ins:', text);
      expect((await begin(two)).status).toBe(302);
      expect((await begin(two)).status).toBe(302);
      const refused = await begin(two);
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect((await begin(one)).status).toBe(302);
    },
  );

  test('of the bearer token, another is fetched', async () => {
    const unlink = 'mutation { deleteStreamWebhookLink(input: { webhookId: "1" }) { outcome } }';
    expect((await ask(await replica(), unlink)).body.data).not.toBeNull();
    await spoil('bearer-token', 'personal');
    const { body, calls } = await ask(await replica(), unlink);
    expect(body.errors).toBeUndefined();
    expect(calls.filter(({ path }) => path.endsWith('/oauth2/token'))).toHaveLength(1);
  });
});
