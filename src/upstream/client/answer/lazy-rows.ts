import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { Values } from '../request/encode.ts';
import { SOURCE, WHOLE } from '../row.ts';
import { maxDepth, parseUntrusted } from './lossless-json.ts';
import { isObject } from './problems.ts';
import { NOWHERE, skipOrdinary, skipString, skipValue } from './skip-json.ts';

/**
 * Some neighbouring rows of a reply. `spans` has two numbers for each value: where it begins in `bytes`, and where it ends, which is
 * negative for a string that has escapes or characters beyond ASCII. `text` is the part from `start` on, with a character for each byte.
 */
interface Stretch {
  readonly bytes: Buffer;
  readonly start: number;
  text: string;
  spans: Int32Array;
}

const STRETCH: unique symbol = Symbol('stretch');
const AT: unique symbol = Symbol('at');

/** A row that stays JSON: each column is a getter of its class, which parses the value. */
abstract class LazyRow {
  readonly [STRETCH]: Stretch;
  /** The index of its first span. */
  readonly [AT]: number;
  /** Set by `tagRow`. Without this line V8 would keep it apart from the object. */
  readonly [SOURCE] = null;

  constructor(stretch: Stretch, at: number) {
    this[STRETCH] = stretch;
    this[AT] = at;
  }
}

type RowClass = new (stretch: Stretch, at: number) => LazyRow;

/** The members of a row, in the order in which an endpoint writes them. */
interface Layout {
  readonly names: readonly Name[];
  readonly Row: RowClass;
}

/** What stands before a value, such as `,"name":`, as its bytes and as numbers of 4 bytes each, of which the last two may overlap. */
interface Name {
  readonly length: number;
  readonly words: Int32Array;
  readonly lastWord: number;
}

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const bracketEnd = 0x5d;
const brace = 0x7b;
const braceEnd = 0x7d;
const letters = { f: 0x66, n: 0x6e, t: 0x74 };

const nameOf = (column: string, index: number): Name => {
  const bytes = Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(column)}:`);
  const { length } = bytes;
  return {
    length,
    words: Int32Array.from({ length: length >> 2 }, (_, word) => bytes.readInt32LE(4 * word)),
    lastWord: bytes.readInt32LE(length - 4),
  };
};

const valueAt = ({ bytes, start, text, spans }: Stretch, at: number): unknown => {
  const from = spans[at] as number;
  const to = spans[at + 1] as number;
  if (to < 0) return specialString(bytes.toString('utf8', from + 1, -to - 1));
  switch (text.charCodeAt(from - start)) {
    case quote:
      return text.slice(from - start + 1, to - start - 1);
    case letters.n:
      return null;
    case letters.t:
      return true;
    case letters.f:
      return false;
    case bracket:
      return to === from + 2 ? [] : parseUntrusted(bytes.toString('utf8', from, to));
    case brace:
      return parseUntrusted(bytes.toString('utf8', from, to));
    default:
      return numberOf(text.slice(from - start, to - start));
  }
};

const specialString = (written: string): unknown =>
  written.includes('\\') ? JSON.parse(`"${written}"`) : written;

const numberOf = (json: string): unknown => {
  // A number of so few characters is exact.
  if (json.length <= 15) return Number(json);
  const [value] = parseUntrusted(`[${json}]`) as readonly unknown[];
  return value;
};

const createLayout = (columns: readonly string[]): Layout => {
  const names = columns.map(nameOf);
  const last = 2 * columns.length - 1;
  const Row = class extends LazyRow {
    get [WHOLE](): Values {
      const { bytes, spans } = this[STRETCH];
      const from = (spans[this[AT]] as number) - (names[0]?.length ?? 0);
      const to = Math.abs(spans[this[AT] + last] as number) + 1;
      return parseUntrusted(bytes.toString('utf8', from, to)) as Values;
    }
  };
  columns.forEach((column, index) => {
    Object.defineProperty(Row.prototype, column, {
      get(this: LazyRow) {
        return valueAt(this[STRETCH], this[AT] + 2 * index);
      },
    });
  });
  return { names, Row };
};

const layouts = new LRUCache<string, Layout>({ max: 1000 });
const mostColumns = 200;

/** The layout of a row that was parsed; null for one that should stay as it is. */
const layoutOf = (row: Values): Layout | null => {
  const columns = Object.keys(row);
  if (columns.length === 0 || columns.length > mostColumns) return null;
  const key = JSON.stringify(columns);
  const layout = layouts.get(key) ?? createLayout(columns);
  layouts.set(key, layout);
  return layout;
};

/** The layout of the last rows of each endpoint, which the next ones probably have. */
const lastLayouts = new WeakMap<Endpoint, Layout>();

// A string of a row holds the text of its whole stretch in memory, and V8 moves longer ones to where only a full collection frees them.
const stretchBytes = 16_384;
// A member has 5 bytes or more, and the last row of a stretch may go beyond it.
const mostSpans = 2 * (Math.ceil(stretchBytes / 5) + mostColumns);

/** The spans of the stretch that is being read. */
const spans = new Int32Array(mostSpans);
const noSpans = new Int32Array(0);

/** Writes the spans of a row with these names into `spans`, from `index` on, and gives the end of the row; -1 where there is none. */
const skipRow = (
  { bytes, words }: Reply,
  names: readonly Name[],
  at: number,
  index: number,
): number => {
  let end = at;
  let next = index;
  for (let column = 0; column < names.length; column += 1) {
    const name = names[column] as Name;
    const from = end + name.length;
    if (from > bytes.length || !startsWith(words, end, name)) return NOWHERE;
    if (bytes[from] === quote) {
      end = skipOrdinary(bytes, from + 1);
      if (bytes[end] === quote) {
        end += 1;
        spans[next + 1] = end;
      } else {
        end = skipString(bytes, end);
        spans[next + 1] = -end;
      }
    } else {
      end = skipValue(bytes, from, valueLevels);
      spans[next + 1] = end;
    }
    if (end === NOWHERE) return NOWHERE;
    spans[next] = from;
    next += 2;
  }
  return bytes[end] === braceEnd ? end + 1 : NOWHERE;
};

const startsWith = (words: DataView, at: number, name: Name): boolean => {
  for (let word = 0; word < name.words.length; word += 1) {
    if (words.getInt32(at + 4 * word, true) !== name.words[word]) return false;
  }
  return words.getInt32(at + name.length - 4, true) === name.lastWord;
};

/** A reply, and the same memory as numbers. */
interface Reply {
  readonly bytes: Buffer;
  readonly words: DataView;
}

// Of the levels of a reply, its object, the list and the row are above a value.
const rowLevels = maxDepth - 2;
const valueLevels = maxDepth - 3;

const readStretches = (endpoint: Endpoint, reply: Reply, start: number): Found | null => {
  const { bytes } = reply;
  const rows: object[] = [];
  let layout = lastLayouts.get(endpoint) ?? null;
  let stretch: Stretch | null = null;
  let index = 0;
  for (let at = start; ; ) {
    let end = layout === null ? NOWHERE : skipRow(reply, layout.names, at, index);
    if (layout !== null && end !== NOWHERE) {
      stretch ??= { bytes, start: at, text: '', spans: noSpans };
      rows.push(new layout.Row(stretch, index));
      index += 2 * layout.names.length;
    } else {
      end = bytes[at] === brace ? skipValue(bytes, at, rowLevels) : NOWHERE;
      if (end === NOWHERE) return null;
      const row = parseUntrusted(bytes.toString('utf8', at, end)) as Values;
      rows.push(row);
      layout = layoutOf(row);
    }
    const isLast = bytes[end] !== comma;
    if (stretch !== null && (isLast || end - stretch.start >= stretchBytes)) {
      stretch.text = bytes.toString('latin1', stretch.start, end);
      stretch.spans = spans.slice(0, index);
      stretch = null;
      index = 0;
    }
    if (isLast) {
      if (layout !== null) lastLayouts.set(endpoint, layout);
      return { rows, end };
    }
    at = end + 1;
  }
};

interface Found {
  readonly rows: readonly object[];
  readonly end: number;
}

const listStart = Buffer.from('"data":[');
// Nobody outside can know it, so where it is found in the parsed reply is where the rows were.
const placeholder = randomInt(2 ** 47);

/**
 * Reads a reply whose `data` is a list. Each row stays JSON, and a column is parsed when it is read, so those that nobody asked for
 * cost next to nothing; `sentOf` gives the whole row. The first row of an endpoint is parsed at once and shows the names in which
 * the next ones are found; one with other names is parsed at once too.
 *
 * Null for replies of any other form, also for JSON with white space. Throws as `parseUntrusted` does where the rest of the reply
 * is not JSON.
 */
export const readRows = (endpoint: Endpoint, bytes: Buffer): Values | null => {
  const list = bytes.indexOf(listStart);
  if (list === -1) return null;
  const start = list + listStart.length;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = readStretches(endpoint, { bytes, words }, start);
  if (found === null || bytes[found.end] !== bracketEnd) return null;
  const rest = `${bytes.toString('utf8', 0, start)}${placeholder}${bytes.toString('utf8', found.end)}`;
  const body = parseUntrusted(rest);
  if (!isObject(body)) return null;
  const { data } = body;
  if (!Array.isArray(data) || data.length !== 1 || data[0] !== placeholder) return null;
  return { ...body, data: found.rows };
};
