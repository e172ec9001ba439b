import { unavailable } from './key-refusals.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Store } from './store.ts';

/** The refusal of a write whose key may have been used before. */
export const lost = () => unavailable('the store has lost what it knew of earlier writes');

const refuseIfEvicting = (store: Store): void => {
  const { evicts } = store.memory();
  if (evicts === null) return;
  throw unavailable(
    `the store may evict what it knows of earlier writes, because its maxmemory-policy is ${evicts}`,
  );
};

/** Throws if the store has lost data, or may evict it. An operator may accept the loss. */
export const refuseIfLost = async (store: Store): Promise<void> => {
  refuseIfEvicting(store);
  if (store.data().isLost && (await store.checkData()).isLost) throw lost();
};

/**
 * Returns the entry, unless the store has lost data: then the key may have been used before.
 * Checked after the key was found free, because the loss may have happened just before that.
 */
export const ifIntact = async (store: Store, entry: LedgerEntry): Promise<LedgerEntry> => {
  try {
    const { isRead, isLost } = await store.checkData();
    refuseIfEvicting(store);
    if (isRead && !isLost) return entry;
  } catch (error) {
    await discard(entry);
    throw error;
  }
  await discard(entry);
  throw lost();
};

/** Gives up an entry whose write is not sent. */
const discard = (entry: LedgerEntry): Promise<void> =>
  entry.isOpen ? entry.markUnknown() : entry.release();
