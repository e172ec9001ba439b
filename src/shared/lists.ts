import type { TextCache } from '../loaders/list-cache.ts';
import { createSeals } from '../sign-in/seals.ts';
import type { Store } from '../state/store.ts';
import { nullIfUnavailable } from '../state/store.ts';

/** The longest sealed list that is opened, in characters. */
const longest = 4 * 1024 * 1024;

/**
 * Keeps lists in a store, so that all processes share them. They belong to a viewer, so they are
 * sealed with `secrets`. If the store fails, none are kept. `now` is milliseconds since 1970.
 */
export const sharedLists = (
  store: Store,
  secrets: readonly string[],
  now: () => number = Date.now,
): TextCache => {
  const seals = createSeals(secrets, { audience: 'ads-graph list', now, longest });
  const opened = async (sealed: string | null): Promise<string | null> => {
    const text = sealed === null ? null : (await seals.open(sealed))?.['text'];
    return typeof text === 'string' ? text : null;
  };
  return {
    get: async (...keys) => {
      const found = await nullIfUnavailable(store.get(...keys));
      return Promise.all(keys.map((_, index) => opened(found?.[index] ?? null)));
    },
    set: async (key, text, ttlMs) => {
      const sealed = await seals.seal({ text }, now() + ttlMs);
      await nullIfUnavailable(store.cache(key, sealed, ttlMs));
    },
  };
};
