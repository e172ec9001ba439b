import { TextColumn } from '../upstream/client/answer/lazy-row.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import { sortColumnOf, timesOf } from './order.ts';
import type { Position } from './position.ts';

/** The rows from a position on. `last`: no more rows are read for this page; `ended`: the list has no more rows. */
interface ReadAgain {
  readonly rows: readonly Row[];
  readonly last: boolean;
  readonly ended: boolean;
}

/**
 * The index among rows, read again since, at which a list continues after a position; null where more rows have to be read to
 * find it. Rows are skipped up to an anchor that is among them. Where all anchors are gone and the rows are in order of time,
 * rows before the time of the last anchor are skipped. In doubt a row is shown twice rather than never, because the API does
 * not always keep the order that was asked for.
 *
 * For example, a cursor after the rows a, b, c has these three as anchors. Where c was deleted since and a new row x comes first,
 * the rows x, a, b, d continue at d: index 3.
 */
export const resumeIndex = (
  position: Position,
  sort: string | null,
  { rows, last, ended }: ReadAgain,
): number | null => {
  const { ids, offset } = position;
  const anchor = lastAnchorIn(rows, ids);
  if (anchor?.isNewest) return anchor.index + 1;
  // At the start of a page, all rows that were shown are on pages before it.
  if (offset === 0 && anchor === null) return 0;
  const order = orderFromPosition(position, sort, rows);
  const final = rows.at(-1);
  const passed = order === null ? rows.length > offset : final !== undefined && order(final) > 0;
  if (!last && !passed) return null;
  // Where an older anchor is the last of the rows, a newer one may follow.
  if (anchor !== null) return ended || anchor.index + 1 < rows.length ? anchor.index + 1 : null;
  // A page can be shorter than it was before: then the position is on a later page.
  if (!ended && !passed && rows.length < offset) return null;
  // For rows without ids there is only the offset.
  if (ids.length === 0) return Math.min(offset, rows.length);
  if (order === null) return 0;
  const index = rows.findIndex((row) => !(order(row) < 0));
  if (index !== -1) return index;
  return ended ? rows.length : null;
};

/** Positive for rows that come after a position in the order of the sort, negative for those before it; null without such an order. */
const orderFromPosition = (
  { ids, at }: Position,
  sort: string | null,
  rows: readonly Row[],
): ((row: Row) => number) | null => {
  if (at === null || sort === null || ids.length === 0) return null;
  const column = sortColumnOf(sort);
  if (!timesOf(rows, new TextColumn(column), sort).areInOrder) return null;
  const direction = sort.endsWith('-desc') ? -1 : 1;
  return ({ [column]: time }) =>
    direction * (Number(String(time) > at) - Number(String(time) < at));
};

const lastAnchorIn = (
  rows: readonly Row[],
  ids: readonly string[],
): { readonly index: number; readonly isNewest: boolean } | null => {
  for (let near = ids.length - 1; near >= 0; near -= 1) {
    const index = rows.findIndex((row) => idOf(row) === ids[near]);
    if (index !== -1) return { index, isNewest: near === ids.length - 1 };
  }
  return null;
};
