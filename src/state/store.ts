import { channel } from 'node:diagnostics_channel';
import { z } from 'zod';
import type { ShareGrant, ShareRequest } from '../upstream/client/transport/window-store.ts';

/**
 * Texts by key that all processes of a gateway share. Each is kept for `ttlMs` milliseconds. Every
 * method rejects with StoreError if the store does not answer in time or is full.
 */
export interface Store {
  /** The values of keys, in the order of the keys; null for a key without value. */
  readonly get: (...keys: readonly string[]) => Promise<readonly (string | null)[]>;
  /** Sets a value. Its loss would be noticed, as for all changes but `cache` and `increment`. */
  readonly set: (key: string, value: string, ttlMs: number) => Promise<void>;
  /** Sets a value that may be lost, because it can be read again. */
  readonly cache: (key: string, value: string, ttlMs: number) => Promise<void>;
  /** Sets a value unless the key has one: null if it was set, else the existing value. */
  readonly setIfAbsent: (key: string, value: string, ttlMs: number) => Promise<string | null>;
  /**
   * Replaces the value `from` by `to`; a null `to` deletes it. If the value is another one, changes
   * nothing and returns false.
   */
  readonly compareAndSwap: (change: Swap) => Promise<boolean>;
  /**
   * Adds to a counter, which begins at 0, and returns the sum. Each call renews the time to live.
   */
  readonly increment: (key: string, by: number, ttlMs: number) => Promise<number>;
  /** Takes calls from the counter of a window, which begins at 0 and ends with it. */
  readonly count: (window: string, ask: ShareRequest) => Promise<ShareGrant>;
  /** Sends a message to every process that subscribes to the topic, this one too. */
  readonly publish: (topic: string, text: string) => Promise<void>;
  readonly subscribe: (topic: string, listener: (text: string) => void) => void;
  /** The time on the store's clock, in milliseconds since 1970: the same for all processes. */
  readonly now: () => number;
  /** Resolves when the store has answered once. */
  readonly opened: Promise<void>;
  /** The state of the data: as of the last second, while the store answers. */
  readonly data: () => DataState;
  /** The same, checked now. */
  readonly checkData: () => Promise<DataState>;
  /** The state of the memory: as of the last minute. */
  readonly memory: () => MemoryState;
  /** Sentences for the operator: of losses, of the memory, or that the store is down. */
  readonly warnings: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** The milliseconds for which a process keeps a share of a window after its last request. */
export const windowLeaseMs = 15_000;

/** The state of the data in a store, as a process knows it. */
export interface DataState {
  /** False until the store has answered once. Before that, earlier writes are unknown. */
  readonly isRead: boolean;
  /** The time of the last recorded loss, in milliseconds since 1970; null if there was none. */
  readonly lostAt: number | null;
  /**
   * True if records of writes of the last 24 hours may be lost, and the operator has not accepted
   * that.
   */
  readonly isLost: boolean;
}

/** For a store that lives as long as the processes that use it. */
export const intactData: DataState = { isRead: true, lostAt: null, isLost: false };

/**
 * The room of a value in a store, in bytes: a UTF-16 string has 2 a character, and an entry takes
 * about 100 more.
 */
export const sizeOf = (key: string, value: string): number => 2 * (key.length + value.length) + 100;

/** The use of memory in a store. */
export interface MemoryState {
  /** The policy by which it may evict records, such as `allkeys-lru`; null if it evicts none. */
  readonly evicts: string | null;
  /** Warnings for the operator, a sentence each. */
  readonly warnings: readonly string[];
}

/** For a store that keeps every record. */
export const keepsAll: MemoryState = { evicts: null, warnings: [] };

/** The arguments of `compareAndSwap`. */
export interface Swap {
  readonly key: string;
  readonly from: string;
  readonly to: string | null;
  readonly ttlMs: number;
}

/** The store did not answer in time. The change may still have been made. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The message of a store that has no room. */
export const storeIsFull = 'the store is full';

const failures = channel('ads-graph:store-failure');

/** Makes a StoreError, and reports it to the listeners of `onStoreFailure`. */
export const storeFailure = (message: string, options?: ErrorOptions): StoreError => {
  failures.publish(message);
  return new StoreError(message, options);
};

/**
 * The error for a value that cannot be read: a failure of the store. `what` names its kind; the
 * value is never shown.
 */
export const unreadable = (what: string): StoreError =>
  storeFailure(`${what} in the store cannot be read`);

/**
 * Calls back for every failure of a store in this process, until the returned function is called.
 */
export const onStoreFailure = (listener: () => void): (() => void) => {
  const listen = (): void => listener();
  failures.subscribe(listen);
  return () => void failures.unsubscribe(listen);
};

const warned = channel('ads-graph:store-warnings');

/** Reports the warnings of a store to the listeners of `onStoreWarnings`. */
export const storeWarns = (warnings: MemoryState['warnings']): void => warned.publish(warnings);

/** Calls back whenever the warnings of a store in this process have changed. */
export const onStoreWarnings = (listener: (warnings: readonly string[]) => void): void =>
  warned.subscribe((warnings) => listener(warnings as readonly string[]));

/**
 * The result of a call to the store; null if it failed with StoreError, for callers that can
 * continue without it.
 */
export const nullIfUnavailable = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
};

/** The key of a value that changes, and the milliseconds for which it is kept after a change. */
interface KeptValue {
  readonly key: string;
  readonly ttlMs: number;
}

/**
 * Changes a value in the store, also if other processes change it at the same time. `to` gets the
 * value (null if there is none), and gets it anew if another process has changed it meanwhile. If
 * `to` returns null, changes nothing and returns false. Rejects as the store does.
 */
export const changeValue = async (
  store: Pick<Store, 'get' | 'setIfAbsent' | 'compareAndSwap'>,
  { key, ttlMs }: KeptValue,
  to: (value: string | null) => string | null,
): Promise<boolean> => {
  for (;;) {
    const [from = null] = await store.get(key);
    const value = to(from);
    if (value === null) return false;
    const isChanged =
      from === null
        ? (await store.setIfAbsent(key, value, ttlMs)) === null
        : await store.compareAndSwap({ key, from, to: value, ttlMs });
    if (isChanged) return true;
  }
};

/** Values of one kind in a store, each by its key, that several processes change. */
export interface StoredValue<T> {
  /** Null if there is none. Rejects with StoreError if it cannot be read. */
  readonly read: (key: string) => Promise<T | null>;
  /** Changes a value as `changeValue` does, and keeps it for `ttlMs`. */
  readonly change: (
    at: { readonly key: string; readonly ttlMs: number },
    to: (value: T | null) => T | null,
  ) => Promise<boolean>;
}

/** The values of a kind, of version 1; `name` is what errors call one of them. */
export const storedValue = <T extends object>(
  store: Store,
  { name, schema }: { readonly name: string; readonly schema: z.ZodType<T> },
): StoredValue<T> => {
  const values = versioned(1, schema);
  const valueIn = (text: string | null): T | null => {
    if (text === null) return null;
    const value = values.read(text);
    if (value === null) throw unreadable(name);
    return value;
  };
  return {
    read: async (key) => valueIn((await store.get(key))[0] ?? null),
    change: (at, to) =>
      changeValue(store, at, (text) => {
        const value = to(valueIn(text));
        return value === null ? null : values.write(value);
      }),
  };
};

/** Values of one kind in the store, as JSON with their version. */
export interface Versioned<T> {
  readonly write: (value: T) => string;
  /** The value; null if the text is not such a value, or has an unknown version. */
  readonly read: (text: string) => T | null;
}

/**
 * Values that gateways of several versions may read. A version begins at 1, and grows with each
 * change that an older gateway would misread; an older gateway then refuses the value. Adding a
 * member that older gateways can ignore needs no new version. Values without a version have version
 * 1.
 */
export const versioned = <T extends object>(
  version: number,
  schema: z.ZodType<T>,
): Versioned<T> => {
  const envelope = z.object({ v: z.literal(version).default(1) });
  return {
    write: (value) => JSON.stringify({ v: version, ...value }),
    read: (text) => {
      try {
        const value: unknown = JSON.parse(text);
        envelope.parse(value);
        return schema.parse(value);
      } catch {
        return null;
      }
    },
  };
};
