import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { UpstreamProblem } from '../errors.ts';
import { UpstreamError } from '../errors.ts';
import type { Row } from '../row.ts';
import { accountOf, rowsOf, unreadable } from './answer-rows.ts';
import { parseUntrusted } from './lossless-json.ts';
import { isObject } from './problems.ts';
import type { UpstreamCall, UpstreamResponse } from './refusals.ts';
import { refusalOf, tellable } from './refusals.ts';

/** What an endpoint answered: its rows (one, for a single entity), and where a list goes on. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly totalCount: number | null;
  /** What an endpoint answers that lists plain texts. */
  readonly texts: readonly string[];
  /** How many rows were left out because they were no objects or had no id. */
  readonly dropped?: number;
  /** Of a read: what was wrong with the parts of it that are not here. */
  readonly flaws?: readonly Error[];
  /** Errors that came beside the data. */
  readonly problems?: readonly UpstreamProblem[];
  /** Errors of a batch by item, though its status was 2xx; null where there are none. */
  readonly itemProblems?: readonly (readonly UpstreamProblem[])[] | null;
  /** The items of a batch as the API says it got them. */
  readonly echo?: readonly unknown[];
}

/** The body of an answer as JSON; undefined where it is none, null where it is hostile. */
const readBody = ({ returns }: Endpoint, text: string): unknown => {
  try {
    return parseUntrusted(text, returns.of?.hasLongs);
  } catch (error) {
    return error instanceof SyntaxError ? undefined : null;
  }
};

/** The body of an answer as an envelope, however the endpoint writes it; refusals are JSON everywhere. */
export const readWritten = ({ endpoint }: UpstreamCall, status: number, text: string): unknown => {
  if (endpoint.written === 'envelope' || status >= 300) return readBody(endpoint, text);
  if (endpoint.written === 'form') return { data: Object.fromEntries(new URLSearchParams(text)) };
  const body = readBody(endpoint, text);
  // An entity that an endpoint answers without an envelope is told by its columns; it may come in one all the same.
  const columns = Object.keys(endpoint.returns.of?.columns ?? {});
  const isBare = isObject(body) && columns.some((name) => Object.hasOwn(body, name));
  return isBare ? { data: body } : body;
};

/** Reads a 2xx. Throws TransportError for what does not hold what the endpoint promises. */
export const readAnswer = (call: UpstreamCall, response: UpstreamResponse): Answer => {
  const { body } = response;
  if (body === undefined) throw unreadable(call, 'the answer is not JSON');
  if (!isObject(body)) throw unreadable(call, 'the answer is not an object');
  const { all, byItem } = tellable(call, body);
  const data = listOf(body['data'] ?? []);
  const isBatch = call.endpoint.returns.as === 'batch';
  if (isBatch && data.length === 0 && (all.length > 0 || byItem !== null)) {
    // A batch is applied as a whole or not at all, and this one was not, whatever its status.
    throw refusalOf(call, response);
  }
  const isIgnored = call.endpoint.isIgnoredAtTimes && data.length === 0 && all.length === 0;
  if (isIgnored) return { rows: [], nextCursor: null, totalCount: null, texts: [] };
  if (body['data'] === undefined || body['data'] === null) {
    const [problem] = all;
    const reason = problem === undefined ? '' : `: ${problem.message}`;
    throw unreadable(call, `the answer has no data${reason}`);
  }
  const told = call.endpoint.readOnly ? flawsOf(call, response, all) : [];
  const read = rowsOf(call, data, told);
  return {
    ...read,
    flaws: call.endpoint.readOnly ? [...told, ...lossOf(call, read.dropped)] : [],
    nextCursor: cursorOf(call, body['next_cursor']),
    totalCount: countOf(body['total_count']),
    problems: all,
    itemProblems: byItem,
    ...(isBatch && { echo: listOf(body['request'] ?? []) }),
  };
};

const flawsOf = (
  { endpoint: { name: endpoint } }: UpstreamCall,
  { status }: UpstreamResponse,
  problems: readonly UpstreamProblem[],
): readonly Error[] =>
  problems.length === 0 ? [] : [new UpstreamError({ endpoint, status, problems })];

const lossOf = (call: UpstreamCall, dropped: number): readonly Error[] => {
  if (dropped === 0) return [];
  const what = dropped === 1 ? 'something' : `${dropped} things`;
  return [unreadable(call, `the answer holds ${what} that cannot be read`)];
};

const listOf = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : [data]);

/** Throws where the echo of the request names another account than ours: then the answer belongs to somebody else. */
export const checkEcho = (call: UpstreamCall, body: unknown): void => {
  const account = accountOf(call.input)?.toLowerCase();
  if (account === undefined || !isObject(body)) return;
  for (const echo of [body['request']].flat()) {
    const params = isObject(echo) ? echo['params'] : undefined;
    const theirs = isObject(params) ? params['account_id'] : undefined;
    if (typeof theirs === 'string' && theirs.toLowerCase() !== account) {
      throw unreadable(call, 'the answer names another account than the request');
    }
  }
};

const cursorOf = (call: UpstreamCall, cursor: unknown): string | null => {
  if (cursor === undefined || cursor === null || cursor === '') return null;
  if (typeof cursor === 'string') return cursor;
  if (typeof cursor === 'number') return String(cursor);
  throw unreadable(call, 'next_cursor is no text');
};

const countOf = (count: unknown): number | null => {
  const number = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};
