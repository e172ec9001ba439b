import { problem } from '../../upstream/catalogue/language/problem.ts';
import { hourMs } from '../../upstream/catalogue/language/times.ts';
import type { MetricGroup, StatsKind } from '../../upstream/catalogue/metrics.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { AccountDays } from './account-days.ts';
import type { Granularity, StatsWindow } from './range-windows.ts';
import { minWindows, windowsOf, windowsUntilToday } from './range-windows.ts';

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
export interface StatsPlan extends Without<StatsAsk, 'id' | 'groups' | 'metrics'> {
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
  { range, granularity, hasTimes, groupsById }: StatsPlan,
  now: number,
): boolean => {
  if ('window' in range && range.window.unit === 'hour') return false;
  // Without figures there is no answer that would show the time.
  if (hasTimes && [...groupsById.values()].every(({ size }) => size === 0)) return true;
  return 'lastDays' in range && windowsUntilToday(range.lastDays, granularity, now) === null;
};

/** Whether days are wanted of a range of hours. */
export const wantsDaysOfHours = ({ range, hasDays }: Pick<StatsAsk, 'range' | 'hasDays'>) =>
  hasDays && 'window' in range && range.window.unit === 'hour';

/**
 * The plans, each with the windows that are read whichever day it is in its account. Of plans that
 * may share windows on some day, only the one with the most windows counts. Plans that want days of
 * hours are left out: the hours may be no whole days.
 */
export const certainWindowsOf = (plans: readonly StatsPlan[], now: number) => {
  const direct = plans.filter((plan) => !wantsDaysOfHours(plan));
  return [...Map.groupBy(direct, sharingKey).values()].flatMap((some) => {
    const certain = some.map((plan) => ({ plan, windows: minWindowsOf(plan, now) }));
    if (some.every(({ range }) => 'window' in range)) return certain;
    const most = Math.max(...certain.map(({ windows }) => windows.length));
    return certain.filter(({ windows }) => windows.length === most).slice(0, 1);
  });
};

const sharingKey = ({ accountId, kind, placement, granularity }: StatsPlan): string =>
  `${accountId.toLowerCase()} ${kind} ${placement} ${granularity}`;

const minWindowsOf = ({ range, granularity }: StatsPlan, now: number) =>
  'lastDays' in range
    ? minWindows(range.lastDays, granularity, now)
    : windowsOf(range.window, granularity, now);

/** The days of a range of hours. Throws InputError if they are no whole days. */
export const daysOfRange = ({ from, to }: StatsWindow, days: AccountDays): StatsWindow => {
  const [first, last] = [dayThatBegins(from * hourMs, days), dayThatBegins(to * hourMs, days)];
  if (first === null || last === null) throw inputError(problem(['range', 'hours'], 'notDays'));
  return { unit: 'day', from: first, to: last };
};

/** The range of a plan in whole days or hours; null while nobody knows which day it is. */
export const exactRange = (plan: StatsPlan, days: AccountDays, now: number): StatsWindow | null => {
  const { range, granularity } = plan;
  if ('lastDays' in range) {
    const today = days.dayAt(now);
    if (today === null) return null;
    return { unit: 'day', from: today - range.lastDays + 1, to: today + 1 };
  }
  const isByDay = granularity === 'DAY' && wantsDaysOfHours(plan);
  return isByDay ? daysOfRange(range.window, days) : range.window;
};

const dayThatBegins = (instant: number, days: AccountDays): number | null => {
  const day = days.dayAt(instant);
  return day !== null && days.midnight(day) === instant ? day : null;
};
