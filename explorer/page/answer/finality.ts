import type { TimedFigures } from './timed-figures.ts';

/** The state of a figure: it still grows, may still be corrected, or stays as it is. */
export type Finality = 'so far' | 'may change' | 'final';

/** The API corrects figures for a day after their end. */
const correctedMs = 86_400_000;
const hourMs = 3_600_000;

/** A moment as a date, as in `2026-06-01`; in UTC if the zone is not known. */
const dateIn = (at: number, zone: string): string => {
  const format = { dateStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('sv', { ...format, timeZone: zone }).format(at);
  } catch {
    return new Date(at).toISOString().slice(0, 10);
  }
};

/** The state of a day's figure at the time it was read. The zone is that of the account. */
const finalityOfDay = (date: string, zone: string, readAt: number): Finality => {
  if (date >= dateIn(readAt, zone)) return 'so far';
  return date >= dateIn(readAt - correctedMs, zone) ? 'may change' : 'final';
};

/** The state of a figure at the time it was read, for the hour that begins at `start`. */
const finalityOfHour = (start: string, readAt: number): Finality => {
  const end = Date.parse(start) + hourMs;
  if (end > readAt) return 'so far';
  return end > readAt - correctedMs ? 'may change' : 'final';
};

/** The state of figures at the time they were read. The zone is that of the account. */
export const finalityOf = ({ time, unit }: TimedFigures, zone: string, readAt: number): Finality =>
  unit === 'Day' ? finalityOfDay(time, zone, readAt) : finalityOfHour(time, readAt);
