import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { dayMs } from '../../upstream/catalogue/language/times.ts';

/** The time that final figures are cached, in milliseconds: 24 hours. */
const resultTtlMs = dayMs;
/** The time that the time zone of an account is cached: 7 days. */
const zoneTtlMs = 7 * resultTtlMs;
/** The id of the only text of an account's time zone. */
const zoneId = 'zone';
/** The size of the cache of a process, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** Texts with one key, such as those of a week, by the ids of their entities. */
export interface KeptTexts {
  readonly key: string;
  readonly byId: ReadonlyMap<string, string>;
}

interface KeptQuery {
  readonly key: string;
  readonly ids: readonly string[];
}

/** For each query, the texts of its ids; null for an id without one. */
type FoundTexts = readonly (readonly (string | null)[])[];

/**
 * The cache of results of past weeks and of time zones, for all viewers. It never fails: after an
 * error in the store, entries are missing.
 */
export interface ResultStore {
  readonly get: (queries: readonly KeptQuery[]) => Promise<FoundTexts>;
  readonly set: (kept: readonly KeptTexts[], facts: EntryFacts) => Promise<void>;
}

/** The owner of texts, and the time that they are kept, in milliseconds. */
interface EntryFacts {
  readonly owner: string;
  readonly ttlMs: number;
}

interface KeptText {
  readonly text: string;
  until: number;
}

/** Creates a cache in this process. It keeps the last used texts, up to 64 MiB. */
export const createResultStore = (
  clock: { readonly now: () => number } = performance,
): ResultStore => {
  const kept = new LRUCache<string, ReadonlyMap<string, KeptText>>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
  });
  return {
    get: async (queries) => {
      const now = clock.now();
      return queries.map(({ key, ids }) => {
        const texts = kept.get(key);
        return ids.map((id) => {
          const found = texts?.get(id);
          return found !== undefined && found.until > now ? found.text : null;
        });
      });
    },
    set: async (all, { ttlMs }) => {
      const now = clock.now();
      const until = now + ttlMs;
      for (const { key, byId } of all) {
        const known = kept.get(key);
        if (known !== undefined && keepLonger(known, byId, until)) continue;
        const texts = new Map(known);
        for (const [id, one] of texts) if (one.until <= now) texts.delete(id);
        for (const [id, text] of byId) texts.set(id, { text, until });
        kept.set(key, texts);
      }
    },
  };
};

/** Prolongs the time of cached texts; false if the cached texts are different. */
const keepLonger = (
  kept: ReadonlyMap<string, KeptText>,
  byId: KeptTexts['byId'],
  until: number,
): boolean => {
  for (const [id, text] of byId) if (kept.get(id)?.text !== text) return false;
  for (const id of byId.keys()) (kept.get(id) as KeptText).until = until;
  return true;
};

// Figures as text have one byte per character. An entry takes about 200 bytes more.
const sizeOf = (texts: ReadonlyMap<string, KeptText>, key: string): number => {
  let size = key.length;
  for (const [id, { text }] of texts) size += id.length + text.length + 200;
  return size;
};

/** The cached results for the viewer of one request. */
export interface ResultCache {
  /** True if the cache is bypassed (`Cache-Control: no-cache`). */
  readonly isNew: boolean;
  /** True in a rehearsal, which does not count calls that the cache may save. */
  readonly isRehearsal: boolean;
  readonly get: ResultStore['get'];
  readonly set: (kept: readonly KeptTexts[]) => Promise<void>;
  readonly zoneOf: (accountId: string) => Promise<string | null>;
  readonly setZone: (accountId: string, zone: string) => Promise<void>;
}

/** The cache of one viewer. Its keys contain the viewer, so others never see it. */
export const resultCacheFor = (store: ResultStore, viewer: string, isNew: boolean): ResultCache => {
  const owner = hash('sha256', viewer, 'base64url');
  const own = <T extends KeptQuery | KeptTexts>(all: readonly T[]): readonly T[] =>
    all.map((one) => ({ ...one, key: `${owner} ${one.key}` }));
  const zoneKey = (accountId: string): string => `zone ${lowerId(accountId)}`;
  return {
    isNew,
    isRehearsal: false,
    get: (queries) => store.get(own(queries)),
    set: (kept) => store.set(own(kept), { owner, ttlMs: resultTtlMs }),
    zoneOf: async (accountId) => {
      const found = await store.get(own([{ key: zoneKey(accountId), ids: [zoneId] }]));
      return found[0]?.[0] ?? null;
    },
    setZone: (accountId, zone) => {
      const kept = { key: zoneKey(accountId), byId: new Map([[zoneId, zone]]) };
      return store.set(own([kept]), { owner, ttlMs: zoneTtlMs });
    },
  };
};

/** An empty cache, for a request that shares nothing with others, or for its rehearsal. */
export const noResultCache = (isRehearsal: boolean): ResultCache => ({
  isNew: false,
  isRehearsal,
  get: async (queries) => queries.map(({ ids }) => ids.map(() => null)),
  set: async () => undefined,
  zoneOf: async () => null,
  setZone: async () => undefined,
});
