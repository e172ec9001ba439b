import type { TestAPI } from 'vitest';
import { test as plain } from 'vitest';
import type { AdsGraph, AdsGraphOptions } from './start.ts';
import { startAdsGraph } from './start.ts';

export type { AdsGraph, AdsGraphOptions } from './start.ts';

/** The fixtures of a test. Each test gets `emulator` and `gateway` in their initial state. */
export interface Fixtures extends Pick<AdsGraph, 'emulator' | 'gateway'> {
  /** The instance that the tests of a file share. */
  readonly adsGraph: AdsGraph;
  readonly freshAdsGraph: AdsGraph;
}

/** The same as `test`, with your own seed, clock or variables. */
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
 * vitest's `test` with the fixtures `emulator` and `gateway`. Each file starts one of each. Before
 * each test that names one of them, clock, faults, calls and rows are reset.
 */
export const test: TestAPI<Fixtures> = testWith({});
