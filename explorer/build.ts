import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import * as graphiql from '@graphql-yoga/render-graphiql/graphiql';
import { type BuildResult, build } from 'esbuild';

/** The folder of the built pages. */
const dist = fileURLToPath(new URL('./dist/', import.meta.url));

// Several processes may build at a time, so a file appears only when it is complete.
const write = async (name: string, content: Uint8Array | string): Promise<void> => {
  const unfinished = `${dist}${name}.${process.pid}`;
  await writeFile(unfinished, content);
  await rename(unfinished, dist + name);
};

// The best compression takes a minute for GraphiQL, and makes it a tenth shorter.
const longest = 1_000_000;

/** Writes a file as the gateway reads it: compressed, and only if it is new. */
const writeCompressed = async (name: string, content: Uint8Array): Promise<void> => {
  if (existsSync(`${dist}${name}.br`)) return;
  const quality = content.length > longest ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await write(`${name}.br`, await promisify(brotliCompress)(content, { params }));
};

const source = (name: string): string => fileURLToPath(new URL(`./page/${name}`, import.meta.url));

const options = {
  outdir: dist,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  splitting: true,
  format: 'esm',
  target: 'es2024',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.graphql': 'text', '.min.css': 'text', '.svg': 'text', '.woff2': 'file' },
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} as const;

type Outputs = BuildResult<typeof options>;

/** The name of a built file, which changes with its content. */
const nameIn = ({ outputFiles }: Outputs, page: string, ending: string): string =>
  outputFiles
    .map(({ path }) => basename(path))
    .find((name) => name.startsWith(`${page}-`) && name.endsWith(ending)) ?? '';

/** The names of the built files of a kind. */
const endingWith = ({ outputFiles }: Outputs, ending: string): readonly string[] =>
  outputFiles.map(({ path }) => basename(path)).filter((name) => name.endsWith(ending));

/** The files that a script imports before it runs, and those that they import. */
const importedBy = ({ metafile: { outputs } }: Outputs, script: string): readonly string[] => {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const found = new Set([script]);
  for (const name of found) {
    for (const { path, kind } of files.get(name)?.imports ?? []) {
      if (kind === 'import-statement') found.add(basename(path));
    }
  }
  return [...found].slice(1);
};

// Most of its style are fonts, and the page has others.
const ownFonts = /@font-face\{font-family:(?:Roboto|Fira Code);[^}]*\}/g;

/** The files of GraphiQL, which its package holds as texts. */
const graphiqlTexts = {
  script: ['js', graphiql.js],
  style: ['css', graphiql.css.replaceAll(ownFonts, '')],
  editorWorkerService: ['js', graphiql.editorWorkerService],
  json: ['js', graphiql.jsonWorker],
  graphql: ['js', graphiql.graphqlWorker],
} as const;

/** Writes the files of GraphiQL. Their names change with their content. */
const buildGraphiql = async () => {
  const named = Object.entries(graphiqlTexts).map(([role, [ending, text]]) => {
    const digest = hash('sha256', text, 'hex').slice(0, 12);
    return { role, name: `graphiql-${role}-${digest}.${ending}`, text };
  });
  await Promise.all(named.map(({ name, text }) => writeCompressed(name, Buffer.from(text))));
  const { style, ...scripts } = Object.fromEntries(named.map(({ role, name }) => [role, name]));
  return { style, scripts, files: named.map(({ name }) => name) };
};

/** Builds the pages. Files that exist already stay. Returns what `built.json` says. */
export const buildPage = async () => {
  await mkdir(dist, { recursive: true });
  const [explorer, boot, { style, scripts, files }] = await Promise.all([
    build({ ...options, entryPoints: { explorer: source('main.tsx') } }),
    build({ ...options, entryPoints: { graphiql: source('graphiql.ts') } }),
    buildGraphiql(),
  ]);
  // Both pages have the same fonts.
  const outputs = new Map(
    [explorer, boot].flatMap(({ outputFiles }) =>
      outputFiles.map(({ path, contents }) => [basename(path), contents] as const),
    ),
  );
  await Promise.all(Array.from(outputs, ([name, content]) => writeCompressed(name, content)));
  const script = nameIn(explorer, 'explorer', '.js');
  const built = {
    explorer: {
      script,
      preloads: importedBy(explorer, script),
      style: nameIn(explorer, 'explorer', '.css'),
      fonts: endingWith(explorer, '.woff2'),
    },
    graphiql: {
      script: nameIn(boot, 'graphiql', '.js'),
      styles: [style, nameIn(boot, 'graphiql', '.css')],
      facts: scripts,
    },
    files: [...outputs.keys(), ...files],
  };
  await write('built.json', JSON.stringify(built));
  return built;
};

/** Deletes the files of earlier builds. */
const tidy = async (built: { readonly files: readonly string[] }): Promise<void> => {
  const names = await readdir(dist);
  const old = names.filter(
    (name) => ![...built.files, 'built.json'].some((one) => name.startsWith(one)),
  );
  await Promise.all(old.map((name) => rm(dist + name)));
};

if (import.meta.main) await tidy(await buildPage());
