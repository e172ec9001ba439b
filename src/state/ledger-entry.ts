import { type LedgerEntry, retentionMs } from './ledger.ts';
import { claimMs, claimsSize, createClaims, type ViewerRoom } from './ledger-room.ts';
import type { Store } from './store.ts';
import { nullIfUnavailable, unreadable } from './store.ts';
import { leaseOf, records, type WriteRecord } from './write-record.ts';

/**
 * The duration of a lease, in milliseconds. The process that sends a write renews its lease every
 * second; if the lease has run out, the process is gone.
 */
export const leaseMs = 6000;
const renewMs = 1000;

/** A record that this caller is working on. */
export interface HeldWrite {
  readonly store: Store;
  readonly name: string;
  readonly open: string;
  readonly room: ViewerRoom;
  readonly record: WriteRecord;
  readonly isOpen?: boolean;
}

/** The entry of a record that this caller holds. Its lease is renewed until the write is over. */
export const createEntry = ({
  store,
  name,
  open,
  room,
  record,
  isOpen = false,
}: HeldWrite): LedgerEntry => {
  const lease = leaseOf(name, record.holder);
  const renew = (): void => void ignoreStoreError(store.set(lease, '1', leaseMs));
  const timer = setInterval(renew, renewMs).unref();
  // An outcome is recorded even if another caller has taken the write over. Other changes are not.
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
    await room.add(2 * outcome.length + claimsSize(own, name));
  };
  return {
    isOpen,
    since: record.since,
    until: record.until,
    now: store.now,
    ...rows,
    hasDuplicate: async () =>
      (await store.increment(open, 0, claimMs)) > 1 || (await room.hasUnclaimed()),
    end: (outcome, own) => ignoreStoreError(end(outcome, own)),
    // A write that was read back had ended before; its time stays.
    markUnknown: () =>
      ignoreStoreError(update({ state: 'open', ...(!isOpen && { until: store.now() }) })),
    release: () => ignoreStoreError(update(null)),
  };
};

/**
 * Does the work, and ignores a failure of the store. The write has ended even if that is not
 * recorded: the next caller with its key reads it back.
 */
export const ignoreStoreError = async (work: Promise<unknown>): Promise<void> => {
  await nullIfUnavailable(work);
};
