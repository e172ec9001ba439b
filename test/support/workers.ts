import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { bare } from './bare-process.ts';
import { endWithFile, isOver, mainFile } from './started-processes.ts';

/** The command with several workers, as a process of its own. */
export interface Crew {
  readonly child: ChildProcess;
  readonly url: string;
  readonly admin: string;
  readonly api: string;
  /** Everything that it printed on standard output. */
  readonly out: () => string;
  readonly pids: () => readonly number[];
  readonly ended: Promise<number | null>;
  /** Every line of its log, once it has ended. */
  readonly log: Promise<readonly string[]>;
}

export const startCrew = async (env: Readonly<Record<string, string>> = {}): Promise<Crew> => {
  const child = endWithFile(
    spawn(process.execPath, [mainFile(), 'start'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...bare,
        PORT: '0',
        ADMIN_PORT: '0',
        WORKERS: '2',
        TIMEOUT_GRACE_MS: '0',
        TIMEOUT_LAME_DUCK_MS: '0',
        LIMIT_WAIT_MS: '60000',
        LIMIT_KEPT_LIST_MS: '0',
        ...env,
      },
    }),
  );
  const log = text(child.stderr).then((lines) => lines.split('\n'));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  while (!out.includes('curl')) {
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (isOver(child)) throw new Error(`the command ended: ${out}`);
  }
  const found = (pattern: RegExp): string => pattern.exec(out)?.[1] ?? '';
  return {
    child,
    url: found(/explorer: (\S+)/),
    admin: found(/metrics: (\S+)/),
    api: found(/an emulator at (\S+?); /),
    out: () => out,
    pids: () => {
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      return children.trim().split(' ').filter(Boolean).map(Number);
    },
    ended,
    log,
  };
};

export interface WorkerAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly body: any;
}

/** An open connection, and the worker that has it. */
export interface WorkerConnection {
  readonly pid: number;
  readonly send: (path: string, body: object, headers?: Headings) => Promise<WorkerAnswer>;
  readonly get: (path: string, headers?: Headings) => Promise<WorkerAnswer>;
  readonly put: (path: string, bytes: Buffer, headers?: Headings) => Promise<WorkerAnswer>;
  readonly ask: (query: string, headers?: Headings) => Promise<WorkerAnswer>;
  readonly close: () => void;
}

type Headings = Readonly<Record<string, string>>;

/** A new connection. */
export const newWay = async ({ url, pids }: Crew): Promise<WorkerConnection> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let localPort = 0;
  const exchange = async (method: string, path: string, headers: Headings, body?: Buffer) => {
    const req = request(new URL(path, url), { method, agent });
    req.setHeaders(new Map(Object.entries(headers)));
    req.on('socket', (socket) =>
      socket.once('connect', () => {
        localPort = socket.localPort ?? 0;
      }),
    );
    req.end(body);
    const [res] = await once(req, 'response');
    const said = await text(res);
    return { status: res.statusCode, body: said === '' ? null : JSON.parse(said) };
  };
  const send: WorkerConnection['send'] = (path, body, headers = {}) =>
    exchange(
      'POST',
      path,
      { 'content-type': 'application/json', ...headers },
      Buffer.from(JSON.stringify(body)),
    );
  const put: WorkerConnection['put'] = (path, bytes, headers = {}) =>
    exchange('PUT', path, headers, bytes);
  const get: WorkerConnection['get'] = (path, headers = {}) => exchange('GET', path, headers);
  const ask: WorkerConnection['ask'] = (query, headers) => send('/graphql', { query }, headers);
  await ask('{ viewer { signedIn } }');
  const inode = inodeOf(Number(new URL(url).port), localPort);
  const pid = pids().find((one) => hasSocket(one, inode)) ?? 0;
  return { pid, send, get, put, ask, close: () => agent.destroy() };
};

/** Connections to as many workers as there are. */
export const waysTo = async (
  crew: Crew,
): Promise<readonly [WorkerConnection, WorkerConnection]> => {
  const ways = new Map<number, WorkerConnection>();
  while (ways.size < 2) {
    const way = await newWay(crew);
    if (way.pid === 0 || ways.has(way.pid)) way.close();
    else ways.set(way.pid, way);
  }
  return [...ways.values()] as unknown as readonly [WorkerConnection, WorkerConnection];
};

const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);

const inodeOf = (local: number, remote: number): string => {
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  const columns = rows.map((row) => row.trim().split(/\s+/));
  return columns.find(([, at, to]) => portOf(at) === local && portOf(to) === remote)?.[9] ?? '';
};

const hasSocket = (pid: number, inode: string): boolean =>
  readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`;
    } catch {
      return false;
    }
  });
