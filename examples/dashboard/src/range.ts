import { useMemo } from 'react';
import type { StatsRange } from './__generated__/CampaignsQuery.graphql.ts';
import { go, useInAddress } from './address.ts';

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

/** The days that the address names, as `range=7` or `range=2026-11-01..2026-11-20`; else 30. */
export const useRange = (): StatsRange => {
  const text = useInAddress('range');
  return useMemo(() => rangeOf(text ?? ''), [text]);
};

/** Shows results of other days. */
export const chooseRange = ({ lastDays, days }: StatsRange): void =>
  go({ range: days ? `${days.first}..${days.last}` : String(lastDays) });

const rangeOf = (text: string): StatsRange => {
  const [, first = '', last = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  if (faultOfDates(first, last) === null) return { days: { first, last } };
  const lastDays = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return { lastDays: lastDays >= 1 && lastDays <= mostDays ? lastDays : 30 };
};
