import { randomFrom } from './random.ts';

/** How often a random test runs: the sample, or the full figure where SOAK is set. */
export const runs = (sample: number, full: number): number =>
  process.env['SOAK'] === undefined ? sample : full;

/**
 * What the random values of a file begin with: SEED. Without it, a new one each time for the full
 * figures, and always the same for the sample: what passed once passes again until it is changed.
 */
export const seed = Number(
  process.env['SEED'] ?? runs(20_260_101, Math.floor(Math.random() * 1e9)),
);

/**
 * Milliseconds after which a random test stands still: far more than its runs take on a busy
 * machine.
 */
export const patience = 1_800_000;

/** Some of many cases in their order, chosen by the seed; all of them where SOAK is set. */
export const sampleOf = <Case>(cases: readonly Case[], count: number): readonly Case[] => {
  const random = randomFrom(seed);
  const chosen = cases
    .map((_, index) => ({ index, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, runs(count, cases.length))
    .map(({ index }) => index);
  return cases.filter((_, index) => chosen.includes(index));
};
