import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { colleague } from '../support/accounts.ts';
import { bare } from '../support/bare-process.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { endWithFile, mainFile } from '../support/started-processes.ts';
import { clientOf, scopeOf, viewer } from '../support/upstream.ts';
import { begin, decide, newVisitor, signIn } from '../support/visitor.ts';

const sessionSecret = 'canary-session-secret-of-32-bytes-or-more';
const apiKey = 'canary-api-key-of-32-characters-or-more';

let emulator: Emulator;
let child: ChildProcessWithoutNullStreams;
let url: string;
let admin: string;
let closed: Promise<unknown>;
/** All output of the gateway, by its place. */
const seen: { readonly where: string; readonly text: string }[] = [];
const secrets = new Map<string, string>();
let logs = '';

beforeAll(async () => {
  emulator = await createEmulator({ rateWindows: false, strict: true });
  const { credentials: own, users } = emulator;
  child = endWithFile(
    spawn(process.execPath, [mainFile(), 'start'], {
      env: {
        ...bare,
        PORT: '0',
        ADMIN_PORT: '0',
        TIMEOUT_LAME_DUCK_MS: '0',
        LOG_LEVEL: 'trace',
        ADS_API_URL: emulator.url,
        ADS_SANDBOX_API_URL: emulator.sandboxUrl,
        PLATFORM_API_URL: emulator.platformUrl,
        ADS_CONSUMER_KEY: own.consumerKey,
        ADS_CONSUMER_SECRET: own.consumerSecret,
        ADS_ACCESS_TOKEN: own.accessToken,
        ADS_ACCESS_TOKEN_SECRET: own.accessTokenSecret,
        GATEWAY_API_KEYS: `canary:${apiKey}:owner`,
        SESSION_SECRET: sessionSecret,
        TIMEOUT_CALL_MS: '1000',
        LIMIT_KEPT_LIST_MS: '0',
      },
    }),
  );
  closed = once(child, 'close');
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      logs += String(chunk);
    });
  }
  while (!logs.includes('curl')) await once(child.stdout, 'data');
  url = /explorer: (\S+)/.exec(logs)?.[1] ?? '';
  admin = /metrics: (\S+)/.exec(logs)?.[1] ?? '';
  const pair = `${own.consumerKey}:${own.consumerSecret}`;
  secrets.set('consumer key', own.consumerKey);
  secrets.set('consumer secret', own.consumerSecret);
  secrets.set('Basic credentials', Buffer.from(pair).toString('base64'));
  for (const { screenName, accessToken, accessTokenSecret } of users) {
    secrets.set(`token of ${screenName}`, accessToken);
    secrets.set(`token secret of ${screenName}`, accessTokenSecret);
  }
  secrets.set('session secret', sessionSecret);
  secrets.set('API key', apiKey);
  secrets.set('bearer token', await bearerToken(pair));
  secrets.set('decoded bearer token', decodeURIComponent(secrets.get('bearer token') ?? ''));
});

afterAll(async () => {
  child.kill('SIGKILL');
  await emulator.close();
});

/** The token that the gateway will get as well: only one exists at a time. */
const bearerToken = async (pair: string): Promise<string> => {
  const response = await fetch(`${emulator.platformUrl}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    },
    body: 'grant_type=client_credentials',
  });
  return ((await response.json()) as { access_token: string }).access_token;
};

const look = async (response: Response, where: string): Promise<string> => {
  const text = await response.text();
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
  seen.push({ where, text: `${response.status} ${JSON.stringify(headers)} ${text}` });
  return text;
};

const ask = async (query: string, headers: Readonly<Record<string, string>>): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ads-trace': '1', ...headers },
    body: JSON.stringify({ query }),
  });
  return look(response, query);
};

const documents = [
  '{ viewer { signedIn userId screenName } accounts(first: 2) { nodes { id raw viewerAccess { raw userId } } } }',
  '{ account(id: "nobody") { name } }',
  'mutation { deleteStreamWebhookLink(input: { webhookId: "1" }) { outcome errors { code message value } } }',
  '{ nothing }',
  '{ __schema { types { name } } }',
];

const refusals = [
  { status: 401, json: { errors: [{ code: 32, message: 'Could not authenticate you.' }] } },
  { status: 500, text: '<html>' },
  { status: 429, json: {}, headers: { 'retry-after': '0' } },
] as const;

describe('no secret', () => {
  test('leaks while people sign in and out, send requests, fail and are refused', async () => {
    const visitor = newVisitor();
    const session = await signIn({ url, emulator }, colleague, visitor);
    expect(session).not.toBe('');
    secrets.set('session', session);
    const callers = [
      { authorization: `Bearer ${session}` },
      { cookie: `ads_graph_session=${session}` },
      { 'x-api-key': apiKey },
      { authorization: `Bearer ${session}x` },
      { 'x-api-key': `${apiKey}x` },
      // The session is refused whatever key is beside it, and never repeated.
      { authorization: `Basic ${session}`, 'x-api-key': apiKey },
    ];
    for (const headers of callers) {
      for (const document of documents) await ask(document, headers);
      for (const fault of refusals) {
        for (const document of documents.slice(0, 3)) {
          emulator.fault({ fault: { kind: 'answer', ...fault }, times: 1 });
          await ask(document, headers);
        }
      }
      emulator.fault({ fault: { kind: 'drop' }, times: 1 });
      await ask('mutation { invalidateBearerToken { outcome errors { message } } }', headers);
      emulator.reset();
      await look(
        await fetch(`${new URL(url).origin}/auth/session`, { headers }),
        'GET /auth/session',
      );
    }
  });

  test('leaks while the API repeats what it received', async () => {
    const token = secrets.get('decoded bearer token') ?? '';
    const message = `The token ${token} is not yours`;
    const json = {
      errors: [{ code: 7, message, value: token, details: encodeURIComponent(token) }],
    };
    emulator.fault({
      match: { endpoint: 'invalidateBearerToken' },
      fault: { kind: 'answer', status: 403, json },
      times: 1,
    });
    const document =
      'mutation { invalidateBearerToken { outcome errors { code message value details } } }';
    const answer = await ask(document, { 'x-api-key': apiKey });
    expect(answer).toContain('REJECTED');
  });

  test('leaks while the API repeats what signed the call', async () => {
    const { consumerKey, consumerSecret, accessToken, accessTokenSecret } = emulator.credentials;
    const token = secrets.get('bearer token') ?? '';
    const { accounts, unlink } = {
      accounts: '{ accounts(first: 2) { nodes { id } } }',
      unlink:
        'mutation { deleteStreamWebhookLink(input: { webhookId: "1" }) { outcome errors { code message value details } } }',
    };
    const cases = [
      [accounts, { code: 'X', message: `no ${accessToken} of ${consumerKey}`, parameter: 'count' }],
      [accounts, { code: 'X', message: 'no', details: accessTokenSecret }],
      [accounts, { code: 'X', message: 'no', parameter: consumerSecret }],
      [accounts, { code: accessToken, message: 'no' }],
      [unlink, { title: 'Conflict', detail: `no ${token}`, status: 409 }],
      [unlink, { title: token, detail: 'no', status: 409 }],
      [unlink, { title: 'Conflict', detail: `no ${decodeURIComponent(token)}`, status: 409 }],
    ] as const;
    for (const [document, problem] of cases) {
      emulator.fault({
        match: { endpoint: document === unlink ? 'deleteStreamWebhookLink' : 'listAccounts' },
        fault: {
          kind: 'answer',
          status: document === unlink ? 409 : 403,
          json: { errors: [problem] },
        },
        times: 1,
      });
      const answer = await ask(document, { 'x-api-key': apiKey });
      expect(answer).toContain('withheld');
    }
  });

  test.each([
    ['as it is', (text: string) => text],
    ['percent-encoded', encodeURIComponent],
    ['percent-encoded twice', (text: string) => encodeURIComponent(encodeURIComponent(text))],
    [
      'in lower case',
      (text: string) => encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase()),
    ],
  ])('that signs a call is repeated, written %s', async (_how, write) => {
    const consumer = { key: 'key+of/app=', secret: 'secret+of/app=' };
    const who = { ...viewer, token: '1-token+of/user=', tokenSecret: 'secret+of/user=' };
    for (const secret of [consumer.key, consumer.secret, who.token, who.tokenSecret]) {
      const errors = [{ code: 'X', message: `about ${write(secret)}.`, parameter: 'count' }];
      const server = await startRawServer((socket) =>
        socket.write(rawAnswer(403, JSON.stringify({ errors }))),
      );
      const client = clientOf(server.url, { consumer });
      const call = client.forRequest(scopeOf({ viewer: who })).call(catalogue.listAccounts, {});
      const problem = { code: 'X', message: expect.stringContaining('withheld') };
      await expect(call).rejects.toMatchObject({ problems: [problem] });
      await expect(call).rejects.not.toThrow(write(secret));
      await client.close();
      await server.close();
    }
  });

  test('leaks while a sign-in fails', async () => {
    const visitor = newVisitor();
    const origin = new URL(url).origin;
    const consent = await begin({ url, emulator }, visitor);
    secrets.set('sign-in cookie', visitor.cookies.get('ads_graph_login') ?? '');
    secrets.set('request token', new URL(consent).searchParams.get('oauth_token') ?? '');
    const callback = await decide({ url, emulator }, visitor, consent);
    secrets.set('verifier', new URL(callback).searchParams.get('oauth_verifier') ?? '');
    for (const headers of [{ accept: 'text/html' }, { accept: 'application/json' }]) {
      await look(await visitor.go(`${callback}0`, { headers }), 'a wrong callback');
      await look(await visitor.go(callback, { headers }), 'a used callback');
    }
    for (const fault of refusals) {
      emulator.fault({ fault: { kind: 'answer', ...fault }, times: 1 });
      await look(await visitor.go(`${origin}/auth/login`), 'a refused sign-in');
      const again = await decide(
        { url, emulator },
        visitor,
        await begin({ url, emulator }, visitor),
      );
      emulator.fault({ fault: { kind: 'answer', ...fault }, times: 1 });
      await look(await visitor.go(again), 'a refused callback');
    }
    await look(
      await fetch(`${origin}/auth/logout?revoke=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secrets.get('session')}` },
      }),
      'POST /auth/logout',
    );
  });

  test('was in any answer, header, address, log line or metric', async () => {
    await look(await fetch(`${admin}/metrics`), 'GET /metrics');
    child.kill('SIGTERM');
    await closed;
    expect(logs).toContain('"msg":"request"');
    expect(seen.length).toBeGreaterThan(80);
    seen.push({ where: 'log', text: logs });
    for (const call of emulator.calls()) {
      seen.push({ where: `upstream ${call.endpoint}`, text: call.path });
    }
    for (const secret of secrets.values()) expect(secret.length).toBeGreaterThan(7);
    const leaks = seen.flatMap(({ where, text }) =>
      [...secrets]
        .filter(([, secret]) => text.includes(secret))
        .map(([name]) => `${name}: ${where}`),
    );
    expect(leaks).toEqual([]);
  });
});
