import { endpoints } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams, revealed } from '../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { pathNames } from '../upstream/catalogue/language/identifiers.ts';
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
  /**
   * Parameters for a second call, for the ids that the first did not find; null if there is no
   * second call.
   */
  readonly fallback: Input | null;
  /**
   * The filters that the endpoint requires beside the ids, and the columns of a row that hold their
   * values.
   */
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

const none: ReadEndpoints = Object.freeze({ list: null, item: null });

/**
 * The endpoints of the catalogue that read rows of an entity by id; both null if there are none.
 */
export const readEndpointsOf = (entity: Pick<Entity, 'name'>): ReadEndpoints =>
  table.get(entity.name) ?? none;

/** The list that needs ids alone; null if there is none. */
export const idListOf = ({ list }: ReadEndpoints): ListEndpoint | null =>
  list === null || list.requiredFilters.length > 0 ? null : list;

/** The filters that the list of an entity needs beside ids. */
export const filtersOf = (entity: Pick<Entity, 'name'>): ListEndpoint['requiredFilters'] =>
  readEndpointsOf(entity).list?.requiredFilters ?? [];

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
  const size = Math.min(param.max ?? maxIds, countParam(endpoint)?.max ?? maxIds);
  const fallback = endpoint.quirks.byIdsElse ?? null;
  return Object.freeze({
    endpoint,
    ids,
    size,
    flags: flagsOf(endpoint),
    fallback,
    requiredFilters,
  });
};

const flagsOf = (endpoint: Endpoint): Input =>
  Object.freeze({ ...revealed(endpoint), ...endpoint.quirks.byIds });

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
  return Object.freeze({ endpoint, id, flags: flagsOf(endpoint) });
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
  return byEntity.set(
    name,
    Object.freeze({ list: better(list, listOf(endpoint)), item: item ?? itemOf(endpoint) }),
  );
}, new Map<string, ReadEndpoints>());
