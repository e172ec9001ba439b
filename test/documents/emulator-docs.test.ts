import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/emulator.md`, 'utf8');

/** Codes that the documents themselves give to a situation, with its status. */
const documented = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'TOO_MANY_REQUESTS']);
const alsoDocumented = /^(INVALID_ID_ILLEGAL_CHARACTERS|\w+_NOT_FOUND)$/;

test('every code that the emulator gives to a refusal of its own stands on its page', () => {
  const sources = globSync('emulator/**/*.ts', { cwd: root });
  const codes = sources.flatMap((path) =>
    [...readFileSync(`${root}/${path}`, 'utf8').matchAll(/refusal\(\s*\d{3},\s*'([A-Z_]+)'/g)].map(
      ([, code = '']) => code,
    ),
  );
  expect(codes.length).toBeGreaterThan(40);
  const own = [...new Set(codes)].filter(
    (code) => !documented.has(code) && !alsoDocumented.test(code),
  );
  expect(own.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
