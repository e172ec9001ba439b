import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { refusal } from '../errors.ts';
import type { Store } from './store.ts';
import { forgiving, StoreError } from './store.ts';

/** A write that is to be sent once. */
export interface Intent {
  /** On whose behalf, and of which application. */
  readonly viewer: string;
  readonly mutation: string;
  /** What its caller calls it by; null for a write that is not to be recognised. */
  readonly key: string | null;
  /** What is sent, as JSON. */
  readonly input: string;
}

/** A write that this caller alone has in hand, until one of `end`, `leave` and `release` was called. */
export interface Entry {
  /** Whether it may have been sent before: then it must not be sent again. */
  readonly isOpen: boolean;
  /** When it was recorded, in milliseconds since 1970. */
  readonly since: number;
  /** It ended so; the rows are its own from now on. */
  readonly end: (outcome: string, rows: readonly string[]) => Promise<void>;
  /** Nobody knows how it ended. */
  readonly leave: () => Promise<void>;
  /** It was certainly not applied, and may be sent again. */
  readonly release: () => Promise<void>;
  /** Whether a write with the same input is open besides this one. */
  readonly hasTwin: () => Promise<boolean>;
  /** Those of the rows that are no other write's. */
  readonly unclaimed: (rows: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Makes the rows its own; false where one of them is another's by now. */
  readonly claim: (rows: readonly string[]) => Promise<boolean>;
}

/** What a write with a key begins as: an entry of this caller's, or how it ended before. */
export type Begun = Entry | { readonly outcome: string };

/** The writes of the last 24 hours, recorded before they are sent. */
export interface Ledger {
  /**
   * Records a write, and waits until `deadline` on the clock of `performance.now()` while another caller has it in hand.
   * Throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS and STATE_STORE_UNAVAILABLE.
   */
  readonly begin: (intent: Intent, deadline: number) => Promise<Begun>;
}

/** How long a write is remembered, in milliseconds. */
const keptMs = 24 * 3_600_000;
// Whoever has a write in hand says so every second; whoever has not for so long is gone.
const leaseMs = 6000;
const renewMs = 1000;
// What a waiting caller leaves of its time, so that its answer arrives.
const spareMs = 500;

interface Written {
  readonly input: string;
  readonly since: number;
  readonly state: 'held' | 'open' | 'ended';
  readonly holder: string;
  readonly outcome?: string;
}

/** A ledger in a store. */
export const createLedger = (store: Store): Ledger => ({
  begin: (intent, deadline) =>
    intent.key === null ? begunUnnamed(store, intent) : told(() => begun(store, intent, deadline)),
});

const told = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw unavailable('the store that writes are recorded in does not answer');
  }
};

const refused = (
  code: 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_IN_PROGRESS' | 'STATE_STORE_UNAVAILABLE',
  message: string,
) =>
  refusal(code, message, {
    extensions: { argument: 'input.idempotencyKey', retryable: code !== 'IDEMPOTENCY_KEY_REUSED' },
  });

const unavailable = (why: string) =>
  refused('STATE_STORE_UNAVAILABLE', `This write has an idempotencyKey and was not sent: ${why}.`);

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const begun = async (store: Store, intent: Intent, deadline: number): Promise<Begun> => {
  const { viewer, mutation, key } = intent;
  const name = `write:${digest(viewer, mutation, String(key))}`;
  const input = digest(intent.input);
  if (!(await store.isWhole()))
    throw unavailable('the store has lost what it knew of earlier writes');
  const mine: Written = { input, since: Date.now(), state: 'held', holder: randomUUID() };
  const open = openCount(intent);
  for (let waitMs = 10; ; waitMs = Math.min(2 * waitMs, 250)) {
    const entry = { store, name, open };
    const [known = null] = await store.get(name);
    const text = known ?? (await recorded(entry, mine));
    if (text === null) return heldEntry({ ...entry, written: mine });
    const written = JSON.parse(text) as Written;
    if (written.input !== input) {
      throw refused(
        'IDEMPOTENCY_KEY_REUSED',
        'This idempotencyKey belongs to a write with another input; nothing was sent.',
      );
    }
    if (written.outcome !== undefined) return { outcome: written.outcome };
    const [lease] = await store.get(leaseOf(name, written.holder));
    if (written.state === 'open' || lease === null) {
      const taken: Written = { ...written, state: 'held', holder: mine.holder };
      if (await store.swap({ key: name, from: text, to: JSON.stringify(taken), ttlMs: keptMs })) {
        return heldEntry({ ...entry, written: taken, isOpen: true });
      }
    }
    if (performance.now() + waitMs > deadline - spareMs) {
      throw refused(
        'IDEMPOTENCY_IN_PROGRESS',
        'Another caller has the write with this idempotencyKey in hand; ask again with the same key.',
      );
    }
    await pause(waitMs);
  }
};

/** Records a write: null where it did so, else what is recorded under that name already. */
const recorded = async (
  { store, name, open }: Omit<Held, 'written'>,
  mine: Written,
): Promise<string | null> => {
  // The lease comes first: a record without one is taken for one whose caller is gone.
  await store.set(leaseOf(name, mine.holder), '1', leaseMs);
  await store.count(open, 1, 2 * keptMs);
  const text = await store.add(name, JSON.stringify(mine), keptMs);
  if (text !== null) await store.count(open, -1, 2 * keptMs);
  return text;
};

const leaseOf = (name: string, holder: string): string => `lease:${name}:${holder}`;

/** Where open writes of one input are counted. */
const openCount = ({ viewer, mutation, input }: Intent): string =>
  `open:${digest(viewer, mutation, input)}`;

interface Held {
  readonly store: Store;
  readonly name: string;
  readonly open: string;
  readonly written: Written;
  readonly isOpen?: boolean;
}

const heldEntry = ({ store, name, open, written, isOpen = false }: Held): Entry => {
  const lease = leaseOf(name, written.holder);
  const timer = setInterval(() => void quietly(store.set(lease, '1', leaseMs)), renewMs).unref();
  // What is known of the outcome counts, whoever has the write in hand by now.
  const put = async (change: Partial<Written> | null): Promise<void> => {
    clearInterval(timer);
    for (let tries = 5; tries > 0; tries -= 1) {
      const [text = null] = await store.get(name);
      if (text === null) return;
      const now = JSON.parse(text) as Written;
      const isMine = now.holder === written.holder && now.state === 'held';
      if (now.state === 'ended' || (!isMine && change?.outcome === undefined)) return;
      const to = change === null ? null : JSON.stringify({ ...now, ...change });
      if (await store.swap({ key: name, from: text, to, ttlMs: keptMs })) break;
    }
    if (change?.state !== 'open') await store.count(open, -1, 2 * keptMs);
  };
  const rows = rowsOf(store, name);
  return {
    isOpen,
    since: written.since,
    ...rows,
    hasTwin: async () => (await store.count(open, 0, 2 * keptMs)) > 1,
    end: (outcome, own) => quietly(rows.claim(own).then(() => put({ state: 'ended', outcome }))),
    leave: () => quietly(put({ state: 'open' })),
    release: () => quietly(put(null)),
  };
};

const rowsOf = (store: Store, owner: string): Pick<Entry, 'unclaimed' | 'claim'> => ({
  unclaimed: async (rows) => {
    if (rows.length === 0) return new Set();
    const owners = await store.get(...rows.map(rowKey));
    return new Set(rows.filter((_, index) => [null, owner].includes(owners[index] ?? null)));
  },
  claim: async (rows) => {
    const owners = await Promise.all(rows.map((row) => store.add(rowKey(row), owner, 2 * keptMs)));
    return owners.every((other) => other === null || other === owner);
  },
});

const rowKey = (row: string): string => `row:${row}`;

// The write has ended as it has, whether or not the store hears of it: a record that is left behind is read back one day.
const quietly = async (work: Promise<unknown>): Promise<void> => {
  await forgiving(work);
};

/** A write without a key is recorded so far that its rows, and those that it may have made, are taken for nobody else's. */
const begunUnnamed = async (store: Store, intent: Intent): Promise<Entry> => {
  const open = openCount(intent);
  const rows = rowsOf(store, `unnamed:${randomUUID()}`);
  const close = (): Promise<unknown> => store.count(open, -1, 2 * keptMs);
  await quietly(store.count(open, 1, 2 * keptMs));
  return {
    isOpen: false,
    since: Date.now(),
    ...rows,
    hasTwin: async () => true,
    end: (_outcome, own) => quietly(rows.claim(own).then(close)),
    leave: async () => undefined,
    release: () => quietly(close()),
  };
};

/** A ledger that records nothing: every write is a new one. */
export const blankLedger: Ledger = {
  begin: async () => ({
    isOpen: false,
    since: 0,
    end: async () => undefined,
    leave: async () => undefined,
    release: async () => undefined,
    hasTwin: async () => true,
    unclaimed: async () => new Set(),
    claim: async () => false,
  }),
};
