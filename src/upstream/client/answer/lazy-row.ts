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
  readonly layout: Layout;
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
}

// Symbols, because any other name could be that of a column.
const STRETCH: unique symbol = Symbol('stretch');
const AT: unique symbol = Symbol('at');
const ID: unique symbol = Symbol('id');

/**
 * A row that stays JSON, with a getter for each column that parses the value. Rows of all layouts are of this one class, because V8
 * looks long for the properties of objects that can be of many; so a row may have getters of columns that it lacks, which give undefined.
 */
export class LazyRow {
  readonly [STRETCH]: Stretch;
  readonly [AT]: number;
  // Set by `tagRow`; V8 would keep a property that is added later apart from the object.
  readonly [SOURCE] = null;
  /** The value of the column `id` once it was read, because most rows are found by it. */
  [ID]: unknown;

  /** `at` is the index of its first span. */
  constructor(stretch: Stretch, at: number) {
    this[STRETCH] = stretch;
    this[AT] = at;
  }

  get [WHOLE](): Values {
    const { reply, spans, layout } = this[STRETCH];
    const { count, firstLength } = layout.names;
    const from = (spans[this[AT]] as number) - firstLength;
    const to = Math.abs(spans[this[AT] + 2 * count - 1] as number) + 1;
    return parseUntrusted(reply.bytes.toString('utf8', from, to)) as Values;
  }
}

/** The columns of all layouts there ever were, which have a getter. */
const knownColumns = new Set<string>();
/** The columns of the catalogue have some 250 names. */
const maxColumns = 10_000;

/** Makes getters for columns; false where there are too many. */
const addGetters = (columns: readonly string[]): boolean => {
  if (knownColumns.size + columns.length > maxColumns) return false;
  for (const column of columns) {
    if (knownColumns.has(column)) continue;
    knownColumns.add(column);
    const get = getterOf(column);
    Object.defineProperty(LazyRow.prototype, column, {
      get: column === 'id' ? onceForId(get) : get,
    });
  }
  return true;
};

const getterOf = (column: string) =>
  function (this: LazyRow): unknown {
    const stretch = this[STRETCH];
    const index = stretch.layout.indexes.get(column);
    return index === undefined ? undefined : valueAt(stretch, this[AT] + 2 * index);
  };

const onceForId = (get: (this: LazyRow) => unknown) =>
  function (this: LazyRow): unknown {
    this[ID] ??= get.call(this);
    return this[ID];
  };

/** The stretch of a row that stays JSON; null for any other object. */
export const stretchOf = (object: object): Stretch | null =>
  object instanceof LazyRow ? object[STRETCH] : null;
/** The index of the first span of a row that stays JSON. */
export const placeOf = (row: object): number => (row as LazyRow)[AT];

/** A text as it stands in a reply, without its quotes. */
export interface TextInReply {
  readonly reply: Reply;
  readonly from: number;
  readonly to: number;
}

/** The texts of one column. Neighbouring rows mostly have one layout, so where it has the column is looked up once for them. */
export class TextColumn {
  readonly name: string;
  #layout: Layout | null = null;
  #index: number | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** The text in a row; null where the row is none that stays JSON, or its value no string of ordinary characters. */
  in(row: object): TextInReply | null {
    const stretch = stretchOf(row);
    if (stretch === null) return null;
    const { layout, reply, spans } = stretch;
    if (layout !== this.#layout) {
      this.#layout = layout;
      this.#index = layout.indexes.get(this.name);
    }
    if (this.#index === undefined) return null;
    const span = placeOf(row) + 2 * this.#index;
    const from = spans[span] as number;
    const to = spans[span + 1] as number;
    const isText = to > 0 && reply.bytes[from] === quote;
    return isText ? { reply, from: from + 1, to: to - 1 } : null;
  }
}

export const stringOf = ({ reply, from, to }: TextInReply): string =>
  reply.bytes.toString('latin1', from, to);

/** Whether two texts are the same; false where there is none. */
export const isSameText = (one: TextInReply, other: TextInReply | null): boolean => {
  if (other === null || one.to - one.from !== other.to - other.from) return false;
  for (let index = one.from, at = other.from; index < one.to; index += 1, at += 1) {
    if (one.reply.bytes[index] !== other.reply.bytes[at]) return false;
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
  if (names === null || !addGetters(columns)) return null;
  const indexes = new Map(columns.map((column, index) => [column, index]));
  const layout = { names, indexes };
  layouts.set(key, layout);
  return layout;
};
