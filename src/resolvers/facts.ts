import type { Context } from '../context.ts';
import type { Flawed } from '../loaders/flawed.ts';
import type { Field } from './selection.ts';

export type Args = Readonly<Record<string, unknown>>;
export type MaybePromise<T> = T | Promise<T>;

/** What a load gives for each of its parents, in their order: a value, or why there is none. */
export type Loaded<T> = MaybePromise<readonly (T | Error)[]>;

/**
 * Resolves a field for all parents of a level at once. Whatever can fail for one parent alone is an Error in its place;
 * what could be read in part is Flawed, and its errors stand at the field beside the value; what is thrown fails the field
 * of every parent.
 */
export type Load<Parent, T> = (
  parents: readonly Parent[],
  args: Args,
  context: Context,
  field: Field,
) => Loaded<T | Flawed<T>>;

/** What a field's definition says about itself beyond its type; clients never see it. */
export interface FieldFacts {
  /** The row's column that the field shows unchanged: it is read when the answer is written, by no resolver. */
  readonly column?: string;
  /** The columns of the row that the field reads; `column` and `fromIds` say it where they stand. */
  readonly needs?: readonly string[];
  /**
   * True where the ids of a reference are enough to answer, so that no row has to be read for it; what is loaded starts
   * beside the row.
   */
  readonly fromIds?: true;
  /** What is loaded for the field; one that has none is read from its parent, without waiting. */
  readonly load?: Load<never, unknown>;
  readonly cost?: FieldCost;
  /** Of a column that some answers leave out: the calls that it costs beside them, for so many rows of what was asked. */
  readonly omitted?: (asked: string, rows: number) => number;
  /** How many columns a field shows that shows the whole row. */
  readonly columns?: number;
}

/** The upstream calls that a field makes at the least, and how many objects it can answer with. */
export interface FieldCost {
  /** The endpoint or entity that is asked: fields that ask the same of the same parents share their calls. */
  readonly asks: string;
  /** How many parents one call serves: 1 where each parent costs a call of its own. */
  readonly parentsPerCall: number;
  /**
   * Whose ask it is. `parent`: each parent's own, though parents of one account can share calls. `account`: the same for all
   * rows of an account. `everyone`: the same whoever asks.
   */
  readonly by: 'parent' | 'account' | 'everyone';
  /**
   * How many objects one parent gets: one; as many as `first` says, or its default, and no more than a filter has ids; or
   * one for each item of a list argument.
   */
  readonly objects:
    | 'one'
    | { readonly firstOr: number; readonly atMostItemsOf?: string }
    | { readonly perItemOf: string };
  /** True for a link, which leads many parents to the same object perhaps. */
  readonly isLink?: true;
  /** The argument that holds global ids, which name the types and accounts that are asked for. */
  readonly globalIds?: string;
  /** How many entities of a type one call reads by id; for fields with global ids. */
  readonly perCallOf?: (type: string) => number;
  /** True where the call is made only if the selection reads more than `fromIds` fields of the answer. */
  readonly onlyForRow?: true;
}

// graphql-js names the interface that holds a field's own data; every field of ours keeps its facts there.
declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    facts?: FieldFacts;
  }
}
