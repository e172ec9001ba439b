import type { MetricGroup, StatsKind } from '../../upstream/catalogue/metrics.ts';
import type { Granularity, StatsWindow } from './windows.ts';

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
  { accountId, kind, placement, granularity }: Omit<Batch, 'window' | 'scope' | 'key'>,
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
