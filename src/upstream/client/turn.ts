import { createQueue } from './queue.ts';

let works: (() => void)[] = [];

const workAll = (): void => {
  const now = works;
  works = [];
  for (const work of now) work();
};

/**
 * Calls `work` when all sockets that have input in this turn of the event loop are read. `work` must not throw.
 *
 * Under load a turn brings the bodies of several requests and several replies of the API. If each were carried on as soon as it
 * is read, the code of every step would have left the processor's caches when the next one comes to it; together they take each
 * step one after the other.
 */
export const afterInput = (work: () => void): void => {
  if (works.push(work) === 1) setImmediate(workAll);
};

const waiting = createQueue<() => void>();

const giveTurn = (): void => {
  waiting.shift()?.();
  if (waiting.size() > 0) setImmediate(giveTurn);
};

/**
 * Resolves in a turn of the event loop in which no other caller of this function works. Whoever has
 * long work to do asks for a turn first, so that all sockets are served between two such works.
 */
export const ownTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(resolve);
    if (waiting.size() === 1) setImmediate(giveTurn);
  });
