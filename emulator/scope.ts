import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import type { EmulatorResponse } from './envelope.ts';
import type { MediaUploads } from './media-uploads.ts';
import type { ApiError } from './refusal.ts';
import type { Settings } from './settings.ts';
import type { RowStore, StoredRow } from './store.ts';
import type { Tokens } from './tokens.ts';
import type { User } from './users.ts';

/** The state that all requests share. */
export interface World {
  readonly store: RowStore;
  readonly settings: Settings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The current time as `YYYY-MM-DDThh:mm:ssZ`. */
  readonly time: () => string;
  /** A new identifier in the format of the entity. */
  readonly newId: (entity: string) => string;
  readonly rules: Readonly<Record<string, EntityRules>>;
  readonly access: Access;
  readonly tokens: Tokens;
  readonly uploads: MediaUploads;
  /** The application's own keys. */
  readonly consumer: { readonly key: string; readonly secret: string };
}

interface RequestCredentials {
  /** The access token or request token of the signature; empty if only the application signed. */
  readonly token: string;
  readonly authorization: string;
  readonly cookie: string;
}

/** The users of each account, and their permissions. */
export interface Access {
  readonly mayUse: (userId: string, accountId: string) => boolean;
  readonly grant: (userId: string, accountId: string, permissions?: readonly string[]) => void;
  /** The permissions of a user in an account: a role, and perhaps TWEET_COMPOSER. */
  readonly permissionsOf: (user: User, accountId: string) => readonly string[];
}

/** The change that a fault makes to the pages of a list. */
export interface Paging {
  /** The maximum number of rows of this page, which always has a cursor; null changes nothing. */
  readonly rows: number | null;
  /** True if `next_cursor` equals the cursor of the request, so that paging never ends. */
  readonly loops: boolean;
}

/** One request, checked and decoded. */
export interface Scope extends World {
  readonly endpoint: Endpoint;
  readonly input: Values;
  /** The value of `request` in the response. */
  readonly echo: unknown;
  readonly user: User | null;
  /** The permissions of the user in the account of the request; empty without an account. */
  readonly permissions: readonly string[];
  readonly credentials: RequestCredentials;
  readonly accountId: string | null;
  /** Scheme and host of the request, as its caller wrote them. */
  readonly origin: string;
  readonly paging: Paging;
  /** Errors of batch items that were found before any item is applied, by index. */
  readonly itemErrors: ReadonlyMap<number, readonly ApiError[]>;
}

export type Handler = (scope: Scope) => EmulatorResponse;

/** A row as a request leaves it, and the values that the request gave. */
export interface WrittenRow {
  readonly after: StoredRow;
  readonly given: Values;
}

/** The same for an existing row. */
export interface ChangedRow extends WrittenRow {
  readonly before: StoredRow;
}

/** The same for any row; `before` is null for a new one. */
export interface Change extends WrittenRow {
  readonly before: StoredRow | null;
}

/** Rules for the rows of one entity, used by every endpoint that reads or writes them. */
export interface EntityRules {
  /** The column that lists without `sort_by` are sorted by; created_at by default. */
  readonly orderedBy?: string;
  /** True hides a row that is not deleted itself, unless `with_deleted` is given. */
  readonly hides?: (row: StoredRow, scope: Scope) => boolean;
  /** False hides a row from the request, with or without `with_deleted`. */
  readonly admits?: (row: StoredRow, scope: Scope) => boolean;
  /** The row as a response shows it. */
  readonly shows?: (row: StoredRow, scope: Scope) => StoredRow;
  /** Columns of a new row that the request did not give. */
  readonly defaults?: (given: Values, scope: Scope) => Values;
  /** Throws a Refusal if a new row is not allowed. */
  readonly creating?: (row: WrittenRow, scope: Scope) => void;
  /** Throws a Refusal if a change of a row is not allowed. */
  readonly changing?: (row: ChangedRow, scope: Scope) => void;
  /** Throws a Refusal if a row may not be deleted. */
  readonly deleting?: (row: StoredRow, scope: Scope) => void;
  /** Columns that are computed once, for a new row; undefined removes a column. */
  readonly deriveOnce?: (row: WrittenRow, scope: Scope) => Values;
  /** Columns that are computed after every change; undefined removes a column. */
  readonly derive?: (change: Change, scope: Scope) => Values;
  /** Changes of other rows, made after a new row is stored. */
  readonly afterCreating?: (row: WrittenRow, scope: Scope) => void;
  /** Changes of other rows, made after every change. */
  readonly afterwards?: (change: Change, scope: Scope) => void;
}
