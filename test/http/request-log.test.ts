import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { GatewayOverrides } from '../../src/gateway/server.ts';
import { createLog } from '../../src/telemetry/log.ts';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { bikes, colleague } from '../support/accounts.ts';
import type { Running } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { launchDocument, launchInput } from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';
import { connectTo, postOf } from '../support/raw-client.ts';
import { runs } from '../support/sampling.ts';
import { signIn } from '../support/visitor.ts';

const names = `{ account(id: "${bikes}") { name } }`;
const create = (key: string | null, name = 'Secret launch') =>
  `mutation Launch { first: createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s001", name: "${name}", dailyBudgetAmountLocalMicro: 5000000 ${key === null ? '' : `, idempotencyKey: "${key}"`} }) { outcome } }`;

type Line = Readonly<Record<string, unknown>> & {
  readonly failures?: readonly Readonly<Record<string, unknown>>[];
};

/** A gateway whose log is kept. */
const start = async (env: Readonly<Record<string, string>> = {}, parts: GatewayOverrides = {}) => {
  const written: string[] = [];
  const log = createLog('info', { write: (line) => void written.push(line) });
  const running = await startGateway({
    env: { GATEWAY_API_KEYS: keysOf({ crm: 'owner', report: 'owner-reads' }), ...env },
    parts: { log, ...parts },
  });
  onTestFinished(running.close);
  const lines = (): readonly Line[] => written.map((line) => JSON.parse(line));
  const requests = (): readonly Line[] => lines().filter(({ msg }) => msg === 'request');
  /** The line of a request, as soon as it is written. */
  const lineOf = async (id: string | null): Promise<Line> => {
    const found = () => requests().filter((line) => line['id'] === id);
    await expect.poll(() => found().length, { timeout: 20_000 }).toBe(1);
    return found()[0] as Line;
  };
  return { running, written, lines, requests, lineOf };
};

const crm = { 'x-api-key': keyOf('crm') };
const transaction = '00f00ba4';
/** Makes the API answer one call of an endpoint with a status. */
const fault = ({ emulator }: Running, endpoint: EndpointName, status: number): void =>
  emulator.fault({
    match: { endpoint },
    times: 1,
    fault: { kind: 'answer', status, headers: { 'x-transaction': transaction } },
  });
const [info, warning] = [30, 40];
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** The log without the lines of single writes, which have the written values. */
const ofRequests = (written: readonly string[]): string =>
  written.filter((line) => !line.includes('"audit":true')).join('');

test('the line of a request has everything that support needs, and none of its content', async () => {
  const { running, written, lineOf } = await start();
  const { headers, data } = await running.ask(
    create('my-key-1'),
    {},
    {
      headers: {
        ...crm,
        'x-request-id': 'shop.42_a-b',
        'apollographql-client-name': 'Shop front/2.1',
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
    },
  );
  expect(data.first.outcome).toBe('APPLIED');
  expect(headers.get('x-request-id')).toBe('shop.42_a-b');
  expect(await lineOf('shop.42_a-b')).toEqual({
    level: info,
    time: expect.any(String),
    id: 'shop.42_a-b',
    trace: traceId,
    key: 'crm',
    client: 'Shop front/2.1',
    user: '1500000000000000001',
    operation: 'Launch',
    kind: 'mutation',
    method: 'POST',
    status: 200,
    durationMs: expect.any(Number),
    calls: 1,
    codes: [],
    writes: [
      {
        field: 'createCampaign',
        outcome: 'APPLIED',
        isKeyed: true,
        account: bikes,
        ids: [expect.any(String)],
      },
    ],
    msg: 'request',
  });
  expect(ofRequests(written)).not.toMatch(/Secret launch|my-key-1|fik3s001/);
});

test('missing or invalid values are null, or made by the gateway', async () => {
  const { running, lineOf } = await start();
  const forged = 'a","level":60,"msg":"forged';
  const { headers } = await running.ask(
    names,
    {},
    {
      headers: {
        'x-api-key': keyOf('report'),
        'x-request-id': 'x'.repeat(129),
        'apollographql-client-name': forged,
        traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      },
    },
  );
  const id = headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const line = await lineOf(id);
  expect(line).toMatchObject({ client: null, trace: null, operation: null, kind: 'query' });
  expect(line).not.toHaveProperty('writes');
  expect(line).not.toHaveProperty('failures');
});

test('a sign-in and a sign-out are found by the user, too', async () => {
  const { running, requests } = await start();
  const session = await signIn({ url: running.url, emulator: running.emulator }, colleague);
  const headers = { authorization: `Bearer ${session}` };
  const out = await fetch(new URL('/auth/logout', running.url), { method: 'POST', headers });
  expect(out.ok).toBe(true);
  const routes = () =>
    requests()
      .filter(({ user }) => user === colleague)
      .map(({ method, route }) => `${method} ${route}`);
  await expect.poll(routes).toEqual(['GET /auth/callback', 'POST /auth/logout']);
});

test('a write of unknown outcome is a warning with endpoint, status and transaction', async () => {
  const { running, lineOf } = await start();
  fault(running, 'createCampaign', 500);
  const { headers, data, calls } = await running.ask(create(null), {}, { headers: crm });
  expect(data.first.outcome).toBe('UNKNOWN');
  expect(calls).toHaveLength(1);
  expect(await lineOf(headers.get('x-request-id'))).toMatchObject({
    level: warning,
    writes: [{ field: 'createCampaign', outcome: 'UNKNOWN', isKeyed: false }],
    failures: [
      {
        endpoint: 'createCampaign',
        status: 500,
        code: 'UPSTREAM_UNAVAILABLE',
        transaction,
      },
    ],
  });
});

test('the refusal of a write is in the line only by its codes', async () => {
  const { running, written, lineOf } = await start();
  const wrong = `mutation Wrong {
    one: createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s001", name: "", dailyBudgetAmountLocalMicro: -7321 }) { outcome }
    two: batchCampaigns(input: { accountId: "${bikes}", operations: [{ update: { campaignId: "cik3s001", name: "" } }] }) { outcome }
    three: updateCampaign(input: { accountId: "${bikes}", campaignId: "secret9", name: "Secret", idempotencyKey: "k" }) { outcome }
  }`;
  const { headers, calls } = await running.ask(wrong, {}, { headers: crm });
  expect(calls.map(({ method }) => method)).toEqual(['PUT']);
  expect(await lineOf(headers.get('x-request-id'))).toMatchObject({
    level: info,
    operation: 'Wrong',
    kind: 'mutation',
    codes: [],
    writes: [
      { field: 'createCampaign', outcome: 'REJECTED', isKeyed: false, codes: ['BAD_USER_INPUT'] },
      { field: 'batchCampaigns', outcome: 'REJECTED', isKeyed: false, codes: ['BAD_USER_INPUT'] },
      {
        field: 'updateCampaign',
        outcome: 'REJECTED',
        isKeyed: true,
        codes: ['CAMPAIGN_NOT_FOUND'],
      },
    ],
    failures: [{ endpoint: 'updateCampaign', status: 404 }],
  });
  expect(ofRequests(written)).not.toMatch(/7321|Secret/);
});

test.each([
  ['at once', 'outcome', 'application/json'],
  ['step by step', 'steps @stream { outcome } outcome', 'multipart/mixed, application/json'],
])('the line of a launch that is answered %s has its outcome', async (_how, fields, accept) => {
  const { running, lineOf } = await start({ ADMIN_PORT: '0' });
  const launch = async (more: object, id: string) => {
    const input = launchInput({ idempotencyKey: id, ...more });
    const answered = await fetch(running.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, 'x-request-id': id, ...crm },
      body: JSON.stringify({
        query: launchDocument('launchCampaign', fields),
        variables: { input },
      }),
    });
    await answered.text();
    return lineOf(id);
  };
  const written = { field: 'launchCampaign', isKeyed: true };
  expect(await launch({}, 'whole')).toMatchObject({
    level: info,
    writes: [{ ...written, outcome: 'APPLIED' }],
  });
  expect(await launch({ accountId: '..' }, 'wrong')).toMatchObject({
    calls: 0,
    writes: [{ ...written, outcome: 'REJECTED', codes: ['BAD_USER_INPUT'] }],
  });
  fault(running, 'batchLineItems', 500);
  fault(running, 'listLineItems', 400);
  expect(await launch({}, 'lost')).toMatchObject({
    level: warning,
    writes: [{ ...written, outcome: 'UNKNOWN', codes: ['UPSTREAM_OUTCOME_UNKNOWN'] }],
  });
  const metrics = await (await fetch(`${running.adminUrl}/metrics`)).text();
  const outcomes = [...metrics.matchAll(/mutation="launchCampaign",outcome="(\w+)"\} (\d+)/g)];
  expect(outcomes.map(([, outcome, count]) => [outcome, count])).toEqual([
    ['applied', '1'],
    ['rejected', '1'],
    ['unknown', '1'],
  ]);
});

test.each([
  [
    'of a header, with a line break',
    { 'graphql-client-name': 'a\u00a0b' },
    'query Q { viewer { userId } }',
  ],
  [
    'of a header, as JSON',
    { 'graphql-client-name': '"},"level":60' },
    'query Q { viewer { userId } }',
  ],
])('no name %s forges a line', async (_what, headers, query) => {
  const { running, written, lineOf } = await start();
  const answered = await running.ask(query, {}, { headers: { ...crm, ...headers } });
  expect(await lineOf(answered.headers.get('x-request-id'))).toMatchObject({
    client: null,
    operation: 'Q',
  });
  for (const text of written) expect(text.trimEnd()).not.toContain('\n');
});

test('an unavailable API causes a warning, and a refusal with a reason does not', async () => {
  const { running, lineOf } = await start({ LIMIT_READ_RETRIES: '0' });
  fault(running, 'getAccount', 503);
  const down = await running.ask(names, {}, { headers: crm });
  expect(await lineOf(down.headers.get('x-request-id'))).toMatchObject({
    level: warning,
    codes: ['UPSTREAM_UNAVAILABLE'],
    failures: [{ endpoint: 'getAccount', status: 503 }],
  });
  fault(running, 'getAccount', 403);
  const refused = await running.ask(names, {}, { headers: crm });
  expect(await lineOf(refused.headers.get('x-request-id'))).toMatchObject({
    level: info,
    codes: ['FORBIDDEN'],
    failures: [{ endpoint: 'getAccount', status: 403, code: 'FORBIDDEN' }],
  });
});

test('the line of a write whose caller left has the outcome of the write', async () => {
  const { running, lineOf } = await start();
  running.emulator.fault({
    match: { endpoint: 'createCampaign' },
    times: 1,
    fault: { kind: 'delay', delayMs: 500 },
  });
  const socket = await connectTo(running.url);
  socket.write(postOf(running.url, create('left'), { ...crm, 'x-request-id': 'left' }));
  const arrived = () => running.emulator.calls().length;
  await expect.poll(arrived, { timeout: 20_000 }).toBe(1);
  socket.destroy();
  await once(socket, 'close');
  expect(await lineOf('left')).toMatchObject({
    status: null,
    calls: 1,
    writes: [{ field: 'createCampaign', outcome: 'APPLIED', isKeyed: true }],
  });
});

test('the breaker logs when it opens, and when it closes again', async () => {
  const time = quickTime();
  const { running, lines } = await start({ LIMIT_READ_RETRIES: '0' }, time);
  running.emulator.fault({
    match: { endpoint: 'getAccount' },
    times: 20,
    fault: { kind: 'answer', status: 500 },
  });
  const ask = () => running.ask(names, {}, { headers: crm });
  for (let count = 0; count < 20; count += 1) await ask();
  const states = () => lines().flatMap(({ state }) => state ?? []);
  expect(states()).toEqual(['open']);
  time.pass(1000);
  await ask();
  expect(states()).toEqual(['open', 'recovering']);
  time.pass(5000);
  await ask();
  expect(states()).toEqual(['open', 'recovering', 'closed']);
  const opened = lines().find(({ state }) => state === 'open');
  expect(opened).toMatchObject({ level: warning, host: new URL(running.emulator.url).host });
});

test('among very many lines a request is found by its user, by its trace and by its transaction', async () => {
  const many = runs(1000, 10_000);
  const { running, requests } = await start();
  const others = Array.from({ length: many - 3 }, () => '{ __typename }');
  const sockets = await Promise.all(Array.from({ length: 8 }, () => connectTo(running.url)));
  await Promise.all(
    sockets.map(async (socket, index) => {
      const own = others.filter((_, at) => at % sockets.length === index);
      for (const query of own) {
        socket.write(postOf(running.url, query, crm));
        await once(socket, 'data');
      }
      socket.destroy();
    }),
  );
  const session = await signIn({ url: running.url, emulator: running.emulator }, colleague);
  const byUser = await running.ask(
    'query Mine { viewer { userId } }',
    {},
    {
      headers: { authorization: `Bearer ${session}` },
    },
  );
  const byTrace = await running.ask(
    names,
    {},
    {
      headers: { ...crm, traceparent: `00-${traceId}-00f067aa0ba902b7-00` },
    },
  );
  fault(running, 'getAccount', 403);
  const failed = await running.ask(names, {}, { headers: crm });
  const told = failed.errors?.[0]?.extensions['upstream'] as { readonly transaction: string };
  expect(told.transaction).toBe(transaction);
  await expect.poll(() => requests().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(many);
  const idsWhere = (matches: (line: Line) => boolean) =>
    requests()
      .filter(matches)
      .map(({ id }) => id);
  const idOf = ({ headers }: typeof failed) => headers.get('x-request-id');
  const asked = ({ user, operation }: Line) => user === colleague && operation !== null;
  expect(idsWhere(asked)).toEqual([idOf(byUser)]);
  expect(idsWhere(({ trace }) => trace === traceId)).toEqual([idOf(byTrace)]);
  const withTransaction = ({ failures = [] }: Line) =>
    failures.some((failure) => failure['transaction'] === told.transaction);
  expect(idsWhere(withTransaction)).toEqual([idOf(failed)]);
}, 120_000);
