import { LRUCache } from 'lru-cache';
import { endpoints } from '../upstream/catalogue/index.ts';
import { type Endpoint, entitiesOf } from '../upstream/catalogue/language/endpoint.ts';
import {
  canonicalId,
  identifierOf,
  pathIdName,
  pathNames,
  sameId,
} from '../upstream/catalogue/language/identifiers.ts';
import type { Fields } from '../upstream/catalogue/language/kinds.ts';
import { labelWithin } from '../upstream/catalogue/language/labels.ts';
import { problem } from '../upstream/catalogue/language/problem.ts';
import { idFault } from '../upstream/catalogue/language/validate-value.ts';
import type { Path, Values } from '../upstream/catalogue/language/values.ts';
import { getOrMake, memoize } from '../upstream/catalogue/memoize.ts';
import { argumentOf, camelCase, fieldName } from '../upstream/catalogue/names.ts';
import { type Column, columnOf } from '../upstream/client/bytes/column.ts';
import { type Literal, literalOf, type Sink } from '../upstream/client/bytes/sink.ts';
import { inputError } from '../upstream/client/errors.ts';
import { quote } from '../upstream/client/json/characters.ts';
import { idOf, type Row, type RowSource, SOURCE } from '../upstream/client/row.ts';

/** The global id of a row: `Type:accountId:restId`, or `Type:restId` outside accounts. */
export const globalIdOf = (row: Row): string => {
  const { entity, accountId } = row[SOURCE];
  return accountId === null
    ? `${entity.name}:${idOf(row)}`
    : `${entity.name}:${accountId}:${idOf(row)}`;
};

/** The parts that the global ids of rows of one source share. */
interface IdPieces {
  /** The text before the upstream id, such as `"Campaign:18ce54bik3s:`. */
  readonly prefix: Literal;
  readonly ids: Column;
}

/** The pieces by the text before the id. */
const knownPieces = new LRUCache<string, IdPieces>({ max: 1000 });

const piecesOf = ({ entity, accountId }: RowSource): IdPieces => {
  const text = accountId === null ? `${entity.name}:` : `${entity.name}:${accountId}:`;
  return getOrMake(knownPieces, text, () => ({
    // Names and ids of accounts are letters and digits.
    prefix: literalOf(JSON.stringify(text).slice(0, -1)),
    ids: columnOf(entity.key ?? 'id'),
  }));
};

/** The source of the last row whose id was written. Rows of a response share their source. */
let lastSource: RowSource | null = null;
let lastPieces: IdPieces | null = null;

/** Writes a global id as JSON. Returns false and writes nothing if it needs parsing or escapes. */
export const writeGlobalId = (row: Row, out: Sink): boolean => {
  const source = row[SOURCE];
  if (lastPieces === null || source !== lastSource) {
    lastSource = source;
    lastPieces = piecesOf(source);
  }
  const { prefix, ids } = lastPieces;
  const { length } = out;
  out.literal(prefix);
  if (!ids.writePlain(row, out)) {
    out.length = length;
    return false;
  }
  out.character(quote);
  return true;
};

/** The parts of a global id. */
interface GlobalId {
  readonly type: string;
  readonly accountId: string | null;
  readonly restId: string;
}

/** Parses a global id; null for invalid text. */
const parseGlobalId = (value: string): GlobalId | null => {
  const names = value.split(':');
  const [type = '', second = '', third] = names;
  if (names.length < 2 || names.length > 3) return null;
  return third === undefined
    ? { type, accountId: null, restId: second }
    : { type, accountId: second, restId: third };
};

/** The spot of an id: the account that it must be in, its path, and the other arguments. */
export interface IdSpot {
  readonly accountId: string | null;
  readonly path: Path;
  readonly siblings?: Readonly<Record<string, unknown>>;
}

/**
 * The upstream id in an argument, which takes an upstream id or a global id. `name` is its name in
 * `identifiers.ts`. Throws InputError for a malformed id and for a global id of another type or
 * account.
 */
export const restIdOf = (
  value: string,
  name: string,
  { accountId, path, siblings = {} }: IdSpot,
): string => {
  const types = typesOf(name, siblings);
  const global = value.includes(':') ? parseGlobalId(value) : null;
  if (global !== null && !types.includes(global.type)) {
    throw inputError(problem(path, 'wrongId', { value: nounWithArticle(types[0] ?? name) }));
  }
  if (global?.accountId && accountId && !sameId(global.accountId, accountId)) {
    throw inputError(problem(path, 'otherAccount'));
  }
  return validId(global?.restId ?? value, name, path);
};

/** An upstream id in the spelling of rows. Throws InputError for a malformed one. */
export const validId = (id: string, name: string, path: Path): string => {
  const fault = idFault(name, id);
  if (fault !== null) throw inputError({ ...fault, path });
  // The API ignores case in ids. With one spelling, equal reads share a call.
  return canonicalId(name, id);
};

// "a line item" for `LineItem` and for `line_item_id`.
const nounWithArticle = (name: string): string => {
  const noun = labelWithin(name).replace(/ ID$/, '').toLowerCase();
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
};

const typesOf = (name: string, siblings: IdSpot['siblings']): readonly string[] => {
  const { of, orOf = [], by } = identifierOf(name);
  const type = by === undefined ? of : by.of[String(siblings?.[camelCase(by.param)])];
  return type === undefined ? orOf : [type, ...orOf];
};

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

/** The arguments of an input and of its batch items whose global ids contain the account. */
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
