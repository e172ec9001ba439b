import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import type { ListeningGateway } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import { begin, decide, newVisitor, signIn } from '../support/visitor.ts';

const a = 'shr1';
const secret = 's'.repeat(32);
const running = useGateway({ env: { SESSION_SECRET: secret } });
let redis: RedisServer;
let replicas: ListeningGateway[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  await Promise.all(replicas.map((one) => one.close()));
  replicas = [];
});
afterAll(() => redis.kill());

const replica = async (
  url = redis.url,
  env: Readonly<Record<string, string>> = {},
): Promise<ListeningGateway> => {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    TIMEOUT_GRACE_MS: '0',
    SESSION_SECRET: secret,
    REDIS_URL: url,
    ...env,
  });
  const one = await createGateway(emulated(config, running.emulator));
  replicas.push(one);
  return one;
};
const three = async (url?: string) => [await replica(url), await replica(url), await replica(url)];

const post = async (url: string, query: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  return { status: response.status, ...((await response.json()) as any) };
};

const create = (name: string, key: string) =>
  `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "${name}", idempotencyKey: "${key}", dailyBudgetAmountLocalMicro: 5000000 }) { outcome campaign { restId } } }`;
const rowsNamed = (name: string) =>
  running.emulator.store.rows('Campaign', a).filter((row) => row['name'] === name);
const logout = (url: string, session: string) =>
  fetch(url.replace('/graphql', '/auth/logout'), {
    method: 'POST',
    headers: { authorization: `bearer ${session}` },
  });
const viewer = '{ viewer { signedIn } }';
const isSignedIn = async ({ url }: ListeningGateway, session: string) => {
  const { status } = await post(url, viewer, { authorization: `bearer ${session}` });
  return status === 200;
};

describe('three replicas behind a client that uses them in turn', () => {
  test('send a write with a key once, at the same time and later', async () => {
    coreWorld(running, a);
    const urls = (await three()).map(({ url }) => url);
    const at = (turn: number) => urls[turn % urls.length] ?? '';
    const together = await Promise.all(
      Array.from({ length: 9 }, (_, turn) => post(at(turn), create('Shared', 'one'))),
    );
    const later = await post(at(1), create('Shared', 'one'));
    const [{ restId }, ...others] = [...together, later].map(
      ({ data }) => data.createCampaign.campaign,
    );
    expect(others.every((campaign) => campaign.restId === restId)).toBe(true);
    expect(rowsNamed('Shared')).toHaveLength(1);
    const reused = await post(at(2), create('Else', 'one'));
    expect(reused.errors[0].extensions.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('know of a sign-out, and so does one that starts later', async () => {
    const [one, two, three_] = (await three()) as [
      ListeningGateway,
      ListeningGateway,
      ListeningGateway,
    ];
    const session = await signIn(running, '1500000000000000002');
    expect(await isSignedIn(two, session)).toBe(true);
    await logout(one.url, session);
    for (const each of [one, two, three_, await replica()]) {
      expect(await isSignedIn(each, session)).toBe(false);
    }
  });
});

test('replicas count together who begins to sign in, and each alone while the store is gone', async () => {
  const own = await startRedis();
  const env = { LIMIT_SIGN_INS_EACH: '2' };
  const [one, two] = [await replica(own.url, env), await replica(own.url, env)];
  const begin = async ({ url }: ListeningGateway): Promise<Response> =>
    fetch(url.replace('/graphql', '/auth/login'), { redirect: 'manual' });
  try {
    expect((await begin(one)).status).toBe(302);
    expect((await begin(two)).status).toBe(302);
    const refused = await begin(two);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await own.kill();
    expect((await begin(one)).status).toBe(302);
    expect((await begin(one)).status).toBe(429);
  } finally {
    await own.kill();
  }
});

test('replicas have one bearer token, until one of them ends it', async () => {
  const [one, two, three_] = (await three()) as [
    ListeningGateway,
    ListeningGateway,
    ListeningGateway,
  ];
  running.emulator.reset();
  const unlink = (id: string) =>
    `mutation { deleteStreamWebhookLink(input: { webhookId: "${id}" }) { outcome } }`;
  const end = 'mutation { invalidateBearerToken { outcome } }';
  const fetched = () =>
    running.emulator.calls().filter(({ path }) => path.endsWith('/oauth2/token')).length;
  const sent = (field: string) =>
    running.emulator.calls().filter(({ endpoint }) => endpoint === field).length;
  // The store no longer has a token that one gateway ended; the others find out by a refusal.
  const asked = [
    [one, unlink('1'), 'deleteStreamWebhookLink', 1, 1],
    [two, unlink('2'), 'deleteStreamWebhookLink', 1, 1],
    [two, end, 'invalidateBearerToken', 1, 1],
    [three_, unlink('3'), 'deleteStreamWebhookLink', 2, 1],
    [two, unlink('4'), 'deleteStreamWebhookLink', 2, 1],
    [one, unlink('5'), 'deleteStreamWebhookLink', 2, 2],
  ] as const;
  for (const [{ url }, mutation, field, tokens, attempts] of asked) {
    const before = sent(field);
    expect((await post(url, mutation)).data[field].outcome).toBe('APPLIED');
    expect([fetched(), sent(field) - before]).toEqual([tokens, attempts]);
    const kept = await redis.command('KEYS', '*bearer-token');
    expect(kept).toBe(mutation === end ? '*0' : '*1');
  }
});

describe('a callback of a sign-in', () => {
  /**
   * A sign-in that begins at a replica: its callback, which any of them may receive, and the cookie
   * of its browser.
   */
  const begun = async ({ url }: ListeningGateway) => {
    const visitor = newVisitor();
    const place = { url, emulator: running.emulator };
    const callback = await decide(place, visitor, await begin(place, visitor));
    const cookie = `ads_graph_login=${visitor.cookies.get('ads_graph_login')}`;
    const completeAt = (
      other: ListeningGateway,
      headers: Readonly<Record<string, string>> = { cookie },
    ) =>
      newVisitor().go(callback.replace(new URL(url).origin, new URL(other.url).origin), {
        headers,
      });
    return { completeAt };
  };
  const exchanged = (): number =>
    running.emulator.calls().filter(({ endpoint }) => endpoint === 'createAccessToken').length;
  beforeEach(() => running.emulator.reset());

  test('completes it once, at any replica', async () => {
    const [one, two, three_] = (await three()) as [
      ListeningGateway,
      ListeningGateway,
      ListeningGateway,
    ];
    const { completeAt } = await begun(one);
    expect((await completeAt(two)).status).toBe(302);
    for (const each of [one, two, three_, await replica()]) {
      const response = await completeAt(each);
      expect(response.status).toBe(400);
      expect(response.headers.getSetCookie().join()).not.toContain('session=');
    }
    expect(exchanged()).toBe(1);
  });

  test('completes it once if all replicas receive it at the same time', async () => {
    const all = (await three()) as [ListeningGateway, ListeningGateway, ListeningGateway];
    const { completeAt } = await begun(all[0]);
    const responses = await Promise.all([...all, ...all].map((each) => completeAt(each)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([302, 400, 400, 400, 400, 400]);
    expect(exchanged()).toBe(1);
  });

  test('in another browser uses it up for all of them', async () => {
    const [one, two] = (await three()) as [ListeningGateway, ListeningGateway, ListeningGateway];
    const { completeAt } = await begun(one);
    expect((await completeAt(one, {})).status).toBe(400);
    expect((await completeAt(two)).status).toBe(400);
    expect(exchanged()).toBe(0);
  });

  test('of an unknown sign-in needs no room in the store', async () => {
    const one = await replica();
    const before = await redis.command('DBSIZE');
    for (const token of ['made-up', 'another', 'a&oauth_token=b&denied=c']) {
      const url = one.url.replace('/graphql', `/auth/callback?oauth_token=${token}`);
      expect((await newVisitor().go(`${url}&oauth_verifier=1`)).status).toBe(400);
    }
    expect(await redis.command('DBSIZE')).toBe(before);
    expect(exchanged()).toBe(0);
  });

  test('completes nothing while it may have done so before', async () => {
    const own = await startRedis();
    try {
      const one = await replica(own.url);
      const { completeAt } = await begun(one);
      await own.kill();
      const response = await completeAt(one);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'STATE_STORE_UNAVAILABLE' } }],
      });
      // The browser still has the sign-in for the time when the store responds again.
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(exchanged()).toBe(0);
    } finally {
      await own.kill();
    }
  });

  test('that was used is still known after the store has lost its data', async () => {
    const own = await startRedis();
    try {
      const one = await replica(own.url);
      const { completeAt } = await begun(one);
      expect((await completeAt(one)).status).toBe(302);
      await own.command('FLUSHALL');
      expect((await completeAt(one)).status).toBe(400);
      expect(exchanged()).toBe(1);
    } finally {
      await own.kill();
    }
  });
});

describe('if the store', () => {
  const quick = async <T>(work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    // Without a limit, it would wait for a store that never responds.
    expect(performance.now() - start).toBeLessThan(10_000);
    return result;
  };

  const expectHeld = async (
    session: string,
    [one, two]: readonly [ListeningGateway, ListeningGateway, ListeningGateway],
  ) => {
    const read = await quick(() =>
      post(one.url, `{ account(id: "${a}") { campaigns(first: 1) { nodes { name } } } }`),
    );
    expect(read.data.account.campaigns.nodes).toHaveLength(1);
    const before = running.emulator.calls().length;
    const { errors } = await quick(() => post(one.url, create('Unsent', 'two')));
    expect(errors[0].extensions).toMatchObject({ code: 'STATE_STORE_UNAVAILABLE' });
    expect(running.emulator.calls()).toHaveLength(before);
    for (const each of [one, two]) {
      expect(await quick(() => isSignedIn(each, session))).toBe(false);
    }
    const plain = create('Unnamed', '').replace('idempotencyKey: "", ', '');
    const unnamed = await quick(() => post(two.url, plain));
    expect(unnamed.data.createCampaign.outcome).toBe('APPLIED');
  };

  test.each(['is silent', 'is killed', 'was flushed'])(
    '%s, reads continue, keyed writes are refused before any call, and signed out users stay so',
    async (what) => {
      running.emulator.reset();
      coreWorld(running, a);
      const own = await startRedis();
      try {
        const gateways = (await three(own.url)) as [
          ListeningGateway,
          ListeningGateway,
          ListeningGateway,
        ];
        const session = await signIn(running, '1500000000000000002');
        await logout(gateways[0].url, session);
        await post(gateways[0].url, create('Before', 'zero'));
        await post(gateways[1].url, create('Before', 'zero'));
        expect(rowsNamed('Before')).toHaveLength(1);
        if (what === 'is silent') own.silence();
        if (what === 'is killed') await own.kill();
        if (what === 'was flushed') await own.command('FLUSHALL');
        await expectHeld(session, gateways);
        if (what !== 'is silent') return;
        own.wake();
        await expect
          .poll(async () => (await post(gateways[2].url, create('Awake', 'three'))).data, {
            timeout: 20_000,
          })
          .toMatchObject({ createCampaign: { outcome: 'APPLIED' } });
      } finally {
        own.wake();
        await own.kill();
      }
    },
  );
});

test('a gateway starts without its store, and warns', async () => {
  const one = await replica('redis://127.0.0.1:1');
  const { data } = await post(one.url, `{ account(id: "${a}") { name } }`);
  expect(data.account.name).toBe('Core');
});

test('a rate window that one replica learns of applies to the others', async () => {
  const [one, two] = (await three()) as [ListeningGateway, ListeningGateway, ListeningGateway];
  // The API reports it once, so a gateway that did not hear of it would continue.
  running.emulator.fault({
    match: { endpoint: 'listCampaigns' },
    times: 1,
    fault: {
      kind: 'answer',
      status: 429,
      json: { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Slow down.' }] },
      headers: {
        'x-account-rate-limit-limit': '10',
        'x-account-rate-limit-remaining': '0',
        'x-account-rate-limit-reset': String(Math.floor(Date.now() / 1000) + 600),
      },
    },
  });
  const ask = ({ url }: ListeningGateway) =>
    post(url, `{ account(id: "${a}") { campaigns { nodes { name } } } }`);
  expect((await ask(one)).errors[0].extensions.code).toBe('UPSTREAM_RATE_LIMITED');
  await expect
    .poll(async () => {
      const start = running.emulator.calls().length;
      const { errors } = await ask(two);
      return [errors?.[0]?.extensions.code, running.emulator.calls().length - start];
    })
    .toEqual(['UPSTREAM_RATE_LIMITED', 0]);
});

test('an unreadable message of a gateway of another version is dropped', async () => {
  const { url } = await replica();
  const tellAll =
    "local told = redis.call('PUBSUB', 'CHANNELS') for _, channel in ipairs(told) do redis.call('PUBLISH', channel, '{') redis.call('PUBLISH', channel, '{}') end return #told";
  await expect
    .poll(async () => Number((await redis.command('EVAL', `"${tellAll}"`, '0')).slice(1)))
    .toBeGreaterThan(1);
  expect((await post(url, '{ accounts(first: 1) { nodes { id } } }')).status).toBe(200);
});
