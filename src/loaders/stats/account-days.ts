import type { Zone } from '../../upstream/catalogue/language/zones.ts';
import { dayNumber, dayOf } from '../../upstream/catalogue/language/zones.ts';
import { possibleToday } from './windows.ts';

const dayMs = 86_400_000;
/** The shortest day: on it the clock is put forward by two hours. */
const shortestDayMs = dayMs - 2 * 3_600_000;

/** What is known of the days of an account. A day is its number since 1970; null is not known. */
export interface Days {
  /** Whether the time zone is known, and thus every day. */
  readonly hasZone: () => boolean;
  readonly midnight: (day: number) => number | null;
  /** The day that an instant is in. */
  readonly dayAt: (instant: number) => number | null;
  /** Notes a midnight that the API gave. */
  readonly note: (day: number, midnight: number) => void;
  readonly setZone: (zone: Zone) => void;
}

/**
 * The days of an account. Without the time zone they follow from answers: if two midnights have the
 * same distance from those of UTC, so have all midnights between them, because a clock that was
 * changed is changed back a month later or more, and an answer covers a week at most.
 */
export const createDays = (known: Zone | null): Days => {
  let zone = known;
  const told = new Map<number, number>();
  const midnight = (day: number): number | null => {
    const offset = told.get(day);
    if (offset !== undefined) return day * dayMs - offset;
    if (zone !== null) return zone.midnight(dayOf(day));
    const days = [...told.keys()];
    const before = told.get(Math.max(...days.filter((one) => one < day)));
    const after = told.get(Math.min(...days.filter((one) => one > day)));
    return before === undefined || before !== after ? null : day * dayMs - before;
  };
  // If only one end of a day is known, the 22 hours next to that end belong to it for certain.
  const isIn = (instant: number, day: number): boolean => {
    const [start, end] = [midnight(day), midnight(day + 1)];
    if (start === null && end === null) return false;
    const from = start ?? (end ?? 0) - shortestDayMs;
    const to = end ?? from + shortestDayMs;
    return from <= instant && instant < to;
  };
  return {
    hasZone: () => zone !== null,
    midnight,
    dayAt: (instant) => {
      if (zone !== null) return dayNumber(zone.dayAt(instant));
      const { least, most } = possibleToday(instant);
      for (let day = least; day <= most; day += 1) if (isIn(instant, day)) return day;
      return null;
    },
    note: (day, instant) => void told.set(day, day * dayMs - instant),
    setZone: (found) => {
      zone = found;
    },
  };
};
