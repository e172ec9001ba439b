import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { identifierOf } from '../upstream/catalogue/language/identifiers.ts';
import type { Fields, Param } from '../upstream/catalogue/language/params.ts';
import { pathId, pathNames } from '../upstream/catalogue/language/paths.ts';
import { integer, writeJson } from './json.ts';
import type { ApiError } from './refusal.ts';
import type { StoredRow } from './store.ts';

/** The members of an answer's body, in any order. */
export interface Envelope {
  readonly request?: unknown;
  readonly next_cursor?: unknown;
  readonly total_count?: unknown;
  readonly data_type?: unknown;
  readonly data?: unknown;
  /** In the place of data where an endpoint only says something. */
  readonly message?: string;
  readonly errors?: readonly (ApiError | ProblemDetails)[];
  readonly operation_errors?: unknown;
}

/** An error as the endpoints of streams write it. */
export interface ProblemDetails {
  readonly title: string;
  readonly type: string;
  readonly detail: string;
  readonly status: number;
}

/** A status and the body that goes with it; `omits` are the columns that its rows leave out. */
export interface Answer {
  readonly status: number;
  readonly envelope: Envelope;
  readonly omits: readonly string[];
  /** The body as it stands, where it is no envelope. */
  readonly written?: { readonly type: string; readonly body: string };
  readonly headers?: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, unknown>>;

/** What `request.params` shows: the values received, typed; 64-bit integers stay integers. */
export const echoOf = (endpoint: Endpoint, input: Values): Values => {
  const own = pathNames(endpoint.path).map(
    (name) => [name, echoed(name, pathId(endpoint, name), input[name])] as const,
  );
  return { ...Object.fromEntries(own), ...echoIn(endpoint.params, input) };
};

/** The same for a set of fields. */
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
  // The order is echoed as a list, of one.
  if (param.kind === 'text' && param.format === 'sort') return [value];
  const isLong =
    param.kind === 'long' ||
    (param.kind === 'id' && identifierOf(param.as ?? name).form === 'digits');
  return isLong && typeof value === 'string' && /^-?\d+$/.test(value) ? integer(value) : value;
};

const written = new WeakMap<StoredRow, Map<string, string>>();

// Rows never change, so each is written once for every set of columns left out.
const writeRow = (row: StoredRow, omits: readonly string[]): string => {
  const key = omits.join();
  const texts = written.get(row) ?? new Map<string, string>();
  const kept = texts.get(key);
  if (kept !== undefined) return kept;
  const shown = Object.entries(row).filter(([column]) => !omits.includes(column));
  const text = writeJson(Object.fromEntries(shown));
  written.set(row, texts.set(key, text));
  return text;
};

const isRow = (value: unknown): value is StoredRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const writeData = (data: unknown, omits: readonly string[]): string => {
  if (Array.isArray(data)) return `[${data.map((item) => writeData(item, omits)).join(',')}]`;
  return isRow(data) ? writeRow(data, omits) : writeJson(data);
};

/** Writes an answer's body; members that are undefined are left out. */
export const writeEnvelope = ({ envelope, omits, written: body }: Answer): string => {
  if (body !== undefined) return body.body;
  const members = Object.entries(envelope)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = name === 'data' ? writeData(value, omits) : writeJson(value);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${members.join(',')}}`;
};

/** An answer without rows: errors, and what was asked. */
export const refusedWith = (
  status: number,
  errors: readonly ApiError[],
  request: unknown = { params: {} },
): Answer => ({ status, envelope: { errors, request }, omits: [] });
