import type { GraphQLError } from 'graphql';
import { refusedForNow } from '../errors.ts';
import { createQueue } from '../upstream/client/queue.ts';
import { createPace } from './pace.ts';
import { createTally } from './tally.ts';

export interface Place {
  /** Lends the place to others while the operation only waits for another attempt of its calls; no more are lent than may wait. */
  readonly pause: () => void;
  /** Takes the place back at once, even where all are taken. */
  readonly resume: () => void;
  readonly leave: () => void;
}

/**
 * Limits how many operations run and how many wait, and for how long. While others want places, a caller holds at most a share
 * of them: with 32 places and a share of 0.5, a caller who holds all 32 keeps them, but those who hold fewer than 16 are let in
 * beyond the 32, up to as many as the first one holds beyond 16.
 */
export interface Admission {
  /** Throws SHUTTING_DOWN while the gateway stops. */
  readonly refuseStopping: () => void;
  /** Whether there are fewer places than usual because the processor is behind. */
  readonly isLate: () => boolean;
  /** Throws OVERLOADED where an operation of this caller could neither run nor wait. */
  readonly refuseCrowded: (who: string) => void;
  /** Gives a place, at once or after waiting. Throws or rejects with OVERLOADED or SHUTTING_DOWN. */
  readonly enter: (who: string, onWait: OnWait) => Place | Promise<Place>;
  /** Runs `work` in a place and gives the place back. Rejects as `enter` does. */
  readonly admit: <T>(who: string, work: () => Promise<T>) => Promise<T>;
  /** Refuses with SHUTTING_DOWN from now on, also those who wait. */
  readonly stop: () => void;
  /** The number of operations that have a place or have lent it. */
  readonly running: () => number;
}

/** Called when a wait begins; `giveUp` ends it, and `enter` rejects with the reason. */
export type OnWait = (giveUp: (reason: GraphQLError) => void) => void;

/** The settings LIMIT_IN_FLIGHT, LIMIT_WAITING, LIMIT_WAIT_MS and LIMIT_SHARE. */
interface AdmissionLimits {
  readonly inFlight: number;
  readonly waiting: number;
  readonly waitMs: number;
  readonly share: number;
}

interface Waiting {
  readonly who: string;
  readonly since: number;
  readonly enter: (place: Place) => void;
  readonly refuse: (error: GraphQLError) => void;
  /** Leaves the queue; false where it has left before. */
  leave: () => boolean;
}

const overloaded = refusedForNow(
  'OVERLOADED',
  'The gateway has all the work it takes. Try again in a moment.',
);

const shuttingDown = refusedForNow(
  'SHUTTING_DOWN',
  'The gateway is stopping. Try again elsewhere or in a moment.',
  { Connection: 'close' },
);

/** As many may wait even while the processor is behind. */
const leastWaiting = 32;

export const createAdmission = (limits: AdmissionLimits): Admission => {
  const pace = createPace(limits.inFlight);
  const running = createTally();
  const paused = createTally();
  const queued = createTally();
  const queue = createQueue<Waiting>();
  let isStopping = false;
  let ticking: NodeJS.Timeout | null = null;

  const shareOf = (all: number): number => Math.max(1, Math.floor(all * limits.share));

  /**
   * Whether there is a place: a free one where nobody else waits; for a caller below the share, also one that counts as free
   * because others hold it beyond theirs.
   */
  const hasPlace = (who: string, hasOthers: boolean): boolean => {
    const places = pace.places();
    const free = places - running.total();
    if (free > 0 && !hasOthers) return true;
    const share = shareOf(places);
    return running.of(who) < share && free + running.beyond(share) > 0;
  };

  const unqueue = (one: Waiting): boolean => {
    const isHere = one.leave();
    if (isHere) queued.remove(one.who);
    return isHere;
  };

  const refuse = (one: Waiting, error: GraphQLError): void => {
    if (unqueue(one)) one.refuse(error);
  };

  /**
   * Refuses those who have waited for LIMIT_WAIT_MS, or while the loop is late for half of it, as they still have to be answered.
   * Whoever stands where a usual place is held back will have it in turn: with 32 places of which 4 are given, the first 28.
   */
  const refuseLate = (): void => {
    const latest = performance.now() - limits.waitMs / (pace.isLate() ? 2 : 1);
    let ahead = pace.heldBack();
    for (const one of queue) {
      ahead -= 1;
      if (ahead >= 0) continue;
      if (one.since > latest) return;
      refuse(one, overloaded);
    }
  };

  /** Who gets the next place, if there is one: the first who holds less than a share, else the first. */
  const next = (): Waiting | null => {
    const first = queue.first();
    if (first === null) return null;
    // Mostly all who wait are one caller, and the queue is long.
    if (queued.of(first.who) < queue.size()) {
      const share = shareOf(pace.places());
      for (const one of queue) {
        if (running.of(one.who) < share) return hasPlace(one.who, false) ? one : null;
      }
    }
    return hasPlace(first.who, false) ? first : null;
  };

  const letIn = (): void => {
    refuseLate();
    for (let one = next(); one !== null; one = next()) {
      unqueue(one);
      one.enter(placeFor(one.who));
    }
  };

  const tick = (): void => {
    pace.adjust(queue.size() > 0 || running.total() >= pace.places());
    letIn();
    if (running.total() > 0 || queue.size() > 0) return;
    if (ticking !== null) clearInterval(ticking);
    ticking = null;
  };
  const startTicking = (): void => {
    if (ticking !== null) return;
    pace.begin();
    ticking = setInterval(tick, pace.everyMs).unref();
  };

  const placeFor = (who: string): Place => {
    let held = running;
    held.add(who);
    startTicking();
    const move = (to: typeof running): void => {
      held.remove(who);
      held = to;
      held.add(who);
    };
    return {
      pause: () => {
        const isFull =
          paused.total() >= limits.waiting || paused.of(who) >= shareOf(limits.waiting);
        if (held === paused || isFull) return;
        move(paused);
        letIn();
      },
      resume: () => {
        if (held === paused) move(running);
      },
      leave: () => {
        held.remove(who);
        letIn();
      },
    };
  };

  /**
   * How many may wait: LIMIT_WAITING; while the processor is behind and the first has waited for a quarter of LIMIT_WAIT_MS, only
   * as many as wait already, but at least 32.
   */
  const mostWaiting = (): number => {
    const first = queue.first();
    if (first === null || !pace.isLate()) return limits.waiting;
    const isSlow = performance.now() - first.since > limits.waitMs / 4;
    // A few deep operations at a time are no overload, however long they take.
    return isSlow ? Math.min(limits.waiting, Math.max(queue.size(), leastWaiting)) : limits.waiting;
  };

  /** Whether one more may wait. For a caller below the share, the latest of the caller who has most waiting is refused instead. */
  const makeRoom = (who: string): boolean => {
    const most = mostWaiting();
    if (queued.total() < most) return true;
    const share = shareOf(most);
    const largest = queued.largest();
    if (queued.of(who) >= share || queued.of(largest) <= share) return false;
    const last = Array.from(queue).findLast((one) => one.who === largest);
    if (last !== undefined) refuse(last, overloaded);
    return true;
  };

  const wait = (who: string, onWait: OnWait): Promise<Place> =>
    new Promise((enter, reject) => {
      const since = performance.now();
      const one: Waiting = { who, since, enter, refuse: reject, leave: () => false };
      one.leave = queue.add(one);
      queued.add(who);
      startTicking();
      onWait((reason) => refuse(one, reason));
    });

  const enter: Admission['enter'] = (who, onWait) => {
    if (isStopping) throw shuttingDown;
    if (hasPlace(who, queue.size() > 0)) return placeFor(who);
    if (!makeRoom(who)) throw overloaded;
    return wait(who, onWait);
  };

  return {
    refuseStopping: () => {
      if (isStopping) throw shuttingDown;
    },
    isLate: pace.isLate,
    refuseCrowded: (who) => {
      const most = mostWaiting();
      const hasRoom = queued.total() < most || queued.of(who) < shareOf(most);
      if (!hasRoom && !hasPlace(who, queue.size() > 0)) throw overloaded;
    },
    enter,
    admit: async (who, work) => {
      const place = await enter(who, () => undefined);
      try {
        return await work();
      } finally {
        place.leave();
      }
    },
    stop: () => {
      isStopping = true;
      for (const one of queue) refuse(one, shuttingDown);
    },
    running: () => running.total() + paused.total(),
  };
};
