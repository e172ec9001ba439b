import { endpoints } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams, revealed } from '../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { pathNames } from '../upstream/catalogue/language/paths.ts';
import type { Input } from './reads.ts';

/** A list that a parameter narrows to some ids. */
export interface ListEndpoint {
  readonly endpoint: Endpoint;
  /** The parameter, and how many ids one call may carry. */
  readonly ids: string;
  readonly size: number;
  /** What has to be sent so that no row stays hidden. */
  readonly flags: Input;
  /** What to send instead for the ids that were not found; null where they are nowhere else. */
  readonly elsewhere: Input | null;
  /** Required filters beside the ids, and the columns of a known row that satisfy them. */
  readonly needs: readonly { readonly param: string; readonly column: string }[];
}

/** An endpoint that reads one row by the last id of its path. */
export interface ItemEndpoint {
  readonly endpoint: Endpoint;
  readonly id: string;
  readonly flags: Input;
}

/** The ways to read rows of an entity by id. */
export interface ReadEndpoints {
  readonly list: ListEndpoint | null;
  readonly item: ItemEndpoint | null;
}

const none: ReadEndpoints = Object.freeze({ list: null, item: null });

/** The ways to read an entity by id, as the catalogue has them. */
export const readEndpointsOf = (entity: Pick<Entity, 'name'>): ReadEndpoints =>
  table.get(entity.name) ?? none;

const maxIds = 200;

const listForm = (endpoint: Endpoint): ListEndpoint | null => {
  const { as, of } = endpoint.returns;
  const key = of?.key ?? null;
  if (endpoint.method !== 'GET' || (as !== 'page' && as !== 'rows') || key === null) return null;
  if (pathNames(endpoint.path).some((name) => name !== 'account_id')) return null;
  const found = Object.entries(endpoint.params).find(
    ([, param]) => param.kind === 'list' && param.matches === key,
  );
  if (found?.[1].kind !== 'list') return null;
  const [ids, param] = found;
  const needs = needsOf(endpoint, ids);
  if (needs === null) return null;
  const size = Math.min(param.max ?? maxIds, countParam(endpoint)?.max ?? maxIds);
  const elsewhere = endpoint.byIdsElse ?? null;
  return Object.freeze({ endpoint, ids, size, flags: flagsOf(endpoint), elsewhere, needs });
};

const flagsOf = (endpoint: Endpoint): Input =>
  Object.freeze({ ...revealed(endpoint), ...endpoint.byIds });

const needsOf = (endpoint: Endpoint, ids: string): ListEndpoint['needs'] | null => {
  const others = requiredParams(endpoint.params).filter(
    (name) => name !== ids && endpoint.byIds?.[name] === undefined,
  );
  const needs = others.flatMap((param) => {
    const fact = endpoint.params[param];
    const column = fact?.kind === 'list' ? fact.matches : undefined;
    return column === undefined ? [] : [{ param, column }];
  });
  return needs.length === others.length ? needs : null;
};

const itemForm = (endpoint: Endpoint): ItemEndpoint | null => {
  if (endpoint.method !== 'GET' || endpoint.returns.as !== 'one') return null;
  if ((endpoint.returns.of?.key ?? null) === null) return null;
  const names = pathNames(endpoint.path);
  const id = names.at(-1);
  if (id === undefined || !endpoint.path.endsWith(`{${id}}`)) return null;
  if (names.slice(0, -1).some((name) => name !== 'account_id')) return null;
  if (requiredParams(endpoint.params).length > 0) return null;
  return Object.freeze({ endpoint, id, flags: flagsOf(endpoint) });
};

// Of two lists the one that needs nothing but ids is better; of two items the first in the catalogue.
const better = (known: ListEndpoint | null, found: ListEndpoint | null): ListEndpoint | null =>
  known === null || (found !== null && found.needs.length < known.needs.length) ? found : known;

const table: ReadonlyMap<string, ReadEndpoints> = endpoints.reduce((readEndpoints, endpoint) => {
  const name = endpoint.returns.of?.name;
  if (name === undefined) return readEndpoints;
  const { list, item } = readEndpoints.get(name) ?? none;
  return readEndpoints.set(
    name,
    Object.freeze({ list: better(list, listForm(endpoint)), item: item ?? itemForm(endpoint) }),
  );
}, new Map<string, ReadEndpoints>());
