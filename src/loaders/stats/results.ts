import { dayOf, hourMs, iso } from '../../upstream/catalogue/language/times.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import type { AccountDays } from './account-days.ts';
import type { FoundFigures, Series, Value } from './figures.ts';
import { amountIn, joined, noSeries } from './figures.ts';
import type { StatsInterval } from './intervals.ts';
import type { JointQuery } from './stats-query.ts';

/** A day or an hour of a result, with its indexes in the series. */
export interface SpanIndexes {
  /** The day, or the start of the hour. */
  readonly at: string;
  readonly from: number;
  readonly to: number;
}

/** The time spans of a range, which are the same for all entities. */
export interface RangeTimes {
  /** The start and the end, in milliseconds since 1970; null if neither known nor selected. */
  readonly start: number | null;
  readonly end: number | null;
  readonly days: readonly SpanIndexes[];
  readonly hours: readonly SpanIndexes[];
}

/** The results of one entity. */
export interface StatsResult {
  readonly times: RangeTimes;
  readonly length: number;
  readonly series: ReadonlyMap<string, Series>;
}

/** The value of a metric in a span of a result; null if it has none. */
export const valueIn = (
  { series }: Pick<StatsResult, 'series'>,
  metric: string,
  { from, to }: Without<SpanIndexes, 'at'>,
): Value => {
  const found = series.get(metric);
  return found === undefined ? null : amountIn(found, from, to);
};

/** The time spans of a query's range; null if a midnight is unknown. */
export const timesOfRange = (
  { granularity, hasDays, hasTimes }: JointQuery,
  range: StatsInterval,
  days: AccountDays,
): RangeTimes | null => {
  const [start, end] = [instantAt(range, range.from, days), instantAt(range, range.to, days)];
  const isKnown = start !== null && end !== null;
  if (!isKnown && (hasTimes || granularity === 'HOUR')) return null;
  const times = { start, end, days: [], hours: [] };
  if (granularity === 'DAY') return { ...times, days: daysIn(range) };
  if (granularity === 'TOTAL' || !isKnown) return times;
  // The last hour is shorter if the clock changes by half an hour.
  const hours = Array.from({ length: Math.ceil((end - start) / hourMs) }, (_, index) => ({
    at: iso(start + index * hourMs),
    from: index,
    to: index + 1,
  }));
  if (!hasDays) return { ...times, hours };
  const added = daysOfHours({ start, end }, days);
  return added === null ? null : { ...times, hours, days: added };
};

const instantAt = (
  { unit }: StatsInterval,
  at: number,
  { midnight }: AccountDays,
): number | null => (unit === 'day' ? midnight(at) : at * hourMs);

/** The figures of an interval, and the indexes of those in the range. */
export interface IntervalPiece {
  readonly found: FoundFigures;
  readonly from: number;
  readonly to: number;
}

/** The figures of an interval, and the indexes of another one in them; null if unknown. */
export const pieceOf = (
  found: FoundFigures,
  interval: StatsInterval,
  { granularity, days }: Pick<JointQuery, 'granularity'> & { readonly days: AccountDays },
): IntervalPiece | null => {
  const { span } = found;
  if (granularity === 'TOTAL') return { found, from: 0, to: 1 };
  if (granularity === 'DAY') {
    return {
      found,
      from: interval.from - span.interval.from,
      to: interval.to - span.interval.from,
    };
  }
  const [from, to] = [
    instantAt(interval, interval.from, days),
    instantAt(interval, interval.to, days),
  ];
  if (span.from === null || from === null || to === null) return null;
  return { found, from: (from - span.from) / hourMs, to: (to - span.from) / hourMs };
};

/**
 * Joins the figures of intervals. `metrics` are read of each entity, and those in `wanted` count.
 * Throws TransportError if the figures are not usable.
 */
export const resultOf = (
  pieces: readonly IntervalPiece[],
  times: RangeTimes,
  {
    metrics,
    wanted,
  }: { readonly metrics: readonly string[]; readonly wanted: JointQuery['metrics'] },
): StatsResult => {
  const series = new Map<string, Series>();
  for (let index = 0; index < metrics.length; index += 1) {
    const name = metrics[index] as string;
    if (!wanted.has(name)) continue;
    const all = pieces.map(({ found, from, to }) => {
      const one = found.series[index] ?? null;
      if (one === null) throw noSeries(name, found.span.length);
      return { series: one, from, to };
    });
    series.set(name, joined(all));
  }
  const length = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  return { times, length, series };
};

const daysIn = ({ from, to }: StatsInterval): readonly SpanIndexes[] =>
  Array.from({ length: to - from }, (_, index) => ({
    at: dayOf(from + index),
    from: index,
    to: index + 1,
  }));

/**
 * Groups a series of hours into days of 24 hours, or 23 or 25 when the clock changes. Null if they
 * are not whole days, or if that is unknown.
 */
export const daysOfHours = (
  { start, end }: { readonly start: number; readonly end: number },
  { dayAt, midnight }: Pick<AccountDays, 'dayAt' | 'midnight'>,
): readonly SpanIndexes[] | null => {
  const first = dayAt(start);
  if (first === null || midnight(first) !== start) return null;
  const found: SpanIndexes[] = [];
  for (let day = first, at = start; at < end; day += 1) {
    const next = midnight(day + 1);
    if (next === null) return null;
    found.push({ at: dayOf(day), from: (at - start) / hourMs, to: (next - start) / hourMs });
    at = next;
  }
  return found;
};
