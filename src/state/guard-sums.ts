import { z } from 'zod';
import { dayMs, iso } from '../upstream/catalogue/language/times.ts';
import { changeValue } from './change-value.ts';
import { digest } from './ledger-share.ts';
import { type Store, StoreError, unreadable } from './store.ts';
import { storeUnavailable } from './unavailable.ts';
import { versioned } from './versioned.ts';

/** A sum of what writes raise or activate in a day. */
export interface SumName {
  readonly rule: string;
  /** The member of the rule, such as `activationsPerDay`. */
  readonly limit: string;
  readonly accountId: string;
  /** Null if it counts things. */
  readonly currency: string | null;
  /** The day in the account's time zone, such as `2026-05-19`. */
  readonly day: string;
}

/** What one write adds to a sum, and what the sum may be. */
export interface SumAddition extends SumName {
  readonly amount: bigint;
  readonly most: bigint;
}

/** The writes that a sum counts. */
export interface CountedWrite {
  readonly viewer: string;
  readonly mutation: string;
  readonly key: string;
}

/** The sums of all processes. Without the store each method rejects: STATE_STORE_UNAVAILABLE. */
export interface GuardSums {
  /** The time on the store's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** What the sums are without this write, in the order of the names. */
  readonly read: (
    names: readonly SumName[],
    write: CountedWrite | null,
  ) => Promise<readonly bigint[]>;
  /** Counts a write; false if one of the sums would be too large, and then none counts it. */
  readonly count: (additions: readonly SumAddition[], write: CountedWrite) => Promise<boolean>;
  /** Counts a write no longer, because it was certainly not applied. */
  readonly takeBack: (names: readonly SumName[], write: CountedWrite) => Promise<void>;
}

// The day of an account may begin a day before that of another, and a record outlives its day.
const keptMs = 3 * dayMs;

/** What writes add to a sum, by the digest of their keys; as text, so that no digit is lost. */
const records = versioned(1, z.object({ writes: z.record(z.string(), z.string()) }));
type Writes = Readonly<Record<string, string>>;

const sumOf = (writes: Writes, without: string | null): bigint =>
  Object.entries(writes).reduce(
    (sum, [id, amount]) => (id === without ? sum : sum + BigInt(amount)),
    0n,
  );

/** The sums that are in a store. */
export const createGuardSums = (store: Store): GuardSums => {
  const read = async (keys: readonly string[]) => {
    const texts = keys.length === 0 ? [] : await store.get(...keys);
    return texts.map(writesIn);
  };
  /** Changes a record; false where `to` gives null, which leaves it as it is. */
  const change = (key: string, to: (writes: Writes) => Writes | null): Promise<boolean> =>
    changeValue(store, { key, ttlMs: keptMs }, (text) => {
      const writes = to(writesIn(text));
      return writes === null ? null : records.write({ writes });
    });
  const takeBack = async (names: readonly SumName[], id: string): Promise<void> => {
    const left = ({ [id]: _, ...others }: Writes): Writes => others;
    await Promise.all(
      names.map((name) => change(keyOf(name), (all) => (id in all ? left(all) : null))),
    );
  };
  const count = async (additions: readonly SumAddition[], id: string): Promise<boolean> => {
    for (const [index, { amount, most, ...name }] of additions.entries()) {
      const isCounted = await change(keyOf(name), (all) =>
        sumOf(all, id) + amount > most ? null : { ...all, [id]: String(amount) },
      );
      if (isCounted) continue;
      await takeBack(additions.slice(0, index), id);
      return false;
    }
    return true;
  };
  return {
    now: store.now,
    read: (names, write) =>
      available(store, async () => {
        const id = write === null ? null : idOf(write);
        return (await read(names.map(keyOf))).map((writes) => sumOf(writes, id));
      }),
    count: (additions, write) => available(store, () => count(additions, idOf(write))),
    takeBack: (names, write) => available(store, () => takeBack(names, idOf(write))),
  };
};

const keyOf = ({ rule, limit, accountId, currency, day }: SumName): string =>
  `guard:${digest(rule, limit, accountId, currency ?? '')}:${day}`;

const idOf = ({ viewer, mutation, key }: CountedWrite): string =>
  digest(viewer, mutation, key).slice(0, 22);

const writesIn = (text: string | null): Writes => {
  if (text === null) return {};
  const record = records.read(text);
  if (record === null) throw unreadable('a sum of a guard');
  return record.writes;
};

/** The refusal of a write whose sums are lost, until none of them is of the day. */
const lost = (until: number, now: number) =>
  storeUnavailable(
    `The store has lost what guards count in a day, so this was not sent. It is refused until ${iso(until)}, or until the operator accepts the loss with the command in the log.`,
    undefined,
    Math.max(1, Math.ceil((until - now) / 1000)),
  );

/** What needs the sums, after the store has shown that none of them was lost. */
const available = async <T>(store: Store, work: () => Promise<T>): Promise<T> => {
  try {
    const done = await work();
    const { isRead, isLost, lostAt } = await store.checkData();
    if (isLost && lostAt !== null) throw lost(lostAt + dayMs, store.now());
    if (isRead && store.memory().evicts === null) return done;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
  throw storeUnavailable(
    'What a guard counts in a day cannot be read just now, so this was not sent. Try again.',
  );
};
