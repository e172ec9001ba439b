import type { Endpoint } from '../catalogue/language/endpoint.ts';
import type { Entity } from '../catalogue/language/entity.ts';

/** Where a row came from; one object for all rows of an answer. */
export interface RowSource {
  readonly entity: Entity;
  /** The account in whose scope the id stands; null for accounts themselves and reference data. */
  readonly accountId: string | null;
  /** The endpoint that answered, or null for a reference whose row was not read. */
  readonly endpoint: Endpoint | null;
  /** What that endpoint was asked. */
  readonly asked?: Readonly<Record<string, unknown>>;
  /** What the API said was wrong beside the rows of its answer. */
  readonly flaws?: readonly Error[];
}

/** The property of a row that holds its origin. A symbol, so that it is never printed and never collides. */
export const SOURCE: unique symbol = Symbol('origin');

/**
 * An entity in the graph: the parsed JSON object as the API sent it, snake_case, never copied or renamed. A reference is
 * the same with nothing but its id.
 */
export interface Row {
  readonly [column: string]: unknown;
  readonly [SOURCE]: RowSource;
}

/** Marks a parsed object as a row. It changes the object in place: rows are many and copies are not free. */
export const tagRow = (object: object, origin: RowSource): Row => {
  const row = object as { [SOURCE]: RowSource };
  row[SOURCE] = origin;
  return row as Row;
};

/** An entity of which only the id is known. Enough for its ids and for lists and links that hang on them. */
export const reference = (entity: Entity, accountId: string | null, id: string): Row => ({
  [entity.key ?? 'id']: id,
  [SOURCE]: { entity, accountId, endpoint: null },
});

const SENT: unique symbol = Symbol('sent');

/**
 * Puts into a row what its own answer left out. It stays the object that others hold already, and keeps in mind what the
 * API sent for it.
 */
export const fillIn = (row: Row, columns: Readonly<Record<string, unknown>>): Row => {
  const filled = row as Row & { [SENT]?: readonly string[] };
  filled[SENT] ??= Object.keys(row);
  return Object.assign(filled, columns);
};

/** A row as the API sent it, without what was filled in. */
export const sentOf = (row: Row): Readonly<Record<string, unknown>> => {
  const names = (row as { readonly [SENT]?: readonly string[] })[SENT];
  return names === undefined ? row : Object.fromEntries(names.map((name) => [name, row[name]]));
};

/** The upstream id of a row. */
export const idOf = (row: Row): string => String(row[row[SOURCE].entity.key ?? 'id']);
