import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { ShareGrant, ShareRequest } from '../upstream/client/transport/window-store.ts';
import { sameWindowMs } from '../upstream/client/transport/window-store.ts';
import {
  intactData,
  keepsAll,
  type Store,
  sizeOf,
  storeFailure,
  storeIsFull,
  unreadable,
  windowLeaseMs,
} from './store.ts';

/** The counter of a window; times are in milliseconds since 1970. */
interface Count {
  /** The calls that were made, and those that processes hold. */
  readonly used: number;
  readonly endsAt: number;
  /** The limit that the API reported; null if it has reported none. */
  readonly limit: number | null;
  /** By name of the share: the calls made, the calls held, and the end of its lease. */
  readonly shares: Readonly<Record<string, readonly [made: number, held: number, until: number]>>;
}

/**
 * The calls that a counter grants, and its new state; `known` is null for a new window. Shares
 * whose lease has ended are free again. The store in Redis does the same in a script.
 */
const grant = (known: Count | null, ask: ShareRequest, now: number) => {
  const { by, made, want, isWhole, least, isReported } = ask;
  const endsAt = now + ask.ttlMs;
  const isNext = known === null || (isReported && endsAt > known.endsAt + sameWindowMs);
  const before: Count = isNext ? { used: 0, endsAt, limit: null, shares: {} } : known;
  const reported = isReported ? ask.limit : before.limit;
  const limit = reported ?? ask.limit;
  const shares = { ...before.shares };
  let { used } = before;
  for (const [name, [calls, held, until]] of Object.entries(shares)) {
    if (until > now) continue;
    used -= held;
    shares[name] = [calls, 0, until];
  }
  const [counted, held] = shares[by] ?? [0, 0];
  const since = made - counted;
  used = Math.max(used - held + since, least);
  const free = Math.max(0, limit - used);
  const most = isWhole && free < want ? Math.max(0, held - since) : want;
  const holds = Math.min(most, free);
  used += holds;
  shares[by] = [made, holds, now + windowLeaseMs];
  const count: Count = {
    used,
    endsAt: isReported ? endsAt : before.endsAt,
    limit: reported,
    shares,
  };
  const ttlMs = count.endsAt - now;
  const granted: ShareGrant = {
    holds,
    left: Math.max(0, limit - used),
    limit,
    ttlMs,
    leaseMs: windowLeaseMs,
  };
  return { count, granted };
};

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
