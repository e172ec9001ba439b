import { endpoints } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams, revealed } from '../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { pathNames } from '../upstream/catalogue/language/identifiers.ts';
import { memoize } from '../upstream/catalogue/memoize.ts';
import type { Input } from './reads.ts';

/** A list endpoint with a filter by ids. */
export interface ListEndpoint {
  readonly endpoint: Endpoint;
  /** The name of the parameter with the ids. */
  readonly ids: string;
  /** The largest number of ids in one call. */
  readonly size: number;
  /** Parameters that are always sent, so that the list contains deleted and draft rows. */
  readonly flags: Input;
  /** Parameters of a second call, for ids that the first did not find; null for no such call. */
  readonly fallback: Input | null;
  /** The filters that it requires beside the ids, and the columns of a row with their values. */
  readonly requiredFilters: readonly { readonly param: string; readonly column: string }[];
}

/** An endpoint that reads one row. `id` is the name of the last id in its path. */
export interface ItemEndpoint {
  readonly endpoint: Endpoint;
  readonly id: string;
  readonly flags: Input;
}

/** The endpoints that read rows of an entity by id. */
export interface ReadEndpoints {
  readonly list: ListEndpoint | null;
  readonly item: ItemEndpoint | null;
}

const none: ReadEndpoints = { list: null, item: null };

/** The endpoints that read rows of an entity by id; both null if there are none. */
export const readEndpointsOf = (entity: Pick<Entity, 'name'>): ReadEndpoints =>
  table.get(entity.name) ?? none;

/** The list that needs ids alone; null if there is none. */
export const idListOf = ({ list }: ReadEndpoints): ListEndpoint | null =>
  list === null || list.requiredFilters.length > 0 ? null : list;

/** The filters that the list of an entity needs beside ids. */
export const filtersOf = (entity: Pick<Entity, 'name'>): ListEndpoint['requiredFilters'] =>
  readEndpointsOf(entity).list?.requiredFilters ?? [];

/** The largest number of ids in a call, if the catalogue gives no limit. */
const maxIds = 200;

const listOf = (endpoint: Endpoint): ListEndpoint | null => {
  const { as, of } = endpoint.returns;
  const key = of?.key ?? null;
  if (endpoint.method !== 'GET' || (as !== 'page' && as !== 'rows') || key === null) return null;
  if (pathNames(endpoint.path).some((name) => name !== 'account_id')) return null;
  const found = Object.entries(endpoint.params).find(
    ([, param]) => param.kind === 'list' && param.matches === key,
  );
  if (found?.[1].kind !== 'list') return null;
  const [ids, param] = found;
  const requiredFilters = requiredFiltersOf(endpoint, ids);
  if (requiredFilters === null) return null;
  return {
    endpoint,
    ids,
    size: Math.min(param.max ?? maxIds, countParam(endpoint)?.max ?? maxIds),
    flags: flagsOf(endpoint),
    fallback: endpoint.quirks.byIdsElse ?? null,
    requiredFilters,
  };
};

const flagsOf = (endpoint: Endpoint): Input => ({
  ...revealed(endpoint),
  ...endpoint.quirks.byIds,
});

const requiredFiltersOf = (
  endpoint: Endpoint,
  ids: string,
): ListEndpoint['requiredFilters'] | null => {
  const others = requiredParams(endpoint.params).filter(
    (name) => name !== ids && endpoint.quirks.byIds?.[name] === undefined,
  );
  const filters = others.flatMap((param) => {
    const fact = endpoint.params[param];
    const column = fact?.kind === 'list' ? fact.matches : undefined;
    return column === undefined ? [] : [{ param, column }];
  });
  return filters.length === others.length ? filters : null;
};

const itemOf = (endpoint: Endpoint): ItemEndpoint | null => {
  if (endpoint.method !== 'GET' || endpoint.returns.as !== 'one') return null;
  if ((endpoint.returns.of?.key ?? null) === null) return null;
  const names = pathNames(endpoint.path);
  const id = names.at(-1);
  if (id === undefined || !endpoint.path.endsWith(`{${id}}`)) return null;
  if (names.slice(0, -1).some((name) => name !== 'account_id')) return null;
  if (requiredParams(endpoint.params).length > 0) return null;
  return { endpoint, id, flags: flagsOf(endpoint) };
};

// The list with fewer required filters is used; of two item endpoints, the first in the catalogue.
const better = (known: ListEndpoint | null, found: ListEndpoint | null): ListEndpoint | null =>
  known === null || (found !== null && found.requiredFilters.length < known.requiredFilters.length)
    ? found
    : known;

const table: ReadonlyMap<string, ReadEndpoints> = endpoints.reduce((byEntity, endpoint) => {
  const name = endpoint.returns.of?.name;
  if (name === undefined) return byEntity;
  const { list, item } = byEntity.get(name) ?? none;
  return byEntity.set(name, {
    list: better(list, listOf(endpoint)),
    item: item ?? itemOf(endpoint),
  });
}, new Map<string, ReadEndpoints>());

/** The endpoints that read back a write: by default those with its path. */
interface ReadBack {
  /** The list that contains a created row; null if the API has none. */
  readonly list: Endpoint | null;
  /** The endpoint that reads an updated or deleted row; null if the API has none. */
  readonly item: Endpoint | null;
}

/** The endpoints of the catalogue that read back a write. */
export const readBackOf = memoize((write: Endpoint): ReadBack => {
  const path = write.quirks.listed?.at ?? write.path.replace(/^batch\//, '');
  const isIn = write.method !== 'POST' && path.endsWith('}');
  const reads = endpoints.filter(
    ({ method, version, returns }: Endpoint) =>
      method === 'GET' &&
      version === write.version &&
      returns.of === (write.quirks.listed?.of ?? write.returns.of) &&
      (returns.as === 'texts') === (write.returns.as === 'texts'),
  );
  const at = (where: string): Endpoint | null => reads.find((read) => read.path === where) ?? null;
  return {
    list: at(isIn ? path.slice(0, path.lastIndexOf('/')) : path),
    item: write.method === 'POST' || write.returns.as === 'each' ? null : at(path),
  };
});

/**
 * True if a row that the list does not show is deleted. False if a parameter such as `user_id`
 * chooses whose rows the list shows: the row may belong to another user.
 */
export const showsAll = ({ params }: Endpoint): boolean =>
  Object.entries(params).every(
    ([name, param]) =>
      param.kind === 'flag' ||
      paging.has(name) ||
      ('matches' in param && param.matches !== undefined),
  );
const paging = new Set(['count', 'cursor', 'sort_by']);

/**
 * The parameter by which the client names a new row, such as `media_key`; null if the API names it.
 * Such a row is read back by this key.
 */
export const givenKeyOf = ({ method, params, returns: { of } }: Endpoint): string | null =>
  method === 'POST' && of !== null && of.key !== null && of.key in params ? of.key : null;

/** The list parameters that show a write's rows, with their values in the write's input. */
export const listedBy = ({ quirks: { listed } }: Endpoint, input: Input): Input =>
  Object.fromEntries(Object.entries(listed?.by ?? {}).map(([name, from]) => [name, input[from]]));

/** The values that rows have in a column, by its name. */
type ValuesByColumn = Readonly<Record<string, readonly unknown[]>>;

/**
 * The input of a list that finds the rows with these values in their columns, newest first; null
 * if a required parameter is missing.
 */
export const listInputFor = (list: Endpoint, path: Input, sent: ValuesByColumn): Input | null => {
  const narrowed = Object.entries(list.params).flatMap(([name, param]) => {
    const column = param.kind === 'list' || param.kind === 'id' ? param.matches : undefined;
    const values = column === undefined ? undefined : sent[column];
    if (values === undefined || column === list.returns.of?.key || values.includes(null)) return [];
    if (param.kind === 'list')
      return values.length > (param.max ?? maxIds) ? [] : [[name, values] as const];
    return values.length === 1 ? [[name, values[0]] as const] : [];
  });
  const count = countParam(list)?.max;
  const input: Input = {
    ...path,
    ...revealed(list),
    ...list.quirks.byIds,
    ...Object.fromEntries(narrowed),
    ...('sort_by' in list.params && { sort_by: 'created_at-desc' }),
    ...(count !== undefined && { count }),
  };
  return requiredParams(list.params).every((name) => input[name] !== undefined) ? input : null;
};
