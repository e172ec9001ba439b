import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import { type Count, grant } from './count.ts';
import type { Store } from './store.ts';
import { intactData, keepsAll, sizeOf, storeFailure, storeIsFull, unreadable } from './store.ts';

interface StoredText {
  readonly value: string;
  readonly until: number;
}

/**
 * The size limit of values that must not be lost. A value that does not fit is refused with
 * StoreError; nothing is evicted for it.
 */
const maxBytes = 256 * 1024 * 1024;
/** The size limit of cached values, which are stored separately. The oldest is evicted. */
const maxCachedBytes = 64 * 1024 * 1024;
const sweepMs = 60_000;

/** MemoryTexts by key, up to `maxBytes` of them. `now` is in milliseconds. */
class MemoryTexts {
  readonly #values = new Map<string, StoredText>();
  readonly #now: () => number;
  readonly #timer = setInterval(() => this.#sweep(), sweepMs).unref();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The value of a key; null if it has none. */
  readonly find = (key: string): string | null =>
    this.msLeft(key) > 0 ? (this.#values.get(key)?.value ?? null) : null;

  /** The milliseconds for which a key still has its value; 0 or less if it has none. */
  msLeft(key: string): number {
    const entry = this.#values.get(key);
    return entry === undefined ? 0 : entry.until - this.#now();
  }

  put(key: string, value: string, ttlMs: number): void {
    this.drop(key);
    const size = sizeOf(key, value);
    if (this.#bytes + size > maxBytes) this.#sweep();
    if (this.#bytes + size > maxBytes) throw storeFailure(storeIsFull);
    this.#bytes += size;
    this.#values.set(key, { value, until: this.#now() + ttlMs });
  }

  drop(key: string): void {
    const entry = this.#values.get(key);
    if (entry === undefined) return;
    this.#bytes -= sizeOf(key, entry.value);
    this.#values.delete(key);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #sweep(): void {
    for (const key of this.#values.keys()) if (this.msLeft(key) <= 0) this.drop(key);
  }
}

/** The cached values, by key. */
const createCache = (now: () => number) => {
  const texts = new LRUCache<string, StoredText>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ value }, key) => sizeOf(key, value),
  });
  return {
    find: (key: string): string | null => {
      const found = texts.get(key);
      return found === undefined || found.until <= now() ? null : found.value;
    },
    put: (key: string, value: string, ttlMs: number): void => {
      texts.set(key, { value, until: now() + ttlMs });
    },
    drop: (key: string): void => {
      texts.delete(key);
    },
  };
};

/** A store in the memory of this process. `now` is in milliseconds. */
export const createMemoryStore = (now: () => number = Date.now): Store => {
  const texts = new MemoryTexts(now);
  const cached = createCache(now);
  const messages = new EventEmitter().setMaxListeners(0);
  return {
    get: async (...keys) => keys.map((key) => texts.find(key) ?? cached.find(key)),
    set: async (...entry) => texts.put(...entry),
    cache: async (...entry) => cached.put(...entry),
    setIfAbsent: async (key, value, ttlMs) => {
      const found = texts.find(key);
      if (found === null) texts.put(key, value, ttlMs);
      return found;
    },
    compareAndSwap: async ({ key, from, to, ttlMs }) => {
      const held = [texts, cached].find(({ find }) => find(key) === from);
      if (to === null) held?.drop(key);
      else held?.put(key, to, ttlMs);
      return held !== undefined;
    },
    increment: async (key, by, ttlMs) => {
      const sum = Number(texts.find(key) ?? 0) + by;
      if (!Number.isSafeInteger(sum)) throw unreadable('a counter');
      texts.put(key, String(sum), ttlMs);
      return sum;
    },
    count: async (window, ask) => {
      const key = `window:${window}`;
      const text = texts.find(key);
      const known = text === null ? null : (JSON.parse(text) as Count);
      const { count, granted } = grant(known, ask, now());
      texts.put(key, JSON.stringify(count), granted.ttlMs);
      return granted;
    },
    publish: async (topic, text) => {
      messages.emit(topic, text);
    },
    subscribe: (topic, listener) => {
      messages.on(topic, listener);
    },
    now,
    opened: Promise.resolve(),
    data: () => intactData,
    checkData: async () => intactData,
    memory: () => keepsAll,
    warnings: () => [],
    close: async () => texts.close(),
  };
};
