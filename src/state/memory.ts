import { EventEmitter } from 'node:events';
import { grant } from './count.ts';
import type { Store } from './store.ts';
import { storeFailure, unreadable, wholeData } from './store.ts';

interface KeptText {
  readonly value: string;
  readonly until: number;
}

/**
 * The size limit of the store. A value that does not fit is refused with StoreError; nothing is
 * evicted for it.
 */
const maxBytes = 256 * 1024 * 1024;
const sweepMs = 60_000;

/** A store in the memory of this process. `now` is in milliseconds. */
export const createMemoryStore = (now: () => number = Date.now): Store => {
  const values = new Map<string, KeptText>();
  const messages = new EventEmitter().setMaxListeners(0);
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
    if (bytes + sizeOf(key, value) > maxBytes) sweep();
    if (bytes + sizeOf(key, value) > maxBytes) throw storeFailure('the store is full');
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
    cache: async (...kept) => put(...kept),
    setIfAbsent: async (key, value, ttlMs) => {
      const found = find(key);
      if (found === null) put(key, value, ttlMs);
      return found;
    },
    compareAndSwap: async ({ key, from, to, ttlMs }) => {
      if (find(key) !== from) return false;
      if (to === null) drop(key);
      else put(key, to, ttlMs);
      return true;
    },
    increment: async (key, by, ttlMs) => {
      const sum = Number(find(key) ?? 0) + by;
      if (!Number.isSafeInteger(sum)) throw unreadable('a counter');
      put(key, String(sum), ttlMs);
      return sum;
    },
    count: async (key, ask) => {
      const kept = values.get(key);
      const ms = kept === undefined ? 0 : kept.until - now();
      const { used, ...granted } = grant(ms > 0 ? { used: Number(kept?.value), ms } : null, ask);
      if (!Number.isSafeInteger(used)) throw unreadable('a count');
      if (granted.ttlMs > 0) put(key, String(used), granted.ttlMs);
      return granted;
    },
    publish: async (topic, text) => {
      messages.emit(topic, text);
    },
    subscribe: (topic, listener) => {
      messages.on(topic, listener);
    },
    opened: Promise.resolve(),
    data: () => wholeData,
    checkData: async () => wholeData,
    close: async () => clearInterval(timer),
  };
};

// Text of UTF-16 has 2 bytes a character, and an entry of the map takes about 100 more.
const sizeOf = (key: string, value: string): number => 2 * (key.length + value.length) + 100;
