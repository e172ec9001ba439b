import { maxCallsFor } from '../../loaders/by-parent.ts';
import { MAX_PAGES } from '../../loaders/page.ts';
import { maxChunks } from '../../loaders/page-query.ts';
import type { ListEndpoint } from '../../loaders/read-endpoints.ts';
import { givenKeyOf, idListOf, readBackOf, readEndpointsOf } from '../../loaders/read-endpoints.ts';
import { filterPages } from '../../loaders/where.ts';
import type { Args, FieldFacts, Selection } from '../../resolvers/field.ts';
import { readsEntities } from '../../resolvers/reads/needs.ts';
import { ownNameOf } from '../../resolvers/selection.ts';
import { MAX_READ_BACK_PAGES } from '../../resolvers/writes/confirm-rows.ts';
import { catalogue } from '../../upstream/catalogue/index.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams } from '../../upstream/catalogue/language/endpoint.ts';
import { listIn } from '../../upstream/catalogue/language/values.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { saturated } from '../plan/measure.ts';
import { type CostedField, type Extent, isFiltered, type Parents, timesOf } from './field-cost.ts';

/** The most calls of an endpoint. Calls that request a total have an own rate window. */
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
const addCalls = (
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

const endpointsByName: Readonly<Record<string, Endpoint | undefined>> = catalogue;

// The number of rows on a page of a list that takes no `count`.
const defaultCount = 200;

/** Adds the calls of fields without a cost: for columns that responses lack, and for totals. */
export const addBesideRows = (
  tally: Tally,
  { type, fields }: Selection,
  { most, held }: Parents,
): void => {
  if (most === null) return;
  const omitted = fields.flatMap(({ facts }) => facts.omitted ?? []);
  if (omitted.length > 0) {
    tally.completions.push({ entity: ownNameOf(type), omitted, rows: most });
  }
  for (const { facts } of fields) {
    if (facts.counts !== true || held === null || !held.isCounted) continue;
    addCalls(tally, held.from, most.count, 'counted');
  }
};

/** Adds the largest number of calls of each endpoint that a field can make for all its parents. */
export const addMostCalls = (tally: Tally, costed: CostedField): void => {
  const { cost, parents } = costed;
  if (parents.most === null) return;
  if (cost.idsFrom === undefined) addEndpointCalls(tally, costed, parents.most);
  else addRowCalls(tally, costed, parents.most);
};

const addRowCalls = (tally: Tally, { field, cost, args }: CostedField, parents: Extent): void => {
  const itself = cost.itself?.(args) ?? null;
  if (itself !== null) {
    addCalls(tally, itself, parents.count);
    tally.sources.add(itself);
    return;
  }
  const costed = cost.by === 'account' ? { ...parents, count: parents.accounts } : parents;
  // The types that are selected below a link are those that it can lead to.
  for (const [type, selection] of field.below) {
    if (!readsEntities(field, selection)) continue;
    addRowsById(tally, type, costed);
    if (cost.authorIn === undefined) continue;
    // Each row may have a different author, whose posts are a separate list.
    addRowsById(tally, type, { ...costed, accounts: costed.count });
    if (cost.authorIn !== 'parent') addRowsById(tally, cost.authorIn, costed);
  }
};

const addEndpointCalls = (tally: Tally, costed: CostedField, parents: Extent): void => {
  const { field, cost, args } = costed;
  const endpoint = endpointsByName[cost.asks];
  if (endpoint === undefined) throw new TypeError(`the catalogue has no endpoint ${cost.asks}`);
  tally.sources.add(endpoint.name);
  const { most } = timesOf(cost, args, field);
  addCalls(
    tally,
    endpoint.name,
    saturated(most * callsOf(endpoint, costed, { ...tally, parents })),
  );
  const entitiesById = most > 0 ? (cost.alsoReads?.(args, field) ?? []) : [];
  for (const entity of entitiesById) {
    const { accounts } = parents;
    addRowsById(tally, entity, entity === 'Account' ? { count: accounts, accounts } : parents);
  }
  for (const { endpoint: other, once, each } of cost.mayAsk ?? []) {
    addCalls(tally, other, saturated(once + parents.count * each));
  }
  for (const [other, calls] of Object.entries(cost.alsoAsks?.(args) ?? {})) {
    addCalls(tally, other, calls);
  }
  addReadBack(tally, endpoint, args);
  const { list } = readEndpointsOf({ name: endpoint.returns.of?.name ?? '' });
  if (endpoint.quirks.isIgnoredAtTimes && list !== null) addCalls(tally, list.endpoint.name, 1);
  if (endpoint.auth !== 'bearer' && endpoint.quirks.ends !== 'bearer') return;
  // If a bearer token was invalidated elsewhere, it is refused, and another is requested.
  addCalls(tally, catalogue.createBearerToken.name, 2);
  if (endpoint.auth === 'bearer') addCalls(tally, endpoint.name, 1);
};

const pagesOf = (endpoint: Endpoint, rows: number): number =>
  'cursor' in endpoint.params && countParam(endpoint) === null ? Math.ceil(rows / defaultCount) : 1;

const callsOf = (
  endpoint: Endpoint,
  { cost, args, each }: CostedField,
  { parents, filterRows }: Pick<Tally, 'filterRows'> & { readonly parents: Extent },
): number => {
  if (cost.by === 'everyone') return 1;
  const { count, accounts } = parents;
  const costed = cost.by === 'account' ? accounts : count;
  const follows = typeof args['after'] === 'string';
  const filtered = isFiltered(args) ? filterPages(endpoint, filterRows).pages : 0;
  const pages = Math.max(filtered, follows ? MAX_PAGES : pagesOf(endpoint, each));
  const isShared = cost.parentsPerCall > 1 && cost.by === 'parent' && !follows;
  if (!isShared) return saturated(costed * pages);
  if ('cursor' in endpoint.params) {
    return saturated(maxCallsFor({ parents: costed, accounts, size: cost.parentsPerCall, pages }));
  }
  const keys = saturated(costed * (typeof cost.objects === 'object' ? each : 1));
  const chunks = maxChunks(keys, accounts, cost.parentsPerCall);
  const requests = requestsFor(endpoint, args);
  // A prefetched call has the usual filters. The row, once it is read, may require others.
  return requests === 1 ? chunks : chunks + Math.min(keys, chunks * requests);
};

/** The calls for a list by keys and kinds: one for each kind that no argument chooses. */
const requestsFor = ({ params }: Endpoint, args: Args): number =>
  requiredParams(params).reduce((requests, name) => {
    const param = params[name];
    return param?.kind === 'choice' && Object.keys(args).length === 0
      ? requests * param.all.length
      : requests;
  }, 1);

/**
 * Adds the largest number of calls that read a keyed write back, in case it was sent before with an
 * unknown outcome: 10 pages of campaigns for `createCampaign`, 1 campaign for `updateCampaign`.
 */
const addReadBack = (tally: Tally, write: Endpoint, { input }: Args): void => {
  const args = (input ?? {}) as Args;
  const { method, returns } = write;
  const entity = returns.of;
  if ((args['idempotencyKey'] ?? null) === null) return;
  const { list, item } = readBackOf(write);
  const addReads = (endpoint: Endpoint | null, calls: number): void => {
    if (endpoint === null || calls === 0) return;
    tally.sources.add(endpoint.name);
    addCalls(tally, endpoint.name, calls);
  };
  if (returns.as === 'texts') addReads(list, 1);
  if (entity === null || (entity.key === null && method !== 'PUT')) return;
  const { created, changed } = changesOf(write, args);
  // One list of rows serves all creations.
  addReads(list, created > 0 ? MAX_READ_BACK_PAGES : 0);
  const byId = readEndpointsOf(entity);
  if (item !== null) addReads(item, changed);
  else if (byId.list === null && byId.item === null) addReads(list, changed * MAX_READ_BACK_PAGES);
  else if (changed > 0) addRowsById(tally, entity.name, { count: changed, accounts: 1 });
};

/** The number of rows that a write creates, and of rows that it changes or deletes. */
const changesOf = (write: Endpoint, args: Args) => {
  const { method, operations } = write;
  if (operations === null) {
    return method === 'POST' && givenKeyOf(write) === null
      ? { created: 1, changed: 0 }
      : { created: 0, changed: 1 };
  }
  const items = listIn(args['operations']) as readonly Args[];
  const created = items.filter((one) => 'create' in one).length;
  return { created, changed: items.length - created };
};
