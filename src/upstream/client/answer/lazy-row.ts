import { isAscii, isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import type { Values } from '../request/encode.ts';
import { SOURCE, WHOLE } from '../row.ts';
import { brace, bracket, firstOfFalse, firstOfNull, firstOfTrue, quote } from './ascii.ts';
import { parseUntrusted } from './lossless-json.ts';
import type { Names } from './scanner.ts';
import { namesOf } from './scanner.ts';

/** The bytes of a reply, and the same memory as numbers. */
export class Reply {
  readonly bytes: Buffer;
  readonly view: DataView;
  #isUtf8: boolean | null = null;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** False where the bytes are no valid UTF-8. */
  get isUtf8(): boolean {
    this.#isUtf8 ??= isUtf8(this.bytes);
    return this.#isUtf8;
  }
}

/**
 * Some neighbouring rows of a reply, and the spans of their values. `text` has a character for each byte from `start` to `end`, once a
 * value was parsed. It stays in memory with each text that is read from a row, and V8 moves long texts to where only a full collection
 * frees them, so rows are found in stretches of 16 KiB.
 */
export interface Stretch {
  readonly reply: Reply;
  readonly start: number;
  readonly end: number;
  text: string | null;
  readonly spans: Int32Array;
}

/** The columns of a row, in the order in which an endpoint writes them. */
export interface Layout {
  readonly names: Names;
  /** By column, its index. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly Row: new (stretch: Stretch, at: number) => LazyRow;
}

// Symbols, because any other name could be that of a column.
const STRETCH: unique symbol = Symbol('stretch');
const AT: unique symbol = Symbol('at');
const LAYOUT: unique symbol = Symbol('layout');
const ID: unique symbol = Symbol('id');

/** A row that stays JSON. Each layout has a class of its own, with a getter for each column that parses the value. */
export abstract class LazyRow {
  readonly [STRETCH]: Stretch;
  readonly [AT]: number;
  // Set by `tagRow`; V8 would keep a property that is added later apart from the object.
  readonly [SOURCE] = null;
  /** The value of the column `id` once it was read, because most rows are found by it. */
  [ID]: unknown;
  declare readonly [LAYOUT]: Layout;

  /** `at` is the index of its first span. */
  constructor(stretch: Stretch, at: number) {
    this[STRETCH] = stretch;
    this[AT] = at;
  }
}

export const stretchOf = (row: LazyRow): Stretch => row[STRETCH];
export const layoutOf = (row: LazyRow): Layout => row[LAYOUT];
/** The index of a row's first span. */
export const placeOf = (row: LazyRow): number => row[AT];

/** A text as it stands in a reply, without its quotes. */
export interface TextInReply {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** The text in a column of a row; null where the row is none that stays JSON, or its value no string of ordinary characters. */
export const textIn = (row: object, column: string): TextInReply | null => {
  if (!(row instanceof LazyRow)) return null;
  const index = row[LAYOUT].indexes.get(column);
  if (index === undefined) return null;
  const { reply, spans } = row[STRETCH];
  const from = spans[row[AT] + 2 * index] as number;
  const to = spans[row[AT] + 2 * index + 1] as number;
  const { bytes } = reply;
  return to > 0 && bytes[from] === quote ? { bytes, from: from + 1, to: to - 1 } : null;
};

/** Whether two texts are the same; false where there is none. */
export const isSameText = (one: TextInReply, other: TextInReply | null): boolean => {
  if (other === null || one.to - one.from !== other.to - other.from) return false;
  for (let index = one.from, at = other.from; index < one.to; index += 1, at += 1) {
    if (one.bytes[index] !== other.bytes[at]) return false;
  }
  return true;
};

const valueAt = (stretch: Stretch, at: number): unknown => {
  const { reply, start, end, spans } = stretch;
  stretch.text ??= reply.bytes.toString('latin1', start, end);
  const { text } = stretch;
  const from = spans[at] as number;
  const to = spans[at + 1] as number;
  if (to < 0) return unescaped(reply.bytes.toString('utf8', from + 1, -to - 1));
  switch (text.charCodeAt(from - start)) {
    case quote:
      return text.slice(from - start + 1, to - start - 1);
    case firstOfNull:
      return null;
    case firstOfTrue:
      return true;
    case firstOfFalse:
      return false;
    case bracket:
      return to === from + 2 ? [] : parseUntrusted(reply.bytes.toString('utf8', from, to));
    case brace:
      return parseUntrusted(reply.bytes.toString('utf8', from, to));
    default:
      return numberOf(text.slice(from - start, to - start));
  }
};

const unescaped = (written: string): unknown =>
  written.includes('\\') ? JSON.parse(`"${written}"`) : written;

// A number of so few characters is exact.
const numberOf = (json: string): unknown =>
  json.length <= 15 ? Number(json) : parseUntrusted(json);

const createLayout = (columns: readonly string[], names: Names): Layout => {
  const last = 2 * columns.length - 1;
  const Row = class extends LazyRow {
    get [WHOLE](): Values {
      const { reply, spans } = this[STRETCH];
      const from = (spans[this[AT]] as number) - names.firstLength;
      const to = Math.abs(spans[this[AT] + last] as number) + 1;
      return parseUntrusted(reply.bytes.toString('utf8', from, to)) as Values;
    }
  };
  columns.forEach((column, index) => {
    const get = function (this: LazyRow): unknown {
      return valueAt(this[STRETCH], this[AT] + 2 * index);
    };
    Object.defineProperty(Row.prototype, column, { get: column === 'id' ? onceForId(get) : get });
  });
  const indexes = new Map(columns.map((column, index) => [column, index]));
  const layout = { names, indexes, Row };
  Object.defineProperty(Row.prototype, LAYOUT, { value: layout });
  return layout;
};

const onceForId = (get: (this: LazyRow) => unknown) =>
  function (this: LazyRow): unknown {
    this[ID] ??= get.call(this);
    return this[ID];
  };

const layouts = new LRUCache<string, Layout>({ max: 1000 });

/** The layout for rows like this one; null for one that stays as it is. */
export const layoutFor = (row: Values): Layout | null => {
  const columns = Object.keys(row);
  const key = JSON.stringify(columns);
  if (columns.length === 0 || !isAscii(Buffer.from(key))) return null;
  const known = layouts.get(key);
  if (known !== undefined) return known;
  const names = namesOf(
    columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column)}:`),
  );
  if (names === null) return null;
  const layout = createLayout(columns, names);
  layouts.set(key, layout);
  return layout;
};
