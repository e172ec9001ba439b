import { inChunks } from '../loaders/slices.ts';
import type { ResultStore } from '../loaders/stats/result-cache.ts';
import type { Store } from '../state/store.ts';
import { nullIfUnavailable } from '../state/store.ts';

/**
 * The most that is shared for one owner in a day, in characters: records that must not be lost need
 * room in the same store.
 */
const maxCharacters = 64 * 1024 * 1024;
const dayMs = 86_400_000;
const keysPerCall = 500;

/** Shares cached results through a store. If the store fails, there are none. */
export const sharedResults = (store: Store): ResultStore => ({
  get: async (keys) => {
    const found = await Promise.all(
      inChunks(keys.map(storeKey), keysPerCall).map(async (some) => {
        const texts = await nullIfUnavailable(store.get(...some));
        return texts ?? some.map(() => null);
      }),
    );
    return found.flat();
  },
  set: async (entries, { owner, ttlMs }) => {
    const size = entries.reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    const day = Math.floor(Date.now() / dayMs);
    const total = `results-size:${owner}:${day}`;
    const used = await nullIfUnavailable(store.increment(total, size, dayMs));
    if (used === null || used > maxCharacters) return;
    await Promise.all(
      entries.map(([key, text]) => nullIfUnavailable(store.cache(storeKey(key), text, ttlMs))),
    );
  },
});

const storeKey = (key: string): string => `results:${key}`;
