import { performance } from 'node:perf_hooks';

/** How many operations run at once. It follows how late and how busy the event loop is. */
interface Pace {
  readonly places: () => number;
  /** How many of the usual places are held back. */
  readonly heldBack: () => number;
  /** Whether the loop is so late that more work would only make all operations slower. */
  readonly isLate: () => boolean;
  /** Measures the event loop and adjusts the places. `isWanted` is whether all places are taken. */
  readonly adjust: (isWanted: boolean) => void;
  /** How often to call `adjust`, in milliseconds. */
  readonly everyMs: number;
  /** Begins to measure, after a time without `adjust`. */
  readonly begin: () => void;
}

const usualPlaces = 32;
const fewestPlaces = 4;
/** The delay of the event loop at which a request for `/readyz` still has its answer within 100 ms, and at which it counts as over. */
const lateMs = 20;
const punctualMs = 10;
/** The delay, and the part of the time that it works, at which more operations at once only make each of them longer. */
const crowdedMs = 4;
const crowdedLoad = 0.9;
const shrinking = 0.85;
const growing = 1.2;
const everyMs = 20;

/**
 * Adjusts the places every 20 ms, between 4 and `most`. The delay is by how many milliseconds `adjust` is called too late, as a
 * moving average in which the latest counts a quarter. Beyond 20 ms, or beyond 4 ms while the loop is at work for more than nine
 * tenths of the time, operations compete for the processor, and 32 places become 27, then 23, and so on down to 4: the same work
 * is done, but each operation is shorter, and so less of what it holds lives long enough to burden the garbage collector. Otherwise,
 * while all are taken and operations wait for the API, 32 become 38, then 46. While fewer are wanted, the number moves a
 * sixteenth of the way back to 32.
 */
export const createPace = (most: number): Pace => {
  const usual = Math.min(most, usualPlaces);
  const fewest = Math.min(most, fewestPlaces);
  let places = usual;
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
    heldBack: () => Math.max(0, Math.ceil(usual - places)),
    isLate: () => isLate,
    begin: () => {
      passed();
      load();
    },
    adjust: (isWanted) => {
      late += (passed() - everyMs - late) / 4;
      isLate = late > (isLate ? punctualMs : lateMs);
      const isCrowded = load() > crowdedLoad && late > crowdedMs;
      if (isLate || isCrowded) places = Math.max(fewest, places * shrinking);
      else if (isWanted) places = Math.min(most, places * growing);
      else places += (usual - places) / 16;
    },
  };
};
