import type { Rule } from './rules.ts';

/** What a parameter or a column can be: the shapes of the data that `params.ts` builds. */

/** Text whose length is counted in code points. `matches` names the column that a list compares with it, as a prefix. */
export interface Text {
  readonly kind: 'text';
  /** True for what identifies a person: no refusal repeats it. */
  readonly personal?: true;
  /** True for what opens something: nothing that the API says of it is passed on with it. */
  readonly secret?: true;
  readonly doc: string;
  readonly min?: number;
  readonly max?: number;
  readonly format?: TextFormat;
  readonly matches?: string;
  /** A character that the value may begin with and that does not count towards its length. */
  readonly lead?: string;
  /** True where the documents say that an empty value takes it off. */
  readonly clears?: true;
  /** The documented values of an input that is no enumeration because its list grows. */
  readonly oneOf?: readonly string[];
}

/** Forms that a text can be held to; `codecs.ts` has the pattern of each. */
export type TextFormat =
  | 'cardUri'
  | 'constant'
  | 'country'
  | 'currency'
  | 'cursor'
  | 'email'
  | 'keyword'
  | 'language'
  | 'place'
  | 'sha256'
  | 'sort'
  | 'url';

/** An upstream identifier. Its form and the entity it points to come from `identifiers.ts`, by the name it stands under. */
export interface Id {
  readonly kind: 'id';
  readonly doc: string;
  /** The name under which `identifiers.ts` has it, where it is not the parameter's own. */
  readonly as?: string;
}

/** A whole number within 32 bits. */
export interface Int {
  readonly kind: 'int';
  readonly doc: string;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
  readonly oneOf?: readonly number[];
}

/** A 64-bit whole number, kept as digits from end to end. */
export interface Long {
  readonly kind: 'long';
  readonly doc: string;
  readonly min?: string;
}

/**
 * A boolean. `reveals` names a column and value whose rows a list hides unless the flag is true; `trims` says that rows
 * answered under it hold less than usual.
 */
export interface Flag {
  readonly kind: 'flag';
  readonly doc: string;
  readonly default?: boolean;
  readonly trims?: true;
  readonly reveals?: Readonly<Record<string, string | boolean>>;
}

/**
 * An instant. Offsets are accepted, UTC is sent. `whole` refuses finer values, `drops` takes them and leaves the finer part
 * out; `withinYears` says how far ahead it may be. `written` names another form in which responses write it.
 */
export interface Time {
  readonly kind: 'time';
  readonly doc: string;
  readonly whole?: 'hour';
  readonly drops?: 'seconds';
  readonly withinYears?: number;
  readonly written?: 'postDate';
}

/** One value of a closed, named set. `values` may be narrower than the set of that name. */
export interface Choice<V extends string = string> {
  readonly kind: 'choice';
  readonly doc: string;
  readonly type: string;
  readonly about?: About;
  readonly values: readonly V[];
  readonly all: readonly string[];
  readonly default?: V;
  /** The column that a list compares with it. */
  readonly matches?: string;
}

/** What a closed set is, and what its values mean where that is known. */
export interface About<V extends string = string> {
  readonly doc: string;
  readonly values?: Readonly<Partial<Record<V, string>>>;
}

/** Several values, comma-joined in a query or form, an array in JSON. `matches` names the column a list filters by. */
export interface List<P extends Param = Param> {
  readonly kind: 'list';
  readonly doc: string;
  readonly of: P;
  readonly min?: number;
  readonly max?: number;
  readonly matches?: string;
  /** Kinds of items of which there must be exactly one, by the tags of the variant that the items are. */
  readonly oneEach?: readonly (readonly string[])[];
  /** True where the documents say that an empty value takes it off. */
  readonly clears?: true;
  /** What is sent in a JSON body where it is left out. */
  readonly default?: readonly [];
  /** Responses write the list as an object whose names are this member of the items. */
  readonly keyedBy?: string;
}

/** A nested object of a JSON body, or of a response. */
export interface Shape<F extends Fields = Fields> {
  readonly kind: 'shape';
  readonly doc: string;
  readonly type: string;
  readonly fields: F;
  readonly rules: readonly Rule[];
  /** True where objects of a response know the account of their row, so that links can lead from them. */
  readonly inAccount?: true;
}

/** A nested object of a JSON body that is one of several shapes, told apart by the member `tag`. */
export interface Variant {
  readonly kind: 'variant';
  readonly doc: string;
  readonly type: string;
  readonly tag: string;
  readonly of: Readonly<Record<string, Shape>>;
}

/** Free-form JSON, passed through. */
export interface Json {
  readonly kind: 'json';
  readonly doc: string;
}

/** Whatever a parameter or a column can be. */
export type Param = Text | Id | Int | Long | Flag | Time | Choice | List | Shape | Variant | Json;
export type Kind = Param['kind'];
type ByKind = { readonly [P in Param as P['kind']]: P };
/** The parameters of a kind, told apart so that a table by kind fits each of them. */
export type ParamOf<K extends Kind> = { [N in K]: { readonly kind: N } & ByKind[N] }[K];
/** A parameter that must be given. */
export type Required<P extends Param = Param> = P & { readonly required: true };
/** Parameters or columns by their upstream names. */
export type Fields = Readonly<Record<string, Param | Required>>;
