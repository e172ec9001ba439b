import type { MetricValues } from '../http/metrics.ts';
import type { Served } from '../server.ts';
import type { Store } from '../state/store.ts';

/** What a worker asks its primary for. */
export type PrimaryCalls = Pick<Store, 'set' | 'add' | 'swap' | 'count' | 'tell' | 'isWhole'> & {
  readonly get: (keys: readonly string[]) => ReturnType<Store['get']>;
  /** What to serve. */
  readonly begin: () => Promise<Served>;
  /** Says that it serves. */
  readonly ready: () => Promise<void>;
};

/** What a primary asks its workers for. */
export type WorkerCalls = {
  /** Passes on what one of them told. */
  readonly heard: (topic: string, text: string) => Promise<void>;
  readonly metrics: () => Promise<MetricValues>;
  /** Ends it when all that runs in it has ended. */
  readonly stop: () => Promise<void>;
};
