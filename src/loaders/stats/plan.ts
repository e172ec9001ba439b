import { problem } from '../../upstream/catalogue/language/problem.ts';
import type { MetricGroup, StatsKind } from '../../upstream/catalogue/metrics.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Days } from './told-days.ts';
import type { Granularity, StatsWindow } from './windows.ts';
import { windowsOf, windowsUntilToday } from './windows.ts';

const hourMs = 3_600_000;

/** A span of time: the last days of an account up to and including today, or a window. */
export type Range = { readonly lastDays: number } | { readonly window: StatsWindow };

/** Results that are wanted of one entity. */
export interface StatsAsk {
  readonly accountId: string;
  readonly kind: StatsKind;
  readonly id: string;
  readonly placement: string;
  readonly range: Range;
  /** The finest time span that is selected. */
  readonly granularity: Granularity;
  /** Whether days are selected; they are sums of hours if hours are selected too. */
  readonly hasDays: boolean;
  /** Whether the start or the end of the range is selected. */
  readonly hasTimes: boolean;
  readonly groups: readonly MetricGroup[];
  /** The metrics that are read of the groups, by the names of the API. */
  readonly metrics: readonly string[];
}

const rangeKey = (range: Range): string =>
  'lastDays' in range
    ? `last ${range.lastDays}`
    : `${range.window.unit} ${range.window.from} ${range.window.to}`;

/** Asks of the same key are read together. */
export const planKey = ({ accountId, kind, placement, range }: StatsAsk): string =>
  `${accountId.toLowerCase()} ${kind} ${placement} ${rangeKey(range)}`;

/** Asks of the same key are equal. */
export const askKey = (ask: StatsAsk): string =>
  `${planKey(ask)} ${ask.granularity} ${ask.hasDays} ${ask.hasTimes} ${ask.metrics.join()} ${ask.id.toLowerCase()}`;

/**
 * The asks of one account, kind, placement and range, which are read in the finest time span of any
 * of them.
 */
export interface StatsPlan extends Omit<StatsAsk, 'id' | 'groups' | 'metrics'> {
  /** The metrics of all asks. */
  readonly metrics: ReadonlySet<string>;
  readonly groupsById: ReadonlyMap<string, ReadonlySet<MetricGroup>>;
}

const sizes: readonly Granularity[] = ['TOTAL', 'DAY', 'HOUR'];

/** The plan of some asks that are read together. */
export const planOf = (asks: readonly StatsAsk[]): StatsPlan => {
  const groupsById = new Map<string, Set<MetricGroup>>();
  for (const { id, groups } of asks) {
    const known = groupsById.get(id.toLowerCase()) ?? [];
    groupsById.set(id.toLowerCase(), new Set([...known, ...groups]));
  }
  const granularity = sizes[Math.max(...asks.map((ask) => sizes.indexOf(ask.granularity)))];
  const hasDays = asks.some((ask) => ask.hasDays);
  const hasTimes = asks.some((ask) => ask.hasTimes);
  return {
    ...(asks[0] as StatsAsk),
    granularity: granularity ?? 'TOTAL',
    hasDays,
    hasTimes,
    metrics: new Set(asks.flatMap(({ metrics }) => metrics)),
    groupsById,
  };
};

/** The windows in which a range is read. */
export const windowsFor = (
  { granularity }: StatsPlan,
  range: StatsWindow | undefined,
  now: number,
) => (range === undefined ? [] : windowsOf(range, granularity, now));

/** Whether the time zone of the account is needed before the first call. */
export const needsZone = (
  { range, granularity, hasDays, hasTimes, groupsById }: StatsPlan,
  now: number,
): boolean => {
  if ('window' in range && range.window.unit === 'hour') return granularity === 'DAY' || hasDays;
  // Without figures there is no answer that would show the time.
  if (hasTimes && [...groupsById.values()].every(({ size }) => size === 0)) return true;
  return 'lastDays' in range && windowsUntilToday(range.lastDays, granularity, now) === null;
};

/**
 * The range of a plan in whole days or hours; null while it is not known which day it is. Throws
 * InputError if days are selected of hours that are no whole days.
 */
export const exactRange = (
  { range, granularity, hasDays }: StatsPlan,
  days: Days,
  now: number,
): StatsWindow | null => {
  if ('lastDays' in range) {
    const today = days.dayAt(now);
    if (today === null) return null;
    return { unit: 'day', from: today - range.lastDays + 1, to: today + 1 };
  }
  const { window } = range;
  if (window.unit === 'day' || (granularity !== 'DAY' && !hasDays)) return window;
  const [from, to] = [window.from, window.to].map((hour) => dayThatBegins(hour * hourMs, days));
  if (from === null || to === null || from === undefined || to === undefined) {
    throw inputError(problem(['range', 'hours'], 'notDays'));
  }
  return granularity === 'DAY' ? { unit: 'day', from, to } : window;
};

const dayThatBegins = (instant: number, days: Days): number | null => {
  const day = days.dayAt(instant);
  return day !== null && days.midnight(day) === instant ? day : null;
};
