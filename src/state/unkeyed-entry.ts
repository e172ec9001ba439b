import { randomUUID } from 'node:crypto';
import type { Intent, LedgerEntry } from './ledger.ts';
import { ignoreStoreError } from './ledger-entry.ts';
import { claimMs, claimsSize, createClaims, roomOf } from './ledger-room.ts';
import { nullIfUnavailable, type Store, sizeOf } from './store.ts';
import { openKey } from './write-record.ts';

/**
 * Counts a write without a key as open and claims its rows, so that no keyed write is confirmed by
 * them. If its viewer has no room left, that is recorded instead.
 */
export const beginWithoutKey = async (
  store: Store,
  intent: Intent,
  bytes: number,
): Promise<LedgerEntry> => {
  const open = openKey(intent);
  const owner = `unnamed:${randomUUID()}`;
  const room = roomOf(store, intent.viewer, bytes);
  const rows = createClaims(store, owner);
  const hasRoom = (await nullIfUnavailable(room.isFull())) !== true;
  const start = async (): Promise<void> => {
    if (!hasRoom) return room.markUnclaimed();
    await store.increment(open, 1, claimMs);
    await room.add(sizeOf(open, '1'));
  };
  const close = async (own: readonly string[]): Promise<void> => {
    if (!hasRoom) return;
    await rows.claim(own);
    await store.increment(open, -1, claimMs);
    if (own.length > 0) await room.add(claimsSize(own, owner));
  };
  await ignoreStoreError(start());
  return {
    isOpen: false,
    since: store.now(),
    until: store.now(),
    now: store.now,
    ...rows,
    hasDuplicate: async () => true,
    end: (_outcome, own) => ignoreStoreError(close(own)),
    markUnknown: async () => undefined,
    release: () => ignoreStoreError(close([])),
  };
};
