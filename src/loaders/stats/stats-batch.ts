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
  /** Batches of the same scope differ in their intervals only. */
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

/** The groups of figures that are wanted of entities, by their ids in lower case. */
export type GroupsById = ReadonlyMap<string, MetricGroups>;

/** What is wanted of the entities of a batch. */
export interface Need {
  readonly batch: StatsBatch;
  readonly groupsById: GroupsById;
}

/** Whether something has all groups that are needed; nothing has none. */
export const hasGroups = (has: MetricGroups | undefined, needed: MetricGroups): boolean =>
  has !== undefined && (has === needed || [...needed].every((group) => has.has(group)));

/** Both sets of groups, as one of the two if that has all of them. */
export const unionOf = (one: MetricGroups | undefined, other: MetricGroups): MetricGroups =>
  one === undefined || hasGroups(other, one) ? other : new Set([...one, ...other]);

/** The part of a need that is left; null if nothing is. */
export const leftOf = (
  { batch, groupsById }: Need,
  isLeft: (id: string, groups: MetricGroups) => boolean,
): Need | null => {
  const left = new Map([...groupsById].filter(([id, groups]) => isLeft(id, groups)));
  return left.size === 0 ? null : { batch, groupsById: left };
};

/**
 * Needs in which no figure stands twice: those of one batch are one, and what another batch of the
 * scope holds is left out.
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

/** Whether the figures of a batch contain those of another one. */
const holdsBatch = (outer: StatsBatch, inner: StatsBatch): boolean =>
  outer.scope === inner.scope && holds(outer.interval, inner.interval, inner.granularity);

const bothNeeds = ({ batch, groupsById: some }: Need, { groupsById: others }: Need): Need => {
  const all = new Map(some);
  for (const [id, groups] of others) all.set(id, unionOf(all.get(id), groups));
  return { batch, groupsById: all };
};
