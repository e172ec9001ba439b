import type { Entity } from './entity.ts';

/** An entity that a row is told to be by a column: where that has any value, or one like the regular expression. */
export interface Kind {
  readonly of: Entity;
  readonly column: string;
  readonly like?: string;
}

/** What a successful answer holds under `data`. `omits` lists the columns this answer leaves out. */
export interface Returns<E extends Entity | null = Entity | null> {
  readonly as: 'page' | 'rows' | 'one' | 'many' | 'batch' | 'texts';
  readonly of: E;
  readonly omits: readonly string[];
  /** Where an answer mixes entities: what else a row may be, the first that fits; `of` where none does. */
  readonly kinds?: readonly Kind[];
  /** Of a list that comes whole: the most rows that it is reckoned with. */
  readonly most?: number;
  /** The list parameter whose length the answer must match. */
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

/** A list that a cursor continues. */
export const pageOf = answer('page');
/** A list that comes whole. */
export const rowsOf = answer('rows');
/** A single entity; some endpoints wrap it in an array, which readers accept anywhere. */
export const oneOf = answer('one');
/** Plain texts, without rows. */
export const texts = Object.freeze({ as: 'texts', of: null, omits: [] } as const);
/** The results of a batch, in the order of its items. */
export const batchOf = answer('batch');
/** The entities that a create made, one for each value of the list parameter `perItemOf`. */
export const manyOf = <const E extends Entity>(of: E, perItemOf: string) =>
  Object.freeze({ as: 'many', of, omits: [], perItemOf } as const);
