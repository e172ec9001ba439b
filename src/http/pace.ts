/** How many operations run at once. It follows how late the event loop is. */
interface Pace {
  readonly places: () => number;
  /** Whether there are fewer places than usual, because more would only make all operations slower. */
  readonly isReduced: () => boolean;
  /** Measures the delay of the event loop and adjusts the places. `isWanted` is whether all places are taken. */
  readonly adjust: (isWanted: boolean) => void;
  /** How often to call `adjust`, in milliseconds. */
  readonly everyMs: number;
  /** Begins to measure, after a time without `adjust`. */
  readonly begin: () => void;
}

const usualPlaces = 32;
const fewestPlaces = 8;
/** The delay of the event loop at which a request for `/readyz` still has its answer within 100 ms. */
const mostLateMs = 20;
const shrinking = 0.85;
const growing = 1.2;
const everyMs = 20;

/**
 * Adjusts the places every 20 ms, between 8 and `most`. The delay is by how many milliseconds `adjust` is called too late, as a
 * moving average in which the latest counts a quarter. Beyond 20 ms, when operations compete for the processor, 32 places become
 * 27, then 23, and so on down to 8. Otherwise, while all are taken and operations wait for the API, 32 become 38, then 46. While
 * fewer are wanted, the number moves a sixteenth of the way back to 32.
 */
export const createPace = (most: number): Pace => {
  const usual = Math.min(most, usualPlaces);
  const fewest = Math.min(most, fewestPlaces);
  let places = usual;
  let late = 0;
  let adjustedAt = 0;
  const passed = (): number => {
    const before = adjustedAt;
    adjustedAt = performance.now();
    return adjustedAt - before;
  };
  return {
    everyMs,
    places: () => Math.floor(places),
    isReduced: () => places < usual,
    begin: () => void passed(),
    adjust: (isWanted) => {
      late += (passed() - everyMs - late) / 4;
      if (late > mostLateMs) places = Math.max(fewest, places * shrinking);
      else if (isWanted) places = Math.min(most, places * growing);
      else places += (usual - places) / 16;
    },
  };
};
