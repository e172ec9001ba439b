import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { digestOf, filesIn } from './digest.ts';
import { endWithFile, isOver } from './started-processes.ts';

const cwd = fileURLToPath(new URL('../../examples/dashboard/', import.meta.url));

/** A program of the dashboard in processes of its own. */
export interface DashboardProgram {
  readonly stop: () => Promise<void>;
}

/** The files that the page is built from. */
const sources = async (): Promise<readonly string[]> => {
  const folders = ['examples/dashboard/src', 'client', 'design'];
  const files = (await Promise.all(folders.map(filesIn))).flat();
  const own = ['index.html', 'package.json', 'package-lock.json', 'relay.config.json'];
  const programs = ['addresses.ts', 'start.ts', 'tsconfig.json', 'vite.config.ts'];
  return [
    ...files.filter((name) => !name.includes('/__generated__/')),
    ...[...own, ...programs].map((name) => `examples/dashboard/${name}`),
    'schema.graphql',
  ];
};

// A build empties its folder first, so a file in it belongs to the last one.
const builtFrom = `${cwd}dist/built-from`;

/**
 * Builds the page, with strict types, if its files have changed since the last build. Throws the
 * output if that fails.
 */
export const buildDashboard = async (): Promise<void> => {
  const digest = await digestOf(await sources());
  if ((await readFile(builtFrom, 'utf8').catch(() => null)) === digest) return;
  await promisify(execFile)('npm', ['run', 'build'], {
    cwd,
    // vitest sets it to `test`, for which Vite would take React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await writeFile(builtFrom, digest);
};

/** An address of this machine where nobody listens. */
export const freeAddress = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
};

/** The addresses of a page and of its gateway. */
interface Addresses {
  readonly PAGE: string;
  readonly GATEWAY: string;
}

/** Starts page and gateway as the README of the dashboard says, and waits until both answer. */
export const startDashboard = (addresses: Addresses): Promise<DashboardProgram> =>
  run(['npm', 'start'], { addresses, path: '/auth/session' });

/** Serves the page as it was built, also while no gateway is there. */
export const previewDashboard = (addresses: Addresses): Promise<DashboardProgram> =>
  run([process.execPath, 'node_modules/vite/bin/vite.js', 'preview'], { addresses, path: '/' });

/** Runs a command of the dashboard, and waits until a path of its page answers. */
const run = async (
  [command = '', ...options]: readonly string[],
  { addresses, path }: { readonly addresses: Addresses; readonly path: string },
): Promise<DashboardProgram> => {
  const { PATH, HOME } = process.env;
  const child = spawn(command, options, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...addresses },
  });
  endWithFile(child, { isGroup: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  while (!(await answers(new URL(path, addresses.PAGE)))) {
    if (isOver(child)) throw new Error(`the dashboard ended: ${said}`);
    await wait(50);
  }
  return { stop: () => stop(child) };
};

const answers = (url: URL): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || isOver(child)) return;
  // npm does not pass signals on to what its scripts start.
  process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
};
