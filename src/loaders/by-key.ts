import DataLoader from 'dataloader';
import type { Sharers, Trace } from '../upstream/client/trace.ts';
import { addSharer, noField, sharersOf, waitedFor } from '../upstream/client/trace.ts';
import { toError } from './refusals.ts';

/** Reads several keys. The result has a value or an Error for each key, in their order. */
type ReadKeys<Key, Value> = (
  keys: readonly Key[],
  trace: Trace,
) => Promise<readonly (Value | Error)[]>;

/** The values of keys, in the order of the keys; no promise if all of them are cached. */
export type KeyValues<Value> = readonly (Value | Error)[] | Promise<readonly (Value | Error)[]>;

/** Loads keys, each once for a request. Returns a value or an Error for each, in their order. */
export type LoadKeys<Key, Value> = (
  keys: readonly Key[],
  trace: Trace,
) => Promise<readonly (Value | Error)[]>;

/** The keys of one tick, which are read together. */
interface KeyBatch {
  /** The trace of the first field with one of these keys. */
  readonly trace: Trace;
  /** The fields that use any of the keys, later ones included. */
  readonly sharers: Sharers;
}

/** The result for a key. An Error is a value here, so that no promise is rejected. */
interface KeyValue<Value> {
  readonly value: Value | Error;
  readonly batch: KeyBatch;
}

/**
 * Creates a loader that reads each key once, and the keys of one tick together. For example, if two
 * fields load the rows [1, 2] and [2, 3] in the same tick, `read` gets [1, 2, 3] once.
 */
export const createLoader = <Key, Value>(
  keyOf: (key: Key) => string,
  read: ReadKeys<Key, Value>,
): LoadKeys<Key, Value> => {
  const cacheMap = new Map<string, Promise<KeyValue<Value>>>();
  let next: KeyBatch | null = null;
  const loader = new DataLoader<Key, KeyValue<Value>, string>(
    async (keys) => {
      const batch = next ?? newBatch(noField());
      next = null;
      const values = await read(keys, batch.trace).catch(toError);
      return keys.map((_, index) => ({
        value: values instanceof Error ? values : (values[index] as Value | Error),
        batch,
      }));
    },
    { cacheKeyFn: keyOf, cacheMap },
  );
  return async (keys, trace) => {
    if (next === null && keys.some((key) => !cacheMap.has(keyOf(key)))) next = newBatch(trace);
    const found = await Promise.all(keys.map((key) => loader.load(key)));
    let before: KeyBatch | null = null;
    return found.map(({ value, batch }) => {
      if (batch !== before) share(batch, trace);
      before = batch;
      return value;
    });
  };
};

const newBatch = (first: Trace): KeyBatch => {
  const sharers: Sharers = [];
  return { trace: { ...first, sharers }, sharers };
};

const share = ({ sharers, trace: { round } }: KeyBatch, by: Trace): void => {
  addSharer(sharers, sharersOf(by));
  waitedFor(by, round - 1);
};
