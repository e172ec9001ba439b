import type { Row } from '../upstream/client/row.ts';
import { anchoring, type OrderedList, orderAfter } from './list-order.ts';

/** Where a position is in the pages of the API. */
export interface PagePosition {
  /** The upstream cursor of the page; null for the first page. */
  readonly cursor: string | null;
  /** The `count` that the page was read with; null if the list was never read alone. */
  readonly count: number | null;
  /** The number of rows of the page before the position; 0 at the start of a page. */
  readonly offset: number;
}

/** What is known of the rows before a position. It finds the position again in a changed list. */
interface RowsBefore {
  /** The anchors of up to 3 of them (`anchoring`), the last of them last. */
  readonly anchors: readonly string[];
  /** The last one's value in the sort column as text; null if no order is known (`knownOrder`). */
  readonly value: string | null;
}

/** The position at which a list continues: what a cursor holds. */
export interface Position extends PagePosition, RowsBefore {}

/** The beginning of any list. */
export const LIST_START: Position = Object.freeze({
  cursor: null,
  count: null,
  offset: 0,
  anchors: [],
  value: null,
});

/** The rows from a position on, as they are now. */
interface ReadAgain {
  readonly rows: readonly Row[];
  /** No more rows are read for this page. */
  readonly last: boolean;
  /** The list has no more rows. */
  readonly ended: boolean;
}

/**
 * The index at which a list continues after a position, among rows that were read again; null if
 * more rows are needed to find it. Rows up to and including an anchor are skipped. If all anchors
 * are gone and the order of the rows is known, rows up to the value of the last anchor are skipped.
 * In doubt a row is shown twice rather than never, because the API does not always keep the
 * requested order.
 *
 * For example, a cursor after the rows a, b, c has these three as anchors. If c was deleted since
 * and a new row x comes first, the rows x, a, b, d continue at d: index 3.
 */
export const resumeIndex = (
  position: Position,
  list: OrderedList,
  { rows, last, ended }: ReadAgain,
): number | null => {
  const { anchors, value, offset } = position;
  const anchor = lastAnchorIn(rows, anchors, anchoring(list));
  if (anchor?.isNewest) return anchor.index + 1;
  // At the start of a page, all rows that were shown are on pages before it.
  if (offset === 0 && anchor === null) return 0;
  const order = value === null ? null : orderAfter(value, list, rows);
  const final = rows.at(-1);
  const passed = order === null ? rows.length > offset : final !== undefined && order(final) > 0;
  if (!last && !passed) return null;
  // If an older anchor is the last of the rows, a newer one may follow.
  if (anchor !== null) return ended || anchor.index + 1 < rows.length ? anchor.index + 1 : null;
  // A page can be shorter than before: then the position is on a later page.
  if (!ended && !passed && rows.length < offset) return null;
  // Rows without ids have only the offset.
  if (anchors.length === 0) return Math.min(offset, rows.length);
  if (order === null) return 0;
  const index = rows.findIndex((row) => !(order(row) < 0));
  if (index !== -1) return index;
  return ended ? rows.length : null;
};

const lastAnchorIn = (
  rows: readonly Row[],
  anchors: readonly string[],
  anchorOf: (row: Row) => string,
): { readonly index: number; readonly isNewest: boolean } | null => {
  for (let near = anchors.length - 1; near >= 0; near -= 1) {
    const index = rows.findIndex((row) => anchorOf(row) === anchors[near]);
    if (index !== -1) return { index, isNewest: near === anchors.length - 1 };
  }
  return null;
};
