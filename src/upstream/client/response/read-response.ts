import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { lowerId } from '../../catalogue/language/identifiers.ts';
import { isObject, type Values } from '../../catalogue/language/values.ts';
import { isExcessive, readExcerpt, readRows } from '../bytes/read-rows.ts';
import { badResponse, TransportError, UpstreamError, type UpstreamProblem } from '../errors.ts';
import { parseUntrusted } from '../json/untrusted.ts';
import { type Row, sentOf } from '../row.ts';
import type { UpstreamCall, UpstreamResponse } from './refusals.ts';
import { problemsOfXml, redactedProblems, refusalOf } from './refusals.ts';
import { accountOf, isCount, type ReadData, rowsOf } from './response-rows.ts';

/** The result of a call: its rows (one, for a single entity), and the cursor of the next page. */
export interface CallResult {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly totalCount: number | null;
  /** The items of an endpoint that lists plain texts. */
  readonly texts: readonly string[];
  /** The number of items that were left out because they are no objects or have no id. */
  readonly dropped?: number;
  /** For a read: the errors about the parts that are missing. */
  readonly flaws?: readonly Error[];
  /** The errors next to the data. */
  readonly problems?: readonly UpstreamProblem[];
  /** For a batch with status 2xx: its errors by item; null if there are none. */
  readonly itemProblems?: readonly (readonly UpstreamProblem[])[] | null;
  /** The length of the response in bytes. */
  readonly size?: number;
  /** For a batch whose items have their rows: the index of each item's row; null if not certain. */
  readonly itemIndexes?: readonly (number | null)[];
  /** The request as the API repeats it: items of a batch, or parameters that it `echoes`. */
  readonly echo?: readonly unknown[];
}

/**
 * A body as JSON, in which invalid UTF-8 becomes U+FFFD; undefined if it is not JSON, null if it is
 * nested too deeply.
 */
const readBody = (endpoint: Endpoint, bytes: Buffer): unknown => {
  try {
    const { as, of } = endpoint.returns;
    const isList = (as === 'page' || as === 'rows') && of !== null;
    const lazy = isList ? readRows(endpoint, bytes) : null;
    if (lazy !== null) return lazy;
    return isExcessive(bytes)
      ? readExcerpt(bytes, ['errors', 'operation_errors'])
      : parseUntrusted(bytes.toString(), of?.hasLongs);
  } catch (error) {
    return error instanceof SyntaxError ? undefined : null;
  }
};

/**
 * A body as the usual envelope, however the endpoint writes it: the form `a=1` is `{ data:
 * { a: '1' } }`.
 */
export const readWritten = ({ endpoint }: UpstreamCall, status: number, bytes: Buffer): unknown => {
  if (endpoint.written === 'form' && status < 300) {
    return { data: Object.fromEntries(new URLSearchParams(bytes.toString())) };
  }
  const read = readBody(endpoint, bytes);
  const body = read === undefined && status >= 300 ? problemsOfXml(bytes.toString()) : read;
  if (endpoint.written === 'envelope' || status >= 300) return body;
  // These endpoints write an entity with or without an envelope: its columns are the difference.
  const columns = Object.keys(endpoint.returns.of?.columns ?? {});
  const isBare = isObject(body) && columns.some((name) => Object.hasOwn(body, name));
  return isBare ? { data: body } : body;
};

/**
 * Reads a response with status 2xx. Throws UpstreamError if a batch was refused as a whole, and
 * TransportError if the body lacks what the endpoint promises.
 */
export const readResponse = (call: UpstreamCall, response: UpstreamResponse): CallResult => {
  const { body, size } = response;
  if (size === 0 && call.endpoint.quirks.isSilent === true) return nothing;
  if (body === undefined) throw badResponse(call.endpoint.name, 'the response is not JSON');
  if (!isObject(body)) throw badResponse(call.endpoint.name, 'the response is not an object');
  const { all, byItem } = redactedProblems(call, body);
  const held = dataOf(call, body);
  const data = listOf(held ?? []);
  const isBatch = call.endpoint.returns.as === 'batch';
  if (isBatch && data.length === 0 && (all.length > 0 || byItem !== null)) {
    // A batch is applied as a whole or not at all. Errors without data mean that it was not.
    throw refusalOf(call, response);
  }
  const isIgnored =
    call.endpoint.quirks.isIgnoredAtTimes === true && data.length === 0 && all.length === 0;
  if (isIgnored) return nothing;
  if (held === undefined || held === null) {
    const [problem] = all;
    const reason = problem === undefined ? '' : `: ${problem.message}`;
    throw badResponse(call.endpoint.name, `the response has no data${reason}`);
  }
  const flaws = call.endpoint.readOnly ? flawsOf(call, response, all) : [];
  const read = rowsOf(call, data, flaws);
  const { rows, texts, dropped } = read;
  return {
    rows,
    texts,
    dropped,
    flaws: call.endpoint.readOnly ? [...flaws, ...flawsOfRows(call, read)] : [],
    nextCursor: cursorOf(call, body['next_cursor']),
    totalCount: countOf(body['total_count']),
    problems: all,
    itemProblems: byItem,
    size,
    echo: isBatch || call.endpoint.echoes ? listOf(body['request'] ?? []) : [],
  };
};

const nothing: CallResult = Object.freeze({
  rows: [],
  nextCursor: null,
  totalCount: null,
  texts: [],
});

/** The content of a response: its `data`, or the member of `data` that has the rows. */
const dataOf = ({ endpoint }: UpstreamCall, { data }: Values): unknown => {
  const { within } = endpoint.returns;
  if (within === undefined) return data;
  return isObject(data) ? data[within] : undefined;
};

const flawsOf = (
  { endpoint: { name: endpoint } }: UpstreamCall,
  { status }: UpstreamResponse,
  problems: readonly UpstreamProblem[],
): readonly Error[] =>
  problems.length === 0 ? [] : [new UpstreamError({ endpoint, status, problems })];

const flawsOfRows = (
  call: UpstreamCall,
  { dropped, respelt, contradicted }: ReadData,
): readonly Error[] => {
  const reasons = [];
  if (dropped > 0) {
    const what = dropped === 1 ? 'something' : `${dropped} things`;
    reasons.push(`the response has ${what} that cannot be read`);
  }
  if (respelt) reasons.push('the response spells one id in two ways');
  if (contradicted) reasons.push('the response has two different figures for one id');
  return reasons.map((reason) => badResponse(call.endpoint.name, reason));
};

const listOf = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : [data]);

/** True if the test holds for a value, or for any value of a list, at any level. */
const anyIn = (value: unknown, test: (one: unknown) => boolean): boolean =>
  Array.isArray(value) ? value.some((one) => anyIn(one, test)) : test(value);

/** Throws TransportError if the response names another account than the call. */
export const checkEcho = (call: UpstreamCall, body: unknown): void => {
  const account = accountOf(call.input)?.toLowerCase();
  if (account === undefined || !isObject(body)) return;
  const isOther = (id: unknown): boolean => lowerId(id) !== account;
  const namesOther = (params: unknown): boolean =>
    isObject(params) && anyIn(params['account_id'] ?? [], isOther);
  if (anyIn(body['request'], (echo) => isObject(echo) && anyIn(echo['params'], namesOther))) {
    throw badResponse(
      call.endpoint.name,
      'the response is about a different account than the request',
    );
  }
};

const cursorOf = (call: UpstreamCall, cursor: unknown): string | null => {
  if (cursor === undefined || cursor === null || cursor === '') return null;
  if (typeof cursor === 'string') return cursor;
  if (typeof cursor === 'number') return String(cursor);
  throw badResponse(call.endpoint.name, 'next_cursor is no text');
};

const countOf = (count: unknown): number | null => {
  const number = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count;
  return isCount(number) ? number : null;
};

/** A response as JSON, as the API sent it: with every digit, and without the caller. */
export const writeResult = ({ rows, texts, nextCursor, totalCount }: CallResult): string =>
  JSON.stringify({
    data: [...rows.map(sentOf), ...texts],
    next_cursor: nextCursor,
    total_count: totalCount,
  });

/** Reads what `writeResult` wrote for the same read; null for any other text. */
export const readCachedResult = (
  endpoint: Endpoint,
  input: Values,
  text: string,
): CallResult | null => {
  try {
    const body = parseUntrusted(text, endpoint.returns.of?.hasLongs);
    const response = { status: 200, headers: {}, body, size: text.length, now: 0 };
    const result = readResponse({ endpoint, input, secrets: [] }, response);
    return (result.flaws ?? []).length === 0 ? result : null;
  } catch (error) {
    const isUnreadable =
      error instanceof SyntaxError ||
      error instanceof RangeError ||
      error instanceof TransportError;
    if (isUnreadable) return null;
    throw error;
  }
};
