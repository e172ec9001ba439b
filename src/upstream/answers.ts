import type { Endpoint } from './catalogue/endpoint.ts';
import type { Values } from './encode.ts';
import type { UpstreamProblem } from './errors.ts';
import { TransportError } from './errors.ts';
import { parseUntrusted } from './lossless-json.ts';
import { originsOf } from './origins.ts';
import { isObject } from './problems.ts';
import type { Answered, Asked } from './refused.ts';
import { refusalOf, tellable } from './refused.ts';
import type { Row } from './row.ts';
import { adopt, idOf } from './row.ts';

/** What an endpoint answered: its rows (one, for a single entity), and where a list goes on. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly totalCount: number | null;
  /** What an endpoint answers that lists plain texts. */
  readonly texts: readonly string[];
  /** How many rows were left out because they had no id. */
  readonly dropped?: number;
  /** Errors that came beside the data. */
  readonly problems?: readonly UpstreamProblem[];
  /** Errors of a batch by item, though its status was 2xx; null where there are none. */
  readonly itemProblems?: readonly (readonly UpstreamProblem[])[] | null;
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
export const readWritten = ({ endpoint }: Asked, status: number, text: string): unknown => {
  if (endpoint.written === 'envelope' || status >= 300) return readBody(endpoint, text);
  if (endpoint.written === 'form') return { data: Object.fromEntries(new URLSearchParams(text)) };
  const body = readBody(endpoint, text);
  // An entity that an endpoint answers without an envelope is told by its columns; it may come in one all the same.
  const columns = Object.keys(endpoint.returns.of?.columns ?? {});
  const isBare = isObject(body) && columns.some((name) => Object.hasOwn(body, name));
  return isBare ? { data: body } : body;
};

const unreadable = ({ endpoint }: Asked, reason: string): TransportError =>
  new TransportError('UPSTREAM_BAD_RESPONSE', endpoint.name, reason, { sent: true });

/** Reads a 2xx. Throws TransportError for what does not hold what the endpoint promises. */
export const readAnswer = (asked: Asked, answered: Answered): Answer => {
  const { body } = answered;
  if (body === undefined) throw unreadable(asked, 'the answer is not JSON');
  if (!isObject(body)) throw unreadable(asked, 'the answer is not an object');
  const { all, byItem } = tellable(asked, body);
  const data = listOf(body['data'] ?? []);
  const isBatch = asked.endpoint.returns.as === 'batch';
  if (isBatch && data.length === 0 && (all.length > 0 || byItem !== null)) {
    // A batch is applied as a whole or not at all, and this one was not, whatever its status.
    throw refusalOf(asked, answered);
  }
  if (body['data'] === undefined || body['data'] === null) {
    const [problem] = all;
    const reason = problem === undefined ? '' : `: ${problem.message}`;
    throw unreadable(asked, `the answer has no data${reason}`);
  }
  const isTexts = asked.endpoint.returns.as === 'texts';
  return {
    ...rowsOf(asked, data),
    nextCursor: cursorOf(asked, body['next_cursor']),
    totalCount: countOf(body['total_count']),
    texts: isTexts ? data.filter((text) => typeof text === 'string') : [],
    problems: all,
    itemProblems: byItem,
  };
};

const listOf = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : [data]);

/** Throws where the echo of the request names another account than ours: then the answer belongs to somebody else. */
export const checkEcho = (asked: Asked, body: unknown): void => {
  const account = accountOf(asked.input)?.toLowerCase();
  if (account === undefined || !isObject(body)) return;
  for (const echo of [body['request']].flat()) {
    const params = isObject(echo) ? echo['params'] : undefined;
    const theirs = isObject(params) ? params['account_id'] : undefined;
    if (typeof theirs === 'string' && theirs.toLowerCase() !== account) {
      throw unreadable(asked, 'the answer names another account than the request');
    }
  }
};

const accountOf = (input: Values): string | undefined => {
  const account = input['account_id'];
  return typeof account === 'string' ? account : undefined;
};

const cursorOf = (asked: Asked, cursor: unknown): string | null => {
  if (cursor === undefined || cursor === null || cursor === '') return null;
  if (typeof cursor === 'string') return cursor;
  if (typeof cursor === 'number') return String(cursor);
  throw unreadable(asked, 'next_cursor is no text');
};

const countOf = (count: unknown): number | null => {
  const number = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};

interface Rows {
  readonly rows: readonly Row[];
  readonly dropped: number;
}

const noRows: Rows = Object.freeze({ rows: Object.freeze([]), dropped: 0 });

const rowsOf = (asked: Asked, data: readonly unknown[]): Rows => {
  const { endpoint, input } = asked;
  const { as, of } = endpoint.returns;
  if (of === null || as === 'texts') return noRows;
  const account = of.inAccount ? (accountOf(input)?.toLowerCase() ?? null) : null;
  const originOf = originsOf(endpoint, { entity: of, accountId: account, endpoint, asked: input });
  if (as === 'one') {
    const one = theOne(asked, data, of.key);
    return { rows: [adopt(one, originOf(one))], dropped: 0 };
  }
  const rows: Row[] = [];
  const ids = new Set<string>();
  for (const item of data) {
    if (!isObject(item)) continue;
    const id = keyOf(item, of.key);
    if (id === null) continue;
    ids.add(String(id));
    rows.push(adopt(item, originOf(item)));
  }
  const dropped = data.length - rows.length;
  // What a write answers is counted as it came.
  const isList = (as === 'page' || as === 'rows') && of.key !== null;
  return { rows: isList && ids.size < rows.length ? withoutRepeats(rows) : rows, dropped };
};

/** The rows without those whose id came before; where two differ, the one that changed last takes the place. */
const withoutRepeats = (rows: readonly Row[]): readonly Row[] => {
  const byId = new Map<string, Row>();
  for (const row of rows) {
    const known = byId.get(idOf(row));
    if (known === undefined || isLater(row, known)) byId.set(idOf(row), row);
  }
  return [...byId.values()];
};

const isLater = (row: Row, known: Row): boolean => {
  const [now, then] = [row['updated_at'], known['updated_at']];
  return typeof now === 'string' && typeof then === 'string' && now > then;
};

/** The id of a row; null where it has none though its kind has, and anything at all for kinds without identity. */
const keyOf = (row: Values, key: string | null): unknown => {
  if (key === null) return true;
  const id = row[key];
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? id : null;
};

const theOne = (asked: Asked, data: readonly unknown[], key: string | null): Values => {
  const [row] = data;
  if (!isObject(row) || data.length > 1) throw unreadable(asked, 'the answer is not one entity');
  if (key === null) return row;
  const id = keyOf(row, key);
  if (id === null) throw unreadable(asked, `the answer has no ${key}`);
  const wanted = wantedId(asked);
  if (wanted !== null && String(id).toLowerCase() !== wanted) {
    throw unreadable(asked, 'the answer is about another id');
  }
  return row;
};

/** The id that the path ends with, lower case: whatever has an id and is answered there is what was asked for. */
const wantedId = ({ endpoint, input }: Asked): string | null => {
  const name = /\{(\w+)\}$/.exec(endpoint.path)?.[1];
  return name === undefined ? null : String(input[name]).toLowerCase();
};
