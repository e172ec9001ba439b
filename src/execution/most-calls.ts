import { getNamedType, getNullableType, isListType } from 'graphql';
import { mostCallsFor } from '../loaders/by-parent.ts';
import { MOST_PAGES } from '../loaders/page.ts';
import { readEndpointsOf } from '../loaders/read-endpoints.ts';
import type { Args, FieldCost, SelectedField, Selection, Variables } from '../resolvers/field.ts';
import { ownNameOf } from '../resolvers/own-name.ts';
import { catalogue } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams } from '../upstream/catalogue/language/endpoint.ts';
import { argumentsOf, isAsked, objectsOf, readsRow } from './cost.ts';
import { saturated } from './measure.ts';

/** The calls of an endpoint at the most; `counted` are those that ask for a total. */
export interface MostCalls {
  usual: number;
  counted: number;
}

/** The objects that fields hang on, at the most. */
interface Parents {
  readonly count: number;
  readonly accounts: number;
  /** The endpoint that was asked for a page of a list; '' elsewhere. */
  readonly listedBy: string;
  /** The rows that a connection holds for its `nodes` and `edges`. */
  readonly held: Parents | null;
}

/** What is read of an entity by id: how many ids, and the calls that its list and its item endpoint can take for them. */
interface ById {
  ids: number;
  lists: number;
  items: number;
}

interface Tally {
  readonly variables: Variables;
  readonly calls: Map<string, MostCalls>;
  readonly byId: Map<string, ById>;
  /** What was asked for rows: endpoints, and entities that are read by id. */
  readonly sources: Set<string>;
  /** The rows whose answers may lack selected columns. */
  readonly completions: {
    readonly entity: string;
    readonly omitted: (asked: string, rows: number) => number;
    readonly parents: Parents;
  }[];
}

const endpointsByName: Readonly<Record<string, Endpoint | undefined>> = catalogue;

const root: Parents = { count: 1, accounts: 1, listedBy: '', held: null };

// The lists in a row have no `first`; the documents' own examples hold a handful.
const itemsInRow = 20;
// Where a list takes no `count`, this is how many rows the API puts on a page.
const usualCount = 200;

/**
 * The most calls of each endpoint that a selection can make, as long as the API answers as documented: full pages, no refusal
 * that blames one id of many, reference data and whole lists of an account on one page.
 */
export const mostCallsOf = (
  selection: Selection,
  variables: Variables,
): ReadonlyMap<string, MostCalls> => {
  const tally: Tally = {
    variables,
    calls: new Map(),
    byId: new Map(),
    sources: new Set(),
    completions: [],
  };
  countSelection(tally, selection, root);
  for (const [entity, ids] of tally.byId) countById(tally, entity, ids);
  for (const completion of tally.completions) countCompletion(tally, completion);
  return tally.calls;
};

const add = (
  { calls }: Tally,
  endpoint: string,
  number: number,
  what: keyof MostCalls = 'usual',
) => {
  if (number <= 0) return;
  const most = calls.get(endpoint) ?? { usual: 0, counted: 0 };
  most[what] = saturated(most[what] + number);
  calls.set(endpoint, most);
};

const countSelection = (tally: Tally, selection: Selection, parents: Parents): void => {
  if (parents.count === 0) return;
  const omitted = selection.fields.flatMap(({ facts }) => facts.omitted ?? []);
  if (omitted.length > 0) {
    const some = (asked: string, rows: number) =>
      Math.max(...omitted.map((calls) => calls(asked, rows)));
    tally.completions.push({ entity: ownNameOf(selection.type), omitted: some, parents });
  }
  for (const field of selection.fields) countField(tally, field, parents);
};

const countField = (tally: Tally, field: SelectedField, parents: Parents): void => {
  const { facts, definition } = field;
  if (facts.counts === true) add(tally, parents.listedBy, parents.count, 'counted');
  const isList = isListType(getNullableType(definition.type));
  if (facts.cost === undefined) {
    const inRow = { ...parents, count: saturated(parents.count * (isList ? itemsInRow : 1)) };
    countBelow(tally, field, isList ? (parents.held ?? inRow) : parents);
    return;
  }
  const args = argumentsOf(field, tally.variables);
  if (args === null) return;
  if (facts.cost.globalIds === undefined) {
    countAsk(tally, field, { cost: facts.cost, args, parents, isList });
    return;
  }
  for (const [type, ids] of byType(facts.cost.globalIds(args, field))) {
    const selection = field.below.get(type);
    if (selection === undefined) continue;
    const accounts = type === 'Account' ? ids.size : new Set([...ids].map(accountIn)).size;
    const found = { count: ids.size, accounts, listedBy: '', held: null };
    if (readsRow(selection)) ask(tally, type, found);
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

const countBelow = (tally: Tally, { below }: SelectedField, parents: Parents): void => {
  for (const selection of below.values()) countSelection(tally, selection, parents);
};

/** A field that asks upstream, in its place. */
interface Ask {
  readonly cost: FieldCost;
  readonly args: Args;
  readonly parents: Parents;
  readonly isList: boolean;
}

const countAsk = (tally: Tally, field: SelectedField, asking: Ask): void => {
  const { cost, args, parents, isList } = asking;
  const each = objectsOf(cost.objects, args);
  const count = saturated(parents.count * each);
  if (each > 0 && isAsked(field, cost)) {
    if (cost.onlyForRow === true) askById(tally, field, asking);
    else askEndpoint(tally, asking, each);
  }
  const named = ownNameOf(getNamedType(field.definition.type));
  const isAccounts = named === 'Account' || named === 'AccountConnection';
  const accounts = isAccounts && cost.by !== 'account' ? count : parents.accounts;
  const rows = { count, accounts, listedBy: '', held: null };
  const isConnection = !isList && typeof cost.objects === 'object';
  countBelow(tally, field, isConnection ? { ...parents, listedBy: cost.asks, held: rows } : rows);
};

const askById = (tally: Tally, { below }: SelectedField, { cost, args, parents }: Ask): void => {
  const itself = cost.itself?.(args) ?? null;
  if (itself !== null) {
    add(tally, itself, parents.count);
    tally.sources.add(itself);
    return;
  }
  const asked = cost.by === 'account' ? { ...parents, count: parents.accounts } : parents;
  // What a link can lead to stands in the types that are selected of it.
  for (const [type, selection] of below) if (readsRow(selection)) ask(tally, type, asked);
};

/** Asks for entities by id. */
const ask = ({ byId, sources }: Tally, entity: string, { count, accounts }: Parents): void => {
  const { list, item } = readEndpointsOf({ name: entity });
  const known = byId.get(entity) ?? { ids: 0, lists: 0, items: 0 };
  sources.add(entity);
  known.ids = saturated(known.ids + count);
  if (list === null || list.needs.length > 0) known.items = saturated(known.items + count);
  else {
    const chunks = Math.min(count, accounts + Math.floor(count / list.size));
    known.lists += chunks * (list.elsewhere === null ? 1 : 2);
    // One id that is left of an account's is asked for alone.
    known.items += item === null ? 0 : Math.min(count, accounts);
  }
  byId.set(entity, known);
};

const countById = (tally: Tally, entity: string, { ids, lists, items }: ById): void => {
  const { list, item } = readEndpointsOf({ name: entity });
  if (item !== null) add(tally, item.endpoint.name, items);
  if (list !== null && (ids > 1 || item === null)) add(tally, list.endpoint.name, lists);
};

const askEndpoint = (tally: Tally, { cost, args, parents }: Ask, each: number): void => {
  const endpoint = endpointsByName[cost.asks];
  if (endpoint === undefined) throw new TypeError(`the catalogue has no endpoint ${cost.asks}`);
  tally.sources.add(endpoint.name);
  add(tally, endpoint.name, callsOf(endpoint, { cost, args, parents }, each));
  const { list } = readEndpointsOf({ name: endpoint.returns.of?.name ?? '' });
  if (endpoint.isIgnoredAtTimes && list !== null) add(tally, list.endpoint.name, 1);
  if (endpoint.auth !== 'bearer' && endpoint.ends !== 'bearer') return;
  // A token that was ended elsewhere is found out by its refusal, and another one is asked for.
  add(tally, catalogue.createBearerToken.name, 2);
  if (endpoint.auth === 'bearer') add(tally, endpoint.name, 1);
};

const callsOf = (
  endpoint: Endpoint,
  { cost, args, parents }: Omit<Ask, 'isList'>,
  each: number,
): number => {
  if (cost.by === 'everyone') return 1;
  const asked = cost.by === 'account' ? parents.accounts : parents.count;
  const follows = typeof args['after'] === 'string';
  const pages = follows
    ? MOST_PAGES
    : 'cursor' in endpoint.params && countParam(endpoint) === null
      ? Math.ceil(each / usualCount)
      : 1;
  const isShared = cost.parentsPerCall > 1 && cost.by === 'parent' && !follows;
  if (!isShared) return saturated(asked * pages);
  if ('cursor' in endpoint.params) {
    return saturated(mostCallsFor(asked, parents.accounts, cost.parentsPerCall));
  }
  const keys = saturated(asked * (typeof cost.objects === 'object' ? each : 1));
  const chunks = Math.min(keys, parents.accounts + Math.floor(keys / cost.parentsPerCall));
  const ways = waysToAsk(endpoint, args);
  // What starts beside its row asks in the usual way, and the row may say another.
  return ways === 1 ? chunks : chunks + Math.min(keys, chunks * ways);
};

/** In how many ways a keyed list is asked that wants to be told, besides keys, what kind of rows there are. */
const waysToAsk = ({ params }: Endpoint, args: Args): number =>
  requiredParams(params).reduce((ways, name) => {
    const param = params[name];
    return param?.kind === 'choice' && Object.keys(args).length === 0
      ? ways * param.all.length
      : ways;
  }, 1);

const countCompletion = (
  tally: Tally,
  { entity, omitted, parents: { count, accounts } }: Tally['completions'][number],
): void => {
  const { list, item } = readEndpointsOf({ name: entity });
  for (const source of tally.sources) {
    const isById = source === entity;
    const ids = isById ? (tally.byId.get(source)?.ids ?? 0) : count;
    const isShort = omitted(source, 1) > 0 && (!isById || item !== null);
    if (!isShort && (ids < 2 || omitted(source, 2) === 0)) continue;
    if (item !== null) add(tally, item.endpoint.name, count);
    const size = list?.size ?? 1;
    const chunks = Math.min(count, accounts + Math.floor(count / size));
    if (list !== null) add(tally, list.endpoint.name, chunks * (list.elsewhere === null ? 1 : 2));
  }
};
