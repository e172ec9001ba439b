import { sortingOf } from '../upstream/catalogue/language/endpoint.ts';
import { columnOfSort } from '../upstream/catalogue/language/lists.ts';
import type { Kind } from '../upstream/catalogue/language/params.ts';
import { type Column, columnOf } from '../upstream/client/column.ts';
import { idOf, type Row } from '../upstream/client/row.ts';
import type { PageAsk } from './page-ask.ts';

/** The list of an ask, and the order that it asks for. */
export type OrderedList = Pick<PageAsk, 'endpoint' | 'sort'>;

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
  return (row) => `${idOf(row)}.${fingerprint(column.text(row))}`;
};

/** The JSON type of the kinds of columns that can only be sorted in one way. */
const ordered: { readonly [K in Kind]?: 'string' | 'number' } = {
  time: 'string',
  int: 'number',
  long: 'number',
};

/**
 * The column that the list is sorted by, if it is known how the API compares its values and these
 * rows are in that order; else null. For names, flags and missing values it is not known.
 */
export const knownOrder = (
  { endpoint, sort }: OrderedList,
  rows: readonly Row[],
): Column | null => {
  if (sort === null) return null;
  const name = columnIn(sort);
  const kind = ordered[endpoint.returns.of?.columns[name]?.kind ?? 'json'];
  if (kind === undefined) return null;
  // Integers beyond 2^53 are strings, which compare differently.
  if (kind === 'number' && rows.some((row) => typeof row[name] !== 'number')) return null;
  const column = columnOf(name);
  const direction = directionOf(sort);
  let before = rows[0];
  for (const row of rows) {
    // The first row is compared with itself, because a missing value has no order.
    if (!(direction * column.compare(before ?? row, row) <= 0)) return null;
    before = row;
  }
  return column;
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
  const column = knownOrder(list, rows);
  const direction = directionOf(list.sort ?? '');
  return column === null ? null : (row) => direction * column.compareToText(row, value);
};

/**
 * Tells texts apart: 31 bits of FNV-1a in base 36. It protects from mistakes and not from forgery,
 * so it is no cryptographic hash.
 */
export const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 1).toString(36).padStart(6, '0');
};
