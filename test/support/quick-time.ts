import type { Pace } from '../../src/upstream/client/pace.ts';

/** A clock, as parts of a gateway. Waiting takes no time: it only advances the clock. */
export const quickTime = () => {
  let aheadMs = 0;
  const pass = (ms: number): void => {
    aheadMs += Math.ceil(ms);
  };
  const pace: Pace = {
    elapsed: () => performance.now() + aheadMs,
    pause: async (ms, signal) => {
      signal?.throwIfAborted();
      pass(ms);
    },
  };
  return { now: () => Date.now() + aheadMs, pace, pass };
};
