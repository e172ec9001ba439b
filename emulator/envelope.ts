import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { identifierOf, pathNames } from '../src/upstream/catalogue/language/identifiers.ts';
import { type Fields, type Param, pathId } from '../src/upstream/catalogue/language/params.ts';
import { isObject, type Values } from '../src/upstream/catalogue/language/values.ts';
import { integer, writeJson } from './json.ts';
import type { ApiError } from './refusal.ts';
import type { StoredRow } from './store.ts';

/** The members of a response's body, in any order. */
export interface Envelope {
  readonly request?: unknown;
  readonly next_cursor?: unknown;
  readonly total_count?: unknown;
  readonly data_type?: unknown;
  readonly time_series_length?: number;
  readonly data?: unknown;
  /** Instead of `data`, for endpoints that answer with a message only. */
  readonly message?: string;
  readonly errors?: readonly (ApiError | ProblemDetails)[];
  readonly operation_errors?: unknown;
}

/** An error as the endpoints of streams write it. */
interface ProblemDetails {
  readonly title: string;
  readonly type: string;
  readonly detail: string;
  readonly status: number;
}

/** A status and its body; `omits` are the columns that its rows leave out. */
export interface EmulatorResponse {
  readonly status: number;
  readonly envelope: Envelope;
  readonly omits: readonly string[];
  /** The whole body, for endpoints without an envelope. */
  readonly written?: { readonly type: string; readonly body: string | Buffer };
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The `request.params` of a response: the ids in the path and the received values, typed. Longs are
 * JSON integers.
 */
export const echoOf = (endpoint: Endpoint, input: Values): Values => {
  const own = pathNames(endpoint.path).map(
    (name) => [name, echoed(name, pathId(endpoint, name), input[name])] as const,
  );
  return { ...Object.fromEntries(own), ...echoIn(endpoint.params, input) };
};

/** The values of these fields as responses repeat them. */
export const echoIn = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => values[name] !== undefined)
      .map(([name, field]) => [name, echoed(name, field, values[name])]),
  );

const echoed = (name: string, param: Param, value: unknown): unknown => {
  if (value === null || value === undefined) return value;
  if (param.kind === 'list' && Array.isArray(value)) {
    return value.map((item) => echoed(name, param.of, item));
  }
  if (param.kind === 'shape') return echoIn(param.fields, value as Values);
  // `sort_by` is repeated as a list with one item.
  if (param.kind === 'text' && param.sorts !== undefined) return [value];
  const isLong =
    param.kind === 'long' ||
    (param.kind === 'id' && identifierOf(param.as ?? name).format === 'digits');
  return isLong && typeof value === 'string' && /^-?\d+$/.test(value) ? integer(value) : value;
};

const written = new WeakMap<StoredRow, Map<string, string>>();

// Rows are immutable, so the JSON of each is cached, by its omitted columns.
const writeRow = (row: StoredRow, omits: readonly string[]): string => {
  const key = omits.join();
  const texts = written.get(row) ?? new Map<string, string>();
  const cached = texts.get(key);
  if (cached !== undefined) return cached;
  const shown = Object.entries(row).filter(([column]) => !omits.includes(column));
  const text = writeJson(Object.fromEntries(shown));
  written.set(row, texts.set(key, text));
  return text;
};

const writeData = (data: unknown, omits: readonly string[]): string => {
  if (Array.isArray(data)) return `[${data.map((item) => writeData(item, omits)).join(',')}]`;
  return isObject(data) ? writeRow(data, omits) : writeJson(data);
};

/** The body of a response. */
export const writeEnvelope = ({
  envelope,
  omits,
  written: body,
}: EmulatorResponse): string | Buffer => {
  if (body !== undefined) return body.body;
  const members = Object.entries(envelope)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = name === 'data' ? writeData(value, omits) : writeJson(value);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${members.join(',')}}`;
};

/** A response with errors and no rows. */
export const enveloped = (
  status: number,
  errors: readonly ApiError[],
  request: unknown = { params: {} },
): EmulatorResponse => ({ status, envelope: { errors, request }, omits: [] });
