import { columnOfSort, type Endpoint, sortingOf } from '../upstream/catalogue/language/endpoint.ts';
import type { Kind } from '../upstream/catalogue/language/params.ts';
import { type Column, columnOf } from '../upstream/client/bytes/column.ts';
import { idOf, type Row } from '../upstream/client/row.ts';

/** A list and its requested order. */
export interface OrderedList {
  readonly endpoint: Endpoint;
  /** The value of `sort_by`, such as `created_at-asc`; null if the endpoint has none. */
  readonly sort: string | null;
}

const columnIn = (sort: string): string => sort.slice(0, sort.lastIndexOf('-'));
const directionOf = (sort: string): number => (sort.endsWith('-desc') ? -1 : 1);

/** True if a row moves in the list when it changes. Its time of creation never changes. */
export const isMovable = ({ sort }: OrderedList): boolean =>
  sort !== null && columnIn(sort) !== 'created_at';

/**
 * The function that returns the anchor of a row: a text that finds the row again at the same
 * position. It is the id and, if rows can move, a fingerprint of the value in the sort column. A
 * row that has moved has another anchor: `8x1.0k3x9z` becomes `8x1.1f00ab`.
 */
export const anchoring = (list: OrderedList): ((row: Row) => string) => {
  if (list.sort === null || !isMovable(list)) return idOf;
  const attribute = columnIn(list.sort);
  const sorting = sortingOf(list.endpoint);
  // A row that has moved has changed, even if no column shows the value that it is sorted by.
  const shown = sorting === null ? attribute : columnOfSort(sorting, attribute);
  const column = columnOf(shown ?? 'updated_at');
  return (row) => `${idOf(row)}.${fingerprint(hashOf(column.text(row)))}`;
};

/** The JSON type of the kinds of columns that can only be sorted in one way. */
const ordered: { readonly [K in Kind]?: 'string' | 'number' } = {
  time: 'string',
  int: 'number',
  long: 'number',
};

/** The order of a list for which the API's comparison of values is known. */
export interface Order {
  /** The column that the list is sorted by. */
  readonly column: Column;
  readonly type: 'string' | 'number';
  /** 1 for ascending, -1 for descending order. */
  readonly direction: number;
}

/** The order of a list; null if it is unknown: for names, flags and lists without an order. */
export const orderOf = ({ endpoint, sort }: OrderedList): Order | null => {
  if (sort === null) return null;
  const name = columnIn(sort);
  const type = ordered[endpoint.returns.of?.columns[name]?.kind ?? 'json'];
  return type === undefined ? null : { column: columnOf(name), type, direction: directionOf(sort) };
};

/** True if rows are in an order. Rows without a value are in none. */
export const areInOrder = ({ column, type, direction }: Order, rows: readonly Row[]): boolean => {
  // Integers beyond 2^53 are strings, which compare differently.
  if (type === 'number' && rows.some((row) => typeof row[column.name] !== 'number')) return false;
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return column.compare(first, first) === 0;
  for (let index = 1; index < rows.length; index += 1) {
    const difference = column.compare(rows[index - 1] as Row, rows[index] as Row);
    if (!(direction * difference <= 0)) return false;
  }
  return true;
};

/** The order of a list, if it is known and these rows are in it; else null. */
export const knownOrder = (list: OrderedList, rows: readonly Row[]): Order | null => {
  const order = orderOf(list);
  return order !== null && areInOrder(order, rows) ? order : null;
};

/** Positive for rows after this value, negative for rows before it; null without a known order. */
const orderAfter = (
  value: string,
  list: OrderedList,
  rows: readonly Row[],
): ((row: Row) => number) | null => {
  const order = knownOrder(list, rows);
  if (order === null) return null;
  const { column, direction } = order;
  return (row) => direction * column.compareToText(row, value);
};

/** The FNV-1a hash of a text, or of a text that continues one with the hash `before`. */
export const hashOf = (text: string, before = 0x811c9dc5): number => {
  let hash = before;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
};

/**
 * A short text that distinguishes texts: 31 bits of their hash in base 36. It protects from
 * mistakes and not from forgery, so the hash is not cryptographic.
 */
export const fingerprint = (hash: number): string => (hash >>> 1).toString(36).padStart(6, '0');

/** A position in the pages of the API. */
export interface PagePosition {
  /** The upstream cursor of the page; null for the first page. */
  readonly cursor: string | null;
  /** The `count` that the page was read with; null if the list was never read alone. */
  readonly count: number | null;
  /** The number of rows of the page before the position; 0 at the start of a page. */
  readonly offset: number;
}

/**
 * The position at which a list continues, as a cursor holds it. The last rows before it find it
 * again in a changed list.
 */
export interface Position extends PagePosition {
  /** The anchors of up to 3 rows (`anchoring`), in the order of the list. */
  readonly anchors: readonly string[];
  /** The last row's value in the sort column as text; null if no order is known (`knownOrder`). */
  readonly value: string | null;
}

/** The beginning of any list. */
export const LIST_START: Position = Object.freeze({
  cursor: null,
  count: null,
  offset: 0,
  anchors: [],
  value: null,
});

/** The current rows from a position on. */
interface ReadAgain {
  readonly rows: readonly Row[];
  /** True if no more rows are read for this page. */
  readonly last: boolean;
  /** True if the list has no more rows. */
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
  // At the start of a page, all rows that were shown are on earlier pages.
  if (offset === 0 && anchor === null) return 0;
  const order = value === null ? null : orderAfter(value, list, rows);
  const final = rows.at(-1);
  const passed = order === null ? rows.length > offset : final !== undefined && order(final) > 0;
  if (!last && !passed) return null;
  // If an older anchor is the last of the rows, a newer one may follow.
  if (anchor !== null) return ended || anchor.index + 1 < rows.length ? anchor.index + 1 : null;
  // A page can be shorter than before. Then the position is on a later page.
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
