import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';
import type { Position } from './cursor.ts';

const ANCHORS = 3;

type Anchors = Pick<Position, 'ids' | 'at'>;

const columnOf = (sort: string | null): string => sort?.replace(/-(asc|desc)$/, '') ?? '';

/**
 * Gives for any place among rows what a cursor finds it again with: the ids of the last rows before, and when the last was
 * made, if that is the order in which all of them came.
 */
export const anchorsOf = (
  sort: string | null,
  rows: readonly Row[],
  before: Position,
): ((end: number) => Anchors) => {
  const column = columnOf(sort);
  const isKnown = before.ids.length === 0 || before.at !== null;
  let isTimed: boolean | null = null;
  return (end) => {
    const last = rows[end - 1];
    if (last === undefined) return { ids: before.ids, at: before.at };
    const ids = end < ANCHORS ? before.ids.slice(end - ANCHORS) : [];
    for (let index = Math.max(0, end - ANCHORS); index < end; index += 1) {
      const row = rows[index];
      if (row !== undefined && row[SOURCE].entity.key !== null) ids.push(idOf(row));
    }
    isTimed ??= isKnown && sort !== null && isInOrder(rows, sort);
    return { ids, at: isTimed ? timeOf(last[column]) : null };
  };
};

// Times of one form are in order as their texts are; of different forms nothing is taken for granted.
const isInOrder = (rows: readonly Row[], sort: string): boolean => {
  const column = columnOf(sort);
  const isDescending = sort.endsWith('-desc');
  let before: string | null = null;
  for (const { [column]: time } of rows) {
    if (typeof time !== 'string') return false;
    if (before !== null && (isDescending ? time > before : time < before)) return false;
    before = time;
  }
  return true;
};

const timeOf = (value: unknown): number | null => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

/** The rows that were read again from a position on. With `last` there are no more for now, with `ended` none at all. */
interface ReadAgain {
  readonly rows: readonly Row[];
  readonly last: boolean;
  readonly ended: boolean;
}

/**
 * The index at which a list goes on among rows read again; null where it lies behind them, or only more of them can tell.
 * Rows are skipped up to an anchor that stands among them, or, where all are gone and the rows are in the order of time, up
 * to the time of the last. In doubt a row comes twice rather than not at all: lists need not be in the order asked for.
 */
export const resumeIndex = (
  position: Position,
  sort: string | null,
  { rows, last, ended }: ReadAgain,
): number | null => {
  const { ids, offset } = position;
  const anchor = lastOf(rows, ids);
  if (anchor?.isNewest) return anchor.index + 1;
  // At the border of a page everything that was shown lies on pages before.
  if (offset === 0 && anchor === null) return 0;
  const ahead = aheadOf(position, sort, rows);
  const final = rows.at(-1);
  const passed = ahead === null ? rows.length > offset : final !== undefined && ahead(final) > 0;
  if (!last && !passed) return null;
  // Where an older anchor is the last of the rows, the newest may follow.
  if (anchor !== null) return ended || anchor.index + 1 < rows.length ? anchor.index + 1 : null;
  // Pages can come back shorter than they were: then the place is still ahead.
  if (!ended && !passed && rows.length < offset) return null;
  // Rows without ids leave nothing but their number to go by.
  if (ids.length === 0) return Math.min(offset, rows.length);
  if (ahead === null) return 0;
  const index = rows.findIndex((row) => !(ahead(row) < 0));
  if (index !== -1) return index;
  return ended ? rows.length : null;
};

/** How far a row lies behind the position's time: negative before it. Null where the rows are in no order of time. */
const aheadOf = (
  { ids, at }: Position,
  sort: string | null,
  rows: readonly Row[],
): ((row: Row) => number) | null => {
  if (at === null || sort === null || ids.length === 0 || !isInOrder(rows, sort)) return null;
  const column = columnOf(sort);
  const direction = sort.endsWith('-desc') ? -1 : 1;
  return (row) => direction * (Date.parse(String(row[column])) - at);
};

const lastOf = (
  rows: readonly Row[],
  ids: readonly string[],
): { readonly index: number; readonly isNewest: boolean } | null => {
  for (let near = ids.length - 1; near >= 0; near -= 1) {
    const index = rows.findIndex((row) => idOf(row) === ids[near]);
    if (index !== -1) return { index, isNewest: near === ids.length - 1 };
  }
  return null;
};
