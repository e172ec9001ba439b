import { keepsAll, type MemoryState } from '../store.ts';

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
