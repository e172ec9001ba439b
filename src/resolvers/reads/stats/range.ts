import { argumentPath } from '../../../errors/errors.ts';
import {
  intervalOfDays,
  intervalOfHours,
  possibleToday,
  type StatsInterval,
} from '../../../loaders/stats/intervals.ts';
import type { Range } from '../../../loaders/stats/stats-query.ts';
import { int } from '../../../upstream/catalogue/language/params.ts';
import { problem } from '../../../upstream/catalogue/language/problem.ts';
import { validateValue } from '../../../upstream/catalogue/language/validate-value.ts';
import type { Path } from '../../../upstream/catalogue/language/values.ts';
import { InputError, inputError } from '../../../upstream/client/errors.ts';
import type { Args } from '../../field.ts';

/** The largest number of days in a range. */
export const maxDays = 92;
const hoursOfDay = 24;
/** The last day whose next day can be written. */
const lastDay = '9999-12-30';

/** A range as clients write it. Its values may be `Unread`. */
interface WrittenRange {
  readonly lastDays?: unknown;
  readonly days?: { readonly first: string; readonly last: string } | null;
  readonly hours?: { readonly start: string; readonly end: string } | null;
}

const refuse = (...found: Parameters<typeof problem>): never => {
  throw inputError(problem(...found));
};

/** The range in an argument. Throws InputError if it is invalid or longer than 92 days. */
export const rangeIn = (args: Args, path: Path = ['range']): Range => {
  const { lastDays, days, hours } = (args['range'] ?? {}) as WrittenRange;
  if (lastDays !== undefined && lastDays !== null) return { lastDays: lastDaysIn(lastDays, path) };
  if (days) return { interval: daysIn(days, [...path, 'days']) };
  return { interval: hoursIn(hours ?? refuse(path, 'missing'), [...path, 'hours']) };
};

/** The fault of a range and its argument; null if the range is valid. */
export const rangeFault = (
  range: object,
): { readonly argument: string; readonly message: string } | null => {
  try {
    rangeIn({ range });
    return null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { argument: argumentPath(error.inputPath), message: error.message };
  }
};

const lastDaysIn = (given: unknown, path: Path): number => {
  const why = validateValue('last_days', lastDaysParam, given);
  if (why !== null) throw inputError({ ...why, path: [...path, 'lastDays'] });
  return given as number;
};

const lastDaysParam = int('The last days', { min: 1, max: maxDays });

const daysIn = ({ first, last }: NonNullable<WrittenRange['days']>, path: Path): StatsInterval => {
  for (const [name, day] of Object.entries({ first, last })) {
    if (typeof day !== 'string') refuse([...path, name], 'notDay');
  }
  const interval = intervalOfDays(first, last);
  const at = [...path, 'last'];
  if (interval.to <= interval.from) refuse(at, 'beforeFirst', { min: first, other: 'first' });
  if (last > lastDay) refuse(at, 'above', { max: lastDay });
  if (interval.to - interval.from > maxDays) refuse(at, 'tooLongRange', { max: `${maxDays}` });
  return interval;
};

const hoursIn = ({ start, end }: NonNullable<WrittenRange['hours']>, path: Path): StatsInterval => {
  for (const [name, time] of Object.entries({ start, end })) {
    if (typeof time !== 'string') refuse([...path, name], 'notTime');
    if (!time.endsWith(':00:00Z')) refuse([...path, name], 'notHour');
  }
  const interval = intervalOfHours(Date.parse(start), Date.parse(end));
  const at = [...path, 'end'];
  if (interval.to <= interval.from) refuse(at, 'tooEarly', { min: start, other: 'start' });
  const isLonger = interval.to - interval.from > maxDays * hoursOfDay;
  if (isLonger) refuse(at, 'tooLongRange', { max: `${maxDays}` });
  return interval;
};

/** The intervals of a range, one for each possible date of today, for the cost of a query. */
export const possibleIntervals = (range: Range, now: number): readonly StatsInterval[] => {
  if ('interval' in range) return [range.interval];
  const { least, most } = possibleToday(now);
  return Array.from({ length: most - least + 1 }, (_, index) => ({
    unit: 'day',
    from: least + index - range.lastDays + 1,
    to: least + index + 1,
  }));
};

/** The largest number of days and hours of a range. A day has 25 hours when the clock changes. */
export const sizeOf = (range: Range): { readonly days: number; readonly hours: number } => {
  if ('lastDays' in range) return { days: range.lastDays, hours: range.lastDays * hoursOfDay + 1 };
  const { unit, from, to } = range.interval;
  return unit === 'day'
    ? { days: to - from, hours: (to - from) * hoursOfDay + 1 }
    : { days: Math.ceil((to - from) / hoursOfDay), hours: to - from };
};
