import { z } from 'zod';
import { dayMs } from '../upstream/catalogue/language/times.ts';
import { durationText } from '../upstream/client/errors.ts';
import { digest } from './ledger-entry.ts';
import { storeUnavailable } from './refusals.ts';
import { changeValue, type Store, StoreError, unreadable, versioned } from './store.ts';

/** A sum of the amounts that writes raise, or of the things that they activate, in a day. */
export interface SumName {
  readonly rule: string;
  /** The member of the rule, such as `activationsPerDay`. */
  readonly limit: string;
  readonly accountId: string;
  /** Null for a number of things. */
  readonly currency: string | null;
  /** The day in the account's time zone, such as `2026-05-19`. */
  readonly day: string;
}

/** The amount that one write adds to a sum, and the most that the sum may be. */
export interface SumAddition extends SumName {
  readonly amount: bigint;
  readonly most: bigint;
}

/** A write that a sum counts; `key` is null for a write without a key, which is sent once. */
export interface CountedWrite {
  readonly viewer: string;
  readonly mutation: string;
  readonly key: string | null;
  /**
   * The time of its record, in milliseconds since 1970. On a day of 25 hours, a key that was
   * forgotten and is used again is another write.
   */
  readonly since: number;
}

/** The sums of all processes. Without the store each method rejects: STATE_STORE_UNAVAILABLE. */
export interface GuardSums {
  /** The time on the store's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The sums without this write, in the order of the names. */
  readonly read: (
    names: readonly SumName[],
    write: CountedWrite | null,
  ) => Promise<readonly bigint[]>;
  /** Counts a write. If one of the sums would be too large, counts nothing and returns false. */
  readonly count: (additions: readonly SumAddition[], write: CountedWrite) => Promise<boolean>;
  /** Uncounts a write that was certainly not applied. */
  readonly takeBack: (additions: readonly SumAddition[], write: CountedWrite) => Promise<void>;
}

// The day of an account may begin a day before that of another, and a record outlives its day.
const keptMs = 3 * dayMs;

const amountSchema = z.string().regex(/^\d+$/);
/** A sum, or the amount that one write adds to it; as text, so that no digit is lost. */
const sums = versioned(1, z.object({ sum: amountSchema }));

/** The sums that are in a store: each is one short value, however many writes it counts. */
export const createGuardSums = (store: Store): GuardSums => {
  const read = async (keys: readonly string[]): Promise<readonly bigint[]> =>
    keys.length === 0 ? [] : (await store.get(...keys)).map(sumIn);
  /** The amounts that a write has added so far. Without a key they are 0: it is sent only once. */
  const ownOf = async (names: readonly SumName[], write: CountedWrite | null) => {
    const isKnown = write !== null && write.key !== null;
    return isKnown ? read(names.map((name) => ownKeyOf(name, write))) : names.map(() => 0n);
  };
  /** Adds to a sum; false if it would then be more than `most`. */
  const add = (name: SumName, by: bigint, most: bigint | null): Promise<boolean> =>
    changeValue(store, { key: keyOf(name), ttlMs: keptMs }, (text) => {
      const sum = sumIn(text) + by;
      return most !== null && sum > most ? null : sums.write({ sum: String(sum < 0n ? 0n : sum) });
    });
  // The sum is changed first: if the process ends in between, the sum is too large, which refuses
  // too much but allows nothing too much.
  const count = async (additions: readonly SumAddition[], write: CountedWrite) => {
    const own = await ownOf(additions, write);
    for (const [index, { amount, most, ...name }] of additions.entries()) {
      if (!(await add(name, amount - (own[index] ?? 0n), most))) {
        await takeBack(additions.slice(0, index), write);
        return false;
      }
      if (write.key !== null) {
        await store.set(ownKeyOf(name, write), sums.write({ sum: String(amount) }), keptMs);
      }
    }
    return true;
  };
  const takeBack = async (additions: readonly SumAddition[], write: CountedWrite) => {
    await Promise.all(
      additions.map(async ({ amount, most: _, ...name }) => {
        if (write.key !== null) {
          const swap = { key: ownKeyOf(name, write), from: sums.write({ sum: String(amount) }) };
          if (!(await store.compareAndSwap({ ...swap, to: null, ttlMs: keptMs }))) return;
        }
        await add(name, -amount, null);
      }),
    );
  };
  return {
    now: store.now,
    read: (names, write) =>
      available(store, async () => {
        const [all, own] = await Promise.all([read(names.map(keyOf)), ownOf(names, write)]);
        return all.map((sum, index) => sum - (own[index] ?? 0n));
      }),
    count: (additions, write) => available(store, () => count(additions, write)),
    takeBack: (additions, write) => available(store, () => takeBack(additions, write)),
  };
};

const keyOf = ({ rule, limit, accountId, currency, day }: SumName): string =>
  `guard:${digest(rule, limit, accountId, currency ?? '')}:${day}`;

const ownKeyOf = (name: SumName, { viewer, mutation, key, since }: CountedWrite): string =>
  `${keyOf(name)}:${digest(viewer, mutation, key ?? '', String(since)).slice(0, 22)}`;

const sumIn = (text: string | null): bigint => {
  if (text === null) return 0n;
  const record = sums.read(text);
  if (record === null) throw unreadable('a sum of a guard');
  return BigInt(record.sum);
};

/** The refusal of a write whose sums are lost. It ends when all sums of that day are over. */
const lost = (ms: number) =>
  storeUnavailable(
    `The store has lost the daily sums of guards, so this was not sent. Such writes are refused for ${durationText(Math.ceil(ms / 1000))}, unless the operator accepts the loss with the command in the log.`,
    undefined,
    ms,
  );

/** The result of `work`, if the store then shows that no sum was lost. */
const available = async <T>(store: Store, work: () => Promise<T>): Promise<T> => {
  try {
    const done = await work();
    const { isRead, isLost, lostAt } = await store.checkData();
    if (isLost && lostAt !== null) throw lost(lostAt + dayMs - store.now());
    if (isRead && store.memory().evicts === null) return done;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
  throw storeUnavailable(
    'The daily sum of a guard cannot be read at the moment, so this was not sent. Try again.',
  );
};
