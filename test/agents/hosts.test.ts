import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { callTool, mcpUrl, toolCall, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(
  join(folder, 'own.graphql'),
  `query Named($account: ID!, $first: Int = 2, $where: CampaignWhere) {
    account(id: $account) { campaigns(first: $first, where: $where) { nodes { id } } }
  }
  mutation Launch($input: LaunchCampaignInput!) { launchCampaign(input: $input) { outcome } }
  mutation Many($input: BatchLineItemsInput!) { batchLineItems(input: $input) { outcome } }`,
);

const running = useGateway({ env: { MCP_DOCUMENTS: folder } });

const send = (message: unknown, headers: Readonly<Record<string, string>>, path = '/mcp') =>
  fetch(new URL(path, mcpUrl(running)), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  });

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'host', version: '1' } },
});

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'ads_describe',
};
const describeMoney = toolCall('ads_describe', { type: 'Money' });
const modernCall = { ...describeMoney, params: { ...describeMoney.params, _meta: modern } };

/** The only message of a stream of events. */
const eventIn = (text: string): unknown =>
  JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null') as unknown;

describe.each([
  ['2025-11-25', describeMoney, {}],
  ['2026-07-28', modernCall, modernHeaders],
])('in version %s', (_, message, headers) => {
  const answer = { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text' }] } };

  test.each([
    'application/json',
    'application/*',
    '*/*',
    'APPLICATION/JSON;q=0.9',
    'text/event-stream;q=0, application/json',
  ])('Accept: %s is answered with JSON', async (accept) => {
    const response = await send(message, { ...headers, accept });
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject(answer);
  });

  test.each(['text/event-stream', 'text/*', 'application/json;q=0, text/event-stream'])(
    'Accept: %s is answered with a stream',
    async (accept) => {
      const response = await send(message, { ...headers, accept });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(eventIn(await response.text())).toMatchObject(answer);
    },
  );

  test.each(['text/html', 'application/json;q=0', 'text/event-stream;q=0'])(
    'Accept: %s accepts neither',
    async (accept) => {
      expect((await send(message, { ...headers, accept })).status).toBe(406);
    },
  );

  test('an error is JSON for a client that accepts only JSON', async () => {
    const wrong = { ...message, params: { ...message.params, name: 'nothing' } };
    const named = 'mcp-name' in headers ? { ...headers, 'mcp-name': 'nothing' } : headers;
    const response = await send(wrong, { ...named, accept: 'application/json' });
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_602 } });
  });
});

test('a client that accepts only JSON is let in', async () => {
  const response = await send(initialize('2025-11-25'), { accept: 'application/json' });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
});

describe('a batch', () => {
  const list = { jsonrpc: '2.0', id: 'list', method: 'tools/list' };
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };

  test('is accepted in version 2025-03-26, which requires it', async () => {
    const spoken = await send(initialize('2025-03-26'), { accept: 'application/json' });
    expect(await spoken.json()).toMatchObject({ result: { protocolVersion: '2025-03-26' } });
    const response = await send([list, notification, describeMoney], {
      accept: 'application/json, text/event-stream',
    });
    expect(response.status).toBe(200);
    const answers = (await response.json()) as readonly { readonly id: unknown }[];
    expect(answers.map(({ id }) => id)).toEqual(['list', 1]);
    expect(answers[1]).toMatchObject({ result: { content: [{ type: 'text' }] } });
  });

  test('of notifications has no answer', async () => {
    const response = await send([notification], { accept: 'application/json' });
    expect([response.status, await response.text()]).toEqual([202, '']);
  });

  test.each([
    ['an empty one', [], {}],
    ['one of another version', [list], { 'mcp-protocol-version': '2025-11-25' }],
    ['one that begins a connection', [initialize('2025-03-26'), list], {}],
    ['one of 51 messages', Array.from({ length: 51 }, () => list), {}],
  ])('%s is refused', async (_, messages, headers) => {
    const response = await send(messages, { ...headers, accept: 'application/json' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } });
  });
});

test('/mcp/ is /mcp', async () => {
  const response = await send(describeMoney, { accept: 'application/json' }, '/mcp/');
  expect(response.status).toBe(200);
});

/** The keywords of JSON Schema that every host supports. */
const plain = new Set(['type', 'properties', 'required', 'enum', 'items', 'description']);

/** The paths of a schema that use anything but plain keywords. */
const oddIn = (schema: Readonly<Record<string, unknown>>, path = ''): readonly string[] =>
  Object.entries(schema).flatMap(([word, value]) => {
    const here = `${path}/${word}`;
    if (!plain.has(word)) return [here];
    if (word === 'type') return typeof value === 'string' ? [] : [here];
    if (word === 'items') return oddIn(value as object as Record<string, unknown>, here);
    if (word !== 'properties') return [];
    return Object.entries(value as Record<string, Record<string, unknown>>).flatMap(
      ([name, inner]) => oddIn(inner, `${here}/${name}`),
    );
  });

test('schemas of all tools use only plain keywords', async () => {
  const tools = await withAgent(running, async ({ client }) => (await client.listTools()).tools);
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ads_query', 'Named', 'Launch', 'Many']),
  );
  for (const { name, inputSchema, outputSchema = { type: 'object' } } of tools) {
    expect([name, oddIn(inputSchema), oddIn(outputSchema)]).toEqual([name, [], []]);
  }
});

test.each([
  ['ads_find', { kind: 'CAMPAIGN', account: bikes, cursor: null, text: null, state: null }],
  ['ads_find', { kind: 'ACCOUNT', account: null, cursor: null, ids: null }],
  ['ads_query', { document: '{ viewer { userId } }', variables: null }],
  ['ads_describe', { search: null, type: 'Money', operation: null }],
  [
    'ads_results',
    {
      level: 'CAMPAIGN',
      account: bikes,
      ids: null,
      range: { lastDays: 2, days: null, hours: null },
      metrics: null,
      by: null,
      compare: null,
    },
  ],
  ['Named', { account: bikes, first: null, where: null }],
])('%s accepts null for an omitted argument: %j', async (tool, given) => {
  const { isError, text, members } = await callTool(running, tool, given);
  expect([isError, text]).toEqual([false, expect.any(String)]);
  if (tool === 'Named') expect(members.data.account.campaigns.nodes).toHaveLength(2);
});

test('null for a required argument is still named', async () => {
  const { members } = await callTool(running, 'ads_find', { kind: null });
  expect(members).toMatchObject({ code: 'BAD_USER_INPUT', faults: [{ argument: 'kind' }] });
});

test.each([
  ['resources/read', { uri: `ads://schema/${'x'.repeat(1_000_000)}` }],
  ['tools/call', { name: 'x'.repeat(1_000_000), arguments: {} }],
  ['prompts/get', { name: 'x'.repeat(1_000_000) }],
])('%s does not repeat a long name', async (method, params) => {
  const message = { jsonrpc: '2.0', id: 1, method, params };
  const response = await send(message, { accept: 'application/json' });
  const text = await response.text();
  expect(text.length).toBeLessThan(1000);
  expect(JSON.parse(text)).toMatchObject({ id: 1, error: {} });
});
