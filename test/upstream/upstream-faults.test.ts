import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { Ads, ClientOptions } from '../../src/upstream/client/client.ts';
import type { Play } from '../support/raw-server.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { clientOf, endOf, scopeOf } from '../support/upstream.ts';

const row = { id: 'k9x1z', name: 'Spring' };
const page = JSON.stringify({
  request: { params: { account_id: 'a1b2c3' } },
  next_cursor: null,
  data: [row],
});
const single = JSON.stringify({ request: { params: { account_id: 'a1b2c3' } }, data: row });

const read = (ads: Ads) => ads.call(catalogue.listCampaigns, { account_id: 'a1b2c3' });
const write = (ads: Ads) =>
  ads.call(catalogue.updateCampaign, {
    account_id: 'a1b2c3',
    campaign_id: 'k9x1z',
    name: 'Spring',
  });

/** The correct answer to any request. */
const healthy: Play = (socket, { method }) => {
  socket.write(rawAnswer(200, method === 'GET' ? page : single));
};

/** Answers the first `times` requests with a fault, and every later one correctly. */
const first =
  (times: number, fault: Play): Play =>
  (socket, request, index) =>
    (index < times ? fault : healthy)(socket, request, index);

const always = (fault: Play): Play => fault;
const answer =
  (status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Play =>
  (socket) =>
    socket.write(rawAnswer(status, body, headers));
const bytes =
  (text: string): Play =>
  (socket) =>
    socket.write(text);
const thenEnd =
  (text: string): Play =>
  (socket) =>
    socket.end(text);
const reset: Play = (socket) => socket.resetAndDestroy();
const errors = (code: string | number, more: object = {}): string =>
  JSON.stringify({
    errors: [{ code, message: `about ${code}`, ...more }],
    request: { params: {} },
  });
const inSeconds = (seconds: number): string => String(Math.floor(Date.now() / 1000) + seconds);
const opening = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/**
 * Runs a server for one call with a client of its own. Returns the end of the call, and the
 * requests that the server saw.
 */
const play = async (
  server: Play,
  call: (ads: Ads) => Promise<unknown>,
  options: Partial<ClientOptions> = {},
) => {
  const raw = await startRawServer(server);
  const client = clientOf(raw.url, options);
  const ads = client.forRequest(scopeOf());
  try {
    const end = await endOf(call(ads));
    return { end, seen: raw.requests.length, requests: raw.requests, calls: ads.calls };
  } finally {
    await raw.close();
    await client.close();
  }
};

// A busy machine sends in that time, too.
const hurried = { timeouts: { connect: 20_000, call: 1000, batch: 1000 } };
const small = { maxPageBytes: 50_000 };
const unavailable = 'unknown UPSTREAM_UNAVAILABLE';
const bad = 'unknown UPSTREAM_BAD_RESPONSE';
const late = 'unknown UPSTREAM_TIMEOUT';

interface Fault {
  readonly name: string;
  readonly server: () => Play;
  /** The end of a read and of a write, and the number of requests that the server saw of each. */
  readonly read: readonly [string, number];
  readonly write: readonly [string, number];
  readonly options?: Partial<ClientOptions>;
}

const faults: readonly Fault[] = [
  {
    name: 'F3 a reset before the headers, once',
    server: () => first(1, reset),
    read: ['answered', 2],
    write: [unavailable, 1],
  },
  {
    name: 'F3 a reset before the headers, always',
    server: () => always(reset),
    read: [unavailable, 3],
    write: [unavailable, 1],
  },
  {
    name: 'F5 a cut in the middle of a body of known length',
    server: () => first(1, thenEnd(`${opening}content-length: 900\r\n\r\n{"data":`)),
    read: ['answered', 2],
    write: [unavailable, 1],
  },
  {
    name: 'F5 a cut in the middle of a chunked body',
    server: () =>
      first(1, thenEnd(`${opening}transfer-encoding: chunked\r\n\r\n8\r\n{"data":\r\n`)),
    read: ['answered', 2],
    write: [unavailable, 1],
  },
  {
    name: 'F6 headers that never come',
    server: () => always(() => undefined),
    read: [late, 1],
    write: [late, 1],
    options: hurried,
  },
  {
    name: 'F7 a body that drips',
    server: () =>
      always((socket) => {
        socket.write(`${opening}content-length: 5000\r\n\r\n{`);
        const drip = setInterval(() => socket.write(' '), 20);
        socket.on('close', () => clearInterval(drip));
      }),
    read: [late, 1],
    write: [late, 1],
    options: hurried,
  },
  {
    name: 'F8 a whole body that is never ended',
    server: () =>
      always(
        bytes(
          `${opening}transfer-encoding: chunked\r\n\r\n${page.length.toString(16)}\r\n${page}\r\n`,
        ),
      ),
    read: [late, 1],
    write: [late, 1],
    options: hurried,
  },
  {
    name: 'F9 a 429 whose window ends soon',
    server: () =>
      first(1, answer(429, errors('TOO_MANY_REQUESTS'), { 'x-rate-limit-reset': inSeconds(1) })),
    read: ['answered', 2],
    write: ['answered', 2],
  },
  {
    name: 'F9 a 429 again after the wait',
    server: () => (socket) =>
      socket.write(
        rawAnswer(429, errors('TOO_MANY_REQUESTS'), { 'x-rate-limit-reset': inSeconds(1) }),
      ),
    read: ['refused UPSTREAM_RATE_LIMITED', 2],
    write: ['refused UPSTREAM_RATE_LIMITED', 2],
  },
  {
    name: 'F10 a 429 whose window ends too late',
    server: () =>
      always(answer(429, errors('TOO_MANY_REQUESTS'), { 'x-rate-limit-reset': inSeconds(600) })),
    read: ['refused UPSTREAM_RATE_LIMITED', 1],
    write: ['refused UPSTREAM_RATE_LIMITED', 1],
  },
  ...['', 'soon', '-5', '1', inSeconds(7200), `${inSeconds(1)}000`].map((reset) => ({
    name: `F11 a 429 with ${reset === '' ? 'no' : 'an unusable'} reset ${reset.length}`,
    server: () => answer(429, errors(88), reset === '' ? {} : { 'x-rate-limit-reset': reset }),
    read: ['refused UPSTREAM_RATE_LIMITED', 1] as const,
    write: ['refused UPSTREAM_RATE_LIMITED', 1] as const,
  })),
  {
    name: 'F13 a 503, once',
    server: () => first(1, answer(503, errors('OVER_CAPACITY'))),
    read: ['answered', 2],
    write: [unavailable, 1],
  },
  {
    name: 'F13 a 503, always',
    server: () => always(answer(503, '')),
    read: [unavailable, 3],
    write: [unavailable, 1],
  },
  {
    name: 'F15 a 503 that asks to wait for ages',
    server: () => always(answer(503, '', { 'retry-after': '1000000000' })),
    read: [unavailable, 1],
    write: [unavailable, 1],
  },
  {
    name: 'F15 a 503 that asks to wait for less than nothing',
    server: () => first(1, answer(503, '', { 'retry-after': '-30' })),
    read: ['answered', 2],
    write: [unavailable, 1],
  },
  {
    name: 'F18 a 502 with a page of an intermediary, once',
    server: () =>
      first(1, answer(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' })),
    read: ['answered', 2],
    write: [unavailable, 1],
  },
  {
    name: 'F19 a 408, once',
    server: () => first(1, answer(408, errors('CANCELLED_REQUEST'))),
    read: ['answered', 2],
    write: [unavailable, 1],
  },
  {
    name: 'F19 a 423, once',
    server: () => first(1, answer(423, errors('LOCK_ACQUISITION_TIMEOUT'))),
    read: ['answered', 2],
    write: ['answered', 2],
  },
  {
    name: 'F19 a 423, always',
    server: () => always(answer(423, errors('LOCK_ACQUISITION_TIMEOUT'))),
    read: ['refused CONFLICT', 3],
    write: ['refused CONFLICT', 2],
  },
  {
    name: 'F21 a 400',
    server: () => always(answer(400, errors('INVALID_PARAMETER', { parameter: 'name' }))),
    read: ['refused UPSTREAM_REJECTED', 1],
    write: ['refused UPSTREAM_REJECTED', 1],
  },
  {
    name: 'F22 a 401 with code 89',
    server: () => always(answer(401, errors(89), { date: new Date(0).toUTCString() })),
    read: ['refused REAUTHENTICATION_REQUIRED', 1],
    write: ['refused REAUTHENTICATION_REQUIRED', 1],
  },
  {
    name: 'F23 a 401 by a server whose clock is elsewhere',
    server: () =>
      first(
        1,
        answer(401, errors('UNAUTHORIZED_ACCESS'), {
          date: new Date(Date.now() + 7_200_000).toUTCString(),
        }),
      ),
    read: ['answered', 2],
    write: ['answered', 2],
  },
  {
    name: 'F23 a 401 whatever the time',
    server: () =>
      always(
        answer(401, errors('UNAUTHORIZED_ACCESS'), {
          date: new Date(Date.now() + 7_200_000).toUTCString(),
        }),
      ),
    read: ['refused UPSTREAM_AUTH_FAILED', 2],
    write: ['refused UPSTREAM_AUTH_FAILED', 2],
  },
  {
    name: 'F24 a 401 with code 32',
    server: () => always(answer(401, errors(32), { date: new Date().toUTCString() })),
    read: ['refused UPSTREAM_AUTH_FAILED', 1],
    write: ['refused UPSTREAM_AUTH_FAILED', 1],
  },
  {
    name: 'F25 a 403',
    server: () => always(answer(403, errors('ACTION_NOT_ALLOWED'))),
    read: ['refused FORBIDDEN', 1],
    write: ['refused FORBIDDEN', 1],
  },
  {
    name: 'F27 JSON that breaks off at the right length, once',
    server: () => first(1, answer(200, page.slice(0, -7))),
    read: ['answered', 2],
    write: [bad, 1],
  },
  {
    name: 'F27 JSON that breaks off at the right length, always',
    server: () => always(answer(200, page.slice(0, -7))),
    read: [bad, 2],
    write: [bad, 1],
  },
  {
    name: 'F28 a page for people with a 200',
    server: () => always(answer(200, '<html>Sorry</html>', { 'content-type': 'text/html' })),
    read: [bad, 1],
    write: [bad, 1],
  },
  {
    name: 'F29 a page for people with a 404',
    server: () => always(answer(404, '<html>Lost</html>', { 'content-type': 'text/html' })),
    read: ['refused NOT_FOUND', 1],
    write: ['refused NOT_FOUND', 1],
  },
  {
    name: 'a refusal whose body is cut',
    server: () => always(thenEnd('HTTP/1.1 400 No\r\ncontent-length: 500\r\n\r\n{"errors":[')),
    read: ['refused UPSTREAM_REJECTED', 1],
    write: ['refused UPSTREAM_REJECTED', 1],
  },
  {
    name: 'a refusal in an encoding nobody knows',
    server: () => always(answer(404, 'xyz', { 'content-encoding': 'br' })),
    read: ['refused NOT_FOUND', 1],
    write: ['refused NOT_FOUND', 1],
  },
  {
    name: 'F30 JSON that is called something else',
    server: () => (socket, request, index) =>
      index < 9 &&
      socket.write(
        rawAnswer(200, request.method === 'GET' ? page : single, { 'content-type': 'text/plain' }),
      ),
    read: ['answered', 1],
    write: ['answered', 1],
  },
  {
    name: 'F31 an empty body',
    server: () => always(answer(200, '')),
    read: [bad, 1],
    write: [bad, 1],
  },
  {
    name: 'F31 a 204',
    server: () => always(bytes('HTTP/1.1 204 No Content\r\n\r\n')),
    read: [bad, 1],
    write: [bad, 1],
  },
  { name: 'F31 null', server: () => always(answer(200, 'null')), read: [bad, 1], write: [bad, 1] },
  {
    name: 'F32 an envelope without data',
    server: () => always(answer(200, '{"request":{"params":{}},"next_cursor":null}')),
    read: [bad, 1],
    write: [bad, 1],
  },
  {
    name: 'F32 one object for a list and a list for one object',
    server:
      () =>
      (socket, { method }) => {
        socket.write(rawAnswer(200, method === 'GET' ? single : page));
      },
    read: ['answered', 1],
    write: ['answered', 1],
  },
  {
    name: 'F39 a cursor that is an object',
    server: () => always(answer(200, '{"data":[{"id":"k9x1z"}],"next_cursor":{}}')),
    read: [bad, 1],
    write: [bad, 1],
  },
  {
    name: 'F41 an echo of another id',
    server: () => always(answer(200, '{"data":{"id":"other"}}')),
    read: ['answered', 1],
    write: [bad, 1],
  },
  {
    name: 'F40 an echo without an id',
    server: () => always(answer(200, '{"data":{"name":"Spring"}}')),
    read: ['answered', 1],
    write: [bad, 1],
  },
  {
    name: 'F53 a page above the limit that says so',
    server: () => always(bytes(`${opening}content-length: 50001\r\n\r\n`)),
    read: [bad, 1],
    write: [bad, 1],
    options: small,
  },
  {
    name: 'F53 a page above the limit that grows',
    server: () =>
      always((socket) => {
        socket.write(`${opening}transfer-encoding: chunked\r\n\r\n`);
        const more = setInterval(() => socket.write(`1000\r\n${' '.repeat(4096)}\r\n`), 1);
        socket.on('close', () => clearInterval(more));
      }),
    read: [bad, 1],
    write: [bad, 1],
    options: small,
  },
  {
    name: 'F54 one layer of gzip that nobody asked for',
    server:
      () =>
      (socket, { method }) => {
        const body = gzipSync(method === 'GET' ? page : single);
        socket.write(rawAnswer(200, body, { 'content-encoding': 'gzip' }));
      },
    read: ['answered', 1],
    write: ['answered', 1],
  },
  {
    name: 'F54 a small gzip that becomes large',
    server: () =>
      always(answer(200, gzipSync(single + ' '.repeat(60_000)), { 'content-encoding': 'gzip' })),
    read: [bad, 1],
    write: [bad, 1],
    options: small,
  },
  {
    name: 'F54 gzip within gzip',
    server: () =>
      always(answer(200, gzipSync(gzipSync(page)), { 'content-encoding': 'gzip, gzip' })),
    read: [bad, 1],
    write: [bad, 1],
  },
  ...[301, 302, 307, 308].map((status) => ({
    name: `F55 a ${status}`,
    server: () => answer(status, '', { location: 'http://127.0.0.1:1/elsewhere' }),
    read: [bad, 1] as const,
    write: [bad, 1] as const,
  })),
  {
    name: 'F56 headers beyond 16 KiB',
    server: () => always(bytes(`${opening}x-long: ${'x'.repeat(20_000)}\r\n\r\n`)),
    read: [bad, 1],
    write: [bad, 1],
  },
  {
    name: 'F56 what is no HTTP',
    server: () => always(thenEnd('SSH-2.0-server\r\n')),
    read: [bad, 1],
    write: [bad, 1],
  },
  {
    name: 'F56 early hints without end',
    server: () => always(bytes('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50))),
    read: [bad, 1],
    write: [bad, 1],
  },
  {
    name: 'F56 HTTP/1.0 that ends with the connection',
    server:
      () =>
      (socket, { method }) => {
        socket.end(`HTTP/1.0 200 OK\r\n\r\n${method === 'GET' ? page : single}`);
      },
    read: ['answered', 1],
    write: ['answered', 1],
  },
  {
    name: 'F57 the answer to somebody else',
    server: () =>
      always(answer(200, '{"request":{"params":{"account_id":"zzz"}},"data":{"id":"k9x1z"}}')),
    read: [bad, 1],
    write: [bad, 1],
  },
  ...[400, 401, 403, 404, 423, 429, 500, 503].map((status) => ({
    name: `F57 a ${status} to somebody else`,
    server: () => {
      const theirs = {
        errors: [{ code: 89, message: 'theirs' }],
        request: { params: { account_id: 'zzz' } },
      };
      const soon = { 'x-rate-limit-reset': inSeconds(1), date: new Date(0).toUTCString() };
      return always(answer(status, JSON.stringify(theirs), soon));
    },
    // Neither a retry nor the refusal of the other: the outcome of our call is unknown.
    read: [bad, 1] as const,
    write: [bad, 1] as const,
  })),
  {
    name: 'F57 our account in capitals',
    server: () =>
      always(answer(200, '{"request":{"params":{"account_id":"A1B2C3"}},"data":{"id":"K9X1Z"}}')),
    read: ['answered', 1],
    write: ['answered', 1],
  },
  {
    name: 'F58 JSON nested 100,000 deep',
    server: () => always(answer(200, `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)),
    read: [bad, 1],
    write: [bad, 1],
  },
  {
    name: 'F58 100,000 brackets that nobody closes',
    server: () => always(answer(200, '['.repeat(100_000))),
    read: [bad, 2],
    write: [bad, 1],
  },
  {
    name: 'F59 a byte order mark, a NUL, bytes that are no UTF-8',
    server:
      () =>
      (socket, { method }) => {
        const body = method === 'GET' ? page : single;
        const odd = body.replace('Spring', 'Spr\\u0000ing\u00ff');
        socket.write(rawAnswer(200, Buffer.from(`\u00ef\u00bb\u00bf${odd}`, 'latin1')));
      },
    read: ['answered', 1],
    write: ['answered', 1],
  },
];

describe.concurrent('the outcome of a call if the API', () => {
  test.for(faults)('sends $name', async (fault) => {
    const server = fault.server();
    const asked = await play(server, read, fault.options);
    expect([asked.end, asked.seen]).toEqual(fault.read);
    const changed = await play(fault.server(), write, fault.options);
    expect([changed.end, changed.seen]).toEqual(fault.write);
  });
});
