import { EventEmitter } from 'node:events';
import type { Store } from './store.ts';
import { StoreError } from './store.ts';

interface Kept {
  readonly value: string;
  readonly until: number;
}

/** What a store in process holds at most, in bytes. It forgets nothing to make room: more is refused. */
const mostBytes = 256 * 1024 * 1024;
const sweepMs = 60_000;

/** A store of this process. `now` is in milliseconds. */
export const createMemory = (now: () => number = Date.now): Store => {
  const values = new Map<string, Kept>();
  const told = new EventEmitter().setMaxListeners(0);
  let bytes = 0;
  const find = (key: string): string | null => {
    const kept = values.get(key);
    return kept === undefined || kept.until <= now() ? null : kept.value;
  };
  const drop = (key: string): void => {
    const kept = values.get(key);
    if (kept === undefined) return;
    bytes -= sizeOf(key, kept.value);
    values.delete(key);
  };
  const put = (key: string, value: string, ttlMs: number): void => {
    drop(key);
    if (bytes + sizeOf(key, value) > mostBytes) sweep();
    if (bytes + sizeOf(key, value) > mostBytes) throw new StoreError('the store is full');
    bytes += sizeOf(key, value);
    values.set(key, { value, until: now() + ttlMs });
  };
  const sweep = (): void => {
    for (const [key, { until }] of values) if (until <= now()) drop(key);
  };
  const timer = setInterval(sweep, sweepMs).unref();
  return {
    get: async (...keys) => keys.map(find),
    set: async (...kept) => put(...kept),
    add: async (key, value, ttlMs) => {
      const found = find(key);
      if (found === null) put(key, value, ttlMs);
      return found;
    },
    swap: async ({ key, from, to, ttlMs }) => {
      if (find(key) !== from) return false;
      if (to === null) drop(key);
      else put(key, to, ttlMs);
      return true;
    },
    count: async (key, by, ttlMs) => {
      const sum = Number(find(key) ?? 0) + by;
      put(key, String(sum), ttlMs);
      return sum;
    },
    tell: async (topic, text) => {
      told.emit(topic, text);
    },
    hear: (topic, listener) => {
      told.on(topic, listener);
    },
    isWhole: async () => true,
    close: async () => clearInterval(timer),
  };
};

const sizeOf = (key: string, value: string): number => 2 * (key.length + value.length) + 100;
