import { beforeEach, describe, expect, test } from 'vitest';
import { bikes, coffee } from '../support/accounts.ts';
import { callTool, versions, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const pathsOf = (calls: readonly { readonly path: string }[]): readonly string[] =>
  calls.map(({ path }) => path.replace('/12/', ''));

describe.each(versions)('in version %s', (version) => {
  test('nine tools, six of them reading, with schemas and annotations, in less than 12 KiB', async () => {
    const { tools, spoken } = await withAgent(
      running,
      async ({ client }) => ({
        tools: (await client.listTools()).tools,
        spoken: client.getNegotiatedProtocolVersion(),
      }),
      { version },
    );
    expect(spoken).toBe(version);
    expect(tools.map(({ name }) => name)).toEqual([
      'ads_accounts',
      'ads_apply',
      'ads_describe',
      'ads_find',
      'ads_outcome',
      'ads_prepare',
      'ads_query',
      'ads_read',
      'ads_results',
    ]);
    for (const { name, inputSchema, outputSchema, annotations, description = '' } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', properties: {} });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations).toEqual({
        readOnlyHint: !['ads_apply', 'ads_outcome'].includes(name),
        destructiveHint: name === 'ads_apply',
        idempotentHint: true,
        openWorldHint: true,
      });
      expect(description.length).toBeGreaterThan(50);
    }
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(12 * 1024);
  });

  test('a tool answers with text and members, and an unknown tool is an error', async () => {
    await withAgent(
      running,
      async ({ client, call }) => {
        const found = await call('ads_find', { kind: 'CAMPAIGN', account: bikes, state: 'PAUSED' });
        expect(found.isError).toBe(false);
        expect(pathsOf(found.calls)).toEqual([`accounts/${bikes}/campaigns`]);
        const { columns, rows, page } = found.members;
        expect(columns).toEqual([
          'id',
          'name',
          'state',
          'parent',
          'budget',
          'updatedAt',
          'effective',
        ]);
        expect(rows.length).toBeGreaterThan(5);
        expect(new Set(rows.map((row: readonly string[]) => row[2]))).toEqual(new Set(['PAUSED']));
        expect(page).toEqual({ total: rows.length, answer: null, offset: null, cursor: null });
        const [header, ...lines] = found.text.split('\n');
        expect(header).toBe(columns.join('\t'));
        expect(lines.slice(0, rows.length)).toEqual(
          rows.map((row: readonly unknown[]) => row.map((cell) => cell ?? '').join('\t')),
        );
        await expect(client.callTool({ name: 'ads_apply_all', arguments: {} })).rejects.toThrow(
          'There is no tool ads_apply_all',
        );
      },
      { version },
    );
  });
});

test('ads_accounts names the viewer, and the currency, time zone and role of each account', async () => {
  const { members, text, calls } = await callTool(running, 'ads_accounts');
  expect(members.rows).toContainEqual([
    `Account:${bikes}`,
    'Nordlicht Bikes',
    'EUR',
    'Europe/Berlin',
    'ACCOUNT_ADMIN TWEET_COMPOSER',
  ]);
  expect(members.rows).toHaveLength(8);
  expect(calls).toHaveLength(1 + 2 * 8);
  expect(members.cost.calls).toBe(calls.length);
  expect(text).toContain('You act for the owner of the application (user 1500000000000000001).');
});

describe('ads_find', () => {
  test('finds a part of a name in every account, with a call for each of them', async () => {
    const { members, calls } = await callTool(running, 'ads_find', {
      kind: 'CAMPAIGN',
      text: 'HOLIDAY BLEND',
    });
    expect(members.rows.length).toBeGreaterThan(1);
    for (const [id, name] of members.rows) {
      expect(id).toMatch(`Campaign:${coffee}:`);
      expect(name).toContain('Holiday Blend');
    }
    const lists = pathsOf(calls).filter((path) => path.endsWith('/campaigns'));
    expect(new Set(lists).size).toBe(8);
  });

  test('shows names of others in one line, without characters that turn or hide the surrounding text', async () => {
    const name = 'Wet\u202e\u2029roads\u0007\u001b[31m\u0085x\u200b';
    const input = { accountId: bikes, campaignId: 'cik3s000', name };
    await running.ask(
      'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }',
      { input },
    );
    const { text, members } = await callTool(running, 'ads_find', {
      kind: 'CAMPAIGN',
      account: bikes,
      ids: ['cik3s000'],
    });
    expect(text).toContain('\tWet roads [31m x\t');
    expect(members.rows[0]).toContain('Wet roads [31m x');
  });

  test('continues with its cursor, each row once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const given = { kind: 'LINE_ITEM', account: bikes, ...(cursor && { cursor }) };
      const { members } = await callTool(running, 'ads_find', given);
      seen.push(...members.rows.map(([id]: readonly string[]) => id));
      cursor = members.page.cursor ?? undefined;
    } while (cursor !== undefined);
    const stored = running.emulator.store.rows('LineItem', bikes).filter((row) => !row['deleted']);
    const live = stored.filter((row) => row['entity_status'] !== 'DRAFT');
    expect(seen.toSorted()).toEqual(live.map((row) => `LineItem:${bikes}:${row['id']}`).toSorted());
  });

  test('lists the ids that do not exist, and shows the other rows', async () => {
    const { members } = await callTool(running, 'ads_find', {
      kind: 'CAMPAIGN',
      ids: [`Campaign:${bikes}:cik3s000`, `Campaign:${bikes}:zzz1`],
    });
    expect(members.rows.map(([id]: readonly string[]) => id)).toEqual([
      `Campaign:${bikes}:cik3s000`,
    ]);
    expect(members.notes).toEqual([`There is no Campaign Campaign:${bikes}:zzz1.`]);
  });

  test.each([
    [{ kind: 'LINE_ITEM', ids: [`Campaign:${bikes}:cik3s000`] }, 'ids[0]'],
    [{ kind: 'CAMPAIGN', account: coffee, ids: [`Campaign:${bikes}:cik3s000`] }, 'ids[0]'],
    [{ kind: 'CAMPAIGN', ids: ['cik3s000'] }, 'ids[0]'],
    [{ kind: 'CAMPAIGN', cursor: 'bm8' }, 'cursor'],
    [{ kind: 'PROMOTED_TWEET', text: 'x' }, 'text'],
    [{ kind: 'ACCOUNT', state: 'ACTIVE' }, 'state'],
    [{ kind: 'CAMPAIGNS' }, 'kind'],
    [{ kind: 'CAMPAIGN', name: 'x' }, 'arguments'],
  ])('refuses %j before any call, and names the argument', async (given, argument) => {
    const { isError, members, calls } = await callTool(running, 'ads_find', given);
    expect({ isError, calls }).toEqual({ isError: true, calls: [] });
    expect(members).toMatchObject({ code: 'BAD_USER_INPUT', faults: [{ argument }] });
    expect(members.next).toBeTruthy();
  });

  test('an account that is not the viewer’s has no rows', async () => {
    const { members, text } = await callTool(running, 'ads_find', {
      kind: 'CAMPAIGN',
      account: 'zzz9zzz9',
    });
    expect(members.rows ?? []).toEqual([]);
    expect(text).toMatch(/There is no account zzz9zzz9 here|FORBIDDEN/);
  });
});

describe('ads_query', () => {
  const document = `query Names($id: ID!) { account(id: $id) { name } }`;

  test('answers a query like GraphQL', async () => {
    const given = { document, variables: { id: bikes } };
    const { members, text, calls } = await callTool(running, 'ads_query', given);
    expect(members).toMatchObject({
      data: { account: { name: 'Nordlicht Bikes' } },
      errors: [],
      cost: { calls: 1 },
    });
    expect(JSON.parse(text)).toEqual(members);
    expect(calls).toHaveLength(1);
  });

  test('sends no mutation, whatever its name', async () => {
    const mutation = `mutation ads_query { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "x" }) { outcome } }`;
    const { members, isError, calls } = await callTool(running, 'ads_query', {
      document: mutation,
    });
    expect({ isError, code: members.code, calls }).toEqual({
      isError: true,
      code: 'WRITE_NEEDS_PLAN',
      calls: [],
    });
  });

  test.each([
    ['{ account(id: "18ce54bik3s") { nme } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ account(id: "18ce54bik3s") ', 'GRAPHQL_PARSE_FAILED'],
    ['{ accounts { nodes { ... @defer { name } } } }', 'BAD_USER_INPUT'],
    ['subscription { x }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query A { __typename } query B { __typename }', 'BAD_REQUEST'],
  ])('explains the fault of %s', async (wrong, code) => {
    const { members, isError, calls } = await callTool(running, 'ads_query', { document: wrong });
    expect({ isError, code: members.code, calls }).toEqual({ isError: true, code, calls: [] });
  });

  test('keeps the digits of ids and numbers in variables', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ads_query","arguments":{"document":"query($i: ID!) { account(id: \\"${bikes}\\") { tweets(tweetType: PUBLISHED, tweetIds: [$i]) { nodes { id } } } }","variables":{"i":1500000000000000123}}}}`;
    const before = running.emulator.calls().length;
    const { post } = await import('../support/agents.ts');
    await (await post(running, body)).text();
    const [call] = running.emulator.calls().slice(before);
    expect(JSON.stringify(call)).toContain('1500000000000000123');
  });

  test('a long answer keeps rows of its longest list, and ads_read returns the others', async () => {
    const many = `{ account(id: "${bikes}") { name campaigns(first: 200) { nodes { id name createdAt updatedAt effectiveStatus reasonsNotServable raw } } } }`;
    const { members, text } = await callTool(running, 'ads_query', { document: many });
    const { data, page } = members;
    const stored = running.emulator.store
      .rows('Campaign', bikes)
      .filter((row) => !row['deleted'] && row['entity_status'] !== 'DRAFT');
    expect(page).toMatchObject({ path: 'account.campaigns.nodes', total: stored.length });
    expect(data.account.name).toBe('Nordlicht Bikes');
    expect(data.account.campaigns.nodes).toHaveLength(page.offset);
    expect(page.offset).toBeLessThan(page.total);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
    const ids = data.account.campaigns.nodes.map(({ id }: { readonly id: string }) => id);
    let offset: number | null = page.offset;
    while (offset !== null) {
      const given = { answer: page.answer, offset, columns: ['id', 'raw.name'] };
      const more = await callTool(running, 'ads_read', given);
      expect(more.calls).toEqual([]);
      ids.push(...more.members.rows.map(([id]: readonly string[]) => id));
      offset = more.members.page.offset;
    }
    expect(ids.toSorted()).toEqual(
      stored.map((row) => `Campaign:${bikes}:${row['id']}`).toSorted(),
    );
  });
});

describe('ads_describe', () => {
  test.each([
    [{ type: 'CampaignWhere' }, /^# .*\ninput CampaignWhere \{\n[\s\S]*nameContains: String/m],
    [{ type: 'Account' }, /campaigns\(after: String, campaignIds: \[ID!\]/],
    [{ operation: 'updateCampaign' }, /mutation Example\(\$input: UpdateCampaignInput!\)/],
    [{ operation: 'accounts' }, /query Example \{ accounts \{ nodes \{ id name \} \} \}/],
    [{ search: 'daily budget' }, /^Campaign\.dailyBudget: Money/m],
    [{ search: 'no such thing' }, /^# Nothing has all of the words/],
  ])('shows %j in 8 KiB at most', async (given, expected) => {
    const { members, calls } = await callTool(running, 'ads_describe', given);
    expect(members.sdl).toMatch(expected);
    expect(Buffer.byteLength(members.sdl)).toBeLessThanOrEqual(8 * 1024);
    expect(calls).toEqual([]);
  });

  test('its examples are valid queries', async () => {
    const { members } = await callTool(running, 'ads_describe', { operation: 'accounts' });
    const [example = ''] = /^query Example.*$/m.exec(members.sdl) ?? [];
    const { members: answer, isError } = await callTool(running, 'ads_query', {
      document: example,
    });
    expect({ isError, rows: answer.data.accounts.nodes.length }).toEqual({
      isError: false,
      rows: 8,
    });
  });

  test.each([
    [{}, 'search'],
    [{ type: 'Campain' }, 'type'],
    [{ operation: 'updateCampain' }, 'operation'],
  ])('explains the fault of %j', async (given, argument) => {
    const { members } = await callTool(running, 'ads_describe', given);
    expect(members).toMatchObject({ code: 'BAD_USER_INPUT', faults: [{ argument }] });
    if ('type' in given) expect(members.message).toContain('Did you mean "Campaign"?');
  });
});

test('ads_accounts shows what is left of a window whose limit the API does not say', async () => {
  const resetAt = Math.ceil(Date.now() / 1000) + 600;
  running.emulator.fault({
    match: { endpoint: 'listAccounts' },
    fault: {
      kind: 'headers',
      set: { 'x-rate-limit-remaining': '12', 'x-rate-limit-reset': String(resetAt) },
    },
  });
  const { members } = await callTool(running, 'ads_accounts');
  const until = new Date(resetAt * 1000).toISOString();
  expect(members.notes).toContain(`user:listAccounts: 12 calls left until ${until}`);
});
