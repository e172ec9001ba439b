import { maxCallsFor } from '../loaders/by-parent.ts';
import { MAX_PAGES } from '../loaders/page.ts';
import { readEndpointsOf } from '../loaders/read-endpoints.ts';
import { maxChunks } from '../loaders/slices.ts';
import type { Args, FieldCost, SelectedField, Selection, Variables } from '../resolvers/field.ts';
import { readsEntities } from '../resolvers/needs.ts';
import { ownNameOf } from '../resolvers/own-name.ts';
import { catalogue } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams } from '../upstream/catalogue/language/endpoint.ts';
import type { Extent, MostCalls, Tally } from './call-tally.ts';
import { addCalls, addRowsById, createTally, totalCalls } from './call-tally.ts';
import {
  argumentsOf,
  isConnection,
  isList,
  isOfAccounts,
  makesCalls,
  objectsOf,
} from './field-cost.ts';
import { saturated } from './measure.ts';
import { addReadBack } from './read-back-calls.ts';

/** The objects at one position of the answer, the parents of the fields selected there. Numbers are the largest possible. */
interface Parents extends Extent {
  /** For a connection, the endpoint that its page is read from; else ''. */
  readonly listedBy: string;
  /** For a connection, the rows in its `nodes` and `edges`; else null. */
  readonly held: Parents | null;
}

/** What is counted of a selection, and the variables to count with. */
interface Count extends Tally {
  readonly variables: Variables;
}

const endpointsByName: Readonly<Record<string, Endpoint | undefined>> = catalogue;

const root: Parents = { count: 1, accounts: 1, listedBy: '', held: null };

// A list in a row has no `first`. The examples in the documents of the API have a few items.
const itemsInRow = 20;
// The number of rows on a page of a list that takes no `count`.
const usualCount = 200;

/**
 * The largest number of calls of each endpoint that a selection can make, by the name of the endpoint. This holds if the API
 * answers as documented: full pages, no refusal because of one of many ids, and reference data on one page.
 *
 * For `{ account(id: "a") { campaigns(first: 20) { nodes { name lineItems(first: 10) { nodes { id } } } } } }` it is 1 call for
 * the campaigns, and 29 for the line items: one merged page, 8 for groups of campaigns, and 20 for campaigns alone
 * (`maxCallsFor`).
 */
export const mostCallsOf = (
  selection: Selection,
  variables: Variables,
): ReadonlyMap<string, MostCalls> => {
  const tally = { ...createTally(), variables };
  countSelection(tally, selection, root);
  return totalCalls(tally);
};

const countSelection = (tally: Count, selection: Selection, parents: Parents): void => {
  if (parents.count === 0) return;
  const omitted = selection.fields.flatMap(({ facts }) => facts.omitted ?? []);
  if (omitted.length > 0) {
    const most = (source: string, rows: number) =>
      Math.max(...omitted.map((calls) => calls(source, rows)));
    tally.completions.push({ entity: ownNameOf(selection.type), omitted: most, rows: parents });
  }
  for (const field of selection.fields) countField(tally, field, parents);
};

const countField = (tally: Count, field: SelectedField, parents: Parents): void => {
  const { facts } = field;
  if (facts.counts === true) addCalls(tally, parents.listedBy, parents.count, 'counted');
  if (facts.cost === undefined) {
    const inRow = { ...parents, count: saturated(parents.count * itemsInRow) };
    countBelow(tally, field, isList(field) ? (parents.held ?? inRow) : parents);
    return;
  }
  const args = argumentsOf(field, tally.variables);
  if (args === null) return;
  if (facts.cost.globalIds === undefined) {
    countAsk(tally, field, { cost: facts.cost, args, parents });
    return;
  }
  for (const [type, ids] of byType(facts.cost.globalIds(args, field))) {
    const selection = field.below.get(type);
    if (selection === undefined) continue;
    const accounts = type === 'Account' ? ids.size : new Set([...ids].map(accountIn)).size;
    const found = { count: ids.size, accounts, listedBy: '', held: null };
    if (readsEntities(field, selection)) addRowsById(tally, type, found);
    countSelection(tally, selection, found);
  }
};

const byType = (ids: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const id of ids) {
    const type = id.slice(0, Math.max(0, id.indexOf(':')));
    found.set(type, (found.get(type) ?? new Set()).add(id.toLowerCase()));
  }
  return found;
};

const accountIn = (id: string): string => id.slice(0, id.lastIndexOf(':'));

const countBelow = (tally: Count, { below }: SelectedField, parents: Parents): void => {
  for (const selection of below.values()) countSelection(tally, selection, parents);
};

/** A field with a cost, its arguments and its parents. */
interface Ask {
  readonly cost: FieldCost;
  readonly args: Args;
  readonly parents: Parents;
}

const countAsk = (tally: Count, field: SelectedField, ask: Ask): void => {
  const { cost, args, parents } = ask;
  const each = objectsOf(cost.objects, args);
  const count = saturated(parents.count * each);
  if (each > 0 && makesCalls(field, cost)) {
    if (cost.idsFrom !== undefined) askById(tally, field, ask);
    else askEndpoint(tally, ask, each);
  }
  const accounts = isOfAccounts(field) && cost.by !== 'account' ? count : parents.accounts;
  const rows = { count, accounts, listedBy: '', held: null };
  const below = isConnection(field, cost) ? { ...parents, listedBy: cost.asks, held: rows } : rows;
  countBelow(tally, field, below);
};

const askById = (tally: Count, field: SelectedField, { cost, args, parents }: Ask): void => {
  const itself = cost.itself?.(args) ?? null;
  if (itself !== null) {
    addCalls(tally, itself, parents.count);
    tally.sources.add(itself);
    return;
  }
  const asked = cost.by === 'account' ? { ...parents, count: parents.accounts } : parents;
  // The types that are selected below a link are those that it can lead to.
  for (const [type, selection] of field.below) {
    if (!readsEntities(field, selection)) continue;
    addRowsById(tally, type, asked);
    if (cost.authorIn === undefined) continue;
    // Each may have an author of its own, whose posts are a list of their own.
    addRowsById(tally, type, { ...asked, accounts: asked.count });
    if (cost.authorIn !== 'parent') addRowsById(tally, cost.authorIn, asked);
  }
};

const askEndpoint = (tally: Count, { cost, args, parents }: Ask, each: number): void => {
  const endpoint = endpointsByName[cost.asks];
  if (endpoint === undefined) throw new TypeError(`the catalogue has no endpoint ${cost.asks}`);
  tally.sources.add(endpoint.name);
  addCalls(tally, endpoint.name, callsOf(endpoint, { cost, args, parents }, each));
  addReadBack(tally, endpoint, args);
  const { list } = readEndpointsOf({ name: endpoint.returns.of?.name ?? '' });
  if (endpoint.isIgnoredAtTimes && list !== null) addCalls(tally, list.endpoint.name, 1);
  if (endpoint.auth !== 'bearer' && endpoint.ends !== 'bearer') return;
  // A bearer token that was invalidated elsewhere is refused, and then another token is requested.
  addCalls(tally, catalogue.createBearerToken.name, 2);
  if (endpoint.auth === 'bearer') addCalls(tally, endpoint.name, 1);
};

const callsOf = (endpoint: Endpoint, { cost, args, parents }: Ask, each: number): number => {
  if (cost.by === 'everyone') return 1;
  const asked = cost.by === 'account' ? parents.accounts : parents.count;
  const follows = typeof args['after'] === 'string';
  const pages = follows
    ? MAX_PAGES
    : 'cursor' in endpoint.params && countParam(endpoint) === null
      ? Math.ceil(each / usualCount)
      : 1;
  const isShared = cost.parentsPerCall > 1 && cost.by === 'parent' && !follows;
  if (!isShared) return saturated(asked * pages);
  if ('cursor' in endpoint.params) {
    return saturated(maxCallsFor(asked, parents.accounts, cost.parentsPerCall));
  }
  const keys = saturated(asked * (typeof cost.objects === 'object' ? each : 1));
  const chunks = maxChunks(keys, parents.accounts, cost.parentsPerCall);
  const ways = waysToAsk(endpoint, args);
  // A prefetched call asks in the usual way, and the row, once it is read, may require another way.
  return ways === 1 ? chunks : chunks + Math.min(keys, chunks * ways);
};

/** The number of ways to ask a list by keys that also requires a kind of rows: one for each kind, unless arguments give it. */
const waysToAsk = ({ params }: Endpoint, args: Args): number =>
  requiredParams(params).reduce((ways, name) => {
    const param = params[name];
    return param?.kind === 'choice' && Object.keys(args).length === 0
      ? ways * param.all.length
      : ways;
  }, 1);
