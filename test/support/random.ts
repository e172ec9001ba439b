/** A source of repeatable random values. */
export interface Random {
  /** From 0 up to 1. */
  readonly next: () => number;
  /** A whole number from 0 to `most`. */
  readonly upTo: (most: number) => number;
  readonly chance: (part: number) => boolean;
  readonly of: <T>(values: readonly T[]) => T;
  /** An identifier as the API writes them, never the same twice. */
  readonly id: () => string;
}

/** Random values that are the same for the same seed. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  let made = 0;
  // Tommy Ettinger's mulberry32: one word of state and good enough for test data.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 15), word | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  };
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
