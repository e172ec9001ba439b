import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createLog } from '../src/log.ts';
import type { Running } from './support/gateway.ts';
import { startGateway, useGateway } from './support/gateway.ts';

const viewer = '{ viewer { signedIn userId } }';
const rows = '{ accounts(first: 1) { nodes { id } } }';
const owner = { viewer: { signedIn: true, userId: '1500000000000000001' } };
const nobody = { viewer: { signedIn: false, userId: null } };

const local = useGateway();
const published = useGateway({ env: { PUBLIC_URL: 'https://ads.example' } });
const keyed = useGateway({ env: { GATEWAY_API_KEYS: 'first-key,second-key' } });
const exposed = useGateway({ env: { HOST: '0.0.0.0' } });

const codes = ({ errors }: Awaited<ReturnType<Running['ask']>>) =>
  errors?.map(({ extensions }) => extensions.code);

describe('without a session', () => {
  test('a caller on this machine is the owner', async () => {
    expect((await local.ask(viewer)).data).toEqual(owner);
    expect((await local.ask(rows)).calls).toHaveLength(1);
  });

  test('nobody is signed in where the gateway is reachable from elsewhere', async () => {
    expect((await exposed.ask(viewer)).data).toEqual(nobody);
    const answered = await exposed.ask(rows);
    expect(codes(answered)).toEqual(['UNAUTHENTICATED']);
    expect(answered.calls).toEqual([]);
  });

  test('nobody is signed in where a public address leads here, however the proxy names this host', async () => {
    expect((await published.ask(viewer)).data).toEqual(nobody);
  });

  test.each([
    { forwarded: 'for=203.0.113.7' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'X-Forwarded-Proto': 'https' },
    { 'x-forwarded-anything': '' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
    { 'CF-Connecting-IP': '203.0.113.7' },
    { 'True-Client-IP': '203.0.113.7' },
    { 'Fastly-Client-IP': '203.0.113.7' },
    { 'X-Client-IP': '203.0.113.7' },
    { 'X-Cluster-Client-IP': '203.0.113.7' },
    { 'Fly-Client-IP': '203.0.113.7' },
    { 'X-Azure-SocketIP': '203.0.113.7' },
    { 'X-Envoy-External-Address': '203.0.113.7' },
    { 'CDN-Loop': 'cdn' },
  ])('nobody is signed in behind a proxy on this machine, which shows as %j', async (headers) => {
    expect((await local.ask(viewer, {}, { headers })).data).toEqual(nobody);
    const answered = await local.ask(rows, {}, { headers });
    expect(codes(answered)).toEqual(['UNAUTHENTICATED']);
    expect(answered.calls).toEqual([]);
  });

  test('a key makes a caller the owner behind a proxy too', async () => {
    const headers = { 'x-api-key': 'first-key', 'x-forwarded-for': '203.0.113.7' };
    expect((await keyed.ask(viewer, {}, { headers })).data).toEqual(owner);
  });

  test.each(['first-key', 'second-key'])('the key %s makes a caller the owner', async (key) => {
    const { data } = await keyed.ask(viewer, {}, { headers: { 'x-api-key': key } });
    expect(data).toEqual(owner);
  });

  test.each([
    {},
    { 'x-api-key': '' },
    { 'x-api-key': 'first-ke' },
    { 'x-api-key': 'first-key,second-key' },
  ])('a request with %j is refused where keys are set', async (headers) => {
    const answered = await keyed.ask(viewer, {}, { headers });
    expect(answered.status).toBe(401);
    expect(codes(answered)).toEqual(['UNAUTHENTICATED']);
  });

  test.each([
    ['evil.test', nobody],
    ['evil.test:4000', nobody],
    ['127.0.0.1.evil.test', nobody],
    ['localhost:1', owner],
    ['[::1]:4000', owner],
  ])('a page that was led here as %s sees the viewer %j', async (host, seen) => {
    const sent = request(local.url, {
      method: 'POST',
      headers: { host, 'content-type': 'application/json' },
    });
    sent.end(JSON.stringify({ query: viewer }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(JSON.parse((await response.toArray()).join('')).data).toEqual(seen);
  });
});

test.each([
  [{ HOST: '0.0.0.0' }, true],
  [{ PUBLIC_URL: 'https://ads.example' }, true],
  [{}, false],
  [{ HOST: '0.0.0.0', GATEWAY_API_KEYS: 'key' }, false],
])('with %j the log says that the token will not be used: %s', async (env, isSaid) => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  await (await startGateway({ env, parts: { log } })).close();
  const said = lines.filter((line) => line.includes('(ADS_ACCESS_TOKEN) will not be used'));
  expect(said).toHaveLength(isSaid ? 1 : 0);
});

describe('a session that cannot be opened', () => {
  test.each([
    { authorization: 'Bearer nonsense' },
    { authorization: 'bearer' },
    { cookie: 'ads_graph_session=nonsense' },
    { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' },
    { authorization: 'nonsense' },
    { authorization: 'Bearernonsense' },
    { authorization: 'Bearer two words' },
    { authorization: '' },
    { cookie: 'other=1; ads_graph_session=' },
    { cookie: 'ads_graph_session' },
    { cookie: 'ads_graph_session; other=1' },
    { cookie: 'ads_graph_session= ; other=1' },
    { cookie: 'ads_graph_session =nonsense' },
  ])('is refused and never falls back to the owner: %j', async (headers) => {
    const answered = await local.ask(viewer, {}, { headers });
    expect(answered.status).toBe(401);
    expect(codes(answered)).toEqual(['UNAUTHENTICATED']);
    expect(answered.calls).toEqual([]);
  });

  test('is no reason to refuse other cookies', async () => {
    const { data } = await local.ask(viewer, {}, { headers: { cookie: 'theme=dark' } });
    expect(data).toEqual(owner);
  });
});
