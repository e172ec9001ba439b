import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../upstream/catalogue/memoize.ts';
import type { Ads, CallResult } from '../upstream/client/client.ts';
import { TransportError } from '../upstream/client/errors.ts';
import { isLater, lowerIdOf, type Row, SOURCE } from '../upstream/client/row.ts';
import type { Sharers, Trace } from '../upstream/client/trace.ts';
import { addSharer, sharersOf, waitedFor } from '../upstream/client/trace.ts';

export type Input = Readonly<Record<string, unknown>>;

/** The rows of one entity in one account that this request has read. */
export interface RowCache {
  /**
   * Adds rows. They are indexed at the next `find`, so they cost nothing if nobody looks them up.
   */
  readonly add: (rows: readonly Row[]) => void;
  readonly find: (id: string) => Row | undefined;
}

/**
 * The reads of one request. Equal calls are one call, whose result is kept until the request ends.
 */
export interface Reads {
  readonly call: (endpoint: Endpoint, input: Input, trace: Trace) => Promise<CallResult>;
  /** The cache for the rows of an entity in an account; null for entities outside accounts. */
  readonly rowCache: (entity: Entity, accountId: string | null) => RowCache;
}

/** The reads of a request, and the trace of the field that reads. */
export interface Reading {
  readonly reads: Reads;
  readonly trace: Trace;
}

/**
 * Reads data that outlives a request (reference data, and lists with `isScarce`) from its cache, or
 * by `ask`, which makes the call.
 */
export type ReadThrough = (
  endpoint: Endpoint,
  input: Input,
  ask: () => Promise<CallResult>,
) => Promise<CallResult>;

/** A read that has begun. */
interface StartedCall {
  result: Promise<CallResult> | null;
  /** The round among the calls of the request; 0 if a cache has the result. */
  round: number;
  /** The fields that use the result. */
  readonly sharers: Sharers;
}

/** Creates the reads of one request. */
export const createReads = (ads: Ads, readThrough: ReadThrough | null = null): Reads => {
  const calls = new Map<string, StartedCall>();
  const rowCaches = new Map<string, RowCache>();
  // Only signed-in callers may read caches. For others the client refuses the call.
  const cached = ads.viewer === null ? null : readThrough;
  return {
    call: async (endpoint, input, trace) => {
      const key = `${endpoint.name} ${JSON.stringify(input)}`;
      const call = getOrMake(
        calls,
        key,
        (): StartedCall => ({ result: null, round: 0, sharers: [] }),
      );
      const ask = (): Promise<CallResult> => {
        call.round = trace.round;
        return ads.call(endpoint, input, { ...trace, sharers: call.sharers });
      };
      const isCacheable = endpoint.isReference || endpoint.quirks.isScarce === true;
      call.result ??= isCacheable && cached !== null ? cached(endpoint, input, ask) : ask();
      addSharer(call.sharers, sharersOf(trace));
      try {
        return await call.result;
      } finally {
        waitedFor(trace, call.round);
      }
    },
    rowCache: (entity, accountId) => {
      const key = `${entity.name} ${lowerId(accountId ?? '')}`;
      return getOrMake(rowCaches, key, () => createRowCache());
    },
  };
};

const createRowCache = (): RowCache => {
  const unsorted: (readonly Row[])[] = [];
  const byId = new Map<string, Row>();
  return {
    add: (rows) => {
      if (rows.length > 0) unsorted.push(rows);
    },
    find: (id) => {
      for (const rows of unsorted) for (const row of rows) setNewest(byId, row);
      unsorted.length = 0;
      return byId.size === 0 ? undefined : byId.get(lowerId(id));
    },
  };
};

const setNewest = (byId: Map<string, Row>, row: Row): void => {
  const id = lowerIdOf(row);
  const known = byId.get(id);
  if (known === undefined || isLater(row, known)) byId.set(id, row);
};

/**
 * Adds a row to a list in which ids are unique. If the list has a row with the same id, the newer
 * one replaces it at the same position. For entities with ids, a row without one is dropped. `seen`
 * has the rows by id, in lower case.
 */
export const addOnce = (rows: Row[], seen: Map<string, Row>, row: Row): void => {
  const { key } = row[SOURCE].entity;
  if (key === null) {
    rows.push(row);
    return;
  }
  const id = row[key];
  if (id === undefined || id === null) return;
  const named = lowerId(id);
  const known = seen.get(named);
  if (known === undefined) rows.push(row);
  else if (isLater(row, known)) rows[rows.indexOf(known)] = row;
  else return;
  seen.set(named, row);
};

/** One upstream page of a list. */
interface UpstreamPage extends Pick<CallResult, 'rows' | 'totalCount'> {
  /** The cursor of this page, and the cursor of the next page. */
  readonly cursor: string | null;
  readonly next: string | null;
  readonly flaws: readonly Error[];
}

/**
 * Reads the upstream pages of a list from a cursor on, one call for each, until `take` returns true
 * for a page. Rejects with UPSTREAM_CURSOR_LOOP if a cursor repeats.
 */
export const readUpstream = async (
  { reads, trace }: Reading,
  list: { readonly endpoint: Endpoint; readonly input: Input; readonly from?: string | null },
  take: (page: UpstreamPage) => boolean,
): Promise<void> => {
  const { endpoint, input, from = null } = list;
  const used = new Set<string>();
  for (let cursor = from; ; ) {
    const pageInput = cursor === null ? input : { ...input, cursor };
    const {
      rows,
      totalCount,
      flaws = [],
      nextCursor,
    } = await reads.call(endpoint, pageInput, trace);
    const next = 'cursor' in endpoint.params ? nextCursor : null;
    if (take({ cursor, rows, next, totalCount, flaws }) || next === null) return;
    if (cursor !== null) used.add(cursor);
    if (used.has(next)) {
      const reason = 'the list leads back to a page that was already read';
      throw new TransportError('UPSTREAM_CURSOR_LOOP', endpoint.name, reason, { sent: true });
    }
    cursor = next;
  }
};
