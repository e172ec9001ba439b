import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const isOther = (path: string): boolean =>
  /(^|\/)(node_modules|dist|\.git|\.cache|out)$/.test(path);

const files = globSync('{*,.*/**,*/**}', { cwd: root, exclude: isOther });

const documents = files.filter((path) =>
  /^(README|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$|^[a-z]+\/README\.md$/.test(path),
);

/** Files that a reader or a tool creates, or that only the package has. */
const others = [
  /^ads-graph\//,
  /^\/schema\.graphql$/,
  /^\.(vscode|cursor)\/mcp\.json$/,
  /^claude_desktop_config\.json$/,
  /^schema\.json$/,
  /^clients\.graphql$/,
  /persisted-(documents|query-manifest)\.json$/,
  /^relay\.config\.json$/,
  /^results\.json$/,
];

/** The names of files in running text: `src/routes.ts`, `routes.ts`, `deploy/kubernetes/*.yaml`. */
const namesIn = (text: string): readonly string[] =>
  [
    ...text
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([\w@.{}*,/-]*[\w}*-]\.(?:tsx?|mts|json|md|tsv|ya?ml|graphql|css|js|sh))`/g),
  ].map(([, name = '']) => name);

/** The files that a name can mean: its path from here or the root, else the end of a path. */
const meanings = (name: string, from: string): readonly string[] => {
  const paths = [join(dirname(from), name), name];
  if (/[{*]/.test(name)) return paths.flatMap((path) => globSync(path, { cwd: root }).slice(0, 1));
  const exact = files.filter((path) => paths.includes(path));
  return exact.length > 0 ? exact.slice(0, 1) : files.filter((path) => path.endsWith(`/${name}`));
};

test.each(documents)('each file that %s names exists, and its name is unambiguous', (document) => {
  const names = namesIn(readFileSync(join(root, document), 'utf8'));
  const wrong = names.flatMap((name) => {
    const found = meanings(name, document);
    const isFine = found.length === 1 || others.some((pattern) => pattern.test(name));
    return isFine ? [] : [`${name}: ${found.join(', ') || 'no file'}`];
  });
  expect(wrong).toEqual([]);
});

test('a name of no file and a name of two files are found', () => {
  expect(meanings('no-such-file.ts', 'docs/execution.md')).toEqual([]);
  expect(meanings('routes.ts', 'docs/execution.md').length).toBeGreaterThan(1);
  expect(namesIn('`src/routes.ts` and `a.b`\n```\n`x.ts`\n```\n')).toEqual(['src/routes.ts']);
});
