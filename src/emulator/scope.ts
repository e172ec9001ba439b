import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Answer } from './envelope.ts';
import type { ApiError } from './refusal.ts';
import type { Settings } from './settings.ts';
import type { Store, StoredRow } from './store.ts';
import type { Tokens } from './tokens.ts';
import type { User } from './users.ts';

/** Decoded values by their upstream names. */
export type Values = Readonly<Record<string, unknown>>;

/** What all requests share. */
export interface World {
  readonly store: Store;
  readonly settings: Settings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The same as `YYYY-MM-DDThh:mm:ssZ`. */
  readonly time: () => string;
  /** A new identifier, in the form that identifiers of the entity have. */
  readonly newId: (entity: string) => string;
  readonly rules: Readonly<Record<string, EntityRules>>;
  readonly access: Access;
  readonly tokens: Tokens;
  /** The application's own keys. */
  readonly consumer: { readonly key: string; readonly secret: string };
}

/** The credentials of a request. */
export interface Credentials {
  /** The access token or request token of the signature; empty where the application alone signed. */
  readonly token: string;
  readonly authorization: string;
  readonly cookie: string;
}

/** Who may use which account, and with which permissions. */
export interface Access {
  readonly may: (userId: string, accountId: string) => boolean;
  readonly grant: (userId: string, accountId: string, permissions?: readonly string[]) => void;
  /** What a user may do in an account: a role, and perhaps TWEET_COMPOSER. */
  readonly permissionsOf: (user: User, accountId: string) => readonly string[];
}

/** How a fault changes the pages of a list. */
export interface Paging {
  /** The most rows of this page, which always has a cursor; null changes nothing. */
  readonly rows: number | null;
  /** Whether `next_cursor` is the cursor that the page was asked with. */
  readonly loops: boolean;
}

/** One request, checked and decoded. */
export interface Scope extends World {
  readonly endpoint: Endpoint;
  readonly input: Values;
  /** What `request` echoes. */
  readonly echo: unknown;
  readonly user: User | null;
  /** What the user may do in the account of the request; nothing where it is about none. */
  readonly permissions: readonly string[];
  readonly credentials: Credentials;
  readonly accountId: string | null;
  readonly paging: Paging;
  /** Errors of batch items that were found before any item is applied, by index. */
  readonly itemErrors: ReadonlyMap<number, readonly ApiError[]>;
}

export type Handler = (scope: Scope) => Answer;

/** A change of a row: before (null for a new row), after, and the values that the request gave. */
export interface Change {
  readonly before: StoredRow | null;
  readonly after: StoredRow;
  readonly given: Values;
}

/** Rules for the rows of one entity, used by every endpoint that reads or writes them. */
export interface EntityRules {
  /** True hides a row that is not deleted itself, unless `with_deleted` is given. */
  readonly hides?: (row: StoredRow, scope: Scope) => boolean;
  /** False hides a row from the request, with or without `with_deleted`. */
  readonly admits?: (row: StoredRow, scope: Scope) => boolean;
  /** The row as an answer shows it. */
  readonly shows?: (row: StoredRow, scope: Scope) => StoredRow;
  /** Columns of a new row that the request did not give. */
  readonly defaults?: (given: Values, scope: Scope) => Values;
  /** Throws a Refusal where the state of other rows forbids the change. */
  readonly check?: (change: Change, scope: Scope) => void;
  /** Columns that are computed after every change; undefined removes a column. */
  readonly derive?: (change: Change, scope: Scope) => Values;
  /** Changes of other rows, made after the row is stored. */
  readonly afterwards?: (change: Change, scope: Scope) => void;
}
