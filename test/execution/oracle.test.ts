import { expect, test, vi } from 'vitest';
import { gateway, reference, tryDocument, ungrouped } from '../support/oracle-trial.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

/** Tries documents one after another, and stops at the first with different answers. */
const tryAll = async (many: number, ways: Parameters<typeof tryDocument>[1]): Promise<void> => {
  let invalid = 0;
  for (let run = 0; run < many; run += 1) {
    const { isValid, difference } = await tryDocument(seed + run, ways);
    if (difference !== null) throw new Error(difference);
    if (!isValid) invalid += 1;
  }
  // In a small sample, chance varies more.
  expect(invalid).toBeLessThanOrEqual(5 + many / 100);
};

test(`random documents are answered as graphql-js answers them (SEED=${seed})`, () =>
  tryAll(runs(300, 100_000), [gateway, reference]));

test(`upstream failures do not depend on the grouping of calls (SEED=${seed})`, () =>
  tryAll(runs(50, 10_000), [reference, ungrouped]));
