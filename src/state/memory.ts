import { EventEmitter } from 'node:events';
import { grant } from './count.ts';
import type { Store } from './store.ts';
import { intactData, storeFailure, unreadable } from './store.ts';

interface StoredText {
  readonly value: string;
  readonly until: number;
}

/**
 * The size limit of the store. A value that does not fit is refused with StoreError; nothing is
 * evicted for it.
 */
const maxBytes = 256 * 1024 * 1024;
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

  /** How long a key still has its value, in milliseconds; 0 or less if it has none. */
  msLeft(key: string): number {
    const entry = this.#values.get(key);
    return entry === undefined ? 0 : entry.until - this.#now();
  }

  put(key: string, value: string, ttlMs: number): void {
    this.drop(key);
    const size = sizeOf(key, value);
    if (this.#bytes + size > maxBytes) this.#sweep();
    if (this.#bytes + size > maxBytes) throw storeFailure('the store is full');
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

/** A store in the memory of this process. `now` is in milliseconds. */
export const createMemoryStore = (now: () => number = Date.now): Store => {
  const texts = new MemoryTexts(now);
  const messages = new EventEmitter().setMaxListeners(0);
  return {
    get: async (...keys) => keys.map(texts.find),
    set: async (...entry) => texts.put(...entry),
    cache: async (...entry) => texts.put(...entry),
    setIfAbsent: async (key, value, ttlMs) => {
      const found = texts.find(key);
      if (found === null) texts.put(key, value, ttlMs);
      return found;
    },
    compareAndSwap: async ({ key, from, to, ttlMs }) => {
      if (texts.find(key) !== from) return false;
      if (to === null) texts.drop(key);
      else texts.put(key, to, ttlMs);
      return true;
    },
    increment: async (key, by, ttlMs) => {
      const sum = Number(texts.find(key) ?? 0) + by;
      if (!Number.isSafeInteger(sum)) throw unreadable('a counter');
      texts.put(key, String(sum), ttlMs);
      return sum;
    },
    count: async (key, ask) => {
      const ms = texts.msLeft(key);
      const { used, ...granted } = grant(
        ms > 0 ? { used: Number(texts.find(key)), ms } : null,
        ask,
      );
      if (!Number.isSafeInteger(used)) throw unreadable('a count');
      if (granted.ttlMs > 0) texts.put(key, String(used), granted.ttlMs);
      return granted;
    },
    publish: async (topic, text) => {
      messages.emit(topic, text);
    },
    subscribe: (topic, listener) => {
      messages.on(topic, listener);
    },
    opened: Promise.resolve(),
    data: () => intactData,
    checkData: async () => intactData,
    close: async () => texts.close(),
  };
};

// A UTF-16 string has 2 bytes a character, and a map entry takes about 100 more.
const sizeOf = (key: string, value: string): number => 2 * (key.length + value.length) + 100;
