import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisAddress } from '../../src/config/redis.ts';
import { provide } from './debian.ts';
import { endWithFile, isOver } from './started-processes.ts';

/** A redis-server of this machine on a free port, with nothing on disk. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Sends one command, as words. Returns the first line of its reply. */
  readonly command: (...words: readonly string[]) => Promise<string>;
  /** Stops it silently: it accepts connections and never answers. */
  readonly silence: () => void;
  readonly wake: () => void;
  readonly kill: () => Promise<void>;
}

/** The address of a server, for a store. */
export const addressOf = ({ url }: RedisServer): RedisAddress => ({
  url,
  sentinels: [],
  master: '',
});

/** Finds redis-server, or installs it. */
export const provideRedis = (): void => provide('redis-server', 'redis-server');

/** A port that nobody uses. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** The options of a server. */
interface ServerOptions {
  /** The port; a free one unless given. */
  readonly port?: number;
  readonly password?: string;
  /** The folder of its data, which is kept. Without it, a temporary one, which is deleted. */
  readonly folder?: string;
  /** Further options, as words. */
  readonly args?: readonly string[];
  /** True if it is a sentinel, which takes its options from a file. */
  readonly sentinel?: readonly string[];
}

/** Starts one. */
export const startRedis = async (options: ServerOptions = {}): Promise<RedisServer> => {
  provideRedis();
  const { password = '', sentinel } = options;
  const port = options.port ?? (await freePort());
  const folder = options.folder ?? newFolder();
  const usual = ['--save', '', '--appendonly', 'no', ...(options.args ?? [])];
  const config = join(folder, 'sentinel.conf');
  if (sentinel !== undefined) writeFileSync(config, sentinel.join('\n'));
  const own = sentinel === undefined ? usual : [config, '--sentinel'];
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const args = [...own, ...place, ...(password === '' ? [] : ['--requirepass', password])];
  const child: ChildProcess = endWithFile(spawn('redis-server', args, { stdio: 'ignore' }));
  if (options.folder === undefined) {
    child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  const command: RedisServer['command'] = async (...words) => {
    const socket = connect(port, '127.0.0.1');
    const ask = async (text: string): Promise<string> => {
      socket.write(`${text}\r\n`);
      const [reply] = (await once(socket, 'data')) as [Buffer];
      return reply.toString().split('\r\n')[0] ?? '';
    };
    try {
      await once(socket, 'connect');
      if (password !== '') await ask(`AUTH ${password}`);
      return await ask(words.join(' '));
    } finally {
      socket.destroy();
    }
  };
  while ((await command('PING').catch(() => '')) !== '+PONG') {
    if (isOver(child)) throw new Error('redis-server ended before it answered');
    await pause(20);
  }
  return {
    url: `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`,
    port,
    command,
    silence: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    kill: async () => {
      if (isOver(child)) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

/** A folder for the data of a server. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'ads-graph-redis-'));
