import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { Values } from '../request/encode.ts';
import {
  brace,
  braceEnd,
  bracket,
  bracketEnd,
  colon,
  comma,
  firstOfNull,
  quote,
  special,
} from './ascii.ts';
import type { Layout, Stretch } from './lazy-row.ts';
import { LazyRow, layoutFor, Reply } from './lazy-row.ts';
import { firstItems, isExcessive, isLong } from './long-values.ts';
import { maxDepth, parseUntrusted } from './lossless-json.ts';
import { endOfValue, findRows, NOWHERE, takeReply } from './scanner.ts';

// Of the levels of a reply, its object, the list and the row are above a value.
const rowLevels = maxDepth - 2;
const valueLevels = maxDepth - 3;

// Each row with other names than the one before is parsed at once. Pages hold 1,000 rows.
const mostRows = 20_000;

/** The layout of the last rows of each endpoint, which the next ones probably have. */
const lastLayouts = new WeakMap<Endpoint, Layout>();

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
  for (let at = start + 1; ; ) {
    const found = layout === null ? null : findRows(at, layout.names, valueLevels);
    let end: number;
    if (layout !== null && found !== null) {
      ({ end } = found);
      const { spans } = found;
      const stretch: Stretch = { reply, layout, start: at, end, text: null, spans };
      const width = spans.length / found.count;
      for (let row = 0; row < found.count; row += 1) {
        rows.push(new LazyRow(stretch, row * width));
      }
    } else {
      end = bytes[at] === brace ? endOfValue(at, rowLevels) : NOWHERE;
      if (end === NOWHERE || rows.length > mostRows) return null;
      if (isExcessive(bytes.subarray(at, end))) return null;
      const row = parseUntrusted(bytes.toString('utf8', at, end)) as Values;
      rows.push(row);
      layout = layoutFor(row);
    }
    if (bytes[end] !== comma) {
      if (layout !== null) lastLayouts.set(endpoint, layout);
      return bytes[end] === bracketEnd ? { rows, end: end + 1 } : null;
    }
    at = end + 1;
  }
};

/**
 * Where the value of this member begins in the object at `at`, which is valid JSON; -1 where it has
 * none. Null where only the parser can tell: for what is no object, and for names with escapes or
 * characters beyond ASCII.
 */
export const memberIn = (bytes: Buffer, at: number, name: string): number | null => {
  if (bytes[at] !== brace) return null;
  let found = NOWHERE;
  if (bytes[at + 1] === braceEnd) return found;
  for (let start = at + 1; ; ) {
    const value = endOfValue(start, 0) + 1;
    const written = bytes.toString('latin1', start + 1, value - 2);
    if (special.test(written)) return null;
    if (written === name) found = value;
    const end = endOfValue(value, maxDepth);
    if (bytes[end] !== comma) return found;
    start = end + 1;
  }
};

// The parameters repeat up to 200 ids, and of all of them only the account is looked at.
// Null for a long echo that only the parser can read.
const echoIn = (bytes: Buffer, from: number, to: number): unknown => {
  const params = memberIn(bytes, from, 'params');
  if (params === NOWHERE) return {};
  const account = params === null ? null : memberIn(bytes, params, 'account_id');
  if (account === null) return isLong(to - from) ? null : (parsed(bytes, from, to) ?? {});
  if (account === NOWHERE) return {};
  return { params: { account_id: parsed(bytes, account, endOfValue(account, maxDepth)) } };
};

const parsed = (bytes: Buffer, from: number, to: number): unknown =>
  bytes[from] === firstOfNull ? null : parseUntrusted(bytes.toString('utf8', from, to));

const isBlank = (bytes: Buffer, from: number): boolean =>
  from === bytes.length || /^[ \t\r\n]*$/.test(bytes.toString('latin1', from));

/**
 * Reads a reply whose `data` is a list of objects. Each stays JSON, and a column is parsed when it is read, so what nobody asked for
 * costs little; `sentOf` gives the whole row. The first row of an endpoint is parsed at once and shows the names that are expected
 * of the others, as is each row that has other names than the row before it. Of `request`
 * only the account is read, unless it is written in an unusual way.
 *
 * Null for replies of any other form, also for JSON with white space, and for what is not JSON.
 */
export const readRows = (endpoint: Endpoint, bytes: Buffer): Values | null => {
  if (bytes[0] !== brace) return null;
  takeReply(bytes);
  const reply = new Reply(bytes);
  const body = new Map<string, unknown>();
  for (let start = 1; ; ) {
    const colonAt = bytes[start] === quote ? endOfValue(start, 0) : NOWHERE;
    if (bytes[colonAt] !== colon) return null;
    const name = bytes.toString('latin1', start + 1, colonAt - 1);
    if (special.test(name)) return null;
    const from = colonAt + 1;
    const list = name === 'data' ? readList(endpoint, reply, from) : null;
    const end = list === null ? endOfValue(from, maxDepth - 1) : list.end;
    if (end === NOWHERE || name === '__proto__') return null;
    if (name === 'request') {
      const echo = echoIn(bytes, from, end);
      if (echo === null) return null;
      body.set(name, echo);
    } else if (list !== null) body.set(name, list.rows);
    else if (!isLong(end - from)) body.set(name, parsed(bytes, from, end));
    else if (name === 'data') return null;
    // Nothing beside the rows is long, unless it is a list of errors.
    else body.set(name, firstItems(bytes, from));
    if (bytes[end] !== comma) {
      const isWhole = bytes[end] === braceEnd && isBlank(bytes, end + 1);
      return isWhole ? Object.fromEntries(body) : null;
    }
    start = end + 1;
  }
};
