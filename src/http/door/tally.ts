/** Amounts by caller. */
interface CallerTally {
  readonly total: () => number;
  readonly of: (key: string) => number;
  readonly add: (key: string, by?: number) => void;
  readonly remove: (key: string, by?: number) => void;
  /** The sum of the amounts beyond `most`: 5 and 3 beyond 4 are 1. */
  readonly beyond: (most: number) => number;
  /** The caller with the largest amount; empty if nobody has any. */
  readonly largest: () => string;
}

export const createTally = (): CallerTally => {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    total: () => total,
    of,
    add: (key, by = 1) => {
      total += by;
      counts.set(key, of(key) + by);
    },
    remove: (key, by = 1) => {
      total -= by;
      const left = of(key) - by;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
    beyond: (most) => {
      let sum = 0;
      for (const count of counts.values()) sum += Math.max(0, count - most);
      return sum;
    },
    largest: () => {
      let [found, highest] = ['', 0];
      for (const [key, count] of counts) if (count > highest) [found, highest] = [key, count];
      return found;
    },
  };
};
