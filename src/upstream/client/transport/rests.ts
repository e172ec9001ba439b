/** What a request gives to others while it only waits until it may ask again. */
export interface Pausable {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Tells when nothing goes on in a request but waiting before another try. */
export interface Rests {
  /** A call begins; it ends with all its waits. */
  readonly begin: () => void;
  readonly end: () => void;
  /** A wait of such a call. */
  readonly rest: <T>(wait: Promise<T>) => Promise<T>;
}

/** The rests of one request, which has a place or needs none. */
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
