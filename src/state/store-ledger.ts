import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Without } from '../upstream/catalogue/without.ts';
import { keyRefusal, unavailable, unreadableRecord } from './key-refusals.ts';
import type { BeginResult, Intent, Ledger, LedgerEntry, SeenWrite } from './ledger.ts';
import { retentionMs } from './ledger.ts';
import { claimMs, claimsSize, createClaims, digest, type Share, shareOf } from './ledger-share.ts';
import type { Store } from './store.ts';
import { nullIfUnavailable, StoreError, sizeOf, storeIsFull, unreadable } from './store.ts';
import { versioned } from './versioned.ts';

// The process that is sending a write renews its lease every second. If the lease has run out, that
// process is gone.
const leaseMs = 6000;
const renewMs = 1000;
// A caller stops waiting this long before its deadline, to have time for its own answer.
const replyMarginMs = 500;

/**
 * What the store holds for a key, as JSON.
 * - `input`: the digest of the input.
 * - `until`: when the write is over: its deadline, or the time at which it ended.
 * - `held`: a caller has it in hand; `open`: the outcome is unknown; `ended`: it has an outcome.
 */
const recordSchema = z
  .object({
    input: z.string(),
    since: z.number(),
    until: z.number(),
    state: z.enum(['held', 'open', 'ended']),
    holder: z.string(),
    outcome: z.string().exactOptional(),
  })
  .refine(({ state, outcome }) => (state === 'ended') === (outcome !== undefined));
type WriteRecord = Readonly<z.infer<typeof recordSchema>>;

const records = versioned(1, recordSchema);

/**
 * A ledger whose records are in a store. The writes of one viewer may take `bytes` of it in a day.
 */
export const createLedger = (store: Store, bytes = Number.POSITIVE_INFINITY): Ledger => ({
  begin: (intent, deadline) =>
    intent.key === null
      ? beginWithoutKey(store, intent, bytes)
      : refuseIfUnavailable(() => withKey({ store, intent, deadline, bytes }, record)),
  resume: (intent, deadline) =>
    refuseIfUnavailable(() => withKey({ store, intent, deadline, bytes }, unrecorded)),
  look: (intent) => refuseIfUnavailable(() => recordedOf(store, intent)),
});

/** What the store knows of a write with a key, without taking it over. */
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

const nameOf = ({ viewer, mutation, key }: Intent): string =>
  `write:${digest(viewer, mutation, String(key))}`;

const refuseIfUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw unavailable(
      error.message === storeIsFull
        ? 'the store that writes are recorded in is full'
        : 'the store that writes are recorded in does not answer',
    );
  }
};

/** A write with a key that a caller wants to send or to read back. */
interface Wanted {
  readonly store: Store;
  readonly intent: Intent;
  readonly deadline: number;
  /** The share of the viewer. */
  readonly bytes: number;
}

/** A new write with a key, and where it is recorded. */
type NewWrite = Without<HeldWrite, 'isOpen'>;

/**
 * What the store knows of a write. If it knows nothing, `begin` decides: it gives the text that
 * another caller has recorded in the meantime, or the result.
 */
const withKey = async <T>(
  { store, intent, deadline, bytes }: Wanted,
  begin: (write: NewWrite) => Promise<string | T>,
): Promise<BeginResult | T> => {
  const { viewer } = intent;
  const name = nameOf(intent);
  const input = digest(intent.input);
  const since = store.now();
  const until = since + Math.max(0, Math.ceil(deadline - performance.now()));
  const mine: WriteRecord = { input, since, until, state: 'held', holder: randomUUID() };
  const share = shareOf(store, viewer, bytes);
  const entry = { store, name, open: openKey(intent), share };
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
    'This idempotencyKey belongs to a write with another input; nothing was sent.',
  );

const inProgress = () =>
  keyRefusal(
    'IDEMPOTENCY_IN_PROGRESS',
    'Another caller has the write with this idempotencyKey in hand; ask again with the same key.',
  );

/** Records a write that nobody has recorded. */
const record = async (write: NewWrite): Promise<string | LedgerEntry> => {
  if (await write.share.isFull()) throw full();
  return (await addRecord(write)) ?? ifIntact(write.store, createEntry(write));
};

const full = () =>
  unavailable(
    'the writes of this user have taken the room that one user may have in a day (LIMIT_LEDGER_BYTES); room comes free at midnight UTC',
  );

/** Records nothing. Throws if the store has lost data: then the key may have been used before. */
const unrecorded = async ({ store }: NewWrite): Promise<null> => {
  const { isRead, isLost } = await store.checkData();
  if (!isRead || isLost) throw lost();
  return null;
};

const lost = () => unavailable('the store has lost what it knew of earlier writes');

const refuseIfEvicting = (store: Store): void => {
  const { evicts } = store.memory();
  if (evicts === null) return;
  throw unavailable(
    `the store may evict what it knows of earlier writes, because its maxmemory-policy is ${evicts}`,
  );
};

// An operator may have accepted the loss a moment ago.
const refuseIfLost = async (store: Store): Promise<void> => {
  refuseIfEvicting(store);
  if (store.data().isLost && (await store.checkData()).isLost) throw lost();
};

/**
 * Returns the entry, unless the store has lost data: then the key may have been used before. This
 * is checked after the key was found free, because the loss may have come just before that.
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
  throw lost();
};

/** Deletes the record of a write that was never sent. */
const discard = (entry: LedgerEntry): Promise<void> =>
  entry.isOpen ? entry.markUnknown() : entry.release();

/** Records a write: null if it was recorded, else the existing record. */
const addRecord = async ({
  store,
  name,
  open,
  share,
  record: mine,
}: NewWrite): Promise<string | null> => {
  // The lease is set first: without one, the process of a record is taken for gone.
  await store.set(leaseOf(name, mine.holder), '1', leaseMs);
  await store.increment(open, 1, claimMs);
  const written = records.write(mine);
  const text = await store.setIfAbsent(name, written, retentionMs);
  if (text === null) await share.add(sizeOf(name, written) + sizeOf(open, '1'));
  else await store.increment(open, -1, claimMs);
  return text;
};

const leaseOf = (name: string, holder: string): string => `lease:${name}:${holder}`;

/** The key of the counter of open writes with the same input. */
const openKey = ({ viewer, mutation, input }: Intent): string =>
  `open:${digest(viewer, mutation, input)}`;

/** A record that this caller is working on. */
interface HeldWrite {
  readonly store: Store;
  readonly name: string;
  readonly open: string;
  readonly share: Share;
  readonly record: WriteRecord;
  readonly isOpen?: boolean;
}

const createEntry = ({
  store,
  name,
  open,
  share,
  record,
  isOpen = false,
}: HeldWrite): LedgerEntry => {
  const lease = leaseOf(name, record.holder);
  const renew = (): void => void ignoreStoreError(store.set(lease, '1', leaseMs));
  const timer = setInterval(renew, renewMs).unref();
  // An outcome is recorded even if another caller has taken the write over. Other changes are
  // not.
  const update = async (change: Partial<WriteRecord> | null): Promise<void> => {
    clearInterval(timer);
    for (let tries = 5; tries > 0; tries -= 1) {
      const [text = null] = await store.get(name);
      if (text === null) return;
      const now = records.read(text);
      if (now === null) throw unreadable('the record of a write');
      const isMine = now.holder === record.holder && now.state === 'held';
      if (now.state === 'ended' || (!isMine && change?.outcome === undefined)) return;
      const to = change === null ? null : records.write({ ...now, ...change });
      if (await store.compareAndSwap({ key: name, from: text, to, ttlMs: retentionMs })) break;
    }
    if (change?.state !== 'open') await store.increment(open, -1, claimMs);
  };
  const rows = createClaims(store, name);
  const end = async (outcome: string, own: readonly string[]): Promise<void> => {
    await rows.claim(own);
    await update({ state: 'ended', outcome });
    await share.add(2 * outcome.length + claimsSize(own, name));
  };
  return {
    isOpen,
    since: record.since,
    until: record.until,
    now: store.now,
    ...rows,
    hasDuplicate: async () =>
      (await store.increment(open, 0, claimMs)) > 1 || (await share.hasUnclaimed()),
    end: (outcome, own) => ignoreStoreError(end(outcome, own)),
    // A write that was read back had ended before; its time stays.
    markUnknown: () =>
      ignoreStoreError(update({ state: 'open', ...(!isOpen && { until: store.now() }) })),
    release: () => ignoreStoreError(update(null)),
  };
};

// The write has ended, even if the store cannot be told. A leftover record is read back by the next
// caller with its key.
const ignoreStoreError = async (work: Promise<unknown>): Promise<void> => {
  await nullIfUnavailable(work);
};

/**
 * Counts a write without a key as open and claims its rows, so that keyed writes do not take its
 * rows for their own. If its viewer has no room left, that is recorded instead.
 */
const beginWithoutKey = async (
  store: Store,
  intent: Intent,
  bytes: number,
): Promise<LedgerEntry> => {
  const open = openKey(intent);
  const owner = `unnamed:${randomUUID()}`;
  const share = shareOf(store, intent.viewer, bytes);
  const rows = createClaims(store, owner);
  const hasRoom = (await nullIfUnavailable(share.isFull())) !== true;
  const start = async (): Promise<void> => {
    if (!hasRoom) return share.markUnclaimed();
    await store.increment(open, 1, claimMs);
    await share.add(sizeOf(open, '1'));
  };
  const close = async (own: readonly string[]): Promise<void> => {
    if (!hasRoom) return;
    await rows.claim(own);
    await store.increment(open, -1, claimMs);
    if (own.length > 0) await share.add(claimsSize(own, owner));
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
