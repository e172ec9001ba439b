import { isAscii, isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import type { Values } from '../../catalogue/language/values.ts';
import {
  brace,
  bracket,
  firstOfFalse,
  firstOfNull,
  firstOfTrue,
  quote,
} from '../json/characters.ts';
import { parseUntrusted } from '../json/untrusted.ts';
import { SOURCE, WHOLE } from '../row.ts';
import { type ColumnNames, namesOf } from './scanner.ts';

/** The bytes of a response, and the same memory as numbers. */
export class ResponseBytes {
  readonly bytes: Buffer;
  readonly view: DataView;
  #isUtf8: boolean | null = null;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** False if the bytes are no valid UTF-8. */
  get isUtf8(): boolean {
    this.#isUtf8 ??= isUtf8(this.bytes);
    return this.#isUtf8;
  }
}

/**
 * Neighbouring rows of a response, some 16 KiB of them, and where their values are. For the rows
 * `{"id":"a"},{"id":"b"}` at byte 100, `spans` is [106, 109, 117, 120].
 */
export interface Stretch {
  readonly response: ResponseBytes;
  readonly layout: Layout;
  readonly start: number;
  readonly end: number;
  /** The bytes from `start` to `end`, one character for each; null until a value is read. */
  text: string | null;
  /** Two numbers for each value, as in `FoundRows`. */
  readonly spans: Int32Array;
}

/** The columns of a row, in the order in which an endpoint writes them. */
export interface Layout {
  readonly names: ColumnNames;
  /** By column, its index. */
  readonly indexes: ReadonlyMap<string, number>;
}

// Symbols, because any other name could be that of a column.
/** The property of a row that holds its stretch. */
export const STRETCH: unique symbol = Symbol('stretch');
/** The property of a row that holds the index of its first span. */
export const AT: unique symbol = Symbol('at');
const ID: unique symbol = Symbol('id');

/**
 * A row that stays JSON. Each column has a getter, which parses the value. All rows share their
 * getters, so a row may have the getter of a column that it lacks; it returns undefined.
 */
export class JsonRow {
  readonly [STRETCH]: Stretch;
  readonly [AT]: number;
  /** Set by `tagRow`. */
  readonly [SOURCE] = null;
  /** The value of the column `id` once it was read. */
  [ID]: unknown;

  /** `at` is the index of the row's first span. */
  constructor(stretch: Stretch, at: number) {
    this[STRETCH] = stretch;
    this[AT] = at;
  }

  get [WHOLE](): Values {
    const { response, spans, layout } = this[STRETCH];
    const { count, firstLength } = layout.names;
    const from = (spans[this[AT]] as number) - firstLength;
    const to = Math.abs(spans[this[AT] + 2 * count - 1] as number) + 1;
    return parseUntrusted(response.bytes.toString('utf8', from, to)) as Values;
  }
}

/** The columns that have a getter: those of all rows so far. */
const knownColumns = new Set<string>();
/** The columns of the catalogue have some 250 names. */
const maxColumns = 10_000;

/** Makes getters for columns; false if there are too many. */
const addGetters = (columns: readonly string[]): boolean => {
  if (knownColumns.size + columns.length > maxColumns) return false;
  for (const column of columns) {
    if (knownColumns.has(column)) continue;
    knownColumns.add(column);
    const get = getterOf(column);
    Object.defineProperty(JsonRow.prototype, column, {
      get: column === 'id' ? onceForId(get) : get,
    });
  }
  return true;
};

const getterOf = (column: string) =>
  function (this: JsonRow): unknown {
    const stretch = this[STRETCH];
    const index = stretch.layout.indexes.get(column);
    return index === undefined ? undefined : valueAt(stretch, this[AT] + 2 * index);
  };

// Most rows are looked up by their id, some of them often.
const onceForId = (get: (this: JsonRow) => unknown) =>
  function (this: JsonRow): unknown {
    this[ID] ??= get.call(this);
    return this[ID];
  };

/** The object if it is a row that stays JSON; else null. */
export const jsonRowOf = (object: object): JsonRow | null =>
  object instanceof JsonRow ? object : null;

const valueAt = (stretch: Stretch, at: number): unknown => {
  const { response, start, end, spans } = stretch;
  stretch.text ??= response.bytes.toString('latin1', start, end);
  const { text } = stretch;
  const from = spans[at] as number;
  const to = spans[at + 1] as number;
  if (to < 0) return unescaped(response.bytes.toString('utf8', from + 1, -to - 1));
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
      return to === from + 2 ? [] : parseUntrusted(response.bytes.toString('utf8', from, to));
    case brace:
      return parseUntrusted(response.bytes.toString('utf8', from, to));
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

/** The layout for rows like this one; null if such rows cannot stay JSON. */
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
