import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';

/** Compiles the sources for a package, because Node takes no TypeScript from an installed one. */
rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.package.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
// Deletes the files of earlier builds, too.
execFileSync(process.execPath, ['src/explorer/build.ts'], { stdio: 'inherit' });
cpSync('src/explorer/dist', 'dist/explorer/dist', { recursive: true });
