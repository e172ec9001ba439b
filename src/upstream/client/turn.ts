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
export const afterInput = (task: () => void): void => {
  if (tasks.push(task) === 1) setImmediate(runTasks);
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
