import { expect, test } from 'vitest';
import { gateway, reference, tryDocument, ungrouped } from './support/oracle-trial.ts';

const isSoak = process.env['SOAK'] !== undefined;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const timeout = 1_800_000;

/** Tries documents one after another, and stops at the first that is answered in two ways. */
const tryAll = async (runs: number, ways: Parameters<typeof tryDocument>[1]): Promise<void> => {
  let invalid = 0;
  for (let run = 0; run < runs; run += 1) {
    const { isValid, difference } = await tryDocument(seed + run, ways);
    if (difference !== null) throw new Error(difference);
    if (!isValid) invalid += 1;
  }
  expect(invalid).toBeLessThanOrEqual(runs / 100);
};

test(
  `random documents are answered as graphql-js answers them (SEED=${seed})`,
  () => tryAll(isSoak ? 100_000 : 2000, [gateway, reference]),
  timeout,
);

test(
  `what goes wrong upstream does not depend on how calls are grouped (SEED=${seed})`,
  () => tryAll(isSoak ? 10_000 : 200, [reference, ungrouped]),
  timeout,
);
