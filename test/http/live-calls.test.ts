import { afterEach, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import type { SentPart } from '../support/parts.ts';
import { partsIn } from '../support/parts.ts';

const running = useGateway();
afterEach(() => running.emulator.reset());

const multipart = 'multipart/mixed;deferSpec=20220824,application/json;q=0.9';

const post = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(running.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-ads-trace': 'live',
      accept: multipart,
      ...headers,
    },
    body: JSON.stringify({ query }),
  });

const partsOf = async (query: string): Promise<SentPart[]> => {
  const parts: SentPart[] = [];
  for await (const part of partsIn(await post(query))) parts.push(part);
  return parts;
};

/** The reports of the parts about each call, by its index, in order. */
const toldOf = (parts: readonly SentPart[]) =>
  Object.groupBy(
    // biome-ignore lint/suspicious/noExplicitAny: calls as JSON
    parts.slice(0, -1).flatMap(({ extensions }) => (extensions?.upstream.calls ?? []) as any[]),
    ({ index }) => String(index),
  );

const slow = (endpoint: EndpointName, delayMs: number) =>
  running.emulator.fault({ match: { endpoint }, fault: { kind: 'delay', delayMs } });

const links = `{ account(id: "${bikes}") {
  campaigns(first: 2) { nodes { name lineItems(first: 2) { nodes { name } } } }
} }`;

describe('a client that watches the calls', () => {
  test('gets a report when each call begins and when it has ended, and then the answer', async () => {
    slow('listCampaigns', 300);
    slow('listLineItems', 300);
    const parts = await partsOf(links);
    expect(parts[0]).toEqual({ hasNext: true });
    const { '0': campaigns = [], '1': lineItems = [] } = toldOf(parts);
    for (const [told, endpoint] of [
      [campaigns, 'listCampaigns'],
      [lineItems, 'listLineItems'],
    ] as const) {
      expect(told[0]).toMatchObject({ endpoint, status: null, durationMs: null });
      expect(told.at(-1)).toMatchObject({ endpoint, status: 200, durationMs: expect.any(Number) });
    }
    const last = parts.at(-1);
    expect(last).toMatchObject({
      data: { account: { campaigns: { nodes: [{}, {}] } } },
      hasNext: false,
      extensions: { upstream: { count: running.emulator.calls().length } },
    });
  });

  test('sees a running call before the answer', async () => {
    slow('listCampaigns', 1500);
    const parts = partsIn(await post(links));
    await parts.next();
    const { value } = await parts.next();
    expect(value).toMatchObject({
      extensions: { upstream: { calls: [{ index: 0, endpoint: 'listCampaigns', status: null }] } },
      hasNext: true,
    });
    expect(value).not.toHaveProperty('data');
    await parts.return();
  });

  test('gets the deferred parts after the answer, and the whole trace with the last', async () => {
    slow('listLineItems', 200);
    const parts = await partsOf(
      `{ account(id: "${bikes}") { campaigns(first: 2) { nodes {
        name ... @defer { lineItems(first: 2) { nodes { name } } }
      } } } }`,
    );
    const answerAt = parts.findIndex((part) => 'data' in part);
    expect(parts[answerAt]).toMatchObject({ hasNext: true });
    expect(parts.slice(answerAt + 1).flatMap(({ incremental = [] }) => incremental)).toHaveLength(
      2,
    );
    expect(parts.at(-1)).toMatchObject({ hasNext: false, extensions: { upstream: { count: 2 } } });
  });

  test('gets the errors of the answer in its part, and of a refused document at once', async () => {
    running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      fault: { kind: 'answer', status: 403 },
    });
    const parts = await partsOf(links);
    expect(parts.at(-1)).toMatchObject({
      data: { account: { campaigns: null } },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
      hasNext: false,
    });
    const refused = await post('{ nothing }');
    expect(refused.headers.get('content-type')).toContain('application/json');
  });

  test('gets one answer with the whole trace if it accepts no parts', async () => {
    const response = await post(links, { accept: 'application/json' });
    expect(await response.json()).toMatchObject({
      data: {},
      extensions: { upstream: { count: 2 } },
    });
  });
});

test('a trace has every attempt of a call, and the time that the call waited before it', async () => {
  running.emulator.fault({
    match: { endpoint: 'listCampaigns' },
    fault: { kind: 'answer', status: 503 },
    times: 1,
  });
  const response = await post(links, { accept: 'application/json', 'x-ads-trace': '1' });
  const { extensions } = await response.json();
  const [campaigns, lineItems] = extensions.upstream.calls;
  expect(campaigns.attempts).toBe(2);
  expect(campaigns.tries).toMatchObject([{ status: 503 }, { status: 200 }]);
  const [first, second] = campaigns.tries;
  expect(second.waitMs).toBeGreaterThan(0);
  expect(second.startMs).toBeCloseTo(first.startMs + first.durationMs + second.waitMs, 0);
  expect(lineItems.tries).toHaveLength(1);
});
