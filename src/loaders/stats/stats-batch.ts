import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import type { MetricGroup, StatsKind } from '../../upstream/catalogue/metrics.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { type Granularity, holds, type StatsInterval } from './intervals.ts';

/**
 * Results that are requested together: entities of one account and kind, a placement, and an
 * interval.
 */
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
