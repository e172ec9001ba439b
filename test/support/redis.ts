import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A redis-server of this machine on a free port, with nothing on disk. */
export interface RedisServer {
  readonly url: string;
  /** One command, as words; the first line of its reply. */
  readonly command: (...words: readonly string[]) => Promise<string>;
  /** Stops it without a word: it takes connections and never answers. */
  readonly silence: () => void;
  readonly wake: () => void;
  readonly kill: () => Promise<void>;
}

const isThere = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/** Finds redis-server, or installs it. */
const provide = (): void => {
  if (isThere()) return;
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', 'redis-server'], { stdio: 'ignore' });
  } catch {
    // Said below.
  }
  if (isThere()) return;
  throw new Error(
    'The tests need redis-server: install it (apt-get install redis-server) and run them again',
  );
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts one. */
export const startRedis = async (): Promise<RedisServer> => {
  provide();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'ads-graph-redis-'));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child: ChildProcess = spawn('redis-server', [...args, '--dir', folder], {
    stdio: 'ignore',
  });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const command: RedisServer['command'] = async (...words) => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write(`${words.join(' ')}\r\n`);
      const [reply] = (await once(socket, 'data')) as [Buffer];
      return reply.toString().split('\r\n')[0] ?? '';
    } finally {
      socket.destroy();
    }
  };
  while ((await command('PING').catch(() => '')) !== '+PONG') await pause(20);
  return {
    url: `redis://127.0.0.1:${port}`,
    command,
    silence: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};
