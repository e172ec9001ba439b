import type { GraphQLError } from 'graphql';
import { refused } from '../errors.ts';

/** Lets a bounded number of operations run at once, a bounded number wait, and none for long. */
export interface Admission {
  /** Runs the work when there is room; rejects with OVERLOADED or SHUTTING_DOWN where there is none. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T>;
  /** Admits nothing more; resolves when what runs has ended. */
  readonly drain: () => Promise<void>;
  readonly running: () => number;
}

interface Room {
  readonly inFlight: number;
  readonly waiting: number;
  readonly waitMs: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (error: GraphQLError) => void;
  readonly timer: NodeJS.Timeout;
}

const overloaded = (): GraphQLError =>
  refused(503, 'The gateway has all the work it takes. Try again in a moment.', {
    code: 'OVERLOADED',
    headers: { 'Retry-After': '1' },
    extensions: { retryable: true, retryAfterSeconds: 1 },
  });

const shuttingDown = (): GraphQLError =>
  refused(503, 'The gateway is stopping. Try again elsewhere or in a moment.', {
    code: 'SHUTTING_DOWN',
    headers: { 'Retry-After': '1', Connection: 'close' },
    extensions: { retryable: true, retryAfterSeconds: 1 },
  });

/** An admission of this much room. */
export const createAdmission = ({ inFlight, waiting: maxWaiting, waitMs }: Room): Admission => {
  const waiting = new Set<Waiting>();
  let running = 0;
  let drained: (() => void) | null = null;

  const enter = (): Promise<void> | null => {
    if (drained !== null) throw shuttingDown();
    if (running < inFlight) {
      running += 1;
      return null;
    }
    if (waiting.size >= maxWaiting) throw overloaded();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(overloaded());
      }, waitMs);
      const one = { enter: resolve, refuse: reject, timer };
      waiting.add(one);
    });
  };

  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      if (running === 0) drained?.();
      return;
    }
    // The place passes on, so that nobody slips in between.
    waiting.delete(next);
    clearTimeout(next.timer);
    next.enter();
  };

  return {
    admit: async (work) => {
      const turn = enter();
      if (turn !== null) await turn;
      try {
        return await work();
      } finally {
        leave();
      }
    },
    drain: () =>
      new Promise((resolve) => {
        drained = resolve;
        for (const one of waiting) {
          clearTimeout(one.timer);
          one.refuse(shuttingDown());
        }
        waiting.clear();
        if (running === 0) resolve();
      }),
    running: () => running,
  };
};
