import { beforeEach, describe, expect, test } from 'vitest';
import { bikes, coffee, colleague, travel } from '../support/accounts.ts';
import { post, toolCall } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import {
  answerConsent,
  authorizeUrl,
  backAtClient,
  type Choice,
  connect,
  mainOf,
  newClient,
  openConsent,
  publishedEnv,
  withToken,
} from '../support/outside-clients.ts';
import { newVisitor, type Visitor } from '../support/visitor.ts';

const running = useGateway({ env: await publishedEnv() });
const origin = () => new URL(running.url).origin;
let visitor: Visitor;
beforeEach(() => {
  running.emulator.reset({ data: true });
  visitor = newVisitor();
});

/** Opens the consent page for a new client. */
const opened = async (scope = 'ads.read ads.write ads.spend', metadata: object = {}) => {
  const client = await newClient(running, metadata);
  return openConsent(running, visitor, { address: authorizeUrl(running, client, { scope }) });
};

const answered = async (choice: Choice): Promise<Response> =>
  answerConsent(running, visitor, { ...choice, url: (await opened()).url });

test('the page names the client, its address and its scopes; nothing is HTML, and no script runs', async () => {
  const metadata = { client_name: '<img src=x onerror=alert(1)>‮Pacer' };
  const { url, html } = await opened('ads.read ads.spend', metadata);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;Pacer');
  expect(html).toContain('unverified name');
  expect(html).toContain('<strong>127.0.0.1:7777</strong>');
  expect(html).toContain('value="ads.spend"');
  expect(html).not.toContain('value="ads.write"');
  expect(html).toContain('Nordlicht Bikes');
  expect(html).not.toContain('<script');
  const { headers } = await visitor.go(url);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors/);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('no account is selected in advance, unless it is the only one', async () => {
  const { html } = await opened();
  expect(html).not.toMatch(/name="account"[^>]*checked/);
  expect(html.match(/name="account"/g)?.length).toBeGreaterThan(1);
});

test('the client receives its code, its state and the issuer', async () => {
  const back = await backAtClient(visitor, await answered({}));
  expect(Object.fromEntries(back)).toEqual({
    code: expect.stringMatching(/^[\w-]{43}$/),
    state: 'state of the client',
    iss: origin(),
  });
});

test('the user may grant less', async () => {
  const { tokens } = await connect(running, { scopes: ['ads.read', 'ads.write'] });
  expect(tokens.scope).toBe('ads.read ads.write');
  const { url } = await opened('ads.read ads.write');
  const back = await backAtClient(
    visitor,
    await answerConsent(running, visitor, { url, scopes: ['ads.read', 'ads.spend'] }),
  );
  expect(back.get('code')).not.toBeNull();
});

test('the user may deny it', async () => {
  const back = await backAtClient(visitor, await answered({ decision: 'deny', accounts: [] }));
  expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', iss: origin() });
});

describe('an answer grants nothing', () => {
  test.each([
    ['no account', { accounts: [] }],
    ['no scope', { scopes: [] }],
    ['an account of somebody else', { accounts: [bikes, '18ce54zzzzz'] }],
    ['no decision', { decision: 'maybe' }],
  ])('%s', async (_, choice) => {
    const response = await answered(choice);
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(await mainOf(response)).toContain('role="alert"');
  });

  test.each([['https://evil.example'], ['null'], [null]])('from the origin %s', async (from) => {
    const response = await answered({ origin: from });
    expect([response.status, response.headers.get('location')]).toEqual([403, null]);
  });

  test('in another browser, which got no consent page', async () => {
    const { url } = await opened();
    const other = newVisitor();
    await connect(running, {}, other);
    const response = await answerConsent(running, other, { url });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  test('without a session', async () => {
    const { url } = await opened();
    visitor.cookies.delete('ads_graph_session');
    expect((await answerConsent(running, visitor, { url })).status).toBe(401);
  });

  test('twice', async () => {
    const { url } = await opened();
    await backAtClient(visitor, await answerConsent(running, visitor, { url }));
    expect((await answerConsent(running, visitor, { url })).status).toBe(400);
  });
});

test('a grant is requested again each time', async () => {
  const { client } = await connect(running, {}, visitor);
  const { html } = await openConsent(running, visitor, { address: authorizeUrl(running, client) });
  expect(html).toContain('name="decision"');
});

describe('/agents', () => {
  const page = async (): Promise<string> =>
    mainOf(await visitor.go(`${origin()}/agents`, { headers: { accept: 'text/html' } }));
  const status = async (access_token: string): Promise<number> =>
    (await post(running, toolCall('ads_accounts'), withToken({ access_token }))).status;

  test('shows a client, and Disconnect ends its access at once', async () => {
    const scopes = ['ads.read', 'ads.write'];
    const accounts = [bikes, coffee];
    const { client, tokens } = await connect(running, { scopes, accounts }, visitor);
    const again = await connect(running, { client }, visitor);
    const html = await page();
    expect(html).toContain('<strong>Pacer</strong>');
    expect(html).toContain('Make changes that raise no spending');
    expect(html).toContain(`Nordlicht Bikes (${bikes})`);
    expect(html).toContain('not used yet');
    await status(tokens.access_token);
    expect(await page()).toContain('last used <time');
    const [, action = ''] = /action="(agents\/clients\/[^"]+\/disconnect)"/.exec(html) ?? [];
    const send = (from: string) =>
      visitor.go(`${origin()}/${action}`, { method: 'POST', headers: { origin: from } });
    expect((await send('https://evil.example')).status).toBe(403);
    expect(await status(tokens.access_token)).toBe(200);
    expect((await send(origin())).status).toBe(302);
    expect(await status(tokens.access_token)).toBe(401);
    expect(await status(again.tokens.access_token)).toBe(401);
    expect(await page()).not.toContain(action);
  });

  test('shows nobody the clients of another user, and lets nobody end them', async () => {
    const { tokens } = await connect(running, {}, visitor);
    const html = await page();
    const [, action = ''] = /action="(agents\/clients\/[^"]+\/disconnect)"/.exec(html) ?? [];
    visitor = newVisitor();
    await connect(running, { userId: colleague, accounts: [travel] }, visitor).catch(() => null);
    const init = { method: 'POST', headers: { origin: origin() } };
    expect((await visitor.go(`${origin()}/${action}`, init)).status).toBe(404);
    expect(await status(tokens.access_token)).toBe(200);
  });
});
