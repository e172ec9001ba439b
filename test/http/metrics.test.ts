import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createLog } from '../../src/telemetry/log.ts';
import { post, toolCall } from '../support/agents.ts';
import { startGateway } from '../support/gateway.ts';
import { keyOf, keysOf, withKey } from '../support/keys.ts';
import type { Play } from '../support/raw-server.ts';
import { rawAnswer } from '../support/raw-server.ts';
import { startGatewayBefore } from '../support/storm.ts';

const started = async (play: Play, env: Readonly<Record<string, string>> = {}) => {
  const before = await startGatewayBefore(play, { ADMIN_PORT: '0', ...env });
  return {
    ...before,
    /** The value of every line of the metrics, by its name and labels, including declarations. */
    read: async (): Promise<ReadonlyMap<string, number>> => {
      const text = await (await fetch(`${before.gateway.adminUrl}/metrics`)).text();
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('# HELP'));
      return new Map(
        lines.map((line) => {
          const at = line.lastIndexOf(' ');
          return [line.slice(0, at), Number(line.slice(at + 1))];
        }),
      );
    },
  };
};

const campaigns = '{ account(id: "a1") { campaigns { nodes { id entityStatus } } } }';
const rename =
  'mutation { updateCampaign(input: { accountId: "a1", campaignId: "k1", name: "n" }) { outcome } }';
const page = (rows: readonly object[], account = 'a1'): string =>
  JSON.stringify({ request: { params: { account_id: account } }, data: rows });
const row = { id: 'k1', name: 'n', entity_status: 'ACTIVE', updated_at: '2026-01-01T00:00:00Z' };

test('calls, outcomes, times, the breaker and the process itself are counted', async () => {
  let status = 200;
  const start = performance.now();
  const running = await started((socket, { method }) =>
    socket.write(
      rawAnswer(status, JSON.stringify({ data: method === 'GET' ? [row] : row }), {
        'x-account-rate-limit-limit': '1000',
        'x-account-rate-limit-remaining': '400',
        'x-account-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 600),
      }),
    ),
  );
  await running.ask(campaigns);
  await running.ask(rename);
  status = 500;
  await running.ask(rename);
  status = 400;
  await running.ask(rename);
  status = 503;
  for (let call = 0; call < 25; call += 1) await running.ask(campaigns);
  const tookMs = performance.now() - start;
  const metrics = await running.read();
  await running.close();
  expect(
    metrics.get('ads_graph_upstream_calls_total{endpoint="updateCampaign",status="500"}'),
  ).toBe(1);
  expect(metrics.get('ads_graph_upstream_calls_total{endpoint="listCampaigns",status="200"}')).toBe(
    1,
  );
  expect(
    metrics.get('ads_graph_upstream_calls_total{endpoint="listCampaigns",status="unsent"}'),
  ).toBeGreaterThan(0);
  for (const outcome of ['applied', 'unknown', 'rejected']) {
    const labels = `mutation="updateCampaign",outcome="${outcome}"`;
    expect(metrics.get(`ads_graph_write_outcomes_total{${labels}}`)).toBe(1);
  }
  expect(metrics.get('ads_graph_upstream_call_seconds_count{endpoint="updateCampaign"}')).toBe(3);
  expect(metrics.get('ads_graph_upstream_retries_total{endpoint="listCampaigns"}')).toBe(
    running.server.requests.length - 3 - calledFor(metrics),
  );
  expect(metrics.get('ads_graph_request_seconds_count{kind="query",status="2xx"}')).toBe(26);
  expect(metrics.get('ads_graph_request_seconds_count{kind="mutation",status="2xx"}')).toBe(3);
  // Buckets go up to the deadlines: 25 s for queries, 35 s for mutations, 10 s and 30 s for calls.
  for (const bucket of ['le="25",kind="query",status="2xx"', 'le="35",kind="query",status="2xx"']) {
    expect(metrics.get(`ads_graph_request_seconds_bucket{${bucket}}`)).toBe(26);
  }
  expect(
    metrics.get('ads_graph_upstream_call_seconds_bucket{le="30",endpoint="updateCampaign"}'),
  ).toBe(3);
  expect(metrics.get('ads_graph_queue_seconds_count{kind="mutation"}')).toBe(3);
  for (const name of [
    'request_seconds_sum{kind="query",status="2xx"}',
    'upstream_call_seconds_sum{endpoint="listCampaigns"}',
  ]) {
    expect(metrics.get(`ads_graph_${name}`)).toBeGreaterThan(0);
    expect(metrics.get(`ads_graph_${name}`)).toBeLessThan(tookMs / 1000);
  }
  const asked = 'kind="query",status="200",key="none"';
  expect(metrics.get(`ads_graph_requests_total{${asked}}`)).toBe(26);
  expect(metrics.get('ads_graph_errors_total{code="UPSTREAM_UNAVAILABLE"}')).toBe(25);
  expect(metrics.get('ads_graph_breaker_state{host="ads"}')).toBe(2);
  expect(metrics.get('ads_graph_rate_window_left{class="core"}')).toBe(0.4);
  expect(metrics.get('ads_graph_operations_running')).toBe(0);
  expect(metrics.get('ads_graph_operations_waiting')).toBe(0);
  const build = `version="${manifest.version}",node="${process.version}"`;
  expect(metrics.get(`ads_graph_build_info{${build}}`)).toBe(1);
  expect(metrics.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  expect(metrics.has('# TYPE nodejs_gc_duration_seconds')).toBe(true);
  // No value that a caller chose is a label.
  expect([...metrics.keys()].join('\n')).not.toMatch(/a1|k1|owner/);
});

/** The calls of campaigns that were sent at least once. */
const calledFor = (metrics: ReadonlyMap<string, number>): number =>
  metrics.get('ads_graph_upstream_call_seconds_count{endpoint="listCampaigns"}') ?? 0;

test('the name of a request’s key is a label, and calls of no mutation have no outcome', async () => {
  const key = keyOf('crm');
  const running = await started((socket) => socket.write(rawAnswer(401, error32)));
  const own = await started((socket) => socket.write(rawAnswer(200, page([row]))), {
    GATEWAY_API_KEYS: keysOf({ crm: 'owner' }),
    PUBLIC_URL: 'http://localhost',
  });
  for (const [headers, status] of [
    [{ 'x-api-key': key }, 200],
    [{ 'x-api-key': 'unknown' }, 401],
  ] as const) {
    const answered = await fetch(own.gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: campaigns }),
    });
    expect(answered.status).toBe(status);
  }
  const metrics = await own.read();
  expect(metrics.get('ads_graph_requests_total{kind="query",status="200",key="crm"}')).toBe(1);
  expect(metrics.get('ads_graph_requests_total{kind="refused",status="401",key="none"}')).toBe(1);
  expect([...metrics.keys()].join('\n')).not.toContain(key);
  await own.close();
  // A sign-in posts to the API, and is no mutation.
  await fetch(new URL('/auth/login', running.gateway.url), { redirect: 'manual' });
  const posted = [...(await running.read()).keys()];
  expect(posted.join('\n')).toContain('upstream_calls_total{endpoint="createRequestToken"');
  expect(posted.filter((name) => name.startsWith('ads_graph_write_outcomes_total{'))).toEqual([]);
  await running.close();
});

test('the work of the ledger and the store is counted', async () => {
  const running = await started((socket) =>
    socket.write(rawAnswer(200, JSON.stringify({ data: row }))),
  );
  const keyed = (name: string): string =>
    `mutation { updateCampaign(input: { accountId: "a1", campaignId: "k1", name: "${name}", idempotencyKey: "once" }) { outcome } }`;
  expect(await running.ask(keyed('n'))).toEqual([]);
  expect(await running.ask(keyed('n'))).toEqual([]);
  expect(await running.ask(keyed('other'))).toEqual(['IDEMPOTENCY_KEY_REUSED']);
  await running.ask(rename);
  const metrics = await running.read();
  await running.close();
  for (const result of ['begun', 'repeated', 'IDEMPOTENCY_KEY_REUSED']) {
    expect(metrics.get(`ads_graph_keyed_writes_total{result="${result}"}`)).toBe(1);
  }
  const outcomes = (outcome: string) =>
    metrics.get(`ads_graph_write_outcomes_total{mutation="updateCampaign",outcome="${outcome}"}`);
  expect(['applied', 'repeated', 'failed'].map(outcomes)).toEqual([2, 1, 1]);
  expect(metrics.get('ads_graph_store_call_seconds_count{call="setIfAbsent"}')).toBeGreaterThan(0);
});

test('the documented metrics are the existing ones', async () => {
  const running = await started((socket) => socket.write(rawAnswer(200, page([row]))));
  const named = (names: Iterable<string>) =>
    [...new Set(Array.from(names).filter((name) => name.startsWith('ads_graph_')))].sort();
  const declared = [...(await running.read()).keys()].flatMap(
    (line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? [],
  );
  await running.close();
  const text = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `ads_graph_'));
  const documented = rows.flatMap((line) => line.split('|')[1]?.match(/ads_graph_\w+/g) ?? []);
  expect(named(documented)).toEqual(named(declared));
});

test('every metric is described, in base units, and those of alerts begin at 0', async () => {
  const running = await started((socket) => socket.write(rawAnswer(200, page([row]))));
  await running.ask(campaigns);
  const text = await (await fetch(`${running.gateway.adminUrl}/metrics?by=collector`)).text();
  const metrics = await running.read();
  await running.close();
  const types = [...text.matchAll(/^# TYPE (ads_graph_\w+) (\w+)$/gm)].map(
    ([, name = '', type = '']) => ({ name, type }),
  );
  expect(types.length).toBeGreaterThan(20);
  for (const { name, type } of types) {
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.*$`, 'm'));
    expect({ name, isTotal: name.endsWith('_total') }).toEqual({
      name,
      isTotal: type === 'counter',
    });
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
  const samples = text.split('\n').filter((line) => line.startsWith('ads_graph_'));
  for (const sample of samples) {
    expect(sample).toMatch(/^[a-z_]+(\{(?:[a-z]+="[^"\\]*",?)+\})? \d+(\.\d+)?(e-?\d+)?$/);
  }
  expect(metrics.get('ads_graph_upstream_faults_total{fault="signature_refused"}')).toBe(0);
  expect(metrics.get('ads_graph_errors_total{code="INTERNAL_SERVER_ERROR"}')).toBe(0);
});

test('running operations are counted', async () => {
  const held = Promise.withResolvers<void>();
  const running = await started((socket) => {
    void held.promise.then(() => socket.write(rawAnswer(200, page([row]))));
  });
  const asked = [running.ask(campaigns), running.ask(campaigns)];
  const now = async () => (await running.read()).get('ads_graph_operations_running');
  await expect.poll(now).toBe(2);
  held.resolve();
  await Promise.all(asked);
  await expect.poll(now).toBe(0);
  await running.close();
});

const answer =
  (body: string, headers: Readonly<Record<string, string>> = {}): Play =>
  (socket) =>
    socket.write(rawAnswer(200, body, headers));
const error32 = '{"errors":[{"code":32,"message":"Could not authenticate you."}]}';
const both = JSON.stringify({
  data: [row],
  operation_errors: [[{ code: 'X', message: 'x' }]],
});
const create =
  'mutation { batchCampaigns(input: { accountId: "a1", operations: [{ create: { name: "n", fundingInstrumentId: "f1" } }] }) { outcome } }';
const byIds = '{ nodes(ids: ["Campaign:a1:k1", "Campaign:a1:k2"]) { ... on Campaign { name } } }';
// Two calls, both of which receive the row that only the first requested.
const manyIds = byIds.replace(
  /\[.*\]/,
  JSON.stringify(Array.from({ length: 201 }, (_, index) => `Campaign:a1:k${index + 1}`)),
);

const children = '{ account(id: "a1") { campaigns { nodes { lineItems { nodes { name } } } } } }';
const ofAnother = { id: 'l1', campaign_id: 'k9', name: 'l' };
const byPath =
  (parents: string, rows: string): Play =>
  (socket, { target }) =>
    socket.write(rawAnswer(200, target.includes('line_items') ? rows : parents));

test.each<readonly [string, string, Play]>([
  [
    'retried',
    campaigns,
    (socket, _, index) => socket.write(rawAnswer(index === 0 ? 503 : 200, page([row]))),
  ],
  ['signature_refused', campaigns, (socket) => socket.write(rawAnswer(401, error32))],
  ['content_type', campaigns, answer(page([row]), { 'content-type': 'text/html' })],
  ['row_repeated', campaigns, answer(page([row, row]))],
  ['row_changed', campaigns, answer(page([row, { ...row, updated_at: '2026-01-02T00:00:00Z' }]))],
  ['row_incomplete', campaigns, answer(page([row, { ...row, id: 'k2', entity_status: null }]))],
  ['row_not_asked_for', byIds, answer(page([row, { ...row, id: 'k9' }]))],
  ['row_not_asked_for', manyIds, answer(page([row]))],
  ['row_not_asked_for', children, byPath(page([row, { ...row, id: 'k2' }]), page([ofAnother]))],
  ['value_unrecognized', campaigns, answer(page([{ ...row, entity_status: 'NEW' }]))],
  ['batch_contradicts_itself', create, answer(both)],
  ['echo_of_another_account', campaigns, answer(page([row], 'a2'))],
])('the fault %s is counted', async (fault, document, play) => {
  const running = await started(play);
  await running.ask(document);
  const metrics = await running.read();
  await running.close();
  expect(metrics.get(`ads_graph_upstream_faults_total{fault="${fault}"}`)).toBe(1);
});

const another = JSON.stringify({
  request: { params: { account_id: 'a1', campaign_id: 'k9' } },
  data: { ...row, id: 'k9' },
});
const deletion =
  'mutation { deleteCampaign(input: { accountId: "a1", campaignId: "k1" }) { outcome campaign { name } } }';
const batch =
  'mutation { batchCampaigns(input: { accountId: "a1", operations: [{ update: { campaignId: "k1", name: "n" } }] }) { outcome rows { restId } results { outcome campaign { name } } } }';
const unknown = { outcome: 'UNKNOWN' };

test.each([
  [
    'a read',
    '{ node(id: "Campaign:a1:k1") { ... on Campaign { name } } }',
    another,
    { data: { node: null }, errors: [{ extensions: { code: 'UPSTREAM_BAD_RESPONSE' } }] },
  ],
  ['an update', rename, another, { data: { updateCampaign: unknown } }],
  ['a deletion', deletion, another, { data: { deleteCampaign: { ...unknown, campaign: null } } }],
  [
    'a batch',
    batch,
    page([{ ...row, id: 'k9' }]),
    {
      data: {
        batchCampaigns: {
          ...unknown,
          rows: [{ restId: 'k9' }],
          results: [{ ...unknown, campaign: null }],
        },
      },
    },
  ],
])(
  '%s that is answered with another row of the account is counted once',
  async (_what, document, body, expected) => {
    const running = await started(answer(body));
    const answered = await (
      await fetch(running.gateway.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document }),
      })
    ).json();
    const metrics = await running.read();
    await running.close();
    expect(answered).toMatchObject(expected);
    expect(running.server.requests).toHaveLength(1);
    expect(metrics.get('ads_graph_upstream_faults_total{fault="row_not_asked_for"}')).toBe(1);
  },
);

test('calls of the tools of agents are counted by tool and code', async () => {
  const running = await started((socket) => socket.write(rawAnswer(200, page([]))), {
    MCP: 'read',
  });
  await post(running.gateway, toolCall('ads_accounts'));
  await post(running.gateway, toolCall('ads_find', { kind: 'NOTHING' }));
  await post(running.gateway, toolCall('ads_nothing'));
  const metrics = await running.read();
  const counted = [...metrics].filter(([name]) => name.startsWith('ads_graph_mcp_calls_total{'));
  expect(Object.fromEntries(counted)).toEqual({
    'ads_graph_mcp_calls_total{tool="ads_accounts",code="ok"}': 1,
    'ads_graph_mcp_calls_total{tool="ads_find",code="BAD_USER_INPUT"}': 1,
  });
});

test('refused credentials are counted by their kind, and their line has the address', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const env = { ADMIN_PORT: '0', GATEWAY_API_KEYS: keysOf({ crm: 'owner' }) };
  const keyed = await startGateway({ env, parts: { log } });
  for (const headers of [withKey('guessed').headers, { authorization: 'Bearer x' }, {}]) {
    expect((await keyed.ask('{ __typename }', {}, { headers })).status).toBe(401);
  }
  const metrics = await (await fetch(`${keyed.adminUrl}/metrics`)).text();
  await keyed.close();
  for (const brought of ['key', 'session', 'none']) {
    expect(metrics).toContain(`ads_graph_refused_callers_total{brought="${brought}"} 1`);
  }
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests.map(({ address }) => address)).toEqual(Array(3).fill('127.0.0.1'));
});
