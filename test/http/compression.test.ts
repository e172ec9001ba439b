import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { bothWays, goodOrigin, ways } from '../support/ways.ts';

const running = useGateway({ env: bothWays });
const long = '{ accounts(first: 5) { nodes { campaigns(first: 50) { nodes { id name raw } } } } }';
const short = '{ viewer { asOwner } }';

type Headers = Readonly<Record<string, string>>;
/** An answer as it was sent: `fetch` would silently decode it. */
const ask = (query: string, headers: Headers) =>
  new Promise<{ headers: Headers; bytes: Buffer; status: number }>((resolve, reject) => {
    const sent = { 'content-type': 'application/json', ...headers };
    const req = request(running.url, { method: 'POST', headers: sent }, async (res) => {
      const bytes = Buffer.concat(await res.toArray());
      resolve({ headers: res.headers as Headers, bytes, status: res.statusCode ?? 0 });
    });
    req.on('error', reject);
    req.end(JSON.stringify({ query }));
  });

const decode = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

describe.each(ways)('a long answer %s', (_way, way) => {
  test.each([
    ['zstd', 'zstd'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['GZIP;q=0.9, br;q=0.2, zstd;q=0', 'gzip'],
  ] as const)('to a client that accepts %s comes as %s', async (accepted, encoding) => {
    const plain = await ask(long, way);
    const { headers, bytes } = await ask(long, { ...way, 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
    expect(headers['cache-control']).toBe('no-store');
    expect(decode[encoding](bytes).equals(plain.bytes)).toBe(true);
    expect(bytes.length * 4).toBeLessThan(plain.bytes.length);
  });

  test.each(['', 'identity', 'deflate', 'br;q=0', '*;q=0'])(
    'to a client that accepts "%s" is sent unchanged',
    async (accepted) => {
      const { headers, bytes } = await ask(long, { ...way, 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toBe('Origin, Accept-Encoding');
      expect(JSON.parse(bytes.toString()).data.accounts.nodes).toHaveLength(5);
    },
  );

  test('is compressed only above its size', async () => {
    const { headers, bytes } = await ask(short, { ...way, 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(bytes.toString())).toEqual({ data: { viewer: { asOwner: true } } });
  });
});

test('pages of other sites, which must not combine a text of theirs with a secret, get nothing compressed', async () => {
  const url = `${running.url}?${new URLSearchParams({ query: long })}`;
  const answer = (headers: Headers) =>
    fetch(url, { headers: { 'accept-encoding': 'br', ...headers } });
  const foreign = await answer({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' });
  expect(foreign.status).toBe(403);
  expect(foreign.headers.get('content-encoding')).toBeNull();
  const own = await answer({ 'sec-fetch-site': 'cross-site', origin: goodOrigin });
  expect(own.headers.get('content-encoding')).toBe('br');
  const session = await fetch(new URL('/auth/session', running.url), {
    headers: { 'accept-encoding': 'br' },
  });
  expect(session.headers.get('content-encoding')).toBeNull();
});
