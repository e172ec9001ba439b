/** How often a random test runs: the sample, or the full figure where SOAK is set. */
export const runs = (sample: number, full: number): number =>
  process.env['SOAK'] === undefined ? sample : full;

/** What the random values of a file begin with: SEED, or one that is new each time. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));

/**
 * Milliseconds after which a random test stands still: far more than its runs take on a busy
 * machine.
 */
export const patience = 1_800_000;
