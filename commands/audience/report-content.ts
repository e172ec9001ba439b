import type { Progress } from '../output.ts';
import { counted } from '../output.ts';

/** The counts of a file. */
export interface FileContent {
  readonly batches: number;
  readonly people: number;
  /** The identifiers that are wrong; a record without a good shape counts as one. */
  readonly rejected: number;
}

/** The seconds that calls are expected to take. The API takes 1,500 of them in a minute. */
export const secondsOf = (calls: number): number => calls;

const durationOf = (calls: number): string => {
  const seconds = secondsOf(calls);
  return seconds <= 120 ? counted(seconds, 'second') : `${Math.ceil(seconds / 60)} minutes`;
};

interface ContentOptions {
  readonly rejects: string;
  readonly progress: Progress;
  /** The number of batches that an earlier run has sent. */
  readonly applied: number;
}

/** Says what a file holds, and how long it takes to send. */
export const reportContent = (
  { batches, people, rejected }: FileContent,
  { rejects, progress, applied }: ContentOptions,
): void => {
  if (rejected > 0)
    progress.say(`${counted(rejected, 'identifier')} rejected; ${rejects} says why.`);
  if (applied > 0)
    progress.say(`Of ${counted(batches, 'call')}, ${applied} succeeded in an earlier run.`);
  const calls = batches - applied;
  progress.say(`${people} people; ${counted(calls, 'call')} to make, about ${durationOf(calls)}.`);
};
