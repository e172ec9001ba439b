import { firstOfNull, quote } from '../json/characters.ts';
import { type JsonBytes, nullLiteral } from './json-bytes.ts';
import type { Layout, LazyRow, ResponseBytes } from './lazy-row.ts';
import { AT, lazyRowOf, STRETCH } from './lazy-row.ts';
import { isExactInteger, type LeafBytes } from './leaves.ts';

const notFound = -1;
const plainText = /^[\w.:+-]*$/;

/** True for a text or a whole number. */
export const isWritable = (value: unknown): boolean =>
  typeof value === 'string' || Number.isSafeInteger(value);

/** True for a text of letters, digits and `. _ : + -`. */
export const isPlain = (text: string): boolean => plainText.test(text);

/** By byte: 1 for a character of a plain text. */
const plainBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 128 && isPlain(String.fromCharCode(byte))),
);

/** The function `sentJson` of `column.ts`. */
export const jsonIn = (row: object, column: string): string => {
  const lazy = lazyRowOf(row);
  const index = lazy?.[STRETCH].layout.indexes.get(column);
  if (lazy === null || index === undefined) {
    return JSON.stringify((row as Readonly<Record<string, unknown>>)[column] ?? null);
  }
  const { response, spans } = lazy[STRETCH];
  const span = lazy[AT] + 2 * index;
  return response.bytes.toString('utf8', spans[span], Math.abs(spans[span + 1] as number));
};

/**
 * Finds the values of one column. Neighbouring rows of one layout share one lookup of its index.
 */
class Finder {
  readonly name: string;
  #layout: Layout | null = null;
  #index = notFound;

  constructor(name: string) {
    this.name = name;
  }

  /** The index of the value's span in the stretch of a row; `notFound` if there is none. */
  spanIn(row: LazyRow): number {
    const { layout } = row[STRETCH];
    if (layout !== this.#layout) {
      this.#layout = layout;
      this.#index = layout.indexes.get(this.name) ?? notFound;
    }
    return this.#index === notFound ? notFound : row[AT] + 2 * this.#index;
  }
}

/** The column of `column.ts`. */
export class ColumnBytes extends Finder {
  /** The bounds of the text that `textIn` found last, without its quotes. */
  from = 0;
  to = 0;

  /**
   * The response that holds the text of a row that stays JSON, between `from` and `to`. Null for
   * other values, and for texts with escapes.
   */
  textIn(row: object): ResponseBytes | null {
    const lazy = lazyRowOf(row);
    const span = lazy === null ? notFound : this.spanIn(lazy);
    if (lazy === null || span === notFound) return null;
    const { response, spans } = lazy[STRETCH];
    const from = spans[span] as number;
    const to = spans[span + 1] as number;
    if (to <= 0 || response.bytes[from] !== quote) return null;
    this.from = from + 1;
    this.to = to - 1;
    return response;
  }

  text(row: object): string {
    const response = this.textIn(row);
    return response === null
      ? String(this.#valueOf(row) ?? '')
      : response.bytes.toString('latin1', this.from, this.to);
  }

  compare(one: object, other: object): number {
    const response = this.textIn(one);
    const { from, to } = this;
    const otherResponse = response === null ? null : this.textIn(other);
    if (response === null || otherResponse === null)
      return compareValues(this.#valueOf(one), this.#valueOf(other));
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

  compareToText(row: object, text: string): number {
    const value = this.#valueOf(row);
    return compareValues(value, text === '' ? null : likeIt(value, text));
  }

  isGiven(row: object): boolean {
    const lazy = lazyRowOf(row);
    const span = lazy === null ? notFound : this.spanIn(lazy);
    if (lazy === null || span === notFound) return isWritable(this.#valueOf(row));
    const { response, spans } = lazy[STRETCH];
    const from = spans[span] as number;
    if (response.bytes[from] === quote) return true;
    return (
      isExactInteger(response.bytes, from, spans[span + 1] as number) ||
      isWritable(this.#valueOf(row))
    );
  }

  writePlain(row: object, out: JsonBytes): boolean {
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

  #valueOf(row: object): unknown {
    return (row as Readonly<Record<string, unknown>>)[this.name];
  }
}

/** The function `areGiven` of `column.ts`. */
export const allGiven = (rows: readonly object[], columns: readonly ColumnBytes[]): boolean => {
  let layout: Layout | null = null;
  let indexes: readonly number[] = [];
  for (const row of rows) {
    const lazy = lazyRowOf(row);
    if (lazy !== null && lazy[STRETCH].layout !== layout) {
      layout = lazy[STRETCH].layout;
      indexes = columns.map(({ name }) => lazy[STRETCH].layout.indexes.get(name) ?? notFound);
    }
    for (let index = 0; index < columns.length; index += 1) {
      const isText = lazy !== null && isTextAt(lazy, indexes[index] as number);
      if (!isText && !(columns[index] as ColumnBytes).isGiven(row)) return false;
    }
  }
  return true;
};

/** True if the value with this index in a row is a text. */
const isTextAt = ({ [STRETCH]: { response, spans }, [AT]: at }: LazyRow, index: number): boolean =>
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

/** The copied column of `column.ts`. */
export class CopiedBytes extends Finder {
  readonly #leaf: LeafBytes;
  readonly #isNullable: boolean;

  constructor(name: string, leaf: LeafBytes, isNullable: boolean) {
    super(name);
    this.#leaf = leaf;
    this.#isNullable = isNullable;
  }

  copy(row: LazyRow, out: JsonBytes): boolean {
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
