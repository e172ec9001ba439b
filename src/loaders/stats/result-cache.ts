import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { dayMs } from '../../upstream/catalogue/language/times.ts';

/** How long figures that do not change any more are kept, in milliseconds: 24 hours. */
const resultTtlMs = dayMs;
/** How long the time zone of an account is kept: 7 days. */
const zoneTtlMs = 7 * resultTtlMs;
/** The most that a process keeps, in bytes. */
const maxBytes = 64 * 1024 * 1024;

type Entries = readonly (readonly [key: string, text: string])[];

/**
 * The cache of results of past weeks and of time zones, of all viewers. It never fails: a missing
 * entry means that the API is called.
 */
export interface ResultStore {
  readonly get: (keys: readonly string[]) => Promise<readonly (string | null)[]>;
  readonly set: (entries: Entries, facts: EntryFacts) => Promise<void>;
}

/** Whose texts are kept, and for how long. */
interface EntryFacts {
  readonly owner: string;
  readonly ttlMs: number;
}

/** Keeps texts in this process: the 64 MiB that were used last. */
export const createResultStore = (
  clock: { readonly now: () => number } = performance,
): ResultStore => {
  const texts = new LRUCache<string, string>({
    maxSize: maxBytes,
    // Text of figures has a byte a character, and an entry takes some 200 more.
    sizeCalculation: (text, key) => text.length + key.length + 200,
    perf: clock,
    ttlResolution: 0,
  });
  return {
    get: async (keys) => keys.map((key) => texts.get(key) ?? null),
    set: async (entries, { ttlMs: ttl }) => {
      for (const [key, text] of entries) texts.set(key, text, { ttl });
    },
  };
};

/** What is kept for the viewer of one request. */
export interface ResultCache {
  /** Whether the cache is bypassed (`Cache-Control: no-cache`). */
  readonly isFresh: boolean;
  /** Whether calls that the cache may save are left out of the rehearsal's count. */
  readonly isRehearsal: boolean;
  readonly get: (names: readonly string[]) => Promise<readonly (string | null)[]>;
  readonly set: (entries: Entries) => Promise<void>;
  readonly zoneOf: (accountId: string) => Promise<string | null>;
  readonly setZone: (accountId: string, zone: string) => Promise<void>;
}

/** The cache of one viewer. Others never see it: its keys contain the viewer. */
export const resultCacheFor = (
  store: ResultStore,
  viewer: string,
  isFresh: boolean,
): ResultCache => {
  const owner = hash('sha256', viewer, 'base64url');
  const keyOf = (name: string): string => `${owner} ${name}`;
  const zoneKey = (accountId: string): string => keyOf(`zone ${accountId.toLowerCase()}`);
  return {
    isFresh,
    isRehearsal: false,
    get: (names) => store.get(names.map(keyOf)),
    set: (entries) =>
      store.set(
        entries.map(([name, text]) => [keyOf(name), text]),
        { owner, ttlMs: resultTtlMs },
      ),
    zoneOf: async (accountId) => (await store.get([zoneKey(accountId)]))[0] ?? null,
    setZone: (accountId, zone) =>
      store.set([[zoneKey(accountId), zone]], { owner, ttlMs: zoneTtlMs }),
  };
};

/** For a request that shares nothing with others, or for the rehearsal of one. */
export const noResultCache = (isRehearsal: boolean): ResultCache => ({
  isFresh: false,
  isRehearsal,
  get: async (names) => names.map(() => null),
  set: async () => undefined,
  zoneOf: async () => null,
  setZone: async () => undefined,
});
