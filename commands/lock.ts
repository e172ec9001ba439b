import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { UsageError } from '../bin/commands.ts';
import { pause } from '../client/failure.ts';

/** The right to write somewhere, which one process has at a time. */
export interface Lock {
  /** Rejects if another process has taken it over, because this one stood still. */
  readonly check: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** The process that has a lock. */
interface Holder {
  readonly token: string;
  readonly since: string;
  readonly pid: number;
  readonly host: string;
  /** The space in which its pid is unique: the host since its start, and the container. */
  readonly space: string;
  /** The start of the process, in the host's own count; null if it cannot be read. */
  readonly began: string | null;
}

// A living process renews its lock so often that another machine need not wait for longer.
const renewMs = 15_000;
const staleMs = 120_000;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const textIn = (read: Promise<string>): Promise<string> => read.then(String, () => '');

const ownSpace = async (): Promise<string> =>
  [
    hostname(),
    (await textIn(readFile('/proc/sys/kernel/random/boot_id', 'utf8'))).trim(),
    await textIn(readlink('/proc/self/ns/pid')),
  ].join(' ');

/** The start of a process; null if it has ended, or if the system does not report it. */
const beganOf = async (pid: number): Promise<string | null> => {
  const text = await textIn(readFile(`/proc/${pid}/stat`, 'utf8'));
  // Behind the name, which may have blanks and brackets: the state is the first.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
};

const isRunning = (pid: number): boolean => {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The holder in a lock; null if it is not written yet, undefined if there is no lock. */
const holderIn = async (path: string): Promise<Holder | null | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return isMissing(error) ? undefined : null;
  }
};

const writtenMs = 500;

/** The same, after the holder had time to write it. */
const writtenHolderIn = async (path: string): Promise<Holder | null | undefined> => {
  const holder = await holderIn(path);
  if (holder !== null) return holder;
  await pause(writtenMs);
  return holderIn(path);
};

const isRenewed = async (path: string): Promise<boolean> => {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs < staleMs;
};

const isAlive = async (path: string, holder: Holder | null): Promise<boolean> => {
  if (holder === null || holder.space !== (await ownSpace())) return isRenewed(path);
  if (holder.began === null) return isRunning(holder.pid);
  return holder.began === (await beganOf(holder.pid));
};

/** Takes the lock of a process that has ended away. False if another process was quicker. */
const takeAway = async (path: string, dead: Holder | null): Promise<boolean> => {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  const taken = await holderIn(aside);
  const isDead = taken === undefined || taken?.token === dead?.token;
  if (!isDead) await writeFile(path, JSON.stringify(taken), { flag: 'wx' }).catch(() => undefined);
  await rm(aside, { force: true });
  return isDead;
};

const inUse = (name: string, holder: Holder | null | undefined): UsageError => {
  const { pid, host, since } = holder ?? {};
  const who = holder ? ` by process ${pid} of ${host} since ${since}` : '';
  return new UsageError(`${name} is in use${who}; only one run at a time can write there`);
};

const held = (path: string, token: string): Lock => {
  const isOwn = async (): Promise<boolean> => (await holderIn(path))?.token === token;
  const renew = setInterval(async () => {
    if (await isOwn()) await utimes(path, new Date(), new Date()).catch(() => undefined);
  }, renewMs).unref();
  return {
    check: async () => {
      if (!(await isOwn())) throw new Error(`Another run has taken over ${path}`);
    },
    release: async () => {
      clearInterval(renew);
      if (await isOwn()) await rm(path, { force: true });
    },
  };
};

/**
 * Takes a lock, also of a process that has ended. Throws UsageError with its holder if another
 * process has it; `name` is what the process would write, such as `--out DIR`.
 */
export const takeLock = async (path: string, name: string): Promise<Lock> => {
  await mkdir(dirname(path), { recursive: true });
  const own: Holder = {
    token: randomUUID(),
    since: `${new Date().toISOString().slice(0, 19)}Z`,
    pid: process.pid,
    host: hostname(),
    space: await ownSpace(),
    began: await beganOf(process.pid),
  };
  for (;;) {
    try {
      await writeFile(path, JSON.stringify(own), { flag: 'wx' });
      return held(path, own.token);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await writtenHolderIn(path);
    if (holder === undefined) continue;
    if ((await isAlive(path, holder)) || !(await takeAway(path, holder))) throw inUse(name, holder);
  }
};
