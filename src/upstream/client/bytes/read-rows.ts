import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { Values } from '../../catalogue/language/values.ts';
import { maxProblems } from '../errors.ts';
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
} from '../json/characters.ts';
import { exceeds, type JsonExtent, maxDepth, parseUntrusted } from '../json/untrusted.ts';
import { JsonRow, type Layout, layoutFor, ResponseBytes, type Stretch } from './json-row.ts';
import { endOfValue, findRows, NOT_FOUND, takeResponse } from './scanner.ts';

// The levels above a value: the response, the list and the row.
const rowLevels = maxDepth - 2;
const valueLevels = maxDepth - 3;

// A row whose columns differ from the row before it is parsed at once, which is slow for many.
const maxParsedRows = 20_000;

/** By endpoint, the layout of the last row. The next rows probably have the same. */
const lastLayouts = new WeakMap<Endpoint, Layout>();

interface ReadList {
  readonly rows: readonly object[];
  readonly end: number;
}

/** The list at `start`; null if it holds anything but rows. */
const readList = (endpoint: Endpoint, response: ResponseBytes, start: number): ReadList | null => {
  const { bytes } = response;
  if (bytes[start] !== bracket) return null;
  const rows: object[] = [];
  let layout = lastLayouts.get(endpoint) ?? null;
  for (let at = start + 1; ; ) {
    const found = layout === null ? null : findRows(at, layout.names, valueLevels);
    let end: number;
    if (layout !== null && found !== null) {
      ({ end } = found);
      const { spans } = found;
      const stretch: Stretch = { response, layout, start: at, end, text: null, spans };
      const width = spans.length / found.count;
      for (let row = 0; row < found.count; row += 1) {
        rows.push(new JsonRow(stretch, row * width));
      }
    } else {
      end = bytes[at] === brace ? endOfValue(at, rowLevels) : NOT_FOUND;
      if (end === NOT_FOUND || rows.length > maxParsedRows) return null;
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
 * The start of this member's value in the object at `at`, which is valid JSON; NOT_FOUND if it has
 * no such member. Null if only the parser can decide: the value is no object, or its names have
 * escapes or characters beyond ASCII.
 */
const memberIn = (bytes: Buffer, at: number, name: string): number | null => {
  if (bytes[at] !== brace) return null;
  let found = NOT_FOUND;
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

/**
 * The account in the echo of a request, as `{ params: { account_id } }`. Up to 200 ids next to it
 * are skipped. An echo that only the parser can read is returned whole, or is null if it is long.
 */
const echoIn = (bytes: Buffer, from: number, to: number): unknown => {
  const params = memberIn(bytes, from, 'params');
  if (params === NOT_FOUND) return {};
  const account = params === null ? null : memberIn(bytes, params, 'account_id');
  if (account === null) return isLong(to - from) ? null : (parsed(bytes, from, to) ?? {});
  if (account === NOT_FOUND) return {};
  return { params: { account_id: parsed(bytes, account, endOfValue(account, maxDepth)) } };
};

const parsed = (bytes: Buffer, from: number, to: number): unknown =>
  bytes[from] === firstOfNull ? null : parseUntrusted(bytes.toString('utf8', from, to));

const isBlank = (bytes: Buffer, from: number): boolean =>
  from === bytes.length || /^[ \t\r\n]*$/.test(bytes.toString('latin1', from));

/**
 * Reads a response whose `data` is a list of objects: `{"data":[{"id":"a"},{"id":"b"}]}`. Each row
 * stays JSON, and a column is parsed when it is read; `sentOf` returns the whole row. Only the
 * first row of an endpoint is parsed at once, and each row whose columns differ from the row before
 * it. Of `request` only the account is read, unless it is written in an unusual way or the endpoint
 * `echoes`.
 *
 * Null for responses of any other kind, for JSON with white space, and for text that is not JSON.
 */
export const readRows = (endpoint: Endpoint, bytes: Buffer): Values | null => {
  if (bytes[0] !== brace) return null;
  takeResponse(bytes);
  const response = new ResponseBytes(bytes);
  const body = new Map<string, unknown>();
  for (let start = 1; ; ) {
    const colonAt = bytes[start] === quote ? endOfValue(start, 0) : NOT_FOUND;
    if (bytes[colonAt] !== colon) return null;
    const name = bytes.toString('latin1', start + 1, colonAt - 1);
    if (special.test(name)) return null;
    const from = colonAt + 1;
    const list = name === 'data' ? readList(endpoint, response, from) : null;
    const end = list === null ? endOfValue(from, maxDepth - 1) : list.end;
    if (end === NOT_FOUND || name === '__proto__') return null;
    if (name === 'request' && !endpoint.echoes) {
      const echo = echoIn(bytes, from, end);
      if (echo === null) return null;
      body.set(name, echo);
    } else if (list !== null) body.set(name, list.rows);
    else if (!isLong(end - from)) body.set(name, parsed(bytes, from, end));
    else if (name === 'data') return null;
    // Nothing next to the rows is long, except a list of errors.
    else body.set(name, firstItems(bytes, from));
    if (bytes[end] !== comma) {
      const isWhole = bytes[end] === braceEnd && isBlank(bytes, end + 1);
      return isWhole ? Object.fromEntries(body) : null;
    }
    start = end + 1;
  }
};

/** An excerpt of a response that is too large: the first items of the lists with these names. */
export const readExcerpt = (bytes: Buffer, names: readonly string[]): Values => {
  takeResponse(bytes);
  const found = names.flatMap((name) => {
    const at = memberIn(bytes, 0, name);
    return at === null || at === NOT_FOUND ? [] : [[name, firstItems(bytes, at)]];
  });
  return Object.fromEntries(found);
};

/** Shorter ones are parsed without a check. */
const shortLength = 64 * 1024;

// Five times what a page of 1,000 rows with all documented columns holds. The parser limits the
// depth, because only it knows whether the JSON is complete.
const most: JsonExtent = {
  depth: 200_000,
  values: 500_000,
  members: 250_000,
  membersEach: 50_000,
};

/** True if a value is so long that its extent is checked before it is parsed. */
const isLong = (length: number): boolean => length > shortLength;

/** True if JSON holds more than any response of the API, so that parsing it would take too long. */
export const isExcessive = (bytes: Uint8Array): boolean =>
  isLong(bytes.length) && exceeds(bytes, most) !== null;

/** The first items of the list at `at`, as many as errors are shown. Empty if it is no list. */
const firstItems = (bytes: Buffer, at: number): readonly unknown[] => {
  const items: unknown[] = [];
  if (bytes[at] !== bracket || bytes[at + 1] === bracketEnd) return items;
  for (let start = at + 1; items.length < maxProblems; ) {
    const end = endOfValue(start, maxDepth);
    if (end === NOT_FOUND || isExcessive(bytes.subarray(start, end))) return items;
    items.push(parseUntrusted(bytes.toString('utf8', start, end)));
    if (bytes[end] !== comma) return items;
    start = end + 1;
  }
  return items;
};
