import type { Endpoint } from '../catalogue/language/endpoint.ts';
import type { Entity } from '../catalogue/language/entity.ts';
import { lowerId } from '../catalogue/language/identifiers.ts';

/** The source of a row. The rows of a response share one such object. */
export interface RowSource {
  readonly entity: Entity;
  /** The account that the row belongs to; null for accounts themselves and reference data. */
  readonly accountId: string | null;
  /** The endpoint that answered, or null for a reference whose row was not read. */
  readonly endpoint: Endpoint | null;
  /** The input of that call. */
  readonly input?: Readonly<Record<string, unknown>>;
  /**
   * For a row that was recorded with an earlier write, by its id alone: the filters that a list
   * needs to find it.
   */
  readonly kept?: Readonly<Record<string, unknown>>;
  /** The errors in the response of the row. */
  readonly flaws?: readonly Error[];
}

/** The property of a row that holds its source; as a symbol it is never printed. */
export const SOURCE: unique symbol = Symbol('source');

/** The property of a row with columns that were added later: all columns that the API sent. */
export const WHOLE: unique symbol = Symbol('whole');

/**
 * The JSON object as the API sent it, in snake_case, never copied or renamed. A reference has only
 * its id. In rows of lists columns are parsed when they are read, so only `sentOf` shows which ones
 * exist.
 */
export interface Row {
  readonly [column: string]: unknown;
  readonly [SOURCE]: RowSource;
  readonly [WHOLE]?: Readonly<Record<string, unknown>>;
}

/** Turns a parsed object into a row. The object is changed: copies of many rows take time. */
export const tagRow = (object: object, source: RowSource): Row => {
  const row = object as { [SOURCE]: RowSource };
  row[SOURCE] = source;
  return row as Row;
};

/** A row with only an id: enough for global ids, and for lists and links that need nothing else. */
export const reference = (entity: Entity, accountId: string | null, id: string): Row => ({
  [entity.key ?? 'id']: id,
  [SOURCE]: { entity, accountId, endpoint: null },
});

const SENT: unique symbol = Symbol('sent');

/**
 * Adds columns that the response omitted. The row stays the same object, and `sentOf` still returns
 * the columns that the API sent.
 */
export const fillIn = (row: Row, columns: Readonly<Record<string, unknown>>): Row => {
  const filled = row as Row & { [SENT]?: readonly string[] };
  filled[SENT] ??= Object.keys(row);
  // Defined and not set, because a row that stays JSON may have getters of columns that it lacks.
  return Object.defineProperties(filled, Object.getOwnPropertyDescriptors(columns));
};

/** A row as the API sent it, without the columns of `fillIn`. */
export const sentOf = (row: Row): Readonly<Record<string, unknown>> => {
  const whole = row[WHOLE];
  if (whole !== undefined) return whole;
  const names = (row as { readonly [SENT]?: readonly string[] })[SENT];
  return names === undefined ? row : Object.fromEntries(names.map((name) => [name, row[name]]));
};

export const idOf = (row: Row): string => String(row[row[SOURCE].entity.key ?? 'id']);

/** The id of a row in lower case, for comparisons. */
export const lowerIdOf = (row: Row): string => lowerId(idOf(row));

/** True if a row was changed after the other row; false if the time of either is unknown. */
export const isLater = (row: Row, known: Row): boolean => {
  const [now, then] = [row['updated_at'], known['updated_at']];
  return typeof now === 'string' && typeof then === 'string' && now > then;
};
