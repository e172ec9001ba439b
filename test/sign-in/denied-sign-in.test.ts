import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { useGateway } from '../support/gateway.ts';
import type { Visitor } from '../support/visitor.ts';
import { begin, decide, newVisitor } from '../support/visitor.ts';

const app = 'https://app.example';
const lines: string[] = [];
const running = useGateway({
  env: { ALLOWED_ORIGINS: app },
  parts: { log: createLog('info', { write: (line) => void lines.push(line) }) },
});
let origin: string;
beforeAll(() => {
  ({ origin } = new URL(running.url));
});
beforeEach(() => running.emulator.reset({ data: true }));

const asking = (returnTo: string): string => `?${new URLSearchParams({ returnTo })}`;

/** Denies access. Returns the address of the callback. */
const denied = async (visitor: Visitor, query: string): Promise<string> => {
  const consent = await begin(running, visitor, query);
  return decide(running, visitor, consent, { decision: 'deny' });
};

describe('a denied sign-in', () => {
  test.each([
    ['/campaigns', '/campaigns?error=access_denied'],
    ['/campaigns?tab=1#end', '/campaigns?tab=1&error=access_denied#end'],
    ['/?account=a1', '/?account=a1&error=access_denied'],
    [`${app}/a`, `${app}/a?error=access_denied`],
    [`${app}/?q=a%20b`, `${app}/?q=a%20b&error=access_denied`],
  ])('that began at %s ends at %s, without a session', async (returnTo, end) => {
    const visitor = newVisitor();
    const response = await visitor.go(await denied(visitor, asking(returnTo)));
    expect([response.status, response.headers.get('location')]).toEqual([302, end]);
    expect(visitor.cookies.has('ads_graph_session')).toBe(false);
    expect(running.emulator.calls().map(({ endpoint }) => endpoint)).not.toContain(
      'createAccessToken',
    );
  });

  test.each([
    '',
    asking('/'),
    asking('/graphql?a=1'),
    asking('/graphiql#a'),
    asking('/agents'),
    asking('/agents/plans/plan000000000001'),
    asking('https://evil.example/'),
  ])('that began at a page of the gateway is explained there in words: %s', async (query) => {
    const visitor = newVisitor();
    const response = await visitor.go(await denied(visitor, query), {
      headers: { accept: 'text/html' },
    });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('You did not allow access');
    expect(page).toContain('Back to the explorer');
    expect(page).not.toContain('evil');
    expect(page).not.toContain('BAD_REQUEST');
  });

  test('leads nowhere in another browser, or a second time', async () => {
    const visitor = newVisitor();
    const callback = await denied(visitor, asking(`${app}/a`));
    expect((await newVisitor().go(callback)).status).toBe(400);
    const again = newVisitor();
    const own = await denied(again, asking(`${app}/a`));
    expect((await again.go(own)).status).toBe(302);
    expect((await again.go(own)).status).toBe(400);
  });
});

describe('the page of a sign-in that failed', () => {
  const pageOf = async (visitor: Visitor, url: string): Promise<string> =>
    (await visitor.go(url, { headers: { accept: 'text/html' } })).text();

  test('leads back to its app, and begins a sign-in there again', async () => {
    const visitor = newVisitor();
    const back = `${app}/list?a="b"&c`;
    const consent = await begin(running, visitor, asking(back));
    const callback = await decide(running, visitor, consent);
    const page = await pageOf(visitor, `${callback}0`);
    expect(page).toContain('did not confirm this sign-in');
    expect(page).toContain(`href="${app}/list?a=%22b%22&amp;c"`);
    expect(page).toContain('Back to where you came from');
    expect(page).toContain(
      `href="login?returnTo=${encodeURIComponent(`${app}/list?a=%22b%22&c`)}"`,
    );
  });

  test('does not call a failure of the API a missing sign-in', async () => {
    running.emulator.fault({
      match: { endpoint: 'createRequestToken' },
      fault: { kind: 'answer', status: 503, text: '' },
    });
    const page = await pageOf(newVisitor(), `${origin}/auth/login`);
    expect(page).toContain('<h1>Something went wrong</h1>');
    expect(page).not.toContain('Not signed in');
    expect(page).toContain('href="login"');
  });

  test.for([
    [
      403,
      '<?xml version="1.0" encoding="UTF-8"?><errors><error code="415">Callback URL not approved for this client application.</error></errors>',
      'Callback URL not approved for this client application. Register PUBLIC_URL/auth/callback as a callback of the application, in the developer console.',
    ],
    [
      401,
      '<errors><error code="32">Could not authenticate you.</error></errors>',
      'Could not authenticate you.',
    ],
  ] as const)('explains a refusal of the API in XML: %i', async ([status, text, message]) => {
    const headers = { 'content-type': 'application/xml;charset=utf-8' };
    running.emulator.fault({
      match: { endpoint: 'createRequestToken' },
      fault: { kind: 'answer', status, text, headers },
    });
    expect(await pageOf(newVisitor(), `${origin}/auth/login`)).toContain(`<p>${message}</p>`);
    const response = await fetch(`${origin}/auth/login`, { redirect: 'manual' });
    expect((await response.json()).errors[0].message).toBe(message);
  });

  test.for([
    [
      '{"errors":[{"code":415,"message":"Callback URL not approved for this client application."}]}',
      'application/json',
    ],
    [
      '<errors><error code="415">Callback URL not approved for this client application.</error></errors>',
      'application/xml',
    ],
  ] as const)(
    'has a line in the log with the code and the words of the API: %s',
    async ([text, type]) => {
      running.emulator.fault({
        match: { endpoint: 'createRequestToken' },
        fault: { kind: 'answer', status: 403, text, headers: { 'content-type': type } },
      });
      const before = lines.length;
      await fetch(`${origin}/auth/login`, { redirect: 'manual' });
      await expect.poll(() => lines.length).toBe(before + 1);
      expect(JSON.parse(lines[before] ?? '')).toMatchObject({
        route: '/auth/login',
        codes: ['FORBIDDEN'],
        failures: [
          {
            endpoint: 'createRequestToken',
            status: 403,
            code: 'FORBIDDEN',
            reason: {
              code: '415',
              message: 'Callback URL not approved for this client application.',
            },
          },
        ],
      });
    },
  );

  test('has no token in its line of the log, although the API quotes it', async () => {
    const visitor = newVisitor();
    const callback = await decide(running, visitor, await begin(running, visitor));
    const sent = new URL(callback).searchParams;
    const secrets = ['oauth_token', 'oauth_verifier'].map((name) => sent.get(name) ?? '');
    const message = `Token ${secrets[0]} with ${secrets[1]} is not valid`;
    running.emulator.fault({
      match: { endpoint: 'createAccessToken' },
      fault: { kind: 'answer', status: 401, json: { errors: [{ code: 89, message }] } },
    });
    const before = lines.length;
    expect((await visitor.go(callback)).status).toBe(400);
    await expect.poll(() => lines.length).toBe(before + 1);
    const line = lines[before] ?? '';
    const { code, message: told } = JSON.parse(line).failures[0].reason;
    expect([code, told]).toEqual(['89', expect.stringContaining('withheld')]);
    for (const secret of secrets) expect(line).not.toContain(secret);
  });

  test('does so if the sign-in could not begin', async () => {
    running.emulator.fault({
      match: { endpoint: 'createRequestToken' },
      fault: { kind: 'answer', status: 503 },
    });
    const login = `${origin}/auth/login${asking(`${app}/list`)}`;
    expect(await pageOf(newVisitor(), login)).toContain(`href="${app}/list"`);
  });
});
