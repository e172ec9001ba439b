import DataLoader from 'dataloader';
import {
  addSharer,
  type Sharers,
  sharersOf,
  type Trace,
  waitedFor,
} from '../upstream/client/trace.ts';
import { toError } from './refusals.ts';

/**
 * Reads items together. The result has a value or an Error for each item, in the order of the
 * items.
 */
type ReadGroup<Item, Value> = (
  items: readonly Item[],
  trace: Trace,
) => Promise<readonly (Value | Error)[]>;

/** The values of items, in the order of the items; without a promise if all of them are known. */
export type Loading<Value> = readonly (Value | Error)[] | Promise<readonly (Value | Error)[]>;

/** Loads items: like `ReadGroup`, but each item is read once for a request. */
export type LoadGroup<Item, Value> = (items: readonly Item[], trace: Trace) => Loading<Value>;

/** The items of one call to a loader that no earlier call asked for. */
interface GroupAsk<Item, Value> {
  readonly items: Item[];
  readonly slots: Slot<Item, Value>[];
  readonly trace: Trace;
  /** The fields that asked for any of them, also later. */
  readonly sharers: Sharers;
  /** Resolves when all of them are known; null from then on. */
  flight: Promise<unknown> | null;
  /** The round of the last upstream call for them. */
  round: number;
}

/** Holds the value of one item; null until it is known. */
interface Slot<Item, Value> {
  readonly ask: GroupAsk<Item, Value>;
  value: Value | Error | null;
}

const newAsk = <Item, Value>(trace: Trace): GroupAsk<Item, Value> => ({
  items: [],
  slots: [],
  trace,
  sharers: [],
  flight: null,
  round: 0,
});

/**
 * Creates a loader that reads each item once, and reads the items of all asks of one tick together.
 * For example, two fields that ask for the rows [1, 2] and [2, 3] in the same tick are one `read`
 * of [1, 2, 3].
 *
 * There is one promise for an ask and not one for each item, because a level of a query can ask for
 * hundreds of items.
 */
export const createGroups = <Item, Value>(
  keyOf: (item: Item) => string,
  read: ReadGroup<Item, Value>,
): LoadGroup<Item, Value> => {
  const known = new Map<string, Slot<Item, Value>>();
  const loader = new DataLoader<GroupAsk<Item, Value>, null>(
    async (asks) => {
      const [first] = asks as readonly [GroupAsk<Item, Value>];
      const trace = { ...first.trace, sharers: asks.map(({ sharers }) => sharers) };
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
    const ask = newAsk<Item, Value>(trace);
    const asks: GroupAsk<Item, Value>[] = [];
    const slots = items.map((item) => {
      const key = keyOf(item);
      const before = known.get(key);
      if (before !== undefined) {
        if (!asks.includes(before.ask)) asks.push(before.ask);
        return before;
      }
      const slot = { ask, value: null };
      known.set(key, slot);
      ask.items.push(item);
      ask.slots.push(slot);
      return slot;
    });
    if (ask.items.length > 0) {
      asks.push(ask);
      ask.flight = loader.load(ask);
    }
    for (const { sharers } of asks) addSharer(sharers, sharersOf(trace));
    const values = () => {
      for (const { round } of asks) waitedFor(trace, round);
      return slots.map(({ value }) => value as Value | Error);
    };
    const flights: Promise<unknown>[] = [];
    for (const { flight } of asks) if (flight !== null) flights.push(flight);
    const [first] = flights;
    if (first === undefined) return values();
    return (flights.length === 1 ? first : Promise.all(flights)).then(values);
  };
};
