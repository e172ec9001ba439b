import type { GuardRule } from '../config/guards.ts';
import type { ServingConfig } from '../gateway/server.ts';
import type { Store } from '../state/store.ts';
import type { MetricValues } from '../telemetry/metrics.ts';

/** The calls that a worker can make to its primary: the store, and the steps of its start. */
export type PrimaryCalls = Pick<
  Store,
  'set' | 'cache' | 'setIfAbsent' | 'compareAndSwap' | 'increment' | 'count' | 'publish'
> & {
  readonly get: (keys: readonly string[]) => ReturnType<Store['get']>;
  /** The worker's configuration. */
  readonly begin: () => Promise<ServingConfig>;
  /** Reports why the worker cannot start, before it ends. */
  readonly failed: (reason: string) => Promise<void>;
  /** Reports that the worker accepts requests. */
  readonly ready: () => Promise<void>;
  /** Reports that the worker's store has answered. */
  readonly storeOpened: () => Promise<void>;
  /** Reports the warnings of the worker's store for the operator. */
  readonly storeWarns: (warnings: readonly string[]) => Promise<void>;
  /** Sends the worker's counts, before it ends normally. */
  readonly leave: (metrics: MetricValues) => Promise<void>;
};

/** The calls that a primary can make to its workers. */
export type WorkerCalls = {
  /** Delivers a message that some worker published in the store. */
  readonly published: (topic: string, text: string) => Promise<void>;
  readonly metrics: () => Promise<MetricValues>;
  /** Takes other rules of GUARDS. */
  readonly renewRules: (rules: readonly GuardRule[]) => Promise<void>;
  /** Accepts no more connections; the process ends when the open ones have ended. */
  readonly retire: () => Promise<void>;
  /** Stops accepting requests; the process ends when the running ones have ended. */
  readonly stop: () => Promise<void>;
};
