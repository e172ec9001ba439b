import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import type { Ads, Answer } from '../upstream/client/client.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Trace } from '../upstream/client/trace.ts';
import { createRows } from './by-id.ts';
import { createLists } from './lists.ts';
import type { Input, Reference } from './reads.ts';
import { createReads } from './reads.ts';

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

/** Turns many small asks of one request into few upstream calls. What is an Error failed for that item alone. */
export interface Loaders {
  /** Rows by id, null for each that the API does not have. Deleted and draft rows are found. */
  readonly rows: (
    scope: { readonly entity: Entity; readonly accountId: string | null },
    ids: readonly string[],
    trace: Trace,
  ) => Loading<Row | null>;
  /**
   * The same rows, each with the columns that its own answer left out, read by the other form of endpoint. A column that
   * could not be read holds the Error.
   */
  readonly complete: (
    rows: readonly Row[],
    columns: readonly string[],
    trace: Trace,
  ) => Loading<Row>;
  /** Pages of lists that differ in nothing but their parents. */
  readonly pages: (asks: readonly PageAsk[], trace: Trace) => Loading<Page>;
  /** The number of rows of a list, asked with its own call where the page did not tell. */
  readonly total: (page: Page, trace: Trace) => number | Promise<number>;
  /** Reads an endpoint as it is; equal reads are one call. For what is neither a page nor found by id. */
  readonly read: (endpoint: Endpoint, input: Input, trace: Trace) => Promise<Answer>;
  /** Forgets everything that was read: after a write any of it may be old. */
  readonly forget: () => void;
}

/** Values in the order of what was asked for, at once where all of them are at hand. */
type Loading<T> = readonly (T | Error)[] | Promise<readonly (T | Error)[]>;

/** Loaders for one request, and so for one viewer: nothing that they hold outlives it. */
export const createLoaders = (ads: Ads, reference: Reference | null = null): Loaders => {
  const fresh = () => {
    const reads = createReads(ads, reference);
    return { ...createRows(reads), ...createLists(reads), read: reads.call };
  };
  let current = fresh();
  return {
    rows: (...ask) => current.rows(...ask),
    complete: (...ask) => current.complete(...ask),
    pages: (...ask) => current.pages(...ask),
    total: (...ask) => current.total(...ask),
    read: (...ask) => current.read(...ask),
    forget: () => {
      current = fresh();
    },
  };
};
