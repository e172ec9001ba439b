import type { TextFormat } from './formats.ts';
import type { Rule } from './rule-kinds.ts';

/** The types of parameters and columns. `params.ts` builds their values. */

interface Clearable {
  /** True if the documents say that an empty value removes it. */
  readonly clears?: true;
}

/** Text. `min` and `max` count code points; a list filters `matches` by this prefix. */
export interface Text extends Clearable {
  readonly kind: 'text';
  /** True for text that identifies a person: no error message repeats it. */
  readonly personal?: true;
  /** The identifier of a person whose SHA-256 it is. Clients may give that identifier raw. */
  readonly hashOf?: HashedIdentifier;
  /** True for tokens and the like: messages of the API that hold it are not passed on. */
  readonly secret?: true;
  readonly doc: string;
  readonly min?: number;
  readonly max?: number;
  readonly format?: TextFormat;
  /** Of text that lists items with commas between them: the most of them. */
  readonly maxItems?: number;
  readonly matches?: string;
  /** The columns that a list filters by: a row has each word of this text in one of them. */
  readonly words?: readonly string[];
  /** A first character that may be given and that is not counted. */
  readonly lead?: string;
  /** The documented values, if the API may add others so that there is no enumeration. */
  readonly oneOf?: readonly string[];
  /** True for a decimal that a JSON body has as a number, with the same digits. */
  readonly unquoted?: true;
  /** Of `sort_by`, which is a column and a direction such as `created_at-asc`: its columns. */
  readonly sorts?: Sorting;
}

/** The attributes by which the rows of a list can be sorted. */
export interface Sorting {
  /** The GraphQL name of the order: `CampaignOrder`, whose `field` is a `CampaignOrderField`. */
  readonly type: string;
  /** A description of each attribute, for its value of that enumeration. */
  readonly by: Readonly<Record<string, string>>;
  /** The columns of attributes with another name; null for one that no row shows. */
  readonly shownIn: Readonly<Record<string, string | null>>;
}

/** The identifiers of people that are only sent as hashes. */
export type HashedIdentifier = 'email' | 'device_id' | 'handle' | 'twitter_id' | 'phone_number';

/** An identifier. Its format and entity come from `identifiers.ts`, by its name. */
export interface Id {
  readonly kind: 'id';
  readonly doc: string;
  /** Its name in `identifiers.ts`, if that is another one. */
  readonly as?: string;
  /** The column that a list filters by. */
  readonly matches?: string;
}

/** A whole number within 32 bits. */
export interface Int extends Clearable {
  readonly kind: 'int';
  readonly doc: string;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
  readonly oneOf?: readonly number[];
}

/** A 64-bit whole number, always handled as a string of digits. */
export interface Long extends Clearable {
  readonly kind: 'long';
  readonly doc: string;
  readonly min?: string;
}

/** A boolean. A list hides rows as `reveals` says unless it is true; `trims` leaves columns out. */
export interface Flag {
  readonly kind: 'flag';
  readonly doc: string;
  readonly default?: boolean;
  readonly trims?: true;
  readonly reveals?: Readonly<Record<string, string | boolean>>;
}

/**
 * A point in time. Any offset is accepted, UTC is sent. `whole` refuses times that are not a whole
 * hour; with `orDay` it may be a day, such as 2026-05-19, which means its midnight in the time zone
 * of the account; `drops` accepts seconds and sends them as 00; `keeps` sends milliseconds.
 * `future` refuses times that are over, `withinHoursAgo` those that are over for longer;
 * `withinYears` and `withinMonths` limit how far ahead it may be. `written` is the format of
 * responses where it is not ISO 8601.
 */
export interface Time {
  readonly kind: 'time';
  readonly doc: string;
  readonly whole?: 'hour';
  readonly orDay?: true;
  readonly drops?: 'seconds';
  readonly keeps?: 'milliseconds';
  readonly future?: true;
  readonly withinHoursAgo?: number;
  readonly withinYears?: number;
  readonly withinMonths?: number;
  readonly written?: 'postDate';
  /** The column that the gateway filters a list by. */
  readonly matches?: string;
}

/**
 * One value of an enumeration, which `about` describes. `all` are its values, each with its
 * meaning; `values` those that this parameter takes.
 */
export interface Choice<V extends string = string> {
  readonly kind: 'choice';
  readonly doc: string;
  readonly type: string;
  readonly about: string;
  readonly meanings: Readonly<Record<string, string>>;
  readonly values: readonly V[];
  readonly all: readonly string[];
  readonly default?: V;
  /** The column that a list filters by. */
  readonly matches?: string;
  /** The case in which the API writes the values, if it differs from that of their names. */
  readonly written?: 'lowerCase';
  /** Other names that rows may show for values. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** A file, or a segment of one: a part of a multipart body. */
export interface Bytes {
  readonly kind: 'bytes';
  readonly doc: string;
  /** The most bytes that it holds. */
  readonly max: number;
}

/** Several values: joined by commas, or a JSON array. A list filters the column `matches`. */
export interface List<P extends Param = Param> extends Clearable {
  readonly kind: 'list';
  readonly doc: string;
  readonly of: P;
  readonly min?: number;
  readonly max?: number;
  readonly matches?: string;
  /** Groups of tags: exactly one item must have a tag of each group. For lists of a variant. */
  readonly oneEach?: readonly (readonly string[])[];
  /** True if a JSON body has it as text too, joined by commas, and not as an array. */
  readonly joined?: true;
  /** The value that a JSON body has if the parameter is omitted. */
  readonly default?: readonly [];
  /** For a response with an object instead of a list: the member for the object's names. */
  readonly keyedBy?: string;
}

/** A nested object of a JSON body, or of a response. */
export interface Shape<F extends Fields = Fields> {
  readonly kind: 'shape';
  readonly doc: string;
  readonly type: string;
  readonly fields: F;
  readonly rules: readonly Rule[];
  /** True if links lead from such objects: they get the account of their row. */
  readonly inAccount?: true;
  /** Columns of their row that such objects get too, because links depend on them. */
  readonly ofRow?: readonly string[];
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

/** Facts of a parameter of a write, whatever its kind. */
interface Storage {
  /** A value that is often sent. Examples have the parameter with it, even if it is optional. */
  readonly usual?: string | readonly string[];
  /** The column that shows it, if its name differs. `metadata.0.segments` leads into a column. */
  readonly shownAs?: string;
  /** True if the API gives it a value of its own if it is left out. */
  readonly isFilled?: true;
  /** The value that the API then gives a new row, if the documents tell. */
  readonly fills?: string | boolean;
  /** True if the API may show another value for it, such as a repost for a post. */
  readonly isReplaced?: true;
  /** True if the API may ignore it, so that a row shows nothing of it. */
  readonly isIgnored?: true;
  /**
   * Rows with this value in that column have nothing of it, whatever was sent. Once they have
   * another value there again, they have `otherwise` of it: by default nothing.
   */
  readonly emptyWith?: readonly [column: string, value: string, otherwise?: boolean];
  /** True if no response shows it, so that it cannot be read back. */
  readonly isUnshown?: true;
  /** True if it only says what the response holds, so that no row shows it. */
  readonly isOfResponse?: true;
}

/** A parameter or a column. */
export type Param = Storage &
  (Text | Id | Int | Long | Flag | Time | Choice | List | Shape | Variant | Json | Bytes);
export type Kind = Param['kind'];
type ByKind = { readonly [P in Param as P['kind']]: P };
/** The parameters of one kind, mapped over kinds so that TypeScript can check tables by kind. */
export type ParamOf<K extends Kind> = { [N in K]: { readonly kind: N } & ByKind[N] }[K];
/** A parameter that must be given. */
export type Required<P extends Param = Param> = P & { readonly required: true };
/** Parameters or columns by their upstream names. */
export type Fields = Readonly<Record<string, Param | Required>>;
