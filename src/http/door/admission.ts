import { refused, refusedForNow } from '../../errors/errors.ts';
import type { CheckedOperation } from '../../execution/answer/run-operation.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import { type Bodies, discard } from './body.ts';
import type { Exchange, HttpExchange, Place } from './exchange.ts';
import { departureKnown, isGone } from './exchange.ts';
import type { LineLimits, OnWait } from './waiting-line.ts';
import { createPace, createTally, overloaded, shareOf, WaitingLine } from './waiting-line.ts';

/**
 * Limits the number of running operations, the number of waiting ones, and their wait.
 *
 * While others wait, a caller may only have its share of the places. For example, one caller holds
 * all of 32 places, and the share is 0.5. It keeps them, but is 16 above its share. So up to 16
 * operations of callers below their share are let in beyond the 32.
 */
export interface Admission {
  /** Throws SHUTTING_DOWN while the gateway stops. */
  readonly refuseStopping: () => void;
  /**
   * True if the gateway is stopping: running operations may end, but begin nothing that another
   * gateway can do.
   */
  readonly isStopping: () => boolean;
  /** True if there are fewer places than usual because the processor is overloaded. */
  readonly isLate: () => boolean;
  /** Throws OVERLOADED if an operation of this caller could neither run nor wait. */
  readonly refuseIfFull: (callerKey: string) => void;
  /**
   * Gives a place, at once or after waiting. Throws or rejects with OVERLOADED or SHUTTING_DOWN.
   */
  readonly enter: (callerKey: string, onWait: OnWait) => Place | Promise<Place>;
  /** Runs `work` in a place, which it leaves afterwards. Rejects as `enter` does. */
  readonly admit: <T>(callerKey: string, work: () => Promise<T>) => Promise<T>;
  /** Refuses all operations with SHUTTING_DOWN from now on, including those that wait. */
  readonly stop: () => void;
  /** The number of operations that have a place or have lent it. */
  readonly running: () => number;
  /** The number of operations that wait for a place. */
  readonly waiting: () => number;
}

/** The settings LIMIT_IN_FLIGHT, LIMIT_WAITING, LIMIT_WAIT_MS and LIMIT_SHARE. */
interface AdmissionLimits extends LineLimits {
  readonly inFlight: number;
}

const shuttingDown = refusedForNow(
  'SHUTTING_DOWN',
  'The gateway is shutting down. Try again in a moment.',
  { Connection: 'close' },
);

export const createAdmission = (limits: AdmissionLimits): Admission => new Door(limits);

class Door implements Admission {
  readonly #limits: AdmissionLimits;
  readonly #pace: ReturnType<typeof createPace>;
  readonly #running = createTally();
  readonly #paused = createTally();
  readonly #line: WaitingLine;
  #hasStopped = false;
  /** The operations that have ended since the last tick. */
  #ended = 0;
  #ticking: NodeJS.Timeout | null = null;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.#pace = createPace(limits.inFlight);
    this.#line = new WaitingLine(limits, this.#pace);
  }

  readonly isLate = (): boolean => this.#pace.isLate();

  readonly running = (): number => this.#running.total() + this.#paused.total();

  readonly waiting = (): number => this.#line.size();

  readonly isStopping = (): boolean => this.#hasStopped;

  readonly refuseStopping = (): void => {
    if (this.#hasStopped) throw shuttingDown;
  };

  readonly refuseIfFull = (callerKey: string): void => {
    if (!this.#line.hasRoom(callerKey) && !this.#hasPlace(callerKey, this.#line.size() > 0))
      throw overloaded;
  };

  readonly enter: Admission['enter'] = (callerKey, onWait) => {
    this.refuseStopping();
    if (this.#hasPlace(callerKey, this.#line.size() > 0)) return this.#placeFor(callerKey);
    if (!this.#line.makeRoom(callerKey)) throw overloaded;
    this.#startTicking();
    return this.#line.add(callerKey, onWait);
  };

  readonly admit: Admission['admit'] = async (callerKey, work) => {
    const place = await this.enter(callerKey, () => undefined);
    try {
      return await work();
    } finally {
      place.leave();
    }
  };

  readonly stop = (): void => {
    this.#hasStopped = true;
    this.#line.refuseAll(shuttingDown);
  };

  /**
   * True if the caller gets a place now: one is free and nobody else waits, or the caller is below
   * its share and others are above theirs.
   */
  #hasPlace(callerKey: string, hasOthers: boolean): boolean {
    const places = this.#pace.places();
    const free = places - this.#running.total();
    if (free > 0 && !hasOthers) return true;
    const share = shareOf(places, this.#limits);
    return this.#running.of(callerKey) < share && free + this.#running.beyond(share) > 0;
  }

  /**
   * The next caller to get a place: the first one below its share, else the first. Null if nobody
   * waits or no place is free.
   */
  #next(): ReturnType<WaitingLine['first']> {
    const first = this.#line.first();
    if (first === null) return null;
    if (!this.#line.isAllOf(first.callerKey)) {
      const share = shareOf(this.#pace.places(), this.#limits);
      for (const one of this.#line) {
        if (this.#running.of(one.callerKey) < share)
          return this.#hasPlace(one.callerKey, false) ? one : null;
      }
    }
    return this.#hasPlace(first.callerKey, false) ? first : null;
  }

  readonly #letIn = (): void => {
    this.#line.refuseLate();
    for (let one = this.#next(); one !== null; one = this.#next()) {
      this.#line.leave(one);
      one.enter(this.#placeFor(one.callerKey));
    }
  };

  readonly #tick = (): void => {
    const isFull = this.#line.size() > 0 || this.#running.total() >= this.#pace.places();
    this.#pace.adjust({ isFull, ended: this.#ended });
    this.#ended = 0;
    this.#letIn();
    if (this.#running.total() > 0 || this.#line.size() > 0) return;
    if (this.#ticking !== null) clearInterval(this.#ticking);
    this.#ticking = null;
  };

  #startTicking(): void {
    if (this.#ticking !== null) return;
    this.#pace.begin();
    this.#ticking = setInterval(this.#tick, this.#pace.everyMs).unref();
  }

  /** True if operations of this caller may lend no more places. */
  #mayLendNoMore(callerKey: string): boolean {
    const { waiting } = this.#limits;
    return (
      this.#paused.total() >= waiting ||
      this.#paused.of(callerKey) >= shareOf(waiting, this.#limits)
    );
  }

  #placeFor(callerKey: string): Place {
    const [running, paused] = [this.#running, this.#paused];
    let held = running;
    held.add(callerKey);
    this.#startTicking();
    const move = (to: typeof running): void => {
      held.remove(callerKey);
      held = to;
      held.add(callerKey);
    };
    return {
      pause: () => {
        if (held === paused || this.#mayLendNoMore(callerKey)) return;
        move(paused);
        this.#letIn();
      },
      resume: () => {
        if (held === paused) move(running);
      },
      leave: () => {
        held.remove(callerKey);
        this.#ended += 1;
        this.#letIn();
      },
    };
  }
}

/**
 * Takes a place for the operation, unless it has one. Null if the place is free at once; else a
 * promise that resolves when it is taken. Fails as `enter` does, and with OPERATION_TIMEOUT if the
 * caller has left.
 */
const takePlace = (admission: Admission, exchange: Exchange): Promise<void> | null => {
  const { callerKey, record } = exchange;
  if (exchange.place !== null) return null;
  const start = performance.now();
  const hold = (place: Place): Promise<void> | null => {
    exchange.place = place;
    record.waitedMs = performance.now() - start;
    const known = departureKnown(exchange);
    if (known !== null) return known.then(() => refuseGone(exchange));
    refuseGone(exchange);
    return null;
  };
  const entered = admission.enter(callerKey, (cancel) => {
    exchange.whenClosed = () => cancel(callerLeft);
  });
  if (!(entered instanceof Promise)) return hold(entered);
  return entered.then(async (place) => {
    exchange.whenClosed = null;
    await hold(place);
  });
};

/**
 * Takes a place, and waits for a turn of the event loop without other long work. Rejects as
 * `takePlace` does.
 */
export const beginLongWork = async (admission: Admission, exchange: Exchange): Promise<void> => {
  await takePlace(admission, exchange);
  await exclusiveTurn();
  refuseGone(exchange);
};

// An operation without upstream calls needs a place if it writes more values than this.
const maxValuesWithoutPlace = 1000;

/** Takes a place for an operation with calls or much work; null if it may run at once. */
export const placeFor = (
  { calls, values }: Pick<CheckedOperation, 'calls' | 'values'>,
  admission: Admission,
  exchange: Exchange,
): Promise<void> | null => {
  if (calls > 0) return takePlace(admission, exchange);
  return values > maxValuesWithoutPlace ? beginLongWork(admission, exchange) : null;
};

/**
 * Gives the place back when the answer is sent: an answer that waits to be sent needs as much
 * memory as a running operation.
 */
const leavePlaceWhenSent = (exchange: Exchange): void => {
  const { place } = exchange;
  if (place === null) return;
  if (!('res' in exchange) || exchange.res.closed) place.leave();
  else exchange.whenClosed = place.leave;
};

const refuseGone = (exchange: Exchange): void => {
  if (isGone(exchange)) throw callerLeft;
};

const callerLeft = refused(200, 'The caller no longer waits.', { code: 'OPERATION_TIMEOUT' });

/** Drops what a request holds: the rest of its body, and, when its response is sent, its place. */
export const letGo = (exchange: HttpExchange, bodies: Bodies): void => {
  if (!exchange.req.complete) discard(exchange.req);
  bodies.forget(exchange);
  leavePlaceWhenSent(exchange);
};
