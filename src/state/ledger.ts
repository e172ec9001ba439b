import { dayMs } from '../upstream/catalogue/language/times.ts';

/** The milliseconds for which a write is remembered. */
export const retentionMs = dayMs;

/** A write that a caller wants to send, at most once for each key. */
export interface Intent {
  /** The user and the application that the write is sent for. */
  readonly viewer: string;
  readonly mutation: string;
  /** The caller's idempotencyKey; null if there is none. */
  readonly key: string | null;
  /** The input of the write, as JSON. */
  readonly input: string;
}

/** A write that only this caller may send or read back, until `end`, `markUnknown` or `release`. */
export interface LedgerEntry {
  /** True if the write may have been sent before: it must be read back, not sent again. */
  readonly isOpen: boolean;
  /** The time at which the write was recorded, in milliseconds since 1970 on the ledger's clock. */
  readonly since: number;
  /** The time by which the write had ended, applied or not, on the same clock. */
  readonly until: number;
  /** The time on the ledger's clock. */
  readonly now: () => number;
  /** Records the outcome, as JSON, and claims the rows. */
  readonly end: (outcome: string, rows: readonly string[]) => Promise<void>;
  /** Records that the outcome is unknown: the next caller with the key reads the write back. */
  readonly markUnknown: () => Promise<void>;
  /** Deletes the record, because the write was certainly not applied: it may be sent again. */
  readonly release: () => Promise<void>;
  /** True if another write with the same input is running or has an unknown outcome. */
  readonly hasDuplicate: () => Promise<boolean>;
  /** The names of those rows that no other write has claimed. */
  readonly unclaimed: (rows: readonly string[]) => Promise<ReadonlySet<string>>;
  /**
   * Claims rows for this write, so that no other write is confirmed by them; false if another write
   * has claimed one of them.
   */
  readonly claim: (rows: readonly string[]) => Promise<boolean>;
}

/**
 * An entry for a write that this caller may send or read back, or the outcome that was recorded
 * earlier.
 */
export type BeginResult = LedgerEntry | { readonly outcome: string };

/** The writes of the last 24 hours, recorded before they are sent. */
export interface Ledger {
  /**
   * Records a write before it is sent. If another caller is sending it, waits until `deadline`, a
   * time of `performance.now()`. Throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS and
   * STATE_STORE_UNAVAILABLE.
   */
  readonly begin: (intent: Intent, deadline: number) => Promise<BeginResult>;
  /**
   * The same for a write with a key that must have been begun before. Null if the key is unknown,
   * which is then not recorded.
   */
  readonly resume: (intent: Intent, deadline: number) => Promise<BeginResult | null>;
  /** The record of a write with a key; null if there is none. Changes nothing. */
  readonly look: (intent: Intent) => Promise<SeenWrite | null>;
}

/** A recorded write: its outcome, or its times if it has none yet. */
export type SeenWrite = { readonly outcome: string } | Pick<LedgerEntry, 'since' | 'until'>;

/**
 * A ledger that records nothing. It cannot know which keys were used, so it refuses writes with a
 * key.
 */
export const blankLedger: Ledger = {
  begin: async ({ key }) => {
    if (key !== null) throw new Error('a write with a key is not begun without a record');
    return unrecorded;
  },
  resume: async () => null,
  look: async () => null,
};

/** The ledger of a dry run: it reads records, and writes none. */
export const readingLedger = ({ look }: Ledger, now: () => number): Ledger => {
  const resume: Ledger['resume'] = async (intent) => {
    const seen = intent.key === null ? null : await look(intent);
    if (seen === null || 'outcome' in seen) return seen;
    return { ...unrecorded, ...seen, isOpen: true };
  };
  const begin: Ledger['begin'] = async (intent, deadline) =>
    (await resume(intent, deadline)) ?? { ...unrecorded, since: now() };
  return { begin, resume, look };
};

/**
 * A ledger that begins nothing: a caller's write with an unknown key fails with `unbegun`. The
 * steps of a launch have keys of their own, with which a launch that was begun resumes.
 */
export const resumingLedger = (ledger: Ledger, unbegun: () => Error): Ledger => ({
  ...ledger,
  begin: async (intent, deadline) => {
    if (intent.key?.startsWith('\n') === true) return ledger.begin(intent, deadline);
    const known = intent.key === null ? null : await ledger.resume(intent, deadline);
    if (known === null) throw unbegun();
    return known;
  },
});

const unrecorded: LedgerEntry = {
  isOpen: false,
  since: 0,
  until: 0,
  now: Date.now,
  end: async () => undefined,
  markUnknown: async () => undefined,
  release: async () => undefined,
  hasDuplicate: async () => true,
  unclaimed: async () => new Set(),
  claim: async () => false,
};
