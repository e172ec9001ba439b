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
