/** A reproducible pseudo-random sequence. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  /** A sample of `count` items, in their order. */
  readonly some: <T>(from: readonly T[], count: number) => readonly T[];
}

// Mixes the high bits into the low ones, so that similar states give very different results.
const scrambled = (word: number, shift: number, odd: number): number =>
  Math.imul(word ^ (word >>> shift), word | odd);

/** The sequence of this name, which is always the same. */
export const createRandom = (name: string): Random => {
  let state = 2_166_136_261;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    const word = scrambled(state, 15, 1);
    const mixed = word ^ (word + scrambled(word, 7, 61));
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number =>
    low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[between(0, from.length - 1)];
    if (chosen === undefined) throw new RangeError('nothing to pick from');
    return chosen;
  };
  return {
    between,
    pick,
    chance: (probability) => next() < probability,
    some: (from, count) => {
      const left = [...from];
      while (left.length > count) left.splice(between(0, left.length - 1), 1);
      return left;
    },
  };
};
