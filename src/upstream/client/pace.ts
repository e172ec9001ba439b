import { setTimeout as sleep } from 'node:timers/promises';

/** The time that a gateway waits by between the calls of a request. Deadlines are the machine's. */
export interface Pace {
  /** Milliseconds since an unknown moment; they only grow. */
  readonly elapsed: () => number;
  /** Waits some milliseconds. Rejects when the signal aborts. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

/** The machine's own time. */
export const machinePace: Pace = {
  elapsed: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};
