import { performance } from 'node:perf_hooks';

/** The number of operations that may run at once: it falls when the event loop is late. */
interface OperationPace {
  readonly places: () => number;
  /** The usual number of places. */
  readonly usual: number;
  /** The number of places that are currently withheld. */
  readonly heldBack: () => number;
  /** True if the loop is so late that more work would only slow down all operations. */
  readonly isLate: () => boolean;
  /** True if the loop is as late for any reason, such as other programs that use the processor. */
  readonly isDelayed: () => boolean;
  /** The recent number of operations that end in a millisecond. */
  readonly rate: () => number;
  /**
   * Measures the event loop and adjusts the places. `isFull` is true if all places are taken, and
   * `ended` is the number of operations that have ended since the last call.
   */
  readonly adjust: (facts: { readonly isFull: boolean; readonly ended: number }) => void;
  /** The interval between calls of `adjust`, in milliseconds. */
  readonly everyMs: number;
  /** Starts to measure again, after a time without `adjust`. */
  readonly begin: () => void;
}

const defaultPlaces = 32;
const minPlaces = 4;
/** The latest value counts a quarter in each moving average. */
const latestPart = 1 / 4;
/**
 * A loop that is 20 ms late still answers `/readyz` within 100 ms. A loop that is later by its own
 * work is overloaded.
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
 * - All places are taken, and operations wait for the API and not for the processor: it grows by a
 *   fifth. 32, 38, 46 …
 * - Fewer are needed: it moves a sixteenth of the way back to 32.
 *
 * The loop is as late as the calls of `adjust` would be if the process had the processor to itself.
 * For example, a call comes after 60 ms in place of 20, and the process has worked for 30 of them:
 * it is late by 10 ms, and for the rest others had the processor.
 */
export const createPace = (most: number): OperationPace => {
  const startPlaces = Math.min(most, defaultPlaces);
  const minimum = Math.min(most, minPlaces);
  let places = startPlaces;
  let late = 0;
  let delay = 0;
  let isLate = false;
  let rate = 0;
  let adjustedAt = 0;
  let usedBefore = process.cpuUsage();
  let measured = performance.eventLoopUtilization();
  const passed = (): number => {
    const before = adjustedAt;
    adjustedAt = performance.now();
    return adjustedAt - before;
  };
  const worked = (): number => {
    const before = usedBefore;
    usedBefore = process.cpuUsage();
    return (usedBefore.user - before.user + usedBefore.system - before.system) / 1000;
  };
  const load = (): number => {
    const before = measured;
    measured = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(measured, before).utilization;
  };
  return {
    everyMs,
    places: () => Math.floor(places),
    usual: startPlaces,
    heldBack: () => Math.max(0, Math.ceil(startPlaces - places)),
    isLate: () => isLate,
    isDelayed: () => isLate || delay > lateMs,
    rate: () => rate,
    begin: () => {
      passed();
      worked();
      load();
    },
    adjust: ({ isFull, ended }) => {
      const ms = passed();
      delay += (ms - everyMs - delay) * latestPart;
      late += (Math.max(0, Math.min(ms, worked()) - everyMs) - late) * latestPart;
      rate += (ended / ms - rate) * latestPart;
      isLate = late > (isLate ? punctualMs : lateMs);
      const isBusy = load() > overloadedLoad;
      const isCrowded = isBusy && late > overloadedMs;
      if (isLate || isCrowded) places = Math.max(minimum, places * shrinking);
      else if (isFull && !isBusy) places = Math.min(most, places * growing);
      else places += (startPlaces - places) / 16;
    },
  };
};
