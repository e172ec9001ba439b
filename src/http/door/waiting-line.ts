import type { GraphQLError } from 'graphql';
import { refusedForNow } from '../../errors/errors.ts';
import { createQueue } from '../../upstream/client/queue.ts';
import type { Place } from './exchange.ts';
import type { createPace } from './pace.ts';
import { createTally } from './tally.ts';

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
  readonly #pace: ReturnType<typeof createPace>;
  readonly #queued = createTally();
  readonly #queue = createQueue<WaitingOperation>();

  constructor(limits: LineLimits, pace: ReturnType<typeof createPace>) {
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
