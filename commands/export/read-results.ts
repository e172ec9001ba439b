import type { Step } from './journal.ts';
import { type DaysAsk, daySteps } from './read-days.ts';
import { jobSteps } from './read-jobs.ts';
import type { Segmentation } from './segments.ts';

/** Reads results by day, a batch at a time; those by segment from jobs of the API. */
export const resultSteps = (
  asked: DaysAsk & { readonly segmentation: Segmentation | null },
): AsyncGenerator<Step> => {
  const { segmentation } = asked;
  return segmentation === null ? daySteps(asked) : jobSteps({ ...asked, segmentation });
};
