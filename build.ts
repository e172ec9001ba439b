import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { buildPage } from './src/explorer/build.ts';

/** Compiles the sources for a package, because Node takes no TypeScript from an installed one. */
rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.package.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
await buildPage();
cpSync('src/explorer/dist', 'dist/explorer/dist', { recursive: true });
