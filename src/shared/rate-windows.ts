import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { nullIfUnavailable, type Store, unreadable, versioned } from '../state/store.ts';
import type { WindowState, WindowStore } from '../upstream/client/client.ts';

const maxWindows = 20_000;
const topic = 'rate-windows';

const stateSchema = z.object({
  limit: z.number().nullable(),
  remaining: z.number(),
  resetAt: z.number(),
  from: z.enum(['assumed', 'told', 'refused']),
});
const messages = versioned(1, z.object({ by: z.string(), key: z.string(), state: stateSchema }));

/** The name of a window's state in the store, for processes that start while it runs. */
const nameOf = (key: string): string => `window-state:${key}`;

const isRead = Symbol('is read');

/** Each window is published at most once in this time, except when it begins to end. */
const publishEveryMs = 1000;

/** True if a window is closed, or has at most a tenth of its calls left. */
const isEnding = ({ from, remaining, limit }: WindowState): boolean =>
  from === 'refused' || (limit !== null && remaining * 10 <= limit);

/**
 * Rate windows that processes share. Each process publishes the windows that the API reported to
 * it, each at most once a second unless it begins to end, and takes its calls from a counter in the
 * store. Before its first call in a window, a process reads the state that others keep of it. It
 * remembers the 20,000 windows that were used last.
 */
export const sharedWindows = (store: Store): WindowStore => {
  const known = new LRUCache<string, WindowState>({ max: maxWindows });
  /** The windows that were read, or are being read, because this process did not know them. */
  const reads = new LRUCache<string, Promise<void> | typeof isRead>({ max: maxWindows });
  const own = randomUUID();
  /** The windows published within the last second: if as ending, and if they have changed since. */
  const published = new Map<string, { readonly isEnding: boolean; hasNews: boolean }>();
  const publish = (key: string): void => {
    const state = known.get(key);
    if (state === undefined) return;
    const publication = { isEnding: isEnding(state), hasNews: false };
    published.set(key, publication);
    const text = messages.write({ by: own, key, state });
    void nullIfUnavailable(store.publish(topic, text));
    const ttlMs = Math.ceil(state.resetAt - store.now());
    if (ttlMs > 0) void nullIfUnavailable(store.cache(nameOf(key), text, ttlMs));
    const next = (): void => {
      if (published.get(key) !== publication) return;
      published.delete(key);
      if (publication.hasNews) publish(key);
    };
    setTimeout(next, publishEveryMs).unref();
  };
  store.subscribe(topic, (text) => {
    const message = messages.read(text);
    if (message === null) throw unreadable('a rate window');
    // The state that this process published is outdated here: it has made calls since.
    if (message.by !== own) known.set(message.key, message.state);
  });
  /** Reads what other processes keep of a window. */
  const read = async (key: string): Promise<void> => {
    const [text = null] = (await nullIfUnavailable(store.get(nameOf(key)))) ?? [];
    const message = text === null ? null : messages.read(text);
    if (message !== null && !known.has(key)) known.set(key, message.state);
    reads.set(key, isRead);
  };
  return {
    get: (key) => known.get(key),
    learn: (key) => {
      if (known.has(key)) return null;
      const reading = reads.get(key);
      if (reading === isRead) return null;
      if (reading !== undefined) return reading;
      const first = read(key);
      reads.set(key, first);
      return first;
    },
    set: (key, state, isTold = true) => {
      known.set(key, state);
      if (!isTold) return;
      const publication = published.get(key);
      if (publication === undefined || (isEnding(state) && !publication.isEnding)) publish(key);
      else publication.hasNews = true;
    },
    take: (key, ask) => nullIfUnavailable(store.count(key, ask)),
  };
};
