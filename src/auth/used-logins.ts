import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { nullIfUnavailable, type Store, StoreError } from '../state/store.ts';
import { storeUnavailable } from '../state/unavailable.ts';

/** The sign-ins that any process has used up, by their request tokens. */
interface UsedLogins {
  /**
   * Uses up a sign-in of this browser; true if it was unused. Rejects with STATE_STORE_UNAVAILABLE
   * if that is unknown.
   */
  readonly use: (token: string) => Promise<boolean>;
  /** Uses up sign-ins whose callback arrived at another browser. */
  readonly useUp: (tokens: readonly string[]) => Promise<void>;
}

/** The most milliseconds that a sign-in may take. */
export const loginMs = 600_000;

const topic = 'spoiled-sign-ins';
const maxHere = 10_000;
const maxAtOnce = 5;

/** Creates the record of used sign-ins, in a store that all processes share. */
export const createUsedLogins = (store: Store): UsedLogins => {
  // Anybody can invent tokens. Those that arrive at a wrong browser take no room in the store.
  const here = new LRUCache<string, true>({ max: maxHere, ttl: loginMs });
  const keep = (text: string): void => {
    for (const name of text.split(' ').slice(0, maxAtOnce)) here.set(name, true);
  };
  store.subscribe(topic, keep);
  return {
    use: async (token) => {
      const name = nameOf(token);
      const use = store.setIfAbsent(`sign-in:${name}`, 'used', loginMs);
      const isUnused = (await refuseIfUnavailable(use)) === null && !here.has(name);
      // Kept here too, in case the store loses its data.
      here.set(name, true);
      return isUnused;
    },
    useUp: async (tokens) => {
      if (tokens.length === 0) return;
      const text = tokens.slice(0, maxAtOnce).map(nameOf).join(' ');
      keep(text);
      await nullIfUnavailable(store.publish(topic, text));
    },
  };
};

// While the store cannot confirm that a callback is unused, nobody can sign in. A person can start
// again in a moment; a repeated callback would make a second session.
const refuseIfUnavailable = async <T>(use: Promise<T>): Promise<T> => {
  try {
    return await use;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw storeUnavailable(
      'Sign-in is not available at the moment: the store of used sign-ins does not respond. ' +
        'Try again in a moment.',
    );
  }
};

const nameOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
