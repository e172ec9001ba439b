import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import type { Emulator } from '../../emulator/server.ts';
import type { Body, Query } from './signed.ts';
import { authorization } from './signed.ts';

/** A row in a client of the vendor. */
export type LoadedRow = Readonly<Record<string, unknown>>;

/**
 * The format in which one of the vendor's own clients writes a row: as parameters, and as members
 * of a batch.
 */
export interface Dialect {
  readonly name: 'Python' | 'Ruby';
  readonly loading: Query;
  readonly parameters: (row: LoadedRow) => readonly (readonly [string, string])[];
  readonly members: (row: LoadedRow) => LoadedRow;
}

const present = (
  row: LoadedRow,
  isLeftOut: (value: unknown) => boolean,
): readonly [string, unknown][] =>
  Object.entries(row).filter(
    ([, value]) => value !== null && value !== undefined && !isLeftOut(value),
  );

/**
 * Python: leaves out 0 and false, writes flags in lower case, and each value of a list under the
 * name of the list.
 */
const python: Dialect = {
  name: 'Python',
  loading: { with_deleted: 'True' },
  parameters: (row) =>
    present(row, (value) => value === 0 || value === false).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)] as const),
    ),
  members: (row) =>
    Object.fromEntries(
      present(row, (value) => value === 0 || value === false).map(([name, value]) => [
        name,
        value === true ? 'true' : value,
      ]),
    ),
};

/** Ruby: joins lists by commas, leaves out empty ones, and writes numbers of a batch as text. */
const ruby: Dialect = {
  name: 'Ruby',
  loading: { with_deleted: 'true' },
  parameters: (row) =>
    present(row, (value) => Array.isArray(value) && value.length === 0).map(
      ([name, value]) => [name, String(value)] as const,
    ),
  members: (row) =>
    Object.fromEntries(
      present(row, (value) => Array.isArray(value) && value.length === 0).map(([name, value]) => [
        name,
        Array.isArray(value) || typeof value === 'number' ? String(value) : value,
      ]),
    ),
};

export const dialects = { python, ruby } as const;

/** Both clients write blanks as a plus. */
const plus = (text: string): string => new URLSearchParams({ text }).toString().slice(5);

const grouped = (pairs: readonly (readonly [string, string])[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(pairs, ([name]) => name)).map(([name, group = []]) => {
      const values = group.map(([, value]) => value);
      return [name, values.length > 1 ? values : String(values[0])];
    }),
  );

export interface SdkAnswer {
  readonly status: number;
  readonly body: Body;
}

/**
 * The requests of one of the vendor's clients: every parameter in the query, no form, batches as
 * JSON.
 */
export const sdkClient = (
  emulator: Emulator,
  dialect: Dialect,
  headers: Readonly<Record<string, string>> = {},
) => {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    pairs: readonly (readonly [string, string])[] = [],
    json?: unknown,
  ): Promise<SdkAnswer> => {
    const url = `${emulator.url}${path}`;
    const query = pairs.map(([name, value]) => `${plus(name)}=${plus(value)}`).join('&');
    const scheme = headers['x-forwarded-proto'] ?? 'http';
    const signed = authorization(
      emulator.credentials,
      { method, url: url.replace(/^http/, scheme), data: grouped(pairs) },
      { nonce: randomBytes(12).toString('hex') },
    );
    const answer = await request(query === '' ? url : `${url}?${query}`, {
      method,
      headers: {
        authorization: signed,
        ...headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body: json === undefined ? null : JSON.stringify(json),
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as Body };
  };
  const query = (values: Query) =>
    Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  const batch = (path: string, operations: readonly (readonly [string, LoadedRow])[]) =>
    send(
      'POST',
      path,
      [],
      operations.map(([operation_type, row]) => ({ params: dialect.members(row), operation_type })),
    );
  return {
    load: (path: string, more: Query = {}) =>
      send('GET', path, query({ ...dialect.loading, ...more })),
    create: (path: string, row: LoadedRow) => send('POST', path, dialect.parameters(row)),
    save: (path: string, row: LoadedRow) => send('PUT', path, dialect.parameters(row)),
    remove: (path: string) => send('DELETE', path),
    json: (method: 'POST' | 'PUT', path: string, body: unknown) => send(method, path, [], body),
    batch,
  };
};
