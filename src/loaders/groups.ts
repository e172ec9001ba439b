import DataLoader from 'dataloader';
import type { Trace } from '../upstream/client/trace.ts';
import { waitedFor } from '../upstream/client/trace.ts';
import { toError } from './refusals.ts';

/** Reads items together: a value or the reason why there is none for each, in their order. */
export type ReadGroup<Item, Value> = (
  items: readonly Item[],
  trace: Trace,
) => Promise<readonly (Value | Error)[]>;

/** Values in the order of what was asked for, at once where all of them are at hand. */
export type Loading<Value> = readonly (Value | Error)[] | Promise<readonly (Value | Error)[]>;

/** What was found for items. */
export type LoadGroup<Item, Value> = (items: readonly Item[], trace: Trace) => Loading<Value>;

/** The items of one ask that nobody has asked for before. */
interface Ask<Item, Value> {
  readonly items: Item[];
  readonly slots: Slot<Item, Value>[];
  readonly trace: Trace;
  /** Settles when all of them are known; null once they are. */
  flight: Promise<unknown> | null;
  /** The round of the last call that they took. */
  round: number;
}

/** Where the value of an item is put. */
interface Slot<Item, Value> {
  readonly ask: Ask<Item, Value>;
  value: Value | Error | null;
}

/**
 * Loads whole groups of items: asks of one tick are read together, and no item twice. There is one promise for each ask and
 * not for each item, because a level of a query asks for hundreds.
 */
export const createGroups = <Item, Value>(
  keyOf: (item: Item) => string,
  read: ReadGroup<Item, Value>,
): LoadGroup<Item, Value> => {
  const known = new Map<string, Slot<Item, Value>>();
  const loader = new DataLoader<Ask<Item, Value>, null>(
    async (asks) => {
      const [{ trace }] = asks as readonly [Ask<Item, Value>];
      const values = await read(
        asks.flatMap(({ items }) => items),
        trace,
      ).catch(toError);
      let index = 0;
      for (const ask of asks) {
        for (const slot of ask.slots) {
          slot.value = values instanceof Error ? values : (values[index] as Value | Error);
          index += 1;
        }
        ask.round = trace.round - 1;
        ask.flight = null;
      }
      return asks.map(() => null);
    },
    { cache: false },
  );
  return (items, trace) => {
    const ask: Ask<Item, Value> = { items: [], slots: [], trace, flight: null, round: 0 };
    const asks = new Set<Ask<Item, Value>>();
    const slots = items.map((item) => {
      const key = keyOf(item);
      const before = known.get(key);
      if (before !== undefined) {
        asks.add(before.ask);
        return before;
      }
      const slot = { ask, value: null };
      known.set(key, slot);
      ask.items.push(item);
      ask.slots.push(slot);
      return slot;
    });
    if (ask.items.length > 0) {
      asks.add(ask);
      ask.flight = loader.load(ask);
    }
    const values = () => {
      for (const { round } of asks) waitedFor(trace, round);
      return slots.map(({ value }) => value as Value | Error);
    };
    const flights = Array.from(asks, ({ flight }) => flight).filter((flight) => flight !== null);
    return flights.length === 0 ? values() : Promise.all(flights).then(values);
  };
};
