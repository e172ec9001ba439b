import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../upstream/catalogue/memoize.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { Ads, CallResult } from '../upstream/client/client.ts';
import { badResponse } from '../upstream/client/errors.ts';
import { type ChosenAccounts, otherAccount } from '../upstream/client/request/chosen-accounts.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Trace } from '../upstream/client/trace.ts';
import { createRows, type RowLoaders } from './by-id.ts';
import { createLoader, type KeyValues, type LoadKeys } from './by-key.ts';
import { isMergeable, parentKey, settleChildLists } from './by-parent.ts';
import { emptyPage, type ListReading, listInput, readPage } from './page.ts';
import { listKey, type Page, type PageQuery } from './page-query.ts';
import { createReads, type Input, type Reads, type ReadThrough } from './reads.ts';
import { meansEmptyList, toError } from './refusals.ts';
import { createTimeZones, type TimeZones } from './stats/account-days.ts';
import { noResultCache, type ResultCache } from './stats/result-cache.ts';
import { createStats, type LoadStats } from './stats/stats.ts';

/** The reads of one request, in few upstream calls. An Error replaces one item that failed. */
export interface Loaders extends RowLoaders, PageLoaders {
  /** Calls a read endpoint, for all but pages of lists and rows by id. Equal reads are one call. */
  readonly read: (endpoint: Endpoint, input: Input, trace: Trace) => Promise<CallResult>;
  /** Reads results: figures of entities in ranges of time. */
  readonly stats: LoadStats;
  readonly timeZones: TimeZones;
  /** Drops all results, because a write may have changed any of them. */
  readonly forget: () => void;
}

interface LoaderSettings {
  /** Called at the first read of results. */
  readonly resultCache: () => ResultCache;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** LIMIT_FILTER_ROWS. */
  readonly filterRows: number;
}

const alone: LoaderSettings = {
  resultCache: () => noResultCache(false),
  now: Date.now,
  filterRows: 10_000,
};

/** Creates the loaders of one request, which hold the data of one viewer and end with it. */
export const createLoaders = (
  ads: Ads,
  readThrough: ReadThrough | null = null,
  { resultCache, now, filterRows }: LoaderSettings = alone,
): Loaders => {
  const loadersOnce = () => {
    const reads = createReads(ads, readThrough);
    const rows = createRows(reads);
    const lists = createLists(reads, filterRows);
    // Most requests read no results.
    const figures = onFirstUse(() => {
      const results = resultCache();
      const timeZones = createTimeZones(reads, rows.rows, results);
      return {
        timeZones,
        stats: createStats({ reads, room: ads, cache: results, now }, timeZones),
      };
    });
    return { ...rows, ...lists, read: reads.call, figures };
  };
  let current = loadersOnce();
  return {
    rows: (...query) => current.rows(...query),
    complete: (...query) => current.complete(...query),
    pages: (...query) => current.pages(...query),
    total: (...query) => current.total(...query),
    read: (...query) => current.read(...query),
    stats: (...query) => current.figures().stats(...query),
    timeZones: {
      known: (...query) => current.figures().timeZones.known(...query),
      read: (...query) => current.figures().timeZones.read(...query),
    },
    forget: () => {
      current = loadersOnce();
    },
  };
};

const onFirstUse = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

interface PageLoaders {
  /** A page for each query, in their order. The queries may differ only in their parents. */
  readonly pages: (queries: readonly PageQuery[], trace: Trace) => KeyValues<Page>;
  /**
   * The number of rows of a page's whole list; null with `where`, which the API cannot count. Costs
   * a call if the page does not have it.
   */
  readonly total: (page: Page, trace: Trace) => number | null | Promise<number>;
}

/** Creates the loaders of lists. One call reads the lists of several parents. */
const createLists = (reads: Reads, filterRows: number): PageLoaders => {
  const kinds = new Map<string, LoadKeys<PageQuery, Page>>();
  return {
    pages: (queries, trace) => {
      const [first] = queries;
      if (first === undefined) return [];
      if (first.first === 0) return queries.map(emptyOf);
      // Quoted, because an empty cursor is not the start of the list.
      const key = `${first.first} ${JSON.stringify(first.after)} ${first.kind.key}`;
      const kind = getOrMake(kinds, key, () =>
        createKind({ reads, filterRows }, isMergeable(first)),
      );
      return kind(queries, trace);
    },
    total: (page, trace) =>
      page.query.where === null ? (page.knownTotal ?? countRows(reads, page.query, trace)) : null,
  };
};

/** Creates the loader for lists of one kind, which differ only in their parents. */
const createKind = (
  lists: Without<ListReading, 'trace'>,
  merges: boolean,
): LoadKeys<PageQuery, Page> =>
  merges
    ? createLoader(parentKey, (queries, trace) => settleChildLists({ ...lists, trace }, queries))
    : createLoader(listKey, (queries, trace) =>
        Promise.all(queries.map((query) => readPage({ ...lists, trace }, query).catch(toError))),
      );

const emptyOf = (query: PageQuery): Page | Error => {
  try {
    return emptyPage(query);
  } catch (error) {
    return toError(error);
  }
};

// `with_total_count` excludes a cursor and has a rate window of its own, so pages do not send it.
const countRows = async (reads: Reads, query: PageQuery, trace: Trace): Promise<number> => {
  const { endpoint } = query;
  const input = {
    ...listInput({ ...query, sort: null }),
    with_total_count: true,
    ...('count' in endpoint.params && { count: 1 }),
  };
  const totalCount = await reads.call(endpoint, input, trace).then(
    (result) => result.totalCount,
    (error: unknown) => {
      if (meansEmptyList(error, query)) return 0;
      throw error;
    },
  );
  if (totalCount !== null) return totalCount;
  const reason = 'the response lacks the requested total_count, or it cannot be read';
  throw badResponse(endpoint.name, reason);
};

/**
 * The loaders of a request that may only touch these accounts. The client refuses calls for other
 * accounts. Here only the items of such an account fail, not those that are read with them.
 */
export const withinChosen = (loaders: Loaders, accounts: ChosenAccounts): Loaders => ({
  ...loaders,
  rows: (scope, ids, trace) => {
    if (scope.entity.name !== 'Account') return loaders.rows(scope, ids, trace);
    const isChosen = (id: string): boolean => accounts.has(lowerId(id));
    const loading = loaders.rows(scope, ids.filter(isChosen), trace);
    const placed = (found: readonly (Row | Error | null)[]) => {
      const next = found.values();
      return ids.map((id) => (isChosen(id) ? (next.next().value ?? null) : otherAccount()));
    };
    return loading instanceof Promise ? loading.then(placed) : placed(loading);
  },
});
