import { type Fields, flag, id, time } from './params.ts';

/** A kind of row that has a type in the graph. */
export interface Entity<Name extends string = string, C extends Fields = Fields> {
  readonly name: Name;
  readonly doc: string;
  readonly columns: C;
  /** The column that identifies a row; null for values without identity. */
  readonly key: string | null;
  /** Columns that have another name in the graph. */
  readonly renamed: Readonly<Record<string, string>>;
  /** True if a row belongs to an ad account. Accounts themselves and reference data do not. */
  readonly inAccount: boolean;
  /** True if nothing shows a deleted row again. Other rows stay, marked as deleted. */
  readonly goneWhenDeleted: boolean;
  /** True if a row has the figures of its id: two rows that differ contradict each other. */
  readonly isFigures: boolean;
  /** Members that identify people, dropped when the row, which is answered alone, is read. */
  readonly withholds: readonly string[];
  /** The entity a row belongs to, for the entities whose budgets and states are checked. */
  readonly parent: ParentFact | null;
  /** True if a new row begins to serve at once in a parent that is ACTIVE. */
  readonly serves: boolean;
  /** True if a row, new or deleted, changes what an ACTIVE parent buys. */
  readonly targets: boolean;
  /** Columns that decide what an ACTIVE row buys. A start decides it if it moves forward. */
  readonly buying: readonly string[];
  /** True if rows have JSON integers beyond 2^53: the response needs the lossless parser. */
  readonly hasLongs: boolean;
}

/** The parameter with the id of a row's parent, and the parent's entity. */
interface ParentFact<Param = string> {
  readonly param: Param;
  readonly of: Entity;
}

interface EntityFacts<C extends Fields> {
  readonly parent?: ParentFact<keyof C & string> | null;
  readonly serves?: boolean;
  readonly targets?: boolean;
  readonly buying?: readonly string[];
  readonly key?: string | null;
  readonly inAccount?: boolean;
  readonly goneWhenDeleted?: boolean;
  readonly isFigures?: boolean;
  readonly withholds?: readonly string[];
  readonly renamed?: Readonly<Record<string, string>>;
}

/** Declares an entity. Its columns are those of responses, which may lack all but the key. */
export const entity = <const Name extends string, const C extends Fields>(
  name: Name,
  doc: string,
  columns: C,
  {
    key = 'id',
    inAccount = true,
    goneWhenDeleted = false,
    isFigures = false,
    withholds = [],
    renamed = {},
    parent = null,
    serves = false,
    targets = false,
    buying = [],
  }: EntityFacts<C> = {},
): Entity<Name, C> =>
  Object.freeze({
    name,
    doc,
    columns: Object.freeze(columns),
    key,
    inAccount,
    goneWhenDeleted,
    isFigures,
    withholds: Object.freeze(withholds),
    renamed: Object.freeze(renamed),
    parent,
    serves,
    targets,
    buying: Object.freeze(buying),
    // The API repeats such an integer as text in a column named `…_str`.
    hasLongs: Object.keys(columns).some((column) => `${column}_str` in columns),
  });

/** The columns of every entity that is created and changed. */
export const dated = {
  id: id('Identifier'),
  created_at: time('When it was created'),
  updated_at: time('When it last changed'),
} as const;

/** The columns of every entity that is also deleted softly, which means that its row stays. */
export const lifecycle = {
  ...dated,
  deleted: flag('Whether it was deleted; lists show it only with `withDeleted`'),
} as const;

/** The column `deleted` of rows that are gone once they are deleted. */
export const goneRow = {
  deleted: flag('True in the response to its deletion; after that it cannot be read again'),
} as const;

/** The sign of an entity in a row: `column` has a value, or one that `like` matches. */
export interface EntityByColumn {
  readonly of: Entity;
  readonly column: string;
  readonly like?: string;
}

/** The `data` of a response. `omits` are columns of the entity that it does not have. */
export interface Returns<E extends Entity | null = Entity | null> {
  readonly as: 'page' | 'rows' | 'one' | 'many' | 'each' | 'batch' | 'texts';
  readonly of: E;
  readonly omits: readonly string[];
  /** The signs of other entities of a mixed response; the first match counts, else it is `of`. */
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

/** The list of records, in a batch of each operation, and the columns that must count all. */
export interface CountedRecords {
  readonly records: string;
  readonly in: readonly string[];
  /** The member by which the API knows a record that it gets again; absent if none is needed. */
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
/** An outcome for each item of the list `perItemOf`, in the member `within` of `data`. */
export const eachOf = <const E extends Entity>(
  of: E,
  { perItemOf, within }: { readonly perItemOf: string; readonly within: string },
) => Object.freeze({ as: 'each', of, omits: [], perItemOf, within } as const);
