import type { TestAPI } from 'vitest';
import { test as plain } from 'vitest';
import type { AdsGraph, AdsGraphOptions } from './start.ts';
import { startAdsGraph } from './start.ts';

export type { AdsGraph, AdsGraphOptions } from './start.ts';

/** What a test gets; the first two as they were at the start. */
export interface Fixtures extends Pick<AdsGraph, 'emulator' | 'gateway'> {
  /** What the tests of a file share. */
  readonly adsGraph: AdsGraph;
  readonly freshAdsGraph: AdsGraph;
}

/** The same as `test`, with a seed, a clock or variables of your own. */
export const testWith = (options: AdsGraphOptions): TestAPI<Fixtures> =>
  plain.extend<Fixtures>({
    adsGraph: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads here which fixtures are needed
      async ({}, use) => {
        const started = await startAdsGraph(options);
        await use(started);
        await started.close();
      },
      { scope: 'file' },
    ],
    freshAdsGraph: async ({ adsGraph }, use) => {
      await adsGraph.reset();
      await use(adsGraph);
    },
    emulator: ({ freshAdsGraph }, use) => use(freshAdsGraph.emulator),
    gateway: ({ freshAdsGraph }, use) => use(freshAdsGraph.gateway),
  });

/**
 * vitest's `test` with the fixtures `emulator` and `gateway`. A file has one of each; before each
 * test that names one of them, clock, faults, calls and rows are as they were at the start.
 */
export const test: TestAPI<Fixtures> = testWith({});
