import { endpoints } from '../upstream/catalogue/index.ts';
import { type Endpoint, entitiesOf } from '../upstream/catalogue/language/endpoint.ts';
import { identifierOf, pathIdName, pathNames } from '../upstream/catalogue/language/identifiers.ts';
import type { Fields } from '../upstream/catalogue/language/params.ts';
import type { Values } from '../upstream/catalogue/language/values.ts';
import { memoize } from '../upstream/catalogue/memoize.ts';
import { argumentOf, camelCase, fieldName } from '../upstream/catalogue/names.ts';

/** For each entity with ids, by its name: true if its rows are in accounts. */
export const homes: ReadonlyMap<string, boolean> = new Map(
  endpoints
    .flatMap(entitiesOf)
    .flatMap(({ name, key, inAccount }) => (key === null ? [] : [[name, inAccount]])),
);

/** True if an argument with this name may hold the global id of a row in an account. */
const holdsAccount = (name: string): boolean => {
  const { of, orOf = [], by } = identifierOf(name);
  return [of, ...orOf, ...Object.values(by?.of ?? {})].some(
    (type) => type !== undefined && homes.get(type) === true,
  );
};

const inFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, param]) => {
    const single = param.kind === 'list' ? param.of : param;
    if (single.kind !== 'id' || !holdsAccount(single.as ?? name)) return [];
    return [argumentOf(name, param)];
  });

const inPath = (endpoint: Endpoint): readonly string[] =>
  pathNames(endpoint.path)
    .filter((name) => holdsAccount(pathIdName(endpoint, name)))
    .map(camelCase);

/**
 * The arguments of an input, and of the items of its batch, whose global ids contain the account.
 */
const argumentsWithIds = memoize((endpoint: Endpoint) => ({
  own: [...inPath(endpoint), ...inFields(endpoint.params)],
  items: Object.entries(endpoint.operations ?? {}).map(
    ([type, { params }]) => [fieldName(type), inFields(params)] as const,
  ),
}));

/** True if the input of a write may omit its account, because another id can be a global one. */
export const canNameAccount = (endpoint: Endpoint): boolean => {
  const { own, items } = argumentsWithIds(endpoint);
  return own.length > 0 || items.some(([, names]) => names.length > 0);
};

/** The account in the first global id of an input; undefined if there is none. */
export const accountIn = (endpoint: Endpoint, input: Values): string | undefined => {
  const { own, items } = argumentsWithIds(endpoint);
  const operations = (input['operations'] ?? []) as readonly Values[];
  const ofItems = operations.flatMap((operation) =>
    items.flatMap(([type, names]) => idsAt(operation[type] as Values | undefined, names)),
  );
  const global = [...idsAt(input, own), ...ofItems].map((id) => id.split(':'));
  return global.find((names) => names.length === 3)?.[1];
};

const idsAt = (values: Values = {}, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [values[name] ?? []].flat().map(String));
