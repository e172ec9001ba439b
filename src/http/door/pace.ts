import { performance } from 'node:perf_hooks';

/** How many operations run at once. It depends on how late and how busy the event loop is. */
interface Pace {
  readonly places: () => number;
  /** How many of the places are currently withheld. */
  readonly heldBack: () => number;
  /** Whether the loop is so late that more work would only slow down all operations. */
  readonly isLate: () => boolean;
  /**
   * Measures the event loop and adjusts the places. `isFull` says whether all places are taken.
   */
  readonly adjust: (isFull: boolean) => void;
  /** How often to call `adjust`, in milliseconds. */
  readonly everyMs: number;
  /** Starts to measure again, after a time without `adjust`. */
  readonly begin: () => void;
}

const defaultPlaces = 32;
const minPlaces = 4;
/**
 * A loop that is 20 ms late still answers `/readyz` within 100 ms. A loop that is later is
 * overloaded.
 */
const lateMs = 20;
const punctualMs = 10;
/**
 * A loop that is 4 ms late and 90 % busy has enough operations: more of them would only slow each
 * other down.
 */
const overloadedMs = 4;
const overloadedLoad = 0.9;
const shrinking = 0.85;
const growing = 1.2;
const everyMs = 20;

/**
 * Adjusts the number of places, from 4 to `most`, every 20 ms. It starts at 32.
 * - The loop is too late (constants above): the number falls by a seventh. 32, 27, 23 …
 * - All places are taken, and operations wait for the API: it grows by a fifth. 32, 38, 46 …
 * - Fewer are needed: it moves a sixteenth of the way back to 32.
 *
 * The lateness of the loop is the lateness of the calls of `adjust`: a moving average in which the
 * latest value counts a quarter.
 */
export const createPace = (most: number): Pace => {
  const startPlaces = Math.min(most, defaultPlaces);
  const minimum = Math.min(most, minPlaces);
  let places = startPlaces;
  let late = 0;
  let isLate = false;
  let adjustedAt = 0;
  let measured = performance.eventLoopUtilization();
  const passed = (): number => {
    const before = adjustedAt;
    adjustedAt = performance.now();
    return adjustedAt - before;
  };
  const load = (): number => {
    const before = measured;
    measured = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(measured, before).utilization;
  };
  return {
    everyMs,
    places: () => Math.floor(places),
    heldBack: () => Math.max(0, Math.ceil(startPlaces - places)),
    isLate: () => isLate,
    begin: () => {
      passed();
      load();
    },
    adjust: (isFull) => {
      late += (passed() - everyMs - late) / 4;
      isLate = late > (isLate ? punctualMs : lateMs);
      const isCrowded = load() > overloadedLoad && late > overloadedMs;
      if (isLate || isCrowded) places = Math.max(minimum, places * shrinking);
      else if (isFull) places = Math.min(most, places * growing);
      else places += (startPlaces - places) / 16;
    },
  };
};
