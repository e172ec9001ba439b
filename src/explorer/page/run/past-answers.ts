import { moment } from '../words.ts';
import type { Done } from './run.ts';

/** An earlier answer of a tab, for this page alone. */
export interface PastAnswer {
  /** Counted from the first run of the tab. */
  readonly number: number;
  /** `Run 2, 14:05`. */
  readonly title: string;
  readonly text: string;
}

const mostCharacters = 10_000_000;

/** The earlier answers with one more before them; the oldest make room for it. */
export const withPast = (
  past: readonly PastAnswer[],
  { text, answered }: Done,
): readonly PastAnswer[] => {
  const number = (past[0]?.number ?? 0) + 1;
  const added = { number, title: `Run ${number}, ${moment(new Date(answered.at))}`, text };
  let left = mostCharacters;
  return [added, ...past].filter((one) => {
    left -= one.text.length;
    return left >= 0;
  });
};
