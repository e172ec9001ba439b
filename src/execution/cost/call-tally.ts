import { maxChunks } from '../../loaders/page-query.ts';
import { idListOf, type ListEndpoint, readEndpointsOf } from '../../loaders/read-endpoints.ts';
import type { FieldFacts } from '../../resolvers/field.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { saturated } from '../plan/measure.ts';
import type { Extent } from './field-cost.ts';

/**
 * The largest numbers of calls of an endpoint. `counted` are the calls that request a total, which
 * have a rate window of their own.
 */
export interface MostCalls {
  standard: number;
  counted: number;
}

/** The rows of an entity that are read by id, and the calls of its list and item endpoint. */
interface ById {
  ids: number;
  lists: number;
  items: number;
}

/** Rows whose responses may lack selected columns. */
interface Completion {
  readonly entity: string;
  /** The calls for each such column, for rows that were read from a source. */
  readonly omitted: readonly NonNullable<FieldFacts['omitted']>[];
  readonly rows: Extent;
}

/** The calls that an operation can make, as far as they are counted. */
export interface Tally {
  readonly calls: Map<string, MostCalls>;
  readonly byId: Map<string, ById>;
  /** The sources of rows: an endpoint, or an entity for rows that are read by id. */
  readonly sources: Set<string>;
  readonly completions: Completion[];
  /** LIMIT_FILTER_ROWS. */
  readonly filterRows: number;
}

export const createTally = (filterRows: number): Tally => ({
  filterRows,
  calls: new Map(),
  byId: new Map(),
  sources: new Set(),
  completions: [],
});

/** Adds calls of an endpoint. */
export const addCalls = (
  { calls }: Tally,
  endpoint: string,
  number: number,
  what: keyof MostCalls = 'standard',
): void => {
  if (number <= 0) return;
  const most = getOrMake(calls, endpoint, () => ({ standard: 0, counted: 0 }));
  most[what] = saturated(most[what] + number);
};

/** Adds rows of an entity that are read by id. */
export const addRowsById = (
  { byId, sources }: Tally,
  entity: string,
  { count, accounts }: Extent,
): void => {
  const endpoints = readEndpointsOf({ name: entity });
  const list = idListOf(endpoints);
  const known = getOrMake(byId, entity, () => ({ ids: 0, lists: 0, items: 0 }));
  sources.add(entity);
  known.ids = saturated(known.ids + count);
  if (list === null) known.items = saturated(known.items + count);
  else {
    known.lists += listCalls(list, { count, accounts });
    // The last id of an account may be alone in its call, which then goes to the item endpoint.
    known.items += endpoints.item === null ? 0 : Math.min(count, accounts);
  }
};

/** The largest number of calls of a list for ids, second calls with other filters included. */
const listCalls = ({ size, fallback }: ListEndpoint, { count, accounts }: Extent): number =>
  maxChunks(count, accounts, size) * (fallback === null ? 1 : 2);

/** The largest number of calls of each endpoint. Call it once, when everything is added. */
export const totalCalls = (tally: Tally): ReadonlyMap<string, MostCalls> => {
  for (const [entity, { ids, lists, items }] of tally.byId) {
    const { list, item } = readEndpointsOf({ name: entity });
    if (item !== null) addCalls(tally, item.endpoint.name, items);
    if (list !== null && (ids > 1 || item === null)) addCalls(tally, list.endpoint.name, lists);
  }
  for (const completion of tally.completions) addCompletion(tally, completion);
  return tally.calls;
};

const addCompletion = (tally: Tally, { entity, omitted, rows }: Completion): void => {
  const { list, item } = readEndpointsOf({ name: entity });
  const lacks = (source: string, count: number) =>
    omitted.some((callsFor) => callsFor(source, count) > 0);
  for (const source of tally.sources) {
    const isById = source === entity;
    const count = isById ? (tally.byId.get(source)?.ids ?? 0) : rows.count;
    // One id is read by the item endpoint, several by the list. Responses lack different columns.
    const lacksOne = (!isById || item !== null) && lacks(source, 1);
    if (!lacksOne && (count < 2 || !lacks(source, 2))) continue;
    if (item !== null) addCalls(tally, item.endpoint.name, rows.count);
    if (list !== null) addCalls(tally, list.endpoint.name, listCalls(list, rows));
  }
};
