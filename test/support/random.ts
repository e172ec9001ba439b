/** A source of repeatable random values. */
export interface Random {
  /** From 0 up to 1. */
  readonly next: () => number;
  /** A whole number from 0 to `most`. */
  readonly upTo: (most: number) => number;
  readonly chance: (part: number) => boolean;
  readonly of: <T>(values: readonly T[]) => T;
  /** An identifier in the form of the API, never the same twice. */
  readonly id: () => string;
}

/** Random values; the same seed gives the same values. */
export const randomFrom = (seed: number): Random => {
  // A linear congruential generator; its high bits are good enough for test data. Similar seeds
  // begin with similar values, so some steps are taken first.
  let state = seed >>> 0;
  let made = 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  for (let step = 0; step < 8; step += 1) next();
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  return {
    next,
    upTo,
    chance: (part) => next() < part,
    of: (values) => {
      const value = values[upTo(values.length - 1)];
      if (value === undefined) throw new TypeError('nothing to choose from');
      return value;
    },
    id: () => {
      made += 1;
      return upTo(46_655).toString(36) + made.toString(36).padStart(4, '0');
    },
  };
};
