import type { Values } from './documents.ts';
import type { AnyPayload } from './write.ts';

/** A launch that is watched. */
export interface Watched<Step, Payload> extends AsyncIterable<Step> {
  /** Resolves with its payload, when it has ended. */
  readonly end: () => Promise<Payload>;
}

/**
 * Starts a launch at the first iteration or call of `end`. Yields each step when it ends. A step
 * whose outcome changes after a resume is yielded again.
 */
export const watched = (
  start: (onPayload: (payload: Values) => void) => Promise<AnyPayload>,
): Watched<unknown, AnyPayload> => {
  const steps: unknown[] = [];
  const shown: string[] = [];
  let wake = (): void => undefined;
  const hear = (payload: Values): void => {
    const list: readonly unknown[] = Array.isArray(payload['steps']) ? payload['steps'] : [];
    list.forEach((step, at) => {
      const text = JSON.stringify(step);
      if (shown[at] === text) return;
      shown[at] = text;
      steps.push(step);
    });
    wake();
  };
  let running: Promise<AnyPayload> | null = null;
  let hasEnded = false;
  const finish = (): void => {
    hasEnded = true;
    wake();
  };
  const end = (): Promise<AnyPayload> => {
    if (running === null) {
      running = start(hear);
      running.then(hear, () => undefined).then(finish, finish);
    }
    return running;
  };
  async function* iterate(): AsyncGenerator<unknown> {
    const launch = end();
    // Its failure is thrown below, after the steps.
    launch.catch(() => undefined);
    for (let at = 0; ; at += 1) {
      while (at >= steps.length && !hasEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (at >= steps.length) break;
      yield steps[at];
    }
    await launch;
  }
  return { [Symbol.asyncIterator]: iterate, end };
};
