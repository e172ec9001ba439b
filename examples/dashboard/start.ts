import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer as createNetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { gateway, page } from './addresses.ts';

// Browsers reach the gateway through Vite, so Vite's address is its public one: sign-in ends there,
// and cookies belong there.
const commands = ['../../bin/ads-graph.js', 'node_modules/ads-graph/bin/ads-graph.js'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const command = commands.find(existsSync);
if (command === undefined) throw new Error('ads-graph is not installed: npm install ads-graph');

/** Ends the program if another one has the port of an address. */
const takePort = async ({ hostname, port }: URL, setting: string): Promise<void> => {
  const server = createNetServer().listen(Number(port), hostname);
  const taken = await once(server, 'listening').then(
    () => false,
    () => true,
  );
  server.close();
  if (!taken) return;
  process.stderr.write(`Port ${port} is in use. Set ${setting} to one that is free.\n`);
  process.exit(1);
};
await takePort(page, 'PORT');
await takePort(gateway, 'GATEWAY (as in http://127.0.0.1:4101)');

const child = spawn(process.execPath, [command, 'start'], {
  stdio: 'inherit',
  env: {
    LOG_LEVEL: 'warn',
    ...process.env,
    HOST: gateway.hostname,
    PORT: gateway.port,
    PUBLIC_URL: page.origin,
  },
});
child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
process.on('exit', () => child.kill());

const answers = (): Promise<boolean> =>
  fetch(new URL('/auth/session', gateway)).then(
    () => true,
    () => false,
  );

const vite = await createServer();
await vite.listen();
while (!(await answers())) await wait(100);
process.stdout.write(`The dashboard: ${page.origin}\n`);
