import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { post, toolCall } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import {
  askToken,
  authorizeUrl,
  codeForm,
  connect,
  newClient,
  publishedEnv,
  refreshForm,
  register,
  type Tokens,
  withToken,
} from '../support/outside-clients.ts';
import { newVisitor } from '../support/visitor.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const hand = 'studio=https://studio.example/callback';
const running = useGateway({
  env: { ...(await publishedEnv()), MCP_CLIENTS: hand },
  parts: { log },
});
const closed = useGateway({ env: { ...(await publishedEnv()), MCP_REGISTRATION: 'off' } });
const unpublished = useGateway();
const secure = useGateway({ env: { PUBLIC_URL: 'https://ads.example' } });

const origin = () => new URL(running.url).origin;
const go = (path: string, init: RequestInit = {}) => fetch(`${origin()}${path}`, init);

const status = async ({ access_token }: Pick<Tokens, 'access_token'>): Promise<number> =>
  (await post(running, toolCall('ads_accounts'), withToken({ access_token }))).status;

beforeEach(() => running.emulator.reset({ data: true }));

describe('discovery by a client', () => {
  test('401 has the address of the metadata, and the smallest scope', async () => {
    const { status: code, headers } = await post(running, toolCall('ads_accounts'));
    expect(code).toBe(401);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${origin()}/.well-known/oauth-protected-resource/mcp", scope="ads.read"`,
    );
    const wrong = await post(running, toolCall('ads_accounts'), { authorization: 'Bearer nobody' });
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test.each(['', '/mcp'])('the metadata of the resource is at …%s', async (end) => {
    const response = await go(`/.well-known/oauth-protected-resource${end}`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({
      resource: `${origin()}/mcp`,
      authorization_servers: [origin()],
      scopes_supported: ['ads.read'],
    });
  });

  test('the metadata of the server lists its capabilities, and nothing of OpenID', async () => {
    const metadata = await (await go('/.well-known/oauth-authorization-server')).json();
    expect(metadata).toEqual({
      issuer: origin(),
      authorization_endpoint: `${origin()}/oauth/authorize`,
      token_endpoint: `${origin()}/oauth/token`,
      revocation_endpoint: `${origin()}/oauth/revoke`,
      registration_endpoint: `${origin()}/oauth/register`,
      scopes_supported: ['ads.read', 'ads.write', 'ads.spend'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: [
        'none',
        'client_secret_basic',
        'client_secret_post',
      ],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect((await go('/.well-known/openid-configuration')).status).toBe(404);
    expect((await go('/oauth/userinfo')).status).toBe(404);
    expect((await go('/oauth/jwks')).status).toBe(404);
  });

  test('without PUBLIC_URL there is no metadata', async () => {
    const { origin: other } = new URL(unpublished.url);
    for (const path of [
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
    ]) {
      expect((await fetch(`${other}${path}`)).status).toBe(404);
    }
    expect((await fetch(`${other}/oauth/token`, { method: 'POST' })).status).toBe(404);
  });

  test('with MCP_REGISTRATION=off no client can register', async () => {
    expect((await register(closed)).status).toBe(404);
    const { origin: other } = new URL(closed.url);
    const metadata = await (await fetch(`${other}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).not.toHaveProperty('registration_endpoint');
  });
});

describe('tokens', () => {
  test('admit a client for as long as they state', async () => {
    const { tokens } = await connect(running);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'ads.read' });
    expect(tokens).not.toHaveProperty('id_token');
    expect(await status(tokens)).toBe(200);
  });

  test('are for agents only, not for the graph', async () => {
    const { tokens } = await connect(running);
    const { status: code } = await running.ask(
      '{ viewer { userId } }',
      {},
      {
        headers: withToken(tokens),
      },
    );
    expect(code).toBe(401);
  });

  test('are renewed, and a refresh token that is used twice ends all of them', async () => {
    const { client, tokens } = await connect(running);
    const renewed = await askToken(running, refreshForm(client, tokens.refresh_token));
    const next = (await renewed.json()) as Tokens;
    expect(renewed.status).toBe(200);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(await status(next)).toBe(200);
    const again = await askToken(running, refreshForm(client, tokens.refresh_token));
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect([await status(tokens), await status(next)]).toEqual([401, 401]);
    expect((await askToken(running, refreshForm(client, next.refresh_token))).status).toBe(400);
  });

  test('end when their code is used twice', async () => {
    const { client, code, tokens } = await connect(running);
    const again = await askToken(running, codeForm(client, code));
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await status(tokens)).toBe(401);
    expect((await askToken(running, refreshForm(client, tokens.refresh_token))).status).toBe(400);
  });

  test('are issued once for a code, however many requests arrive at the same time', async () => {
    const { client, tokens } = await connect(running);
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => askToken(running, refreshForm(client, tokens.refresh_token))),
    );
    const won = asked.filter((one) => one.status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const one of won) expect(await status((await one.json()) as Tokens)).toBe(401);
  });

  test('are only for the audience of the code', async () => {
    const { client, tokens } = await connect(running);
    const form = {
      ...refreshForm(client, tokens.refresh_token),
      resource: 'https://evil.example/',
    };
    const asked = await askToken(running, form);
    expect([asked.status, await asked.json()]).toMatchObject([400, { error: 'invalid_target' }]);
  });

  test('are not for a client with another verifier', async () => {
    const visitor = newVisitor();
    const client = await newClient(running);
    const { code } = await connect(running, { client }, visitor);
    const form = { ...codeForm(client, code), code_verifier: 'v'.repeat(43) };
    expect((await askToken(running, form)).status).toBe(400);
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'end when the %s is revoked',
    async (kind) => {
      const { client, tokens } = await connect(running);
      const form = { token: tokens[kind], client_id: client.id };
      const revoked = await go('/oauth/revoke', {
        method: 'POST',
        body: new URLSearchParams(form),
      });
      expect(revoked.status).toBe(200);
      expect(await status(tokens)).toBe(401);
      expect((await askToken(running, refreshForm(client, tokens.refresh_token))).status).toBe(400);
    },
  );

  test('are not ended by another client', async () => {
    const { tokens } = await connect(running);
    const other = await newClient(running);
    const form = { token: tokens.access_token, client_id: other.id };
    await go('/oauth/revoke', { method: 'POST', body: new URLSearchParams(form) });
    expect(await status(tokens)).toBe(200);
  });

  test.each(['', '?revoke=true'])('end with the session: /auth/logout%s', async (query) => {
    const { client, tokens, visitor } = await connect(running);
    const out = await visitor.go(`${origin()}/auth/logout${query}`, {
      method: 'POST',
      headers: { origin: origin() },
    });
    expect(out.status).toBe(200);
    expect(await status(tokens)).toBe(401);
    expect((await askToken(running, refreshForm(client, tokens.refresh_token))).status).toBe(400);
  });

  test('are nowhere in the log, which names the client', async () => {
    lines.length = 0;
    const { client, code, tokens } = await connect(running);
    await status(tokens);
    await askToken(running, codeForm(client, code));
    await askToken(running, refreshForm(client, tokens.refresh_token));
    await expect.poll(() => lines.filter((line) => line.includes('/oauth/token')).length).toBe(3);
    const text = lines.join('');
    for (const secret of [code, tokens.access_token, tokens.refresh_token, client.verifier]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toMatch(/"client":"Pacer".*"route":"\/mcp"/);
    expect(text).toContain('"route":"/oauth/consent/{id}"');
  });
});

describe('a refusal before the consent page', () => {
  const asked = async (more: Readonly<Record<string, string | undefined>>) => {
    const client = await newClient(running);
    const response = await fetch(authorizeUrl(running, client, more), {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    return { response, to: response.headers.get('location') ?? '' };
  };

  test.each([
    'https://evil.example/callback',
    'http://127.0.0.1:7777/other',
    'http://127.0.0.2:7777/callback',
    'http://localhost:7777/callback',
    'https://127.0.0.1:7777/callback',
    'javascript:alert(1)',
  ])('a redirect to %s, which was not registered', async (address) => {
    const { response, to } = await asked({ redirect_uri: address });
    expect([response.status, to]).toEqual([400, '']);
    const html = await response.text();
    expect(html).toContain('redirect_uri');
    expect(html).not.toContain('<script');
  });

  test('not another port on loopback', async () => {
    const { to } = await asked({ redirect_uri: 'http://127.0.0.1:9999/callback' });
    expect(to).toContain('/oauth/consent/');
  });

  test.each([
    'http://evil.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:password@evil.example/',
    'https://evil.example/#fragment',
  ])('a client that registers %s', async (address) => {
    const response = await register(running, { redirect_uris: [address] });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'invalid_redirect_uri' },
    ]);
  });

  test('a client that wants addresses to be fetched', async () => {
    const sector = 'https://127.0.0.1/redirects.json';
    expect((await register(running, { sector_identifier_uri: sector })).status).toBe(400);
    expect((await register(running, { jwks_uri: sector })).status).toBe(400);
  });

  test.each([
    'https://127.0.0.1/client.json',
    'https://localhost/client.json',
    'https://[::1]/client.json',
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:127.0.0.1]/client.json',
    'https://2130706433/client.json',
    'http://127.0.0.1/client.json',
  ])('a metadata document at %s', async (id) => {
    const { response, to } = await asked({ client_id: id });
    expect([response.status, to]).toEqual([400, '']);
    expect(await response.text()).toContain('invalid_client');
  });

  test.each(['127.0.0.1', 'localhost'])('a document at %s, without a connection', async (host) => {
    let connections = 0;
    const inside = createServer(() => {
      connections += 1;
    }).listen(0, '127.0.0.1');
    await once(inside, 'listening');
    const { port } = inside.address() as AddressInfo;
    const { response } = await asked({ client_id: `https://${host}:${port}/client.json` });
    expect([response.status, connections]).toEqual([400, 0]);
    inside.close();
  });

  test('a code in a form', async () => {
    const { response } = await asked({ response_mode: 'form_post' });
    expect(response.status).toBe(400);
  });
});

test('a client of the operator needs no registration, and only its own address is accepted', async () => {
  const client = { id: 'studio', verifier: 'v'.repeat(43) };
  const wanted = await fetch(
    authorizeUrl(running, client, { redirect_uri: 'https://studio.example/callback' }),
    { redirect: 'manual' },
  );
  expect(wanted.headers.get('location')).toContain('/oauth/consent/');
  const other = await fetch(authorizeUrl(running, client), { redirect: 'manual' });
  expect(other.status).toBe(400);
});

test('behind https cookies are only for https, whatever the proxy reports', async () => {
  const { id, verifier } = await newClient(secure);
  const asked = authorizeUrl(secure, { id, verifier }, { resource: 'https://ads.example/mcp' });
  const response = await fetch(asked, {
    redirect: 'manual',
    headers: { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' },
  });
  expect(response.headers.get('location')).toMatch(/^https:\/\/ads\.example\/oauth\/consent\//);
  const cookies = response.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(2);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Secure-.*; secure; httponly; samesite=lax|samesite=lax; secure/i);
  }
});

test('a long registration is refused', async () => {
  expect((await register(running, { client_name: 'x'.repeat(9000) })).status).toBe(413);
});

test('a client with a secret must send it', async () => {
  const response = await register(running, { token_endpoint_auth_method: 'client_secret_basic' });
  const { client_id: id, client_secret: secret } = (await response.json()) as {
    client_id: string;
    client_secret: string;
  };
  expect(secret.length).toBeGreaterThan(30);
  const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: id };
  const body = await (await askToken(running, form)).json();
  expect(body).toMatchObject({ error: 'invalid_client' });
});
