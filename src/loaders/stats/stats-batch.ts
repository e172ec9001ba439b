import type { MetricGroup, StatsKind } from '../../upstream/catalogue/metrics.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import type { Granularity, StatsWindow } from './range-windows.ts';
import { holds } from './range-windows.ts';

/**
 * Results that are requested together: entities of one account and kind, a placement, and a window.
 */
export interface Batch {
  readonly accountId: string;
  readonly kind: StatsKind;
  readonly placement: string;
  readonly window: StatsWindow;
  readonly granularity: Granularity;
  /** Batches of the same scope differ in their windows only. */
  readonly scope: string;
  /** Batches of the same key are equal. */
  readonly key: string;
}

/** The batch of a window. */
export const batchOf = (
  { accountId, kind, placement, granularity }: Without<Batch, 'window' | 'scope' | 'key'>,
  window: StatsWindow,
): Batch => {
  const scope = `${accountId.toLowerCase()} ${kind} ${placement} ${granularity}`;
  const key = `${scope} ${window.unit} ${window.from} ${window.to}`;
  return { accountId, kind, placement, granularity, window, scope, key };
};

/** The groups of figures that are wanted of one entity of a batch. */
export interface Need {
  readonly batch: Batch;
  /** In lower case. */
  readonly id: string;
  readonly groups: ReadonlySet<MetricGroup>;
}

/** Whether something has all groups that are needed; nothing has none. */
export const hasGroups = (has: Pick<Need, 'groups'> | undefined, { groups }: Need): boolean =>
  has !== undefined && [...groups].every((group) => has.groups.has(group));

/**
 * Needs in which no figure stands twice: those of one entity and batch are one, and what another
 * batch of the scope holds is left out.
 */
export const eachOnce = (needs: readonly Need[]): readonly Need[] => {
  const batches = new Map<string, { readonly batch: Batch; readonly byId: Map<string, Need> }>();
  for (const need of needs) {
    const { batch, id, groups } = need;
    const { byId } = batches.get(batch.key) ?? { byId: new Map<string, Need>() };
    batches.set(batch.key, { batch, byId });
    byId.set(id, { ...need, groups: new Set([...groups, ...(byId.get(id)?.groups ?? [])]) });
  }
  return [...Map.groupBy(batches.values(), ({ batch }) => batch.scope).values()].flatMap((some) =>
    some.flatMap(({ batch, byId }) => {
      const holders = some.filter(
        (other) =>
          other.batch !== batch && holds(other.batch.window, batch.window, batch.granularity),
      );
      return [...byId.values()].filter(
        (need) => !holders.some((one) => hasGroups(one.byId.get(need.id), need)),
      );
    }),
  );
};
