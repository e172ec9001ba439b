import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { Values } from '../request/encode.ts';
import { brace, braceEnd, bracket, bracketEnd, colon, comma, firstOfNull, quote } from './ascii.ts';
import type { Layout, Stretch } from './lazy-row.ts';
import { layoutFor, maxColumns, Reply } from './lazy-row.ts';
import type { Literal } from './literal.ts';
import { isAt } from './literal.ts';
import { maxDepth, parseUntrusted } from './lossless-json.ts';
import { NOWHERE, skipOrdinary, skipString, skipValue } from './skip-json.ts';

// Of the levels of a reply, its object, the list and the row are above a value.
const rowLevels = maxDepth - 2;
const valueLevels = maxDepth - 3;

// A text that is read from a row keeps that of its stretch in memory; and V8 moves longer texts to where only a full collection
// frees them.
const stretchBytes = 16_384;
// A column and its value have 5 bytes or more, and the last row of a stretch may go beyond it.
const maxSpans = 2 * (Math.ceil(stretchBytes / 5) + maxColumns);

/** The spans of the stretch that is being read. */
const spans = new Int32Array(maxSpans);

/** Notes the spans of a row with these names from `index` on. Returns the end of the row, -1 where there is no such row. */
const skipRow = (
  { bytes, view }: Reply,
  names: readonly Literal[],
  at: number,
  index: number,
): number => {
  let end = at;
  let next = index;
  for (let column = 0; column < names.length; column += 1) {
    const name = names[column] as Literal;
    const from = end + name.length;
    // The end of the list and of the reply are behind every value, so a number of 4 bytes can be read up to here.
    if (from + 4 > bytes.length || !isAt(view, end, name)) return NOWHERE;
    let isPlain = true;
    if (bytes[from] === quote) {
      end = skipOrdinary(bytes, from + 1);
      isPlain = bytes[end] === quote;
      end = isPlain ? end + 1 : skipString(bytes, end);
    } else {
      end = skipValue(bytes, from, valueLevels);
    }
    if (end === NOWHERE) return NOWHERE;
    spans[next] = from;
    spans[next + 1] = isPlain ? end : -end;
    next += 2;
  }
  return bytes[end] === braceEnd ? end + 1 : NOWHERE;
};

/** The layout of the last rows of each endpoint, which the next ones probably have. */
const lastLayouts = new WeakMap<Endpoint, Layout>();
const noSpans = new Int32Array(0);

interface List {
  readonly rows: readonly object[];
  readonly end: number;
}

/** The list at `start`; null where there is anything else than rows. */
const readList = (endpoint: Endpoint, reply: Reply, start: number): List | null => {
  const { bytes } = reply;
  if (bytes[start] !== bracket) return null;
  const rows: object[] = [];
  let layout = lastLayouts.get(endpoint) ?? null;
  let stretch: Stretch | null = null;
  let index = 0;
  for (let at = start + 1; ; ) {
    let end = layout === null ? NOWHERE : skipRow(reply, layout.names, at, index);
    if (layout !== null && end !== NOWHERE) {
      stretch ??= { reply, start: at, end: at, text: null, spans: noSpans };
      rows.push(new layout.Row(stretch, index));
      index += 2 * layout.names.length;
    } else {
      end = bytes[at] === brace ? skipValue(bytes, at, rowLevels) : NOWHERE;
      if (end === NOWHERE) return null;
      const row = parseUntrusted(bytes.toString('utf8', at, end)) as Values;
      rows.push(row);
      layout = layoutFor(row);
    }
    const isLast = bytes[end] !== comma;
    if (stretch !== null && (isLast || end - stretch.start >= stretchBytes)) {
      stretch.end = end;
      stretch.spans = spans.slice(0, index);
      stretch = null;
      index = 0;
    }
    if (isLast) {
      if (layout !== null) lastLayouts.set(endpoint, layout);
      return bytes[end] === bracketEnd ? { rows, end: end + 1 } : null;
    }
    at = end + 1;
  }
};

/** Where the value of this member begins in the object at `at`, which is valid JSON; -1 where it has none. */
const memberIn = (bytes: Buffer, at: number, name: string): number => {
  let found = NOWHERE;
  if (bytes[at] !== brace || bytes[at + 1] === braceEnd) return found;
  for (let start = at + 1; ; ) {
    const value = skipString(bytes, start + 1) + 1;
    if (bytes.toString('latin1', start + 1, value - 2) === name) found = value;
    const end = skipValue(bytes, value, maxDepth);
    if (bytes[end] !== comma) return found;
    start = end + 1;
  }
};

// The parameters repeat up to 200 ids, and of all of them only this one is looked at.
const echoIn = (bytes: Buffer, request: number): Values => {
  const params = memberIn(bytes, request, 'params');
  const account = params === NOWHERE ? NOWHERE : memberIn(bytes, params, 'account_id');
  if (account === NOWHERE) return {};
  return { params: { account_id: parsed(bytes, account, skipValue(bytes, account, maxDepth)) } };
};

const parsed = (bytes: Buffer, from: number, to: number): unknown =>
  bytes[from] === firstOfNull ? null : parseUntrusted(bytes.toString('utf8', from, to));

const isBlank = (bytes: Buffer, from: number): boolean =>
  from === bytes.length || /^[ \t\r\n]*$/.test(bytes.toString('latin1', from));

/**
 * Reads a reply whose `data` is a list of objects. Each stays JSON, and a column is parsed when it is read, so what nobody asked for
 * costs little; `sentOf` gives the whole row. The first row of an endpoint is parsed at once and shows the names that are expected
 * of the others, as is each row that has other names than the row before it. Of `request` only the account is read.
 *
 * Null for replies of any other form, also for JSON with white space, and for what is not JSON.
 */
export const readRows = (endpoint: Endpoint, bytes: Buffer): Values | null => {
  if (bytes[0] !== brace) return null;
  const reply = new Reply(bytes);
  const body = new Map<string, unknown>();
  for (let start = 1; ; ) {
    const nameEnd = bytes[start] === quote ? skipOrdinary(bytes, start + 1) : NOWHERE;
    if (bytes[nameEnd] !== quote || bytes[nameEnd + 1] !== colon) return null;
    const name = bytes.toString('latin1', start + 1, nameEnd);
    const from = nameEnd + 2;
    const list = name === 'data' ? readList(endpoint, reply, from) : null;
    const end = list === null ? skipValue(bytes, from, maxDepth - 1) : list.end;
    if (end === NOWHERE || name === '__proto__') return null;
    if (name === 'request') body.set(name, echoIn(bytes, from));
    else body.set(name, list === null ? parsed(bytes, from, end) : list.rows);
    if (bytes[end] !== comma) {
      const isWhole = bytes[end] === braceEnd && isBlank(bytes, end + 1);
      return isWhole ? Object.fromEntries(body) : null;
    }
    start = end + 1;
  }
};
