import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Store } from '../state/store.ts';
import { nullIfUnavailable, unreadable } from '../state/store.ts';
import { versioned } from '../state/versioned.ts';
import type { WindowState, WindowStore } from '../upstream/client/client.ts';

const maxWindows = 20_000;
const topic = 'rate-windows';

const messages = versioned(
  1,
  z.object({
    by: z.string(),
    key: z.string(),
    state: z.object({
      limit: z.number().nullable(),
      remaining: z.number(),
      resetAt: z.number(),
      from: z.enum(['assumed', 'told', 'refused']),
    }),
  }),
);

/**
 * Rate windows that processes share. Each process tells the others what the API said about a
 * window, and takes its calls from a counter in the store. A process remembers the 20,000 windows
 * that were used last.
 */
export const sharedWindows = (store: Store): WindowStore => {
  const known = new LRUCache<string, WindowState>({ max: maxWindows });
  const own = randomUUID();
  store.subscribe(topic, (text) => {
    const message = messages.read(text);
    if (message === null) throw unreadable('a rate window');
    // What this process published is outdated here: it has made calls since.
    if (message.by !== own) known.set(message.key, message.state);
  });
  return {
    get: (key) => known.get(key),
    set: (key, state) => {
      known.set(key, state);
      void nullIfUnavailable(store.publish(topic, messages.write({ by: own, key, state })));
    },
    take: (key, ask) => nullIfUnavailable(store.count(key, ask)),
  };
};
