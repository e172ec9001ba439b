import DataLoader from 'dataloader';
import type { Trace } from '../upstream/client/trace.ts';
import { waitedFor } from '../upstream/client/trace.ts';
import { failure } from './refusals.ts';

/** Reads items together: a value or the reason why there is none for each, in their order. */
export type ReadGroup<Item, Value> = (
  items: readonly Item[],
  trace: Trace,
) => Promise<readonly (Value | Error)[]>;

/** Values in the order of what was asked for, at once where all of them are at hand. */
export type Loading<Value> = readonly (Value | Error)[] | Promise<readonly (Value | Error)[]>;

/** What was found for items. */
export type LoadGroup<Item, Value> = (items: readonly Item[], trace: Trace) => Loading<Value>;

/** The items of one ask that nobody has asked for before, and their keys. */
interface Ask<Item> {
  readonly keys: string[];
  readonly items: Item[];
  readonly trace: Trace;
}

/** What came of an item, and the round of the last call that it took. */
interface Found<Value> {
  readonly value: Value | Error;
  readonly round: number;
}

/**
 * Loads whole groups of items: asks of one tick are read together, and no item twice. There is one promise for each ask and
 * not for each item, because a level of a query asks for hundreds.
 */
export const createGroups = <Item, Value>(
  keyOf: (item: Item) => string,
  read: ReadGroup<Item, Value>,
): LoadGroup<Item, Value> => {
  const found = new Map<string, Found<Value>>();
  const underWay = new Map<string, Promise<unknown>>();
  const loader = new DataLoader<Ask<Item>, null>(
    async (asks) => {
      const [{ trace }] = asks as readonly [Ask<Item>];
      const items = asks.flatMap((ask) => ask.items);
      const values = await read(items, trace).catch(failure);
      const round = trace.round - 1;
      let index = 0;
      for (const { keys } of asks) {
        for (const key of keys) {
          const value = values instanceof Error ? values : (values[index] as Value | Error);
          found.set(key, { value, round });
          underWay.delete(key);
          index += 1;
        }
      }
      return asks.map(() => null);
    },
    { cache: false },
  );

  /** Asks for what is new; what is awaited is one promise for each ask that holds some of the items. */
  const flightsFor = (items: readonly Item[], keys: readonly string[], trace: Trace) => {
    const ask: Ask<Item> = { keys: [], items: [], trace };
    const flights = new Set<Promise<unknown>>();
    const own = Promise.withResolvers<unknown>();
    for (const [index, key] of keys.entries()) {
      if (found.has(key)) continue;
      const flight = underWay.get(key);
      if (flight !== undefined) {
        flights.add(flight);
        continue;
      }
      underWay.set(key, own.promise);
      ask.keys.push(key);
      ask.items.push(items[index] as Item);
    }
    if (ask.keys.length > 0) {
      own.resolve(loader.load(ask));
      flights.add(own.promise);
    }
    return flights;
  };

  return (items, trace) => {
    const keys = items.map(keyOf);
    const values = () =>
      keys.map((key) => {
        const { value, round } = found.get(key) as Found<Value>;
        waitedFor(trace, round);
        return value;
      });
    const flights = flightsFor(items, keys, trace);
    return flights.size === 0 ? values() : Promise.all(flights).then(values);
  };
};
