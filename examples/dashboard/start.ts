import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { gateway, page } from './addresses.ts';

// Browsers reach the gateway through Vite, so Vite's address is its public one: sign-in ends there,
// and cookies belong there.
const command = fileURLToPath(new URL('../../bin/ads-graph.js', import.meta.url));
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
