import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Answer } from './envelope.ts';
import type { ApiError } from './refusal.ts';
import type { Settings } from './settings.ts';
import type { Store, StoredRow } from './store.ts';
import type { Tokens } from './tokens.ts';
import type { User } from './users.ts';

/** Named values of a request, decoded: what the catalogue's checks expect. */
export type Values = Readonly<Record<string, unknown>>;

/** What outlives a request. */
export interface World {
  readonly store: Store;
  readonly settings: Settings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The same as the API writes times. */
  readonly time: () => string;
  /** An identifier that no row had before, in the form that the entity's identifiers have. */
  readonly newId: (entity: string) => string;
  readonly rules: Readonly<Record<string, EntityRules>>;
  readonly access: Access;
  readonly tokens: Tokens;
  /** The application's own keys. */
  readonly consumer: { readonly key: string; readonly secret: string };
}

/** What a request brought to show who sent it. */
export interface Credentials {
  /** The token that signed; empty where none did. */
  readonly token: string;
  readonly authorization: string;
  readonly cookie: string;
}

/** Who may use which account. */
export interface Access {
  readonly may: (userId: string, accountId: string) => boolean;
  readonly grant: (userId: string, accountId: string) => void;
  /** Whether the account is the user's own, to administer. */
  readonly owns: (userId: string, accountId: string) => boolean;
}

/** How a list is told to cut its pages, on top of what was asked for. */
export interface Paging {
  /** Rows of this page at most; it keeps its cursor even where nothing follows. */
  readonly rows: number | null;
  /** Whether the page answers with the cursor that led to it. */
  readonly loops: boolean;
}

/** One request, checked and decoded. */
export interface Scope extends World {
  readonly endpoint: Endpoint;
  readonly input: Values;
  /** What `request` echoes. */
  readonly echo: unknown;
  readonly user: User | null;
  readonly credentials: Credentials;
  readonly accountId: string | null;
  readonly paging: Paging;
  /** What is wrong with single items of a batch, known before any is applied. */
  readonly itemErrors: ReadonlyMap<number, readonly ApiError[]>;
}

export type Handler = (scope: Scope) => Answer;

/** A change of a row: as it stood (null: it is being made), as it will stand, and the values that were given. */
export interface Change {
  readonly before: StoredRow | null;
  readonly after: StoredRow;
  readonly given: Values;
}

/** What holds for the rows of one entity whichever endpoint reads or writes them. */
export interface EntityRules {
  /** Whether a row stays out of answers, though it is not deleted, unless deleted ones are asked for. */
  readonly hides?: (row: StoredRow, scope: Scope) => boolean;
  /** Who may see a row at all. */
  readonly admits?: (row: StoredRow, scope: Scope) => boolean;
  /** The row as an answer shows it. */
  readonly shows?: (row: StoredRow, scope: Scope) => StoredRow;
  /** Values that a new row has beside those given. */
  readonly defaults?: (given: Values, scope: Scope) => Values;
  /** Throws a Refusal where the state of other rows forbids the change. */
  readonly check?: (change: Change, scope: Scope) => void;
  /** Columns that follow from others, after every change; undefined takes a column away. */
  readonly derive?: (change: Change, scope: Scope) => Values;
  /** What else a change brings about, after the row stands. */
  readonly afterwards?: (change: Change, scope: Scope) => void;
}
