import type { Entity } from './entity.ts';

/** How to recognise the entity of a row: `column` has a value, or one that matches the regular expression `like`. */
export interface Kind {
  readonly of: Entity;
  readonly column: string;
  readonly like?: string;
}

/** What a successful answer holds under `data`. `omits` are columns of the entity that this answer does not have. */
export interface Returns<E extends Entity | null = Entity | null> {
  readonly as: 'page' | 'rows' | 'one' | 'many' | 'batch' | 'texts';
  readonly of: E;
  readonly omits: readonly string[];
  /** Where an answer mixes entities: how to recognise the others. The first match counts; without one it is `of`. */
  readonly kinds?: readonly Kind[];
  /** Of a list without pages: the number of rows for the cost of a query. */
  readonly most?: number;
  /** The list parameter that the answer must have one row for each item of. */
  readonly perItemOf?: string;
}

interface AnswerFacts {
  readonly omits?: readonly string[];
  readonly kinds?: readonly Kind[];
  readonly most?: number;
}
const answer =
  <const A extends Returns['as']>(as: A) =>
  <const E extends Entity>(of: E, { omits = [], kinds, most }: AnswerFacts = {}) =>
    Object.freeze({
      as,
      of,
      omits,
      ...(kinds !== undefined && { kinds: Object.freeze(kinds) }),
      ...(most !== undefined && { most }),
    });

/** A list with pages. */
export const pageOf = answer('page');
/** A list without pages. */
export const rowsOf = answer('rows');
/** One row. Some endpoints wrap it in an array, which is accepted everywhere. */
export const oneOf = answer('one');
/** A list of strings. */
export const texts = Object.freeze({ as: 'texts', of: null, omits: [] } as const);
/** The results of a batch, in the order of its items. */
export const batchOf = answer('batch');
/** The rows that a create made: one for each item of the list parameter `perItemOf`. */
export const manyOf = <const E extends Entity>(of: E, perItemOf: string) =>
  Object.freeze({ as: 'many', of, omits: [], perItemOf } as const);
