import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { connectTo, restOf } from '../support/raw-client.ts';
import { idleHealth } from '../support/upstream.ts';
import { bothWays, ways } from '../support/ways.ts';

const key = keyOf('caller');
const json = 'application/json';
const modern = 'application/graphql-response+json';
const rows = '{ accounts(first: 1) { nodes { id } } }';
const mutation =
  'mutation { createCampaign(input: { accountId: "a1", fundingInstrumentId: "f1", name: "x" }) { outcome } }';

const running = useGateway({ env: { ...bothWays, GATEWAY_API_KEYS: keysOf({ caller: 'owner' }) } });
const small = useGateway({
  env: { ...bothWays, LIMIT_IN_FLIGHT: '1', LIMIT_WAITING: '1', LIMIT_WAIT_MS: '60000' },
});

afterEach(() => {
  for (const { emulator } of [running, small]) emulator.reset();
});

type RequestHeaders = Readonly<Record<string, string>>;

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Begins a POST whose body is sent later. */
const begin = (url: string, headers: RequestHeaders): ClientRequest => {
  const sent = request(url, { method: 'POST', headers: { 'content-type': json, ...headers } });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  return sent;
};

const replyTo = async (sent: ClientRequest): Promise<Reply> => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await response.toArray()).join('');
  return { status: response.statusCode ?? 0, headers: response.headers, text };
};

const post = async (body: string, headers: RequestHeaders, url = running.url): Promise<Reply> => {
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': json, 'x-api-key': key, ...headers },
  });
  sent.end(body);
  return replyTo(sent);
};

const codesOf = ({ text }: Reply): readonly string[] =>
  JSON.parse(text).errors.map(
    ({ extensions }: { readonly extensions: { readonly code: string } }) => extensions.code,
  );

const asked = (query: string, more: object = {}): string => JSON.stringify({ query, ...more });

describe('both ways answer alike', () => {
  const requests: readonly (readonly [string, string, RequestHeaders])[] = [
    ['data', asked('{ viewer { signedIn } }'), {}],
    ['data in the modern type', asked('{ viewer { signedIn } }'), { accept: modern }],
    ['data and errors', asked('{ viewer { signedIn } account(id: "../x") { name } }'), {}],
    ['rows', asked(rows), {}],
    ['a list of types', asked(rows), { accept: 'text/html, application/json;q=0.5, */*;q=0.1' }],
    ['no JSON', '{', {}],
    ['no type that can be answered', asked(rows), { accept: 'image/png' }],
    ['a form', 'query=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a compressed body', asked(rows), { 'content-encoding': 'gzip' }],
    ['no document', asked('{'), { accept: modern }],
    ['no field', asked('{ nothing }'), { accept: modern }],
    ['no variable', asked('query ($n: Int!) { accounts(first: $n) { nodes { id } } }'), {}],
    [
      'too dear a query',
      asked('{ accounts(first: 1000) { nodes { campaigns(first: 1000) { nodes { id } } } } }'),
      {},
    ],
    ['a key that is none', asked(rows), { 'x-api-key': 'x' }],
    ['a session that is none', asked(rows), { authorization: 'Bearer x' }],
  ];
  const own = /^(date|x-request-id|access-control-.*)$/;

  test.each(requests)('with %s', async (_what, body, headers) => {
    const [straight, byYoga] = await Promise.all(
      ways.map(async ([, way]) => {
        const reply = await post(body, { ...headers, ...way });
        const shared = Object.entries(reply.headers).filter(([name]) => !own.test(name));
        expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
        expect(reply.headers['access-control-allow-origin']).toBe(way['origin']);
        return { ...reply, headers: Object.fromEntries(shared) };
      }),
    );
    expect(straight).toEqual(byYoga);
    expect(straight?.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('with a trace', async () => {
    const shapes = await Promise.all(
      ways.map(async ([, way]) => {
        const { text } = await post(asked(rows), { 'x-ads-trace': '1', ...way });
        return text.replace(/"(durationMs|startMs|waitMs)":[\d.]+/g, '"$1":1');
      }),
    );
    expect(shapes[0]).toBe(shapes[1]);
    expect(shapes[0]).toMatch(
      /^\{"data":\{.+\},"extensions":\{"upstream":\{"calls":\[\{"endpoint":"listAccounts","method":"GET","path":"[^"]+","status":200,"durationMs":1,"attempts":1,"ids":0,[^}]+"tries":\[\{"status":200,[^}]+\}\]\}\],"count":1\},"adsBudget":\[\]\}\}$/,
    );
  });
});

describe.each(ways)('%s', (_way, way) => {
  const slow = (delayMs = 400): void =>
    small.emulator.fault({
      match: { endpoint: 'listAccounts' },
      fault: { kind: 'headers', set: {}, delayMs },
    });
  const arrived = async (count: number): Promise<void> => {
    while (small.emulator.calls().length < count) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  test.each([
    ['{', 'GRAPHQL_PARSE_FAILED'],
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query ($n: Int!) { accounts(first: $n) { nodes { id } } }', 'BAD_USER_INPUT'],
    [
      '{ accounts(first: 1000) { nodes { campaigns(first: 1000) { nodes { id } } } } }',
      'COST_LIMIT_EXCEEDED',
    ],
    ['query A { __typename } query B { __typename }', 'BAD_REQUEST'],
  ])('a request error is 200 in JSON and 400 in the modern type: %s', async (query, code) => {
    for (const [accept, status] of [
      [json, 200],
      [modern, 400],
    ] as const) {
      const reply = await post(asked(query), { accept, ...way });
      expect(reply.status).toBe(status);
      expect(reply.headers['content-type']).toBe(`${accept}; charset=utf-8`);
      expect(codesOf(reply)).toEqual([code]);
      expect(reply.text).not.toMatch(/"http"|"data"/);
    }
  });

  test.each([json, modern])('a malformed request has its own status in %s', async (accept) => {
    const statuses = [
      await post('{', { accept, ...way }),
      await post(asked(rows), { accept, ...way, 'content-type': 'text/plain' }),
      await post(asked(rows), { accept, ...way, 'x-api-key': 'x' }),
      await post(asked(`{ __typename } # ${'x'.repeat(70_000)}`), { accept, ...way }),
      await post(asked('x'.repeat(7_000_000)), { accept, ...way }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 415, 401, 413, 413]);
  });

  test.each([
    [`${modern}, ${json}`, modern],
    [`${json}, ${modern}`, json],
    [`${json};q=0.4, ${modern};q=0.5`, modern],
    [`${modern};q=0, */*;q=0.1`, json],
    [`image/png, ${modern}; charset=UTF-8`, modern],
    ['*/*', json],
  ])('a request that accepts %s gets %s', async (accept, type) => {
    const { status, headers } = await post(asked('{ __typename }'), { accept, ...way });
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: `${type}; charset=utf-8`,
    });
  });

  test.each([`${json};q=0`, `${json}; charset=latin1`])('%s gets nothing', async (accept) => {
    const reply = await post(asked(mutation), { accept, ...way });
    expect(reply.status).toBe(406);
    expect(running.emulator.calls()).toEqual([]);
  });

  test('credentials are checked before the body', async () => {
    const reply = await replyTo(begin(running.url, { ...way, 'content-length': '1000' }));
    expect({ status: reply.status, codes: codesOf(reply) }).toEqual({
      status: 401,
      codes: ['UNAUTHENTICATED'],
    });
  });

  test('the announced length is checked before credentials', async () => {
    const reply = await replyTo(begin(running.url, { ...way, 'content-length': '7000000' }));
    expect({ status: reply.status, codes: codesOf(reply) }).toEqual({
      status: 413,
      codes: ['PAYLOAD_TOO_LARGE'],
    });
  });

  test('a text is not read beyond its limit', async () => {
    const reply = await post(asked('"'.repeat(70_000)), way);
    expect(codesOf(reply)).toEqual(['PAYLOAD_TOO_LARGE']);
  });

  test('room is requested before a long body, and a document without calls needs none', async () => {
    slow(60_000);
    const [inside, waiting] = [
      post(asked(rows), way, small.url),
      post(asked(rows), way, small.url),
    ];
    await arrived(1);
    const outside = begin(small.url, { ...way, 'content-length': '1000000' });
    const refused = await replyTo(outside);
    expect({ status: refused.status, codes: codesOf(refused) }).toEqual({
      status: 503,
      codes: ['OVERLOADED'],
    });
    expect(refused.headers['retry-after']).toBe('1');
    outside.destroy();
    // While the processor is overloaded, short bodies are refused too.
    const unasked = async () => (await post(asked('{ __typename }'), way, small.url)).status;
    await expect.poll(unasked, { interval: 20 }).toBe(200);
    expect(small.emulator.calls()).toHaveLength(1);
    small.emulator.reset();
    small.emulator.release();
    for (const { status } of await Promise.all([inside, waiting])) expect(status).toBe(200);
  });

  /** Sends a part of a body, and disconnects. */
  const leave = async (): Promise<void> => {
    const leaving = begin(small.url, { ...way, 'content-length': '1000' });
    leaving.write('{"query":');
    setTimeout(() => leaving.destroy(), 50);
    await new Promise((resolve) => leaving.once('close', resolve));
  };

  test('a place that nobody waits for any longer is passed on', async () => {
    slow();
    const inside = post(asked(rows), way, small.url);
    await arrived(1);
    await leave();
    expect((await inside).status).toBe(200);
    expect((await post(asked(rows), way, small.url)).status).toBe(200);
  });

  test('a place is released if a body ends early', async () => {
    await leave();
    expect((await post(asked(rows), way, small.url)).status).toBe(200);
    expect(small.emulator.calls()).toHaveLength(1);
  });

  test('an internal fault is masked, and logged under the id of its request', async () => {
    const lines: string[] = [];
    const fault = (): never => {
      throw new Error('planted');
    };
    const client = {
      application: 'x',
      forRequest: fault,
      pageUrl: fault,
      health: () => idleHealth,
      close: async () => {},
    };
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const broken = await startGateway({ env: bothWays, parts: { client, log } });
    for (const accept of [json, modern]) {
      const reply = await post(asked('{ __typename }'), { accept, ...way }, broken.url);
      expect({ status: reply.status, codes: codesOf(reply) }).toEqual({
        status: 500,
        codes: ['INTERNAL_SERVER_ERROR'],
      });
      expect(reply.text).not.toContain('planted');
      const logged = lines.map((line) => JSON.parse(line));
      expect(logged).toContainEqual(
        expect.objectContaining({
          id: reply.headers['x-request-id'],
          msg: 'failed inside',
          err: expect.objectContaining({ message: 'planted' }),
        }),
      );
    }
    await broken.close();
  });

  test('the log has a line for each request', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const logging = await startGateway({ env: bothWays, parts: { log } });
    const replies = [
      await post(asked(`query Rows ${rows}`), way, logging.url),
      await post(asked('{ nothing }'), { accept: modern, ...way }, logging.url),
    ];
    await logging.close();
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(logged).toMatchObject([
      {
        id: replies[0]?.headers['x-request-id'],
        operation: 'Rows',
        status: 200,
        calls: 1,
        codes: [],
      },
      { operation: null, status: 400, calls: 0, codes: ['GRAPHQL_VALIDATION_FAILED'] },
    ]);
  });

  test.each(['][', 'a b', 'x:99999', '%%', 'a@b', 'a/b'])(
    'the host %j is refused',
    async (host) => {
      const { status, headers, text } = await post(asked(rows), { host, ...way });
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 400,
        type: 'application/json; charset=utf-8',
      });
      expect(JSON.parse(text)).toEqual({
        errors: [
          {
            message: 'The Host header is empty or not a host.',
            extensions: { code: 'BAD_REQUEST' },
          },
        ],
      });
    },
  );

  const manyChoices = ','.repeat(7000);
  test.each([
    ['before 7,000 others', `${json}${manyChoices}`, 200],
    ['behind 7,000 others', `${manyChoices}${json}`, 406],
    ['with 2,000 parameters', `${json};${'q=1;'.repeat(2000)}`, 200],
  ])('a media type %s is read like the first of a few', async (_where, accept, status) => {
    expect((await post(asked(rows), { accept, ...way })).status).toBe(status);
  });

  test('a subscription is refused, however it is requested', async () => {
    for (const accept of ['text/event-stream', modern]) {
      const reply = await post(asked('subscription { viewer { signedIn } }'), { accept, ...way });
      expect(codesOf(reply)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
      expect(reply.text).toMatch(/no subscription/i);
      expect(reply.status).toBe(accept === modern ? 400 : 200);
    }
    const events = await post(asked(mutation), { accept: 'text/event-stream', ...way });
    expect(events.status).toBe(406);
    expect(running.emulator.calls()).toEqual([]);
  });
});

test.each(['/', '/graphql', '/auth/login', '/auth/session', '/nothing'])(
  'a malformed host is refused at %s before anything else',
  async (path) => {
    const sent = request(new URL(path, running.url), { headers: { host: 'a b', accept: '*/*' } });
    sent.end();
    const { status, text } = await replyTo(sent);
    expect(status).toBe(400);
    expect(text).not.toMatch(/node_modules|file:|\bat /);
  },
);

describe.each(['/', '/graphql', '/schema.graphql', '/auth/session', '/nothing'])(
  'an ambiguous request is refused at %s',
  (path) => {
    const answerTo = async (lines: readonly string[], body: string): Promise<string> => {
      const socket = await connectTo(running.url);
      const answer = restOf(socket);
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
      return String(await answer);
    };
    const type = 'content-type: application/json';

    test.each([
      ['host: a.example', 'host: b.example'],
      ['host: a.example', 'Host: a.example'],
    ])('for %s and %s', async (one, other) => {
      const answer = await answerTo(
        [one, type, other, 'content-length: 0', 'connection: close'],
        '',
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    });

    test.each(['gzip, chunked', 'chunked, chunked', 'identity, chunked', 'x, Chunked'])(
      'for the transfer coding %s',
      async (coding) => {
        const behind = `GET ${path} HTTP/1.1\r\nhost: a.example\r\n\r\n`;
        const answer = await answerTo(
          ['host: a.example', type, `transfer-encoding: ${coding}`],
          `0\r\n\r\n${behind}`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 (400|501) /);
        expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      },
    );
  },
);

test('a chunked body is accepted, however its coding is spelled', async () => {
  const { hostname, port } = new URL(running.url);
  const socket = await connectTo(running.url);
  const answer = restOf(socket);
  const body = asked('{ __typename }');
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: ${json}\r\nx-api-key: ${key}\r\ntransfer-encoding: Chunked\r\nconnection: close\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*__typename/);
});
