import type { Endpoint } from '../upstream/catalogue/endpoint.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import type { Ads, Answer } from '../upstream/client.ts';
import type { Row } from '../upstream/row.ts';
import { createRows } from './by-id.ts';
import { createLists } from './lists.ts';
import type { Reference } from './reads.ts';
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
}

/** Turns many small asks of one request into few upstream calls. */
export interface Loaders {
  /** A row by id, or null where the API has none. Deleted and draft rows are found. Synchronous when already here. */
  readonly row: (
    entity: Entity,
    accountId: string | null,
    id: string,
  ) => Row | null | Promise<Row | null>;
  /** The same row with the columns that its own answer left out, read by the other form of endpoint. */
  readonly complete: (row: Row, columns: readonly string[]) => Row | Promise<Row>;
  readonly page: (ask: PageAsk) => Promise<Page>;
  /** The number of rows of a list, asked with its own call where the page did not tell. */
  readonly total: (page: Page) => number | Promise<number>;
  /** Reads an endpoint as it is; equal reads of one request are one call. For what is neither a page nor found by id. */
  readonly read: (endpoint: Endpoint, input: Readonly<Record<string, unknown>>) => Promise<Answer>;
  /** Forgets what was read of an entity, or (null) of what is none, after a write. */
  readonly forget: (entity: Entity | null) => void;
}

/** Loaders for one request, and so for one viewer: nothing that they hold outlives it. */
export const createLoaders = (ads: Ads, reference: Reference | null = null): Loaders => {
  const reads = createReads(ads, reference);
  const rows = createRows(reads);
  const lists = createLists(reads);
  return {
    row: rows.row,
    complete: rows.complete,
    page: lists.page,
    total: lists.total,
    read: reads.call,
    forget: (entity) => {
      reads.forget(entity);
      if (entity === null) return;
      rows.forget(entity);
      lists.forget(entity);
    },
  };
};
