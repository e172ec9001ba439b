import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { agentRooms } from '../../agents/rooms.ts';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { bikes } from '../support/accounts.ts';
import { callTool, withAgent } from '../support/agents.ts';
import { command } from '../support/command.ts';
import { useGateway } from '../support/gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const reports = `
"""The newest campaigns of an account."""
query NewestCampaigns(
  $account: ID!
  "How many of them."
  $first: Int = 3
  $where: CampaignWhere
) {
  account(id: $account) {
    campaigns(first: $first, where: $where, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { ...Named }
    }
  }
}
query Everything { accounts { nodes { id } } }
`;

const documents = (): void => {
  write('reports.graphql', reports);
  mkdirSync(join(folder, 'parts'), { recursive: true });
  write('parts/named.gql', 'fragment Named on Campaign { id name }');
  write('notes.txt', 'no document {');
};
documents();

const trusted = new Map([
  ['a', '"What the account is called." query NameOf($id: ID!) { account(id: $id) { name } }'],
  ['b', 'query Undescribed { accounts { nodes { id } } }'],
  ['c', 'no document'],
]);
const running = useGateway({ env: { MCP_DOCUMENTS: folder }, config: { trusted } });
beforeEach(documents);

const toolsNow = () => withAgent(running, async ({ client }) => (await client.listTools()).tools);

test('operations of a folder and trusted documents with descriptions become tools', async () => {
  const tools = await toolsNow();
  const own = tools.filter(({ name }) => !name.startsWith('ads_'));
  expect(own.map(({ name, description }) => [name, description])).toEqual([
    ['NewestCampaigns', 'The newest campaigns of an account.'],
    ['Everything', 'Sends the query Everything.'],
    ['NameOf', 'What the account is called.'],
  ]);
  expect(own[0]?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test('variables become JSON Schema: ids, enumerations, required members, and defaults', async () => {
  const [tool] = (await toolsNow()).filter(({ name }) => name === 'NewestCampaigns');
  expect(tool?.inputSchema).toMatchObject({
    type: 'object',
    required: ['account'],
    properties: {
      account: { type: 'string', description: expect.stringContaining('account') },
      first: { type: 'integer', description: 'How many of them. 3 unless given.' },
      where: {
        type: 'object',
        properties: {
          entityStatus: {
            type: 'array',
            items: { type: 'string', enum: ['ACTIVE', 'DRAFT', 'PAUSED'] },
          },
          nameContains: { description: expect.stringContaining('at most 255 characters') },
          updatedSince: { type: 'string' },
        },
      },
    },
  });
});

test('such a tool answers as ads_query does', async () => {
  const given = { account: bikes, where: { entityStatus: ['PAUSED'] } };
  const { members, calls } = await callTool(running, 'NewestCampaigns', given);
  expect(members.data.account.campaigns.nodes).toHaveLength(3);
  expect(members).toMatchObject({ errors: [], cost: { calls: calls.length } });
  const trustedAnswer = await callTool(running, 'NameOf', { id: bikes });
  expect(trustedAnswer.members.data).toEqual({ account: { name: 'Nordlicht Bikes' } });
});

test.each([
  [{ account: bikes, frist: 3 }, /frist/],
  [{ account: bikes, first: 'many' }, /first/],
  [{ account: bikes, where: { entityStatus: ['GONE'] } }, /where\.entityStatus/],
  [{}, /account/],
])('%j is refused before any call, and the argument is named', async (given, named) => {
  const { isError, members, calls } = await callTool(running, 'NewestCampaigns', given);
  expect({ isError, calls }).toEqual({ isError: true, calls: [] });
  expect(members.message).toMatch(named);
});

describe('documents that are read again', () => {
  test('replace the tools', async () => {
    write('reports.graphql', 'query Fewer { accounts(first: 1) { nodes { id } } }');
    running.renewDocuments();
    const names = (await toolsNow()).map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith('ads_'))).toEqual(['Fewer', 'NameOf']);
  });

  test.each([
    ['query Wrong { accounts { nodes { nme } } }', /reports\.graphql:1 Wrong: .*"nme"/],
    ['\n\nquery Wrong { accounts { nodes { ...Lost } } }', /reports\.graphql:3 Wrong: .*"Lost"/],
    ['query { accounts { nodes { id } } }', /reports\.graphql:1: .* must have a name/],
    ['query ads_find { accounts { nodes { id } } }', /does not begin with ads_/],
    ['query NameOf { accounts { nodes { id } } }', /two operations NameOf/],
    ['query Parts { accounts { nodes { ... @defer { id } } } }', /must not use @defer or @stream/],
    ['query Open {', /reports\.graphql: Syntax Error/],
    ['mutation Wrong { updateCampaign { outcome } }', /reports\.graphql:1 Wrong: .*updateCampaign/],
  ])('are refused with %j, and the old ones stay', async (text, message) => {
    running.renewDocuments();
    write('reports.graphql', text);
    expect(() => running.renewDocuments()).toThrow(message);
    expect((await toolsNow()).map(({ name }) => name)).toContain('NewestCampaigns');
  });

  test('more than LIMIT_MCP_TOOLS_BYTES is refused', () => {
    const many = Array.from({ length: 700 }, (_, at) => `query Q${at} { __typename }`);
    write('reports.graphql', many.join('\n'));
    expect(() => running.renewDocuments()).toThrow(/more than LIMIT_MCP_TOOLS_BYTES/);
  });
});

test.each([
  ['"Wrong." query Wrong { nothing }', /^PERSISTED_DOCUMENTS must be .* 0123456789abcdef Wrong: /],
  ['"Twice." query Everything { __typename }', /^MCP_DOCUMENTS and PERSISTED_DOCUMENTS must be /],
])('%s is refused under the name of its variable', async (text, message) => {
  const config = readConfig({ MCP_DOCUMENTS: folder, MCP: 'write', LOG_LEVEL: 'silent' });
  const own = { ...config, trusted: new Map([['0123456789abcdef0', text]]) };
  const started = createGateway(emulated(own, running.emulator), { rooms: agentRooms() });
  await expect(started).rejects.toThrow(message);
});

test('a document that does not fit the schema stops the start, with one line', async () => {
  write('reports.graphql', 'query Wrong { accounts { nodes { nme } } }');
  const env = { PATH: process.env['PATH'] ?? '', MCP_DOCUMENTS: folder, PORT: '0' };
  const { code, err } = await command(['start'], env);
  expect(code).toBe(1);
  expect(err.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^ads-graph: MCP_DOCUMENTS must be documents that fit the schema\. reports\.graphql:1 Wrong: /,
    ),
  ]);
});
