import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Emulator } from '../../emulator/server.ts';
import { bare, startFlags } from './bare-process.ts';
import { endWithFile, isOver, mainFile } from './started-processes.ts';

const watch = new URL('./loop-work.ts', import.meta.url).href;

/** The real command in a process of its own, over an emulator. */
export interface SpawnedGateway {
  readonly url: string;
  readonly admin: string;
  readonly isRunning: () => boolean;
  /** The longest work without a turn of the event loop since the last call, in milliseconds. */
  readonly longestWork: () => Promise<number>;
  /** The milliseconds that a fixed piece of work now takes in that process. */
  readonly measure: () => Promise<number>;
  /** The CPU time of the process, in milliseconds. */
  readonly usedMs: () => number;
  /** The current memory of the process. */
  readonly residentBytes: () => number;
  /** The most memory of the process since `forgetPeak`. */
  readonly peakBytes: () => number;
  readonly forgetPeak: () => void;
  /** The census of its handles and its heap, by kind. */
  readonly census: () => Promise<Readonly<Record<string, number>>>;
  /** Its heap in bytes after young collections, including objects that only those would keep. */
  readonly heapAfterYoung: () => Promise<number>;
  /** Suspends the process until `resume`, as a busy machine might. */
  readonly suspend: () => void;
  readonly resume: () => void;
  readonly stop: (signal: 'SIGTERM' | 'SIGINT') => Promise<number | null>;
  readonly kill: () => Promise<void>;
}

interface SpawnOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: readonly string[];
}

/**
 * Starts the command. Without `ADS_ACCESS_TOKEN` in `env` its callers are anonymous until they sign
 * in.
 */
export const spawnGateway = (
  { credentials, url, sandboxUrl, platformUrl }: Emulator,
  { env = {}, node = [] }: SpawnOptions = {},
): Promise<SpawnedGateway> =>
  spawnBefore(
    {
      ADS_API_URL: url,
      ADS_SANDBOX_API_URL: sandboxUrl,
      PLATFORM_API_URL: platformUrl,
      ADS_CONSUMER_KEY: credentials.consumerKey,
      ADS_CONSUMER_SECRET: credentials.consumerSecret,
      ...env,
    },
    node,
  );

/** Starts the command with these variables. */
export const spawnBefore = async (
  env: Readonly<Record<string, string>>,
  node: readonly string[] = [],
): Promise<SpawnedGateway> => {
  const args = [...startFlags, ...node, '--import', watch, mainFile(), 'start'];
  const child = endWithFile(
    spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      env: {
        ...bare,
        PORT: '0',
        ADMIN_PORT: '0',
        TIMEOUT_LAME_DUCK_MS: '0',
        INTROSPECTION: 'on',
        LIMIT_KEPT_LIST_MS: '0',
        ...env,
      },
    }),
  );
  const out = await printed(child);
  const isRunning = (): boolean => !isOver(child);
  return {
    url: /explorer: (\S+)/.exec(out)?.[1] ?? '',
    admin: /metrics: (\S+)/.exec(out)?.[1] ?? '',
    isRunning,
    longestWork: async () => Number(await reported(child, 'longest')),
    measure: async () => Number(await reported(child, 'measure')),
    usedMs: () => {
      const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
      const [user, system] = fields.split(' ').slice(11, 13);
      return (Number(user) + Number(system)) * 10;
    },
    residentBytes: () => {
      const [, pages] = readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ');
      return Number(pages) * 4096;
    },
    peakBytes: () => {
      const [, kibibytes] =
        /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kibibytes) * 1024;
    },
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    census: async () => (await reported(child, 'census')) as Readonly<Record<string, number>>,
    heapAfterYoung: async () => Number(await reported(child, 'heapAfterYoung')),
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async (signal) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      return (await ended)[0] as number | null;
    },
    kill: async () => {
      if (!isRunning()) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

/** The variables that make the owner of an emulator's accounts the viewer. */
export const ownerOf = ({ credentials }: Emulator): Readonly<Record<string, string>> => ({
  ADS_ACCESS_TOKEN: credentials.accessToken,
  ADS_ACCESS_TOKEN_SECRET: credentials.accessTokenSecret,
});

const printed = async ({ stdout }: ChildProcess): Promise<string> => {
  let out = '';
  for await (const chunk of stdout ?? []) {
    out += String(chunk);
    if (out.includes('curl')) break;
  }
  return out;
};

const reported = async (child: ChildProcess, what: string): Promise<unknown> => {
  const answered = once(child, 'message');
  child.send(what);
  return (await answered)[0];
};

// The milliseconds of the measured work on a quiet machine.
const quietMs = 50;

/** The factor by which a gateway now works slower than on a quiet machine; at least 1. */
export const slownessOf = async (gateway: Pick<SpawnedGateway, 'measure'>): Promise<number> =>
  Math.max(1, (await gateway.measure()) / quietMs);
