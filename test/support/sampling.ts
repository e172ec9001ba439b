import { randomFrom } from './random.ts';

/** The number of runs of a random test: the sample, or the full figure if SOAK is set. */
export const runs = (sample: number, full: number): number =>
  process.env['SOAK'] === undefined ? sample : full;

/**
 * The seed of the random values of a file: SEED. Without it, the full figures get a new one each
 * time, and the sample always the same: a test that passed once passes again until it is changed.
 */
export const seed = Number(
  process.env['SEED'] ?? runs(20_260_101, Math.floor(Math.random() * 1e9)),
);

/**
 * Milliseconds after which a random test is considered stuck: far more than its runs take on a busy
 * machine.
 */
export const patience = 1_800_000;

/** Some of many cases in their order, chosen by the seed; all of them if SOAK is set. */
export const sampleOf = <Case>(cases: readonly Case[], count: number): readonly Case[] => {
  const random = randomFrom(seed);
  const chosen = cases
    .map((_, index) => ({ index, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, runs(count, cases.length))
    .map(({ index }) => index);
  return cases.filter((_, index) => chosen.includes(index));
};
