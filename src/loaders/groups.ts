import DataLoader from 'dataloader';
import type { Trace } from '../upstream/trace.ts';
import { waitedFor } from '../upstream/trace.ts';
import { failure } from './refusals.ts';

/** Reads items together: a value or the reason why there is none for each, in their order. */
export type ReadGroup<Item, Value> = (
  items: readonly Item[],
  trace: Trace,
) => Promise<readonly (Value | Error)[]>;

/** What was found for items, in their order: at once where all of them are at hand. */
export type LoadGroup<Item, Value> = (
  items: readonly Item[],
  trace: Trace,
) => readonly (Value | Error)[] | Promise<readonly (Value | Error)[]>;

/** The items of one ask that noField has asked for before. */
interface Ask<Item> {
  readonly items: ReadonlyMap<string, Item>;
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
      const [first] = asks as readonly [Ask<Item>];
      const wanted = new Map(asks.flatMap(({ items }) => [...items]));
      const values = await read([...wanted.values()], first.trace).catch(failure);
      const round = first.trace.round - 1;
      for (const [index, key] of [...wanted.keys()].entries()) {
        const value = values instanceof Error ? values : (values[index] as Value | Error);
        found.set(key, { value, round });
        underWay.delete(key);
      }
      return asks.map(() => null);
    },
    { cache: false },
  );

  const ask = (items: ReadonlyMap<string, Item>, trace: Trace): Promise<unknown> => {
    const flight = loader.load({ items, trace });
    for (const key of items.keys()) underWay.set(key, flight);
    return flight;
  };

  return (items, trace) => {
    const keys = items.map(keyOf);
    const wanted = new Map<string, Item>();
    const flights = new Set<Promise<unknown>>();
    for (const [index, key] of keys.entries()) {
      if (found.has(key)) continue;
      const flight = underWay.get(key);
      if (flight === undefined) wanted.set(key, items[index] as Item);
      else flights.add(flight);
    }
    if (wanted.size > 0) flights.add(ask(wanted, trace));
    const values = () =>
      keys.map((key) => {
        const { value, round } = found.get(key) as Found<Value>;
        waitedFor(trace, round);
        return value;
      });
    return flights.size === 0 ? values() : Promise.all(flights).then(values);
  };
};
