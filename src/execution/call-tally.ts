import type { ItemEndpoint, ListEndpoint } from '../loaders/read-endpoints.ts';
import { idListOf, readEndpointsOf } from '../loaders/read-endpoints.ts';
import { maxChunks } from '../loaders/slices.ts';
import { saturated } from './measure.ts';

/** The largest numbers of calls of an endpoint; `counted` are those that ask for a total, which have a rate window of their own. */
export interface MostCalls {
  usual: number;
  counted: number;
}

/** A number of rows, and the number of accounts that they are in, both at most. */
export interface Extent {
  readonly count: number;
  readonly accounts: number;
}

/** The rows of an entity that are read by id: their number, and the calls of its list and of its item endpoint. */
interface ById {
  ids: number;
  lists: number;
  items: number;
}

/** Rows whose answers may lack selected columns. `omitted` is the number of calls for rows that were read from a source. */
interface Completion {
  readonly entity: string;
  readonly omitted: (source: string, rows: number) => number;
  readonly rows: Extent;
}

/** The calls that an operation can make, as far as they are counted. */
export interface Tally {
  readonly calls: Map<string, MostCalls>;
  readonly byId: Map<string, ById>;
  /** Where rows are read from: names of endpoints, and of entities for rows that are read by id. */
  readonly sources: Set<string>;
  readonly completions: Completion[];
}

export const createTally = (): Tally => ({
  calls: new Map(),
  byId: new Map(),
  sources: new Set(),
  completions: [],
});

/** Adds calls of an endpoint. */
export const addCalls = (
  { calls }: Pick<Tally, 'calls'>,
  endpoint: string,
  number: number,
  what: keyof MostCalls = 'usual',
): void => {
  if (number <= 0) return;
  const most = calls.get(endpoint) ?? { usual: 0, counted: 0 };
  most[what] = saturated(most[what] + number);
  calls.set(endpoint, most);
};

/** Adds rows of an entity that are read by id. */
export const addRowsById = (
  { byId, sources }: Tally,
  entity: string,
  { count, accounts }: Extent,
): void => {
  const endpoints = readEndpointsOf({ name: entity });
  const list = idListOf(endpoints);
  const known = byId.get(entity) ?? { ids: 0, lists: 0, items: 0 };
  sources.add(entity);
  known.ids = saturated(known.ids + count);
  if (list === null) known.items = saturated(known.items + count);
  else {
    known.lists += listCalls(list, { count, accounts });
    // The last id of an account may be left alone, and is then read by the item endpoint.
    known.items += endpoints.item === null ? 0 : Math.min(count, accounts);
  }
  byId.set(entity, known);
};

/** The largest number of calls of a list for ids, those of a second call with other filters included. */
const listCalls = ({ size, fallback }: ListEndpoint, { count, accounts }: Extent): number =>
  maxChunks(count, accounts, size) * (fallback === null ? 1 : 2);

/** The largest number of calls of each endpoint, by its name. To be called once, when everything is added. */
export const totalCalls = (tally: Tally): ReadonlyMap<string, MostCalls> => {
  for (const [entity, { ids, lists, items }] of tally.byId) {
    const { list, item } = readEndpointsOf({ name: entity });
    if (item !== null) addCalls(tally, item.endpoint.name, items);
    if (list !== null && (ids > 1 || item === null)) addCalls(tally, list.endpoint.name, lists);
  }
  for (const completion of tally.completions) addCompletion(tally, completion);
  return tally.calls;
};

const addCompletion = (tally: Tally, completion: Completion): void => {
  const { entity, rows } = completion;
  const { list, item } = readEndpointsOf({ name: entity });
  for (const source of tally.sources) {
    if (!canLackColumns(tally, completion, { source, item })) continue;
    if (item !== null) addCalls(tally, item.endpoint.name, rows.count);
    if (list !== null) addCalls(tally, list.endpoint.name, listCalls(list, rows));
  }
};

const canLackColumns = (
  { byId }: Tally,
  { entity, omitted, rows }: Completion,
  { source, item }: { readonly source: string; readonly item: ItemEndpoint | null },
): boolean => {
  const isById = source === entity;
  const ids = isById ? (byId.get(source)?.ids ?? 0) : rows.count;
  // One id is read by the item endpoint and several by the list, whose answers lack different columns.
  const lacksInItem = omitted(source, 1) > 0 && (!isById || item !== null);
  return lacksInItem || (ids >= 2 && omitted(source, 2) > 0);
};
