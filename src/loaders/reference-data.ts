import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Answer } from '../upstream/client/client.ts';
import { TransportError, UpstreamError } from '../upstream/client/errors.ts';
import type { Input } from './reads.ts';

/** How long an answer is cached, in milliseconds: 6 hours. The API suggests a refresh once a month. */
export const MAX_AGE_MS = 6 * 3_600_000;
/** The largest number of cached answers. There is a limit because clients choose some of the inputs. */
const MAX_ANSWERS = 200;

/** A read of reference data. */
interface ReferenceRead {
  /** The application and the host that the data belongs to; it never belongs to a viewer. */
  readonly application: string;
  readonly endpoint: Endpoint;
  readonly input: Input;
  /** True to read again although an answer is cached. */
  readonly fresh: boolean;
}

/** The answers of endpoints with `isReference`, the same for every viewer. All requests of a process share them. */
export interface ReferenceData {
  /** Reads from the cache, else by `fetch`. Concurrent equal reads share one `fetch`. Failures are not cached. */
  readonly read: (question: ReferenceRead, fetch: () => Promise<Answer>) => Promise<Answer>;
}

interface Flight {
  readonly fetch: () => Promise<Answer>;
  /** True where the call of this read is the one under way; the other reads wait for it. */
  isOwn: boolean;
}

interface ReferenceDataOptions {
  readonly maxAgeMs?: number;
  /** The time in milliseconds. */
  readonly clock?: { readonly now: () => number };
}

/** Creates the cache of reference data of a process. */
export const createReferenceData = ({
  maxAgeMs = MAX_AGE_MS,
  clock = performance,
}: ReferenceDataOptions = {}): ReferenceData => {
  const answers = new LRUCache<string, Answer, Flight>({
    max: MAX_ANSWERS,
    ttl: maxAgeMs,
    perf: clock,
    ttlResolution: 0,
    // A refresh that fails leaves the cached answer.
    noDeleteOnFetchRejection: true,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => {
      context.isOwn = true;
      return context.fetch();
    },
  });
  return {
    read: async (question, fetch) => {
      const key = keyOf(question);
      for (;;) {
        const flight: Flight = { fetch, isOwn: false };
        try {
          const options = { context: flight, forceRefresh: question.fresh };
          const answer = (await answers.fetch(key, options)) ?? (await fetch());
          // An answer of which a part could not be read is not kept for hours.
          if ((answer.flaws ?? []).length > 0 && answers.peek(key) === answer) answers.delete(key);
          return answer;
        } catch (error) {
          if (flight.isOwn || concernsAll(error)) throw error;
        }
      }
    },
  };
};

const keyOf = ({ application, endpoint, input }: ReferenceRead): string => {
  const given = Object.entries(input).sort(([left], [right]) => (left < right ? -1 : 1));
  return `${application} ${endpoint.name} ${JSON.stringify(given)}`;
};

// A failure of one request's token, deadline or limit of calls is not passed to the others: they read themselves.
const concernsAll = (error: unknown): boolean =>
  (error instanceof UpstreamError || error instanceof TransportError) &&
  (error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_BAD_RESPONSE');
