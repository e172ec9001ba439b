import { firstOfNull, quote } from '../json/characters.ts';
import type { Row } from '../row.ts';
import type { JsonRow, Layout, ResponseBytes } from './json-row.ts';
import { AT, jsonRowOf, STRETCH } from './json-row.ts';
import { isExactInteger, type LeafWriter } from './leaves.ts';
import { nullLiteral, type Sink } from './sink.ts';

const notFound = -1;
const plainText = /^[\w.:+-]*$/;

/**
 * True for a text or a whole number: another value in a column that the API always sends counts as
 * missing.
 */
export const isWritable = (value: unknown): boolean =>
  typeof value === 'string' || Number.isSafeInteger(value);

/** True for a text of letters, digits and `. _ : + -`. */
export const isPlain = (text: string): boolean => plainText.test(text);

/** By byte: 1 for a character of a plain text. */
const plainBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 128 && isPlain(String.fromCharCode(byte))),
);

/** The JSON of a column, as the API sent it; `null` if the row lacks the column. */
export const sentJson = (row: Row, column: string): string => {
  const json = jsonRowOf(row);
  const index = json?.[STRETCH].layout.indexes.get(column);
  if (json === null || index === undefined) return JSON.stringify(row[column] ?? null);
  const { response, spans } = json[STRETCH];
  const span = json[AT] + 2 * index;
  return response.bytes.toString('utf8', spans[span], Math.abs(spans[span + 1] as number));
};

/** Finds the values of a column. Neighbouring rows of one layout share a lookup of its index. */
class Finder {
  readonly name: string;
  #layout: Layout | null = null;
  #index = notFound;

  constructor(name: string) {
    this.name = name;
  }

  /** The index of the value's span in the stretch of a row; `notFound` if there is none. */
  spanIn(row: JsonRow): number {
    const { layout } = row[STRETCH];
    if (layout !== this.#layout) {
      this.#layout = layout;
      this.#index = layout.indexes.get(this.name) ?? notFound;
    }
    return this.#index === notFound ? notFound : row[AT] + 2 * this.#index;
  }
}

/**
 * A column of rows, by its name. `row[name]` parses a value; a column reads it without parsing, so
 * use it to read one column of many rows.
 */
export class Column extends Finder {
  /** The bounds of the text that `textIn` found last, without its quotes. */
  from = 0;
  to = 0;

  /**
   * The response that holds the text of a row that stays JSON, between `from` and `to`. Null for
   * other values, and for texts with escapes.
   */
  textIn(row: object): ResponseBytes | null {
    const json = jsonRowOf(row);
    const span = json === null ? notFound : this.spanIn(json);
    if (json === null || span === notFound) return null;
    const { response, spans } = json[STRETCH];
    const from = spans[span] as number;
    const to = spans[span + 1] as number;
    if (to <= 0 || response.bytes[from] !== quote) return null;
    this.from = from + 1;
    this.to = to - 1;
    return response;
  }

  /** The value in a row as a text: 5 is `5`; null or a missing value is the empty text. */
  text(row: Row): string {
    const response = this.textIn(row);
    return response === null
      ? String(row[this.name] ?? '')
      : response.bytes.toString('latin1', this.from, this.to);
  }

  /**
   * Negative if the first row precedes the second one in ascending order, 0 if both have equal
   * values. Numbers are compared by size, texts by their characters; false precedes true. NaN if
   * there is no order: for values of different types, null and a value, objects and missing values.
   */
  compare(one: Row, other: Row): number {
    const response = this.textIn(one);
    const { from, to } = this;
    const otherResponse = response === null ? null : this.textIn(other);
    if (response === null || otherResponse === null)
      return compareValues(one[this.name], other[this.name]);
    const { bytes } = response;
    const { bytes: otherBytes } = otherResponse;
    const length = Math.min(to - from, this.to - this.from);
    for (let index = 0; index < length; index += 1) {
      const difference =
        (bytes[from + index] as number) - (otherBytes[this.from + index] as number);
      if (difference !== 0) return difference;
    }
    return to - from - (this.to - this.from);
  }

  /** The same for a row and a result of `text`. */
  compareToText(row: Row, text: string): number {
    const value = row[this.name];
    return compareValues(value, text === '' ? null : likeIt(value, text));
  }

  /** True if a row has a value that `isWritable`. */
  isGiven(row: Row): boolean {
    const json = jsonRowOf(row);
    const span = json === null ? notFound : this.spanIn(json);
    if (json === null || span === notFound) return isWritable(row[this.name]);
    const { response, spans } = json[STRETCH];
    const from = spans[span] as number;
    if (response.bytes[from] === quote) return true;
    return (
      isExactInteger(response.bytes, from, spans[span + 1] as number) || isWritable(row[this.name])
    );
  }

  /** Writes the text in a row. Returns false and writes nothing unless it is plain and unparsed. */
  writePlain(row: Row, out: Sink): boolean {
    const response = this.textIn(row);
    if (response === null) return false;
    const { bytes, view } = response;
    const { from, to } = this;
    for (let at = from; at < to; at += 1) {
      if (plainBytes[bytes[at] as number] !== 1) return false;
    }
    out.copy(view, from, to);
    return true;
  }
}

/** The column of this name. */
export const columnOf = (name: string): Column => new Column(name);

/** True if every one of these rows has a value that `isWritable` in every one of these columns. */
export const areGiven = (rows: readonly Row[], columns: readonly Column[]): boolean => {
  let layout: Layout | null = null;
  let indexes: readonly number[] = [];
  for (const row of rows) {
    const json = jsonRowOf(row);
    if (json !== null && json[STRETCH].layout !== layout) {
      layout = json[STRETCH].layout;
      indexes = columns.map(({ name }) => json[STRETCH].layout.indexes.get(name) ?? notFound);
    }
    for (let index = 0; index < columns.length; index += 1) {
      const isText = json !== null && isTextAt(json, indexes[index] as number);
      if (!isText && !(columns[index] as Column).isGiven(row)) return false;
    }
  }
  return true;
};

/** True if the value with this index in a row is a text. */
const isTextAt = ({ [STRETCH]: { response, spans }, [AT]: at }: JsonRow, index: number): boolean =>
  index !== notFound && response.bytes[spans[at + 2 * index] as number] === quote;

/** The order that `Column.compare` promises. */
const compareValues = (one: unknown, other: unknown): number => {
  if (one === undefined || other === undefined) return Number.NaN;
  if (one === null && other === null) return 0;
  if (typeof one === 'string' && typeof other === 'string') {
    return Number(one > other) - Number(one < other);
  }
  const haveSameType = typeof one === typeof other;
  const haveOrder = typeof one === 'number' || typeof one === 'boolean';
  return haveSameType && haveOrder ? Number(one) - Number(other) : Number.NaN;
};

/** The value of a text, with the type of another value. */
const likeIt = (value: unknown, text: string): unknown => {
  if (typeof value === 'number') return Number(text);
  return typeof value === 'boolean' ? text === 'true' : text;
};

/** A column that an answer shows unchanged, as values of a leaf type, nullable or not. */
export class CopiedColumn extends Finder {
  readonly #leaf: LeafWriter;
  readonly #isNullable: boolean;

  constructor(name: string, leaf: LeafWriter, isNullable: boolean) {
    super(name);
    this.#leaf = leaf;
    this.#isNullable = isNullable;
  }

  /** Copies the value in a row. Returns false and writes nothing if it needs a conversion. */
  copy(row: JsonRow, out: Sink): boolean {
    const span = this.spanIn(row);
    if (span === notFound) return false;
    const { response, spans } = row[STRETCH];
    const from = spans[span] as number;
    const to = spans[span + 1] as number;
    if (response.bytes[from] === firstOfNull) {
      if (this.#isNullable) out.literal(nullLiteral);
      return this.#isNullable;
    }
    if (to > 0) return this.#leaf.copy(out, response, from, to);
    return response.isUtf8 && this.#leaf.copy(out, response, from, -to);
  }
}
