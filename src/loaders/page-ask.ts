import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { Row } from '../upstream/client/row.ts';

/** A page that is wanted of a list. Equal asks of one request are one load. */
export interface PageAsk {
  readonly endpoint: Endpoint;
  /** The ids in the endpoint's path, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** The parent of the rows: the parameter that filters by parent, the column of a row that holds the parent's id, and that id. */
  readonly parent: { readonly param: string; readonly column: string; readonly id: string } | null;
  /** The endpoint's other parameters, by their upstream names, without those for paging and order. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The value of `sort_by`, such as `created_at-asc`; null where the endpoint has no such parameter. */
  readonly sort: string | null;
  /** The largest number of rows of the page. */
  readonly first: number;
  /** The cursor after which the page starts; null for the start of the list. */
  readonly after: string | null;
}

/**
 * The cursor that continues after the row at an index of a page. The cursor at -1 continues before the first row: a page that starts
 * at a cursor can be empty although the list goes on.
 */
export interface PageCursors {
  readonly at: (index: number) => string;
  /** Writes that cursor as a JSON string. */
  readonly write: (out: JsonBytes, index: number) => void;
}

/** A page of a list, `ask.first` rows or fewer. */
export interface Page {
  readonly ask: PageAsk;
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly cursors: PageCursors;
  /** The number of rows of the whole list; null where reading the page did not tell it. */
  readonly knownTotal: number | null;
  /** The errors of the answers that the page was read from. Because of them, rows may be missing. */
  readonly flaws?: readonly Error[];
}
