import { z } from 'zod';
import { type Store, unreadable } from './store.ts';

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
