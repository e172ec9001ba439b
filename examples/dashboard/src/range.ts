import type { StatsRange } from './__generated__/ResultsQuery.graphql.ts';

const mostDays = 92;
const msOfDay = 86_400_000;

/** What is wrong with two dates as a range of results; null where nothing is. */
export const faultOfDates = (first: string, last: string): string | null => {
  // How many days: the first and the last are both counted.
  const days = (Date.parse(last) - Date.parse(first)) / msOfDay + 1;
  if (Number.isNaN(days)) return 'Both dates are needed.';
  if (days < 1) return 'The last day is before the first.';
  return days > mostDays ? `At most ${mostDays} days can be shown, not ${days}.` : null;
};

/** A range as people write it. */
export const writtenRange = ({ lastDays, days }: StatsRange): string =>
  days ? `${days.first} to ${days.last}` : `Last ${lastDays} days`;
