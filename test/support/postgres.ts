import { execFile, spawn } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { apt, install } from './debian.ts';
import { freePort } from './redis.ts';
import { endWithFile, isOver } from './started-processes.ts';

const run = promisify(execFile);

/** A Postgres of this machine on a free port of loopback, with an empty database. */
export interface PostgresServer {
  readonly url: string;
  /** The folder of its programs, such as psql. */
  readonly programs: string;
  /** The rows of a query, each as a list of cells. */
  readonly rows: (sql: string) => Promise<readonly (readonly string[])[]>;
  readonly close: () => Promise<void>;
}

// Debian has a folder for each version, and puts psql alone on the path.
const foundPrograms = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/initdb')
    .sort()
    .at(-1)
    ?.replace(/\/initdb$/, '');

/** Finds the programs of Postgres, or installs them. */
const providePostgres = (): string => {
  const found = foundPrograms();
  if (found !== undefined) return found;
  apt('update');
  install('postgresql');
  const installed = foundPrograms();
  if (installed !== undefined) return installed;
  throw new Error('The tests need Postgres: install it (apt-get install postgresql)');
};

/** The user who runs the server: not root, which Postgres refuses. */
const owner = async () => {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

const separator = '\u001f';

/** Starts one. Its data is deleted when it stops. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const programs = providePostgres();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'ads-graph-postgres-'));
  const { uid, gid } = await owner();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const as = { ...(uid !== undefined && { uid, gid }), cwd: folder };
  const data = join(folder, 'data');
  const trust = ['--auth', 'trust', '--username', 'ads', '--encoding', 'UTF8', '--no-sync'];
  await run(join(programs, 'initdb'), ['-D', data, ...trust], as);
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const words = ['-D', data, '-p', String(port), ...options];
  const child = endWithFile(spawn(join(programs, 'postgres'), words, { ...as, stdio: 'ignore' }));
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const url = `postgres://ads@127.0.0.1:${port}/postgres`;
  const rows: PostgresServer['rows'] = async (sql) => {
    const format = ['--no-psqlrc', '--tuples-only', '--no-align', '--field-separator', separator];
    const { stdout } = await run(join(programs, 'psql'), [...format, '--command', sql, url]);
    const lines = stdout.split('\n').filter((line) => line !== '');
    return lines.map((line) => line.split(separator));
  };
  while (!(await rows('SELECT 1').then(Boolean, () => false))) {
    if (isOver(child)) throw new Error('Postgres ended before it answered');
    await pause(50);
  }
  const close = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
  };
  return { url, programs, rows, close };
};

/** The environment of commands that call psql. */
export const pathWith = ({ programs }: PostgresServer): string =>
  `${programs}${delimiter}${process.env['PATH']}`;
