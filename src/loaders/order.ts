import type { TextColumn } from '../upstream/client/answer/lazy-row.ts';
import type { Row } from '../upstream/client/row.ts';
import { secondOf } from './cursor-time.ts';

/** The column of a `sort_by`: `created_at` for `created_at-asc`. */
export const sortColumnOf = (sort: string): string => sort.slice(0, sort.lastIndexOf('-'));

/** The times that rows are sorted by. */
export interface Times {
  /** By row, as `secondOf` says it; null where one of them is otherwise than most times are written. */
  readonly seconds: readonly number[] | null;
  /** Whether the rows are in the order of the `sort_by`. */
  readonly areInOrder: boolean;
}

/** The times of rows in the column of a `sort_by`. */
export const timesOf = (rows: readonly Row[], column: TextColumn, sort: string): Times => {
  const seconds = secondsIn(rows, column);
  const isDescending = sort.endsWith('-desc');
  const areInOrder =
    seconds === null
      ? areSorted(textsIn(rows, column.name), isDescending)
      : areSorted(seconds, isDescending);
  return { seconds, areInOrder };
};

const secondsIn = (rows: readonly Row[], column: TextColumn): readonly number[] | null => {
  const seconds: number[] = [];
  for (const row of rows) {
    const text = column.in(row);
    const second = text === null ? null : secondOf(text.reply.bytes, text.from, text.to);
    if (second === null) return null;
    seconds.push(second);
  }
  return seconds;
};

// Times of the API have one format, in which the order of the texts is the order of the times.
/** Null where one is no text. */
const textsIn = (rows: readonly Row[], column: string): readonly string[] | null => {
  const texts = rows.map((row) => row[column]).filter((value) => typeof value === 'string');
  return texts.length === rows.length ? texts : null;
};

const areSorted = <Time extends number | string>(
  times: readonly Time[] | null,
  isDescending: boolean,
): boolean => {
  if (times === null) return false;
  for (let index = 1; index < times.length; index += 1) {
    const [before, time] = [times[index - 1] as Time, times[index] as Time];
    if (isDescending ? before < time : before > time) return false;
  }
  return true;
};
