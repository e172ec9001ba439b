import { describe, expect, test } from 'vitest';
import { isRedirect } from '../../agents/grants/redirect.ts';
import { bikes } from '../support/accounts.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import {
  answerConsent,
  authorizeUrl,
  connect,
  mainOf,
  newClient,
  openConsent,
  publishedEnv,
  redirectUri,
  register,
} from '../support/outside-clients.ts';
import { newVisitor, signIn } from '../support/visitor.ts';

const [first, second] = [await publishedEnv(), await publishedEnv()];
const running = useGateway({
  env: { ...(await publishedEnv()), MCP_CLIENTS: 'studio=https://studio.example/callback' },
});

describe('a redirect address', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1:1234/callback',
    'http://localhost/',
    'http://[::1]:80/x',
    'com.example.app:/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'vscode-insiders://x/y',
  ])('%s is taken', (address) => {
    expect(isRedirect(address)).toBe(true);
  });

  test.each([
    'ms-msdt:/id',
    'search-ms:query=x',
    'shell:startup',
    'steam://run/1',
    'chrome://x',
    'evil-app://claude.ai/cb',
    'http://evil.example/',
    'javascript:alert(1)',
    'intent://x#y',
    '.com:/x',
  ])('%s is not', async (address) => {
    const response = await register(running, { redirect_uris: [address] });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'invalid_redirect_uri' },
    ]);
  });
});

test.each(['studio=http://studio.example/callback', 'studio'])(
  'MCP_CLIENTS with %s stops the start',
  async (clients) => {
    const started = startGateway({ env: { ...first, MCP_CLIENTS: clients } });
    await expect(started).rejects.toThrow(/^MCP_CLIENTS must be clients as name=address/);
  },
);

describe('many clients behind one address', () => {
  const env = { LIMIT_SIGN_INS_EACH: '3' };
  const counted = useGateway({ env: { ...first, ...env } });
  const other = useGateway({ env: { ...second, ...env } });

  test('are refused, and do not keep anybody there from signing in', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await register(counted)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    const refused = await register(counted);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('Too many clients in the last minute');
    expect(await signIn(counted)).not.toBe('');
  });

  test('are not refused for the sign-ins there', async () => {
    const at = new URL(other.url).origin;
    const begun: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      begun.push((await newVisitor().go(`${at}/auth/login`)).status);
    }
    expect(begun).toEqual([302, 302, 302, 429]);
    expect((await register(other)).status).toBe(201);
  });
});

describe('an error before the user has answered', () => {
  const mistakes: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
    'no question': { prompt: 'none' },
    'another kind of answer': { response_type: 'token' },
    'another audience': { resource: 'https://evil.example/mcp' },
    'no challenge': { code_challenge: undefined, code_challenge_method: undefined },
    'a short challenge': { code_challenge: 'x' },
    'a request in a parameter': { request: 'x' },
  };

  test.each(Object.keys(mistakes))('%s is shown on the page', async (mistake) => {
    const client = await newClient(running, { client_name: 'Phish' });
    const address = authorizeUrl(running, client, mistakes[mistake]);
    const page = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(await mainOf(page)).toContain('This client cannot connect');
    const json = await fetch(address, { redirect: 'manual' });
    expect([json.status, await json.json()]).toMatchObject([400, { error: expect.any(String) }]);
  });

  test('is sent to a client of the operator', async () => {
    const studio = { id: 'studio', verifier: 'v'.repeat(43) };
    const more = { redirect_uri: 'https://studio.example/callback', prompt: 'none' };
    const response = await fetch(authorizeUrl(running, studio, more), { redirect: 'manual' });
    expect(response.status).toBe(303);
    const to = new URL(response.headers.get('location') ?? '');
    expect(to.origin).toBe('https://studio.example');
    expect(to.searchParams.get('error')).toBe('consent_required');
  });
});

test('a registration loses the fields that are not supported', async () => {
  const device = 'urn:ietf:params:oauth:grant-type:device_code';
  const response = await register(running, {
    client_name: 'Visual Studio Code',
    client_uri: 'https://code.visualstudio.com',
    grant_types: ['authorization_code', 'refresh_token', device],
    response_types: ['code', 'token'],
    redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://localhost:33418/'],
    application_type: 'native',
    id_token_signed_response_alg: 'RS256',
    contacts: ['a@example.com'],
  });
  expect(response.status).toBe(201);
  const told = (await response.json()) as Readonly<Record<string, unknown>>;
  expect(told).toMatchObject({
    client_name: 'Visual Studio Code',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  });
  expect(Object.keys(told)).not.toContain('contacts');
  const none = await register(running, { grant_types: [device] });
  expect(none.status).toBe(400);
});

describe('the consent page', () => {
  const pageOf = async (metadata: object, redirect = redirectUri): Promise<string> => {
    const client = await newClient(running, { redirect_uris: [redirect], ...metadata });
    const address = authorizeUrl(running, client, { redirect_uri: redirect });
    return (await openConsent(running, newVisitor(), { address })).html;
  };

  test('shows the program that receives the code, and never the host of its scheme', async () => {
    const html = await pageOf({ client_name: 'Claude' }, 'com.evil.app://claude.ai/cb');
    expect(html).toContain('a program on this device');
    expect(html).toContain('<strong>com.evil.app:</strong>');
    expect(html).not.toContain('claude.ai');
    const cursor = await pageOf({}, 'cursor://anysphere.cursor-mcp/oauth/callback');
    expect(cursor).toContain('<strong>cursor:</strong>, usually Cursor');
  });

  test.each([
    'Claude by Anthropic — registered by the operator',
    'Claude (VERIFIED)',
    'Ｒegistered',
  ])('shows no name that claims to be verified: %s', async (name) => {
    const html = await pageOf({ client_name: name });
    expect(html).toContain('“<strong>127.0.0.1:7777</strong>”');
    expect(html).not.toContain('registered by the operator');
  });

  test('refuses a form that is longer than all accounts', async () => {
    const visitor = newVisitor();
    const { client } = await connect(running, {}, visitor);
    const { url } = await openConsent(running, visitor, {
      address: authorizeUrl(running, client),
    });
    const accounts = Array.from({ length: 400_000 }, () => bikes.slice(0, 3));
    const response = await answerConsent(running, visitor, { url, accounts });
    expect(response.status).toBe(413);
  });
});
