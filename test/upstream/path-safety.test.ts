import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import { pathNames } from '../../src/upstream/catalogue/language/identifiers.ts';
import { InputError } from '../../src/upstream/client/errors.ts';
import { encodeRequest } from '../../src/upstream/client/request/encode.ts';
import { anyText } from '../support/any-text.ts';
import { hostileIds } from '../support/hostile-ids.ts';
import { type RawServer, rawAnswer, startRawServer } from '../support/raw-server.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { clientOf, scopeOf } from '../support/upstream.ts';

vi.setConfig({ testTimeout: patience });

const numRuns = runs(1000, 500_000);

// No path is built for the host of results: the API sends the whole address.
const withIds = endpoints.filter(
  ({ host, path }) => host !== 'results' && pathNames(path).length > 0,
);
const cases = withIds.flatMap((endpoint) =>
  pathNames(endpoint.path).map((name) => ({ endpoint, name, title: `${endpoint.name}'s ${name}` })),
);

describe('an id in a path', () => {
  let server: RawServer;
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    server = await startRawServer((socket) => socket.write(rawAnswer(200, '{"data":[]}')));
    client = clientOf(server.url);
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  test.for(cases)('that is $title is refused in all hostile forms', async ({ endpoint, name }) => {
    const ads = client.forRequest(scopeOf());
    const usual = Object.fromEntries(pathNames(endpoint.path).map((other) => [other, '1']));
    for (const id of hostileIds) {
      const refused = await ads.call(endpoint, { ...usual, [name]: id }).catch((error) => error);
      expect(refused, JSON.stringify(id)).toBeInstanceOf(InputError);
      expect(refused.code).toBe('BAD_USER_INPUT');
      expect(refused.inputPath).toEqual([name]);
    }
    expect(ads.calls).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test(`never leads outside its route, even unchecked (seed ${seed})`, () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostileIds),
      anyText(),
      fc.string({
        unit: fc.constantFrom('.', '/', '%', '2', 'e', '\\', '?', 'a', '_', '-'),
        maxLength: 8,
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...withIds),
        fc.array(piece, { minLength: 4, maxLength: 4 }),
        (endpoint, ids) => {
          const names = pathNames(endpoint.path);
          const input = Object.fromEntries(names.map((name, index) => [name, ids[index]]));
          let path: string;
          try {
            ({ path } = encodeRequest(endpoint, { ...input, operations: [] }));
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
            return;
          }
          const there = path.split('/');
          const template = `/${endpoint.version}/${endpoint.path}`.split('/');
          expect(new URL(path, 'https://ads-api.x.com').href).toBe(`https://ads-api.x.com${path}`);
          expect(there.length).toBe(template.length);
          for (const [index, part] of template.entries()) {
            if (part.startsWith('{')) expect(there[index]).toMatch(/^[A-Za-z0-9_-]+$/);
            else expect(there[index]).toBe(part);
          }
        },
      ),
      { seed, numRuns },
    );
  });

  test('is sent in lower case if its case does not matter', () => {
    const endpoint = endpoints.find(({ name }) => name === 'getCampaign');
    if (endpoint === undefined) throw new Error('the catalogue has no getCampaign');
    const { path } = encodeRequest(endpoint, { account_id: 'A1B2', campaign_id: '8WKU2' });
    expect(path).toBe('/12/accounts/a1b2/campaigns/8wku2');
  });
});
