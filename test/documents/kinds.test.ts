import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { importsOf, wayTo } from '../support/imports.ts';
import { kindOf, kinds, kindsOfNode } from '../support/kinds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] });

// The gateway itself imports the client of Redis, so only other importers of it count.
const more = /^(node:(child_process|cluster)|playwright-core)$|\/test\/support\/redis\.ts$/;
const client = 'ioredis';

/** The modules that a file reaches and that need more than Node, each with the way to it. */
const beyondNode = (file: string): readonly string[] => {
  const imports = importsOf(file);
  return [...imports]
    .filter(([name, from]) => more.test(name) || (name === client && !from.includes('/src/')))
    .map(([name]) => relative(root, wayTo(imports, name)));
};

/** The files that the globs of a project take. */
const filesOf = ({ include = [], exclude = [] }: Globs): readonly string[] =>
  globSync([...include], { cwd: root, exclude: [...exclude] });

interface Globs {
  readonly name?: unknown;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

const projects = (config.test?.projects ?? []).map(
  (project) => (project as { readonly test: Globs }).test,
);

describe('a test file', () => {
  test('is in one project, whose name is its kind', () => {
    const places = projects.flatMap((project) =>
      filesOf(project).map((file) => [file, project.name] as const),
    );
    expect(places.toSorted()).toEqual(files.map((file) => [file, kindOf(file)]).toSorted());
    expect(projects.map(({ name }) => name)).toEqual(kinds);
  });

  test('that npm test runs reaches no process, no Redis and no browser', () => {
    const ofNode = files.filter((file) => kindsOfNode.includes(kindOf(file)));
    expect(ofNode.flatMap((file) => beyondNode(join(root, file)))).toEqual([]);
  });

  test('that npm test does not run reaches one of them, or measures', () => {
    const rest = files.filter((file) => ![...kindsOfNode, 'measured'].includes(kindOf(file)));
    expect(rest.filter((file) => beyondNode(join(root, file)).length === 0)).toEqual([]);
  });
});

describe('the modules that a file reaches are found', () => {
  let folder = '';
  const written = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ads-graph-kinds-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each([
    ['a statement', "import { spawn } from 'node:child_process';\n", 1],
    ['a statement of several lines', "import {\n  spawn,\n} from 'node:child_process';\n", 1],
    ['an expression', `const load = () => ${'import'}('node:cluster');\n`, 1],
    ['an export', "export { chromium } from 'playwright-core';\n", 1],
    ['a client of Redis', "import { Redis } from 'ioredis';\n", 1],
    ['a type', "import type { ChildProcess } from 'node:child_process';\n", 0],
    ['a comment', "/*\nimport { spawn } from 'node:child_process';\n*/\n", 0],
  ])('in %s', async (where, text, count) => {
    await written(`${where}.ts`, text);
    const file = await written(`${where}.test.ts`, `import { b } from './${where}.ts';\n`);
    expect(beyondNode(file).length).toBe(count);
  });
});
