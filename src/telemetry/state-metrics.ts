import { GraphQLError } from 'graphql';
import type { BeginResult, Intent, Ledger } from '../state/ledger.ts';
import type { Store } from '../state/store.ts';
import type { MetricMaker } from './metric-maker.ts';

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
