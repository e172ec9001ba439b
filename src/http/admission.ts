import type { GraphQLError } from 'graphql';
import { refused } from '../errors.ts';
import { createPace } from './pace.ts';
import { createTally } from './tally.ts';

/** The place of one operation among those that run. */
export interface Place {
  /** Gives the place to others while the operation waits until the API may be asked again. */
  readonly pause: () => void;
  /** Takes it again, beyond the limit where all are taken by now. */
  readonly resume: () => void;
  readonly leave: () => void;
}

/** Lets a bounded number of operations run at once, a bounded number wait, none for long, and nobody crowd out others. */
export interface Admission {
  /** Throws SHUTTING_DOWN while the gateway stops. */
  readonly refuseStopping: () => void;
  /** True while there is more work than the processor does in time. */
  readonly isLate: () => boolean;
  /** Throws OVERLOADED where an operation of this caller would find no place and no room to wait for one. */
  readonly refuseCrowded: (who: string) => void;
  /** A place, at once or after waiting; OVERLOADED or SHUTTING_DOWN where there is none. `leaving` is handed a way to give up waiting. */
  readonly enter: (who: string, leaving: Leaving) => Place | Promise<Place>;
  /** Runs work that has no place of its own to keep. */
  readonly admit: <T>(who: string, work: () => Promise<T>) => Promise<T>;
  /** Admits nothing more, and sends away who waits. */
  readonly stop: () => void;
  /** How many operations have a place or have lent it to others. */
  readonly running: () => number;
}

/** Is handed what ends a wait for a place with a reason, to be called when nobody waits any more. */
export type Leaving = (giveUp: (reason: GraphQLError) => void) => void;

interface Room {
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
}

const retryable = { retryable: true, retryAfterSeconds: 1 };

/** What is refused because there is too much of everything. */
const overloaded = refused(503, 'The gateway has all the work it takes. Try again in a moment.', {
  code: 'OVERLOADED',
  headers: { 'Retry-After': '1' },
  extensions: retryable,
});

const shuttingDown = refused(503, 'The gateway is stopping. Try again elsewhere or in a moment.', {
  code: 'SHUTTING_DOWN',
  headers: { 'Retry-After': '1', Connection: 'close' },
  extensions: retryable,
});

/** So many may wait in any case. */
const fewWaiting = 32;

/** An admission of this much room. */
export const createAdmission = (room: Room): Admission => {
  const pace = createPace(room.inFlight);
  const running = createTally();
  const paused = createTally();
  const queued = createTally();
  const queue = new Set<Waiting>();
  let isStopping = false;
  let ticking: NodeJS.Timeout | null = null;

  const shareOf = (all: number): number => Math.max(1, Math.floor(all * room.share));

  /** Whether there is a place. What somebody holds beyond a share takes none from those who hold less. */
  const hasPlace = (who: string, hasOthers: boolean): boolean => {
    const places = pace.places();
    const free = places - running.total();
    if (free > 0 && !hasOthers) return true;
    const share = shareOf(places);
    if (running.of(who) >= share) return free > 0 && !hasOthers;
    return free + running.beyond(share) > 0;
  };

  const unqueue = (one: Waiting): void => {
    queue.delete(one);
    queued.remove(one.who);
  };

  const refuse = (one: Waiting, error: GraphQLError): void => {
    unqueue(one);
    one.refuse(error);
  };

  /** Whoever waited for so long that the answer would come too late is not started any more. */
  const refuseLate = (): void => {
    const latest = performance.now() - room.waitMs;
    for (const one of queue) {
      if (one.since > latest) return;
      refuse(one, overloaded);
    }
  };

  /** The first who holds less than a share; where nobody does, the first. */
  const next = (): Waiting | null => {
    const share = shareOf(pace.places());
    for (const one of queue) {
      if (running.of(one.who) < share) return hasPlace(one.who, false) ? one : null;
    }
    const [first = null] = queue;
    return first !== null && hasPlace(first.who, false) ? first : null;
  };

  const passOn = (): void => {
    refuseLate();
    for (let one = next(); one !== null; one = next()) {
      unqueue(one);
      one.enter(placeFor(one.who));
    }
  };

  const look = (): void => {
    pace.look(queue.size > 0 || running.total() >= pace.places());
    passOn();
    if (running.total() > 0 || queue.size > 0) return;
    if (ticking !== null) clearInterval(ticking);
    ticking = null;
  };
  const watch = (): void => {
    if (ticking !== null) return;
    pace.begin();
    ticking = setInterval(look, pace.everyMs).unref();
  };

  const placeFor = (who: string): Place => {
    let held = running;
    held.add(who);
    watch();
    const move = (to: typeof running): void => {
      held.remove(who);
      held = to;
      held.add(who);
    };
    return {
      pause: () => {
        const isFull = paused.total() >= room.waiting || paused.of(who) >= shareOf(room.waiting);
        if (held === paused || isFull) return;
        move(paused);
        passOn();
      },
      resume: () => {
        if (held === paused) move(running);
      },
      leave: () => {
        held.remove(who);
        passOn();
      },
    };
  };

  /** How many may wait: no more than do while all of them wait for long and the processor cannot keep up. */
  const mostWaiting = (): number => {
    const [first] = queue;
    if (first === undefined || !pace.isReduced()) return room.waiting;
    const isStanding = performance.now() - first.since > room.waitMs / 4;
    // A few deep operations at a time are no overload, however long they take.
    return isStanding ? Math.min(room.waiting, Math.max(queue.size, fewWaiting)) : room.waiting;
  };

  /** Whether there is room to wait: what somebody has beyond a share is taken back for those who have less. */
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

  const wait = (who: string, leaving: Leaving): Promise<Place> =>
    new Promise((enter, reject) => {
      const one = { who, since: performance.now(), enter, refuse: reject };
      queue.add(one);
      queued.add(who);
      watch();
      leaving((reason) => {
        if (queue.has(one)) refuse(one, reason);
      });
    });

  const enter: Admission['enter'] = (who, leaving) => {
    if (isStopping) throw shuttingDown;
    if (hasPlace(who, queue.size > 0)) return placeFor(who);
    if (!makeRoom(who)) throw overloaded;
    return wait(who, leaving);
  };

  return {
    refuseStopping: () => {
      if (isStopping) throw shuttingDown;
    },
    isLate: pace.isReduced,
    refuseCrowded: (who) => {
      const most = mostWaiting();
      const hasRoom = queued.total() < most || queued.of(who) < shareOf(most);
      if (!hasRoom && !hasPlace(who, queue.size > 0)) throw overloaded;
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
