import type { Store } from './store.ts';

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
