import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { colleague } from '../support/accounts.ts';
import type { Running } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { keyOf, keysOf, withKey } from '../support/keys.ts';
import { bearer, signIn } from '../support/visitor.ts';

const viewer = '{ viewer { signedIn asOwner userId mayWrite } }';
const rows = '{ accounts(first: 1) { nodes { id } } }';
const ownerId = '1500000000000000001';
const owner = { viewer: { signedIn: false, asOwner: true, userId: ownerId, mayWrite: true } };
const nobody = { viewer: { signedIn: false, asOwner: false, userId: null, mayWrite: false } };
const user = { viewer: { signedIn: true, asOwner: false, userId: colleague, mayWrite: true } };
const create =
  'mutation { createCampaign(input: { accountId: "18ce54bik3s", fundingInstrumentId: "fik3s001", name: "By a key", dailyBudgetAmountLocalMicro: 5000000 }) { outcome } }';

const local = useGateway();
const published = useGateway({ env: { PUBLIC_URL: 'https://ads.example' } });
const exposed = useGateway({ env: { HOST: '0.0.0.0' } });
const rights = { router: '', writer: 'owner', reader: 'owner-reads' } as const;
const keyed = useGateway({ env: { GATEWAY_API_KEYS: keysOf(rights) } });

const codes = ({ errors }: Awaited<ReturnType<Running['ask']>>) =>
  errors?.map(({ extensions }) => extensions.code);

/** Expects that there is no viewer, and no call of the API. */
const expectNobody = async (running: Running, options = {}): Promise<void> => {
  expect((await running.ask(viewer, {}, options)).data).toEqual(nobody);
  for (const document of [rows, create]) {
    const answered = await running.ask(document, {}, options);
    expect(codes(answered)).toEqual(['UNAUTHENTICATED']);
    expect(answered.calls).toEqual([]);
  }
};

describe('without a session and without keys', () => {
  test('a caller on this machine is the owner', async () => {
    expect((await local.ask(viewer)).data).toEqual(owner);
    expect((await local.ask(rows)).calls).toHaveLength(1);
  });

  test('nobody is signed in where the gateway is reachable from elsewhere', () =>
    expectNobody(exposed));

  test('nobody is signed in where a public address leads here, whatever host the proxy sends', () =>
    expectNobody(published));

  test('an unknown key changes nothing', async () => {
    expect((await local.ask(viewer, {}, withKey('stranger'))).data).toEqual(owner);
    await expectNobody(exposed, withKey('stranger'));
  });

  test.each([
    ['evil.test', nobody],
    ['evil.test:4000', nobody],
    ['127.0.0.1.evil.test', nobody],
    ['localhost:1', owner],
    ['[::1]:4000', owner],
  ])('a page that reaches this machine as %s sees the viewer %j', async (host, seen) => {
    const sent = request(local.url, {
      method: 'POST',
      headers: { host, 'content-type': 'application/json' },
    });
    sent.end(JSON.stringify({ query: viewer }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(JSON.parse((await response.toArray()).join('')).data).toEqual(seen);
  });
});

describe('with keys', () => {
  let session: string;
  beforeAll(async () => {
    session = await signIn(keyed, colleague);
  });

  test('one without a right admits its caller, who is not the viewer', () =>
    expectNobody(keyed, withKey('router')));

  test('one that lends the owner’s token makes its caller the owner', async () => {
    expect((await keyed.ask(viewer, {}, withKey('writer'))).data).toEqual(owner);
    expect((await keyed.ask(rows, {}, withKey('writer'))).calls).toHaveLength(1);
    const { data } = await keyed.ask(create, {}, withKey('writer'));
    expect(data.createCampaign.outcome).toBe('APPLIED');
  });

  test('one that lends it for queries makes its caller the owner, read-only', async () => {
    expect((await keyed.ask(viewer, {}, withKey('reader'))).data).toEqual({
      viewer: { ...owner.viewer, mayWrite: false },
    });
    expect((await keyed.ask(rows, {}, withKey('reader'))).calls).toHaveLength(1);
  });

  test.each([
    create,
    'mutation { deleteStreamWebhookLink(input: { webhookId: "1" }) { outcome } }',
    'mutation { invalidateBearerToken { outcome } }',
    'mutation { __typename }',
  ])('one that lends it for queries allows no mutation: %s', async (document) => {
    const headers = { ...withKey('reader').headers };
    for (const options of [{ headers }, { headers: { ...headers, 'x-ads-plan': '1' } }]) {
      const answered = await keyed.ask(document, {}, options);
      expect([answered.status, codes(answered)]).toEqual([403, ['FORBIDDEN']]);
      expect(answered.calls).toEqual([]);
    }
  });

  test.each(Object.keys(rights))('a session counts before the key %s', async (name) => {
    const headers = { ...withKey(name).headers, ...bearer(session).headers };
    expect((await keyed.ask(viewer, {}, { headers })).data).toEqual(user);
    // The account is the owner's, so the API refuses to its colleague what the owner may do.
    const { data, calls } = await keyed.ask(create, {}, { headers });
    expect(data.createCampaign.outcome).toBe('REJECTED');
    expect(calls).toHaveLength(1);
  });

  test.each(Object.keys(rights))('a damaged session is refused beside the key %s', async (name) => {
    const headers = { ...withKey(name).headers, ...bearer(`${session}x`).headers };
    const answered = await keyed.ask(rows, {}, { headers });
    expect([answered.status, codes(answered)]).toEqual([401, ['UNAUTHENTICATED']]);
    expect(answered.calls).toEqual([]);
  });

  test('operations of the application itself are only for keys that lend everything', async () => {
    const unlink = 'mutation { deleteStreamWebhookLink(input: { webhookId: "1" }) { outcome } }';
    const { data } = await keyed.ask(unlink, {}, withKey('writer'));
    expect(data.deleteStreamWebhookLink.outcome).toBe('APPLIED');
    for (const name of ['router', 'reader']) {
      const headers = { ...withKey(name).headers, ...bearer(session).headers };
      const answered = await keyed.ask(unlink, {}, { headers });
      expect(codes(answered)).toEqual(['FORBIDDEN']);
      expect(answered.errors?.[0]?.message).toMatch(
        /^This acts for the application itself\. Sign in as its owner, or send an API key/,
      );
      expect(answered.calls).toEqual([]);
    }
  });

  test('a caller with a key is known behind a proxy too', async () => {
    const headers = { ...withKey('writer').headers, 'x-forwarded-for': '203.0.113.7' };
    expect((await keyed.ask(viewer, {}, { headers })).data).toEqual(owner);
  });

  test.each([
    {},
    { 'x-api-key': '' },
    { 'x-api-key': 'writer' },
    { 'x-api-key': keyOf('writer').slice(1) },
    { 'x-api-key': `${keyOf('writer')}:owner` },
    { 'x-api-key': `writer:${keyOf('writer')}` },
    { 'x-api-key': `${keyOf('writer')},${keyOf('reader')}` },
  ])('a request with neither key nor session is refused: %j', async (headers) => {
    const answered = await keyed.ask(viewer, {}, { headers });
    expect([answered.status, codes(answered)]).toEqual([401, ['UNAUTHENTICATED']]);
  });

  test('the log has the name of the key, and never the key itself', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const logging = await startGateway({
      env: { GATEWAY_API_KEYS: keysOf(rights) },
      parts: { log },
    });
    const own = await signIn(logging, colleague);
    await logging.ask(viewer, {}, withKey('writer'));
    await logging.ask(
      viewer,
      {},
      { headers: { ...withKey('router').headers, ...bearer(own).headers } },
    );
    await logging.ask(viewer, {}, bearer(own));
    await logging.ask(viewer, {}, withKey('stranger'));
    await logging.close();
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    // The first lines belong to the sign-in.
    expect(requests.slice(-4).map(({ key }) => key)).toEqual(['writer', 'router', null, null]);
    expect(lines.join('')).not.toContain('key-of');
  });
});

describe('the log says that the owner’s token will not be used', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, true],
    [{ PUBLIC_URL: 'https://ads.example' }, true],
    [{ GATEWAY_API_KEYS: keysOf({ router: '' }) }, true],
    [{}, false],
    [{ HOST: '0.0.0.0', GATEWAY_API_KEYS: keysOf({ router: '', reader: 'owner-reads' }) }, false],
  ])('with %j: %s', async (env, isSaid) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    await (await startGateway({ env, parts: { log } })).close();
    const said = lines.filter((line) => line.includes('(ADS_ACCESS_TOKEN) will not be used'));
    expect(said).toHaveLength(isSaid ? 1 : 0);
  });
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

  test('does not affect other cookies', async () => {
    const { data } = await local.ask(viewer, {}, { headers: { cookie: 'theme=dark' } });
    expect(data).toEqual(owner);
  });
});
