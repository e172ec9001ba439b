import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { version } from '../config/package.ts';
import { onStoreFailure } from '../state/store.ts';
import { anomalies, onAnomaly } from '../upstream/client/anomalies.ts';
import type { Client } from '../upstream/client/client.ts';
import { onConnectionWait } from '../upstream/client/transport/connections.ts';
import type { Metrics, MetricValues } from './metrics.ts';
import { type MetricSettings, requestMetrics } from './request-metrics.ts';
import { createMetricMaker, type MetricMaker, stateMetrics } from './state-metrics.ts';

/** The sources of gauges, called whenever the metrics are read. */
interface Gauges {
  readonly running: () => number;
  readonly waiting: () => number;
  readonly health: Client['health'];
  /** True if the store has lost records of writes. */
  readonly isLost: () => boolean;
}

const breakerStates = ['closed', 'recovering', 'open'] as const;

/**
 * Counts anomalies of the API, waits for connections to it, and failures of the store, until the
 * returned function is called.
 */
const countFailures = (
  { counter, histogram }: MetricMaker,
  { timeouts }: MetricSettings,
): (() => void) => {
  const waits = histogram('upstream_connection_wait_seconds', {
    help: 'Time that calls waited for a connection to the API, if none was free',
    labelNames: [],
    deadlinesMs: [timeouts.operation, timeouts.mutation],
  });
  const faults = counter(
    'upstream_faults_total',
    'Responses that contradict the documentation of the API, and retries',
    ['fault'],
  );
  const failures = counter(
    'store_failures_total',
    'Calls to the store of shared state that failed or timed out, and values that could not be read',
  );
  // An alert sees a counter rise only from a value that was there before.
  for (const fault of anomalies) faults.inc({ fault }, 0);
  const stopAnomalies = onAnomaly((fault) => faults.inc({ fault }));
  const stopFailures = onStoreFailure(() => failures.inc());
  const stopWaits = onConnectionWait((ms) => waits.observe(ms / 1000));
  return () => {
    stopWaits();
    stopAnomalies();
    stopFailures();
  };
};

const noticeCounter = ({ counter }: MetricMaker): Metrics['countNotice'] => {
  const notices = counter(
    'api_notices_total',
    'Responses with a warning of the API (warning), or with another current version (version)',
    ['notice'],
  );
  for (const notice of ['warning', 'version']) notices.inc({ notice }, 0);
  return ({ kind }) => notices.inc({ notice: kind });
};

const addGauges = ({ gauge }: MetricMaker, { running, waiting, health, isLost }: Gauges): void => {
  gauge('operations_running', {
    help: 'Operations that are being executed',
    collect: (own) => own.set(running()),
  });
  gauge('operations_waiting', {
    help: 'Operations that wait to be executed',
    collect: (own) => own.set(waiting()),
  });
  gauge('ledger_lost', {
    help: 'Whether keyed writes are refused because the store has lost data: 0 or 1',
    aggregator: 'max',
    collect: (own) => own.set(isLost() ? 1 : 0),
  });
  gauge('breaker_state', {
    help: 'Circuit breaker of a host of the API: 0 closed, 1 recovering, 2 open',
    labelNames: ['host'],
    aggregator: 'max',
    collect: (own) => {
      for (const [host, state] of Object.entries(health().breakers)) {
        own.set({ host }, breakerStates.indexOf(state));
      }
    },
  });
  gauge('upstream_connections', {
    help: 'Connections to a host of the API with a call under way (busy), and calls that wait for one (waiting)',
    labelNames: ['host', 'state'],
    collect: (own) => {
      for (const [host, use] of Object.entries(health().connections)) {
        for (const [state, count] of Object.entries(use)) own.set({ host, state }, count);
      }
    },
  });
  gauge('rate_window_left', {
    help: 'The smallest share of calls left in a rate window of a class, from 0 to 1',
    labelNames: ['class'],
    aggregator: 'min',
    collect: (own) => {
      own.reset();
      for (const [name, left] of Object.entries(health().windows)) own.set({ class: name }, left);
    },
  });
  gauge('build_info', {
    help: 'Always 1; the labels are the version of the gateway and that of Node.js',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    collect: (own) => own.set({ version, node: process.version }, 1),
  });
};

/**
 * Creates the metrics of the gateway and of Node.js: delay of the event loop, garbage collection,
 * memory.
 */
export const createMetrics = (settings: MetricSettings, gauges: Gauges): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const make = createMetricMaker(registry);
  const count = requestMetrics(make, settings);
  const stopCounting = countFailures(make, settings);
  const countNotice = noticeCounter(make);
  addGauges(make, gauges);
  return {
    count,
    countNotice,
    ...stateMetrics(make),
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    close: stopCounting,
  };
};

/** Counts of processes that have ended, so that no counter falls when a worker is replaced. */
export const createPastMetrics = () => {
  let sum: Promise<MetricValues> = Promise.resolve([]);
  return {
    sum: (): Promise<MetricValues> => sum,
    /** Adds the counters and histograms of a process; its gauges are dropped. */
    add: (metrics: MetricValues): void => {
      const counts = metrics.filter(({ type }) => isCount.has(String(type)));
      sum = sum.then((known) => AggregatorRegistry.aggregate([known, counts]).getMetricsAsJSON());
    },
  };
};

const isCount: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** The metrics of several processes together, in the text format of Prometheus. */
export const aggregated = (processes: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes]).metrics();
