import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { BuildResult } from 'esbuild';
import { build } from 'esbuild';
import type { Built } from './built.ts';
import { dist } from './built.ts';

// Several processes may build at a time, so a file appears only when it is complete.
const write = async (name: string, content: Uint8Array | string): Promise<void> => {
  const unfinished = `${dist}${name}.${process.pid}`;
  await writeFile(unfinished, content);
  await rename(unfinished, dist + name);
};

const writeCompressed = async (name: string, content: Uint8Array): Promise<void> => {
  if (existsSync(`${dist}${name}`)) return;
  await write(`${name}.br`, await promisify(brotliCompress)(content));
  await write(`${name}.gz`, await promisify(gzip)(content));
  await write(name, content);
};

const source = (name: string): string => fileURLToPath(new URL(`./page/${name}`, import.meta.url));

const options = {
  outdir: dist,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  splitting: true,
  format: 'esm',
  target: 'es2024',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.graphql': 'text', '.min.css': 'text' },
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} as const;

type Outputs = BuildResult<typeof options>;

/** The name of a built file, which changes with its content. */
const nameIn = ({ outputFiles }: Outputs, page: string, ending: string): string =>
  outputFiles
    .map(({ path }) => basename(path))
    .find((name) => name.startsWith(`${page}-`) && name.endsWith(ending)) ?? '';

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

/** Builds the pages, with a gzip and a brotli form of each file. Files that exist already stay. */
export const buildPage = async (): Promise<Built> => {
  const [explorer, graphiql] = await Promise.all([
    build({ ...options, entryPoints: { explorer: source('main.tsx') } }),
    build({ ...options, entryPoints: { graphiql: source('graphiql.ts') } }),
  ]);
  const outputFiles = [...explorer.outputFiles, ...graphiql.outputFiles];
  await mkdir(dist, { recursive: true });
  await Promise.all(
    outputFiles.map(({ path, contents }) => writeCompressed(basename(path), contents)),
  );
  const script = nameIn(explorer, 'explorer', '.js');
  const built = {
    script,
    preloads: importedBy(explorer, script),
    style: nameIn(explorer, 'explorer', '.css'),
    graphiql: nameIn(graphiql, 'graphiql', '.js'),
    files: outputFiles.map(({ path }) => basename(path)),
  };
  await write('built.json', JSON.stringify(built));
  return built;
};

/** Deletes the files of earlier builds. */
const tidy = async (built: Built): Promise<void> => {
  const names = await readdir(dist);
  const old = names.filter(
    (name) => ![...built.files, 'built.json'].some((one) => name.startsWith(one)),
  );
  await Promise.all(old.map((name) => rm(dist + name)));
};

if (import.meta.main) await tidy(await buildPage());
