import type { JobsAsk } from './begin-job.ts';
import type { Step } from './journal.ts';
import type { Way } from './options.ts';
import { daySteps } from './read-days.ts';
import { jobSteps } from './read-jobs.ts';

/** Reads results by day, a batch at a time. */
export const resultSteps = (asked: JobsAsk, way: Way): AsyncGenerator<Step> =>
  way === 'sync' ? daySteps(asked) : jobSteps(asked);
