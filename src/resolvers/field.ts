import type { GraphQLField, GraphQLObjectType, SourceLocation } from 'graphql';
import type { Flawed } from '../loaders/page-query.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import type { Sink } from '../upstream/client/bytes/sink.ts';
import type { Trace } from '../upstream/client/trace.ts';
import type { Context } from './context.ts';

export type Args = Readonly<Record<string, unknown>>;
export type MaybePromise<T> = T | Promise<T>;

/** The result of a load: a value or an Error for each parent, in their order. */
export type Loaded<T> = MaybePromise<readonly (T | Error)[]>;

/**
 * Resolves a field for all parents of a level at once. A failure of one parent is an Error at its
 * index. A value that could only be read in part is Flawed: its errors are reported beside it. A
 * thrown error fails the field for every parent.
 */
export type Load<Parent, T> = (
  parents: readonly Parent[],
  args: Args,
  context: Context,
  field: Field,
) => Loaded<T | Flawed<T>>;

/** The context of a load: the request, and the field with its selection. */
export interface LoadContext {
  readonly context: Context;
  readonly field: Field;
}

/** Facts about a field for planning and loading. Clients do not see them. */
export interface FieldFacts {
  /** The column that the field shows unchanged, read when the answer is written. */
  readonly column?: string;
  /**
   * Writes the value of a leaf as JSON, without a string in between. Returns false and writes
   * nothing if only `resolve` can return the value.
   */
  readonly write?: (object: never, out: Sink) => boolean;
  /** The columns that the field reads; not needed with `column` or `fromIds`. */
  readonly needs?: readonly string[];
  /**
   * True if the ids of a reference are enough, so that no row is read. The load of such a field is
   * prefetched: it starts together with the read of the row.
   */
  readonly fromIds?: true;
  /**
   * True if the parent's id is in the path of the field's calls, so that they are refused if the
   * parent does not exist. A list that is filtered by that id would be empty instead.
   */
  readonly provesParent?: true;
  /**
   * Throws the faults of the arguments that can be found without data. If a field is refused, the
   * existence of its parent is not checked.
   */
  readonly check?: (args: Args) => void;
  /** The load of the field. A field without a load is read from its parent, without waiting. */
  readonly load?: Load<never, unknown>;
  readonly cost?: FieldCost;
  /** For a column that some responses omit: the number of calls that add it to `rows` rows. */
  readonly omitted?: (source: string, rows: number) => number;
  /** True for a list whose streamed items are sent singly, each when its own fields are loaded. */
  readonly isOneByOne?: true;
  /** True if each parent may cost one more call, which counts the rows of a list. */
  readonly counts?: true;
  /** The number of values that the field counts as; by default 1. A whole row has its columns. */
  readonly columns?: number;
}

/** The cost of a field: the least number of upstream calls, and the largest number of objects. */
export interface FieldCost {
  /** The endpoint or entity that is read. Fields that read the same share calls. */
  readonly asks: string;
  /** The number of parents that one call serves; 1 if each parent costs its own call. */
  readonly parentsPerCall: number;
  /**
   * The objects that share a result. `parent`: one parent, though parents of one account can share
   * calls. `account`: all rows of an account. `everyone`: all accounts and viewers.
   */
  readonly by: 'parent' | 'account' | 'everyone';
  /**
   * The number of objects for one parent. It is one; or `first`, with `firstOr` as its default and
   * at most one for each item of the argument `atMostItemsOf`; or one for each item of the list
   * argument `perItemOf`.
   */
  readonly objects:
    | 'one'
    | { readonly firstOr: number; readonly atMostItemsOf?: string }
    | { readonly perItemOf: string };
  /** True for a link: many parents may have the same object. */
  readonly isLink?: true;
  /** The global ids in the arguments. They contain the types and accounts. */
  readonly globalIds?: (args: Args, field: SelectedField) => readonly string[];
  /** For fields with global ids: the number of entities of a type that one call reads. */
  readonly perCallOf?: (type: string) => number;
  /** The endpoint called for these arguments instead of that which reads by id, or null. */
  readonly itself?: (args: Args) => string | null;
  /**
   * For a link to posts: the place of the author. A list of posts has those of one author.
   * `parent`: in the parent. The name of an entity: in that entity, which is read for each post
   * that the usual author did not write.
   */
  readonly authorIn?: 'parent' | Entity['name'];
  /** Other endpoints that may be called: at most `once` for everyone, `each` for each parent. */
  readonly mayAsk?: readonly {
    readonly endpoint: string;
    readonly once: number;
    readonly each: number;
  }[];
  /** The origin of ids that the field reads entities by; it matters if only ids are selected. */
  readonly idsFrom?: IdOrigin;
  /** The least and the largest number of calls, if arguments or selection need several. */
  readonly times?: (
    args: Args,
    field: SelectedField,
  ) => {
    readonly least: number;
    readonly most: number;
  };
  /** Other endpoints, by name, and the largest number of calls of each. */
  readonly alsoAsks?: (args: Args) => Readonly<Record<string, number>>;
  /** The entities whose rows may also be read by id. */
  readonly alsoReads?: (args: Args, field: SelectedField) => readonly string[];
  /** The lengths of lists in the object, by field; the average for a list inside a list. */
  readonly lists?: (args: Args) => Readonly<Record<string, number>>;
}

/**
 * The origin of an id. Ids from the API are trusted. Those from a client are verified; those from a
 * router are verified if more than keys is selected.
 */
export type IdOrigin = 'api' | 'client' | 'router';

/** The values of variables, coerced. */
export type VariableValues = Readonly<Record<string, unknown>>;

/** The selected fields of one object type, merged, in the order of the answer. */
export interface Selection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly SelectedField[];
  /** The deferred fragments on the same objects. */
  readonly deferred: readonly Deferred[];
}

/** A deferred fragment of a selection. */
export interface Deferred {
  readonly label: string | null;
  readonly selection: Selection;
}

/** The streaming of a list, whose first items are in the first part of the answer. */
interface Stream {
  readonly label: string | null;
  readonly initialCount: (variables: VariableValues) => number;
}

/** A field of a selection, merged from all its occurrences. */
export interface SelectedField {
  readonly key: string;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly facts: FieldFacts;
  /** The positions of the field in the document. */
  readonly positions: readonly SourceLocation[];
  /** The names of the arguments that the document has. */
  readonly written: readonly string[];
  /** The arguments. Throws GraphQLError if a variable does not fit its argument. */
  readonly argumentsFor: (variables: VariableValues) => Args;
  /** The streaming of the list; null if all items are in one part. */
  readonly stream: Stream | null;
  /** The selection for each possible object type, by its own name; empty for leaves. */
  readonly below: ReadonlyMap<string, Selection>;
}

/** A selected field while a request is executed. */
export interface Field {
  readonly selected: SelectedField;
  readonly variables: VariableValues;
  readonly trace: Trace;
}

// The types of additional data in the `extensions` of graphql-js.
declare module 'graphql' {
  interface GraphQLInputFieldExtensions {
    /** The limit of items of an endpoint. The field refuses more, whatever they are. */
    maxItems?: number;
  }
  interface GraphQLInputObjectTypeExtensions {
    /**
     * True if a write checks all fields of the type itself. Values that GraphQL could not read are
     * then `Unread`, and missing ones undefined.
     */
    isChecked?: true;
  }
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    facts?: FieldFacts;
  }
}
