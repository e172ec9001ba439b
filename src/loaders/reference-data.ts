import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Answer } from '../upstream/client/client.ts';
import { TransportError, UpstreamError } from '../upstream/client/errors.ts';
import type { Input } from './reads.ts';

/** How long an answer is kept: the API asks for a refresh of such data once a month at the most. */
export const MAX_AGE_MS = 6 * 3_600_000;
/** Clients choose some of the inputs, so the number of answers is bounded. */
const MAX_ANSWERS = 200;

/** A read of reference data. */
export interface Question {
  /** Whose data it is: that of an application at a host, and never of a viewer. */
  readonly application: string;
  readonly endpoint: Endpoint;
  readonly input: Input;
  /** Whether to ask again although an answer is at hand. */
  readonly fresh: boolean;
}

/** The answers of catalogue-marked endpoints, which are the same for every viewer: shared by all requests of a process. */
export interface ReferenceData {
  /** One `fetch` however many ask at a time, and none while its answer is kept. A failure is kept for nobody. */
  readonly read: (question: Question, fetch: () => Promise<Answer>) => Promise<Answer>;
}

interface Flight {
  readonly fetch: () => Promise<Answer>;
  /** Whether this question is the one that is on its way; the others wait for it. */
  isOwn: boolean;
}

export interface ReferenceDataOptions {
  readonly maxAgeMs?: number;
  /** What tells the time, in milliseconds. */
  readonly clock?: { readonly now: () => number };
}

export const createReferenceData = ({
  maxAgeMs = MAX_AGE_MS,
  clock = performance,
}: ReferenceDataOptions = {}): ReferenceData => {
  const answers = new LRUCache<string, Answer, Flight>({
    max: MAX_ANSWERS,
    ttl: maxAgeMs,
    perf: clock,
    ttlResolution: 0,
    // A refresh that fails leaves what was at hand.
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
          // One answer that can be read in part must not stand for hours.
          if ((answer.flaws ?? []).length > 0 && answers.peek(key) === answer) answers.delete(key);
          return answer;
        } catch (error) {
          if (flight.isOwn || concernsAll(error)) throw error;
        }
      }
    },
  };
};

const keyOf = ({ application, endpoint, input }: Question): string => {
  const given = Object.entries(input).sort(([left], [right]) => (left < right ? -1 : 1));
  return `${application} ${endpoint.name} ${JSON.stringify(given)}`;
};

// Whose token, deadline or budget failed is not told to others: they ask for themselves.
const concernsAll = (error: unknown): boolean =>
  (error instanceof UpstreamError || error instanceof TransportError) &&
  (error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_BAD_RESPONSE');
