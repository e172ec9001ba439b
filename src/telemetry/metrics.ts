import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Notice } from '../upstream/client/client.ts';
import type { CountRequest } from './request-metrics.ts';
import type { StateMetrics } from './state-metrics.ts';

/** All metrics of a process, in the format in which `aggregated` takes them. */
export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

/**
 * The metrics of a process. No label holds anything that a caller chose, so that each has few
 * values.
 */
export interface Metrics extends StateMetrics {
  readonly count: CountRequest;
  readonly countNotice: (notice: Notice) => void;
  /** All metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly values: () => Promise<MetricValues>;
  readonly close: () => void;
}

/** For a gateway whose metrics nobody reads. */
export const noMetrics: Metrics = {
  count: () => undefined,
  countNotice: () => undefined,
  watchStore: (store) => store,
  watchLedger: (ledger) => ledger,
  text: async () => '',
  values: async () => [],
  close: () => undefined,
};
