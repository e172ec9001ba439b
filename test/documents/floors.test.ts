import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildings, gatewayFloors, pageFloors } from './floors.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  readonly from: string;
  readonly to: string;
}

const isIn = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`);

/** The relative imports of a source text, of types too; `from` is its path. */
const importsOf = (from: string, text: string): readonly Import[] =>
  [...text.matchAll(/(?:from|import|import\()\s*'(\.{1,2}\/[^']+)'/g)].map(([, path = '']) => ({
    from,
    to: join(dirname(from), path),
  }));

const roots = [...new Set(Object.keys(buildings).map((name) => name.split('/')[0]))];

const files = globSync(`{${roots.join(',')}}/**/*.{ts,tsx}`, { cwd: root }).filter(
  (path) => !/node_modules|\/dist\/|bytes\/wasm\//.test(path),
);

const allImports = files.flatMap((path) => importsOf(path, readFileSync(join(root, path), 'utf8')));

const shown = ({ from, to }: Import): string => `${from} imports ${to}`;

const buildingOf = (path: string): string =>
  Object.keys(buildings).find((name) => isIn(path, name)) ?? '';

/** True if a building of `from` imports what its row in the list does not have. */
const isTrespass = ({ from, to }: Import): boolean => {
  const [home = ''] = from.split('/');
  const allowed = buildings[buildingOf(from)] ?? [];
  return ![home, ...allowed].some((place) => isIn(to, place));
};

/** True if `to` is on a higher floor of the building than `from`. */
const isUpward =
  (building: string, floors: readonly string[]) =>
  ({ from, to }: Import): boolean => {
    const floorOf = (path: string) =>
      floors.findIndex((floor) => isIn(relative(building, path), floor));
    return isIn(from, building) && isIn(to, building) && floorOf(to) < floorOf(from);
  };

/**
 * The two folders of an import, each a child of the folder that both files share. Null if one of
 * the files is in that folder, or if they are in two buildings, for which `buildings` has a row.
 */
const foldersOf = ({ from, to }: Import): readonly [string, string] | null => {
  const [one, other] = [dirname(from).split('/'), dirname(to).split('/')];
  const at = one.findIndex((name, index) => name !== other[index]);
  if (at < 1 || other[at] === undefined) return null;
  return [one.slice(0, at + 1).join('/'), other.slice(0, at + 1).join('/')];
};

/** Pairs of folders that import each other, neither of which contains the other. */
const pairsOf = (imports: readonly Import[]): readonly string[] => {
  const arrows = new Map(
    imports.flatMap((one) => {
      const folders = foldersOf(one);
      return folders === null ? [] : [[folders.join(' -> '), shown(one)] as const];
    }),
  );
  return [...arrows].flatMap(([arrow, example]) => {
    const back = arrows.get(arrow.split(' -> ').reverse().join(' -> '));
    return back === undefined ? [] : [`${arrow}: ${example}; ${back}`];
  });
};

test('every file and folder of src and of the page is on a floor', () => {
  const floorless = (building: string, floors: readonly string[]) =>
    files
      .filter((path) => isIn(path, building))
      .map((path) => relative(building, path))
      .filter((path) => !floors.some((floor) => isIn(path, floor)));
  expect(floorless('src', gatewayFloors)).toEqual([]);
  expect(floorless('explorer/page', pageFloors).filter((path) => path.includes('/'))).toEqual([]);
});

test('imports stay in their building, except for those in the list', () => {
  expect(allImports.filter(isTrespass).map(shown)).toEqual([]);
});

test('imports point down', () => {
  expect(allImports.filter(isUpward('src', gatewayFloors)).map(shown)).toEqual([]);
  expect(allImports.filter(isUpward('explorer/page', pageFloors)).map(shown)).toEqual([]);
});

test('no two folders import each other', () => {
  expect(pairsOf(allImports)).toEqual([]);
});

test('an import upwards, into another building or back is found', () => {
  const planted = (from: string, to: string): Import => ({ from, to });
  const up = isUpward('src', gatewayFloors);
  expect(up(planted('src/loaders/a.ts', 'src/http/door/b.ts'))).toBe(true);
  expect(up(planted('src/http/door/b.ts', 'src/loaders/a.ts'))).toBe(false);
  expect(isTrespass(planted('src/http/a.ts', 'emulator/server.ts'))).toBe(true);
  expect(isTrespass(planted('commands/a.ts', 'src/gateway.ts'))).toBe(true);
  expect(isTrespass(planted('client/a.ts', 'src/codes.ts'))).toBe(true);
  expect(isTrespass(planted('emulator/a.ts', 'src/upstream/catalogue/index.ts'))).toBe(false);
  const back = [planted('src/a/1.ts', 'src/b/2.ts'), planted('src/b/2.ts', 'src/a/x/3.ts')];
  expect(pairsOf(back)).toHaveLength(2);
  expect(importsOf('a/b.ts', "import type { A } from '../c/d.ts';")).toEqual([
    planted('a/b.ts', 'c/d.ts'),
  ]);
});

test('CONTRIBUTING prints both lists', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const names = (floors: readonly string[]) =>
    [...new Set(floors.map((floor) => floor.replace('.ts', '')))].join(' → ');
  expect(text).toContain(names(gatewayFloors));
  expect(text).toContain(names(pageFloors));
});
