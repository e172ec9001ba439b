/** What a request lends to others while it only waits to retry. */
export interface Pausable {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Pauses the place of a request while all of its running calls wait to retry. */
export interface Rests {
  /** Begins and ends a call; its waits end before it. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Waits as a part of such a call. */
  readonly rest: <T>(wait: Promise<T>) => Promise<T>;
}

export const createRests = (place: Pausable | null): Rests => {
  let calls = 0;
  let resting = 0;
  const isIdle = (): boolean => resting > 0 && resting === calls;
  const change = (call: number, wait: number): void => {
    const was = isIdle();
    calls += call;
    resting += wait;
    if (was === isIdle()) return;
    if (was) place?.resume();
    else place?.pause();
  };
  return {
    begin: () => change(1, 0),
    end: () => change(-1, 0),
    rest: async (wait) => {
      change(0, 1);
      try {
        return await wait;
      } finally {
        change(0, -1);
      }
    },
  };
};
