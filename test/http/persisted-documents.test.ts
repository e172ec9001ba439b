import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { bothWays, goodOrigin, ways } from '../support/ways.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'documents-'));
afterAll(() => rmSync(folder, { recursive: true }));
const manifest = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

const viewer = 'query Viewer { viewer { asOwner } }';
const named = 'query Named($first: Int) { accounts(first: $first) { nodes { name } } }';
const renamed =
  'mutation Rename($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
const hidden = '{ __schema { queryType { name } } }';

/** The same documents in the formats of client preset, relay-compiler and Apollo. */
const preset = manifest('preset.json', { [sha256(viewer)]: viewer, [sha256(named)]: named });
const relay = manifest('relay.json', { [md5(viewer)]: viewer, [md5(renamed)]: renamed });
const apollo = manifest('apollo.json', {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [
    { id: 'one', name: 'Viewer', type: 'query', body: viewer },
    { id: 'two', name: 'Named', type: 'query', body: named },
  ],
});

const open = useGateway({ env: { ...bothWays, LIMIT_QUERY_BYTES: '1000' } });
const byPreset = useGateway({ env: { ...bothWays, PERSISTED_DOCUMENTS: preset } });
const byRelay = useGateway({
  env: { ...bothWays, PERSISTED_DOCUMENTS: relay, PERSISTED_ONLY: 'true' },
});
const byApollo = useGateway({
  env: { ...bothWays, PERSISTED_DOCUMENTS: apollo, PERSISTED_ONLY: 'true' },
});

type Headers = Readonly<Record<string, string>>;
const answerOf = async (response: Response) => {
  const { data, errors } = await response.json();
  const [error] = errors ?? [];
  return { status: response.status, data, code: error?.extensions.code, message: error?.message };
};
const post = async (url: string, body: object, headers: Headers = {}) =>
  answerOf(
    await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
const get = async (url: string, params: Readonly<Record<string, string>>) =>
  answerOf(
    await fetch(`${url}?${new URLSearchParams(params)}`, {
      headers: { accept: 'application/graphql-response+json' },
    }),
  );
const persisted = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });
const asOwner = { viewer: { asOwner: true } };

describe.each(ways)('automatic persisted queries %s', (way, headers) => {
  const text = `query ${way.replace(' ', '_')} { viewer { asOwner } }`;
  const extensions = persisted(sha256(text));

  test('are unknown until one request has sent hash and text', async () => {
    const missing = { code: 'PERSISTED_QUERY_NOT_FOUND', message: 'PersistedQueryNotFound' };
    expect(await post(open.url, { extensions }, headers)).toMatchObject({
      status: 400,
      ...missing,
    });
    const json = { ...headers, accept: 'application/json' };
    expect(await post(open.url, { extensions }, json)).toMatchObject({ status: 200, ...missing });
    expect(await post(open.url, { query: text, extensions }, headers)).toMatchObject({
      data: asOwner,
    });
    expect(await post(open.url, { extensions }, headers)).toMatchObject({ data: asOwner });
    expect(await get(open.url, { extensions: JSON.stringify(extensions) })).toMatchObject({
      data: asOwner,
    });
  });

  test('with a hash of another text are refused and not kept', async () => {
    const wrong = persisted(sha256(`${text} `));
    expect(await post(open.url, { query: text, extensions: wrong }, headers)).toMatchObject({
      status: 400,
      code: 'PERSISTED_QUERY_MISMATCH',
    });
    expect(await post(open.url, { extensions: wrong }, headers)).toMatchObject({
      code: 'PERSISTED_QUERY_NOT_FOUND',
    });
  });

  test('that cannot be planned are not kept', async () => {
    const bad = `{ nothing_${way.length} }`;
    const named = persisted(sha256(bad));
    expect(await post(open.url, { query: bad, extensions: named }, headers)).toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
    expect(await post(open.url, { extensions: named }, headers)).toMatchObject({
      code: 'PERSISTED_QUERY_NOT_FOUND',
    });
  });

  test.each([
    [{ version: 2, sha256Hash: 'x' }],
    [{ version: 1 }],
    [{ version: 1, sha256Hash: 5 }],
    ['hash'],
  ])('with %j are no valid request', async (persistedQuery) => {
    const body = { query: text, extensions: { persistedQuery } };
    expect(await post(open.url, body, headers)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });
});

test('the oldest automatic persisted queries are forgotten if there are too many', async () => {
  const padded = (n: number) => `#${n}\n{ viewer { asOwner } }`;
  const keep = (n: number) =>
    post(open.url, { query: padded(n), extensions: persisted(sha256(padded(n))) });
  for (let n = 0; n <= 1000; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => keep(n + index)));
  }
  for (const [, headers] of ways) {
    const again = (n: number) =>
      post(open.url, { extensions: persisted(sha256(padded(n))) }, headers);
    expect(await again(0)).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' });
    expect(await again(200)).toMatchObject({ data: asOwner });
    expect(await again(1000)).toMatchObject({ data: asOwner });
  }
});

describe.each(ways)('trusted documents %s', (_way, headers) => {
  test('are sent by their id, whichever tool wrote the manifest and client sends it', async () => {
    const asked = [
      [byPreset, { extensions: persisted(sha256(viewer)) }],
      [byPreset, { documentId: sha256(viewer) }],
      [byRelay, { doc_id: md5(viewer) }],
      [byRelay, { id: md5(viewer) }],
      [byApollo, { documentId: 'one' }],
      [byApollo, { extensions: persisted('one') }],
      [byApollo, { documentId: 'one', query: viewer }],
    ] as const;
    for (const [{ url }, body] of asked) {
      expect(await post(url, body, headers)).toMatchObject({ status: 200, data: asOwner });
    }
    const variables = { first: 1 };
    const { data } = await post(byApollo.url, { documentId: 'two', variables }, headers);
    expect(data.accounts.nodes).toHaveLength(1);
  });

  test('are accepted beside other documents, unless only they are allowed', async () => {
    expect(await post(byPreset.url, { query: hidden }, headers)).toMatchObject({ status: 200 });
    for (const { url } of [byRelay, byApollo]) {
      for (const query of [hidden, '{ _service { sdl } }', viewer, '{']) {
        for (const extensions of [{}, persisted(sha256(query))]) {
          expect(await post(url, { query, extensions }, headers)).toMatchObject({
            status: 400,
            code: 'PERSISTED_QUERY_REQUIRED',
          });
        }
      }
      expect(await post(url, { documentId: 'none' }, headers)).toMatchObject({
        code: 'PERSISTED_QUERY_NOT_FOUND',
      });
    }
  });

  test('cannot be replaced by a text that is sent with their id', async () => {
    for (const { url } of [byPreset, byApollo]) {
      const body = { query: hidden, documentId: url === byApollo.url ? 'one' : sha256(viewer) };
      expect(await post(url, body, headers)).toMatchObject({
        status: 400,
        code: 'PERSISTED_QUERY_MISMATCH',
      });
    }
  });
});

test('GET accepts a trusted query by its id, and no trusted mutation', async () => {
  expect(await get(byRelay.url, { doc_id: md5(viewer) })).toMatchObject({ data: asOwner });
  expect(await get(byRelay.url, { documentId: md5(viewer) })).toMatchObject({ data: asOwner });
  expect(await get(byRelay.url, { id: md5(renamed), variables: '{}' })).toMatchObject({
    status: 405,
  });
});

test('a document that is too long for a request is also too long by its hash', async () => {
  const query = `{ viewer { asOwner } } # ${'x'.repeat(1000)}`;
  for (const headers of [{}, { origin: goodOrigin }]) {
    const body = { query, extensions: persisted(sha256(query)) };
    expect(await post(open.url, body, headers)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  }
});
