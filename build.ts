import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { build } from 'esbuild';

/**
 * Makes what only a package has: compiled sources, because Node takes no TypeScript from an
 * installed one, their types, the page, and the subgraph.
 */
rmSync('dist', { recursive: true, force: true });
// `npm run check` checks the types, which takes half of the time.
execFileSync('tsc', ['--project', 'tsconfig.package.json', '--noCheck'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

// Sources find files beside them by their own address. All that is built is one folder below dist.
const ownAddress: Plugin = {
  name: 'own-address',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/(src|emulator)\/.*\.ts$/ }, ({ path }) => {
      const source = JSON.stringify(`../${relative('.', path).replaceAll('\\', '/')}`);
      const address = `new URL(${source}, import.meta.url).href`;
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', address);
      return { contents, loader: 'ts' };
    }),
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
// Few files start in less time than many.
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
  plugins: [ownAddress],
});
await build({ ...options, entryPoints: ['client/client.ts'], platform: 'neutral' });

// Deletes the files of earlier builds, too.
execFileSync(process.execPath, ['explorer/build.ts'], { stdio: 'inherit' });
for (const folder of ['design', 'explorer/dist', 'emulator/seed/targeting/data']) {
  cpSync(folder, `dist/${folder}`, { recursive: true });
}
const printed = ['dist/src/main.js', 'schema', '--subgraph', '--prefix', ''];
writeFileSync('dist/subgraph.graphql', execFileSync(process.execPath, printed, { maxBuffer: 1e7 }));
