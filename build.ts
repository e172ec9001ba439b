import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Makes what only a package has: compiled sources, because Node takes no TypeScript from an
 * installed one, the page, and the subgraph.
 */
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
const printed = ['dist/src/main.js', 'schema', '--subgraph', '--prefix', ''];
writeFileSync('dist/subgraph.graphql', execFileSync(process.execPath, printed, { maxBuffer: 1e7 }));
