import type { EventEmitter } from 'node:events';
import type { Store } from '../state/store.ts';
import { intactData, keepsAll, storeFailure, storeIsFull } from '../state/store.ts';
import type { PrimaryCalls } from './calls.ts';
import type { ProcessLink } from './link.ts';

/**
 * The primary's store, seen from a worker. `published` emits what any process publishes, by topic.
 */
export const storeOfPrimary = (
  { ask }: ProcessLink<PrimaryCalls>,
  published: EventEmitter,
): Store => ({
  get: (...keys) => withStoreError(ask('get', keys)),
  set: (...args) => withStoreError(ask('set', ...args)),
  cache: (...args) => withStoreError(ask('cache', ...args)),
  setIfAbsent: (...args) => withStoreError(ask('setIfAbsent', ...args)),
  compareAndSwap: (change) => withStoreError(ask('compareAndSwap', change)),
  increment: (...change) => withStoreError(ask('increment', ...change)),
  count: (...args) => withStoreError(ask('count', ...args)),
  publish: (...message) => withStoreError(ask('publish', ...message)),
  subscribe: (topic, listener) => void published.on(topic, listener),
  now: Date.now,
  // The primary lives as long as its workers, and so does its data.
  opened: Promise.resolve(),
  data: () => intactData,
  checkData: async () => intactData,
  memory: () => keepsAll,
  close: async () => undefined,
});

const withStoreError = async <T>(args: Promise<T>): Promise<T> => {
  try {
    return await args;
  } catch (cause) {
    const isFull = cause instanceof Error && cause.message.includes(storeIsFull);
    throw storeFailure(isFull ? storeIsFull : 'the store does not answer', { cause });
  }
};
