import { dayMs, iso } from '../../../src/upstream/catalogue/language/times.ts';
import type { StoredRow } from '../../store.ts';
import { option } from './option.ts';
import { tableOf } from './table.ts';

/** The events of each year. The date is month and day; the country is `-` for all. */
const calendar = tableOf('events').flatMap(
  ({ type = '', countries = '', date = '', days = '', name = '' }) =>
    countries.split(',').map((country) => ({ type, country, date, days: Number(days), name })),
);

/** The events of each month: the day and the name. */
const monthly = [
  ['01', 'Start of the month'],
  ['15', 'Payday'],
] as const;

interface EventSeed {
  readonly type: string;
  readonly name: string;
  readonly country: string;
  readonly start: number;
  readonly days: number;
}

const row = ({ type, name, country, start, days }: EventSeed, value: number): StoredRow =>
  option('EVENT', value.toString(36), {
    name,
    event_type: type,
    start_time: iso(start),
    end_time: iso(start + days * dayMs),
    is_global: country === '-',
    country_code: country === '-' ? null : country,
    reach: { total_reach: null },
    top_users: [],
    top_tweets: [],
    top_hashtags: [],
    gender_breakdown_percentage: {},
    device_breakdown_percentage: {},
    country_breakdown_percentage: {},
  });

/** The first value of a year. The values of an event in two years differ. */
const firstOf = (year: number): number => Number.parseInt('1ex', 36) + (year - 2017) * 1000;

/** The events that are not over, up to a year from `now`, in milliseconds since 1970. */
export const eventsFrom = (now: number): readonly StoredRow[] => {
  const thisYear = new Date(now).getUTCFullYear();
  const spans = [thisYear - 1, thisYear, thisYear + 1].flatMap((year) => {
    const dated = calendar.map(({ date, ...event }) => ({
      ...event,
      start: Date.parse(`${year}-${date}T00:00:00Z`),
    }));
    const recurring = Array.from({ length: 12 }, (_, month) =>
      monthly.map(([date, name]) => ({
        type: 'RECURRING',
        name,
        country: '-',
        days: 1,
        start: Date.UTC(year, month, Number(date)),
      })),
    ).flat();
    return [...dated, ...recurring].map((span, index) => ({ span, value: firstOf(year) + index }));
  });
  return spans
    .filter(({ span: { start, days } }) => start + days * dayMs > now && start < now + 365 * dayMs)
    .map(({ span, value }) => row(span, value));
};
