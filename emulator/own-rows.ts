import { problemsIn } from '../src/upstream/catalogue/language/check.ts';
import { fromJson } from '../src/upstream/catalogue/language/codecs.ts';
import type { InputProblem } from '../src/upstream/catalogue/language/problem.ts';
import { kindOf, messageOf } from '../src/upstream/catalogue/language/problem.ts';
import { isObject, type Path, type Values } from '../src/upstream/catalogue/language/values.ts';
import { OrderError } from './checked.ts';
import { emptyRow, storedValue } from './columns.ts';
import { knownMembers, type UnknownMember } from './members.ts';
import { unknownName } from './near-names.ts';
import type { World } from './scope.ts';
import type { RowKeys, StoredRow } from './store.ts';
import { type StoredEntity, storedEntities } from './stored-entities.ts';

type RowsWorld = Pick<World, 'store' | 'time' | 'now' | 'newId'>;

/**
 * Adds rows by entity, or changes the given columns of those whose key exists; all rows or none. A
 * row of an account names it in `account_id`. Columns that are left out are empty, `created_at` and
 * `updated_at` are now, and a key is made. Throws an OrderError for an unknown entity, column or
 * account, for a value that its column cannot have, and for a required column that is missing.
 */
export const addRows = (world: RowsWorld, rows: unknown): RowKeys => {
  if (!isObject(rows)) throw wrong([], 'must be an object with lists of rows, by entity');
  // Accounts come first, because other rows are checked against them.
  const lists = Object.entries(rows).toSorted(
    ([one], [other]) => Number(other === 'Account') - Number(one === 'Account'),
  );
  return world.store.atomically(() =>
    Object.fromEntries(
      lists.map(([name, list]) => {
        const entity = storedEntities.get(name);
        if (entity === undefined) {
          throw wrong([], unknownName('entity', name, [...storedEntities.keys()]));
        }
        if (!Array.isArray(list)) throw wrong([name], 'must be a list of rows');
        return [name, list.map((row: unknown, index) => addRow(world, entity, { row, index }))];
      }),
    ),
  );
};

const wrong = (path: Path, sentence: string): OrderError =>
  new OrderError(`${['rows', ...path].join('.')}: ${sentence}`);

const addRow = (
  world: RowsWorld,
  entity: StoredEntity,
  { row, index }: { readonly row: unknown; readonly index: number },
): string => {
  const at = [entity.name, index];
  if (!isObject(row)) throw wrong(at, 'must be an object');
  const accountId = accountOf(world, entity, { row, at });
  const { account_id: _account, ...others } = row;
  const given = columnsIn(entity, 'account_id' in entity.columns ? row : others, at);
  const key = keyIn(world, entity, given);
  const before = world.store.find(entity.name, accountId, key);
  const problem = problemsIn(
    entity.columns,
    [],
    { ...given, [entity.key]: key },
    {
      path: [],
      now: world.now(),
    },
  ).find((one) => !isHeld(one, before));
  if (problem !== undefined) throw wrong([...at, ...problem.path], messageOf(problem));
  const stored = Object.entries(given).map(([name, value]) => [
    name,
    storedValue(name, entity.columns[name], value),
  ]);
  world.store.insert(entity.name, accountId, {
    ...(before ?? newRow(world, entity)),
    ...('updated_at' in entity.columns && { updated_at: world.time() }),
    ...Object.fromEntries(stored),
    [entity.key]: key,
  });
  return key;
};

const keyIn = ({ newId }: RowsWorld, { name, key, columns }: StoredEntity, given: Values): string =>
  String(storedValue(key, columns[key], given[key] ?? newId(name)));

const newRow = ({ time }: RowsWorld, entity: StoredEntity): StoredRow => ({
  ...emptyRow(entity),
  ...('created_at' in entity.columns && { created_at: time() }),
});

/** The account that a row belongs to; null for rows outside accounts. */
const accountOf = (
  { store }: RowsWorld,
  { name, inAccount }: StoredEntity,
  { row, at }: { readonly row: Values; readonly at: Path },
): string | null => {
  if (!inAccount) return null;
  const { account_id: id } = row;
  if (typeof id !== 'string') {
    throw wrong([...at, 'account_id'], `must be given: the account that the ${name} belongs to`);
  }
  if (store.find('Account', null, id) !== undefined) return id.toLowerCase();
  throw wrong([...at, 'account_id'], `there is no account ${JSON.stringify(id)}`);
};

/** The values of a row by column, as a request would bring them. */
const columnsIn = ({ name, columns }: StoredEntity, row: Values, at: Path): Values => {
  const found: UnknownMember[] = [];
  const known = knownMembers(columns, row, { at: [], found });
  const [unknown] = found;
  if (unknown !== undefined) {
    const [column] = unknown.path;
    const sentence =
      unknown.path.length === 1
        ? unknownName(`column of ${name}`, column, Object.keys(columns))
        : 'no member has this name';
    throw wrong([...at, ...unknown.path], sentence);
  }
  return Object.fromEntries(
    Object.entries(known).flatMap(([column, value]) => {
      const param = columns[column];
      return param === undefined || value === undefined ? [] : [[column, fromJson(param, value)]];
    }),
  );
};

/** True if the required value that was not given is in the row already. */
const isHeld = (problem: InputProblem, before: StoredRow | undefined): boolean =>
  kindOf(problem) === 'missing' &&
  problem.path.length === 1 &&
  (before?.[String(problem.path[0])] ?? null) !== null;
