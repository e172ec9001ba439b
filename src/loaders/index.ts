import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Ads, CallResult } from '../upstream/client/client.ts';
import type { Trace } from '../upstream/client/trace.ts';
import { createRows, type RowLoaders } from './by-id.ts';
import { createLists, type PageLoaders } from './lists.ts';
import { createReads, type Input, type ReadThrough } from './reads.ts';
import { noResultCache, type ResultCache } from './stats/result-cache.ts';
import { createStats, type LoadStats } from './stats/stats.ts';
import { createTimeZones, type TimeZones } from './stats/time-zones.ts';

/**
 * The reads of one request, combined into few upstream calls. An Error in a result replaces one
 * item that failed.
 */
export interface Loaders extends RowLoaders, PageLoaders {
  /**
   * Calls a read endpoint directly, for anything but a page of a list or a row by id. Equal reads
   * are one call.
   */
  readonly read: (endpoint: Endpoint, input: Input, trace: Trace) => Promise<CallResult>;
  /** Reads results: figures of entities in ranges of time. */
  readonly stats: LoadStats;
  readonly timeZones: TimeZones;
  /** Drops all results, because a write may have changed any of them. */
  readonly forget: () => void;
}

/** The settings of lists and results. */
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

/**
 * Creates the loaders of one request. They hold the data of one viewer and end with the request.
 */
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
    rows: (...ask) => current.rows(...ask),
    complete: (...ask) => current.complete(...ask),
    pages: (...ask) => current.pages(...ask),
    total: (...ask) => current.total(...ask),
    read: (...ask) => current.read(...ask),
    stats: (...ask) => current.figures().stats(...ask),
    timeZones: {
      known: (...ask) => current.figures().timeZones.known(...ask),
      read: (...ask) => current.figures().timeZones.read(...ask),
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
