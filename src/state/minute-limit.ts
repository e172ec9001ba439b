import { LRUCache } from 'lru-cache';
import { nullIfUnavailable, type Store, unreadable } from './store.ts';

/**
 * Counts one event under each name, each with the most that are allowed in a minute. Returns 0, or,
 * for the first name above its limit, the milliseconds until its minute ends.
 */
export type CountInMinute = (...limits: readonly NamedMost[]) => Promise<number>;

type NamedMost = readonly [name: string, most: number];

interface Minute {
  readonly endsAt: number;
  count: number;
}

const minuteMs = 60_000;
const maxNames = 100_000;

/**
 * Creates a counter of events of this process and, while the store answers, of all processes. Its
 * minute begins with the first event.
 */
export const createMinuteLimit = (store: Store): CountInMinute => {
  const minutes = new LRUCache<string, Minute>({ max: maxNames });
  const countHere = ([name, most]: NamedMost): number => {
    const now = store.now();
    const known = minutes.get(name);
    const isOpen = known !== undefined && known.endsAt > now;
    const minute = isOpen ? known : { endsAt: now + minuteMs, count: 0 };
    minute.count += 1;
    minutes.set(name, minute);
    return minute.count > most ? minute.endsAt - now : 0;
  };
  return async (...limits) => {
    // The count of this process comes first: it limits the number of entries in the store.
    for (const limit of limits) {
      const ms = countHere(limit);
      if (ms > 0) return ms;
    }
    for (const limit of limits) {
      const ms = await nullIfUnavailable(countForAll(store, limit));
      if (ms !== null && ms > 0) return ms;
    }
    return 0;
  };
};

const countForAll = async (store: Store, [name, most]: NamedMost): Promise<number> => {
  const now = store.now();
  const since = Number((await store.setIfAbsent(name, String(now), minuteMs)) ?? now);
  if (!(Math.abs(now - since) <= 2 * minuteMs)) throw unreadable('the start of a minute');
  const sum = await store.increment(`${name}:${since}`, 1, minuteMs);
  return sum > most ? Math.max(1, since + minuteMs - now) : 0;
};
