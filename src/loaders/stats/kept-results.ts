import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long figures that do not change any more are kept, in milliseconds: 24 hours. */
const keptMs = 24 * 3_600_000;
/** How long the time zone of an account is kept: 7 days. */
const zoneKeptMs = 7 * keptMs;
/** The most that a process keeps, in bytes. */
const maxBytes = 64 * 1024 * 1024;

type Entries = readonly (readonly [key: string, text: string])[];

/**
 * Results of past weeks, and time zones, of all viewers. Nothing here fails: what is not there is
 * asked for.
 */
export interface ResultStore {
  readonly get: (keys: readonly string[]) => Promise<readonly (string | null)[]>;
  readonly set: (entries: Entries, facts: Keeping) => Promise<void>;
}

/** Whose texts are kept, and for how long. */
interface Keeping {
  readonly owner: string;
  readonly ttlMs: number;
}

/** Keeps texts in this process: those that were used last, 64 MiB of them. */
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
export interface KeptResults {
  /** Whether what is kept is passed over, because it shall be asked for anew. */
  readonly isFresh: boolean;
  /** Whether calls for what may be kept are left out: nobody knows whether they would be made. */
  readonly isRehearsal: boolean;
  readonly get: (names: readonly string[]) => Promise<readonly (string | null)[]>;
  readonly keep: (entries: Entries) => Promise<void>;
  readonly zoneOf: (accountId: string) => Promise<string | null>;
  readonly keepZone: (accountId: string, zone: string) => Promise<void>;
}

/** What is kept for one viewer. Others never see it: its keys are made of who asks. */
export const keptFor = (store: ResultStore, viewer: string, isFresh: boolean): KeptResults => {
  const owner = hash('sha256', viewer, 'base64url');
  const keyOf = (name: string): string => `${owner} ${name}`;
  const zoneKey = (accountId: string): string => keyOf(`zone ${accountId.toLowerCase()}`);
  return {
    isFresh,
    isRehearsal: false,
    get: (names) => store.get(names.map(keyOf)),
    keep: (entries) =>
      store.set(
        entries.map(([name, text]) => [keyOf(name), text]),
        { owner, ttlMs: keptMs },
      ),
    zoneOf: async (accountId) => (await store.get([zoneKey(accountId)]))[0] ?? null,
    keepZone: (accountId, zone) =>
      store.set([[zoneKey(accountId), zone]], { owner, ttlMs: zoneKeptMs }),
  };
};

/** For a request that shares nothing with others, or for the rehearsal of one. */
export const keptNowhere = (isRehearsal: boolean): KeptResults => ({
  isFresh: false,
  isRehearsal,
  get: async (names) => names.map(() => null),
  keep: async () => undefined,
  zoneOf: async () => null,
  keepZone: async () => undefined,
});
