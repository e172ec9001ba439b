import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
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

/** Builds the page, with a gzip and a brotli form of each file. Files that exist already stay. */
export const buildPage = async (): Promise<Built> => {
  const { outputFiles } = await build({
    entryPoints: { explorer: fileURLToPath(new URL('./page/main.tsx', import.meta.url)) },
    outdir: dist,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.graphql': 'text' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  await mkdir(dist, { recursive: true });
  await Promise.all(
    outputFiles.map(({ path, contents }) => writeCompressed(basename(path), contents)),
  );
  const named = (ending: string): string =>
    basename(outputFiles.find(({ path }) => path.endsWith(ending))?.path ?? '');
  const built = { script: named('.js'), style: named('.css') };
  await write('built.json', JSON.stringify(built));
  return built;
};

/** Deletes the files of earlier builds. */
const tidy = async ({ script, style }: Built): Promise<void> => {
  const names = await readdir(dist);
  const old = names.filter(
    (name) => ![script, style, 'built.json'].some((one) => name.startsWith(one)),
  );
  await Promise.all(old.map((name) => rm(dist + name)));
};

if (import.meta.main) await tidy(await buildPage());
