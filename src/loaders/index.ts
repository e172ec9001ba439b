import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Ads, Answer } from '../upstream/client/client.ts';
import type { Trace } from '../upstream/client/trace.ts';
import type { RowLoaders } from './by-id.ts';
import { createRows } from './by-id.ts';
import type { PageLoaders } from './lists.ts';
import { createLists } from './lists.ts';
import type { Input, ReadReferenceData } from './reads.ts';
import { createReads } from './reads.ts';

/** The reads of one request, combined into few upstream calls. An Error in a result stands for one item that failed. */
export interface Loaders extends RowLoaders, PageLoaders {
  /** Calls a read endpoint directly, for what is neither a page of a list nor a row by id. Equal reads are one call. */
  readonly read: (endpoint: Endpoint, input: Input, trace: Trace) => Promise<Answer>;
  /** Forgets all results, because after a write any of them may be out of date. */
  readonly forget: () => void;
}

/** Creates the loaders of one request. They hold the data of one viewer and end with the request. */
export const createLoaders = (
  ads: Ads,
  readReferenceData: ReadReferenceData | null = null,
): Loaders => {
  const fresh = () => {
    const reads = createReads(ads, readReferenceData);
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
