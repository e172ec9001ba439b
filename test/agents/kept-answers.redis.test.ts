import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bikes, colleague } from '../support/accounts.ts';
import { callTool, mcpUrl, post, toolCall } from '../support/agents.ts';
import { type Running, startGateway, useGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { useReplicas } from '../support/replicas.ts';
import { bearer, signIn } from '../support/visitor.ts';

const document = `{ account(id: "${bikes}") { campaigns(first: 200) { nodes { id name raw } } } }`;

/** Runs a query whose answer is too long. Returns the id of the kept answer. */
const longAnswer = async (running: Running): Promise<string> => {
  const { members } = await callTool(running, 'ads_query', { document });
  return members.page.answer;
};

describe('in the memory of the gateway', () => {
  let clock = Date.now();
  const running = useGateway({ parts: { now: () => clock } });
  beforeEach(() => running.emulator.reset({ data: true }));

  test('rows can be read again, in another order, with other columns, without a call', async () => {
    const answer = await longAnswer(running);
    const given = { answer, columns: ['name', 'id'], sort: '-name' };
    const { members, calls } = await callTool(running, 'ads_read', given);
    const names = members.rows.map(([name]: readonly string[]) => name);
    expect(calls).toEqual([]);
    expect(names).toEqual(names.toSorted().toReversed());
    const second = await callTool(running, 'ads_read', { ...given, offset: 2 });
    expect(second.members.rows[0]).toEqual(members.rows[2]);
  });

  test.each([
    [{ columns: ['nam'] }, 'columns'],
    [{ sort: '-nam' }, 'sort'],
    [{ offset: -1 }, 'offset'],
  ])('%j is refused', async (more, argument) => {
    const answer = await longAnswer(running);
    const { members } = await callTool(running, 'ads_read', { answer, ...more });
    expect(members).toMatchObject({ code: 'BAD_USER_INPUT', faults: [{ argument }] });
  });

  test('an invented or expired id has no answer', async () => {
    const answer = await longAnswer(running);
    const forged = `${answer.slice(0, -1)}${answer.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [forged, '', '../x', `${answer}0`]) {
      const { members } = await callTool(running, 'ads_read', { answer: wrong });
      expect(members.code).toBe('ANSWER_EXPIRED');
    }
    clock += 15 * 60_000 + 1000;
    const { members } = await callTool(running, 'ads_read', { answer });
    expect(members.code).toBe('ANSWER_EXPIRED');
    clock = Date.now();
  });

  const fileOf = (answer: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(new URL(`/agents/answers/${answer}.csv`, running.url), { headers });

  test('the owner of an answer gets it as CSV, and nobody else does', async () => {
    const answer = await longAnswer(running);
    const own = await fileOf(answer, bearer(await signIn(running)).headers);
    expect(own.status).toBe(200);
    expect(own.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = Buffer.from(await own.arrayBuffer()).toString();
    const [header, ...lines] = text.trimEnd().split('\r\n');
    // The byte order mark, by which spreadsheets recognise UTF-8.
    expect(header).toMatch(/^\uFEFFid,name,raw\./);
    const { members } = await callTool(running, 'ads_read', { answer });
    expect(lines).toHaveLength(members.page.total);
    const other = await fileOf(answer, bearer(await signIn(running, colleague)).headers);
    expect(other.status).toBe(404);
    expect((await fileOf(answer)).status).toBe(401);
    const posted = await fetch(new URL(`/agents/answers/${answer}.csv`, running.url), {
      method: 'POST',
    });
    expect(posted.status).toBe(405);
  });
});

test('an answer without room is reported as such, and is not kept', async () => {
  const running = await startGateway({ env: { LIMIT_MCP_ANSWERS_BYTES: '4096' } });
  try {
    const { members } = await callTool(running, 'ads_query', { document });
    expect(members.page).toMatchObject({ answer: null });
    expect(members.data.account.campaigns.nodes.length).toBeGreaterThan(0);
    const given = { kind: 'CAMPAIGN', account: bikes };
    const env = { LIMIT_MCP_ANSWERS_BYTES: '4096', LIMIT_MCP_RESULT_BYTES: '4096' };
    const small = await startGateway({ env });
    const found = await callTool(small, 'ads_find', given);
    await small.close();
    expect(found.text).toContain('The others could not be kept: ask for less.');
    expect(Buffer.byteLength(found.text)).toBeLessThanOrEqual(4096);
    expect(found.members.page.total).toBeGreaterThan(found.members.rows.length);
  } finally {
    await running.close();
  }
});

test('calls above LIMIT_MCP_CALLS a minute have to wait', async () => {
  const running = await startGateway({ env: { LIMIT_MCP_CALLS: '2' } });
  try {
    const ask = () => callTool(running, 'ads_describe', { type: 'Money' });
    expect((await ask()).isError).toBe(false);
    expect((await ask()).isError).toBe(false);
    const { isError, members } = await ask();
    expect(isError).toBe(true);
    expect(members).toMatchObject({
      code: 'MCP_RATE_LIMITED',
      message: 'More than 2 calls in a minute.',
    });
    expect(members.retryAfterSeconds).toBeGreaterThan(0);
    expect(members.retryAfterSeconds).toBeLessThanOrEqual(60);
  } finally {
    await running.close();
  }
});

describe('with Redis', () => {
  const running = useGateway();
  const replica = useReplicas(running);
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.kill());
  beforeEach(() => server.command('FLUSHALL'));

  test('one replica reads the answer that another kept, and the store cannot', async () => {
    const [one, other] = [
      await replica({ REDIS_URL: server.url }),
      await replica({ REDIS_URL: server.url }),
    ];
    const answer = await longAnswer({ ...running, url: one.url });
    const read = await callTool({ ...running, url: other.url }, 'ads_read', { answer });
    expect(read.members.rows.length).toBeGreaterThan(0);
    expect(read.calls).toEqual([]);
    const redis = new Redis(server.url);
    const keys = await redis.keys(`*mcp-answer:${answer}`);
    const [sealed] = await redis.mget(...keys);
    redis.disconnect();
    expect(sealed).toMatch(/^[\w-]+\.\.[\w.-]+$/);
  });

  test('replicas count the calls of a viewer together', async () => {
    const env = { REDIS_URL: server.url, LIMIT_MCP_CALLS: '3' };
    const urls = [(await replica(env)).url, (await replica(env)).url];
    const codes: unknown[] = [];
    for (let at = 0; at < 4; at += 1) {
      const url = urls[at % 2] ?? '';
      const { members } = await callTool({ ...running, url }, 'ads_describe', { type: 'Money' });
      codes.push(members.code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, 'MCP_RATE_LIMITED']);
  });
});

test('the log has the name of the tool, and none of its arguments', async () => {
  const lines: string[] = [];
  const { createLog } = await import('../../src/telemetry/log.ts');
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const env = { GATEWAY_API_KEYS: keysOf({ reader: 'owner-reads' }) };
  const running = await startGateway({ env, parts: { log } });
  try {
    const key = { 'x-api-key': keyOf('reader') };
    const given = { kind: 'CAMPAIGN', account: bikes, text: 'very secret text' };
    await (await post(running, toolCall('ads_find', given), key)).text();
    expect(mcpUrl(running).pathname).toBe('/mcp');
  } finally {
    await running.close();
  }
  const line = lines.map((one) => JSON.parse(one)).find(({ route }) => route === '/mcp');
  expect(line).toMatchObject({ tool: 'ads_find', key: 'reader', calls: 1, operation: 'Find' });
  expect(lines.join('')).not.toContain('secret text');
});
