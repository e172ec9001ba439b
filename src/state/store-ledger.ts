import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { keyRefusal, unavailable, unreadableRecord } from './key-refusals.ts';
import type { BeginResult, Intent, Ledger, LedgerEntry } from './ledger.ts';
import { retentionMs } from './ledger.ts';
import type { Store } from './store.ts';
import { nullIfUnavailable, StoreError, unreadable } from './store.ts';
import { versioned } from './versioned.ts';

// Counters and claims last longer than every record that needs them.
const claimMs = 2 * retentionMs;
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

/** A ledger whose records are in a store. */
export const createLedger = (store: Store): Ledger => ({
  begin: (intent, deadline) =>
    intent.key === null
      ? beginWithoutKey(store, intent)
      : refuseIfUnavailable(() => beginWithKey(store, intent, deadline)),
});

const refuseIfUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw unavailable('the store that writes are recorded in does not answer');
  }
};

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const beginWithKey = async (
  store: Store,
  intent: Intent,
  deadline: number,
): Promise<BeginResult> => {
  const { viewer, mutation, key } = intent;
  const name = `write:${digest(viewer, mutation, String(key))}`;
  const input = digest(intent.input);
  const since = Date.now();
  const until = since + Math.max(0, Math.ceil(deadline - performance.now()));
  const mine: WriteRecord = { input, since, until, state: 'held', holder: randomUUID() };
  const open = openKey(intent);
  for (let waitMs = 10; ; waitMs = Math.min(2 * waitMs, 250)) {
    const entry = { store, name, open };
    const [known = null] = await store.get(name);
    if (known === null) await refuseIfLost(store);
    const text = known ?? (await addRecord(entry, mine));
    if (text === null) return ifIntact(store, createEntry({ ...entry, record: mine }));
    const record = records.read(text);
    if (record === null) throw unreadableRecord();
    if (record.input !== input) {
      throw keyRefusal(
        'IDEMPOTENCY_KEY_REUSED',
        'This idempotencyKey belongs to a write with another input; nothing was sent.',
      );
    }
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
    if (performance.now() + waitMs > deadline - replyMarginMs) {
      throw keyRefusal(
        'IDEMPOTENCY_IN_PROGRESS',
        'Another caller has the write with this idempotencyKey in hand; ask again with the same key.',
      );
    }
    await pause(waitMs);
  }
};

const lost = () => unavailable('the store has lost what it knew of earlier writes');

// An operator may have accepted the loss a moment ago.
const refuseIfLost = async (store: Store): Promise<void> => {
  if (store.data().isLost && (await store.checkData()).isLost) throw lost();
};

/**
 * Returns the entry, unless the store has lost data: then the key may have been used before. This
 * is checked after the key was found free, because the loss may have come just before that.
 */
const ifIntact = async (store: Store, entry: LedgerEntry): Promise<LedgerEntry> => {
  try {
    const { isRead, isLost } = await store.checkData();
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
const addRecord = async (
  { store, name, open }: Omit<HeldWrite, 'record'>,
  mine: WriteRecord,
): Promise<string | null> => {
  // The lease is set first: without one, the process of a record is taken for gone.
  await store.set(leaseOf(name, mine.holder), '1', leaseMs);
  await store.increment(open, 1, claimMs);
  const text = await store.setIfAbsent(name, records.write(mine), retentionMs);
  if (text !== null) await store.increment(open, -1, claimMs);
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
  readonly record: WriteRecord;
  readonly isOpen?: boolean;
}

const createEntry = ({ store, name, open, record, isOpen = false }: HeldWrite): LedgerEntry => {
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
  return {
    isOpen,
    since: record.since,
    until: record.until,
    ...rows,
    hasDuplicate: async () => (await store.increment(open, 0, claimMs)) > 1,
    end: (outcome, own) =>
      ignoreStoreError(rows.claim(own).then(() => update({ state: 'ended', outcome }))),
    // A write that was read back had ended before; its time stays.
    markUnknown: () =>
      ignoreStoreError(update({ state: 'open', ...(!isOpen && { until: Date.now() }) })),
    release: () => ignoreStoreError(update(null)),
  };
};

const createClaims = (store: Store, owner: string): Pick<LedgerEntry, 'unclaimed' | 'claim'> => ({
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

// The write has ended, even if the store cannot be told. A leftover record is read back by the next
// caller with its key.
const ignoreStoreError = async (work: Promise<unknown>): Promise<void> => {
  await nullIfUnavailable(work);
};

/**
 * Counts a write without a key as open and claims its rows, so that keyed writes do not take its
 * rows for their own.
 */
const beginWithoutKey = async (store: Store, intent: Intent): Promise<LedgerEntry> => {
  const open = openKey(intent);
  const rows = createClaims(store, `unnamed:${randomUUID()}`);
  const close = (): Promise<unknown> => store.increment(open, -1, claimMs);
  await ignoreStoreError(store.increment(open, 1, claimMs));
  return {
    isOpen: false,
    since: Date.now(),
    until: Date.now(),
    ...rows,
    hasDuplicate: async () => true,
    end: (_outcome, own) => ignoreStoreError(rows.claim(own).then(close)),
    markUnknown: async () => undefined,
    release: () => ignoreStoreError(close()),
  };
};
