import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '../../upstream/catalogue/language/times.ts';
import type { DataState, MemoryState } from '../store.ts';
import { keepsAll, nullIfUnavailable, unreadable } from '../store.ts';

interface WatchedMemory {
  /** The server's response to INFO. */
  readonly info: () => Promise<string>;
  /** Takes a line for the log. */
  readonly warn: (message: string) => void;
  /** Called if the server has evicted records since it was known to keep them all. */
  readonly onEvicted: () => void;
  /** Called when its warnings have changed. */
  readonly onChange: () => void;
}

/** Watches whether a server may evict records. */
interface MemoryWatch {
  readonly state: () => MemoryState;
  /** Checks now. Never rejects: if the server does not answer, the last state stays. */
  readonly look: () => Promise<void>;
  /** Resolves when no check is running. */
  readonly settled: () => Promise<void>;
  readonly stop: () => void;
}

const lookMs = 60_000;
const nearlyFull = 0.9;

/** Watches the memory of a server, every minute. */
export const watchMemory = ({ info, warn, onEvicted, onChange }: WatchedMemory): MemoryWatch => {
  let state = keepsAll;
  let before = { server: '', evicted: 0 };
  let looking: Promise<void> | null = null;
  const learn = (next: MemoryState): void => {
    const isSame = next.warnings.join() === state.warnings.join();
    const added = next.warnings.filter((warning) => !state.warnings.includes(warning));
    state = next;
    if (isSame) return;
    for (const warning of added) warn(warning);
    if (next.warnings.length === 0) warn('The memory of the state store (Redis) is fine again');
    onChange();
  };
  const read = (text: string): void => {
    const wasKeeping = state.evicts === null;
    learn(memoryStateIn(text));
    const server = memberOf(text, 'run_id') ?? '';
    const evicted = Number(memberOf(text, 'evicted_keys') ?? 0);
    if (wasKeeping && server === before.server && evicted > before.evicted) onEvicted();
    before = { server, evicted };
  };
  const look = (): Promise<void> => {
    looking ??= info()
      .then(read, (error: unknown) => {
        if (/\bNOPERM\b/.test(String(error))) learn(unknown);
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const timer = setInterval(() => void look(), lookMs).unref();
  return {
    state: () => state,
    look,
    settled: async () => {
      await looking;
    },
    stop: () => clearInterval(timer),
  };
};

/** A member of INFO, as in `maxmemory:1048576`; null if it is missing. */
const memberOf = (info: string, name: string): string | null =>
  new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? null;

/** The state of a server's memory according to its INFO. */
export const memoryStateIn = (info: string): MemoryState => {
  const [used, max] = [memberOf(info, 'used_memory'), memberOf(info, 'maxmemory')].map(Number);
  const policy = memberOf(info, 'maxmemory_policy');
  if (policy === null || used === undefined || !(Number(max) >= 0)) return unknown;
  if (max === undefined || max === 0) return keepsAll;
  if (policy !== 'noeviction') return { evicts: policy, warnings: [mayEvict(policy)] };
  return used < nearlyFull * max ? keepsAll : { evicts: null, warnings: [isNearlyFull] };
};

const mayEvict = (policy: string): string =>
  `The state store (Redis) may evict records, because its maxmemory-policy is ${policy}: keyed ` +
  'writes are refused, and sign-outs may be forgotten, until it is noeviction';

const isNearlyFull =
  'The state store (Redis) has used nine tenths of its maxmemory: once it is full, keyed writes, ' +
  'sign-ins, sign-outs and uploads are refused';

const unknown: MemoryState = {
  evicts: null,
  warnings: [
    'The state store (Redis) may evict records: it refuses INFO, so this cannot be checked',
  ],
};

/** The state of a server's data as a process reads it; times are the server's, in milliseconds. */
export interface SeenData {
  /** A random value; data that was emptied or replaced has another one. */
  readonly epoch: string;
  /** The time of the last recorded loss; 0 for never. */
  readonly lost: number;
  /** The loss up to which the operator accepts keyed writes again; 0 for none. */
  readonly accepted: number;
  /** The number of changes by this process that the server has. */
  readonly pulse: number;
  readonly now: number;
  /** True if the server was empty. */
  readonly isNew: boolean;
}

/** The state of the data at this process's last check; `epoch` is empty before the first. */
export interface KnownData {
  readonly epoch: string;
  readonly pulse: number;
  /** The time of that check. */
  readonly at: number;
}

interface WatchedServer {
  /** Checks the data and records a loss in it; `newEpoch` is the epoch for empty data. */
  readonly checkData: (known: KnownData, newEpoch: string) => Promise<SeenData>;
  /** Makes every other process check at once. */
  readonly alert: () => Promise<void>;
  /** Called for each loss that this process learns of; `at` is the time of its record. */
  readonly onLoss: (at: number, until: number) => void;
  /** Called after each check. */
  readonly onCheck: () => void;
}

/** Watches whether a server has kept its data. */
export interface DataWatch {
  /** Resolves after the first check. */
  readonly opened: Promise<void>;
  readonly state: () => DataState;
  /** The time on the server's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Checks now. Rejects with StoreError if the server does not answer. */
  readonly check: () => Promise<DataState>;
  /** Records that the server has made a change of this process. */
  readonly moved: (pulse: number) => void;
  /** Makes the next check record a loss, whatever the data shows. */
  readonly distrust: () => void;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Keyed writes are in doubt after a loss for as long as writes are remembered. */
export const uncertainMs = dayMs;

// If the server is empty, processes that knew its data have this long to object. They reconnect
// within half of it.
const objectionMs = 600;

const checkMs = 1000;
const downMs = 250;

/**
 * Watches the data from `start` on, every second. It counts as lost if its epoch is not the known
 * one, or if changes of this process are gone. The process that finds a loss records it in the
 * server, so that processes that start later know it too.
 */
export const watchData = ({ checkData, alert, onLoss, onCheck }: WatchedServer): DataWatch => {
  let known: KnownData = { epoch: '', pulse: 0, at: 0 };
  let state: DataState = { isRead: false, lostAt: null, isLost: false };
  let first: Promise<DataState> | null = null;
  let isStopped = false;
  let isDistrusted = false;
  let aheadMs = 0;
  const opened = Promise.withResolvers<void>();

  const learn = ({ epoch, pulse, now, lost, accepted }: SeenData): DataState => {
    known = { epoch, pulse, at: now };
    aheadMs = now - Date.now();
    const lostAt = lost === 0 ? null : lost;
    const isLost = lost > accepted && now - lost < uncertainMs;
    if (isLost && lostAt !== null && lostAt !== state.lostAt) onLoss(lostAt, lostAt + uncertainMs);
    state = { isRead: true, lostAt, isLost };
    opened.resolve();
    onCheck();
    return state;
  };
  const recheck = async (): Promise<SeenData> => {
    const [wasDistrusted, other] = [isDistrusted, randomUUID()];
    // No data has this epoch, so the check records a loss.
    const seen = await checkData(wasDistrusted ? { ...known, epoch: other } : known, other);
    isDistrusted &&= !wasDistrusted;
    const isWhole = [seen.lost, seen.accepted, seen.pulse, seen.now].every(Number.isSafeInteger);
    if (!isWhole) throw unreadable('what is known of the data');
    return seen;
  };
  const begin = async (): Promise<DataState> => {
    const seen = await recheck();
    if (!seen.isNew) return learn(seen);
    known = { epoch: seen.epoch, pulse: seen.pulse, at: seen.now };
    await nullIfUnavailable(alert());
    await pause(objectionMs);
    return learn(await recheck());
  };
  const check = async (): Promise<DataState> => {
    if (state.isRead) return learn(await recheck());
    first ??= begin().finally(() => {
      first = null;
    });
    return first;
  };
  const watch = async (): Promise<void> => {
    while (!isStopped) {
      const seen = await nullIfUnavailable(check());
      await pause(seen === null ? downMs : checkMs, undefined, { ref: false });
    }
  };
  return {
    opened: opened.promise,
    state: () => state,
    now: () => Date.now() + aheadMs,
    check,
    moved: (pulse) => {
      if (pulse > known.pulse) known = { ...known, pulse };
    },
    distrust: () => {
      isDistrusted = true;
    },
    start: () => void watch(),
    stop: () => {
      isStopped = true;
    },
  };
};
