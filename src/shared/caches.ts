import type { TextCache } from '../loaders/list-cache.ts';
import { inChunks } from '../loaders/page-query.ts';
import type { ResultStore } from '../loaders/stats/result-cache.ts';
import { nullIfUnavailable, type Store } from '../state/store.ts';
import { dayMs } from '../upstream/catalogue/language/times.ts';
import type { TokenCache } from '../upstream/client/client.ts';
import { createSeals } from './sign-in/seals.ts';

const key = 'bearer-token';
const ttlMs = dayMs;

/**
 * The application's bearer token in the store, sealed with `secrets`, for 24 h. If the store does
 * not answer, there is none.
 */
export const sharedBearer = (store: Store, secrets: readonly string[]): TokenCache => {
  const seals = createSeals(secrets, { audience: 'ads-graph bearer token', now: Date.now });
  const find = async () => {
    const [sealed = null] = (await nullIfUnavailable(store.get(key))) ?? [];
    const token = sealed === null ? null : (await seals.open(sealed))?.['token'];
    return sealed !== null && typeof token === 'string' ? { sealed, token } : null;
  };
  return {
    get: async () => (await find())?.token ?? null,
    set: async (token) => {
      const sealed = await seals.seal({ token }, Date.now() + ttlMs);
      await nullIfUnavailable(store.cache(key, sealed, ttlMs));
    },
    drop: async (token) => {
      const found = await find();
      if (found?.token !== token) return;
      await nullIfUnavailable(store.compareAndSwap({ key, from: found.sealed, to: null, ttlMs }));
    },
  };
};

/** The longest sealed list that is opened, in characters. */
const longest = 4 * 1024 * 1024;

/**
 * Keeps lists in the memory of the gateway's own processes, which share them. If the store fails,
 * none are kept.
 */
export const listsInMemory = (store: Store): TextCache => ({
  get: async (...keys) => (await nullIfUnavailable(store.get(...keys))) ?? keys.map(() => null),
  set: async (key, text, ttlMs) => {
    await nullIfUnavailable(store.cache(key, text, ttlMs));
  },
});

/**
 * The same for a store outside of the gateway. Lists belong to a viewer, so there they are sealed
 * with `secrets`. `now` is milliseconds since 1970.
 */
export const sealedLists = (
  store: Store,
  secrets: readonly string[],
  now: () => number = Date.now,
): TextCache => {
  const lists = listsInMemory(store);
  const seals = createSeals(secrets, { audience: 'ads-graph list', now, longest });
  const opened = async (sealed: string | null): Promise<string | null> => {
    const text = sealed === null ? null : (await seals.open(sealed))?.['text'];
    return typeof text === 'string' ? text : null;
  };
  return {
    get: async (...keys) => Promise.all((await lists.get(...keys)).map(opened)),
    set: async (key, text, ttlMs) =>
      lists.set(key, await seals.seal({ text }, now() + ttlMs), ttlMs),
  };
};

/**
 * The most that is shared for one owner in a day, in characters: records that must not be lost need
 * room in the same store.
 */
const maxCharacters = 64 * 1024 * 1024;
const keysPerCall = 500;

/** Shares cached results through a store. If the store fails, there are none. */
export const sharedResults = (store: Store): ResultStore => ({
  get: async (asks) => {
    const keys = asks.flatMap(({ key, ids }) => ids.map((id) => storeKey(key, id)));
    const found = await Promise.all(
      inChunks(keys, keysPerCall).map(async (some) => {
        const texts = await nullIfUnavailable(store.get(...some));
        return texts ?? some.map(() => null);
      }),
    );
    const texts = found.flat().values();
    return asks.map(({ ids }) => ids.map(() => texts.next().value ?? null));
  },
  set: async (kept, { owner, ttlMs }) => {
    const entries = kept.flatMap(({ key, byId }) =>
      [...byId].map(([id, text]) => [storeKey(key, id), text] as const),
    );
    const size = entries.reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    const day = Math.floor(Date.now() / dayMs);
    const total = `results-size:${owner}:${day}`;
    const used = await nullIfUnavailable(store.increment(total, size, dayMs));
    if (used === null || used > maxCharacters) return;
    await Promise.all(
      entries.map(([key, text]) => nullIfUnavailable(store.cache(key, text, ttlMs))),
    );
  },
});

const storeKey = (key: string, id: string): string => `results:${key} ${id}`;
