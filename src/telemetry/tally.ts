/** How much each caller has of something. */
interface CallerTally {
  readonly total: () => number;
  readonly of: (who: string) => number;
  readonly add: (who: string, by?: number) => void;
  readonly remove: (who: string, by?: number) => void;
  /** The sum of what callers have beyond `most`: 5 and 3 beyond 4 are 1. */
  readonly beyond: (most: number) => number;
  /** The caller who has most; empty if nobody has any. */
  readonly largest: () => string;
}

export const createTally = (): CallerTally => {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (who: string): number => counts.get(who) ?? 0;
  return {
    total: () => total,
    of,
    add: (who, by = 1) => {
      total += by;
      counts.set(who, of(who) + by);
    },
    remove: (who, by = 1) => {
      total -= by;
      const left = of(who) - by;
      if (left > 0) counts.set(who, left);
      else counts.delete(who);
    },
    beyond: (most) => {
      let sum = 0;
      for (const count of counts.values()) sum += Math.max(0, count - most);
      return sum;
    },
    largest: () => {
      let [found, highest] = ['', 0];
      for (const [who, count] of counts) if (count > highest) [found, highest] = [who, count];
      return found;
    },
  };
};
