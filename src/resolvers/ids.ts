import { canonicalId, identifierOf } from '../upstream/catalogue/language/identifiers.ts';
import { isIdOf } from '../upstream/catalogue/language/validate-value.ts';
import { camelCase } from '../upstream/catalogue/names.ts';
import { quote } from '../upstream/client/answer/ascii.ts';
import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import { TextColumn } from '../upstream/client/answer/lazy-row.ts';
import type { Literal } from '../upstream/client/answer/literal.ts';
import { literalOf } from '../upstream/client/answer/literal.ts';
import { InputError } from '../upstream/client/errors.ts';
import type { Row, RowSource } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';

type Path = readonly (string | number)[];

/** The global id of a row: `Type:accountId:restId`, or `Type:restId` outside accounts. */
export const globalIdOf = (row: Row): string => {
  const { entity, accountId } = row[SOURCE];
  return accountId === null
    ? `${entity.name}:${idOf(row)}`
    : `${entity.name}:${accountId}:${idOf(row)}`;
};

/** What the global ids of an answer's rows have in common: what stands before the ids of the API, and where these are. */
interface Common {
  readonly prefix: Literal;
  readonly ids: TextColumn;
}

const commons = new WeakMap<RowSource, Common>();

const commonOf = (source: RowSource): Common => {
  const known = commons.get(source);
  if (known !== undefined) return known;
  const { entity, accountId } = source;
  const text = accountId === null ? `${entity.name}:` : `${entity.name}:${accountId}:`;
  const common = {
    // Names and ids of accounts are letters and digits.
    prefix: literalOf(JSON.stringify(text).slice(0, -1)),
    ids: new TextColumn(entity.key ?? 'id'),
  };
  commons.set(source, common);
  return common;
};

/** Writes the global id of a row as a JSON string; false, and nothing, where an id needs escapes. */
export const writeGlobalId = (row: Row, out: JsonBytes): boolean => {
  const { prefix, ids } = commonOf(row[SOURCE]);
  const { length } = out;
  out.literal(prefix);
  const id = ids.in(row);
  if (id !== null) out.copy(id.reply.view, id.from, id.to);
  else if (!out.ordinary(idOf(row))) {
    out.length = length;
    return false;
  }
  out.byte(quote);
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
  const parts = value.split(':');
  const [type = '', second = '', third] = parts;
  if (parts.length < 2 || parts.length > 3) return null;
  return third === undefined
    ? { type, accountId: null, restId: second }
    : { type, accountId: second, restId: third };
};

const quoted = (value: string): string =>
  JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** The context of an id: the account it must belong to, its argument path, and the other arguments beside it. */
export interface IdPlace {
  readonly accountId: string | null;
  readonly path: Path;
  readonly siblings?: Readonly<Record<string, unknown>>;
}

/**
 * The upstream id of an argument, which takes an upstream id or a global id. `name` is its name in `identifiers.ts`. Throws
 * InputError for a malformed id and for a global id of another type or account.
 */
export const restIdOf = (
  value: string,
  name: string,
  { accountId, path, siblings = {} }: IdPlace,
): string => {
  const types = typesOf(name, siblings);
  const global = value.includes(':') ? parseGlobalId(value) : null;
  if (global !== null && !types.includes(global.type)) {
    throw new InputError(`${quoted(value)} is not the id of ${types[0] ?? `a ${name}`}`, path);
  }
  if (global?.accountId && accountId && !sameId(global.accountId, accountId)) {
    throw new InputError(`${quoted(value)} belongs to another account`, path);
  }
  return validId(global?.restId ?? value, name, path);
};

/** An upstream id in the spelling of rows. `name` is its name in `identifiers.ts`. Throws InputError for a malformed id. */
export const validId = (id: string, name: string, path: Path): string => {
  const { form } = identifierOf(name);
  if (!isIdOf(form, id)) {
    throw new InputError(`${quoted(id)} is not an identifier of the form ${form}`, path);
  }
  // The API ignores case in ids; one spelling lets equal reads share a call.
  return canonicalId(name, id);
};

const typesOf = (name: string, siblings: IdPlace['siblings']): readonly string[] => {
  const { of, orOf = [], by } = identifierOf(name);
  const found = by === undefined ? of : by.of[String(siblings?.[camelCase(by.param)])];
  return found === undefined ? orOf : [found, ...orOf];
};

/** Whether two ids are equal, ignoring case. */
export const sameId = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();
