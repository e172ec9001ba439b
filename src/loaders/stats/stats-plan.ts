import { problem } from '../../upstream/catalogue/language/problem.ts';
import { hourMs } from '../../upstream/catalogue/language/times.ts';
import type { MetricGroup, StatsKind } from '../../upstream/catalogue/metrics.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { AccountDays } from './account-days.ts';
import type { Granularity, StatsWindow } from './range-windows.ts';
import { minWindows, windowsOf, windowsUntilToday } from './range-windows.ts';
import type { GroupsById, MetricGroups } from './stats-batch.ts';
import { unionOf } from './stats-batch.ts';

/** A span of time: the last days of an account up to and including today, or a window. */
export type Range = { readonly lastDays: number } | { readonly window: StatsWindow };

/** What is wanted of the results of entities of an account. */
export interface StatsFacts {
  readonly accountId: string;
  readonly kind: StatsKind;
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

/** The same with its keys. The entities of a field share it. */
export interface StatsQuery extends Without<StatsFacts, 'groups'> {
  readonly groups: MetricGroups;
  /** Queries of the same key are equal. */
  readonly key: string;
  /** Queries of the same key are read together. */
  readonly planKey: string;
}

/** Results that are wanted of one entity. */
export interface StatsAsk {
  readonly query: StatsQuery;
  /** In lower case. */
  readonly id: string;
}

const rangeKey = (range: Range): string =>
  'lastDays' in range
    ? `last ${range.lastDays}`
    : `${range.window.unit} ${range.window.from} ${range.window.to}`;

/** The query of what is wanted. */
export const queryOf = (facts: StatsFacts): StatsQuery => {
  const { accountId, kind, placement, range, granularity, hasDays, hasTimes, metrics } = facts;
  const planKey = `${accountId.toLowerCase()} ${kind} ${placement} ${rangeKey(range)}`;
  const key = `${planKey} ${granularity} ${hasDays} ${hasTimes} ${metrics.join()}`;
  return { ...facts, groups: new Set(facts.groups), key, planKey };
};

/** Asks of the same key are equal. */
export const askKey = ({ query, id }: StatsAsk): string => `${query.key} ${id}`;

/**
 * The asks of one account, kind, placement and range, which are read in the finest time span of any
 * of them.
 */
export interface StatsPlan extends Without<StatsQuery, 'groups' | 'metrics' | 'key' | 'planKey'> {
  /** The metrics of all asks. */
  readonly metrics: ReadonlySet<string>;
  /** The entities of which figures are wanted. */
  readonly groupsById: GroupsById;
}

const sizes: readonly Granularity[] = ['TOTAL', 'DAY', 'HOUR'];

/** The plan of some asks that are read together. */
export const planOf = (asks: readonly StatsAsk[]): StatsPlan => {
  const queries = new Set<StatsQuery>();
  const groupsById = new Map<string, MetricGroups>();
  for (const { query, id } of asks) {
    queries.add(query);
    if (query.groups.size > 0) groupsById.set(id, unionOf(groupsById.get(id), query.groups));
  }
  const all = [...queries];
  const granularity = sizes[Math.max(...all.map((query) => sizes.indexOf(query.granularity)))];
  return {
    ...(all[0] as StatsQuery),
    granularity: granularity ?? 'TOTAL',
    hasDays: all.some((query) => query.hasDays),
    hasTimes: all.some((query) => query.hasTimes),
    metrics: new Set(all.flatMap(({ metrics }) => metrics)),
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
  if (hasTimes && groupsById.size === 0) return true;
  return 'lastDays' in range && windowsUntilToday(range.lastDays, granularity, now) === null;
};

/** Whether days are wanted of a range of hours. */
export const wantsDaysOfHours = ({ range, hasDays }: Pick<StatsFacts, 'range' | 'hasDays'>) =>
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
