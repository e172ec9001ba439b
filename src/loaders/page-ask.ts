import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Row } from '../upstream/client/row.ts';

/** A list that somebody wants a page of. Equal asks of one request are one load. */
export interface PageAsk {
  readonly endpoint: Endpoint;
  /** The ids in the endpoint's path, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** What the parent supplies: the parameter that filters by it, its id, and the column of a row that says whose it is. */
  readonly parent: { readonly param: string; readonly column: string; readonly id: string } | null;
  /** The endpoint's other parameters, by their upstream names. Neither paging nor order. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** `created_at-asc`, or null where the endpoint has no sort_by. */
  readonly sort: string | null;
  readonly first: number;
  readonly after: string | null;
}

/** A page of a list, `ask.first` rows or fewer. */
export interface Page {
  readonly ask: PageAsk;
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  /**
   * The cursor that continues after the row at this index. A continuing page can have no row and still not be the end:
   * the cursor at -1 goes on from there.
   */
  readonly cursorAt: (index: number) => string;
  /** The number of rows of the whole list, where reading the page already told it. */
  readonly knownTotal: number | null;
  /** What was wrong with the answers that the page was read from, where rows of it may be missing. */
  readonly flaws?: readonly Error[];
}
