import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dayMs } from '../upstream/catalogue/language/times.ts';
import { type Intent, type LedgerEntry, retentionMs } from './ledger.ts';
import { nullIfUnavailable, type Store, sizeOf, unreadable, versioned } from './store.ts';

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

/**
 * The store's value for a key, as JSON.
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
/** The record of a write with a key. */
export type WriteRecord = Readonly<z.infer<typeof recordSchema>>;

/** Reads and writes records as texts of the store. */
export const records = versioned(1, recordSchema);

/** The store's key of the record of a write. */
export const nameOf = ({ viewer, mutation, key }: Intent): string =>
  `write:${digest(viewer, mutation, String(key))}`;

/** The store's key of the lease of a write's holder. Without that lease, the process is gone. */
export const leaseOf = (name: string, holder: string): string => `lease:${name}:${holder}`;

/** The key of the counter of open writes with the same input. */
export const openKey = ({ viewer, mutation, input }: Intent): string =>
  `open:${digest(viewer, mutation, input)}`;

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
const ignoreStoreError = async (work: Promise<unknown>): Promise<void> => {
  await nullIfUnavailable(work);
};

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
