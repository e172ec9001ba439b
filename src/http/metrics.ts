import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { hearStoreFailures } from '../state/store.ts';
import type { Client } from '../upstream/client/client.ts';
import { hearFaults } from '../upstream/client/faults.ts';
import type { RequestNote } from './exchange.ts';

/** All metrics of a process, in the form in which `aggregated` takes them. */
export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The metrics of a process. No label holds anything that a caller chose, so that each has few values. */
export interface Metrics {
  /** Counts a request that has ended, with its calls, errors and time. */
  readonly count: (note: RequestNote, status: number) => void;
  /** All metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly values: () => Promise<MetricValues>;
  readonly close: () => void;
}

/** What is asked whenever the metrics are read. */
interface Gauges {
  readonly running: () => number;
  readonly health: Client['health'];
}

/** For a gateway whose metrics nobody reads. */
export const noMetrics: Metrics = {
  count: () => undefined,
  text: async () => '',
  values: async () => [],
  close: () => undefined,
};

// Upper bounds of the histograms, in seconds.
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const breakerStates = ['closed', 'recovering', 'open'] as const;

/** Creates the metrics of the gateway and of Node.js: delay of the event loop, garbage collection, memory. */
export const createMetrics = ({ running, health }: Gauges): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name: `ads_graph_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Histogram({ name: `ads_graph_${name}`, help, labelNames, buckets, registers });

  const requests = counter('requests_total', 'HTTP requests by status', 'status');
  const errors = counter('errors_total', 'GraphQL errors by code', 'code');
  const calls = counter(
    'upstream_calls_total',
    'Upstream calls by endpoint and last status; none where no answer came, unsent where none was asked for',
    'endpoint',
    'status',
  );
  const retries = counter(
    'upstream_retries_total',
    'Upstream attempts beyond the first, by endpoint',
    'endpoint',
  );
  const outcomes = counter('write_outcomes_total', 'Upstream writes by how they ended', 'outcome');
  const faults = counter(
    'upstream_faults_total',
    'What the API did against its documents, and attempts that were repeated',
    'fault',
  );
  const requestSeconds = histogram(
    'request_seconds',
    'Time from a request to the end of its answer',
  );
  const callSeconds = histogram('upstream_call_seconds', 'Time of an upstream call', 'endpoint');
  const storeFailures = counter(
    'store_failures_total',
    'Calls of the store of shared state that failed or were not answered in time, and values that could not be read',
  );
  const stopHearing = [
    hearFaults((fault) => faults.inc({ fault })),
    hearStoreFailures(() => storeFailures.inc()),
  ];

  new Gauge({
    name: 'ads_graph_operations_running',
    help: 'Operations that have a place',
    registers,
    collect() {
      this.set(running());
    },
  });
  new Gauge({
    name: 'ads_graph_breaker_state',
    help: 'Whether a host of the API is asked: 0 as usual, 1 more and more, 2 not',
    labelNames: ['host'],
    registers,
    aggregator: 'max',
    collect() {
      for (const [host, state] of Object.entries(health().breakers)) {
        this.set({ host }, breakerStates.indexOf(state));
      }
    },
  });
  new Gauge({
    name: 'ads_graph_rate_window_left',
    help: 'The part of its calls that the emptiest window of a class has left, from 0 to 1',
    labelNames: ['class'],
    registers,
    aggregator: 'min',
    collect() {
      this.reset();
      for (const [name, left] of Object.entries(health().windows)) this.set({ class: name }, left);
    },
  });

  return {
    count: (note, status) => {
      requests.inc({ status });
      for (const code of note.codes) errors.inc({ code });
      for (const { endpoint, status: last, attempts, durationMs, outcome } of note.calls) {
        calls.inc({ endpoint, status: last ?? (attempts === 0 ? 'unsent' : 'none') });
        if (attempts > 1) retries.inc({ endpoint }, attempts - 1);
        if (attempts > 0) callSeconds.observe({ endpoint }, durationMs / 1000);
        if (outcome !== null) outcomes.inc({ outcome });
      }
      requestSeconds.observe((performance.now() - note.start) / 1000);
    },
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    close: () => {
      for (const stop of stopHearing) stop();
    },
  };
};

/** The metrics of several processes together, in the text format of Prometheus. */
export const aggregated = (processes: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes]).metrics();
