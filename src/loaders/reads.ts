import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../upstream/catalogue/memoize.ts';
import type { Ads, CallResult } from '../upstream/client/client.ts';
import { TransportError } from '../upstream/client/errors.ts';
import { isLater, lowerIdOf, type Row, SOURCE } from '../upstream/client/row.ts';
import {
  addSharer,
  type Sharers,
  sharersOf,
  type Trace,
  waitedFor,
} from '../upstream/client/trace.ts';

export type Input = Readonly<Record<string, unknown>>;

/** The rows of one entity in one account that this request has read. */
export interface RowCache {
  /**
   * Adds rows. They are indexed at the next `find`, so they cost nothing if nobody looks for them.
   */
  readonly add: (rows: readonly Row[]) => void;
  readonly find: (id: string) => Row | undefined;
}

/**
 * The reads of one request. Equal calls are one call, whose response is kept until the request
 * ends.
 */
export interface Reads {
  readonly call: (endpoint: Endpoint, input: Input, trace: Trace) => Promise<CallResult>;
  /** The cache for the rows of an entity in an account; null for entities outside accounts. */
  readonly rowCache: (entity: Entity, accountId: string | null) => RowCache;
}

/** The reads of a request, and the field that reads. */
export interface Reading {
  readonly reads: Reads;
  readonly trace: Trace;
}

/**
 * Reads what outlives a request (reference data, and lists with `isScarce`) from its cache, or by
 * `ask`, which makes the call.
 */
export type ReadThrough = (
  endpoint: Endpoint,
  input: Input,
  ask: () => Promise<CallResult>,
) => Promise<CallResult>;

/** A read that was started. */
interface StartedCall {
  readonly result: Promise<CallResult>;
  /** Its round among the calls of the request; 0 where what is kept answers it. */
  readonly round: () => number;
  /** The fields that it answers. */
  readonly sharers: Sharers;
}

/** Creates the reads of one request. */
export const createReads = (ads: Ads, readThrough: ReadThrough | null = null): Reads => {
  const calls = new Map<string, StartedCall>();
  const rowCaches = new Map<string, RowCache>();
  const make = (endpoint: Endpoint, input: Input, trace: Trace): StartedCall => {
    const sharers: Sharers = [];
    let round = 0;
    const ask = (): Promise<CallResult> => {
      round = trace.round;
      return ads.call(endpoint, input, { ...trace, sharers });
    };
    // Cached data is only for signed-in callers: for others the client refuses the call.
    const isCacheable =
      (endpoint.isReference || endpoint.quirks.isScarce === true) && ads.viewer !== null;
    const result = isCacheable && readThrough !== null ? readThrough(endpoint, input, ask) : ask();
    return { result, round: () => round, sharers };
  };
  return {
    call: async (endpoint, input, trace) => {
      const key = `${endpoint.name} ${JSON.stringify(input)}`;
      const made = getOrMake(calls, key, () => make(endpoint, input, trace));
      addSharer(made.sharers, sharersOf(trace));
      try {
        return await made.result;
      } finally {
        waitedFor(trace, made.round());
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
 * Adds a row to a list in which ids are unique: of two rows with one id the newer one stays, at the
 * position of the first. For entities with ids, a row without one is dropped. `seen` has the rows
 * by id, in lower case.
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

/**
 * One upstream page of a list, with the cursor that it was read with and the one of the next page.
 */
interface UpstreamPage {
  readonly cursor: string | null;
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly total: number | null;
  readonly flaws: readonly Error[];
}

/**
 * Reads the upstream pages of a list from a cursor on, one call for each. Throws
 * UPSTREAM_CURSOR_LOOP if a cursor repeats.
 */
export async function* pagesOf(
  reads: Reads,
  list: { readonly endpoint: Endpoint; readonly input: Input; readonly trace: Trace },
  from: string | null = null,
): AsyncGenerator<UpstreamPage, void, undefined> {
  const { endpoint, input, trace } = list;
  const used = new Set<string>();
  for (let cursor = from; ; ) {
    const result = await reads.call(
      endpoint,
      cursor === null ? input : { ...input, cursor },
      trace,
    );
    const next = 'cursor' in endpoint.params ? result.nextCursor : null;
    const { rows, totalCount: total, flaws = [] } = result;
    yield { cursor, rows, next, total, flaws };
    if (next === null) return;
    if (cursor !== null) used.add(cursor);
    if (used.has(next)) {
      const reason = 'the list leads back to a page that was already read';
      throw new TransportError('UPSTREAM_CURSOR_LOOP', endpoint.name, reason, { sent: true });
    }
    cursor = next;
  }
}
