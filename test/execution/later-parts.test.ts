import { afterEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import type { SentPart } from '../support/parts.ts';
import { merged, partsIn } from '../support/parts.ts';
import { bothWays, ways } from '../support/ways.ts';

const running = useGateway({ env: { ...bothWays, TIMEOUT_ANSWER_MS: '400' } });
const tight = useGateway({
  env: { ...bothWays, LIMIT_IN_FLIGHT: '1', LIMIT_WAITING: '0', LIMIT_CONNECTIONS: '1' },
});
const small = useGateway({
  env: { ...bothWays, LIMIT_ANSWER_BYTES: '2000', LIMIT_VALUES: '300', LIMIT_DEPTH: '7' },
});
afterEach(() => {
  for (const { emulator } of [running, tight, small]) emulator.reset();
});

const accept =
  'multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json;q=0.9';
type Headers = Readonly<Record<string, string>>;

interface More {
  readonly of?: typeof running;
  readonly variables?: object;
  readonly signal?: AbortSignal;
}

const post = (
  query: string,
  headers: Headers = {},
  { of = running, variables = {}, signal }: More = {},
) =>
  fetch(of.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });

const partsOf = async (...asked: Parameters<typeof post>): Promise<SentPart[]> => {
  const parts: SentPart[] = [];
  for await (const part of partsIn(await post(...asked))) parts.push(part);
  return parts;
};

const callsTo = (endpoint: string, { emulator } = running) =>
  emulator.calls().filter((call) => call.endpoint === endpoint);

const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
};

const query = `{ account(id: "${bikes}") {
  name
  campaigns(first: 2) { nodes { name ...Slow @defer(label: "slow") } }
} }
fragment Slow on Campaign { id lineItems(first: 2) { nodes { name } } }`;

describe.each(ways)('an answer in parts, %s', (_way, headers) => {
  test('begins while the slow call is running, however long that takes', async () => {
    running.emulator.fault({
      match: { endpoint: 'listLineItems' },
      fault: { kind: 'delay', delayMs: 900 },
    });
    const before = callsTo('listLineItems').length;
    const response = await post(query, headers);
    expect(response.headers.get('content-type')).toBe(
      'multipart/mixed; boundary="-"; deferSpec=20220824',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const parts = partsIn(response);
    const { value: first } = await parts.next();
    expect(first).toMatchObject({
      data: { account: { name: 'Nordlicht Bikes', campaigns: { nodes: [{}, {}] } } },
      hasNext: true,
    });
    expect(JSON.stringify(first)).not.toContain('lineItems');
    const { value: second } = await parts.next();
    expect(second).toMatchObject({ hasNext: false });
    expect(second?.incremental).toHaveLength(2);
    for (const [index, increment] of (second?.incremental ?? []).entries()) {
      expect(increment.path).toEqual(['account', 'campaigns', 'nodes', index]);
      expect(increment.label).toBe('slow');
    }
    expect((await parts.next()).done).toBe(true);
    expect(callsTo('listLineItems').length - before).toBe(1);
  });

  test('streams the items after the first ones', async () => {
    const parts = await partsOf(
      `query ($count: Int!) { account(id: "${bikes}") { campaigns(first: 5) {
        nodes @stream(initialCount: $count, label: "rest") { name lineItems(first: 1) { nodes { id } } }
      } } }`,
      headers,
      { variables: { count: 2 } },
    );
    expect(parts).toHaveLength(2);
    const { data } = parts[0] as { data: { account: { campaigns: { nodes: unknown[] } } } };
    expect(data.account.campaigns.nodes).toHaveLength(2);
    const [rest] = parts[1]?.incremental ?? [];
    expect(rest).toMatchObject({ path: ['account', 'campaigns', 'nodes', 2], label: 'rest' });
    expect(rest?.items).toHaveLength(3);
  });

  test('reports failures where they occur', async () => {
    running.emulator.fault({
      match: { endpoint: 'listLineItems' },
      times: 1,
      fault: { kind: 'answer', status: 400, json: { errors: [] } },
    });
    const parts = await partsOf(query, headers);
    expect(parts[0]?.errors).toBeUndefined();
    const increments = parts[1]?.incremental ?? [];
    expect(increments).toHaveLength(2);
    for (const [index, { data, errors }] of increments.entries()) {
      expect(data).toMatchObject({ lineItems: null });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]).toMatchObject({
        path: ['account', 'campaigns', 'nodes', index, 'lineItems'],
        extensions: { code: 'UPSTREAM_REJECTED' },
      });
      expect(errors?.[0]?.extensions).not.toHaveProperty('http');
    }
  });

  test('keeps its place until the last part, and releases it when its caller leaves', async () => {
    tight.emulator.fault({
      match: { endpoint: 'listLineItems' },
      times: 1,
      fault: { kind: 'delay', delayMs: 600_000 },
    });
    const leaving = new AbortController();
    const ask = () => tight.ask(`{ account(id: "${bikes}") { name } }`);
    await until(async () => (await ask()).errors === undefined);
    const { signal } = leaving;
    const parts = partsIn(await post(query, headers, { of: tight, signal }));
    expect((await parts.next()).value?.hasNext).toBe(true);
    await until(async () => callsTo('listLineItems', tight).length > 0);
    expect((await ask()).errors?.[0]?.extensions.code).toBe('OVERLOADED');
    leaving.abort();
    await expect(parts.next()).rejects.toThrow();
    // There is one connection, which the stalled call has occupied.
    await until(async () => (await ask()).errors === undefined);
  });

  test('has its trace beside the last part', async () => {
    const parts = await partsOf(query, { ...headers, 'x-ads-trace': '1' });
    expect(parts[0]?.extensions).toBeUndefined();
    const { calls } = parts.at(-1)?.extensions.upstream ?? {};
    expect(calls.map((call: { endpoint: string }) => call.endpoint).toSorted()).toEqual([
      'getAccount',
      'listCampaigns',
      'listLineItems',
    ]);
  });
});

describe('an answer is sent at once', () => {
  const whole = query.replace('@defer(label: "slow")', '');

  test.each([
    ['without multipart', 'application/json'],
    ['in another format', 'multipart/mixed;incrementalSpec=v0.2, application/json'],
    ['with multipart unwanted', 'multipart/mixed;q=0, application/json'],
  ])('for clients %s', async (_who, accepted) => {
    const response = await post(query, { accept: accepted });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ data: (await running.ask(whole)).data });
  });

  test.each([
    ['nothing is deferred', `{ account(id: "${bikes}") { ... @defer(if: false) { name } } }`],
    [
      'the object is not there',
      `{ account(id: "a1") { name ... @defer { campaigns { nodes { id } } } } }`,
    ],
    ['there are no more items', `{ accounts(first: 2) { nodes @stream(initialCount: 2) { id } } }`],
    [
      'it is a mutation',
      `mutation { ... @defer { createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "x", name: "" }) { outcome } } }`,
    ],
  ])('if %s', async (_why, document) => {
    const response = await post(document);
    expect(response.headers.get('content-type')).toMatch(/^application\/graphql-response\+json/);
    expect(await response.json()).not.toHaveProperty('hasNext');
  });

  test('if a condition says so, which the caller decides', async () => {
    const asked = `query ($later: Boolean!) { account(id: "${bikes}") { ... @defer(if: $later) { name } } }`;
    for (const later of [true, false, true]) {
      const parts = await partsOf(asked, {}, { variables: { later } });
      expect(parts).toHaveLength(later ? 2 : 1);
      expect(merged(parts).data).toEqual({ account: { name: 'Nordlicht Bikes' } });
    }
  });
});

describe('documents are refused with', () => {
  test.each([
    [
      'equal labels',
      '{ ... @defer(label: "a") { viewer { userId } } ... @defer(label: "a") { viewer { userId } } }',
      'equal',
    ],
    [
      'labels from variables',
      'query ($l: String) { ... @defer(label: $l) { viewer { userId } } }',
      'written out',
    ],
    ['streams of what is no list', '{ viewer @stream { userId } }', 'is for lists'],
    ['deferred fields', '{ viewer @defer { userId } }', 'may not be used'],
  ])('%s', async (_what, document, message) => {
    const [answer] = await partsOf(document);
    expect(answer?.errors?.[0]).toMatchObject({
      message: expect.stringContaining(message),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });
});

describe('limits count later parts', () => {
  const fields = 'nodes { name lineItems(first: 2) { nodes { id } } }';
  const of = small;

  test('a field that is written twice costs twice', async () => {
    const once = `{ account(id: "${bikes}") { campaigns(first: 3) { ... @defer { ${fields} } } } }`;
    expect((await partsOf(once, {}, { of }))[0]?.errors).toBeUndefined();
    const many = Array.from({ length: 25 }, (_, at) => `... @defer(label: "l${at}") { ${fields} }`);
    const [refused] = await partsOf(
      `{ account(id: "${bikes}") { campaigns(first: 3) { ${many.join(' ')} } } }`,
      {},
      { of },
    );
    expect(refused?.errors?.[0]?.extensions.code).toBe('COST_LIMIT_EXCEEDED');
    expect(refused?.errors?.[0]?.message).toContain('LIMIT_VALUES');
  });

  test('levels count wherever they are', async () => {
    const document = `{ account(id: "${bikes}") { ... @defer { campaigns(first: 1) { nodes { lineItems(first: 1) { nodes { campaign { account { name } } } } } } } } }`;
    const [refused] = await partsOf(document, {}, { of });
    expect(refused?.errors?.[0]?.extensions.code).toBe('DEPTH_LIMIT_EXCEEDED');
  });

  test('all parts together are no longer than an answer', async () => {
    const parts = await partsOf(
      `{ account(id: "${bikes}") { campaigns(first: 2) { nodes { raw } } ... @defer { more: campaigns(first: 2) { nodes { raw } } } } }`,
      {},
      { of },
    );
    expect(parts).toHaveLength(2);
    expect(parts[0]?.errors).toBeUndefined();
    expect(parts[1]).toMatchObject({
      hasNext: false,
      incremental: [{ path: ['account'], data: null }],
    });
    const [error] = parts[1]?.incremental?.[0]?.errors ?? [];
    expect(error).toMatchObject({ extensions: { code: 'COST_LIMIT_EXCEEDED' } });
    expect(error?.message).toContain('LIMIT_ANSWER_BYTES');
  });

  test.each([
    ['their labels', (text: string) => [`(label: "${text}")`, '']],
    ['the names on the way to them', (text: string) => ['', `${text}: `]],
  ])('with %s', async (_what, written) => {
    const [label = '', alias = ''] = written('x'.repeat(900));
    const parts = await partsOf(
      `{ account(id: "${bikes}") { ${alias}campaigns(first: 3) { nodes { ... @defer${label} { name } } } } }`,
      {},
      { of },
    );
    const increments = parts.flatMap(({ incremental = [] }) => incremental);
    expect(increments.map(({ data }) => data === null)).toEqual([false, true]);
    expect(increments[1]?.errors?.[0]?.message).toContain('LIMIT_ANSWER_BYTES');
    expect(parts.at(-1)?.hasNext).toBe(false);
  });

  test('with their errors, and the members around them', async () => {
    const fault = { kind: 'answer', status: 403, json: { errors: [{ message: 'n'.repeat(190) }] } };
    of.emulator.fault({ match: { endpoint: 'listLineItems' }, times: 99, fault } as never);
    const parts = await partsOf(
      `{ account(id: "${bikes}") { campaigns(first: 6) { nodes { id ... @defer { lineItems(first: 1) { nodes { id } } } } } } }`,
      {},
      { of },
    );
    const increments = parts.flatMap(({ incremental = [] }) => incremental);
    expect(increments.length).toBeLessThan(6);
    expect(increments.at(-1)?.errors?.[0]?.message).toContain('LIMIT_ANSWER_BYTES');
  });
});

describe('an answer without parts is no longer than LIMIT_ANSWER_BYTES either', () => {
  const tooLong = {
    data: null,
    errors: [expect.objectContaining({ extensions: { code: 'COST_LIMIT_EXCEEDED' } })],
  };

  test('with its errors', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `"Account:none${at}"`).join(' ');
    const fault = { kind: 'answer', status: 403, json: { errors: [] } };
    small.emulator.fault({ match: {}, times: 99, fault } as never);
    const { data, errors } = await small.ask(
      `{ nodes(ids: [${ids}]) { ... on Account { name } } }`,
    );
    expect({ data, errors }).toEqual(tooLong);
  });

  test('with its trace', async () => {
    const names = Array.from(
      { length: 10 },
      (_, at) =>
        `a${at}: account(id: "${bikes}") { campaigns(first: 1, q: "${at}") { nodes { id } } }`,
    );
    const document = `{ ${names.join(' ')} }`;
    expect((await small.ask(document)).errors).toBeUndefined();
    const { data, errors } = await small.ask(document, {}, { headers: { 'x-ads-trace': '1' } });
    expect({ data, errors }).toEqual(tooLong);
  });
});
