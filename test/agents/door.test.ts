import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { mcpUrl, post, toolCall, withAgent } from '../support/agents.ts';
import type { Running } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { bearer, signIn } from '../support/visitor.ts';

const local = useGateway();
const rights = { router: '', writer: 'owner', reader: 'owner-reads' } as const;
const keyed = useGateway({
  env: { GATEWAY_API_KEYS: keysOf(rights), PUBLIC_URL: 'https://ads.example' },
});
const exposed = useGateway({ env: { HOST: '0.0.0.0' } });
const without = useGateway({ env: { MCP: 'off' } });

const ask = toolCall('ads_query', { document: '{ viewer { userId } }' });

/** Sends a message with exactly these headers, including `Host`. Returns the status. */
const statusWith = async (
  running: Running,
  headers: Readonly<Record<string, string>>,
): Promise<number | undefined> => {
  const sent = request(mcpUrl(running), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  sent.end(JSON.stringify(ask));
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
};

test.each(['GET', 'DELETE', 'PUT'])('%s is 405', async (method) => {
  const { status, headers } = await fetch(mcpUrl(local), { method });
  expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
});

test('without agents there is nothing at the address', async () => {
  expect((await post(without, ask)).status).toBe(404);
});

describe('hosts and origins', () => {
  test.each([
    ['evil.test', 403],
    ['127.0.0.1.evil.test', 403],
    ['8.8.8.8', 403],
    ['localhost:1', 200],
    ['[::1]', 200],
  ])('Host %s: %d', async (host, status) => {
    expect(await statusWith(local, { host })).toBe(status);
  });

  test.each([
    ['https://evil.test', 403],
    ['http://localhost:1', 403],
    ['null', 403],
  ])('Origin %s: %d', async (origin, status) => {
    const before = local.emulator.calls().length;
    expect(await statusWith(local, { origin })).toBe(status);
    expect(local.emulator.calls()).toHaveLength(before);
  });

  test('a page of the gateway itself may send requests', async () => {
    const { origin } = mcpUrl(local);
    expect(await statusWith(local, { origin })).toBe(200);
  });

  test('behind a public address its host is accepted, and no other', async () => {
    const key = { 'x-api-key': keyOf('writer') };
    expect(await statusWith(keyed, { ...key, host: 'ads.example' })).toBe(200);
    expect(await statusWith(keyed, { ...key, host: 'evil.example' })).toBe(403);
  });
});

describe('the caller', () => {
  test.each([
    ['x-api-key', { 'x-api-key': keyOf('writer') }, 200],
    ['x-api-key that only reads', { 'x-api-key': keyOf('reader') }, 200],
    ['the key as bearer', { authorization: `Bearer ${keyOf('reader')}` }, 200],
    ['a key that only admits', { 'x-api-key': keyOf('router') }, 401],
    ['an unknown key', { 'x-api-key': keyOf('stranger') }, 401],
    ['an unknown bearer', { authorization: `Bearer ${keyOf('stranger')}` }, 401],
    ['two keys', { 'x-api-key': keyOf('writer'), authorization: `Bearer ${keyOf('reader')}` }, 401],
    ['another scheme', { authorization: `Basic ${keyOf('writer')}` }, 401],
    ['nothing', {}, 401],
  ])('%s', async (_, headers, status) => {
    const response = await post(keyed, ask, headers as Readonly<Record<string, string>>);
    expect(response.status).toBe(status);
    if (status !== 401) return;
    expect(response.headers.get('www-authenticate')).toMatch(
      /^Bearer resource_metadata="https:\/\/ads\.example\/\.well-known\/.*", scope="ads\.read"/,
    );
    expect(await response.json()).toMatchObject({ error: { data: { code: 'UNAUTHENTICATED' } } });
  });

  test('a session of the gateway does not count here, neither as bearer nor as cookie', async () => {
    const session = await signIn(local);
    expect((await post(local, ask, bearer(session).headers)).status).toBe(401);
    const cookie = `ads_graph_session=${session}`;
    expect((await post(local, ask, { cookie })).status).toBe(401);
    expect((await post(local, ask)).status).toBe(200);
  });

  test('without keys only this machine has access, and any key is wrong', async () => {
    expect((await post(exposed, ask)).status).toBe(401);
    expect((await post(local, ask, { 'x-api-key': keyOf('writer') })).status).toBe(401);
    expect((await post(local, ask, { 'x-forwarded-for': '8.8.8.8' })).status).toBe(401);
  });
});

test.each([
  ['no JSON', '{', 400, -32_700],
  ['nothing', '', 400, -32_700],
  ['a list of messages', JSON.stringify([[ask]]), 400, -32_000],
  ['too deep', `${'['.repeat(100)}1${']'.repeat(100)}`, 400, -32_000],
])('%s is refused', async (_, body, status, code) => {
  const response = await post(local, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
});

test('a body of another type gets 415, a long one 413', async () => {
  const response = await post(local, ask, { 'content-type': 'text/plain' });
  expect(response.status).toBe(415);
  const long = await post(local, `"${'x'.repeat(7 * 1024 * 1024)}"`);
  expect(long.status).toBe(413);
});

test('there are no notifications about changes of lists', async () => {
  await withAgent(local, async ({ client }) => {
    expect(client.getServerCapabilities()).toEqual({
      tools: {},
      resources: {},
      prompts: {},
    });
  });
});
