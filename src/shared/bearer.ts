import { createSeals } from '../sign-in/seals.ts';
import type { Store } from '../state/store.ts';
import { nullIfUnavailable } from '../state/store.ts';
import type { TokenCache } from '../upstream/client/client.ts';

const key = 'bearer-token';
const ttlMs = 24 * 3_600_000;

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
