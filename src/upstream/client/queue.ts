/**
 * Items in order of arrival. Any item can be removed at any time; while the queue is iterated, only
 * the current one may be.
 */
export interface Queue<T> extends Iterable<T> {
  readonly size: () => number;
  /** The first item; null if there is none. */
  readonly first: () => T | null;
  /** Removes and returns the first item; null if there is none. */
  readonly shift: () => T | null;
  /** Adds an item at the end. The function removes it; it returns false if that was done before. */
  readonly add: (item: T) => () => boolean;
}

interface QueueNode<T> {
  readonly item: T | null;
  before: QueueNode<T>;
  after: QueueNode<T>;
}

/**
 * Creates an empty queue. Use it instead of a Set that lives long and changes with every request:
 * such a Set keeps dead requests in memory (docs/performance.md, "What the engine does").
 */
export const createQueue = <T>(): Queue<T> => {
  const ends = linkOf<T>(null);
  let size = 0;
  const remove = (link: QueueNode<T>): boolean => {
    if (link.after === link) return false;
    link.before.after = link.after;
    link.after.before = link.before;
    link.before = link;
    link.after = link;
    size -= 1;
    return true;
  };
  return {
    size: () => size,
    first: () => ends.after.item,
    shift: () => {
      const { after } = ends;
      remove(after);
      return after.item;
    },
    add: (item) => {
      const link = linkOf<T>(item);
      link.before = ends.before;
      link.after = ends;
      ends.before.after = link;
      ends.before = link;
      size += 1;
      return () => remove(link);
    },
    // An object, because a generator costs several times as much for each item.
    [Symbol.iterator]: () => {
      let link = ends.after;
      return {
        next: () => {
          const { item } = link;
          link = link.after;
          return item === null ? { done: true, value: undefined } : { done: false, value: item };
        },
      };
    },
  };
};

const linkOf = <T>(item: T | null): QueueNode<T> => {
  const link = { item } as QueueNode<T>;
  link.before = link;
  link.after = link;
  return link;
};

/**
 * Items of several callers, who take turns: the first item of each, then the second of each. A
 * caller's only item waits for at most one item of each other caller.
 *
 * Example: A adds 1, 2 and 3, then B adds 4. They leave as 1, 4, 2, 3.
 */
interface FairQueue<T> {
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
