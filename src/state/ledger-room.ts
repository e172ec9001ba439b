import { createHash } from 'node:crypto';
import { dayMs } from '../upstream/catalogue/language/times.ts';
import { type LedgerEntry, retentionMs } from './ledger.ts';
import { type Store, sizeOf } from './store.ts';

/** Counters and claims last longer than every record that needs them. */
export const claimMs = 2 * retentionMs;

/** A short name for some texts. */
export const digest = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');

/** The claims of a write to rows, so that no other write is confirmed by them. */
export const createClaims = (
  store: Store,
  owner: string,
): Pick<LedgerEntry, 'unclaimed' | 'claim'> => ({
  unclaimed: async (rows) => {
    if (rows.length === 0) return new Set();
    const owners = await store.get(...rows.map(rowKey));
    return new Set(rows.filter((_, index) => [null, owner].includes(owners[index] ?? null)));
  },
  claim: async (rows) => {
    const owners = await Promise.all(
      rows.map((row) => store.setIfAbsent(rowKey(row), owner, claimMs)),
    );
    return owners.every((other) => other === null || other === owner);
  },
});

const rowKey = (row: string): string => `row:${row}`;

/** The room of claims in the store, in bytes. */
export const claimsSize = (rows: readonly string[], owner: string): number =>
  rows.reduce((sum, row) => sum + sizeOf(rowKey(row), owner), 0);

/** The room that the writes of one viewer take. */
export interface ViewerRoom {
  readonly isFull: () => Promise<boolean>;
  readonly add: (bytes: number) => Promise<void>;
  /** Records that a write without a key could not claim its rows. */
  readonly markUnclaimed: () => Promise<void>;
  readonly hasUnclaimed: () => Promise<boolean>;
}

/** The room of a viewer, who may use `bytes` of the store in a day. */
export const roomOf = (store: Store, viewer: string, bytes: number): ViewerRoom => {
  const day = Math.floor(Date.now() / dayMs);
  const used = `ledger-size:${digest(viewer)}:${day}`;
  const unclaimed = `unclaimed:${digest(viewer)}`;
  return {
    isFull: async () => Number((await store.get(used))[0] ?? 0) >= bytes,
    add: async (more) => {
      await store.increment(used, more, dayMs);
    },
    markUnclaimed: () => store.set(unclaimed, '1', retentionMs),
    hasUnclaimed: async () => (await store.get(unclaimed))[0] !== null,
  };
};
