import { toError } from '../../loaders/refusals.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { Loaded, MaybePromise } from '../field.ts';

/**
 * Groups items by a key, works on all groups concurrently, and returns the values in the order of
 * the items. The failure of one group does not affect the others.
 */
export const grouped = <Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
  work: (group: readonly Item[]) => Loaded<Value>,
): Loaded<Value> => {
  const [first] = items;
  if (first === undefined) return [];
  const key = keyOf(first);
  // Usually all parents of a level are in one account.
  if (items.every((item) => keyOf(item) === key)) return guarded(items, work);
  const groups = new Map<unknown, number[]>();
  for (const [index, item] of items.entries()) {
    getOrMake(groups, keyOf(item), () => []).push(index);
  }
  const values: (Value | Error)[] = [];
  const waits: Promise<void>[] = [];
  for (const indexes of groups.values()) {
    const fill = (found: readonly (Value | Error)[]): void => {
      for (const [at, index] of indexes.entries()) values[index] = found[at] as Value | Error;
    };
    const found = guarded(
      indexes.map((index) => items[index] as Item),
      work,
    );
    if (found instanceof Promise) waits.push(found.then(fill));
    else fill(found);
  }
  return waits.length === 0 ? values : Promise.all(waits).then(() => values);
};

const guarded = <Item, Value>(
  items: readonly Item[],
  work: (group: readonly Item[]) => Loaded<Value>,
): Loaded<Value> => {
  const failed = (error: unknown): readonly Error[] => items.map(() => toError(error));
  try {
    const found = work(items);
    return found instanceof Promise ? found.catch(failed) : found;
  } catch (error) {
    return failed(error);
  }
};

/**
 * The result of a function, or the Error that it throws, so that one failure does not fail other
 * items.
 */
export const attempt = <Value>(make: () => Value): Value | Error => {
  try {
    return make();
  } catch (error) {
    return toError(error);
  }
};

/**
 * Works on each item separately and concurrently, for items that no call can read together. A
 * failure is an Error at its index.
 */
export const oneByOne = <Item, Value>(
  items: readonly Item[],
  work: (item: Item) => MaybePromise<Value>,
): Promise<readonly (Value | Error)[]> =>
  Promise.all(items.map(async (item) => work(item)).map((value) => value.catch(toError)));

/** Calls `next` with the value: at once, or when its promise is fulfilled. */
export const andThen = <A, B>(value: MaybePromise<A>, next: (value: A) => MaybePromise<B>) =>
  value instanceof Promise ? value.then(next) : next(value);
