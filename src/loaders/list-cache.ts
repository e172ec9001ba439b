import { endpoints } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { type CallResult, readCachedResult, writeResult } from '../upstream/client/client.ts';
import { durationText, UpstreamError } from '../upstream/client/errors.ts';
import { Note } from './page-query.ts';
import { type CachedRead, digest, readDigest } from './reads.ts';

/** The time that a response is used while the rate window allows no newer one: a whole window. */
const longestMs = 900_000;
/** The longest response that is cached, in UTF-16 code units. */
const maxCharacters = 1024 * 1024;

/** A cache of lists as text. It never fails: after an error in the store, entries are missing. */
export interface TextCache {
  readonly get: (...keys: readonly string[]) => Promise<readonly (string | null)[]>;
  readonly set: (key: string, text: string, ttlMs: number) => Promise<void>;
}

interface ListRead extends CachedRead {
  readonly viewer: string;
  /** The key of the response: a token of the viewer, and the chosen accounts if not all are. */
  readonly reader: string;
}

/**
 * The responses of endpoints with `isScarce`, cached for each viewer. Without the cache, a console
 * would use up the few calls that the API allows after loading a few pages.
 */
export interface ListCache {
  /**
   * The cached response, or that of `fetch`. Equal concurrent reads share one `fetch`. If the rate
   * window is used up, the response may be up to 15 minutes old; a note reports it.
   */
  readonly read: (listRead: ListRead, fetch: () => Promise<CallResult>) => Promise<CallResult>;
  /** Drops the cached responses of a viewer that this write may have changed. */
  readonly changed: (viewer: string, write: Endpoint) => Promise<void>;
  /** Drops all cached responses of a viewer, because the API may no longer show them. */
  readonly drop: (viewer: string) => Promise<void>;
}

interface ListCacheOptions {
  /** The time that a response is cached, in milliseconds; 0 caches none. */
  readonly forMs: number;
  /** The time in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

interface CachedList {
  readonly result: CallResult;
  readonly ageMs: number;
}

const createStoredLists = (texts: TextCache, now: () => number) => ({
  find: async (listRead: ListRead): Promise<CachedList | null> => {
    if (listRead.uncached) return null;
    const { endpoint, input } = listRead;
    const { viewer } = listRead;
    const marks = [changeKeyOf(viewer, endpoint), dropKeyOf(viewer)];
    const [text, ...changes] = await texts.get(keyOf(listRead), ...marks);
    const [, at = '', json = ''] = /^(\d{1,15}) (.*)$/s.exec(text ?? '') ?? [];
    // A write in the same millisecond may be later than the response.
    if (json === '' || Number(at) <= Math.max(...changes.map(Number))) return null;
    const ageMs = Math.max(0, now() - Number(at));
    const result = ageMs < longestMs ? readCachedResult(endpoint, input, json) : null;
    return result === null ? null : { result, ageMs };
  },
  fetchAndCache: async (listRead: ListRead, fetch: () => Promise<CallResult>) => {
    const since = now();
    const result = await fetch();
    const text = `${since} ${writeResult(result)}`;
    const isWhole = (result.flaws ?? []).length === 0;
    if (isWhole && text.length <= maxCharacters) await texts.set(keyOf(listRead), text, longestMs);
    return result;
  },
});

/** Creates a cache of lists that stores them in `texts`. */
export const createListCache = (
  texts: TextCache,
  { forMs, now = Date.now }: ListCacheOptions,
): ListCache => {
  const flights = new Map<string, Promise<CallResult>>();
  const { find, fetchAndCache } = createStoredLists(texts, now);
  const fetchShared = (
    listRead: ListRead,
    fetch: () => Promise<CallResult>,
  ): Promise<CallResult> => {
    const key = keyOf(listRead);
    const flight = fetchAndCache(listRead, fetch).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    flights.set(key, flight);
    return flight;
  };
  const read: ListCache['read'] = async (listRead, fetch) => {
    const key = keyOf(listRead);
    const running = flights.get(key);
    const known = await find(listRead);
    if (known !== null && known.ageMs < forMs) return known.result;
    // Another request may have read and cached it in the meantime.
    const other = listRead.uncached ? undefined : (flights.get(key) ?? running);
    if (other !== undefined) {
      // Each request has its own rows, and makes its own call if the other call failed.
      await other.catch(() => null);
      return read(listRead, fetch);
    }
    try {
      return await fetchShared(listRead, fetch);
    } catch (error) {
      if (known === null || !isUsedUp(error)) throw error;
      return { ...known.result, flaws: [aged(known, error)] };
    }
  };
  const mark = (key: string): Promise<void> => texts.set(key, String(now()), longestMs);
  return {
    read: forMs === 0 ? (_wanted, fetch) => fetch() : read,
    changed: async (viewer, write) => {
      if (!write.readOnly && returnsScarce(write)) await mark(changeKeyOf(viewer, write));
    },
    drop: (viewer) => mark(dropKeyOf(viewer)),
  };
};

const keyOf = ({ reader, endpoint, input }: ListRead): string =>
  `list:${readDigest(reader, endpoint, input)}`;

const changeKeyOf = (viewer: string, { returns }: Endpoint): string =>
  `list-changed:${digest(`${viewer} ${returns.of?.name ?? ''}`)}`;

const dropKeyOf = (viewer: string): string => `lists-dropped:${digest(viewer)}`;

const scarce = new Set(
  endpoints.filter(({ quirks }) => quirks.isScarce).map(({ returns }) => returns.of?.name),
);

const returnsScarce = ({ returns }: Endpoint): boolean => scarce.has(returns.of?.name);

const isUsedUp = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.code === 'UPSTREAM_RATE_LIMITED';

const aged = ({ ageMs }: CachedList, { rateLimit }: UpstreamError): Note => {
  const age = durationText(Math.round(ageMs / 1000));
  const next = rateLimit === null ? 'later' : `in ${durationText(rateLimit.retryAfterSeconds)}`;
  return new Note(`These rows are ${age} old: the API allows the next call for them ${next}.`);
};
