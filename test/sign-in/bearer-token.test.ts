import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { CallResult } from '../../src/upstream/client/client.ts';
import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { createBearer } from '../../src/upstream/client/request/bearer.ts';
import type { Answer } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { keysOf, withKey } from '../support/keys.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { errorsIn } from '../support/refusals.ts';
import { clientOf, scopeOf } from '../support/upstream.ts';
import { bearer, newVisitor, signIn } from '../support/visitor.ts';

const [owner, colleague] = ['1500000000000000001', '1500000000000000002'];
const token = 'POST /platform/oauth2/token';
const invalidate =
  'mutation { invalidateBearerToken { outcome errors { code argument message } } }';
const unlink = (id: string) =>
  `mutation { deleteStreamWebhookLink(input: { webhookId: "${id}" }) { outcome deleted errors { code argument message type status } } }`;

const windows = new Map();
afterEach(() => windows.clear());
const running = useGateway({ parts: { windows } });
beforeEach(async () => {
  running.emulator.reset({ data: true });
  // The gateway may still hold an earlier token: it is replaced if the API does not know it, and
  // ended.
  await running.ask(unlink('1'));
  await running.ask(invalidate);
  running.emulator.reset({ data: true });
});

const callsOf = ({ calls }: Pick<Answer, 'calls'>) =>
  calls.map(({ method, path }) => `${method} ${path}`);
const codes = ({ errors }: Answer) => errors?.map(({ extensions }) => extensions.code);
const link = (id: string) => `DELETE /platform/2/tweets/search/webhooks/${id}`;

describe('the bearer token of the application', () => {
  test('is fetched once for all simultaneous calls, and kept', async () => {
    const session = await signIn(running, colleague);
    running.emulator.reset();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        running.ask(unlink(String(n)), {}, n % 2 === 0 ? {} : bearer(session)),
      ),
    );
    for (const { data } of answers) {
      expect(data.deleteStreamWebhookLink).toEqual({
        outcome: 'APPLIED',
        deleted: true,
        errors: [],
      });
    }
    const calls = callsOf({ calls: running.emulator.calls() });
    expect(calls.filter((call) => call === token)).toHaveLength(1);
    expect(calls).toHaveLength(21);
    expect(callsOf(await running.ask(unlink('99')))).toEqual([link('99')]);
  });

  test('is requested as documented', async () => {
    const [call] = (await running.ask(unlink('1'))).calls;
    expect(call).toMatchObject({ body: 'grant_type=client_credentials', status: 200 });
    expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded;charset=UTF-8');
  });

  test('is a new one after it was invalidated', async () => {
    await running.ask(unlink('1'));
    const ended = await running.ask(invalidate);
    expect(ended.data.invalidateBearerToken).toEqual({ outcome: 'APPLIED', errors: [] });
    expect(callsOf(ended)).toEqual(['POST /platform/oauth2/invalidate_token']);
    const next = await running.ask(unlink('2'));
    expect(callsOf(next)).toEqual([token, link('2')]);
    expect(next.data.deleteStreamWebhookLink.outcome).toBe('APPLIED');
  });

  test('is fetched for its invalidation if this gateway does not have it yet', async () => {
    const ended = await running.ask(invalidate);
    expect(callsOf(ended)).toEqual([token, 'POST /platform/oauth2/invalidate_token']);
    expect(ended.data.invalidateBearerToken.outcome).toBe('APPLIED');
  });

  test('must be the outstanding one if it is named', async () => {
    const answer = await running.ask(
      'mutation { invalidateBearerToken(input: { accessToken: "AAAAother%2Ftoken" }) { outcome errors { code message argument } } }',
    );
    expect(codes(answer)).toEqual(['UPSTREAM_AUTH_FAILED']);
    expect(JSON.stringify(answer.errors)).not.toContain('AAAAother');
  });

  test('stays if its invalidation was refused', async () => {
    await running.ask(unlink('1'));
    running.emulator.fault({
      times: 1,
      match: { endpoint: 'invalidateBearerToken' },
      fault: { kind: 'answer', status: 403, json: { errors: [{ code: 99, message: 'No.' }] } },
    });
    const { data } = await running.ask(invalidate);
    expect(data.invalidateBearerToken.outcome).toBe('REJECTED');
    expect(callsOf(await running.ask(unlink('2')))).toEqual([link('2')]);
  });

  test('that was invalidated elsewhere is fetched again, unnoticed', async () => {
    await running.ask(unlink('1'));
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', TIMEOUT_GRACE_MS: '0' });
    const other = await createGateway(emulated(config, running.emulator));
    await newVisitor().go(other.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: invalidate }),
    });
    await other.close();
    const answer = await running.ask(unlink('2'));
    expect(callsOf(answer)).toEqual([link('2'), token, link('2')]);
    expect(answer.calls[0]?.status).toBe(401);
    expect(answer.data.deleteStreamWebhookLink.outcome).toBe('APPLIED');
  });

  test('that is refused repeatedly is an error, and ends nobody’s session', async () => {
    const session = await signIn(running, colleague);
    running.emulator.fault({
      match: { endpoint: 'deleteStreamWebhookLink' },
      fault: { kind: 'answer', status: 401, json: { errors: [{ code: 89, message: 'expired' }] } },
    });
    const answer = await running.ask(unlink('1'), {}, bearer(session));
    expect(codes(answer)).toEqual(['UPSTREAM_AUTH_FAILED']);
    expect(callsOf(answer)).toEqual([token, link('1'), token, link('1')]);
    expect((await running.ask('{ viewer { userId } }', {}, bearer(session))).status).toBe(200);
  });

  test('that was requested too often is not requested again for a minute', async () => {
    const own = await startGateway();
    own.emulator.set({ bearerTooOften: true });
    const answer = await own.ask(unlink('1'));
    expect(codes(answer)).toEqual(['UPSTREAM_RATE_LIMITED']);
    expect(callsOf(answer)).toEqual([token]);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ retryable: true, scope: 'unknown' });
    own.emulator.set({ bearerTooOften: false });
    const again = await own.ask(unlink('1'));
    expect(codes(again)).toEqual(['UPSTREAM_RATE_LIMITED']);
    expect(again.errors?.[0]?.extensions['retryAfterSeconds']).toBeGreaterThan(0);
    expect(again.errors?.[0]?.extensions['retryAfterSeconds']).toBeLessThanOrEqual(60);
    expect(again.calls).toEqual([]);
    await own.close();
  });

  test('that is refused by a rate limit is not requested until the reset of that limit', async () => {
    const own = await startGateway();
    const headers = { 'retry-after': '300' };
    const json = { errors: [{ code: 88, message: 'Rate limit exceeded' }] };
    own.emulator.fault({ fault: { kind: 'answer', status: 429, headers, json }, times: 1 });
    const limited = { code: 'UPSTREAM_RATE_LIMITED', upstream: { status: 429 } };
    for (const calls of [[token], []]) {
      const answer = await own.ask(unlink('1'));
      expect(answer.errors?.[0]?.extensions).toMatchObject(limited);
      expect(answer.errors?.[0]?.extensions['retryAfterSeconds']).toBeGreaterThan(240);
      expect(callsOf(answer)).toEqual(calls);
    }
    await own.close();
  });
});

describe('a call that waits for the bearer token', () => {
  test('is sent with the token it waited for, although tokens were ended meanwhile', async () => {
    const asked = Promise.withResolvers<Socket>();
    const server = await startRawServer((socket, { target }) => {
      if (target.startsWith('/oauth2/token')) asked.resolve(socket);
      else if (target.startsWith('/oauth2/invalidate_token')) {
        socket.write(rawAnswer(401, '{"errors":[{"code":348,"message":"not permitted"}]}'));
      } else socket.write(rawAnswer(200, '{"data":{"deleted":true}}'));
    });
    const owner = { key: '1-owner-token', secret: 'owner-token-secret' };
    const client = clientOf(server.url, { owner });
    const ads = () => client.forRequest(scopeOf({ isTrusted: true }));
    const first = ads().call(catalogue.deleteStreamWebhookLink, { webhook_id: '1' });
    const waiting = await asked.promise;
    const ended = ads().call(catalogue.invalidateBearerToken, { access_token: 'AAAAzz' });
    await expect(ended).rejects.toMatchObject({ code: 'UPSTREAM_AUTH_FAILED' });
    waiting.write(rawAnswer(200, '{"token_type":"bearer","access_token":"AAAA%2Ffirst"}'));
    expect((await first).rows).toHaveLength(1);
    expect(server.requests.at(-1)?.headers['authorization']).toBe('Bearer AAAA%2Ffirst');
    await client.close();
    await server.close();
  });
});

describe('the lifetime of the bearer token', () => {
  const answer = (value: string, type = 'bearer'): CallResult =>
    ({
      rows: [{ token_type: type, access_token: value }],
      nextCursor: null,
      totalCount: null,
      texts: [],
    }) as unknown as CallResult;
  const tooOften = () =>
    Promise.reject(
      new UpstreamError({
        endpoint: 'createBearerToken',
        status: 403,
        problems: [{ code: '99', message: 'too often' }],
      }),
    );

  test('is requested again after a minute', async () => {
    let now = 0;
    const { read } = createBearer({ now: () => now });
    await expect(read(tooOften)).rejects.toMatchObject({ rateLimit: { retryAfterSeconds: 60 } });
    now = 59_000;
    const unasked = () => Promise.reject(new Error('asked'));
    await expect(read(unasked)).rejects.toMatchObject({ rateLimit: { retryAfterSeconds: 1 } });
    now = 60_000;
    expect(await read(() => Promise.resolve(answer('t')))).toBe('t');
  });

  test('is not requested before the reset that the API named', async () => {
    let now = 0;
    const { read } = createBearer({ now: () => now });
    const rateLimit = {
      retryAfterSeconds: 300,
      resetAt: '2030-01-01T00:05:00.000Z',
      scope: 'user' as const,
    };
    const error = new UpstreamError({
      endpoint: 'createBearerToken',
      status: 429,
      problems: [{ code: '88', message: 'Rate limit exceeded' }],
      rateLimit,
    });
    await expect(read(() => Promise.reject(error))).rejects.toBe(error);
    now = 299_000;
    const unasked = () => Promise.reject(new Error('asked'));
    await expect(read(unasked)).rejects.toMatchObject({
      status: 429,
      problems: error.problems,
      rateLimit: { ...rateLimit, retryAfterSeconds: 1 },
    });
    now = 300_000;
    expect(await read(() => Promise.resolve(answer('t')))).toBe('t');
  });

  test('is not kept if it was dropped while it was fetched', async () => {
    const { read, drop } = createBearer();
    const flight = Promise.withResolvers<CallResult>();
    const first = read(() => flight.promise);
    await drop();
    flight.resolve(answer('old'));
    expect(await first).toBe('old');
    expect(await read(() => Promise.resolve(answer('new')))).toBe('new');
  });

  test('is dropped only when no other process can find it', async () => {
    const removed = Promise.withResolvers<void>();
    const kept = { get: async () => null, set: async () => undefined, drop: () => removed.promise };
    const { read, drop } = createBearer({ tokenCache: kept });
    await read(() => Promise.resolve(answer('t')));
    const dropped = drop().then(() => 'dropped');
    const soon = new Promise((resolve) => setTimeout(resolve, 20, 'not yet'));
    expect(await Promise.race([dropped, soon])).toBe('not yet');
    removed.resolve();
    expect(await dropped).toBe('dropped');
  });

  test('is requested again after a failure', async () => {
    const { read } = createBearer();
    await expect(read(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await read(() => Promise.resolve(answer('t')))).toBe('t');
  });

  test.each([answer('t', 'mac'), answer(''), answer('a b'), answer('a\r\nx: y')])(
    'is not read from %j',
    async (wrong) => {
      await expect(createBearer().read(() => Promise.resolve(wrong))).rejects.toMatchObject({
        code: 'UPSTREAM_BAD_RESPONSE',
      });
    },
  );
});

describe('a bearer token that cannot be fetched', () => {
  test.each([
    ['no connection', { kind: 'drop' as const }, 'UPSTREAM_UNAVAILABLE'],
    ['an outage', { kind: 'answer' as const, status: 503, json: {} }, 'UPSTREAM_UNAVAILABLE'],
    [
      'no token',
      { kind: 'answer' as const, status: 200, json: { token_type: 'mac' } },
      'UPSTREAM_BAD_RESPONSE',
    ],
    [
      'a refusal',
      { kind: 'answer' as const, status: 401, json: { errors: [{ code: 32, message: 'no' }] } },
      'UPSTREAM_AUTH_FAILED',
    ],
    [
      'a ban',
      { kind: 'answer' as const, status: 403, json: { errors: [{ code: 1, message: 'no' }] } },
      'FORBIDDEN',
    ],
  ])('for %s does not affect the link', async (_what, fault, code) => {
    running.emulator.fault({ match: { endpoint: 'createBearerToken' }, fault, times: 1 });
    const answer = await running.ask(unlink('1'));
    expect(codes(answer)).toEqual([code]);
    expect(callsOf(answer)).toEqual([token]);
    expect((await running.ask(unlink('1'))).data.deleteStreamWebhookLink.outcome).toBe('APPLIED');
  });
});

describe('deleteStreamWebhookLink', () => {
  test.each(['0', '1', '9'.repeat(19)])('accepts the webhook %s', async (id) => {
    expect((await running.ask(unlink(id))).data.deleteStreamWebhookLink.deleted).toBe(true);
  });

  test.each(['', '1a', '-1', '1.0', '１２', '1'.repeat(20), '../1', '1/2', '0x1', ' 1'])(
    'refuses the webhook %j before any call',
    async (id) => {
      const answer = await running.ask(unlink(id));
      expect(errorsIn(answer).map(({ extensions }) => extensions)).toMatchObject([
        { code: 'BAD_USER_INPUT', argument: 'input.webhookId' },
      ]);
      expect(answer.calls).toEqual([]);
    },
  );

  const details = { title: 'Conflict', type: 'about:blank', detail: 'It is busy.', status: 409 };
  const answering = async (status: number, json: object): Promise<Answer> => {
    running.emulator.fault({
      match: { endpoint: 'deleteStreamWebhookLink' },
      fault: { kind: 'answer', status, json },
      times: 1,
    });
    return running.ask(unlink('1'));
  };
  const { type, status } = details;
  const errors = [{ code: 'Conflict', message: 'It is busy.', argument: null, type, status }];

  test('shows the problem details of a refusal', async () => {
    const refused = { outcome: 'REJECTED', deleted: null, errors };
    const many = await answering(409, { errors: [details] });
    expect(many.data.deleteStreamWebhookLink).toEqual(refused);
    const bare = await answering(409, details);
    expect(bare.data.deleteStreamWebhookLink).toEqual(refused);
  });

  test.each([
    [
      { ...details, type: 'https://api.example/busy', status: '409' },
      'https://api.example/busy',
      409,
    ],
    [{ ...details, type: 7, status: 'soon' }, '7', null],
    [{ title: 'Conflict' }, null, null],
  ])('shows type and status of %j', async (problem, type, status) => {
    const { data } = await answering(409, { errors: [problem] });
    expect(data.deleteStreamWebhookLink.errors).toMatchObject([{ type, status }]);
  });

  test('shows the problem details that come beside the data', async () => {
    const { data } = await answering(200, { data: { deleted: true }, errors: [details] });
    expect(data.deleteStreamWebhookLink).toEqual({ outcome: 'APPLIED', deleted: true, errors });
  });

  test.each([{ data: { deleted: false }, errors: [details] }, { data: {} }, { errors: [details] }])(
    'leaves the link unknown after %j',
    async (json) => {
      const { data } = await answering(200, json);
      expect(data.deleteStreamWebhookLink.outcome).toBe('UNKNOWN');
      expect(data.deleteStreamWebhookLink.errors[0].code).toBe('UPSTREAM_OUTCOME_UNKNOWN');
      if ('errors' in json) expect(JSON.stringify(data)).toContain('It is busy.');
    },
  );

  test('says when to retry after too many requests', async () => {
    const bare = { title: 'Too Many Requests', type: 'about:blank', status: 429, detail: 'Wait.' };
    expect(codes(await answering(429, bare))).toEqual(['UPSTREAM_RATE_LIMITED']);
  });

  test('is refused for a link that is gone', async () => {
    await running.ask(unlink('1'));
    const { outcome, errors } = (await running.ask(unlink('1'))).data.deleteStreamWebhookLink;
    expect(outcome).toBe('REJECTED');
    expect(errors).toMatchObject([{ code: 'Not Found', message: 'The webhook 1 is not linked' }]);
  });
});

describe('operations of the application itself', () => {
  const published = useGateway({ env: { HOST: '0.0.0.0' } });

  test.each([unlink('1'), invalidate])('are not for strangers: %s', async (document) => {
    const stranger = await published.ask(document);
    expect(codes(stranger)).toEqual(['UNAUTHENTICATED']);
    expect(stranger.calls).toEqual([]);
    const user = await published.ask(document, {}, bearer(await signIn(published, colleague)));
    expect(codes(user)).toEqual(['FORBIDDEN']);
    expect(user.calls).toEqual([]);
  });

  test('are for the owner, and for callers to whom an API key lends its token', async () => {
    const own = await published.ask(unlink('1'), {}, bearer(await signIn(published, owner)));
    expect(own.data.deleteStreamWebhookLink.outcome).toBe('APPLIED');
    const keyed = await startGateway({ env: { GATEWAY_API_KEYS: keysOf({ service: 'owner' }) } });
    const { headers } = bearer(await signIn(keyed, colleague));
    const answer = await keyed.ask(
      unlink('1'),
      {},
      { headers: { ...headers, ...withKey('service').headers } },
    );
    expect(answer.data.deleteStreamWebhookLink.outcome).toBe('APPLIED');
    await keyed.close();
  });
});
