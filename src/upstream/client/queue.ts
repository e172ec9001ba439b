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
  /**
   * Adds an item at the end. The returned function removes it, and returns whether it was still
   * there.
   */
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
