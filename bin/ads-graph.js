#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

// The clients of the graph (`ClientCommand`) have their own program.
const name = ['query', 'export', 'audience'].includes(process.argv[2])
  ? 'commands/main'
  : 'src/main';

// An installed package holds compiled files, because Node runs no TypeScript from node_modules.
const [main] = [`../${name}.ts`, `../dist/${name}.js`]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => existsSync(path));

const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 22 || (major === 22 && minor < 19);
// A clone has its own Node, which `npm ci` installs.
const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
if (isOld && !existsSync(own)) {
  process.stderr.write(`ads-graph needs Node 22.19 or later; this is ${process.versions.node}\n`);
  process.exit(1);
}

// In a gateway, rows live for as long as their request. The reasons for its flags are in
// docs/performance.md, "What the engine does". Clients hold one page at a time.
const flags =
  name === 'src/main'
    ? ['--max-semi-space-size=64', '--no-allocation-site-pretenuring']
    : ['--max-semi-space-size=8'];
const words = [...flags, main, ...process.argv.slice(2)];

if (isOld || process.platform === 'win32' || process.execve === undefined) runChild();
else process.execve(process.execPath, [process.execPath, ...words], process.env);

/** Runs the program beside this process. It stops when this process ends, however that ends. */
function runChild() {
  const child = spawn(isOld ? own : process.execPath, words, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
