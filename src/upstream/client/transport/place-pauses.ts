/** What a request lends to others while it only waits to retry. */
export interface Pausable {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Pauses the place of a request while all of its running calls wait to retry. */
export interface PlacePauses {
  /** Begins and ends a call; its waits end before it. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Waits as a part of such a call. */
  readonly rest: <T>(wait: Promise<T>) => Promise<T>;
}

export const createPlacePauses = (place: Pausable | null): PlacePauses => {
  let calls = 0;
  let waiting = 0;
  const isIdle = (): boolean => waiting > 0 && waiting === calls;
  const change = (call: number, wait: number): void => {
    const wasIdle = isIdle();
    calls += call;
    waiting += wait;
    if (wasIdle === isIdle()) return;
    if (wasIdle) place?.resume();
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
