import { hourMs } from '../../upstream/catalogue/language/times.ts';
import { metricOf } from '../../upstream/catalogue/metrics.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import type { AccountDays } from './account-days.ts';
import type { Granularity, StatsWindow } from './range-windows.ts';
import type { Series, Value } from './series.ts';
import { amountIn, joined, sliced } from './series.ts';
import type { FoundFigures } from './stats-calls.ts';
import { seriesNamed } from './stats-calls.ts';

/** A day or an hour of a result: its indexes in the series. */
export interface SpanIndexes {
  /**
   * A day as its number since 1970, or an hour as the milliseconds since then at which it begins.
   */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The results of one entity. */
export interface StatsResult {
  /**
   * When the range begins and ends, in milliseconds since 1970; null if that is neither known nor
   * selected.
   */
  readonly start: number | null;
  readonly end: number | null;
  readonly length: number;
  readonly days: readonly SpanIndexes[];
  readonly hours: readonly SpanIndexes[];
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

/**
 * What a result is made from: the figures of its windows, some of which cover more than the range.
 */
interface Pieces {
  readonly range: StatsWindow;
  readonly granularity: Granularity;
  readonly hasDays: boolean;
  readonly hasTimes: boolean;
  readonly metrics: ReadonlySet<string>;
  readonly daysOfRange: readonly SpanIndexes[];
  readonly windows: readonly { readonly window: StatsWindow; readonly found: FoundFigures }[];
}

/**
 * Joins the figures of windows; null if a midnight is not known. Throws TransportError if the
 * figures are not usable.
 */
export const resultOf = (pieces: Pieces, days: AccountDays): StatsResult | null => {
  const { range, granularity, hasDays, hasTimes, windows } = pieces;
  const instantOf = instants(range.unit, days);
  const [start, end] = [instantOf(range.from), instantOf(range.to)];
  const isKnown = start !== null && end !== null;
  if (!isKnown && hasTimes) return null;
  const cuts = windows.map(({ window, found }) => cutOf({ window, found, granularity }, instantOf));
  if (!cuts.every((cut) => cut !== null)) return null;
  const whole = joinedSeries(pieces, cuts);
  const result = { start, end, length: whole.length, series: whole.series, days: [], hours: [] };
  if (granularity === 'DAY') return { ...result, days: pieces.daysOfRange };
  if (granularity === 'TOTAL') return result;
  if (!isKnown) return null;
  // The last one is shorter where the clock changes by half an hour.
  const hours = Array.from({ length: Math.ceil((end - start) / hourMs) }, (_, index) => ({
    at: start + index * hourMs,
    from: index,
    to: index + 1,
  }));
  if (!hasDays) return { ...result, hours };
  const added = daysOfHours({ start, end }, days);
  return added === null ? null : { ...result, hours, days: added };
};

const instants =
  (unit: StatsWindow['unit'], { midnight }: AccountDays) =>
  (at: number): number | null =>
    unit === 'day' ? midnight(at) : at * hourMs;

type Cut = readonly [from: number, to: number];

/** Which time spans of the figures belong to a window; null if that is not known. */
const cutOf = (
  {
    window,
    found,
    granularity,
  }: {
    readonly window: StatsWindow;
    readonly found: FoundFigures;
    readonly granularity: Granularity;
  },
  instantOf: (at: number) => number | null,
): Cut | null => {
  if (granularity === 'TOTAL') return [0, 1];
  if (granularity === 'DAY') {
    return [window.from - found.window.from, window.to - found.window.from];
  }
  const [start, from, to] = [found.from, instantOf(window.from), instantOf(window.to)];
  if (start === null || from === null || to === null) return null;
  return [(from - start) / hourMs, (to - start) / hourMs];
};

const joinedSeries = ({ windows, metrics }: Pieces, cuts: readonly (Cut | null)[]) => {
  const pieces = windows.map(({ found }, index) => ({ found, cut: cuts[index] ?? [0, 0] }));
  const series = new Map<string, Series>();
  for (const name of metrics) {
    const { group } = metricOf(name);
    const all = pieces.map(({ found, cut: [from, to] }) => {
      const { length } = found;
      const one = seriesNamed(name, { value: found.sent.get(group)?.[name], length });
      return from === 0 && to === found.length ? one : sliced(one, from, to);
    });
    series.set(name, joined(all));
  }
  const length = pieces.reduce((sum, { cut: [from, to] }) => sum + to - from, 0);
  return { series, length };
};

/** The days of a range of days. */
export const daysIn = ({ from, to }: StatsWindow): readonly SpanIndexes[] =>
  Array.from({ length: to - from }, (_, index) => ({
    at: from + index,
    from: index,
    to: index + 1,
  }));

/**
 * Groups a series of hours into days of 24 hours, or 23 or 25 when the clock changes. Null if they
 * are no whole days, or if that is not known.
 */
export const daysOfHours = (
  { start, end }: { readonly start: number; readonly end: number },
  { dayAt, midnight }: Pick<AccountDays, 'dayAt' | 'midnight'>,
): readonly SpanIndexes[] | null => {
  const first = dayAt(start);
  if (first === null || midnight(first) !== start) return null;
  const days: SpanIndexes[] = [];
  for (let day = first, at = start; at < end; day += 1) {
    const next = midnight(day + 1);
    if (next === null) return null;
    days.push({ at: day, from: (at - start) / hourMs, to: (next - start) / hourMs });
    at = next;
  }
  return days;
};
