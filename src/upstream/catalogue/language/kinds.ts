import type { Rule } from './rules.ts';

/** The types of parameters and columns. `params.ts` builds their values. */

/** Text. `min` and `max` count code points. `matches` is the column that a list filters by, with this text as a prefix. */
export interface Text {
  readonly kind: 'text';
  /** True for text that identifies a person: no error message repeats it. */
  readonly personal?: true;
  /** True for tokens and the like: messages of the API that hold it are not passed on. */
  readonly secret?: true;
  readonly doc: string;
  readonly min?: number;
  readonly max?: number;
  readonly format?: TextFormat;
  readonly matches?: string;
  /** The columns that a list filters by: a row has each word of this text in one of them. */
  readonly words?: readonly string[];
  /** A first character that may be given and that is not counted. */
  readonly lead?: string;
  /** True where the documents say that an empty value removes it. */
  readonly clears?: true;
  /** The values that are documented, where the API may add others so that there is no enumeration. */
  readonly oneOf?: readonly string[];
}

/**
 * Formats of text; `validate-value.ts` has the pattern of each. `item` is for lists that are joined
 * by commas: text that is not blank and holds none.
 */
export type TextFormat =
  | 'cardUri'
  | 'constant'
  | 'country'
  | 'currency'
  | 'cursor'
  | 'email'
  | 'item'
  | 'language'
  | 'place'
  | 'sha256'
  | 'sort'
  | 'url';

/** An upstream identifier. Its form and its entity come from `identifiers.ts`, by the name of the parameter or column. */
export interface Id {
  readonly kind: 'id';
  readonly doc: string;
  /** Its name in `identifiers.ts`, where that is another one. */
  readonly as?: string;
  /** The column that a list filters by. */
  readonly matches?: string;
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

/** A 64-bit whole number, always handled as a string of digits. */
export interface Long {
  readonly kind: 'long';
  readonly doc: string;
  readonly min?: string;
}

/**
 * A boolean. A list hides rows with the column and value of `reveals` unless the flag is true. With `trims`, rows have fewer
 * columns than usual while the flag is true.
 */
export interface Flag {
  readonly kind: 'flag';
  readonly doc: string;
  readonly default?: boolean;
  readonly trims?: true;
  readonly reveals?: Readonly<Record<string, string | boolean>>;
}

/**
 * A point in time. Any offset is accepted, UTC is sent. `whole` refuses times that are not a whole hour; `drops` accepts
 * seconds and sends them as 00. `withinYears` limits how far ahead it may be. `written` is the format of responses where it is
 * not ISO 8601.
 */
export interface Time {
  readonly kind: 'time';
  readonly doc: string;
  readonly whole?: 'hour';
  readonly drops?: 'seconds';
  readonly withinYears?: number;
  readonly written?: 'postDate';
}

/** One value of an enumeration. `all` are its values, `values` those that this parameter takes. */
export interface Choice<V extends string = string> {
  readonly kind: 'choice';
  readonly doc: string;
  readonly type: string;
  readonly about?: About;
  readonly values: readonly V[];
  readonly all: readonly string[];
  readonly default?: V;
  /** The column that a list filters by. */
  readonly matches?: string;
}

/** The description of an enumeration, and of its values where their meaning is known. */
export interface About<V extends string = string> {
  readonly doc: string;
  readonly values?: Readonly<Partial<Record<V, string>>>;
}

/** Several values: joined by commas in a query or form, an array in JSON. `matches` is the column that a list filters by. */
export interface List<P extends Param = Param> {
  readonly kind: 'list';
  readonly doc: string;
  readonly of: P;
  readonly min?: number;
  readonly max?: number;
  readonly matches?: string;
  /** Groups of tags: exactly one item must have a tag of each group. For lists of a variant. */
  readonly oneEach?: readonly (readonly string[])[];
  /** True where the documents say that an empty value removes it. */
  readonly clears?: true;
  /** What is sent in a JSON body where it is left out. */
  readonly default?: readonly [];
  /** Of a response that has an object instead of a list: the member that takes the names of that object. */
  readonly keyedBy?: string;
}

/** A nested object of a JSON body, or of a response. */
export interface Shape<F extends Fields = Fields> {
  readonly kind: 'shape';
  readonly doc: string;
  readonly type: string;
  readonly fields: F;
  readonly rules: readonly Rule[];
  /** True where links lead from such objects: they get the account of their row. */
  readonly inAccount?: true;
}

/** A nested object that has one of several shapes; the member `tag` says which. */
export interface Variant {
  readonly kind: 'variant';
  readonly doc: string;
  readonly type: string;
  readonly tag: string;
  readonly of: Readonly<Record<string, Shape>>;
}

/** Any JSON, passed on unchanged. */
export interface Json {
  readonly kind: 'json';
  readonly doc: string;
}

/** What can be said of a parameter of a write, whatever its kind. */
interface Written {
  /** The column that shows it, where that has another name. `metadata.0.segments` leads into a column. */
  readonly shownAs?: string;
  /** True where the API gives it a value of its own if it is left out. */
  readonly isFilled?: true;
}

/** A parameter or a column. */
export type Param = Written &
  (Text | Id | Int | Long | Flag | Time | Choice | List | Shape | Variant | Json);
export type Kind = Param['kind'];
type ByKind = { readonly [P in Param as P['kind']]: P };
/** The parameters of one kind. It is mapped over kinds so that TypeScript can check tables by kind. */
export type ParamOf<K extends Kind> = { [N in K]: { readonly kind: N } & ByKind[N] }[K];
/** A parameter that must be given. */
export type Required<P extends Param = Param> = P & { readonly required: true };
/** Parameters or columns by their upstream names. */
export type Fields = Readonly<Record<string, Param | Required>>;
