import type { z } from 'zod';
import { changeValue } from './change-value.ts';
import { type Store, unreadable } from './store.ts';
import { versioned } from './versioned.ts';

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
