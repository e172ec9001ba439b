/** The days that results are shown of: the last ones, or those from one date to another. */
export type Range =
  | { readonly lastDays: number; readonly days?: never }
  | { readonly lastDays?: never; readonly days: { readonly first: string; readonly last: string } };

const mostDays = 92;
const msOfDay = 86_400_000;

/** The fault of two dates as a range of results; null if there is none. */
export const faultOfDates = (first: string, last: string): string | null => {
  // Both the first and the last day count.
  const days = (Date.parse(last) - Date.parse(first)) / msOfDay + 1;
  if (Number.isNaN(days)) return 'Both dates are needed.';
  if (days < 1) return 'The last day is before the first.';
  return days > mostDays ? `At most ${mostDays} days can be shown, not ${days}.` : null;
};

/** A range as people write it. */
export const writtenRange = ({ lastDays, days }: Range): string =>
  days ? `${days.first} to ${days.last}` : `Last ${lastDays} days`;

/** A range as the address names it: `7`, or `2026-11-01..2026-11-20`. */
export const nameOfRange = ({ lastDays, days }: Range): string =>
  days ? `${days.first}..${days.last}` : String(lastDays);

/** The range that an address names; the last 30 days where it names none. */
export const rangeNamed = (name: string): Range => {
  const [, first = '', last = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(name) ?? [];
  if (faultOfDates(first, last) === null) return { days: { first, last } };
  const lastDays = /^\d{1,2}$/.test(name) ? Number(name) : 0;
  return { lastDays: lastDays >= 1 && lastDays <= mostDays ? lastDays : 30 };
};
