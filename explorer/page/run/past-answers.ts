import { moment } from '../words.ts';
import type { EndedRun } from './run.ts';

/** An earlier answer of a tab, for this page alone. */
export interface PastAnswer {
  /** Counted from the first run of the tab. */
  readonly number: number;
  /** `Run 2, 14:05`. */
  readonly title: string;
  readonly text: string;
}

const maxCharacters = 10_000_000;

/** The earlier answers with one more before them; the oldest make room for it. */
export const withPast = (
  past: readonly PastAnswer[],
  { text, answered }: EndedRun,
): readonly PastAnswer[] => {
  const number = (past[0]?.number ?? 0) + 1;
  const added = { number, title: `Run ${number}, ${moment(new Date(answered.at))}`, text };
  let left = maxCharacters;
  return [added, ...past].filter((one) => {
    left -= one.text.length;
    return left >= 0;
  });
};
