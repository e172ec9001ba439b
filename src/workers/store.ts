import type { EventEmitter } from 'node:events';
import type { Store } from '../state/store.ts';
import { StoreError } from '../state/store.ts';
import type { PrimaryCalls } from './calls.ts';
import type { Link } from './link.ts';

/** The store that the primary holds, for one of its workers; what others tell arrives as events of `heard`. */
export const storeOfPrimary = ({ ask }: Link<PrimaryCalls>, heard: EventEmitter): Store => ({
  get: (...keys) => answered(ask('get', keys)),
  set: (...kept) => answered(ask('set', ...kept)),
  add: (...kept) => answered(ask('add', ...kept)),
  swap: (change) => answered(ask('swap', change)),
  count: (...change) => answered(ask('count', ...change)),
  tell: (...told) => answered(ask('tell', ...told)),
  hear: (topic, listener) => void heard.on(topic, listener),
  isWhole: () => answered(ask('isWhole')),
  close: async () => undefined,
});

const answered = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (cause) {
    throw new StoreError('the store does not answer', { cause });
  }
};
