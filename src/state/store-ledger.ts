import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '../upstream/catalogue/language/times.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { BeginResult, Intent, Ledger, LedgerEntry, SeenWrite } from './ledger.ts';
import { retentionMs } from './ledger.ts';
import type { HeldWrite, WriteRecord } from './ledger-entry.ts';
import {
  beginWithoutKey,
  claimMs,
  createEntry,
  digest,
  leaseMs,
  leaseOf,
  nameOf,
  openKey,
  records,
  roomOf,
} from './ledger-entry.ts';
import { keyRefusal, refuseIfUnavailable, unavailable, unreadableRecord } from './refusals.ts';
import { type Store, type StoreError, sizeOf, storeIsFull } from './store.ts';

// A caller stops waiting this long before its deadline, to have time for its own answer.
const replyMarginMs = 500;

/**
 * A ledger whose records are in a store. The writes of one viewer may take `bytes` of it in a day.
 */
export const createLedger = (store: Store, bytes = Number.POSITIVE_INFINITY): Ledger => ({
  begin: (intent, deadline) =>
    intent.key === null
      ? beginWithoutKey(store, intent, bytes)
      : refuseIfUnavailable(withKey({ store, intent, deadline, bytes }, record), unrecordable),
  resume: (intent, deadline) =>
    refuseIfUnavailable(withKey({ store, intent, deadline, bytes }, unrecorded), unrecordable),
  look: (intent) => refuseIfUnavailable(recordedOf(store, intent), unrecordable),
});

/** The store's record of a write with a key, which is not taken over. */
const recordedOf = async (store: Store, intent: Intent): Promise<SeenWrite | null> => {
  const [text = null] = await store.get(nameOf(intent));
  if (text === null) {
    await refuseIfLost(store);
    return null;
  }
  const record = records.read(text);
  if (record === null) throw unreadableRecord();
  if (record.input !== digest(intent.input)) throw reused();
  const { outcome, since, until } = record;
  return outcome === undefined ? { since, until } : { outcome };
};

const unrecordable = ({ message }: StoreError) => {
  const why = message === storeIsFull ? 'is full' : 'does not respond';
  return unavailable(`the store of write records ${why}`);
};

/** A write with a key that a caller wants to send or to read back. */
interface KeyedIntent {
  readonly store: Store;
  readonly intent: Intent;
  readonly deadline: number;
  /** The room of the viewer. */
  readonly bytes: number;
}

/** A new write with a key, and its place in the store. */
type NewWrite = Without<HeldWrite, 'isOpen'>;

/**
 * The result of the write's record. If there is none, `begin` decides: it returns the text that
 * another caller has recorded in the meantime, or the result.
 */
const withKey = async <T>(
  { store, intent, deadline, bytes }: KeyedIntent,
  begin: (write: NewWrite) => Promise<string | T>,
): Promise<BeginResult | T> => {
  const { viewer } = intent;
  const name = nameOf(intent);
  const input = digest(intent.input);
  const since = store.now();
  const until = since + Math.max(0, Math.ceil(deadline - performance.now()));
  const mine: WriteRecord = { input, since, until, state: 'held', holder: randomUUID() };
  const room = roomOf(store, viewer, bytes);
  const entry = { store, name, open: openKey(intent), room };
  for (let waitMs = 10; ; waitMs = Math.min(2 * waitMs, 250)) {
    const [known = null] = await store.get(name);
    if (known === null) await refuseIfLost(store);
    const text = known ?? (await begin({ ...entry, record: mine }));
    if (typeof text !== 'string') return text;
    const record = records.read(text);
    if (record === null) throw unreadableRecord();
    if (record.input !== input) throw reused();
    if (record.outcome !== undefined) return { outcome: record.outcome };
    await refuseIfLost(store);
    const [lease] = await store.get(leaseOf(name, record.holder));
    if (record.state === 'open' || lease === null) {
      const taken: WriteRecord = { ...record, state: 'held', holder: mine.holder };
      const to = records.write(taken);
      if (await store.compareAndSwap({ key: name, from: text, to, ttlMs: retentionMs })) {
        return ifIntact(store, createEntry({ ...entry, record: taken, isOpen: true }));
      }
    }
    if (performance.now() + waitMs > deadline - replyMarginMs) throw inProgress();
    await pause(waitMs);
  }
};

const reused = () =>
  keyRefusal(
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotencyKey was already used for a write with a different input, so nothing was sent. Use a new key.',
  );

const inProgress = () =>
  keyRefusal(
    'IDEMPOTENCY_IN_PROGRESS',
    'Another request is sending the write with this idempotencyKey. Retry in a moment with the same key.',
  );

/** Records a write that has no record yet. */
const record = async (write: NewWrite): Promise<string | LedgerEntry> => {
  if (await write.room.isFull()) throw full(write.store.now());
  return (await addRecord(write)) ?? ifIntact(write.store, createEntry(write));
};

const full = (now: number) =>
  unavailable(
    'this user has used up the storage for keyed writes of one day (LIMIT_LEDGER_BYTES), which is free again at midnight UTC',
    { retryAfterSeconds: Math.ceil((dayMs - (now % dayMs)) / 1000) },
  );

/** Records nothing. Throws if the store has lost data: then the key may have been used before. */
const unrecorded = async ({ store }: NewWrite): Promise<null> => {
  const { isRead, isLost } = await store.checkData();
  if (!isRead || isLost) throw lost(store);
  return null;
};

/** Records a write: null if it was recorded, else the existing record. */
const addRecord = async ({
  store,
  name,
  open,
  room,
  record: mine,
}: NewWrite): Promise<string | null> => {
  // The lease is set first: a record without a lease means that its process is gone.
  await store.set(leaseOf(name, mine.holder), '1', leaseMs);
  await store.increment(open, 1, claimMs);
  const written = records.write(mine);
  const text = await store.setIfAbsent(name, written, retentionMs);
  if (text === null) await room.add(sizeOf(name, written) + sizeOf(open, '1'));
  else await store.increment(open, -1, claimMs);
  return text;
};

/** The refusal of a write whose key may have been used before. */
export const lost = (store: Pick<Store, 'data' | 'now'>) => {
  const { lostAt } = store.data();
  const untilMs = (lostAt ?? store.now()) + dayMs - store.now();
  return unavailable('the store has lost the records of earlier writes', {
    retryAfterSeconds: Math.max(1, Math.ceil(untilMs / 1000)),
  });
};

const refuseIfEvicting = (store: Store): void => {
  const { evicts } = store.memory();
  if (evicts === null) return;
  throw unavailable(
    `the store may evict records of earlier writes, because its maxmemory-policy is ${evicts}`,
    { retryable: false },
  );
};

/** Throws if the store has lost data, or may evict it. An operator may accept the loss. */
const refuseIfLost = async (store: Store): Promise<void> => {
  refuseIfEvicting(store);
  if (store.data().isLost && (await store.checkData()).isLost) throw lost(store);
};

/**
 * Returns the entry, unless the store has lost data: then the key may have been used before.
 * Checked after the key was found free, because the loss may have happened just before that.
 */
const ifIntact = async (store: Store, entry: LedgerEntry): Promise<LedgerEntry> => {
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
