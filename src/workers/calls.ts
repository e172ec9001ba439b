import type { MetricValues } from '../http/metrics.ts';
import type { Served } from '../server.ts';
import type { Store } from '../state/store.ts';

/** The calls that a worker can make to its primary: the store, and the steps of its start. */
export type PrimaryCalls = Pick<
  Store,
  'set' | 'setIfAbsent' | 'compareAndSwap' | 'increment' | 'publish' | 'isIntact'
> & {
  readonly get: (keys: readonly string[]) => ReturnType<Store['get']>;
  /** The worker's part of the configuration. */
  readonly begin: () => Promise<Served>;
  /** Tells the primary that the worker accepts requests. */
  readonly ready: () => Promise<void>;
};

/** The calls that a primary can make to its workers. */
export type WorkerCalls = {
  /** Delivers a message that some worker published in the store. */
  readonly published: (topic: string, text: string) => Promise<void>;
  readonly metrics: () => Promise<MetricValues>;
  /** Stops accepting requests; the process ends when the running ones have. */
  readonly stop: () => Promise<void>;
};
