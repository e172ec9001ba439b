import { createSeals } from '../../src/shared/sign-in/seals.ts';
import { digest } from '../../src/state/ledger-entry.ts';
import { sizeOf } from '../../src/state/store.ts';
import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import { takeRoom } from '../take-room.ts';
import type { GrantStore, GrantStoreOptions } from './grant-store.ts';

type OAuthPayload = Readonly<Record<string, unknown>>;

/** The records of one kind that the authorization server keeps. */
export interface OAuthRecords {
  readonly upsert: (id: string, payload: OAuthPayload, seconds?: number) => Promise<void>;
  readonly find: (id: string) => Promise<OAuthPayload | undefined>;
  readonly findByUid: (uid: string) => Promise<OAuthPayload | undefined>;
  readonly consume: (id: string) => Promise<void>;
  readonly destroy: (id: string) => Promise<void>;
  readonly revokeByGrantId: (grantId: string) => Promise<void>;
}

interface RecordNeeds extends GrantStoreOptions {
  readonly grants: Pick<GrantStore, 'end'>;
  /** The error for a code or token that is used twice. */
  readonly usedTwice: () => Error;
  /** The error for a record whose owner has no room left. */
  readonly full: () => Error;
}

const longest = 256 * 1024;
// Anybody may register a client. Without a grant it takes room for an hour only.
const unusedMs = 3_600_000;
const clientSeconds = (90 * dayMs) / 1000;

/** Keeps a self-registered client for 90 more days, because this user granted it access. */
export const keepClient = async (
  clients: OAuthRecords,
  id: string,
  accountId: string,
): Promise<void> => {
  const payload = await clients.find(id);
  if (payload !== undefined) await clients.upsert(id, { ...payload, accountId }, clientSeconds);
};

/** The most bytes of one kind of records without an owner, and of all records of a user. */
const nobodysBytes = 16 * 1024 * 1024;
const usersBytes = 32 * 1024 * 1024;
const usersMs = 30 * dayMs;

/** The owner of a record: the user whom its payload names, or nobody yet. */
const ownerOf = (kind: string, { accountId }: OAuthPayload, ttlMs: number) =>
  typeof accountId === 'string'
    ? { name: `oauth:${digest(accountId)}`, keptMs: usersMs, maxBytes: usersBytes }
    : { name: `oauth:${kind}`, keptMs: ttlMs, maxBytes: nobodysBytes };

/**
 * Creates the records of a kind, in the store of all processes, sealed like sessions. Their keys
 * hide the ids, because the id of a token is the token.
 */
export const createOAuthRecords =
  ({ store, secrets, now, grants, usedTwice, full }: RecordNeeds) =>
  (kind: string): OAuthRecords => {
    // Each sign-in at the gateway is separate, so the library keeps no session.
    if (kind === 'Session') return noRecords;
    const seals = createSeals(secrets, { audience: `ads-graph oauth ${kind}`, now, longest });
    const keyOf = (id: string): string => `mcp-oauth:${digest(kind, id)}`;
    const write = async (id: string, payload: OAuthPayload, ttlMs: number): Promise<string> =>
      seals.seal({ id, payload: JSON.stringify(payload) }, now() + ttlMs);
    const read = async (id: string, text: string | null): Promise<OAuthPayload | undefined> => {
      const claims = text === null ? null : await seals.open(text);
      return claims?.['id'] === id ? JSON.parse(String(claims['payload'])) : undefined;
    };
    const textOf = async (id: string): Promise<string | null> =>
      (await store.get(keyOf(id)))[0] ?? null;
    const swap = (id: string, from: string, change: { to: string | null; ttlMs: number }) =>
      store.compareAndSwap({ key: keyOf(id), from, ...change });
    return {
      upsert: async (id, payload, seconds) => {
        const ttlMs = seconds === undefined ? unusedMs : Math.max(1, seconds * 1000);
        const [key, text] = [keyOf(id), await write(id, payload, ttlMs)];
        const owner = ownerOf(kind, payload, ttlMs);
        if (!(await takeRoom(store, { ...owner, now: now() }, sizeOf(key, text)))) throw full();
        await store.set(key, text, ttlMs);
      },
      // `grantOf` checks, with the user of the grant, if the grant has ended.
      find: async (id) => read(id, await textOf(id)),
      findByUid: async () => undefined,
      consume: async (id) => {
        const from = await textOf(id);
        const payload = await read(id, from);
        const { consumed, exp, grantId } = payload ?? {};
        if (from !== null && payload !== undefined && consumed === undefined) {
          const ttlMs = Math.max(1, Number(exp) * 1000 - now());
          const to = await write(id, { ...payload, consumed: Math.floor(now() / 1000) }, ttlMs);
          if (await swap(id, from, { to, ttlMs })) return;
        }
        // Another request was faster: the record is used twice.
        if (typeof grantId === 'string') await grants.end(grantId);
        throw usedTwice();
      },
      destroy: async (id) => {
        if (kind === 'Grant') await grants.end(id);
        for (;;) {
          const from = await textOf(id);
          if (from === null || (await swap(id, from, { to: null, ttlMs: 1 }))) return;
        }
      },
      revokeByGrantId: grants.end,
    };
  };

const noRecords: OAuthRecords = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};
