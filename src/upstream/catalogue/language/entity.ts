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
  /**
   * True if a deleted row is gone, so that nothing shows it again. The row of another entity stays,
   * marked as deleted.
   */
  readonly goneWhenDeleted: boolean;
  /**
   * True if a row has the figures of its id, so that two rows that differ contradict each other.
   */
  readonly isFigures: boolean;
  /**
   * Of an entity that is answered alone: members that identify people. They are dropped when the
   * row is read.
   */
  readonly withholds: readonly string[];
  /** The entity a row belongs to, for the entities whose budgets and states are checked. */
  readonly parent: ParentFact | null;
  /** True if a new row begins to serve at once in a parent that is ACTIVE. */
  readonly serves: boolean;
  /** True if a row, new or deleted, changes what an ACTIVE parent buys. */
  readonly targets: boolean;
  /** Columns that decide what an ACTIVE row buys. A start decides it if it moves forward. */
  readonly buying: readonly string[];
  /**
   * True if rows have JSON integers beyond 2^53, so that the response needs the lossless parser.
   */
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

/**
 * Declares an entity. Its columns are those of responses; all except the key may be missing in a
 * row.
 */
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
