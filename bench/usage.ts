import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

// Linux reports the use of a process under /proc; elsewhere nothing can be measured.

const parentOf = (pid: string): string | null => {
  const stat = readOr(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? null;
};

// A process may end while its files are read.
const readOr = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const listOr = (path: string): readonly string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

const treeOf = (root: number): readonly string[] => {
  const all = listOr('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((pid) => [pid, parentOf(pid)]));
  const tree = [String(root)];
  for (const pid of tree) tree.push(...all.filter((child) => parents.get(child) === pid));
  return tree;
};

/** Milliseconds of CPU that a process, its threads and its children have used so far. */
export const cpuMsOf = (root: number): number => {
  const nanoseconds = treeOf(root).flatMap((pid) =>
    listOr(`/proc/${pid}/task`).map((task) =>
      Number(readOr(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]),
    ),
  );
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
};

/** The most memory that a process and its children have used at a time, in MB. */
export const peakMemoryOf = (root: number): number => {
  const kilobytes = treeOf(root).map((pid) =>
    Number(/VmHWM:\s+(\d+)/.exec(readOr(`/proc/${pid}/status`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
};

/** The times are since the machine started. */
export interface CoreUsage {
  readonly usedMs: number;
  readonly idleMs: number;
}

/** The time for which a core has run any program, and the time for which it was idle. */
export const coreUsage = (core: string): CoreUsage => {
  const line = new RegExp(`^cpu${core} (.*)$`, 'm').exec(readOr('/proc/stat'))?.[1] ?? '';
  // user, nice, system, idle, waiting for disks, interrupts twice, taken by other machines: in
  // hundredths of a second
  const [user = 0, nice = 0, system = 0, idle = 0, disks = 0, ...rest] = line
    .split(' ')
    .map(Number);
  const [hard = 0, soft = 0, stolen = 0] = rest;
  const used = user + nice + system + hard + soft + stolen;
  return { usedMs: used * 10, idleMs: (idle + disks) * 10 };
};

const quiet = { everyMs: 50, cpuMs: 1, rounds: 40 } as const;

/** Waits until a process is idle, so that work after a load is counted for it. */
export const settle = async (root: number): Promise<void> => {
  let before = cpuMsOf(root);
  for (let round = 0; round < quiet.rounds; round += 1) {
    await sleep(quiet.everyMs);
    const now = cpuMsOf(root);
    if (now - before < quiet.cpuMs) return;
    before = now;
  }
};
