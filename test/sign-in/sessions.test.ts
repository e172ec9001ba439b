import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import type { ListeningGateway } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { colleague } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { keysOf, withKey } from '../support/keys.ts';
import { bearer, newVisitor, signIn } from '../support/visitor.ts';

const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
const document = '{ viewer { signedIn userId } }';
const day = 86_400_000;

const running = useGateway({
  env: { SESSION_SECRET: old },
  parts: { now: () => clock },
});
let session: string;
let clock = Date.now();
beforeAll(async () => {
  session = await signIn(running, colleague);
});

/** A further gateway over the same API. */
const replica = (env: Readonly<Record<string, string>>): Promise<ListeningGateway> => {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', TIMEOUT_GRACE_MS: '0', ...env });
  return createGateway(emulated(config, running.emulator), { now: () => clock });
};

const askAt = async (url: string, headers: Readonly<Record<string, string>>) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...headers,
    },
    body: JSON.stringify({ query: document }),
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return { status: response.status, body: (await response.json()) as object };
};

const unauthenticated = {
  status: 401,
  body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
};
const signedIn = { status: 200, body: { data: { viewer: { signedIn: true, userId: colleague } } } };

describe('a session', () => {
  test('is the same as cookie and as bearer', async () => {
    const cookie = `theme=dark; ads_graph_session=${session}; other=1`;
    expect(await askAt(running.url, { cookie })).toEqual(signedIn);
    expect(await askAt(running.url, { authorization: `bearer ${session}` })).toEqual(signedIn);
  });

  test('counts as bearer if a cookie has another one', async () => {
    const { authorization } = bearer(session).headers;
    const cookie = 'ads_graph_session=nonsense';
    expect(await askAt(running.url, { authorization, cookie })).toEqual(signedIn);
  });

  test('is short, and reveals nothing', () => {
    expect(session.length).toBeLessThan(1024);
    const parts = session.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    const secrets = ['emulator-colleague-token', 'emulator_colleague', colleague, old];
    for (const secret of secrets) expect(parts.join()).not.toContain(secret);
  });

  test('is a different text each time, for the same user', async () => {
    expect(await signIn(running, colleague)).not.toBe(session);
  });

  test('that was changed in any place is refused, and nothing is requested upstream', async () => {
    running.emulator.reset();
    for (let at = 0; at < session.length; at += 7) {
      const char = session[at] === 'A' ? 'B' : 'A';
      const changed = session.slice(0, at) + char + session.slice(at + 1);
      const answer = await askAt(running.url, { cookie: `ads_graph_session=${changed}` });
      expect(answer).toMatchObject(unauthenticated);
    }
    expect(running.emulator.calls()).toEqual([]);
  });

  test('that was changed in meaningless bits is refused as well', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const letter of letters.replace(session.at(-1) ?? '', '')) {
      const answer = await askAt(running.url, bearer(session.slice(0, -1) + letter).headers);
      expect(answer).toMatchObject(unauthenticated);
    }
  });

  test.each([
    ['nothing', 'ads_graph_session='],
    ['5 KB', `ads_graph_session=${'a'.repeat(5120)}`],
    ['a sealed text of another kind', 'ads_graph_session=eyJhbGciOiJub25lIn0.e30.'],
  ])('that is %s is refused', async (_what, cookie) => {
    expect(await askAt(running.url, { cookie })).toMatchObject(unauthenticated);
  });

  test.each([
    ['before', (value: string) => `ads_graph_session= ${value}`],
    ['after', (value: string) => `ads_graph_session=${value} ; other=1`],
    ['in its name', (value: string) => `ads_graph_session =${value}`],
  ])('that has blanks %s is refused, although it would be valid', async (_where, cookieOf) => {
    const cookie = cookieOf(session);
    expect(await askAt(running.url, { cookie })).toMatchObject(unauthenticated);
  });

  test.each(['Basic', 'Digest', ''])(
    'is not looked for in a cookie beside the authorization %j',
    async (scheme) => {
      const headers = { authorization: `${scheme} x`, cookie: `ads_graph_session=${session}` };
      expect(await askAt(running.url, headers)).toMatchObject(unauthenticated);
    },
  );

  test('that is sent twice is refused, although both would be valid', async () => {
    const cookie = `ads_graph_session=${session}; ads_graph_session=${session}`;
    expect(await askAt(running.url, { cookie })).toMatchObject(unauthenticated);
  });

  test('is not accepted at /auth/session either once it is damaged', async () => {
    const { origin } = new URL(running.url);
    const headers = { cookie: `ads_graph_session=${session}x` };
    const response = await newVisitor().go(`${origin}/auth/session`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      signedIn: false,
      userId: null,
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  test('of an ended process is deleted by the browser at its next request for the user', async () => {
    const visitor = newVisitor();
    const before = await replica({});
    await signIn({ url: before.url, emulator: running.emulator }, colleague, visitor);
    await before.close();
    const after = await replica({});
    const address = `${new URL(after.url).origin}/auth/session`;
    const first = await visitor.go(address);
    expect(first.status).toBe(401);
    expect(await first.json()).toMatchObject({ signedIn: false, errors: [{}] });
    expect(visitor.cookies.has('ads_graph_session')).toBe(false);
    expect((await visitor.go(address)).status).toBe(200);
    await after.close();
  });

  test.each([
    ['as bearer', { authorization: 'Bearer x', cookie: 'ads_graph_session=x' }],
    ['as one of two cookies', { cookie: 'ads_graph_session=x; ads_graph_session=y' }],
  ])('that is damaged and sent %s deletes no cookie', async (_how, headers) => {
    const address = `${new URL(running.url).origin}/auth/session`;
    const response = await newVisitor().go(address, { headers });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('ends after seven days, however often it is used', async () => {
    const own = await signIn(running, colleague);
    const begun = clock;
    clock = begun + 7 * day - 2000;
    expect(await askAt(running.url, bearer(own).headers)).toEqual(signedIn);
    clock = begun + 7 * day + 1000;
    expect(await askAt(running.url, bearer(own).headers)).toMatchObject(unauthenticated);
    clock = begun;
  });

  test('needs no API key if the gateway requires one', async () => {
    const keyed = await replica({
      SESSION_SECRET: old,
      GATEWAY_API_KEYS: keysOf({ service: 'owner' }),
    });
    expect(await askAt(keyed.url, bearer(session).headers)).toEqual(signedIn);
    const damaged = { ...bearer(`${session}x`).headers, ...withKey('service').headers };
    expect(await askAt(keyed.url, damaged)).toMatchObject(unauthenticated);
    await keyed.close();
  });
});

describe('SESSION_SECRET', () => {
  test('opens at every replica the sessions of all', async () => {
    const other = await replica({ SESSION_SECRET: old });
    expect(await askAt(other.url, bearer(session).headers)).toEqual(signedIn);
    await other.close();
  });

  test('may have several values: the first one seals, all of them open', async () => {
    const rotated = await replica({ SESSION_SECRET: `${young},${old}` });
    expect(await askAt(rotated.url, bearer(session).headers)).toEqual(signedIn);
    const fresh = await signIn({ url: rotated.url, emulator: running.emulator }, colleague);
    const done = await replica({ SESSION_SECRET: young });
    expect(await askAt(done.url, bearer(fresh).headers)).toEqual(signedIn);
    expect(await askAt(done.url, bearer(session).headers)).toMatchObject(unauthenticated);
    expect(await askAt(running.url, bearer(fresh).headers)).toMatchObject(unauthenticated);
    for (const gateway of [rotated, done]) await gateway.close();
  });

  test('rotates among replicas without any moment at which one refuses the sessions of another', async () => {
    // The replicas restart one by one, first with the new one last, then with it first.
    const steps = [
      [old, `${old},${young}`],
      [`${old},${young}`, `${old},${young}`],
      [`${old},${young}`, `${young},${old}`],
      [`${young},${old}`, young],
    ] as const;
    for (const secrets of steps) {
      const both = await Promise.all(secrets.map((SESSION_SECRET) => replica({ SESSION_SECRET })));
      // At the last step every session of the old secret has expired.
      const sealing = secrets[1] === young ? both.slice(0, 1) : both;
      for (const { url } of sealing) {
        const sealed = await signIn({ url, emulator: running.emulator }, colleague);
        for (const other of both) {
          expect(await askAt(other.url, bearer(sealed).headers)).toEqual(signedIn);
        }
      }
      await Promise.all(both.map((one) => one.close()));
    }
  });

  test('is different in every process if it is left out', async () => {
    const [one, other] = [await replica({}), await replica({})];
    const own = await signIn({ url: one.url, emulator: running.emulator }, colleague);
    expect(await askAt(one.url, bearer(own).headers)).toEqual(signedIn);
    expect(await askAt(other.url, bearer(own).headers)).toMatchObject(unauthenticated);
    for (const gateway of [one, other]) await gateway.close();
  });
});

describe('signing out', () => {
  const newest = () => signIn(running, colleague);
  const at = (path: string) => `${new URL(running.url).origin}${path}`;
  const out = (headers: Readonly<Record<string, string>>, query = '') =>
    newVisitor().go(at(`/auth/logout${query}`), { method: 'POST', headers });

  test('ends this session at once, and no other one of the user', async () => {
    const [one, other] = [await newest(), await newest()];
    const { origin } = new URL(running.url);
    const response = await out({ cookie: `ads_graph_session=${one}`, origin });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toContain('ads_graph_session=; ');
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await response.json()).toEqual({ signedIn: false, userId: null, screenName: null });
    expect(await askAt(running.url, bearer(one).headers)).toMatchObject(unauthenticated);
    expect(await askAt(running.url, bearer(other).headers)).toEqual(signedIn);
  });

  test('accepts the session as bearer, without an origin', async () => {
    const own = await newest();
    expect((await out(bearer(own).headers)).status).toBe(200);
    expect(await askAt(running.url, bearer(own).headers)).toMatchObject(unauthenticated);
  });

  test.each([undefined, 'null', 'https://evil.example', 'http://127.0.0.1:1'])(
    'is refused to a cookie from the origin %s',
    async (origin) => {
      const own = await newest();
      const headers = {
        cookie: `ads_graph_session=${own}`,
        ...(origin !== undefined && { origin }),
      };
      const response = await out(headers);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'CSRF_BLOCKED' } }],
      });
      expect(await askAt(running.url, bearer(own).headers)).toEqual(signedIn);
    },
  );

  test('is only for pages of allowed origins, too', async () => {
    const allowed = 'https://dashboard.example';
    const shared = await replica({ SESSION_SECRET: old, ALLOWED_ORIGINS: allowed });
    const address = `${new URL(shared.url).origin}/auth/logout`;
    const preflight = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const { headers: answered } = await newVisitor().go(address, { method: 'OPTIONS', headers });
      return [...answered.keys()].filter((name) => name.startsWith('access-control-')).length > 0;
    };
    expect(await preflight(allowed)).toBe(true);
    expect(await preflight('https://dashboard.example.evil.example')).toBe(false);
    expect(await preflight('null')).toBe(false);
    const response = await newVisitor().go(address, {
      method: 'POST',
      headers: { origin: allowed, cookie: `ads_graph_session=${await newest()}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    await shared.close();
  });

  test('is refused without a session, and deletes a damaged cookie', async () => {
    const { origin } = new URL(running.url);
    expect((await out({ origin })).status).toBe(401);
    const response = await out({ origin, cookie: 'ads_graph_session=nonsense' });
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
  });
});
