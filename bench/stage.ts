import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Patience } from './calm.ts';
import { createPatience } from './calm.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { folder } from './packages.ts';
import { askProcess, cores, start } from './processes.ts';
import type { Target } from './targets.ts';
import type { UpstreamMessage } from './upstream/server.ts';

/** The processes that are not measured: the upstream and the load. */
export interface Stage {
  readonly upstreamUrl: string;
  readonly setLatency: (ms: number) => Promise<void>;
  /** The upstream calls since the last request for them. */
  readonly takeCalls: () => Promise<number>;
  readonly load: (ask: LoadRequest) => Promise<LoadResult>;
  readonly patience: Patience;
  /** The processes of the benchmark itself. */
  readonly pids: readonly number[];
}

/** A target that listens for requests. */
export interface RunningTarget {
  readonly target: Target;
  readonly child: ChildProcess;
  readonly pid: number;
  readonly origin: string;
}

/** The Node that runs the targets, and its flags. */
export interface Runtime {
  readonly node: string;
  readonly nodeFlags: readonly string[];
}

/** The folder of all files that a run writes; git ignores it. */
export const outFolder = `${folder}out/`;
mkdirSync(outFolder, { recursive: true });

const logOf = (name: string): string => `${outFolder}${name}.log`;

const startHelper = (name: string, file: string): ChildProcess =>
  start({
    program: process.execPath,
    args: [`${folder}${file}`],
    env: { NODE_ENV: 'production' },
    core: cores.others,
    log: logOf(name),
    cwd: folder,
    hasChannel: true,
  });

/** Starts the upstream and the load. */
export const setStage = async (): Promise<Stage> => {
  const upstream = startHelper('upstream', 'upstream/server.ts');
  const load = startHelper('load', 'load.ts');
  const ask = (message: UpstreamMessage): Promise<number> => askProcess<number>(upstream, message);
  const port = await ask({ kind: 'port' });
  return {
    upstreamUrl: `http://127.0.0.1:${port}`,
    setLatency: async (ms) => {
      await ask({ kind: 'latency', ms });
    },
    takeCalls: () => ask({ kind: 'calls' }),
    load: (message) => askProcess<LoadResult>(load, message),
    patience: createPatience(),
    pids: [upstream.pid ?? 0, load.pid ?? 0],
  };
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

/** Starts a target and waits until it listens; throws its last output if it does not. */
export const startTarget = async (
  target: Target,
  upstreamUrl: string,
  { node, nodeFlags }: Runtime,
): Promise<RunningTarget> => {
  const port = await freePort();
  const child = start({
    program: node,
    args: [...nodeFlags, ...target.program],
    env: { NODE_ENV: 'production', PORT: String(port), ...target.env(upstreamUrl) },
    core: cores.gateway,
    log: logOf(target.name),
    cwd: target.root,
    hasChannel: false,
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (child.exitCode !== null || child.pid === undefined) break;
    if (await listens(origin)) return { target, child, pid: child.pid, origin };
    await sleep(100);
  }
  const words = readFileSync(logOf(target.name), 'utf8').trim().slice(-500);
  throw new Error(`${target.name} does not start: ${words}`);
};

const listens = async (origin: string): Promise<boolean> => {
  try {
    await fetch(origin);
    return true;
  } catch {
    return false;
  }
};
