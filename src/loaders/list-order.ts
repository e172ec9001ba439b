import { type Endpoint, sortingOf } from '../upstream/catalogue/language/endpoint.ts';
import { columnOfSort } from '../upstream/catalogue/language/lists.ts';
import type { Kind } from '../upstream/catalogue/language/params.ts';
import { type Column, columnOf } from '../upstream/client/column.ts';
import { idOf, type Row } from '../upstream/client/row.ts';

/** A list, and the order that is asked for. */
export interface OrderedList {
  readonly endpoint: Endpoint;
  /** The value of `sort_by`, such as `created_at-asc`; null if the endpoint has none. */
  readonly sort: string | null;
}

const columnIn = (sort: string): string => sort.slice(0, sort.lastIndexOf('-'));
const directionOf = (sort: string): number => (sort.endsWith('-desc') ? -1 : 1);

/** Whether a row moves in the list when it changes. Its time of creation never does. */
export const isMovable = ({ sort }: OrderedList): boolean =>
  sort !== null && columnIn(sort) !== 'created_at';

/**
 * The function that gives the anchor of a row: a text by which the row is found again at the same
 * position. It is the id and, if rows can move, a fingerprint of the value in the sort column. A
 * row that has moved has another anchor: `8x1.0k3x9z` becomes `8x1.1f00ab`.
 */
export const anchoring = (list: OrderedList): ((row: Row) => string) => {
  if (list.sort === null || !isMovable(list)) return idOf;
  const attribute = columnIn(list.sort);
  const sorting = sortingOf(list.endpoint);
  // A row that has moved has changed, even if no column shows what it is sorted by.
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

/** The order of a list for which it is known how the API compares values. */
export interface Order {
  /** The column that the list is sorted by. */
  readonly column: Column;
  readonly type: 'string' | 'number';
  /** 1 for ascending, -1 for descending order. */
  readonly direction: number;
}

/** The order of a list; null if it is not known: for names, flags and lists without an order. */
export const orderOf = ({ endpoint, sort }: OrderedList): Order | null => {
  if (sort === null) return null;
  const name = columnIn(sort);
  const type = ordered[endpoint.returns.of?.columns[name]?.kind ?? 'json'];
  return type === undefined ? null : { column: columnOf(name), type, direction: directionOf(sort) };
};

/** Whether rows are in an order. Rows without a value are in none. */
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

/**
 * Positive for rows after the row with this value, negative for rows before it; null if the order
 * is not known.
 */
export const orderAfter = (
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
 * Tells texts apart: 31 bits of their hash in base 36. It protects from mistakes and not from
 * forgery, so it is no cryptographic hash.
 */
export const fingerprint = (hash: number): string => (hash >>> 1).toString(36).padStart(6, '0');
