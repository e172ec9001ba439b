import { GraphQLError } from 'graphql';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { BeginResult, Intent, Ledger } from '../state/ledger.ts';
import type { Store } from '../state/store.ts';

interface HistogramOptions<L extends string> {
  readonly help: string;
  readonly labelNames: L[];
  /** The longest that it can take, in milliseconds: the last buckets end there. */
  readonly deadlinesMs: readonly number[];
}

interface GaugeOptions<L extends string> {
  readonly help: string;
  readonly labelNames?: L[];
  /** The combination of the workers' values; by default their sum. */
  readonly aggregator?: 'max' | 'min' | 'first';
  /** Called whenever the metrics are read. */
  readonly collect: (gauge: Gauge<L>) => void;
}

/** Makes the metrics of the gateway, under their prefix, in a registry. */
export const createMetricMaker = (registry: Registry) => {
  const registers = [registry];
  return {
    counter: <L extends string>(name: string, help: string, labelNames: L[] = []) =>
      new Counter({ name: `ads_graph_${name}`, help, labelNames, registers }),
    histogram: <L extends string>(
      name: string,
      { help, labelNames, deadlinesMs }: HistogramOptions<L>,
    ) =>
      new Histogram({
        name: `ads_graph_${name}`,
        help,
        labelNames,
        buckets: bucketsTo(deadlinesMs.map((ms) => ms / 1000)),
        registers,
      }),
    gauge: <L extends string>(
      name: string,
      { help, labelNames = [], aggregator = undefined, collect }: GaugeOptions<L>,
    ): void => {
      new Gauge({
        name: `ads_graph_${name}`,
        help,
        labelNames,
        registers,
        ...(aggregator !== undefined && { aggregator }),
        collect() {
          collect(this);
        },
      });
    },
  };
};

export type MetricMaker = ReturnType<typeof createMetricMaker>;

// Upper bounds in seconds.
const ladder = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 150, 300, 600, 1800, 7200,
];

/** The steps of the ladder below the longest deadline, and the deadlines, in seconds. */
const bucketsTo = (deadlines: readonly number[]): number[] => {
  const longest = Math.max(...deadlines);
  const bounds = new Set([...ladder.filter((bound) => bound < longest), ...deadlines]);
  return [...bounds].sort((one, other) => one - other);
};

/** Puts counters in front of the store and of the ledger. */
export interface StateMetrics {
  readonly watchStore: (store: Store) => Store;
  readonly watchLedger: (ledger: Ledger) => Ledger;
}

// Calls of the store time out well before.
const longestMs = 1000;

export const stateMetrics = ({ counter, histogram }: MetricMaker): StateMetrics => {
  const seconds = histogram('store_call_seconds', {
    help: 'Duration of calls to the store of shared state, including failed ones',
    labelNames: ['call'],
    deadlinesMs: [longestMs],
  });
  const keyed = counter(
    'keyed_writes_total',
    'Writes with an idempotencyKey, by result of the ledger: begun, repeated (answered from the ledger), read_back, or the code of a refusal',
    ['result'],
  );
  const timed =
    <A extends readonly unknown[], T>(call: string, work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const start = performance.now();
      try {
        return await work(...args);
      } finally {
        seconds.observe({ call }, (performance.now() - start) / 1000);
      }
    };
  return {
    watchStore: (store) => ({
      ...store,
      get: timed('get', store.get),
      set: timed('set', store.set),
      cache: timed('cache', store.cache),
      setIfAbsent: timed('setIfAbsent', store.setIfAbsent),
      compareAndSwap: timed('compareAndSwap', store.compareAndSwap),
      increment: timed('increment', store.increment),
      publish: timed('publish', store.publish),
      count: timed('count', store.count),
      checkData: timed('checkData', store.checkData),
    }),
    watchLedger: (ledger) => {
      const counted = async <T extends BeginResult | null>(
        { key }: Intent,
        beginning: Promise<T>,
      ): Promise<T> => {
        const count = (result: string): void => {
          if (key !== null) keyed.inc({ result });
        };
        try {
          const begun = await beginning;
          if (begun !== null) count(resultOf(begun));
          return begun;
        } catch (error) {
          count(error instanceof GraphQLError ? String(error.extensions['code']) : 'failed');
          throw error;
        }
      };
      return {
        begin: (intent, deadline) => counted(intent, ledger.begin(intent, deadline)),
        resume: (intent, deadline) => counted(intent, ledger.resume(intent, deadline)),
        look: ledger.look,
      };
    },
  };
};

const resultOf = (begun: BeginResult): string =>
  'outcome' in begun ? 'repeated' : begun.isOpen ? 'read_back' : 'begun';
