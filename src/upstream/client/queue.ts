/** Items in the order in which they came, which can leave from anywhere. While it is iterated, only the current item may leave. */
export interface Queue<T> extends Iterable<T> {
  readonly size: () => number;
  /** The first item; null where there is none. */
  readonly first: () => T | null;
  /** The same, which leaves. */
  readonly shift: () => T | null;
  /** Adds an item at the end. The returned function removes it, and answers whether it was still there. */
  readonly add: (item: T) => () => boolean;
}

interface Link<T> {
  readonly item: T | null;
  before: Link<T>;
  after: Link<T>;
}

/**
 * Creates an empty queue. This is what a Set does too, but one that lives long and changes with each request costs a tenth of
 * the time of a short one: V8 moves the entries to a new table every few changes, each table that it leaves refers to the next,
 * and once one of them is old all later ones are kept, with the requests in them, until the next full collection. A link that
 * was removed refers to no other.
 */
export const createQueue = <T>(): Queue<T> => {
  const ends = linkOf<T>(null);
  let size = 0;
  const remove = (link: Link<T>): boolean => {
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
    // Not a generator, which costs several times as much for each item.
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

const linkOf = <T>(item: T | null): Link<T> => {
  const link = { item } as Link<T>;
  link.before = link;
  link.after = link;
  return link;
};
