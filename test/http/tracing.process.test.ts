import { execFile } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../../src/http/door/acceptors.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { bikes } from '../support/accounts.ts';
import { startGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const take = (res: ServerResponse): void => void res.end('{}');

/**
 * A gateway that sends its spans to a collector of this machine, the received spans, and the
 * warnings of the log.
 */
const start = async (reply = take, env: Readonly<Record<string, string>> = {}) => {
  const arrived: { readonly url: string; readonly headers: string; readonly body: string }[] = [];
  const collector = createServer(async (req, res) => {
    const { url = '', headers } = req;
    arrived.push({ url, headers: JSON.stringify(headers), body: await text(req) });
    reply(res);
  });
  const address = await listen(collector, 0, '127.0.0.1');
  closers.push(() => {
    collector.close();
    collector.closeAllConnections();
  });
  const warnings: string[] = [];
  const running = await startGateway({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: address, ...env },
    parts: { log: createLog('warn', { write: (line) => void warnings.push(line) }) },
  });
  const exports = (): readonly Export[] => arrived.map(({ body }) => JSON.parse(body));
  return { running, arrived, warnings, exports, collector: address };
};

const spansIn = (exports: readonly Export[]): readonly Span[] =>
  exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

const factsOf = ({ attributes }: Pick<Span, 'attributes'>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const isWithin = (inner: Span, outer: Span): boolean =>
  BigInt(inner.startTimeUnixNano) >= BigInt(outer.startTimeUnixNano) &&
  BigInt(inner.endTimeUnixNano) <= BigInt(outer.endTimeUnixNano) &&
  BigInt(inner.startTimeUnixNano) < BigInt(inner.endTimeUnixNano);

const query = `query Overview { account(id: "${bikes}") { name campaigns(first: 2) { nodes { name } } } }`;
const [server, client, failed] = [2, 3, 2];

test('a request is a span of its caller’s trace, and its calls are spans below it', async () => {
  const key = keyOf('caller');
  const { running, arrived, exports } = await start(take, {
    GATEWAY_API_KEYS: keysOf({ caller: 'owner-reads' }),
  });
  running.emulator.fault({
    match: { endpoint: 'listCampaigns' },
    times: 1,
    fault: { kind: 'answer', status: 503 },
  });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { headers, calls } = await running.ask(
    query,
    {},
    {
      headers: { 'x-api-key': key, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    },
  );
  await running.close();
  expect(arrived.map(({ url }) => url)).toEqual(['/v1/traces']);
  const resource = exports()[0]?.resourceSpans[0]?.resource;
  expect(factsOf(resource ?? { attributes: [] })).toMatchObject({ 'service.name': 'ads-graph' });
  const spans = spansIn(exports());
  const [request, ...below] = [...spans].sort((one, other) => one.kind - other.kind);
  if (request === undefined) throw new Error('no span came');
  expect(request).toMatchObject({
    traceId,
    parentSpanId: '00f067aa0ba902b7',
    name: 'query',
    kind: server,
  });
  expect(factsOf(request)).toEqual({
    'graphql.operation.type': 'query',
    'graphql.operation.name': 'Overview',
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'http.route': '/graphql',
    'server.address': '127.0.0.1',
    'url.path': '/graphql',
    'ads_graph.request_id': headers.get('x-request-id'),
  });
  expect(calls).toHaveLength(3);
  expect(below.map(({ name }) => name).sort()).toEqual(['getAccount', 'listCampaigns']);
  for (const span of below) {
    expect(span).toMatchObject({ traceId, parentSpanId: request.spanId, kind: client });
    expect(isWithin(span, request)).toBe(true);
  }
  const listing = below.find(({ name }) => name === 'listCampaigns');
  expect(factsOf(listing ?? { attributes: [] })).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(running.emulator.url).port),
    'url.path': `/12/accounts/${bikes}/campaigns`,
    'ads_graph.transaction': expect.stringMatching(/^[0-9a-f]{16}$/),
    'ads_graph.endpoint': 'listCampaigns',
    'ads_graph.attempts': 2,
    'ads_graph.ids': 0,
    'ads_graph.round': 1,
    'ads_graph.field': 'account.campaigns',
  });
  const { credentials, users } = running.emulator;
  const secrets = [key, ...Object.values(credentials), ...users.flatMap(Object.values)];
  const sent = JSON.stringify(arrived);
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
});

test('failures are marked, and requests without GraphQL are no spans', async () => {
  const { running, exports } = await start();
  running.emulator.fault({
    match: { endpoint: 'createCampaign' },
    fault: { kind: 'answer', status: 500 },
  });
  await fetch(new URL('/', running.url), { redirect: 'manual' });
  await fetch(running.url, { headers: { accept: 'text/html' } });
  await running.ask('{ nothing }');
  await running.ask(
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }',
    {
      input: { accountId: bikes, fundingInstrumentId: 'lygyi', name: 'n' },
    },
  );
  await running.close();
  const told = spansIn(exports()).map((span) => {
    const facts = factsOf(span);
    return [
      span.name,
      span.status.code,
      facts['http.response.status_code'],
      facts['ads_graph.outcome'],
      facts['error.type'],
    ];
  });
  expect(told).toEqual([
    ['GraphQL Operation', failed, 400, undefined, 'GRAPHQL_VALIDATION_FAILED'],
    ['createCampaign', failed, 500, 'unknown', '500'],
    ['mutation', 0, 200, undefined, undefined],
  ]);
});

test('the API gets the trace of its call only if that is configured', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const sentBy = async (env: Readonly<Record<string, string>>, headers = { traceparent }) => {
    const { running, exports } = await start(take, env);
    const { calls } = await running.ask(query, {}, { headers });
    await running.close();
    const spans = spansIn(exports()).filter(({ kind }) => kind === client);
    const ids = spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
    return { sent: calls.map((call) => call.headers['traceparent']), ids };
  };
  const { sent: unasked } = await sentBy({});
  expect(unasked).toEqual([undefined, undefined]);
  const upstream = { TRACEPARENT_UPSTREAM: 'on' };
  const { sent, ids } = await sentBy(upstream);
  expect(ids).toHaveLength(2);
  expect(sent.toSorted()).toEqual(ids.toSorted());
  expect(sent.join()).toContain('4bf92f3577b34da6a3ce929d0e0e4736');
  const { sent: unsampled } = await sentBy(upstream, {
    traceparent: traceparent.replace(/1$/, '0'),
  });
  for (const one of unsampled) expect(one).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-.*-00$/);
  const without = { ...upstream, OTEL_SDK_DISABLED: 'true' };
  expect(await sentBy(without)).toEqual({ sent: [traceparent, traceparent], ids: [] });
});

test('the endpoint and the protocol of traces can be configured', async () => {
  const own = await start(take, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' });
  await own.running.ask(query);
  await own.running.close();
  expect(own.arrived.map(({ url }) => url)).toEqual(['/v1/traces']);
  expect(own.arrived[0]?.headers).toContain('application/x-protobuf');
  expect(own.arrived[0]?.body).toContain('listCampaigns');
  const elsewhere = await start();
  const { origin } = new URL(elsewhere.running.url);
  const traces = `${elsewhere.collector}/here`;
  const second = await startGateway({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: origin,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    },
  });
  await second.ask(query);
  await second.close();
  await elsewhere.running.close();
  expect(elsewhere.arrived.map(({ url }) => url)).toEqual(['/here']);
});

test('a caller who opts out of tracing gets no trace', async () => {
  const { running, arrived } = await start();
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
  await running.ask(query, {}, { headers: { traceparent } });
  await running.close();
  expect(arrived).toEqual([]);
});

test.each<readonly [string, typeof take, string]>([
  ['refuses', (res) => void res.writeHead(400).end(), 'spans were lost'],
  ['is silent', () => undefined, 'the collector did not take the last spans'],
])(
  'a collector that %s changes no answer, lets the gateway stop, and is reported in the log',
  async (_does, play, told) => {
    const { running, warnings } = await start(play);
    const { errors } = await running.ask(query);
    expect(errors).toBeUndefined();
    await running.close();
    expect(warnings.map((line) => JSON.parse(line).msg)).toContain(told);
  },
);

test('without a collector no tracing code is loaded', async () => {
  const index = new URL('../../src/index.ts', import.meta.url).href;
  const program = `
    import { createRequire } from 'node:module';
    import { createGateway } from ${JSON.stringify(index)};
    const { cache } = createRequire(import.meta.url);
    const loaded = () => Object.keys(cache).some((path) => path.includes('@opentelemetry/sdk-trace'));
    const variables = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      TIMEOUT_GRACE_MS: '0',
      ADS_CONSUMER_KEY: 'k',
      ADS_CONSUMER_SECRET: 's',
      ADS_API_URL: 'http://127.0.0.1:9',
    };
    const alone = await createGateway(variables);
    await fetch(alone.url + '?query={__typename}').then((response) => response.text());
    await alone.close();
    const without = loaded();
    const traced = await createGateway({ ...variables, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    await traced.close();
    const within = loaded();
    console.log(JSON.stringify({ without, within }));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(JSON.parse(stdout)).toEqual({ without: false, within: true });
});
