import { z } from 'zod';
import { createSeals } from '../../src/shared/sign-in/seals.ts';
import { sessionMs } from '../../src/shared/sign-in/session.ts';
import { digest } from '../../src/state/ledger-entry.ts';
import { storedValue } from '../../src/state/store.ts';
import type { Store } from '../gateway.ts';
import { type GrantRecord, grantRecord } from './grant-record.ts';

/** The grants of users, in a store that all processes share. */
export interface GrantStore {
  /** Keeps a new grant until it expires. */
  readonly keep: (grant: GrantRecord) => Promise<void>;
  readonly find: (id: string) => Promise<GrantRecord | null>;
  /** The grants of a user that have not ended, newest first. */
  readonly list: (userId: string) => Promise<readonly GrantRecord[]>;
  /** Records a use of a token, at most once a minute. */
  readonly use: (grant: GrantRecord) => Promise<void>;
  /** Ends a grant and all of its tokens, in all processes. */
  readonly end: (id: string) => Promise<void>;
}

export interface GrantStoreOptions {
  readonly store: Store;
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const longest = 64 * 1024;
/** The most characters of an account's name in a grant. */
const longestName = 100;
const usedEachMs = 60_000;
/** The most grants of a user; the oldest end. */
const maxEach = 100;

const schema = z.object({ grants: z.array(z.object({ id: z.string(), until: z.number() })) });

/** Keeps grants in the store, sealed as sessions are. */
export const createGrantStore = ({ store, secrets, now }: GrantStoreOptions): GrantStore => {
  const seals = createSeals(secrets, { audience: 'ads-graph grant', now, longest });
  const seal = (grant: GrantRecord): Promise<string> =>
    seals.seal({ jti: grant.id, grant: JSON.stringify(grant) }, grant.expiresAt);
  const open = async (id: string, text: string | null): Promise<GrantRecord | null> => {
    const claims = text === null ? null : await seals.open(text);
    if (claims?.jti !== id) return null;
    return grantRecord.parse(JSON.parse(String(claims['grant'])));
  };
  const index = createGrantIndex(store);
  const end = async (id: string): Promise<void> => {
    for (;;) {
      const [text = null] = await store.get(keyOf(id));
      if (text === null) return;
      if (await store.compareAndSwap({ key: keyOf(id), from: text, to: null, ttlMs: 1 })) return;
    }
  };
  return {
    keep: async (grant) => {
      const ttlMs = Math.max(1, grant.expiresAt - now());
      const accounts = grant.accounts.map(({ id, name }) => ({
        id,
        name: name.slice(0, longestName),
      }));
      await store.set(keyOf(grant.id), await seal({ ...grant, accounts }), ttlMs);
      const dropped = await index.add(grant.userId, grant.id, store.now() + ttlMs);
      await Promise.all(dropped.map(end));
    },
    find: async (id) => {
      const [text = null] = await store.get(keyOf(id));
      return open(id, text);
    },
    list: async (userId) => {
      const ids = await index.idsOf(userId);
      if (ids.length === 0) return [];
      const texts = await store.get(...ids.map(keyOf));
      const found = await Promise.all(ids.map((id, at) => open(id, texts[at] ?? null)));
      return found.filter((grant) => grant !== null && grant.userId === userId) as GrantRecord[];
    },
    use: async (grant) => {
      const usedAt = now();
      if (grant.usedAt !== null && usedAt - grant.usedAt < usedEachMs) return;
      const key = keyOf(grant.id);
      const [from = null] = await store.get(key);
      if (from === null) return;
      const to = await seal({ ...grant, usedAt });
      // A grant that has ended meanwhile stays ended.
      const ttlMs = Math.max(1, grant.expiresAt - usedAt);
      await store.compareAndSwap({ key, from, to, ttlMs });
    },
    end,
  };
};

const keyOf = (id: string): string => `mcp-grant:${digest(id)}`;

/** The ids of each user's grants, newest first. */
const createGrantIndex = (store: Store) => {
  const index = storedValue(store, { name: 'the list of grants', schema });
  const grantsIn = (value: z.infer<typeof schema> | null) =>
    (value?.grants ?? []).filter(({ until }) => until > store.now());
  const keyOfUser = (userId: string): string => `mcp-grants:${digest(userId)}`;
  return {
    idsOf: async (userId: string): Promise<readonly string[]> =>
      grantsIn(await index.read(keyOfUser(userId))).map(({ id }) => id),
    /** Adds a grant; returns the ids of those that no longer have room. */
    add: async (userId: string, id: string, until: number): Promise<readonly string[]> => {
      let dropped: readonly string[] = [];
      await index.change({ key: keyOfUser(userId), ttlMs: sessionMs }, (value) => {
        const all = [{ id, until }, ...grantsIn(value)];
        dropped = all.slice(maxEach).map((one) => one.id);
        return { grants: all.slice(0, maxEach) };
      });
      return dropped;
    },
  };
};
