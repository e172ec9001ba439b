import { endpoints } from '../src/upstream/catalogue/index.ts';
import { type Fields, isRequired } from '../src/upstream/catalogue/language/params.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import { Refusal } from './refusal.ts';

const requiredIn = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isRequired(field) ? [name] : []));

/** The parameters that a create of an entity requires, by the name of the entity. */
const needed: ReadonlyMap<string, ReadonlySet<string>> = endpoints
  .filter(({ method, returns }) => method === 'POST' && returns.of !== null)
  .reduce((known, { params, operations, returns: { of } }) => {
    const name = String(of?.name);
    const names = [...requiredIn(params), ...requiredIn(operations?.Create?.params ?? {})];
    return known.set(name, new Set([...(known.get(name) ?? []), ...names]));
  }, new Map<string, ReadonlySet<string>>());

/**
 * Throws a 400 for empty values of parameters that cannot be empty: required ones, flags and
 * choices.
 */
export const refuseEmpty = (entity: string, fields: Fields, given: Values): void => {
  const empty = Object.entries(fields)
    .filter(([name]) => given[name] === null)
    .filter(
      ([name, { kind }]) => kind === 'flag' || kind === 'choice' || needed.get(entity)?.has(name),
    );
  if (empty.length === 0) return;
  throw new Refusal(
    400,
    empty.map(([parameter]) => ({
      code: 'INVALID_PARAMETER',
      message: `"${parameter}" cannot be empty`,
      parameter,
    })),
  );
};
