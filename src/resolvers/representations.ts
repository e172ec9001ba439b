import { InputError } from '../upstream/client/errors.ts';
import type { NodeEntity } from './call.ts';
import { locator } from './call.ts';
import type { Args, SelectedField } from './field.ts';
import { attempt } from './grouped.ts';
import { restIdOf } from './ids.ts';
import type { Address } from './node.ts';

type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the references of a router in `representations`, without a call: each names its type and holds one of its keys, `id` or
 * `restId` with, where the type is in an account, `accountId`. An Error stands for each that cannot be followed.
 */
export const referencesOf = (entities: ReadonlyMap<string, NodeEntity>) => {
  const locate = locator(entities);
  const addressOf = (value: unknown, path: Path, names: ReadonlyMap<string, string>): Address => {
    const { __typename: shown, id, accountId, restId } = membersOf(value, path);
    const name = names.get(String(shown));
    const known = entities.get(name ?? '');
    if (known === undefined) {
      throw new InputError('__typename names no type that can be referred to', path);
    }
    if (id !== undefined) {
      const address = locate(textOf(id, [...path, 'id']), [...path, 'id']);
      if (address.entity === known.entity) return address;
      throw new InputError(`this is the id of another type than ${shown}`, [...path, 'id']);
    }
    const { entity, idName } = known;
    const account = entity.inAccount
      ? restIdIn(accountId, 'account_id', { accountId: null, path: [...path, 'accountId'] })
      : null;
    const place = { accountId: account, path: [...path, 'restId'] };
    return { entity, accountId: account, id: restIdIn(restId, idName, place) };
  };
  return ({ representations }: Args, { below }: SelectedField): readonly (Address | Error)[] => {
    // Types are named as the schema shows them.
    const names = new Map([...below].map(([name, { type }]) => [type.name, name]));
    return (representations as readonly unknown[]).map((value, index) =>
      attempt(() => addressOf(value, ['representations', index], names)),
    );
  };
};

const membersOf = (value: unknown, path: Path): Members => {
  if (typeof value === 'object' && value !== null) return value as Members;
  throw new InputError('a reference is an object with __typename and a key', path);
};

const restIdIn = (value: unknown, name: string, place: Parameters<typeof restIdOf>[2]): string =>
  restIdOf(textOf(value, place.path), name, place);

const textOf = (value: unknown, path: Path): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  throw new InputError('a key of this type is missing or no id', path);
};
