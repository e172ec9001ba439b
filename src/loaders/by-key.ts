import DataLoader from 'dataloader';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { lowerId, sameId } from '../upstream/catalogue/language/identifiers.ts';
import { reportAnomaly } from '../upstream/client/anomalies.ts';
import { idOf, isLater, lowerIdOf, type Row } from '../upstream/client/row.ts';
import type { Sharers, Trace } from '../upstream/client/trace.ts';
import { addSharer, noField, sharersOf, waitedFor } from '../upstream/client/trace.ts';
import { forEachConcurrently, inChunks } from './page-query.ts';
import type { ItemEndpoint, ListEndpoint, ReadEndpoints } from './read-endpoints.ts';
import { type Input, type Reading, readUpstream } from './reads.ts';
import { blamesAnId, isNotFound, toError } from './refusals.ts';

/** The values of keys, in the order of the keys; no promise if all of them are cached. */
export type KeyValues<Value> = readonly (Value | Error)[] | Promise<readonly (Value | Error)[]>;

/** Loads keys. Returns a value or an Error for each, in their order. */
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
  read: LoadKeys<Key, Value>,
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

/** The largest number of concurrent calls for single rows. */
const MAX_CONCURRENT = 8;

/** A value or an Error for each id. */
export type ByIds<T> = ReadonlyMap<string, T | Error>;

/** Reads ids together. If the API refuses an id in `param`, reads each half, and so on. */
export const inHalves = async <T>(
  ids: readonly string[],
  param: string,
  read: (ids: readonly string[]) => Promise<ByIds<T>>,
): Promise<ByIds<T>> => {
  try {
    return await read(ids);
  } catch (error) {
    if (ids.length === 1 || !blamesAnId(error, param)) {
      return new Map(ids.map((id) => [id, toError(error)]));
    }
    const halves = inChunks(ids, Math.ceil(ids.length / 2));
    return joined(await Promise.all(halves.map((half) => inHalves(half, param, read))));
  }
};

/** The results of several calls, in their order. If an id is in two calls, the later one counts. */
export const joined = <T>(maps: readonly ByIds<T>[]): ByIds<T> => {
  const [only] = maps;
  return only !== undefined && maps.length === 1
    ? only
    : new Map(maps.flatMap((found) => [...found]));
};

/** The rows of a call, by the id in lower case and in the order of the ids; null if the API has none. */
export type RowsById = ByIds<Row | null>;

/** An entity in an account. Its ids share calls. */
export interface EntityScope extends Reading {
  readonly readEndpoints: ReadEndpoints;
  readonly entity: Entity;
  readonly accountId: string | null;
  readonly path: Input;
  /** Filters beside the ids. */
  readonly filters: Input;
}

const noRows = (ids: readonly string[]): Map<string, Row | Error | null> =>
  new Map(ids.map((id) => [lowerId(id), null]));

/** Reads rows with one call for each. If a call fails, its id has the Error. */
export const readOneByOne = async (
  scope: EntityScope,
  ids: readonly string[],
): Promise<RowsById> => {
  const { item } = scope.readEndpoints;
  if (item === null) throw new TypeError(`the API has no way to read ${scope.entity.name} by id`);
  const found = noRows(ids);
  await forEachConcurrently(ids, MAX_CONCURRENT, async (id) => {
    found.set(lowerId(id), await readItem(scope, item, id));
  });
  return found;
};

const readItem = async (
  { reads, trace, path }: EntityScope,
  item: ItemEndpoint,
  id: string,
): Promise<Row | Error | null> => {
  try {
    const input = { ...path, [item.id]: id, ...item.flags };
    const { rows } = await reads.call(item.endpoint, input, trace);
    return rows.find((row) => sameId(idOf(row), id)) ?? null;
  } catch (error) {
    return isNotFound(error) ? null : toError(error);
  }
};

/** Ids for one call. */
export interface Chunk {
  readonly ids: readonly string[];
  /** Filters beside the ids. */
  readonly filters: Input;
}

/** Reads the rows of a chunk with one call, or in halves if the API refuses one of the ids. */
export const readTogether = (
  scope: EntityScope,
  list: ListEndpoint,
  { ids: all, filters }: Chunk,
): Promise<RowsById> =>
  inHalves(all, list.ids, async (ids) => {
    const found = noRows(ids);
    try {
      await readList(scope, list, { ids, filters, found });
    } catch (error) {
      if (ids.length > 1 && blamesAnId(error, list.ids)) throw error;
      if (isNotFound(error)) return found;
      // An earlier page may have contained some of them.
      for (const [id, row] of found) if (row === null) found.set(id, toError(error));
    }
    return found;
  });

// The response leaves out unknown ids and has an order of its own, so rows are matched by id, never
// by position.
const readList = async (
  scope: EntityScope,
  list: ListEndpoint,
  { ids, filters, found }: Chunk & { readonly found: ReturnType<typeof noRows> },
): Promise<void> => {
  const { endpoint } = list;
  const input = {
    ...scope.path,
    ...filters,
    [list.ids]: ids,
    ...list.flags,
    ...('count' in endpoint.params && { count: ids.length }),
  };
  const isOpen = (id: string): boolean => found.get(lowerId(id)) === null;
  let flaw: Error | undefined;
  await readUpstream(scope, { endpoint, input }, ({ rows, flaws, next }) => {
    flaw ??= flaws[0];
    for (const row of rows) {
      const id = lowerIdOf(row);
      const known = found.get(id);
      if (known === undefined) reportAnomaly('row_not_asked_for');
      else if (known === null || known instanceof Error || isLater(row, known)) found.set(id, row);
    }
    return next !== null && !ids.some(isOpen);
  });
  if (flaw === undefined) return;
  // Some of the response could not be read, so each id without a row may be in that part.
  for (const id of ids) if (isOpen(id)) found.set(lowerId(id), flaw);
};
