import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { colleague } from '../support/accounts.ts';
import type { Running } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import type { Visitor } from '../support/visitor.ts';
import { begin, decide, newVisitor, signIn } from '../support/visitor.ts';

// A refusal for the rate in one test must not be remembered in the next.
const windows = new Map();
afterEach(() => windows.clear());
const running = useGateway({ parts: { now: () => clock, windows } });
let origin: string;
let clock = Date.now();
beforeAll(() => {
  ({ origin } = new URL(running.url));
});

/** A sign-in up to the callback. */
const toCallback = async (visitor: Visitor, query = '', decision = 'allow'): Promise<URL> => {
  const consent = await begin(running, visitor, query);
  return new URL(await decide(running, visitor, consent, { userId: colleague, decision }));
};

const sessionsSetBy = (response: Response): readonly string[] =>
  response.headers.getSetCookie().filter((line) => line.includes('session='));

const expectRefused = async (response: Response): Promise<void> => {
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_REQUEST']);
  expect(sessionsSetBy(response)).toEqual([]);
  expect(response.headers.get('cache-control')).toBe('no-store');
};

describe('signing in', () => {
  test('leads over the consent page to a session of the user who allowed it', async () => {
    running.emulator.reset();
    const visitor = newVisitor();
    const consent = new URL(await begin(running, visitor, '?returnTo=%2Fgraphql%3Ftab%3D1%23end'));
    expect(consent.origin + consent.pathname).toBe(
      `${running.emulator.url}/platform/oauth/authorize`,
    );
    expect([...consent.searchParams.keys()]).toEqual(['oauth_token']);
    const callback = await decide(running, visitor, consent.href, { userId: colleague });
    expect(callback).toMatch(`${origin}/auth/callback?oauth_token=`);
    const back = await visitor.go(callback);
    expect(back.headers.get('location')).toBe('/graphql?tab=1#end');
    expect(await (await visitor.go(`${origin}/auth/session`)).json()).toEqual({
      signedIn: true,
      userId: colleague,
      screenName: 'emulator_colleague',
    });
    const cookie = `ads_graph_session=${visitor.cookies.get('ads_graph_session')}`;
    const { data } = await running.ask(
      '{ viewer { signedIn userId screenName } accounts(first: 5) { nodes { name } } }',
      {},
      { headers: { cookie } },
    );
    expect(data.viewer).toEqual({
      signedIn: true,
      userId: colleague,
      screenName: 'emulator_colleague',
    });
    expect(data.accounts.nodes).toHaveLength(2);
    const calls = running.emulator
      .calls()
      .map(({ method, path, status }) => [method, path, status]);
    expect(calls).toEqual([
      ['POST', '/platform/oauth/request_token', 200],
      ['GET', '/platform/oauth/authorize', 200],
      ['POST', '/platform/oauth/access_token', 200],
      ['GET', '/12/accounts', 200],
    ]);
  });

  test('passes on the options of the sign-in', async () => {
    running.emulator.reset();
    const consent = new URL(
      await begin(
        running,
        newVisitor(),
        '?mode=authenticate&force_login=true&screen_name=emulator_colleague&x_auth_access_type=read',
      ),
    );
    expect(consent.pathname).toBe('/platform/oauth/authenticate');
    expect(consent.searchParams.get('force_login')).toBe('true');
    expect(consent.searchParams.get('screen_name')).toBe('emulator_colleague');
    expect(consent.searchParams.has('oauth_callback')).toBe(false);
    expect(running.emulator.calls()[0]?.body).toBe('x_auth_access_type=read');
    const page = await (await fetch(consent)).text();
    expect(page).toContain(`value="${colleague}" checked`);
  });

  test.each([
    '?x_auth_access_type=admin',
    '?force_login=yes',
    '?mode=other',
    '?screen_name=a%20b',
    '?screen_name=a&screen_name=b',
    '?returnTo=%2Fa&returnTo=%2Fa',
  ])('refuses %s before any call', async (query) => {
    running.emulator.reset();
    await expectRefused(await newVisitor().go(`${origin}/auth/login${query}`));
    expect(running.emulator.calls()).toEqual([]);
  });

  test('needs no page for a user who allowed access before, unless a login is forced', async () => {
    const visitor = newVisitor();
    await signIn(running, colleague, visitor);
    const consent = await begin(running, visitor, '?mode=authenticate');
    const sentOn = await visitor.go(consent);
    expect(sentOn.status).toBe(302);
    expect((await visitor.go(sentOn.headers.get('location') ?? '')).status).toBe(302);
    const forced = await begin(running, visitor, '?mode=authenticate&force_login=true');
    expect((await visitor.go(forced)).status).toBe(200);
    const asked = await begin(running, visitor);
    expect((await visitor.go(asked)).status).toBe(200);
  });

  test('works in two tabs of one browser, each with a session of its own', async () => {
    const visitor = newVisitor();
    const [first, second] = [await toCallback(visitor), await toCallback(visitor)];
    expect((await visitor.go(first.href)).status).toBe(302);
    const one = visitor.cookies.get('ads_graph_session');
    expect((await visitor.go(second.href)).status).toBe(302);
    expect(visitor.cookies.get('ads_graph_session')).not.toBe(one);
  });

  test('happens under one name of this machine, so that its cookies are found again', async () => {
    const other = origin.replace('127.0.0.1', 'localhost');
    const response = await newVisitor().go(`${other}/auth/login?mode=authenticate`);
    expect(response.headers.get('location')).toBe(`${origin}/auth/login?mode=authenticate`);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/..//evil.example',
    'graphql',
    '',
  ])('never leads to %j afterwards', async (returnTo) => {
    const visitor = newVisitor();
    const callback = await toCallback(visitor, `?${new URLSearchParams({ returnTo })}`);
    expect((await visitor.go(callback.href)).headers.get('location')).toBe('/');
  });
});

test.each([
  [2048, `/${'a'.repeat(2047)}`],
  [2049, '/'],
])('a return address of %i characters leads to its page or home', async (length, place) => {
  const visitor = newVisitor();
  const returnTo = `/${'a'.repeat(length - 1)}`;
  const callback = await toCallback(visitor, `?${new URLSearchParams({ returnTo })}`);
  expect((await visitor.go(callback.href)).headers.get('location')).toBe(place);
});

describe('many people who begin to sign in', () => {
  const flooded = useGateway({
    env: { LIMIT_SIGN_INS_EACH: '5', LIMIT_SIGN_INS: '8', PUBLIC_URL: 'http://localhost:4000' },
  });
  const beginAs = (address: string, visitor = newVisitor()): Promise<Response> =>
    visitor.go(`${new URL(flooded.url).origin}/auth/login`, {
      headers: { 'x-forwarded-for': `198.51.100.1, ${address}` },
    });

  test('are limited by address and in total, and cost nothing then', async () => {
    const person = newVisitor();
    const begun = await beginAs('203.0.113.1', person);
    expect(begun.status).toBe(302);
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      statuses.push((await beginAs(`2001:db8:1:2:${count}::7`)).status);
    }
    expect(statuses).toEqual([...Array(5).fill(302), ...Array(5).fill(429)]);
    for (const address of ['203.0.113.2', '203.0.113.3']) {
      expect((await beginAs(address)).status).toBe(302);
    }
    const refused = await beginAs('203.0.113.4');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED' } }],
    });
    expect(flooded.emulator.calls()).toHaveLength(8);
    // A sign-in that began before all of them can still end.
    const callback = await decide(flooded, person, begun.headers.get('location') ?? '');
    const at = new URL(flooded.url).origin;
    const ended = await person.go(callback.replace('http://localhost:4000', at));
    expect(ended.status).toBe(302);
    expect(person.cookies.has('ads_graph_session')).toBe(true);
    expect(person.cookies.has('ads_graph_login')).toBe(false);
  });
});

test('a browser with many pending sign-ins sends a cookie of limited size, with the latest of them', async () => {
  const visitor = newVisitor();
  const returnTo = `/${'a'.repeat(800)}`;
  const callbacks: URL[] = [];
  for (let count = 0; count < 8; count += 1) {
    callbacks.push(await toCallback(visitor, `?${new URLSearchParams({ returnTo })}`));
    expect(visitor.cookies.get('ads_graph_login')?.length).toBeLessThanOrEqual(4000);
  }
  await expectRefused(await visitor.go(callbacks[0]?.href ?? ''));
  const last = await visitor.go(callbacks[7]?.href ?? '');
  expect(last.headers.get('location')).toBe(returnTo);
});

test('a sign-in may end at another process with the same secret', async () => {
  const env = { SESSION_SECRET: 'a secret that both processes have in common' };
  const [one, other] = [await startGateway({ env }), await startGateway({ env })];
  const visitor = newVisitor();
  const consent = await begin(one, visitor);
  const callback = await decide(one, visitor, consent);
  const elsewhere = callback.replace(new URL(one.url).origin, new URL(other.url).origin);
  const response = await visitor.go(elsewhere);
  // That API does not know the token of this one, so its error differs from that of an unknown
  // sign-in.
  expect(await response.text()).toContain('did not confirm');
  await one.close();
  await other.close();
});

describe('on the wire', () => {
  const said: string[] = [];
  const api = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += String(chunk);
    });
    req.on('end', () => {
      said.push(`${req.method} ${req.url} ${req.headers.authorization} ${body}`);
      res.end(
        req.url === '/oauth/request_token'
          ? 'oauth_token=rt&oauth_token_secret=rs&oauth_callback_confirmed=true'
          : 'oauth_token=7-at&oauth_token_secret=as&user_id=7&screen_name=seven',
      );
    });
  });
  let own: Running;
  beforeAll(async () => {
    await once(api.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    own = await startGateway({
      config: {
        upstream: {
          hosts: { ads: url, sandbox: url, platform: url },
          consumer: { key: 'app', secret: 'app-secret' },
          owner: { key: '1-owner', secret: 'owner-secret' },
        },
      },
    });
  });
  afterAll(async () => {
    await own.close();
    api.close();
  });

  test('only the application requests the request token, which then stands for the user', async () => {
    const visitor = newVisitor();
    const at = new URL(own.url).origin;
    await visitor.go(`${at}/auth/login`);
    await visitor.go(`${at}/auth/callback?oauth_token=rt&oauth_verifier=v%2B1`);
    const [begun = '', ended = ''] = said;
    expect(begun).toMatch(/^POST \/oauth\/request_token OAuth /);
    expect(begun).toContain('oauth_consumer_key="app"');
    expect(begun).toContain(`oauth_callback="${encodeURIComponent(`${at}/auth/callback`)}"`);
    expect(begun).not.toContain('oauth_token=');
    expect(begun.endsWith('" ')).toBe(true);
    expect(ended).toMatch(/^POST \/oauth\/access_token OAuth /);
    expect(ended).toContain('oauth_token="rt"');
    expect(ended).not.toContain('oauth_callback');
    expect(ended.endsWith(' oauth_verifier=v%2B1')).toBe(true);
    const session = await (await visitor.go(`${at}/auth/session`)).json();
    expect(session).toEqual({ signedIn: true, userId: '7', screenName: 'seven' });
  });
});

describe('a callback gives no session, and ends the sign-in,', () => {
  const cases: readonly (readonly [string, (callback: URL) => string])[] = [
    [
      'without a verifier',
      ({ searchParams, href }) =>
        href.replace(`&oauth_verifier=${searchParams.get('oauth_verifier')}`, ''),
    ],
    [
      'with an empty verifier',
      ({ searchParams, href }) => href.replace(`${searchParams.get('oauth_verifier')}`, ''),
    ],
    ['with a wrong verifier', ({ href }) => `${href}0`],
    ['with two verifiers', ({ href }) => `${href}&oauth_verifier=1`],
    ['with two tokens', ({ href }) => `${href}&oauth_token=1`],
    ['with a denial beside the token', ({ href }) => `${href}&denied=1`],
  ];
  test.each(cases)('%s', async (_what, change) => {
    const visitor = newVisitor();
    const callback = await toCallback(visitor);
    await expectRefused(await visitor.go(change(callback)));
    await expectRefused(await visitor.go(callback.href));
    expect(visitor.cookies.has('ads_graph_session')).toBe(false);
  });

  test('in another browser', async () => {
    const [visitor, other] = [newVisitor(), newVisitor()];
    const callback = await toCallback(visitor);
    await begin(running, other);
    await expectRefused(await other.go(callback.href));
    await expectRefused(await visitor.go(callback.href));
  });

  test('in a browser without cookies', async () => {
    const callback = await toCallback(newVisitor());
    await expectRefused(await newVisitor().go(callback.href));
  });

  test('the second time', async () => {
    const visitor = newVisitor();
    const callback = await toCallback(visitor);
    expect((await visitor.go(callback.href)).status).toBe(302);
    await expectRefused(await visitor.go(callback.href));
  });

  test('if the user denied access', async () => {
    const visitor = newVisitor();
    const callback = await toCallback(visitor, '', 'deny');
    expect([...callback.searchParams.keys()]).toEqual(['denied']);
    const response = await visitor.go(callback.href);
    expect(await response.clone().text()).toContain('did not allow access');
    await expectRefused(response);
  });

  test('after ten minutes', async () => {
    const visitor = newVisitor();
    const [early, late] = [await toCallback(visitor), await toCallback(visitor)];
    clock += 599_000;
    expect((await visitor.go(early.href)).status).toBe(302);
    clock += 2000;
    await expectRefused(await visitor.go(late.href));
  });

  test.each([
    '',
    '?oauth_token=unknown&oauth_verifier=1',
    `?oauth_token=${'a'.repeat(10_240)}&oauth_verifier=1`,
  ])('without a sign-in: %s', async (query) => {
    running.emulator.reset();
    const visitor = newVisitor();
    await begin(running, visitor);
    await expectRefused(await visitor.go(`${origin}/auth/callback${query}`));
    expect(running.emulator.calls()).toHaveLength(1);
  });
});

describe('an API that misbehaves', () => {
  test.each([
    ['is unreachable', { kind: 'drop' as const }, 502, 'UPSTREAM_UNAVAILABLE'],
    [
      'answers with a page',
      { kind: 'answer' as const, status: 200, text: '<html>' },
      502,
      'UPSTREAM_BAD_RESPONSE',
    ],
    [
      'does not confirm the callback',
      {
        kind: 'answer' as const,
        status: 200,
        text: 'oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=false',
      },
      502,
      'UPSTREAM_BAD_RESPONSE',
    ],
    [
      'does not know the application',
      { kind: 'answer' as const, status: 401, json: { errors: [{ code: 32, message: 'no' }] } },
      502,
      'UPSTREAM_AUTH_FAILED',
    ],
    [
      'is asked too often',
      { kind: 'answer' as const, status: 429, json: {} },
      503,
      'UPSTREAM_RATE_LIMITED',
    ],
  ])('that %s begins no sign-in', async (_what, fault, status, code) => {
    running.emulator.fault({ fault, times: 1 });
    const response = await newVisitor().go(`${origin}/auth/login`);
    running.emulator.reset();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code } }] });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('that does not know the callback begins no sign-in', async () => {
    running.emulator.set({ callbackUrls: ['https://ads.example/auth/callback'] });
    const response = await newVisitor().go(`${origin}/auth/login`);
    running.emulator.reset();
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });

  test.each([
    ['oauth_token=a&oauth_token_secret=b&screen_name=c'],
    ['oauth_token=a&oauth_token_secret=b&user_id=x&screen_name=c'],
    ['oauth_token=&oauth_token_secret=b&user_id=1&screen_name=c'],
    ['{}'],
  ])('gives no session for the access token %j', async (text) => {
    const visitor = newVisitor();
    const callback = await toCallback(visitor);
    running.emulator.fault({ fault: { kind: 'answer', status: 200, text }, times: 1 });
    const response = await visitor.go(callback.href);
    running.emulator.reset();
    expect(response.status).toBe(502);
    expect(sessionsSetBy(response)).toEqual([]);
  });

  test('gives no session that would not fit into a cookie', async () => {
    const visitor = newVisitor();
    const callback = await toCallback(visitor);
    const long = 'a'.repeat(1024);
    const text = `oauth_token=${long}&oauth_token_secret=${long}&user_id=1&screen_name=${long}`;
    running.emulator.fault({ fault: { kind: 'answer', status: 200, text }, times: 1 });
    const response = await visitor.go(callback.href);
    running.emulator.reset();
    expect(response.status).toBe(502);
    expect(sessionsSetBy(response)).toEqual([]);
    const { errors } = (await response.json()) as { errors: object[] };
    expect(errors).toEqual([
      {
        message: expect.stringContaining('too large for a session'),
        extensions: { code: 'UPSTREAM_BAD_RESPONSE' },
      },
    ]);
  });

  test('is shown to a browser as a page', async () => {
    const response = await newVisitor().go(`${origin}/auth/callback?denied=%3Cscript%3E`, {
      headers: { accept: 'text/html' },
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).not.toContain('<script');
  });
});

describe('the routes', () => {
  test.each([
    ['POST', '/auth/login', 'GET'],
    ['POST', '/auth/callback', 'GET'],
    ['GET', '/auth/logout', 'POST'],
    ['POST', '/auth/session', 'GET'],
  ])('%s %s is refused', async (method, path, allowed) => {
    const response = await newVisitor().go(`${origin}${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
  });

  test('include no others', async () => {
    expect((await newVisitor().go(`${origin}/auth/other`)).status).toBe(404);
  });

  test('report that nobody is signed in without a session', async () => {
    const response = await newVisitor().go(`${origin}/auth/session`);
    expect(await response.json()).toEqual({ signedIn: false, userId: null, screenName: null });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('if browsers use https', () => {
  const published = useGateway({ env: { PUBLIC_URL: 'https://ads.example' } });

  test('cookies are bound to this host and to https', async () => {
    const visitor = newVisitor();
    const at = new URL(published.url).origin;
    const begun = await visitor.go(`${at}/auth/login`);
    const guards = '; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=';
    expect(begun.headers.get('set-cookie')).toMatch(/^__Host-ads_graph_login=[\w.-]+; /);
    expect(begun.headers.get('set-cookie')).toContain(`${guards}600`);
    const consent = begun.headers.get('location') ?? '';
    const callback = await decide(published, visitor, consent);
    expect(callback).toMatch(/^https:\/\/ads\.example\/auth\/callback\?/);
    const ended = await visitor.go(callback.replace('https://ads.example', at));
    expect(ended.headers.get('set-cookie')).toMatch(/^__Host-ads_graph_session=[\w.-]+; /);
    expect(ended.headers.get('set-cookie')).toContain(`${guards}604800`);
    const session = await (await visitor.go(`${at}/auth/session`)).json();
    expect(session).toMatchObject({ signedIn: true });
  });

  test('a cookie that another host could have set is no session', async () => {
    const session = await signInBy(published);
    const response = await newVisitor().go(`${new URL(published.url).origin}/auth/session`, {
      headers: { cookie: `ads_graph_session=${session}` },
    });
    expect(await response.json()).toMatchObject({ signedIn: false });
  });
});

const signInBy = async (published: Running): Promise<string> => {
  const visitor = newVisitor();
  const consent = await begin(published, visitor);
  const callback = await decide(published, visitor, consent);
  await visitor.go(callback.replace('https://ads.example', new URL(published.url).origin));
  return visitor.cookies.get('__Host-ads_graph_session') ?? '';
};
