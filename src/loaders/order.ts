import type { TextInReply } from '../upstream/client/answer/lazy-row.ts';
import { TextColumn } from '../upstream/client/answer/lazy-row.ts';
import type { Row } from '../upstream/client/row.ts';

/** The column of a `sort_by`: `created_at` for `created_at-asc`. */
export const sortColumnOf = (sort: string): string => sort.slice(0, sort.lastIndexOf('-'));

// Times of the API have one format, in which the order of the texts is the order of the times.
/** Whether rows are in the order of a `sort_by`, which is by time. */
export const areInOrder = (rows: readonly Row[], sort: string): boolean => {
  const column = new TextColumn(sortColumnOf(sort));
  const isDescending = sort.endsWith('-desc');
  let before: Row | null = null;
  let textBefore: TextInReply | null = null;
  for (const row of rows) {
    const text = column.in(row);
    const order =
      text !== null && (before === null || textBefore !== null)
        ? compareInReply(textBefore ?? text, text)
        : compare((before ?? row)[column.name], row[column.name]);
    if (order === null || (isDescending ? order < 0 : order > 0)) return false;
    before = row;
    textBefore = text;
  }
  return true;
};

/** Negative where one text is before the other, positive where it is after it; null where one is no text. */
const compare = (one: unknown, other: unknown): number | null => {
  if (typeof one !== 'string' || typeof other !== 'string') return null;
  return Number(one > other) - Number(one < other);
};

const compareInReply = (one: TextInReply, other: TextInReply): number => {
  const length = Math.min(one.to - one.from, other.to - other.from);
  for (let index = 0; index < length; index += 1) {
    const difference =
      (one.reply.bytes[one.from + index] as number) -
      (other.reply.bytes[other.from + index] as number);
    if (difference !== 0) return difference;
  }
  return one.to - one.from - (other.to - other.from);
};
