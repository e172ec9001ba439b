import { isIdentified } from '../../upstream/catalogue/language/identifiers.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { isObject, type Path, type Values } from '../../upstream/catalogue/language/values.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Args, SelectedField } from '../field.ts';
import { homes, restIdOf, validId } from '../ids.ts';
import { attempt } from './grouped.ts';
import type { Address, NodeEntity } from './node.ts';

/** The common prefix of global ids, such as `Campaign:18ce54d4x5t`, and its meaning. */
interface IdHome extends NodeEntity {
  readonly text: string;
  readonly accountId: string | null;
}

/** Parses global ids of these entities. Throws InputError for other types and malformed ids. */
export const locator = (entities: ReadonlyMap<string, NodeEntity>) => {
  const homeOf = (text: string, path: Path): IdHome => {
    const [type = '', account = null, ...others] = text.split(':');
    if (others.length > 0 || homes.get(type) !== (account !== null)) {
      throw inputError(problem(path, 'malformed', { value: globalId }));
    }
    const nodeEntity = entities.get(type);
    if (nodeEntity === undefined) {
      throw inputError(problem(path, 'notFoundAlone', { value: useOf(type) }));
    }
    const accountId = account === null ? null : validId(account, 'account_id', path);
    return { ...nodeEntity, text, accountId };
  };
  let last: IdHome | null = null;
  return (value: string, path: Path): Address => {
    const end = value.lastIndexOf(':');
    // Neighbouring ids usually have the same type and account.
    if (last === null || end !== last.text.length || !value.startsWith(last.text)) {
      last = homeOf(value.slice(0, Math.max(0, end)), path);
    }
    const { entity, accountId, idName } = last;
    return { entity, accountId, id: validId(value.slice(end + 1), idName, path) };
  };
};

const globalId = 'an id that the field `id` of an entity gives';

const useOf = (type: string): string =>
  isIdentified(type)
    ? `arguments that take an id of ${type} take this one`
    : `no argument takes an id of ${type}`;

/**
 * Reads the references of a router in `representations`, without a call. Each has its type and one
 * of its keys: `id`, or `restId` with `accountId` if the type is in an account. A reference that
 * cannot be resolved becomes an Error.
 */
export const referencesOf = (entities: ReadonlyMap<string, NodeEntity>) => {
  const locate = locator(entities);
  const addressOf = (value: unknown, path: Path, names: ReadonlyMap<string, string>): Address => {
    const { __typename: shown, id, accountId, restId } = membersOf(value, path);
    const name = names.get(String(shown));
    const nodeEntity = entities.get(name ?? '');
    if (nodeEntity === undefined) {
      throw malformed('a reference with a __typename of a type that has a key', path);
    }
    if (id !== undefined) {
      const address = locate(textOf(id, [...path, 'id']), [...path, 'id']);
      if (address.entity === nodeEntity.entity) return address;
      throw inputError(problem([...path, 'id'], 'wrongId', { value: `a ${shown}` }));
    }
    const { entity, idName } = nodeEntity;
    const account = entity.inAccount
      ? restIdIn(accountId, 'account_id', { accountId: null, path: [...path, 'accountId'] })
      : null;
    const spot = { accountId: account, path: [...path, 'restId'] };
    return { entity, accountId: account, id: restIdIn(restId, idName, spot) };
  };
  return ({ representations }: Args, { below }: SelectedField): readonly (Address | Error)[] => {
    // The names of types as the schema shows them.
    const names = new Map([...below].map(([name, { type }]) => [type.name, name]));
    return (representations as readonly unknown[]).map((value, index) =>
      attempt(() => addressOf(value, ['representations', index], names)),
    );
  };
};

const malformed = (value: string, path: Path) => inputError(problem(path, 'malformed', { value }));

const membersOf = (value: unknown, path: Path): Values => {
  if (isObject(value)) return value;
  throw malformed('an object with __typename and a key', path);
};

const restIdIn = (value: unknown, name: string, spot: Parameters<typeof restIdOf>[2]): string =>
  restIdOf(textOf(value, spot.path), name, spot);

const textOf = (value: unknown, path: Path): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  throw value === undefined ? inputError(problem(path, 'missing')) : malformed('an id', path);
};
