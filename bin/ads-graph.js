#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// An installed package holds what was compiled, because Node takes no TypeScript from there.
const [main] = ['../src/main.ts', '../dist/main.js']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => existsSync(path));

/** The Node that was installed with this package, for machines whose own is too old. */
const installedNode = () => {
  const folders = createRequire(import.meta.url).resolve.paths('node') ?? [];
  const name = process.platform === 'win32' ? 'node.cmd' : 'node';
  return folders.map((folder) => join(folder, '.bin', name)).find((path) => existsSync(path));
};

const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);
const node = isNewEnough ? process.execPath : installedNode();
if (node === undefined) {
  process.stderr.write('ads-graph: Node 22.19 or later is needed\n');
  process.exit(1);
}

// Rows live for as long as their request. A young generation of the usual size moves most of them to the old one, and with
// many requests at a time that costs as much as all other work (docs/performance.md).
const flags = ['--max-semi-space-size=64'];
const child = spawn(node, [...flags, main, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` },
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
