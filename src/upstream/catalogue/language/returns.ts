import type { Entity } from './entity.ts';

/**
 * The sign of an entity in a row: `column` has a value, or one that matches the regular expression
 * `like`.
 */
export interface EntityByColumn {
  readonly of: Entity;
  readonly column: string;
  readonly like?: string;
}

/**
 * The content of a successful response under `data`. `omits` are columns of the entity that this
 * response does not have.
 */
export interface Returns<E extends Entity | null = Entity | null> {
  readonly as: 'page' | 'rows' | 'one' | 'many' | 'each' | 'batch' | 'texts';
  readonly of: E;
  readonly omits: readonly string[];
  /**
   * The signs of the other entities of a mixed response. The first match counts; without one the
   * row is `of`.
   */
  readonly kinds?: readonly EntityByColumn[];
  /** Of a list without pages: the number of rows for the cost of a query. */
  readonly most?: number;
  /** The list parameter that the response must have one row for each item of. */
  readonly perItemOf?: string;
  /** Of a response that only counts what was taken: how to tell that it was all. */
  readonly counted?: CountedRecords;
  /** The member of `data` that holds the rows, if `data` itself does not. */
  readonly within?: string;
}

/**
 * The list whose items are records, in a batch that of each operation, and the columns that must
 * count all of them.
 */
export interface CountedRecords {
  readonly records: string;
  readonly in: readonly string[];
  /**
   * The member by which the API knows a record that it gets again; left out where none is needed.
   */
  readonly knownBy?: string;
}

interface ResponseFacts {
  readonly omits?: readonly string[];
  readonly kinds?: readonly EntityByColumn[];
  readonly most?: number;
  readonly counted?: CountedRecords;
}
const response =
  <const A extends Returns['as']>(as: A) =>
  <const E extends Entity>(of: E, { omits = [], kinds, most, counted }: ResponseFacts = {}) =>
    Object.freeze({
      as,
      of,
      omits,
      ...(kinds !== undefined && { kinds: Object.freeze(kinds) }),
      ...(most !== undefined && { most }),
      ...(counted !== undefined && { counted: Object.freeze(counted) }),
    });

/** A list with pages. */
export const pageOf = response('page');
/** A list without pages. */
export const rowsOf = response('rows');
/** One row. Some endpoints wrap it in an array, which is accepted everywhere. */
export const oneOf = response('one');
/** A list of strings. */
export const texts = Object.freeze({ as: 'texts', of: null, omits: [] } as const);
/** The results of a batch, in the order of its items. */
export const batchOf = response('batch');
/** The rows that a create made: one for each item of the list parameter `perItemOf`. */
export const manyOf = <const E extends Entity>(of: E, perItemOf: string) =>
  Object.freeze({ as: 'many', of, omits: [], perItemOf } as const);
/**
 * The outcome of each item of the list parameter `perItemOf`, in the member `within` of `data`.
 * Some items may be refused although the others are applied.
 */
export const eachOf = <const E extends Entity>(
  of: E,
  { perItemOf, within }: { readonly perItemOf: string; readonly within: string },
) => Object.freeze({ as: 'each', of, omits: [], perItemOf, within } as const);
