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

const written = new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'medium' });

/** A range as people write it: "Last 7 days", or "Nov 1 – 20, 2026". */
export const writtenRange = ({ lastDays, days }: Range): string =>
  days
    ? written.formatRange(Date.parse(days.first), Date.parse(days.last)).replaceAll('\u2009', ' ')
    : `Last ${lastDays} days`;

/** The first and the last day of a range. */
export const datesOf = ({ lastDays, days }: Range, today: string) => {
  if (days) return days;
  const first = new Date(Date.parse(today) - (lastDays - 1) * msOfDay);
  return { first: first.toISOString().slice(0, 10), last: today };
};

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
