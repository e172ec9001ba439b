import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { requiredParams } from '../../src/upstream/catalogue/language/endpoint.ts';

/**
 * The public reference, copied by hand: method, path, required parameters, largest count, and the
 * place of parameters.
 */
const reference = readFileSync(new URL('../reference.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([method = '', path = '', required = '', maxCount = '', body = '']) => ({
    method,
    path,
    required: required.split(' ').filter(Boolean).sort(),
    maxCount: maxCount === '' ? null : Number(maxCount),
    body,
  }));

const pathOf = ({ host, version, path }: Endpoint): string =>
  `${host === 'sandbox' ? 'sandbox/' : '/'}${version === null ? '' : `${version}/`}${path}`;

const maxCountOf = ({ params }: Endpoint): number | null => {
  const count = params['count'];
  return count?.kind === 'int' ? (count.max ?? null) : null;
};

// Files of results have no path of their own in the reference.
const described = endpoints.filter(({ host }) => host !== 'platform' && host !== 'results');

describe('the catalogue and the public reference', () => {
  test('name the same advertising endpoints', () => {
    const inCatalogue = described
      .map((endpoint) => `${endpoint.method} ${pathOf(endpoint)}`)
      .sort();
    expect(inCatalogue).toEqual(reference.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test.each(described.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s requires, pages and is sent as the reference says',
    (_name, endpoint) => {
      const row = reference.find(
        ({ method, path }) => method === endpoint.method && path === pathOf(endpoint),
      );
      expect(row, 'it has no row in test/reference.tsv').toBeDefined();
      expect({
        required: requiredParams(endpoint.params).toSorted(),
        maxCount: maxCountOf(endpoint),
        body: endpoint.body,
      }).toEqual({ required: row?.required, maxCount: row?.maxCount, body: row?.body });
    },
  );
});
