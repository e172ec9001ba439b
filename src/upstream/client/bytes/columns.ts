import { firstOfNull, quote } from '../json/characters.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { Layout, LazyRow, ResponseBytes } from './lazy-row.ts';
import { AT, lazyRowOf, STRETCH } from './lazy-row.ts';
import type { LeafBytes } from './leaves.ts';
import { isExactInteger } from './leaves.ts';
import { nullLiteral } from './literal.ts';

/** A text as it is in a response, without its quotes. */
export interface TextInResponse {
  readonly response: ResponseBytes;
  readonly from: number;
  readonly to: number;
}

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

/**
 * Finds the values of one column. Its index is looked up once for neighbouring rows of one layout.
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
  /** The text in a row that stays JSON; null for other values, and for texts with escapes. */
  in(row: object): TextInResponse | null {
    const lazy = lazyRowOf(row);
    const span = lazy === null ? notFound : this.spanIn(lazy);
    if (lazy === null || span === notFound) return null;
    const { response, spans } = lazy[STRETCH];
    const from = spans[span] as number;
    const to = spans[span + 1] as number;
    const isText = to > 0 && response.bytes[from] === quote;
    return isText ? { response, from: from + 1, to: to - 1 } : null;
  }

  text(row: object): string {
    const text = this.in(row);
    return text === null
      ? String(this.#valueOf(row) ?? '')
      : text.response.bytes.toString('latin1', text.from, text.to);
  }

  compare(one: object, other: object): number {
    const text = this.in(one);
    const otherText = this.in(other);
    return text === null || otherText === null
      ? compareValues(this.#valueOf(one), this.#valueOf(other))
      : compareTexts(text, otherText);
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
    const text = this.in(row);
    if (text === null) return false;
    const { bytes, view } = text.response;
    for (let at = text.from; at < text.to; at += 1) {
      if (plainBytes[bytes[at] as number] !== 1) return false;
    }
    out.copy(view, text.from, text.to);
    return true;
  }

  #valueOf(row: object): unknown {
    return (row as Readonly<Record<string, unknown>>)[this.name];
  }
}

const compareTexts = (one: TextInResponse, other: TextInResponse): number => {
  const { bytes } = one.response;
  const { bytes: otherBytes } = other.response;
  const length = Math.min(one.to - one.from, other.to - other.from);
  for (let index = 0; index < length; index += 1) {
    const difference =
      (bytes[one.from + index] as number) - (otherBytes[other.from + index] as number);
    if (difference !== 0) return difference;
  }
  return one.to - one.from - (other.to - other.from);
};

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
