/** How many operations run at once, which follows how late the event loop is. */
interface Pace {
  readonly places: () => number;
  /** True while there are fewer places than are wanted, because more would only make all of them slower. */
  readonly isReduced: () => boolean;
  /** Looks, every now and then, whether the loop is late, and whether more places are wanted than there are. */
  readonly look: (isWanted: boolean) => void;
  /** How often to look, in milliseconds. */
  readonly everyMs: number;
  /** Begins to look after a time in which nothing was wanted. */
  readonly begin: () => void;
}

const usualPlaces = 32;
const fewestPlaces = 8;
/** As late as the loop may be: a request for health then still has its answer within a tenth of a second. */
const mostLateMs = 20;
const shrinking = 0.85;
const growing = 1.2;
const everyMs = 20;

/**
 * A pace with at most so many places. Places are added while they are wanted and the loop is on time, as it is while
 * operations wait for the API; they are taken away while it is late, as it is when operations compete for the processor.
 */
export const createPace = (most: number): Pace => {
  const usual = Math.min(most, usualPlaces);
  const fewest = Math.min(most, fewestPlaces);
  let places = usual;
  let late = 0;
  let lookedAt = 0;
  const passed = (): number => {
    const before = lookedAt;
    lookedAt = performance.now();
    return lookedAt - before;
  };
  return {
    everyMs,
    places: () => Math.floor(places),
    isReduced: () => places < usual,
    begin: () => void passed(),
    look: (isWanted) => {
      late += (passed() - everyMs - late) / 4;
      if (late > mostLateMs) places = Math.max(fewest, places * shrinking);
      else if (isWanted) places = Math.min(most, places * growing);
      else places += (usual - places) / 16;
    },
  };
};
