import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

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
