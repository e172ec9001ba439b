import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Store } from './state/store.ts';
import { nullIfUnavailable } from './state/store.ts';
import type { WindowState, WindowStore } from './upstream/client/client.ts';

const maxWindows = 20_000;
const topic = 'rate-windows';

const toldSchema = z.object({
  key: z.string(),
  state: z.object({
    limit: z.number().nullable(),
    remaining: z.number(),
    resetAt: z.number(),
    from: z.enum(['assumed', 'told', 'refused']),
  }),
});

/**
 * Windows of which every process hears what the API says to one of them; each counts only its own calls down. Keeps the 20,000
 * that were used last.
 */
export const sharedWindows = (store: Store): WindowStore => {
  const known = new LRUCache<string, WindowState>({ max: maxWindows });
  store.subscribe(topic, (text) => {
    const { key, state } = toldSchema.parse(JSON.parse(text));
    known.set(key, state);
  });
  return {
    get: (key) => known.get(key),
    set: (key, state) => {
      known.set(key, state);
      void nullIfUnavailable(store.publish(topic, JSON.stringify({ key, state })));
    },
  };
};
