import type { Entry } from './exchange.ts';

/** Counters of a process, in the text format that Prometheus reads. */
export interface Metrics {
  readonly count: (note: Entry, status: number) => void;
  readonly text: (gauges: Readonly<Record<string, number>>) => string;
}

type Counter = Map<string, number>;

/** Metrics that begin at zero. */
export const createMetrics = (): Metrics => {
  const counters = {
    ads_graph_requests_total: { help: 'HTTP requests by status', values: new Map() as Counter },
    ads_graph_errors_total: { help: 'GraphQL errors by code', values: new Map() as Counter },
    ads_graph_upstream_calls_total: {
      help: 'Upstream calls by endpoint and last status',
      values: new Map() as Counter,
    },
    ads_graph_upstream_retries_total: {
      help: 'Upstream attempts beyond the first, by endpoint',
      values: new Map() as Counter,
    },
  };
  const seconds = { sum: 0, count: 0 };
  return {
    count: (note, status) => {
      add(counters.ads_graph_requests_total.values, `status="${status}"`);
      for (const code of note.codes) add(counters.ads_graph_errors_total.values, `code="${code}"`);
      for (const { endpoint, status: last, attempts } of note.calls) {
        const label = `endpoint="${endpoint}"`;
        add(counters.ads_graph_upstream_calls_total.values, `${label},status="${last ?? 'none'}"`);
        add(counters.ads_graph_upstream_retries_total.values, label, Math.max(0, attempts - 1));
      }
      seconds.sum += (performance.now() - note.start) / 1000;
      seconds.count += 1;
    },
    text: (gauges) =>
      [
        ...Object.entries(counters).flatMap(([name, { help, values }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} counter`,
          ...[...values].map(([labels, value]) => `${name}{${labels}} ${value}`),
        ]),
        '# HELP ads_graph_request_seconds Time from a request to the end of its answer',
        '# TYPE ads_graph_request_seconds summary',
        `ads_graph_request_seconds_sum ${seconds.sum}`,
        `ads_graph_request_seconds_count ${seconds.count}`,
        ...Object.entries(gauges).flatMap(([name, value]) => [
          `# TYPE ${name} gauge`,
          `${name} ${value}`,
        ]),
        '',
      ].join('\n'),
  };
};

const add = (counter: Counter, labels: string, by = 1): void => {
  counter.set(labels, (counter.get(labels) ?? 0) + by);
};
