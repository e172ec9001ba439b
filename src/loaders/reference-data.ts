import { LRUCache } from 'lru-cache';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { isRequired } from '../upstream/catalogue/language/params.ts';
import { hourMs } from '../upstream/catalogue/language/times.ts';
import { memoize } from '../upstream/catalogue/memoize.ts';
import { columnOf } from '../upstream/client/bytes/column.ts';
import type { CallResult } from '../upstream/client/client.ts';
import { TransportError, UpstreamError } from '../upstream/client/errors.ts';
import { type Row, SOURCE } from '../upstream/client/row.ts';
import { type CachedRead, digest, readDigest } from './reads.ts';
import { refusesCursor } from './refusals.ts';

/** The time that a response is cached, in milliseconds. The API suggests a refresh each month. */
export const MAX_AGE_MS = 6 * hourMs;
/**
 * The largest number of cached results, and their size in bytes as received. There are limits
 * because clients choose some of the inputs.
 */
const maxResults = 200;
const MAX_BYTES = 32 * 1024 * 1024;

interface ReferenceRead extends CachedRead {
  /** The application and the host of the data, which never depends on a viewer. */
  readonly application: string;
}

/** A cache that processes share. It never fails: after an error, responses are missing. */
export interface SharedResults {
  /** A cached response, and its age in milliseconds. */
  readonly get: (
    key: string,
    read: ReferenceRead,
  ) => Promise<{ readonly result: CallResult; readonly ageMs: number } | null>;
  readonly set: (
    key: string,
    read: ReferenceRead,
    result: CallResult,
    ttlMs: number,
  ) => Promise<void>;
  /** Drops a response, here and at the subscribers. */
  readonly drop: (key: string) => Promise<void>;
  /** Calls `onChange` with the key of each response that another process replaces or drops. */
  readonly subscribe: (onChange: (key: string) => void) => void;
}

/**
 * The responses of endpoints with `isReference`, the same for every viewer. All requests of a
 * process share them, and with `shared` all processes.
 */
export interface ReferenceData {
  /** Reads from the cache or by `fetch`, once for equal concurrent reads. Caches no failures. */
  readonly read: (
    referenceRead: ReferenceRead,
    fetch: () => Promise<CallResult>,
  ) => Promise<CallResult>;
}

interface Flight {
  readonly read: ReferenceRead;
  readonly fetch: () => Promise<CallResult>;
  /** True if this read makes the running call; other reads wait for it. */
  isOwn: boolean;
}

interface ReferenceDataOptions {
  readonly maxAgeMs?: number;
  /** LIMIT_REFERENCE_BYTES. */
  readonly maxBytes?: number;
  /** The cache that processes share; absent if there is none. */
  readonly shared?: SharedResults;
  /** The time in milliseconds. */
  readonly clock?: { readonly now: () => number };
}

/** Creates the cache of reference data of a process. */
export const createReferenceData = ({
  maxAgeMs = MAX_AGE_MS,
  maxBytes = MAX_BYTES,
  clock = performance,
  shared,
}: ReferenceDataOptions = {}): ReferenceData => {
  const results = new LRUCache<string, CallResult, Flight>({
    max: maxResults,
    maxSize: maxBytes,
    sizeCalculation: ({ size = 0 }) => size + 1,
    ttl: maxAgeMs,
    perf: clock,
    ttlResolution: 0,
    // If a refresh fails, the cached result stays.
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { context, options }) => {
      context.isOwn = true;
      const { read, fetch } = context;
      const known = read.uncached ? null : ((await shared?.get(key, read)) ?? null);
      if (known !== null && known.ageMs < maxAgeMs) {
        options.ttl = maxAgeMs - known.ageMs;
        return known.result;
      }
      const result = await fetch();
      if (isUsual(result)) await shared?.set(key, read, result, maxAgeMs);
      return result;
    },
  });
  /** Drops the pages of a list, by the key of its first page. */
  const drop = (listKey: string): void => {
    for (const key of results.keys()) if (key.startsWith(listKey)) results.delete(key);
  };
  shared?.subscribe(drop);
  return {
    read: async (referenceRead, fetch) => {
      const key = keyOf(referenceRead);
      for (;;) {
        const flight: Flight = { read: referenceRead, fetch, isOwn: false };
        try {
          const options = { context: flight, forceRefresh: referenceRead.uncached };
          const result = (await results.fetch(key, options)) ?? (await fetch());
          if (!isUsual(result) && results.peek(key) === result) results.delete(key);
          return result;
        } catch (error) {
          if (refusesCursor(error)) {
            // Cached pages do not fit the new cursor, so a list that starts over reads them again.
            drop(listKeyOf(referenceRead));
            await shared?.drop(listKeyOf(referenceRead));
          }
          if (flight.isOwn || failsAll(error)) throw error;
        }
      }
    },
  };
};

/**
 * True if a response is like the API's usual ones. Others are not cached for hours: partly
 * unreadable responses, empty lists, rows without the columns that the API always sends.
 */
const isUsual = ({ flaws = [], rows, texts }: CallResult): boolean =>
  flaws.length === 0 && rows.length + texts.length > 0 && rows.every(hasContent);

const hasContent = (row: Row): boolean => {
  const { required, others } = columnsOf(row[SOURCE].entity);
  return (
    required.every((column) => column.isGiven(row)) &&
    (required.length > 0 || others.some((column) => column.isGiven(row)))
  );
};

/** The columns of an entity besides its key: the required ones with the name, and the others. */
const columnsOf = memoize(({ columns, key }: Entity) => {
  const besideKey = Object.entries(columns).filter(([name]) => name !== key);
  const [required, others] = [true, false].map((is) =>
    besideKey
      .filter(([name, param]) => (isRequired(param) || name === 'name') === is)
      .map(([name]) => columnOf(name)),
  );
  return { required: required ?? [], others: others ?? [] };
});

const keyOf = (read: ReferenceRead): string => {
  const { cursor } = read.input;
  return cursor === undefined ? listKeyOf(read) : `${listKeyOf(read)} ${digest(String(cursor))}`;
};

/** The key of the first page of a list. The keys of all its pages begin with it. */
const listKeyOf = ({ application, endpoint, input: { cursor: _, ...input } }: ReferenceRead) =>
  readDigest(application, endpoint, input);

// A failure because of one request's token, deadline or limit of calls does not affect the other
// requests, which make their own call.
const failsAll = (error: unknown): boolean =>
  (error instanceof UpstreamError || error instanceof TransportError) &&
  (error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_BAD_RESPONSE');
