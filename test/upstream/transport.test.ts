import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { bothWays, goodOrigin, ways } from '../support/ways.ts';

const open = useGateway({ env: bothWays });
const closed = useGateway({ env: { ...bothWays, INTROSPECTION: 'off' } });

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly codes: readonly string[];
  readonly data: unknown;
}

const modern = 'application/graphql-response+json';

const reply = async (response: Response): Promise<Reply> => {
  const text = await response.text();
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  const codes = (body.errors ?? []).map(
    (error: { readonly extensions?: { readonly code?: string } }) => error.extensions?.code,
  );
  return { status: response.status, headers: response.headers, text, codes, data: body.data };
};

type RequestHeaders = Readonly<Record<string, string>>;

/** Sends a request in one of both ways. */
const asking = (way: RequestHeaders) => {
  const post = async (body: string, headers: RequestHeaders = {}, running = open): Promise<Reply> =>
    reply(
      await fetch(running.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: modern, ...way, ...headers },
        body,
      }),
    );
  const ask = (query: unknown, variables?: unknown, running = open): Promise<Reply> =>
    post(JSON.stringify({ query, variables }), {}, running);
  return { post, ask };
};

const { post, ask } = asking({});

const get = async (
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  reply(
    await fetch(`${open.url}?${new URLSearchParams(parameters)}`, {
      headers: { accept: modern, ...headers },
    }),
  );

const write =
  'mutation { createCampaign(input: { accountId: "a1", fundingInstrumentId: "f1", name: "x" }) { outcome } }';

// No refusal of this file calls the API, and none changes a prototype.
beforeEach(() => {
  open.emulator.reset();
  closed.emulator.reset();
});

afterEach(() => {
  expect(open.emulator.calls()).toEqual([]);
  expect(closed.emulator.calls()).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

describe.each(ways)('%s', (_way, way) => {
  const { post, ask } = asking(way);

  describe('an invalid body is refused', () => {
    const bodies: Readonly<Record<string, string>> = {
      'an empty body': '',
      'JSON that ends early': '{"query":',
      null: 'null',
      'a number': '5',
      'a string': '"x"',
      true: 'true',
      'an empty list': '[]',
      'a list of null': '[null]',
      'a list of one operation': '[{"query":"{ __typename }"}]',
      'a query that is a number': '{"query":5}',
      'no query': '{}',
      'variables that are a string': '{"query":"{ __typename }","variables":"x"}',
      'variables that are a list': '{"query":"{ __typename }","variables":[1]}',
      'extensions that are a list': '{"query":"{ __typename }","extensions":[]}',
      'an operation name that is a number': '{"query":"{ __typename }","operationName":7}',
    };
    for (const [what, body] of Object.entries(bodies)) {
      test(what, async () => {
        const { status, codes, text } = await post(body);
        expect({ status, codes }).toEqual({ status: 400, codes: ['BAD_REQUEST'] });
        expect(text).not.toMatch(/originalError|Unexpected|SyntaxError|stack/);
      });
    }

    test.each(['', '   ', '# nothing but a comment', ','])('the query %j', async (query) => {
      const { status, codes } = await ask(query);
      expect({ status, codes }).toEqual({ status: 400, codes: ['GRAPHQL_PARSE_FAILED'] });
    });

    test.each([
      '{ viewer\u0000 { asOwner } }',
      '{ viewer \u0007{ asOwner } }',
      '{ viewer',
      '{ node(id: "x }',
      '{ a(b: """',
      '{ a(b: $) }',
    ])('the text %j', async (query) => {
      const { status, codes } = await ask(query);
      expect({ status, codes }).toEqual({ status: 400, codes: ['GRAPHQL_PARSE_FAILED'] });
    });

    test.each([
      ['query A { __typename } query B { __typename }', undefined],
      ['query A { __typename } query B { __typename }', 'C'],
      ['{ __typename } query B { __typename }', undefined],
      ['fragment F on Query { __typename }', undefined],
    ])('no operation to choose in %j named %j', async (query, operationName) => {
      const { status, codes } = await post(JSON.stringify({ query, operationName }));
      expect({ status, codes }).toEqual({ status: 400, codes: ['BAD_REQUEST'] });
    });
  });

  describe('a request that browsers send across sites without asking is refused', () => {
    test.each([
      ['text/plain', JSON.stringify({ query: write })],
      ['application/x-www-form-urlencoded', new URLSearchParams({ query: write }).toString()],
      ['application/graphql', write],
      [
        'multipart/form-data; boundary=x',
        `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"}\r\n--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0":["constructor.prototype.polluted"]}\r\n--x--\r\n`,
      ],
      ['application/json; charset=utf-16', JSON.stringify({ query: write })],
    ])('%s', async (type, body) => {
      const { status, codes } = await post(body, { 'content-type': type });
      expect({ status, codes }).toEqual({ status: 415, codes: ['BAD_REQUEST'] });
    });

    test('no content type at all', async () => {
      const sent = request(open.url, { method: 'POST', headers: { ...way, accept: modern } });
      sent.end('{"query":"{ __typename }"}');
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(415);
    });

    test.each([{}, { 'content-type': 'application/json' }, { 'x-apollo-operation-name': 'x' }])(
      'a mutation by GET with headers %j',
      async (headers) => {
        const { status, codes, headers: answered } = await get({ query: write }, headers);
        expect({ status, codes }).toEqual({ status: 405, codes: ['BAD_REQUEST'] });
        expect(answered.get('allow')).toBe('POST');
      },
    );

    test.each(['PUT', 'DELETE', 'PATCH'])('the method %s', async (method) => {
      const { status, codes, headers } = await reply(
        await fetch(open.url, { method, headers: { ...way, accept: modern } }),
      );
      expect({ status, codes }).toEqual({ status: 405, codes: ['BAD_REQUEST'] });
      expect(headers.get('allow')).toBe('GET, POST');
    });
  });

  describe('media types', () => {
    test.each([
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json ;charset="UTF-8"',
    ])('%s is accepted', async (type) => {
      const { status, data } = await post('{"query":"{ __typename }"}', { 'content-type': type });
      expect({ status, data }).toEqual({ status: 200, data: { __typename: 'Query' } });
    });

    test.each(['text/html', 'image/png', 'text/event-stream', 'multipart/mixed'])(
      '%s has no answer, and its query does not run',
      async (accept) => {
        const { status, codes } = await post(JSON.stringify({ query: write }), { accept });
        expect({ status, codes }).toEqual({ status: 406, codes: ['BAD_REQUEST'] });
      },
    );

    test.each(['*/*', 'application/*', 'text/html, application/json;q=0.9'])(
      '%s is the type of the answer',
      async (accept) => {
        const { status } = await post('{"query":"{ __typename }"}', { accept });
        expect(status).toBe(200);
      },
    );

    test('keeps answers out of caches and names each request', async () => {
      const one = await ask('{ __typename }');
      const other = await ask('{ __typename }');
      expect(one.headers.get('cache-control')).toBe('no-store');
      expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(other.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'));
    });
  });
});

describe('origins', () => {
  const preflight = (origin: string) =>
    fetch(open.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
  const allowing = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));

  test.each([
    'null',
    'https://good.example.evil.test',
    'https://GOOD.example:444',
    'http://good.example',
    'https://evil.test',
  ])('allows nothing to %s', async (origin) => {
    const asked = await preflight(origin);
    expect(asked.status).toBe(204);
    expect(allowing(asked.headers)).toEqual([]);
    const answered = await post('{"query":"{ __typename }"}', { origin });
    expect(allowing(answered.headers)).toEqual([]);
  });

  test('allows a listed origin with credentials', async () => {
    const { headers } = await preflight(goodOrigin);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('access-control-allow-origin')).toBe(goodOrigin);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining([
        'apollo-require-preflight',
        'apollographql-client-name',
        'apollographql-client-version',
        'cache-control',
        'content-type',
        'traceparent',
        'x-ads-plan',
      ]),
    );
    expect(headers.get('access-control-expose-headers')).toBe('retry-after, x-request-id');
  });

  test('says that its answers depend on the origin, to whomever they go', async () => {
    const vary = async (headers: Readonly<Record<string, string>>) =>
      (await post('{"query":"{ __typename }"}', headers)).headers.get('vary');
    expect((await preflight(goodOrigin)).headers.get('vary')).toBe('Origin');
    for (const headers of [{}, { origin: goodOrigin }, { origin: 'https://evil.test' }]) {
      expect(await vary(headers)).toBe('Origin');
    }
  });
});

describe('a query by GET', () => {
  const query = '{ __typename }';

  test.each([{}, { origin: 'https://evil.test' }, { origin: 'null' }])(
    'is refused to a page of another site with %j',
    async (headers) => {
      const { status, codes, data } = await get(
        { query },
        { ...headers, 'sec-fetch-site': 'cross-site' },
      );
      expect({ status, codes, data }).toEqual({
        status: 403,
        codes: ['CSRF_BLOCKED'],
        data: undefined,
      });
    },
  );

  test.each([
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site', origin: goodOrigin },
  ])('is answered with %j', async (headers) => {
    const { status, data } = await get({ query }, headers);
    expect({ status, data }).toEqual({ status: 200, data: { __typename: 'Query' } });
  });

  test('is the explorer if another site links to it', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', accept: 'text/html,*/*;q=0.8' };
    const { status, text } = await get({ query }, headers);
    expect(status).toBe(200);
    expect(text).toContain('<!doctype html>');
  });
});

test.each([
  ['data', {}],
  ['a refusal', { 'sec-fetch-site': 'cross-site' }],
  ['406', { accept: 'image/png' }],
])('an answer is never mistaken for another type: %s', async (_what, headers) => {
  const { headers: answered } = await get({ query: '{ __typename }' }, headers);
  expect(answered.get('x-content-type-options')).toBe('nosniff');
});

describe.each(ways)('%s', (_way, way) => {
  const { post, ask } = asking(way);

  describe('size', () => {
    test('a body is refused by its announced length before it is sent', async () => {
      const sent = request(open.url, {
        method: 'POST',
        headers: { ...way, 'content-type': 'application/json', 'content-length': 50_000_000 },
      });
      sent.flushHeaders();
      sent.on('error', () => undefined);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(413);
      expect((await response.toArray()).join('')).toContain('PAYLOAD_TOO_LARGE');
      sent.destroy();
    });

    test('a body without a length is refused as soon as it is too long', async () => {
      const sent = request(open.url, {
        method: 'POST',
        headers: { ...way, 'content-type': 'application/json' },
      });
      sent.on('error', () => undefined);
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      let written = 0;
      const piece = Buffer.alloc(1024 * 1024, 32);
      const feed = (): void => {
        // The body never ends; only a limit can answer it.
        if (written >= 50 * piece.length || sent.destroyed) return;
        written += piece.length;
        sent.write(piece, feed);
      };
      feed();
      const [response] = await answered;
      expect(response.statusCode).toBe(413);
      expect((await response.toArray()).join('')).toContain('PAYLOAD_TOO_LARGE');
      sent.destroy();
    });

    test('a connection on which a refused body never ends is closed', async () => {
      const sent = request(open.url, {
        method: 'POST',
        headers: { ...way, 'content-type': 'application/json' },
      });
      sent.on('error', () => undefined);
      const closed = new Promise((resolve) => sent.once('close', resolve));
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      const piece = Buffer.alloc(1024 * 1024, 32);
      let written = 0;
      const feed = (failed?: Error | null): void => {
        if (written >= 200 || sent.destroyed || failed) return;
        written += 1;
        sent.write(piece, feed);
      };
      feed();
      const [response] = await answered;
      expect(response.statusCode).toBe(413);
      response.resume();
      await closed;
      expect(written).toBeGreaterThan(60);
      expect(written).toBeLessThan(200);
    });

    test('a query text over its limit is refused', async () => {
      const { status, codes } = await ask(`{ __typename } # ${'x'.repeat(70_000)}`);
      expect({ status, codes }).toEqual({ status: 413, codes: ['PAYLOAD_TOO_LARGE'] });
    });

    test('a header block over 16 KiB is refused', async () => {
      const { status } = await post('{"query":"{ __typename }"}', { 'x-long': 'x'.repeat(17_000) });
      expect(status).toBe(431);
    });
  });
});

test('a refusal reaches a client that reads only after sending everything, and the connection then closes', async () => {
  const { port, host } = new URL(open.url);
  const socket = connect(Number(port), '127.0.0.1');
  const body = Buffer.alloc(30_000_000, 32);
  const headers = `host: ${host}\r\nconnection: close\r\ncontent-type: application/json`;
  socket.write(`POST /graphql HTTP/1.1\r\n${headers}\r\ncontent-length: ${body.length}\r\n\r\n`);
  await new Promise((resolve) => socket.write(body, resolve));
  const text = (await socket.toArray()).join('');
  expect(text).toMatch(/^HTTP\/1\.1 413 .*"code":"PAYLOAD_TOO_LARGE".*\}\]\}$/s);
});

describe('suggestions', () => {
  test('are given if introspection is on', async () => {
    const { text } = await ask('{ acounts { nodes { id } } }');
    expect(text).toContain('Did you mean');
  });

  test('are withheld if it is off, in documents and in variables', async () => {
    const documents = [
      ask('{ acounts { nodes { id } } }', {}, closed),
      ask(
        'query ($o: NamedOrder) { accounts(orderBy: $o) { nodes { id } } }',
        { o: { feld: 1 } },
        closed,
      ),
      ask(
        'query ($o: NamedOrder) { accounts(orderBy: $o) { nodes { id } } }',
        { o: { field: 'CREATED' } },
        closed,
      ),
      ask('{ accounts(orderBy: { field: CREATED }) { nodes { id } } }', {}, closed),
    ];
    for (const { status, codes, text } of await Promise.all(documents)) {
      expect(status).toBe(400);
      expect(codes.every((code) => /^(GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT)$/.test(code))).toBe(
        true,
      );
      expect(text).not.toMatch(/Did you mean|CREATED_AT/);
    }
  });
});

describe('introspection', () => {
  const documents: Readonly<Record<string, string>> = {
    'of the schema': '{ __schema { queryType { name } } }',
    'of a type': '{ __type(name: "Query") { name } }',
    'by a fragment': '{ ...F } fragment F on Query { a: __schema { queryType { name } } }',
    'beside other fields': '{ viewer { asOwner } __schema { types { name } } }',
    'in another operation': 'query A { __typename } query B { __schema { queryType { name } } }',
  };
  for (const [what, query] of Object.entries(documents)) {
    test(`is refused ${what} where it is off`, async () => {
      const { status, codes } = await post(
        JSON.stringify({ query, operationName: query.startsWith('query') ? 'A' : null }),
        {},
        closed,
      );
      expect({ status, codes }).toEqual({ status: 400, codes: ['INTROSPECTION_DISABLED'] });
    });
  }

  test('is refused by GET if it is off', async () => {
    const query = '{ __schema { queryType { name } } }';
    const url = `${closed.url}?${new URLSearchParams({ query })}`;
    const { codes } = await reply(await fetch(url, { headers: { accept: modern } }));
    expect(codes).toEqual(['INTROSPECTION_DISABLED']);
  });

  test('still answers __typename if it is off', async () => {
    const { data } = await ask('{ __typename viewer { __typename } }', {}, closed);
    expect(data).toEqual({ __typename: 'Query', viewer: { __typename: 'Viewer' } });
  });

  test('is limited in depth if it is on', async () => {
    const nested = (levels: number): string =>
      levels === 0 ? 'name' : `fields { type { ${nested(levels - 1)} } }`;
    const { status, codes } = await ask(`{ __schema { types { ${nested(6)} } } }`);
    expect({ status, codes }).toEqual({ status: 400, codes: ['DEPTH_LIMIT_EXCEEDED'] });
  });
});

describe('names that objects inherit', () => {
  test.each(['__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty'])(
    'may be response keys: %s',
    async (name) => {
      const { status, text } = await ask(`{ ${name}: viewer { ${name}: asOwner } }`);
      expect(status).toBe(200);
      expect(text).toBe(`{"data":{"${name}":{"${name}":true}}}`);
    },
  );

  test.each(['__proto__', 'constructor', 'toString'])('may be variables: %s', async (name) => {
    const body = `{"query":"query ($${name}: Boolean!) { viewer { asOwner @include(if: $${name}) __typename } }","variables":{"${name}":true}}`;
    const { status, data } = await post(body);
    expect({ status, data }).toEqual({
      status: 200,
      data: { viewer: { asOwner: true, __typename: 'Viewer' } },
    });
  });

  test('may be operations and fragments', async () => {
    const query = 'query constructor { ...__proto__ } fragment __proto__ on Query { __typename }';
    const { status, data } = await post(JSON.stringify({ query, operationName: 'constructor' }));
    expect({ status, data }).toEqual({ status: 200, data: { __typename: 'Query' } });
  });

  test('are harmless as members of a body', async () => {
    const { status } = await post(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"query":"{ __typename }"}',
    );
    expect(status).toBe(200);
  });
});

describe('variables', () => {
  const list = 'query ($n: Int!) { accounts(first: $n) { nodes { id } } }';

  test.each([
    [{}, 'n'],
    [{ n: null }, 'n'],
    [{ n: 'x' }, 'n'],
    [{ n: 1.5 }, 'n'],
    [{ n: '10' }, 'n'],
    [{ n: 2147483648 }, 'n'],
    [{ n: { a: 1 } }, 'n'],
  ])('of the wrong type are refused with their name: %j', async (variables, argument) => {
    const { status, text, codes } = await ask(list, variables);
    expect({ status, codes }).toEqual({ status: 400, codes: ['BAD_USER_INPUT'] });
    expect(JSON.parse(text).errors[0].extensions.argument).toBe(argument);
  });

  test('are refused with the path down to the fault', async () => {
    const { codes, text } = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: ['Account:x', { a: 1 }],
    });
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(JSON.parse(text).errors[0].extensions.argument).toBe('ids[1]');
  });

  test('are not echoed at full length', async () => {
    const { text } = await ask(list, { n: 'x'.repeat(100_000) });
    expect(text.length).toBeLessThan(2000);
  });

  test.each([
    'query ($yes: Boolean) { viewer @include(if: $yes) { asOwner } }',
    '{ viewer @include(if: null) { asOwner } }',
    '{ viewer @skip { asOwner } }',
    'query ($yes: Boolean = true) { viewer @include(if: $yes) { asOwner } }',
  ])('that leave a condition open are refused: %s', async (query) => {
    const { status } = await ask(query, { yes: null });
    expect(status).toBe(400);
  });

  test('may be nested deeply without harm', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { status, codes } = await post(
      `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":{"ids":${deep}}}`,
    );
    expect({ status, codes }).toEqual({ status: 400, codes: ['BAD_USER_INPUT'] });
  });
});

describe('text that looks like program code', () => {
  test('stays text', async () => {
    const planted = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d' + 'globalThis.polluted=1';
    const { codes } = await ask(`{ node(id: "${planted}") { id } }`);
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect((globalThis as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
