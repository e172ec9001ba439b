import type { Queue } from '../queue.ts';
import { createQueue } from '../queue.ts';

/**
 * Items of several callers, who take turns: the first item of each, then the second of each. The
 * only item of a caller never waits for two items of the same other caller.
 *
 * Example: A adds 1, 2 and 3, then B adds 4. They leave as 1, 4, 2, 3.
 */
export interface FairQueue<T> {
  readonly size: () => number;
  /** The next item; null if there is none. */
  readonly first: () => T | null;
  /** Removes and returns the next item. */
  readonly shift: () => T | null;
  readonly add: (callerKey: string, item: T) => void;
}

interface CallerItems<T> {
  readonly callerKey: string;
  readonly items: Queue<T>;
}

export const createFairQueue = <T>(): FairQueue<T> => {
  const callers = createQueue<CallerItems<T>>();
  const known = new Map<string, CallerItems<T>>();
  let size = 0;
  return {
    size: () => size,
    first: () => callers.first()?.items.first() ?? null,
    shift: () => {
      const caller = callers.shift();
      if (caller === null) return null;
      size -= 1;
      const item = caller.items.shift();
      if (caller.items.size() > 0) callers.add(caller);
      else known.delete(caller.callerKey);
      return item;
    },
    add: (callerKey, item) => {
      size += 1;
      const caller = known.get(callerKey) ?? { callerKey, items: createQueue<T>() };
      if (caller.items.size() === 0) {
        known.set(callerKey, caller);
        callers.add(caller);
      }
      caller.items.add(item);
    },
  };
};
