import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';

/** Compiles the sources for a package, because Node takes no TypeScript from an installed one. */
rmSync('dist', { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.package.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
// Deletes the files of earlier builds, too.
execFileSync(process.execPath, ['explorer/build.ts'], { stdio: 'inherit' });
for (const folder of ['explorer/dist', 'emulator/seed/targeting/data']) {
  cpSync(folder, `dist/${folder}`, { recursive: true });
}
