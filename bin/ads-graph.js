#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The Node that was installed with this package, for machines whose own is too old to run TypeScript. */
const installedNode = () => {
  const folders = createRequire(import.meta.url).resolve.paths('node') ?? [];
  const name = process.platform === 'win32' ? 'node.cmd' : 'node';
  return folders.map((folder) => join(folder, '.bin', name)).find((path) => existsSync(path));
};

const [major, minor] = process.versions.node.split('.').map(Number);
const runsTypeScript = major > 22 || (major === 22 && minor >= 19);

if (runsTypeScript) {
  await import(main);
} else {
  const node = installedNode();
  if (node === undefined) {
    process.stderr.write('ads-graph: Node 22.19 or later is needed\n');
    process.exit(1);
  }
  const path = `${dirname(node)}:${process.env.PATH}`;
  const child = spawn(node, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}
