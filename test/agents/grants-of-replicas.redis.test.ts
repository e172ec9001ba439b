import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post, toolCall } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { keysOf } from '../support/keys.ts';
import type { Tokens } from '../support/outside-clients.ts';
import { askToken, connect, refreshForm, withToken } from '../support/outside-clients.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { useReplicas } from '../support/replicas.ts';

const running = useGateway();
const replica = useReplicas(running);
let redis: RedisServer;
let proxy: Server;
let backends: readonly string[] = [];
let turn = 0;
beforeAll(async () => {
  redis = await startRedis();
  // Each request goes to the next replica, unchanged.
  proxy = createServer((req, res) => {
    turn += 1;
    const to = new URL(req.url ?? '', backends[turn % backends.length]);
    const onward = request(to, { method: req.method, headers: req.headers }, (got) => {
      res.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(res);
    });
    req.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.close();
  await redis.kill();
});

/** Two replicas behind one address. */
const published = async () => {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const env = {
    PUBLIC_URL: url,
    REDIS_URL: redis.url,
    GATEWAY_API_KEYS: keysOf({ writer: 'owner' }),
    LIMIT_SIGN_INS_EACH: '1000',
  };
  backends = [(await replica(env)).url, (await replica(env)).url];
  return { ...running, url, emulator: running.emulator };
};

const statuses = (tokens: Tokens): Promise<readonly number[]> =>
  Promise.all(
    backends.map(
      async (url) => (await post({ url }, toolCall('ads_accounts'), withToken(tokens))).status,
    ),
  );

test('replicas serve one flow, and each sees at once that another has ended a grant', async () => {
  const place = await published();
  const first = await connect(place);
  expect(await statuses(first.tokens)).toEqual([200, 200]);
  const { visitor } = first;
  const page = await (await visitor.go(`${place.url}/agents`)).text();
  const [, action = ''] = /action="(agents\/clients\/[^"]+\/disconnect)"/.exec(page) ?? [];
  const init = { method: 'POST', headers: { origin: place.url } };
  expect((await visitor.go(`${place.url}/${action}`, init)).status).toBe(302);
  expect(await statuses(first.tokens)).toEqual([401, 401]);
  const second = await connect(place);
  await second.visitor.go(`${place.url}/auth/logout`, init);
  expect(await statuses(second.tokens)).toEqual([401, 401]);
});

test('a refresh token that two replicas receive at the same time is used at most once', async () => {
  const place = await published();
  const { client, tokens } = await connect(place);
  const form = refreshForm(client, tokens.refresh_token);
  const asked = await Promise.all(Array.from({ length: 6 }, () => askToken(place, form)));
  expect(asked.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect(await statuses(tokens)).toEqual([401, 401]);
});

test('the store contains neither readable tokens nor readable grants', async () => {
  const place = await published();
  const { client, tokens } = await connect(place);
  const store = new Redis(redis.url);
  const keys = await store.keys('*mcp-*');
  const texts = await Promise.all(keys.map((key) => store.get(key)));
  store.disconnect();
  const all = [...keys, ...texts].join('\n');
  expect(keys.length).toBeGreaterThan(3);
  for (const secret of [tokens.access_token, tokens.refresh_token, client.id, 'Pacer']) {
    expect(all).not.toContain(secret);
  }
});
