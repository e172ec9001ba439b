import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { build } from 'esbuild';
import { leanHttp, ownAddress } from './scripts/build-plugins.ts';

/**
 * Builds the parts that only a package has: compiled sources and their types, the page, and the
 * subgraph. Node takes no TypeScript from an installed package.
 */
rmSync('dist', { recursive: true, force: true });
// `npm run check` checks the types, which takes half of the time.
execFileSync('tsc', ['--project', 'tsconfig.package.json', '--noCheck'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

// All output is one folder below dist.
const addressBelow = (path: string): string => {
  const source = JSON.stringify(`../${relative('.', path).replaceAll('\\', '/')}`);
  return `new URL(${source}, import.meta.url).href`;
};

const options: BuildOptions = {
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  target: 'es2024',
  packages: 'external',
  logLevel: 'warning',
};
// A few files start faster than many.
await build({
  ...options,
  entryPoints: [
    'src/main.ts',
    'src/index.ts',
    'commands/main.ts',
    'commands/export/export-tables.ts',
    'emulator/server.ts',
    'testing/start.ts',
    'testing/vitest.ts',
  ],
  platform: 'node',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [ownAddress(addressBelow), leanHttp],
});
await build({ ...options, entryPoints: ['client/client.ts'], platform: 'neutral' });

// Deletes the files of earlier builds, too.
execFileSync(process.execPath, ['explorer/build.ts'], { stdio: 'inherit' });
for (const folder of ['design', 'explorer/dist', 'emulator/seed/targeting/data']) {
  cpSync(folder, `dist/${folder}`, { recursive: true });
}
const printed = ['dist/src/main.js', 'schema', '--subgraph', '--prefix', ''];
writeFileSync('dist/subgraph.graphql', execFileSync(process.execPath, printed, { maxBuffer: 1e7 }));
