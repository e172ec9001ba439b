import type { GraphQLField, GraphQLObjectType, SourceLocation } from 'graphql';
import type { Context } from '../context.ts';
import type { Flawed } from '../loaders/flawed.ts';
import type { Trace } from '../upstream/client/trace.ts';

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
  /** True where each parent may cost a call of its own that counts the rows of a list. */
  readonly counts?: true;
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
  /** The global ids that arguments hold, which name the types and accounts that are asked for. */
  readonly globalIds?: (args: Args, field: SelectedField) => readonly string[];
  /** How many entities of a type one call reads by id; for fields with global ids. */
  readonly perCallOf?: (type: string) => number;
  /** The endpoint that is asked itself, instead of whichever reads the entity by id, with these arguments; null where none is. */
  readonly itself?: (args: Args) => string | null;
  /** True where the call is made only if the selection reads more than `fromIds` fields of the answer. */
  readonly onlyForRow?: true;
}

/** The values of variables, coerced. */
export type Variables = Readonly<Record<string, unknown>>;

/** The fields that are selected of one object type, merged, in the order of the answer. */
export interface Selection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly SelectedField[];
}

/** A field of a selection, merged from every place that it is written in. */
export interface SelectedField {
  readonly key: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly facts: FieldFacts;
  /** Where it is written in the document. */
  readonly positions: readonly SourceLocation[];
  /** The names of the arguments that are written for it. */
  readonly written: readonly string[];
  /** The arguments for coerced variables. Throws a GraphQLError where a variable cannot stand in its place. */
  readonly argumentsFor: (variables: Variables) => Args;
  /** What is selected of each object type that can stand there, by its own name; empty for leaves. */
  readonly below: ReadonlyMap<string, Selection>;
}

/** A selected field in a request that runs. */
export interface Field {
  readonly selected: SelectedField;
  readonly variables: Variables;
  readonly trace: Trace;
}

// graphql-js names the interface that holds a field's own data; every field of ours keeps its facts there.
declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    facts?: FieldFacts;
  }
}
