import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-floors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The list in CONTRIBUTING.md that begins with this name, the highest floor first. */
const listed = (first: string): readonly string[] => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [list = ''] = new RegExp(`^${first} → [^\`]*`, 'm').exec(text) ?? [];
  return list.trim().split(/\s*→\s*/);
};

const floors = (): readonly string[] => listed('main');

/** The folder or the file of a floor; `config` has both. */
const pathsOf = (floor: string): readonly string[] =>
  [`src/${floor}.ts`, `src/${floor}`].filter((path) => existsSync(join(root, path)));

const isFile = (path: string): boolean => path.endsWith('.ts');

const pathIn = (path: string): string => (isFile(path) ? path : `${path}/planted.ts`);

/** Writes a file that imports these files; gives the line of each import. */
const plant = (from: string, imported: readonly string[]): void => {
  const file = join(folder, from);
  mkdirSync(dirname(file), { recursive: true });
  const lines = imported.map((path) => {
    const to = relative(dirname(file), join(folder, path));
    return `import '${to.startsWith('.') ? to : `./${to}`}';\n`;
  });
  writeFileSync(file, lines.join(''));
};

interface Diagnostic {
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

/** The places at which the linter refuses an import (or what `rule` is about), as `file:line`. */
const refused = (rule = 'noRestrictedImports'): ReadonlySet<string> => {
  const biome = join(root, 'node_modules/.bin/biome');
  const args = ['lint', `--only=style/${rule}`, '--vcs-enabled=false'];
  const more = ['--reporter=json', '--max-diagnostics=none', '.'];
  writeFileSync(join(folder, 'biome.json'), readFileSync(join(root, 'biome.json')));
  let output = '';
  try {
    output = execFileSync(biome, [...args, ...more], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    output = String((error as { readonly stdout: unknown }).stdout);
  }
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  return new Set(
    diagnostics.map(
      ({ location: { path, start } }) => `${path.replace(/^\.\//, '')}:${start.line}`,
    ),
  );
};

test('every file and every folder of src is on a floor', () => {
  const known = new Set(floors().flatMap(pathsOf));
  const names = readdirSync(join(root, 'src')).flatMap((name) =>
    name === 'upstream'
      ? readdirSync(join(root, 'src/upstream')).map((inner) => `upstream/${inner}`)
      : [name],
  );
  expect(names.filter((name) => !known.has(`src/${name}`))).toEqual([]);
});

const pageFolders = (): readonly string[] =>
  listed('history').map((folder) => `explorer/page/${folder}`);

test('every folder of the explorer has its place in the order', () => {
  const names = readdirSync(join(root, 'explorer/page'), { withFileTypes: true });
  const folders = names.filter((entry) => entry.isDirectory() && entry.name !== 'styles');
  expect(pageFolders().toSorted()).toEqual(
    folders.map(({ name }) => `explorer/page/${name}`).toSorted(),
  );
});

test.each([
  { where: 'the gateway', all: floors().flatMap(pathsOf), least: 200 },
  { where: 'the explorer', all: pageFolders(), least: 90 },
])('in $where the linter refuses each import from above, and none from below', ({ all, least }) => {
  const upwards: string[] = [];
  const downwards: string[] = [];
  all.forEach((path, at) => {
    const others = all.filter((other) => other !== path);
    plant(pathIn(path), others.map(pathIn));
    others.forEach((other, line) => {
      // Nobody can import src/index.ts by mistake and pass: it would be a cycle.
      if (other === 'src/index.ts') return;
      const isUp = all.indexOf(other) < at;
      (isUp ? upwards : downwards).push(`${pathIn(path)}:${line + 1}`);
    });
  });
  const found = refused();
  expect(upwards.length).toBeGreaterThan(least);
  expect(upwards.filter((place) => !found.has(place))).toEqual([]);
  expect(downwards.filter((place) => found.has(place))).toEqual([]);
});

test('the buildings meet in the catalogue alone, and the gateway loads the emulator in two files', () => {
  const wrong: readonly (readonly [string, readonly string[]])[] = [
    [
      'emulator/planted.ts',
      ['src/execution/a.ts', 'src/upstream/client/a.ts', 'explorer/page/a.ts'],
    ],
    ['emulator/behaviours/planted.ts', ['src/errors.ts', 'src/http/a.ts']],
    ['explorer/page/planted.ts', ['src/upstream/catalogue/a.ts', 'emulator/a.ts']],
    ['src/http/pages/planted.ts', ['explorer/page/a.ts', 'emulator/a.ts']],
    ['src/server.ts', ['emulator/a.ts', 'testing/a.ts']],
    ['testing/planted.ts', ['src/gateway.ts', 'src/http/a.ts', 'emulator/faults.ts']],
    ['design/planted.ts', ['src/codes.ts', 'explorer/page/a.ts', 'examples/dashboard/src/a.ts']],
    [
      'commands/planted.ts',
      ['src/gateway.ts', 'src/http/a.ts', 'emulator/store.ts', 'testing/start.ts', 'explorer/a.ts'],
    ],
    ['src/core.ts', ['commands/a.ts']],
    ['src/loaders/stats/planted.ts', ['commands/export/a.ts']],
    ['bin/planted.ts', ['commands/main.ts', 'src/main.ts']],
    ['client/planted.ts', ['src/codes.ts', 'emulator/a.ts', 'explorer/page/a.ts']],
  ];
  const right: readonly (readonly [string, readonly string[]])[] = [
    [
      'emulator/seed/planted.ts',
      ['src/upstream/catalogue/a.ts', 'src/sign-in/a.ts', 'emulator/a.ts'],
    ],
    ['client/right.ts', ['client/a.ts']],
    ['explorer/page/right.ts', ['design/icons.ts']],
    ['testing/right.ts', ['src/index.ts', 'emulator/server.ts', 'client/client.ts']],
    [
      'commands/query/right.ts',
      [
        'src/index.ts',
        'emulator/server.ts',
        'client/failure.ts',
        'bin/commands.ts',
        'commands/a.ts',
      ],
    ],
    ['src/gateway.ts', ['emulator/a.ts']],
    ['src/main.ts', ['emulator/a.ts']],
  ];
  for (const [from, imported] of [...wrong, ...right]) plant(from, imported);
  const found = refused();
  const placesIn = (planted: typeof wrong) =>
    planted.flatMap(([from, imported]) => imported.map((_, line) => `${from}:${line + 1}`));
  expect(placesIn(wrong).filter((place) => !found.has(place))).toEqual([]);
  expect(placesIn(right).filter((place) => found.has(place))).toEqual([]);
});

test('in src and emulator the linter refuses Omit, which takes names of members that are gone', () => {
  const planted = ['src/http/omitting.ts', 'emulator/omitting.ts', 'test/omitting.ts'];
  for (const path of planted) {
    plant(path, []);
    writeFileSync(join(folder, path), "export type Left = Omit<{ readonly a: 1 }, 'b'>;\n");
  }
  expect([...refused('noRestrictedTypes')].toSorted()).toEqual([
    'emulator/omitting.ts:1',
    'src/http/omitting.ts:1',
  ]);
});
