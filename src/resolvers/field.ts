import type { GraphQLField, GraphQLObjectType, SourceLocation } from 'graphql';
import type { Flawed } from '../loaders/flawed.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import type { Sink } from '../upstream/client/sink.ts';
import type { Trace } from '../upstream/client/trace.ts';
import type { Context } from './context.ts';

export type Args = Readonly<Record<string, unknown>>;
export type MaybePromise<T> = T | Promise<T>;

/** The result of a load: for each parent, in their order, a value or an Error. */
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
  /**
   * The column that the field shows unchanged. It is read when the answer is written, without a
   * resolver.
   */
  readonly column?: string;
  /**
   * Writes the value of a leaf as JSON without making a string of it. Returns false and writes
   * nothing if only `resolve` can give the value.
   */
  readonly write?: (object: never, out: Sink) => boolean;
  /** The columns that the field reads; not needed with `column` or `fromIds`. */
  readonly needs?: readonly string[];
  /**
   * True if the ids of a reference are enough, so that no row has to be read. The load of such a
   * field is prefetched: it starts together with the read of the row.
   */
  readonly fromIds?: true;
  /**
   * True if the parent's id is in the path of the field's calls, so that they are refused if the
   * parent does not exist. A list that is filtered by that id would be empty instead.
   */
  readonly provesParent?: true;
  /**
   * Throws what is wrong with the arguments, as far as that needs no data. A field that is refused
   * does not need to know whether its parent exists.
   */
  readonly check?: (args: Args) => void;
  /** How the field is loaded. A field without a load is read from its parent, without waiting. */
  readonly load?: Load<never, unknown>;
  readonly cost?: FieldCost;
  /**
   * For a column that some answers do not contain: the additional calls for a number of rows of an
   * endpoint or entity.
   */
  readonly omitted?: (source: string, rows: number) => number;
  /** True for a list whose streamed items come one by one, each when its own fields are loaded. */
  readonly isOneByOne?: true;
  /** True if each parent may cost one more call, which counts the rows of a list. */
  readonly counts?: true;
  /** How many values it counts as, if more than one: the columns of a whole row. */
  readonly columns?: number;
}

/** The cost of a field: the least number of upstream calls, and the greatest number of objects. */
export interface FieldCost {
  /**
   * The endpoint or entity that is read. Fields that read the same for the same parents share their
   * calls.
   */
  readonly asks: string;
  /** How many parents one call serves; 1 if each parent costs its own call. */
  readonly parentsPerCall: number;
  /**
   * For whom the result is. `parent`: for one parent, though parents of one account can share
   * calls. `account`: for all rows of an account. `everyone`: for all accounts and viewers.
   */
  readonly by: 'parent' | 'account' | 'everyone';
  /**
   * The number of objects for one parent: one; or `first`, with `firstOr` as its default and at
   * most one for each item of the argument `atMostItemsOf`; or one for each item of the list
   * argument `perItemOf`.
   */
  readonly objects:
    | 'one'
    | { readonly firstOr: number; readonly atMostItemsOf?: string }
    | { readonly perItemOf: string };
  /** True for a link: many parents may have the same object. */
  readonly isLink?: true;
  /** The global ids in the arguments, from which the types and accounts are known. */
  readonly globalIds?: (args: Args, field: SelectedField) => readonly string[];
  /** For fields with global ids: how many entities of a type one call reads. */
  readonly perCallOf?: (type: string) => number;
  /**
   * The endpoint that is called for these arguments instead of the one that reads the entity by id;
   * null if there is none.
   */
  readonly itself?: (args: Args) => string | null;
  /**
   * For a link to posts: where the author is found. A list of posts has those of one author.
   * `parent`: in the parent. The name of an entity: in that entity, which is read for each post
   * that the usual author did not write.
   */
  readonly authorIn?: 'parent' | Entity['name'];
  /** Further endpoints it may ask: at most `once` for everyone, and `each` for each parent. */
  readonly mayAsk?: readonly {
    readonly endpoint: string;
    readonly once: number;
    readonly each: number;
  }[];
  /**
   * For a field that reads entities by id: who gave the ids. It decides what is read when ids are
   * all that is selected.
   */
  readonly idsFrom?: IdOrigin;
  /**
   * How often such a call is made, if the arguments or the selection need several: at least and at
   * most.
   */
  readonly times?: (
    args: Args,
    field: SelectedField,
  ) => {
    readonly least: number;
    readonly most: number;
  };
  /** Other endpoints, by name, and the most calls of each. */
  readonly alsoAsks?: (args: Args) => Readonly<Record<string, number>>;
  /** The entities whose rows may also be read by id. */
  readonly alsoReads?: (args: Args, field: SelectedField) => readonly string[];
  /**
   * The lengths of the lists in the field's object, by the names of their fields. Of a list inside
   * a list it is the average.
   */
  readonly lists?: (args: Args) => Readonly<Record<string, number>>;
}

/**
 * Who gave an id. Ids from the API are trusted. Those from a client are verified; those from a
 * router are verified if more than keys is selected.
 */
export type IdOrigin = 'api' | 'client' | 'router';

/** The values of variables, coerced. */
export type VariableValues = Readonly<Record<string, unknown>>;

/** The fields that are selected of one object type, merged, in the order of the answer. */
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

/** How a list is streamed: its first items come with the rest of the answer, the others later. */
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
  /** The names of the arguments that the document gives it. */
  readonly written: readonly string[];
  /**
   * The arguments with coerced variables. Throws GraphQLError if a variable does not fit its
   * argument.
   */
  readonly argumentsFor: (variables: VariableValues) => Args;
  /** How its items are streamed; null if they all come together. */
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
    /** The most items that an endpoint takes. The field refuses more, whatever they are. */
    maxItems?: number;
  }
  interface GraphQLInputObjectTypeExtensions {
    /**
     * True if a write checks all fields of the type itself: values that GraphQL could not read
     * reach it as `Unread`, missing ones as undefined.
     */
    isChecked?: true;
  }
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    facts?: FieldFacts;
  }
}
