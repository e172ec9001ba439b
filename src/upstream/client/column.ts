import {
  allGiven,
  ColumnBytes,
  CopiedBytes,
  isPlain,
  isWritable,
  jsonIn,
} from './bytes/columns.ts';
import { type LazyRow, lazyRowOf } from './bytes/lazy-row.ts';
import type { LeafBytes } from './bytes/leaves.ts';
import type { Row } from './row.ts';
import type { LeafWriter, Sink } from './sink.ts';

/**
 * A column of rows, by its name. `row[name]` parses a value; a column reads it without parsing, so
 * use it to read one column of many rows.
 */
export interface Column {
  readonly name: string;
  /** The value in a row as a text: 5 is `5`; null or a missing value is the empty text. */
  text(row: Row): string;
  /**
   * Negative if the first row precedes the second one in ascending order, 0 if both have equal
   * values. Numbers are compared by size, texts by their characters; false precedes true. NaN if
   * there is no order: for values of different types, null and a value, objects and missing values.
   */
  compare(one: Row, other: Row): number;
  /** The same for a row and a result of `text`. */
  compareToText(row: Row, text: string): number;
  /** True if a row has a value that `isWritable`. */
  isGiven(row: Row): boolean;
  /**
   * Writes the text in a row. Returns false and writes nothing if it needs parsing or is not plain.
   */
  writePlain(row: Row, out: Sink): boolean;
}

/** The column of this name. */
export const columnOf = (name: string): Column => new ColumnBytes(name);

/** True if every one of these rows has a value that `isWritable` in every one of these columns. */
export const areGiven = (rows: readonly Row[], columns: readonly Column[]): boolean =>
  // Every column comes from `columnOf`.
  allGiven(rows, columns as readonly ColumnBytes[]);

/**
 * `isPlain` is true for a text of letters, digits and `. _ : + -`. `isWritable` is true for a text
 * or a whole number: another value in a column that the API always sends counts as missing.
 */
export { isPlain, isWritable };

/** The JSON of a column, as the API sent it; `null` if the row lacks the column. */
export const sentJson: (row: Row, column: string) => string = jsonIn;

/** A row that stays JSON, of which columns can be copied. */
type JsonRow = LazyRow;

/** The object if it is a row that stays JSON; else null. */
export const jsonRowOf: (object: object) => JsonRow | null = lazyRowOf;

/** A column that an answer shows unchanged. */
export interface CopiedColumn {
  readonly name: string;
  /**
   * Copies the value in a row. Returns false and writes nothing if it must be parsed or converted.
   */
  copy(row: JsonRow, out: Sink): boolean;
}

/** The column of this name as values of a leaf type, nullable or not. */
export const copiedColumn = (
  name: string,
  writer: LeafWriter,
  isNullable: boolean,
  // Every writer comes from `sink.ts`.
): CopiedColumn => new CopiedBytes(name, writer as LeafBytes, isNullable);
