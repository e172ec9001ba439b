import { setTimeout as sleep } from 'node:timers/promises';
import { createQueue } from './queue.ts';

let tasks: (() => void)[] = [];

const runTasks = (): void => {
  const now = tasks;
  tasks = [];
  for (const task of now) task();
};

/**
 * Calls `work` after all sockets with input in this turn of the event loop have been read. `work`
 * must not throw.
 *
 * So the requests and responses of one turn take each step together, which is faster than one after
 * the other (docs/performance.md).
 */
export const afterInput = (work: () => void): void => {
  if (tasks.push(work) === 1) setImmediate(runTasks);
};

/** More in one turn would keep timers and all sockets waiting. */
const mostInTurn = 16;
let begun = 0;
let postponed: (() => void)[] = [];

const nextTurn = (): void => {
  const now = postponed;
  postponed = now.splice(mostInTurn);
  begun = now.length;
  if (begun > 0) setImmediate(nextTurn);
  for (const work of now) work();
};

/**
 * Calls `work` at once, unless this turn of the event loop has begun much work: then in one of the
 * next. So 250 long responses that arrive together take turns with everything else.
 */
export const atOnceOrSoon = (work: () => void): void => {
  if (begun === mostInTurn) {
    postponed.push(work);
    return;
  }
  if (begun === 0) setImmediate(nextTurn);
  begun += 1;
  work();
};

const waiting = createQueue<() => void>();

const runNext = (): void => {
  waiting.shift()?.();
  if (waiting.size() > 0) setImmediate(runNext);
};

/**
 * Resolves in a turn of the event loop that no other caller of this function uses. Long work waits
 * for such a turn first, so that all sockets are served in between.
 */
export const exclusiveTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(resolve);
    if (waiting.size() === 1) setImmediate(runNext);
  });

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
