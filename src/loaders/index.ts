import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Ads, Answer } from '../upstream/client/client.ts';
import type { Trace } from '../upstream/client/trace.ts';
import type { RowLoaders } from './by-id.ts';
import { createRows } from './by-id.ts';
import type { PageLoaders } from './lists.ts';
import { createLists } from './lists.ts';
import type { Input, Reference } from './reads.ts';
import { createReads } from './reads.ts';

/** Turns many small asks of one request into few upstream calls. What is an Error failed for that item alone. */
export interface Loaders extends RowLoaders, PageLoaders {
  /** Reads an endpoint as it is; equal reads are one call. For what is neither a page nor found by id. */
  readonly read: (endpoint: Endpoint, input: Input, trace: Trace) => Promise<Answer>;
  /** Forgets everything that was read: after a write any of it may be old. */
  readonly forget: () => void;
}

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
