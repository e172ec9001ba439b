import { dayMs, dayNumber, dayOf, hourMs, iso } from '../../upstream/catalogue/language/times.ts';

/** The time span of one figure. */
export type Granularity = 'TOTAL' | 'DAY' | 'HOUR';

/**
 * A span of whole days of an account, or of whole hours in UTC. `from` (inclusive) and `to`
 * (exclusive) are their numbers since 1970.
 */
export interface StatsInterval {
  readonly unit: 'day' | 'hour';
  readonly from: number;
  readonly to: number;
}

// 1970 began on a Thursday; weeks begin on Mondays.
const weeks = { day: { length: 7, shift: 3 }, hour: { length: 7 * 24, shift: 3 * 24 } } as const;

/** The start of the week that contains a day or an hour. */
const weekOf = (unit: StatsInterval['unit'], at: number): number => {
  const { length, shift } = weeks[unit];
  return Math.floor((at + shift) / length) * length - shift;
};

// Billing figures change for up to 14 days.
const settledAfterMs = 15 * dayMs;
// Days in the westernmost time zone end this long after those of UTC.
const latestDayMs = 12 * hourMs;

/** True if an interval ended more than 15 days ago in any time zone: its figures are final. */
export const isSettled = ({ unit, to }: StatsInterval, now: number): boolean => {
  const end = unit === 'day' ? to * dayMs + latestDayMs : to * hourMs;
  return end < now - settledAfterMs;
};

/**
 * The intervals in which a range is read: one if it is no longer than a week, else one for each
 * week from Monday to Monday. The first and the last week only have the days of the range. A
 * settled week is read whole, so that tomorrow's range can reuse it, unless its figures would be
 * added up.
 */
export const intervalsOf = (
  range: StatsInterval,
  granularity: Granularity,
  now: number,
): readonly StatsInterval[] => {
  const { unit, from, to } = range;
  const { length } = weeks[unit];
  if (to - from <= length) return [range];
  const intervals: StatsInterval[] = [];
  for (let week = weekOf(unit, from); week < to; week += length) {
    const whole = { unit, from: week, to: week + length };
    const isWhole = granularity !== 'TOTAL' && isSettled(whole, now);
    intervals.push(isWhole ? whole : overlap(whole, range));
  }
  return intervals;
};

/** The part of an interval that is in a range. */
export const overlap = (
  { unit, from, to }: StatsInterval,
  range: StatsInterval,
): StatsInterval => ({
  unit,
  from: Math.max(from, range.from),
  to: Math.min(to, range.to),
});

/** True if the figures of an interval contain those of another. A total cannot be divided. */
export const holds = (
  outer: StatsInterval,
  inner: StatsInterval,
  granularity: Granularity,
): boolean =>
  outer.unit === inner.unit &&
  (granularity === 'TOTAL'
    ? outer.from === inner.from && outer.to === inner.to
    : outer.from <= inner.from && outer.to >= inner.to);

/** The dates that may be today, as days since 1970: each of them is today in some time zone. */
export const possibleToday = (now: number): { readonly least: number; readonly most: number } => ({
  least: Math.floor((now - 12 * hourMs) / dayMs),
  most: Math.floor((now + 14 * hourMs) / dayMs),
});

/**
 * The intervals for the last `days` days of an account whose time zone is unknown. They cover the
 * range for each possible date, and cost no more calls than the range itself. Null if there are no
 * such intervals.
 */
export const intervalsUntilToday = (
  days: number,
  granularity: Granularity,
  now: number,
): readonly StatsInterval[] | null => {
  // A total cannot be divided.
  if (granularity === 'TOTAL') return null;
  const { least, most } = possibleToday(now);
  const all: StatsInterval = { unit: 'day', from: least - days + 1, to: most + 1 };
  if (days <= weeks.day.length) return all.to - all.from <= weeks.day.length ? [all] : null;
  // The weeks that every possible date needs. The others follow when the date is known.
  return inAnyCase(intervalsOf(all, granularity, now), days, now);
};

/** The intervals in the weeks that the last days touch on every possible date. */
const inAnyCase = (intervals: readonly StatsInterval[], days: number, now: number) => {
  const { least, most } = possibleToday(now);
  const [first, last] = [weekOf('day', most - days + 1), weekOf('day', least)];
  return intervals.filter(({ from }) => {
    const week = weekOf('day', from);
    return first <= week && week <= last;
  });
};

/** The fewest intervals for the last days, on any possible date of the account. */
export const minIntervals = (
  days: number,
  granularity: Granularity,
  now: number,
): readonly StatsInterval[] => {
  const intervals = intervalsOf(lastDays(possibleToday(now).least, days), granularity, now);
  return intervals.length === 1 ? intervals : inAnyCase(intervals, days, now);
};

/** The range of days, both inclusive. */
export const intervalOfDays = (first: string, last: string): StatsInterval => ({
  unit: 'day',
  from: dayNumber(first),
  to: dayNumber(last) + 1,
});

/** The range between two times of whole hours. */
export const intervalOfHours = (start: number, end: number): StatsInterval => ({
  unit: 'hour',
  from: start / hourMs,
  to: end / hourMs,
});

/** The range of this many days that ends with today. */
export const lastDays = (today: number, days: number): StatsInterval => ({
  unit: 'day',
  from: today - days + 1,
  to: today + 1,
});

/** The same for a date. */
export const intervalUntil = (today: string, days: number): StatsInterval =>
  lastDays(dayNumber(today), days);

const timeAt = (unit: StatsInterval['unit'], at: number): string =>
  unit === 'day' ? dayOf(at) : iso(at * hourMs);

/** An interval in the format of the API. A date means midnight in the account's time zone. */
export const timesOf = ({ unit, from, to }: StatsInterval) => ({
  start_time: timeAt(unit, from),
  end_time: timeAt(unit, to),
});
