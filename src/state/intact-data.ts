import { dayMs } from '../upstream/catalogue/language/times.ts';
import { unavailable } from './key-refusals.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Store } from './store.ts';

/** The refusal of a write whose key may have been used before. */
export const lost = (store: Pick<Store, 'data' | 'now'>) => {
  const { lostAt } = store.data();
  const untilMs = (lostAt ?? store.now()) + dayMs - store.now();
  return unavailable('the store has lost what it knew of earlier writes', {
    retryAfterSeconds: Math.max(1, Math.ceil(untilMs / 1000)),
  });
};

const refuseIfEvicting = (store: Store): void => {
  const { evicts } = store.memory();
  if (evicts === null) return;
  throw unavailable(
    `the store may evict what it knows of earlier writes, because its maxmemory-policy is ${evicts}`,
    { retryable: false },
  );
};

/** Throws if the store has lost data, or may evict it. An operator may accept the loss. */
export const refuseIfLost = async (store: Store): Promise<void> => {
  refuseIfEvicting(store);
  if (store.data().isLost && (await store.checkData()).isLost) throw lost(store);
};

/**
 * Returns the entry, unless the store has lost data: then the key may have been used before. This
 * is checked after the key was found free, because the loss may have come just before that.
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
  throw lost(store);
};

/** Gives up an entry whose write is not sent. */
const discard = (entry: LedgerEntry): Promise<void> =>
  entry.isOpen ? entry.markUnknown() : entry.release();
