import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../emulator', import.meta.url));

/** Each folder under `emulator`, and the folders that its files import from, for types too. */
const importedBy = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const folder = dirname(name);
    const known = found.get(folder) ?? new Set();
    const text = readFileSync(join(root, name), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      known.add(relative(root, dirname(join(root, folder, path))) || '.');
    }
    found.set(folder, known);
  }
  return found;
};

const contains = (outer: string, inner: string): boolean =>
  outer === '.' || inner === outer || inner.startsWith(`${outer}/`);

test('no two folders of the emulator import each other, unless one contains the other', () => {
  const folders = importedBy();
  const pairs = [...folders].flatMap(([one, others]) =>
    [...others]
      .filter((other) => one < other && folders.get(other)?.has(one) === true)
      .filter((other) => !contains(one, other) && !contains(other, one))
      .map((other) => `${one} ↔ ${other}`),
  );
  expect(folders.size).toBeGreaterThan(4);
  expect(pairs).toEqual([]);
});
