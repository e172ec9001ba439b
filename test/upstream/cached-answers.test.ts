import { afterEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { bothWays, goodOrigin } from '../support/ways.ts';

const key = keyOf('caller');
const open = useGateway({ env: bothWays });
const keyed = useGateway({
  env: { ...bothWays, GATEWAY_API_KEYS: keysOf({ caller: 'owner-reads' }) },
});

afterEach(() => {
  for (const { emulator } of [open, keyed]) emulator.reset();
});

type Headers = Readonly<Record<string, string>>;

/** The answer to a GET, and the number of its upstream calls. */
const get = async (
  { url, emulator }: typeof open,
  query: string,
  { headers = {}, variables = {} }: { headers?: Headers; variables?: object } = {},
) => {
  const before = emulator.calls().length;
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  const response = await fetch(`${url}?${search}`, { headers });
  const text = await response.text();
  const calls = emulator.calls().length - before;
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, header, text, calls };
};

const publishers = '{ publishers { id contentCategories { name iab { parent { name } } } } }';
// A fetch with If-None-Match requests a fresh answer by default; this header prevents that.
const usual: Headers = { 'cache-control': 'max-age=0' };

describe.each([
  ['of the same origin', {}],
  ['of another origin', { origin: goodOrigin }],
])('a GET %s', (_where, origin: Headers) => {
  const headers = { ...usual, ...origin };

  test('of reference data may be cached, and is not sent again while it is unchanged', async () => {
    const first = await get(open, publishers, { headers });
    expect(first.status).toBe(200);
    expect(first.header('cache-control')).toBe('public, max-age=3600');
    expect(first.header('vary')?.split(/, */)).toEqual(
      expect.arrayContaining(['Accept', 'Accept-Encoding', 'Origin']),
    );
    const etag = first.header('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const again = await get(open, publishers, {
        headers: { ...headers, 'if-none-match': known },
      });
      expect([again.status, again.text, again.calls]).toEqual([304, '', 0]);
      expect(again.header('etag')).toBe(etag);
      expect(again.header('cache-control')).toBe('public, max-age=3600');
      expect(again.header('access-control-allow-origin')).toBe(origin['origin'] ?? null);
    }
    const changed = await get(open, publishers, {
      headers: { ...headers, 'if-none-match': '"x"' },
    });
    expect([changed.status, changed.text, changed.calls]).toEqual([200, first.text, 0]);
  });

  test('with a key is cached only by the caller', async () => {
    const known = { ...headers, 'x-api-key': key };
    const { header } = await get(keyed, publishers, { headers: known });
    expect(header('cache-control')).toBe('private, max-age=3600');
    expect(header('vary')?.split(/, */)).toEqual(
      expect.arrayContaining(['Authorization', 'Cookie', 'X-API-Key']),
    );
    const etag = header('etag') ?? '';
    const refused = await get(keyed, publishers, {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect([refused.status, refused.header('cache-control')]).toEqual([401, 'no-store']);
    expect(refused.header('etag')).toBeNull();
  });

  test.each([
    ['the viewer', '{ viewer { signedIn } }'],
    ['an account', '{ accounts(first: 1) { nodes { id } } }'],
    ['both', '{ publishers { id } accounts(first: 1) { nodes { id } } }'],
    ['an entity by its id', '{ node(id: "IabCategory:IAB1") { id } }'],
    ['the schema', '{ __schema { queryType { name } } publishers { id } }'],
    ['what is refused', '{ publishers { id } biddingRules(currency: "x") { currency } }'],
    [
      'reference data below an account',
      '{ accounts(first: 1) { nodes { curatedCategories(countryCodes: ["JP"]) { nodes { publishers { id } } } } } }',
    ],
  ])('of %s is not cached anywhere', async (_what, query) => {
    const { header } = await get(open, query, { headers });
    expect(header('cache-control')).toBe('no-store');
    expect(header('etag')).toBeNull();
  });

  test('that is traced or only planned is not cached anywhere', async () => {
    for (const name of ['x-ads-trace', 'x-ads-plan']) {
      const { header } = await get(open, publishers, { headers: { ...headers, [name]: '1' } });
      expect(header('cache-control')).toBe('no-store');
    }
  });
});

test('an answer that failed in part is not cached anywhere', async () => {
  open.emulator.fault({
    match: { endpoint: 'listBiddingRules' },
    times: 1,
    fault: { kind: 'answer', status: 400, json: { errors: [] } },
  });
  const fresh = { 'cache-control': 'no-cache' };
  const { header, text } = await get(open, '{ biddingRules { currency } }', { headers: fresh });
  expect(text).toContain('UPSTREAM_REJECTED');
  expect(header('cache-control')).toBe('no-store');
});

test('the same by POST is not cached anywhere', async () => {
  const { headers, errors } = await open.ask(publishers);
  expect(errors).toBeUndefined();
  expect(headers.get('cache-control')).toBe('no-store');
});
