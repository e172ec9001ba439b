import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { hourMs } from '../../upstream/catalogue/language/times.ts';
import type { MetricGroup, StatsKind } from '../../upstream/catalogue/metrics.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { AccountDays } from './account-days.ts';
import type { Granularity, StatsInterval } from './intervals.ts';
import { holds, intervalsOf, intervalsUntilToday, lastDays, minIntervals } from './intervals.ts';

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

/** The key of the results of one entity. */
export interface StatsKey {
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

/** Equal for equal keys. */
export const textOfKey = ({ query, id }: StatsKey): string => `${query.key} ${id}`;

/**
 * The queries of one account, kind, placement and range, with their entities. They are read in the
 * finest time span of any of them.
 */
export interface JointQuery extends Without<StatsQuery, 'groups' | 'metrics' | 'key' | 'jointKey'> {
  /** The metrics of all queries. */
  readonly metrics: ReadonlySet<string>;
  /** The entities whose figures are read. */
  readonly groupsById: GroupsById;
}

const sizes: readonly Granularity[] = ['TOTAL', 'DAY', 'HOUR'];

/** The joint query of keys that are read together. */
export const jointQueryOf = (keys: readonly StatsKey[]): JointQuery => {
  const queries = new Set<StatsQuery>();
  const groupsById = new Map<string, MetricGroups>();
  for (const { query, id } of keys) {
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
  { granularity }: JointQuery,
  range: StatsInterval | undefined,
  now: number,
) => (range === undefined ? [] : intervalsOf(range, granularity, now));

/** True if the time zone of the account is needed before the first call. */
export const needsZone = (
  { range, granularity, hasTimes, groupsById }: JointQuery,
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
 * The joint queries, each with the intervals that are read on any possible date of its account. Of
 * queries that may share intervals on some date, only the one with the most intervals counts.
 * Queries for days of a range of hours are left out, because the hours may not be whole days.
 */
export const certainIntervalsOf = (joints: readonly JointQuery[], now: number) => {
  const direct = joints.filter((joint) => !wantsDaysOfHours(joint));
  return [...Map.groupBy(direct, sharingKey).values()].flatMap((some) => {
    const certain = some.map((joint) => ({ joint, intervals: minIntervalsOf(joint, now) }));
    if (some.every(({ range }) => 'interval' in range)) return certain;
    const most = Math.max(...certain.map(({ intervals }) => intervals.length));
    return certain.filter(({ intervals }) => intervals.length === most).slice(0, 1);
  });
};

const sharingKey = ({ accountId, kind, placement, granularity }: JointQuery): string =>
  `${lowerId(accountId)} ${kind} ${placement} ${granularity}`;

const minIntervalsOf = ({ range, granularity }: JointQuery, now: number) =>
  'lastDays' in range
    ? minIntervals(range.lastDays, granularity, now)
    : intervalsOf(range.interval, granularity, now);

/** The days of a range of hours. Throws InputError if the hours are not whole days. */
export const daysOfRange = ({ from, to }: StatsInterval, days: AccountDays): StatsInterval => {
  const [first, last] = [dayThatBegins(from * hourMs, days), dayThatBegins(to * hourMs, days)];
  if (first === null || last === null) throw inputError(problem(['range', 'hours'], 'notDays'));
  return { unit: 'day', from: first, to: last };
};

/** The range of a query in whole days or hours; null while the account's date is unknown. */
export const exactRange = (
  joint: JointQuery,
  days: AccountDays,
  now: number,
): StatsInterval | null => {
  const { range, granularity } = joint;
  if ('lastDays' in range) {
    const today = days.dayAt(now);
    return today === null ? null : lastDays(today, range.lastDays);
  }
  const isByDay = granularity === 'DAY' && wantsDaysOfHours(joint);
  return isByDay ? daysOfRange(range.interval, days) : range.interval;
};

const dayThatBegins = (instant: number, days: AccountDays): number | null => {
  const day = days.dayAt(instant);
  return day !== null && days.midnight(day) === instant ? day : null;
};

/** Results that are requested together: of one account, kind, placement and interval. */
export interface StatsBatch {
  readonly accountId: string;
  readonly kind: StatsKind;
  readonly placement: string;
  readonly interval: StatsInterval;
  readonly granularity: Granularity;
  /** Batches of the same scope differ only in their intervals. */
  readonly scope: string;
  /** Batches of the same key are equal. */
  readonly key: string;
}

/** The batch of an interval. */
export const batchOf = (
  { accountId, kind, placement, granularity }: Without<StatsBatch, 'interval' | 'scope' | 'key'>,
  interval: StatsInterval,
): StatsBatch => {
  const scope = `${lowerId(accountId)} ${kind} ${placement} ${granularity}`;
  const key = `${scope} ${interval.unit} ${interval.from} ${interval.to}`;
  return { accountId, kind, placement, granularity, interval, scope, key };
};

export type MetricGroups = ReadonlySet<MetricGroup>;

/** The groups of figures that are needed of each entity, by its id in lower case. */
export type GroupsById = ReadonlyMap<string, MetricGroups>;

/** The figures that are needed of the entities of a batch. */
export interface Need {
  readonly batch: StatsBatch;
  readonly groupsById: GroupsById;
}

/** True if all needed groups are there. False if there are no figures at all. */
export const hasGroups = (has: MetricGroups | undefined, needed: MetricGroups): boolean =>
  has !== undefined && (has === needed || [...needed].every((group) => has.has(group)));

/** The union of two sets of groups: `other` itself if it contains the first set. */
export const unionOf = (one: MetricGroups | undefined, other: MetricGroups): MetricGroups =>
  one === undefined || hasGroups(other, one) ? other : new Set([...one, ...other]);

/** The rest of a need; null if nothing is left. */
export const leftOf = (
  { batch, groupsById }: Need,
  isLeft: (id: string, groups: MetricGroups) => boolean,
): Need | null => {
  const left = new Map([...groupsById].filter(([id, groups]) => isLeft(id, groups)));
  return left.size === 0 ? null : { batch, groupsById: left };
};

/**
 * Needs without duplicate figures. Needs of the same batch become one, and figures that another
 * batch of the scope contains are left out.
 */
export const eachOnce = (needs: readonly Need[]): readonly Need[] => {
  const batches = new Map<string, Need>();
  for (const need of needs) {
    const { batch } = need;
    const known = batches.get(batch.key);
    batches.set(batch.key, known === undefined ? need : bothNeeds(known, need));
  }
  const all = [...batches.values()];
  return all.flatMap((need) => {
    const holders = all.filter((other) => other !== need && holdsBatch(other.batch, need.batch));
    if (holders.length === 0) return [need];
    const isLeft = (id: string, groups: MetricGroups): boolean =>
      !holders.some((holder) => hasGroups(holder.groupsById.get(id), groups));
    return leftOf(need, isLeft) ?? [];
  });
};

/** True if the figures of a batch contain those of another one. */
const holdsBatch = (outer: StatsBatch, inner: StatsBatch): boolean =>
  outer.scope === inner.scope && holds(outer.interval, inner.interval, inner.granularity);

const bothNeeds = ({ batch, groupsById: some }: Need, { groupsById: others }: Need): Need => {
  const all = new Map(some);
  for (const [id, groups] of others) all.set(id, unionOf(all.get(id), groups));
  return { batch, groupsById: all };
};
