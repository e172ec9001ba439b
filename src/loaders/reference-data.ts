import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { CallResult } from '../upstream/client/client.ts';
import { TransportError, UpstreamError } from '../upstream/client/errors.ts';
import type { Input } from './reads.ts';

/**
 * How long an answer is cached, in milliseconds: 6 hours. The API suggests a refresh once a month.
 */
export const MAX_AGE_MS = 6 * 3_600_000;
/**
 * The largest number of cached answers. There is a limit because clients choose some of the inputs.
 */
const MAX_ANSWERS = 200;

/** A read of reference data. */
interface ReferenceRead {
  /** The application and the host that the data belongs to; it never belongs to a viewer. */
  readonly application: string;
  readonly endpoint: Endpoint;
  readonly input: Input;
  /** True to read again, even if an answer is cached. */
  readonly fresh: boolean;
}

/**
 * A cache that processes share. It never fails: an answer that the store cannot give is missing.
 */
export interface SharedAnswers {
  /** A kept answer, and how long ago the API gave it, in milliseconds. */
  readonly get: (
    key: string,
    read: ReferenceRead,
  ) => Promise<{ readonly answer: CallResult; readonly ageMs: number } | null>;
  readonly set: (
    key: string,
    read: ReferenceRead,
    answer: CallResult,
    ttlMs: number,
  ) => Promise<void>;
  /** Calls back with the key of an answer for which another process has a newer one. */
  readonly subscribe: (onChange: (key: string) => void) => void;
}

/**
 * The answers of endpoints with `isReference`, the same for every viewer. All requests of a process
 * share them, and with `shared` all processes.
 */
export interface ReferenceData {
  /**
   * Reads from the cache, else by `fetch`. Concurrent equal reads share one `fetch`. Failures are
   * not cached.
   */
  readonly read: (
    referenceRead: ReferenceRead,
    fetch: () => Promise<CallResult>,
  ) => Promise<CallResult>;
}

interface Flight {
  readonly read: ReferenceRead;
  readonly fetch: () => Promise<CallResult>;
  /** True if this read made the call that is running; other reads wait for it. */
  isOwn: boolean;
}

interface ReferenceDataOptions {
  readonly maxAgeMs?: number;
  /** The cache that processes share; absent if there is none. */
  readonly shared?: SharedAnswers;
  /** The time in milliseconds. */
  readonly clock?: { readonly now: () => number };
}

/** Creates the cache of reference data of a process. */
export const createReferenceData = ({
  maxAgeMs = MAX_AGE_MS,
  clock = performance,
  shared,
}: ReferenceDataOptions = {}): ReferenceData => {
  const answers = new LRUCache<string, CallResult, Flight>({
    max: MAX_ANSWERS,
    ttl: maxAgeMs,
    perf: clock,
    ttlResolution: 0,
    // If a refresh fails, the cached answer stays.
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { context, options }) => {
      context.isOwn = true;
      const { read, fetch } = context;
      const known = read.fresh ? null : ((await shared?.get(key, read)) ?? null);
      if (known !== null && known.ageMs < maxAgeMs) {
        options.ttl = maxAgeMs - known.ageMs;
        return known.answer;
      }
      const answer = await fetch();
      if (isWhole(answer)) await shared?.set(key, read, answer, maxAgeMs);
      return answer;
    },
  });
  shared?.subscribe((key) => void answers.delete(key));
  return {
    read: async (referenceRead, fetch) => {
      const key = keyOf(referenceRead);
      for (;;) {
        const flight: Flight = { read: referenceRead, fetch, isOwn: false };
        try {
          const options = { context: flight, forceRefresh: referenceRead.fresh };
          const answer = (await answers.fetch(key, options)) ?? (await fetch());
          // An answer that could only be read in part is not kept for hours.
          if (!isWhole(answer) && answers.peek(key) === answer) answers.delete(key);
          return answer;
        } catch (error) {
          if (flight.isOwn || failsAll(error)) throw error;
        }
      }
    },
  };
};

const isWhole = ({ flaws = [] }: CallResult): boolean => flaws.length === 0;

const keyOf = ({ application, endpoint, input }: ReferenceRead): string => {
  const given = Object.entries(input).sort(([left], [right]) => (left < right ? -1 : 1));
  return hash('sha256', `${application} ${endpoint.name} ${JSON.stringify(given)}`, 'base64url');
};

// A failure because of one request's token, deadline or limit of calls does not affect the others:
// they make their own call.
const failsAll = (error: unknown): boolean =>
  (error instanceof UpstreamError || error instanceof TransportError) &&
  (error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_BAD_RESPONSE');
