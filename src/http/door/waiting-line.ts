import { performance } from 'node:perf_hooks';
import type { GraphQLError } from 'graphql';
import { refusedForNow } from '../../errors/errors.ts';
import { createQueue } from '../../upstream/client/queue.ts';
import type { Place } from './exchange.ts';

/** Amounts by caller. */
interface CallerTally {
  readonly total: () => number;
  readonly of: (key: string) => number;
  readonly add: (key: string, by?: number) => void;
  readonly remove: (key: string, by?: number) => void;
  /** The sum of the amounts beyond `most`: 5 and 3 beyond 4 are 1. */
  readonly beyond: (most: number) => number;
  /** The caller with the largest amount; empty if nobody has any. */
  readonly largest: () => string;
}

export const createTally = (): CallerTally => {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    total: () => total,
    of,
    add: (key, by = 1) => {
      total += by;
      counts.set(key, of(key) + by);
    },
    remove: (key, by = 1) => {
      total -= by;
      const left = of(key) - by;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
    beyond: (most) => {
      let sum = 0;
      for (const count of counts.values()) sum += Math.max(0, count - most);
      return sum;
    },
    largest: () => {
      let [found, highest] = ['', 0];
      for (const [key, count] of counts) if (count > highest) [found, highest] = [key, count];
      return found;
    },
  };
};

/** Called when a wait begins; `cancel` ends it, and the wait rejects with the reason. */
export type OnWait = (cancel: (reason: GraphQLError) => void) => void;

/** The settings LIMIT_WAITING, LIMIT_WAIT_MS and LIMIT_SHARE. */
export interface LineLimits {
  readonly waiting: number;
  readonly waitMs: number;
  readonly share: number;
}

/** An operation that waits for a place. */
interface WaitingOperation {
  readonly callerKey: string;
  readonly since: number;
  readonly enter: (place: Place) => void;
  readonly refuse: (error: GraphQLError) => void;
  /** Leaves the queue; false if it has left before. */
  leave: () => boolean;
}

export const overloaded = refusedForNow(
  'OVERLOADED',
  'The gateway is at capacity. Try again in a moment.',
);

/** The most places out of `all` that one caller may have while other callers wait. */
export const shareOf = (all: number, { share }: Pick<LineLimits, 'share'>): number =>
  Math.max(1, Math.floor(all * share));

/** The operations that wait for a place, in order of arrival. */
export class WaitingLine implements Iterable<WaitingOperation> {
  readonly #limits: LineLimits;
  readonly #pace: OperationPace;
  readonly #queued = createTally();
  readonly #queue = createQueue<WaitingOperation>();

  constructor(limits: LineLimits, pace: OperationPace) {
    this.#limits = limits;
    this.#pace = pace;
  }

  [Symbol.iterator](): Iterator<WaitingOperation> {
    return this.#queue[Symbol.iterator]();
  }

  readonly size = (): number => this.#queue.size();

  readonly first = (): WaitingOperation | null => this.#queue.first();

  /** True if nobody else waits. Usually one caller has all of many waiting operations. */
  readonly isAllOf = (callerKey: string): boolean =>
    this.#queued.of(callerKey) === this.#queue.size();

  /** True if one more operation of this caller may wait, if necessary in place of another one. */
  readonly hasRoom = (callerKey: string): boolean => {
    const most = this.#maxWaiting();
    return this.#queued.total() < most || this.#queued.of(callerKey) < shareOf(most, this.#limits);
  };

  /**
   * True if one more operation may wait. A caller below its share always may: the caller with the
   * most waiting operations then loses its latest.
   */
  readonly makeRoom = (callerKey: string): boolean => {
    const most = this.#maxWaiting();
    if (this.#queued.total() < most) return true;
    const share = shareOf(most, this.#limits);
    const largest = this.#queued.largest();
    if (this.#queued.of(callerKey) >= share || this.#queued.of(largest) <= share) return false;
    const last = Array.from(this.#queue).findLast((one) => one.callerKey === largest);
    if (last !== undefined) this.#refuse(last, overloaded);
    return true;
  };

  /** Waits at the end of the line. Rejects with the reason of a refusal. */
  readonly add = (callerKey: string, onWait: OnWait): Promise<Place> =>
    new Promise((enter, reject) => {
      const since = performance.now();
      const one: WaitingOperation = { callerKey, since, enter, refuse: reject, leave: () => false };
      one.leave = this.#queue.add(one);
      this.#queued.add(callerKey);
      onWait((reason) => this.#refuse(one, reason));
    });

  /** Removes an operation from the line; false if it is no longer there. */
  readonly leave = (one: WaitingOperation): boolean => {
    const isHere = one.leave();
    if (isHere) this.#queued.remove(one.callerKey);
    return isHere;
  };

  readonly refuseAll = (error: GraphQLError): void => {
    for (const one of this.#queue) this.#refuse(one, error);
  };

  /**
   * Refuses operations that have waited for LIMIT_WAIT_MS, or half of that while the loop is late,
   * because refusing takes time too. While the pace withholds places (28 of 32, say), the first 28
   * that wait are not refused: they will get a place soon.
   */
  readonly refuseLate = (): void => {
    const latest = performance.now() - this.#limits.waitMs / (this.#pace.isLate() ? 2 : 1);
    let ahead = this.#pace.heldBack();
    for (const one of this.#queue) {
      ahead -= 1;
      if (ahead >= 0) continue;
      if (one.since > latest) return;
      this.#refuse(one, overloaded);
    }
  };

  #refuse(one: WaitingOperation, error: GraphQLError): void {
    if (this.leave(one)) one.refuse(error);
  }

  /**
   * The number of operations that may wait: LIMIT_WAITING. While the loop is delayed, only as many
   * as will get a place within half of LIMIT_WAIT_MS, or as there usually are places, beside those
   * for which places are withheld. If 2 operations end in 10 milliseconds and the setting is 1000,
   * the line has room for 100.
   */
  #maxWaiting(): number {
    const { waiting, waitMs } = this.#limits;
    if (!this.#pace.isDelayed()) return waiting;
    const soon = Math.ceil((this.#pace.rate() * waitMs) / 2);
    return Math.min(waiting, this.#pace.heldBack() + Math.max(this.#pace.usual, soon));
  }
}

/** The number of operations that may run at once: it falls when the event loop is late. */
interface OperationPace {
  readonly places: () => number;
  /** The usual number of places. */
  readonly usual: number;
  /** The number of places that are currently withheld. */
  readonly heldBack: () => number;
  /** True if the loop is so late that more work would only slow down all operations. */
  readonly isLate: () => boolean;
  /** True if the loop is as late for any reason, such as other programs that use the processor. */
  readonly isDelayed: () => boolean;
  /** The recent number of operations that end in a millisecond. */
  readonly rate: () => number;
  /**
   * Measures the event loop and adjusts the places. `isFull` is true if all places are taken, and
   * `ended` is the number of operations that have ended since the last call.
   */
  readonly adjust: (facts: { readonly isFull: boolean; readonly ended: number }) => void;
  /** The interval between calls of `adjust`, in milliseconds. */
  readonly everyMs: number;
  /** Starts to measure again, after a time without `adjust`. */
  readonly begin: () => void;
}

const defaultPlaces = 32;
const minPlaces = 4;
/** The latest value counts a quarter in each moving average. */
const latestPart = 1 / 4;
/**
 * A loop that is 20 ms late still answers `/readyz` within 100 ms. A loop that is later by its own
 * work is overloaded.
 */
const lateMs = 20;
const punctualMs = 10;
/**
 * A loop that is 4 ms late and 90 % busy has enough operations: more of them would only slow each
 * other down.
 */
const overloadedMs = 4;
const overloadedLoad = 0.9;
const shrinking = 0.85;
const growing = 1.2;
const everyMs = 20;

/**
 * Adjusts the number of places, from 4 to `most`, every 20 ms. It starts at 32.
 * - The loop is too late (constants above): the number falls by a seventh. 32, 27, 23 …
 * - All places are taken, and operations wait for the API and not for the processor: it grows by a
 *   fifth. 32, 38, 46 …
 * - Fewer are needed: it moves a sixteenth of the way back to 32.
 *
 * The loop is as late as the calls of `adjust` would be if the process had the processor to itself.
 * For example, a call comes after 60 ms in place of 20, and the process has worked for 30 of them:
 * it is late by 10 ms, and for the rest others had the processor.
 */
export const createPace = (most: number): OperationPace => {
  const startPlaces = Math.min(most, defaultPlaces);
  const minimum = Math.min(most, minPlaces);
  let places = startPlaces;
  let late = 0;
  let delay = 0;
  let isLate = false;
  let rate = 0;
  let adjustedAt = 0;
  let usedBefore = process.cpuUsage();
  let measured = performance.eventLoopUtilization();
  const passed = (): number => {
    const before = adjustedAt;
    adjustedAt = performance.now();
    return adjustedAt - before;
  };
  const worked = (): number => {
    const before = usedBefore;
    usedBefore = process.cpuUsage();
    return (usedBefore.user - before.user + usedBefore.system - before.system) / 1000;
  };
  const load = (): number => {
    const before = measured;
    measured = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(measured, before).utilization;
  };
  return {
    everyMs,
    places: () => Math.floor(places),
    usual: startPlaces,
    heldBack: () => Math.max(0, Math.ceil(startPlaces - places)),
    isLate: () => isLate,
    isDelayed: () => isLate || delay > lateMs,
    rate: () => rate,
    begin: () => {
      passed();
      worked();
      load();
    },
    adjust: ({ isFull, ended }) => {
      const ms = passed();
      delay += (ms - everyMs - delay) * latestPart;
      late += (Math.max(0, Math.min(ms, worked()) - everyMs) - late) * latestPart;
      rate += (ended / ms - rate) * latestPart;
      isLate = late > (isLate ? punctualMs : lateMs);
      const isBusy = load() > overloadedLoad;
      const isCrowded = isBusy && late > overloadedMs;
      if (isLate || isCrowded) places = Math.max(minimum, places * shrinking);
      else if (isFull && !isBusy) places = Math.min(most, places * growing);
      else places += (startPlaces - places) / 16;
    },
  };
};
