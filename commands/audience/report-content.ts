import type { Progress } from '../progress.ts';
import type { PeopleFile } from './people.ts';

/** What a file holds. */
export interface FileContent {
  readonly batches: number;
  readonly people: number;
  /** The identifiers that are wrong; a record without a good shape counts as one. */
  readonly rejected: number;
}

// A request is expected to take a second. The API takes 1,500 of them in a minute.
const durationOf = (calls: number): string =>
  calls <= 120 ? counted(calls, 'second') : `${Math.ceil(calls / 60)} minutes`;

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

interface ContentOptions {
  readonly rejects: string;
  readonly progress: Progress;
  /** The number of batches that an earlier run has sent. */
  readonly applied: number;
}

/** Says what a file holds, and how long it takes to send. */
export const reportContent = (
  { unused }: PeopleFile,
  { batches, people, rejected }: FileContent,
  { rejects, progress, applied }: ContentOptions,
): void => {
  const left = unused.filter((name) => name !== '');
  if (left.length > 0) progress.say(`These columns are not sent: ${left.join(', ')}.`);
  if (rejected > 0)
    progress.say(`${counted(rejected, 'identifier')} rejected; ${rejects} says why.`);
  if (applied > 0)
    progress.say(`Of ${counted(batches, 'call')}, ${applied} succeeded in an earlier run.`);
  const calls = batches - applied;
  progress.say(`${people} people; ${counted(calls, 'call')} to make, about ${durationOf(calls)}.`);
};
