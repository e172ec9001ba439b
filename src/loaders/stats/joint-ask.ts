import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { hourMs } from '../../upstream/catalogue/language/times.ts';
import type { MetricGroup, StatsKind } from '../../upstream/catalogue/metrics.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { AccountDays } from './account-days.ts';
import type { Granularity, StatsInterval } from './intervals.ts';
import { intervalsOf, intervalsUntilToday, minIntervals } from './intervals.ts';
import { type GroupsById, type MetricGroups, unionOf } from './stats-batch.ts';

/** A span of time: the last days of an account up to and including today, or an interval. */
export type Range = { readonly lastDays: number } | { readonly interval: StatsInterval };

/** The selected results of entities of an account. */
interface StatsFacts {
  readonly accountId: string;
  readonly kind: StatsKind;
  readonly placement: string;
  readonly range: Range;
  /** The finest time span that is selected. */
  readonly granularity: Granularity;
  /** True if days are selected. If hours are selected too, days are sums of hours. */
  readonly hasDays: boolean;
  /** True if the start or the end of the range is selected. */
  readonly hasTimes: boolean;
  readonly groups: readonly MetricGroup[];
  /** The metrics of the groups that are read, by the names of the API. */
  readonly metrics: readonly string[];
}

/** The selected results with their keys. The entities of a field share the query. */
export interface StatsQuery extends Without<StatsFacts, 'groups'> {
  readonly groups: MetricGroups;
  /** Queries of the same key are equal. */
  readonly key: string;
  /** Queries of the same key are read together. */
  readonly jointKey: string;
}

/** An ask for the results of one entity. */
export interface StatsAsk {
  readonly query: StatsQuery;
  /** In lower case. */
  readonly id: string;
}

const rangeKey = (range: Range): string =>
  'lastDays' in range
    ? `last ${range.lastDays}`
    : `${range.interval.unit} ${range.interval.from} ${range.interval.to}`;

/** The query for selected results. */
export const queryOf = (facts: StatsFacts): StatsQuery => {
  const { accountId, kind, placement, range, granularity, hasDays, hasTimes, metrics } = facts;
  const jointKey = `${lowerId(accountId)} ${kind} ${placement} ${rangeKey(range)}`;
  const key = `${jointKey} ${granularity} ${hasDays} ${hasTimes} ${metrics.join()}`;
  return { ...facts, groups: new Set(facts.groups), key, jointKey };
};

/** Asks of the same key are equal. */
export const askKey = ({ query, id }: StatsAsk): string => `${query.key} ${id}`;

/**
 * The asks of one account, kind, placement and range. They are read in the finest time span of any
 * of them.
 */
export interface JointAsk extends Without<StatsQuery, 'groups' | 'metrics' | 'key' | 'jointKey'> {
  /** The metrics of all asks. */
  readonly metrics: ReadonlySet<string>;
  /** The entities whose figures are read. */
  readonly groupsById: GroupsById;
}

const sizes: readonly Granularity[] = ['TOTAL', 'DAY', 'HOUR'];

/** The joint ask of asks that are read together. */
export const jointAskOf = (asks: readonly StatsAsk[]): JointAsk => {
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

/** The intervals in which a range is read. */
export const intervalsFor = (
  { granularity }: JointAsk,
  range: StatsInterval | undefined,
  now: number,
) => (range === undefined ? [] : intervalsOf(range, granularity, now));

/** True if the time zone of the account is needed before the first call. */
export const needsZone = (
  { range, granularity, hasTimes, groupsById }: JointAsk,
  now: number,
): boolean => {
  if ('interval' in range && range.interval.unit === 'hour') return false;
  // Without figures no response would show the time.
  if (hasTimes && groupsById.size === 0) return true;
  return 'lastDays' in range && intervalsUntilToday(range.lastDays, granularity, now) === null;
};

/** True if a range of hours is read in days. */
export const wantsDaysOfHours = ({ range, hasDays }: Pick<StatsFacts, 'range' | 'hasDays'>) =>
  hasDays && 'interval' in range && range.interval.unit === 'hour';

/**
 * The joint asks, each with the intervals that are read on any possible date of its account. Of
 * joint asks that may share intervals on some date, only the one with the most intervals counts.
 * Joint asks for days of a range of hours are left out, because the hours may not be whole days.
 */
export const certainIntervalsOf = (joints: readonly JointAsk[], now: number) => {
  const direct = joints.filter((joint) => !wantsDaysOfHours(joint));
  return [...Map.groupBy(direct, sharingKey).values()].flatMap((some) => {
    const certain = some.map((joint) => ({ joint, intervals: minIntervalsOf(joint, now) }));
    if (some.every(({ range }) => 'interval' in range)) return certain;
    const most = Math.max(...certain.map(({ intervals }) => intervals.length));
    return certain.filter(({ intervals }) => intervals.length === most).slice(0, 1);
  });
};

const sharingKey = ({ accountId, kind, placement, granularity }: JointAsk): string =>
  `${lowerId(accountId)} ${kind} ${placement} ${granularity}`;

const minIntervalsOf = ({ range, granularity }: JointAsk, now: number) =>
  'lastDays' in range
    ? minIntervals(range.lastDays, granularity, now)
    : intervalsOf(range.interval, granularity, now);

/** The days of a range of hours. Throws InputError if the hours are not whole days. */
export const daysOfRange = ({ from, to }: StatsInterval, days: AccountDays): StatsInterval => {
  const [first, last] = [dayThatBegins(from * hourMs, days), dayThatBegins(to * hourMs, days)];
  if (first === null || last === null) throw inputError(problem(['range', 'hours'], 'notDays'));
  return { unit: 'day', from: first, to: last };
};

/** The range of a joint ask in whole days or hours; null while the account's date is unknown. */
export const exactRange = (
  joint: JointAsk,
  days: AccountDays,
  now: number,
): StatsInterval | null => {
  const { range, granularity } = joint;
  if ('lastDays' in range) {
    const today = days.dayAt(now);
    if (today === null) return null;
    return { unit: 'day', from: today - range.lastDays + 1, to: today + 1 };
  }
  const isByDay = granularity === 'DAY' && wantsDaysOfHours(joint);
  return isByDay ? daysOfRange(range.interval, days) : range.interval;
};

const dayThatBegins = (instant: number, days: AccountDays): number | null => {
  const day = days.dayAt(instant);
  return day !== null && days.midnight(day) === instant ? day : null;
};
