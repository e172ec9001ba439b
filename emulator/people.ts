import type { Values } from '../src/upstream/catalogue/language/values.ts';
import { itemErrorsResponse } from './batch.ts';
import type { EmulatorResponse } from './envelope.ts';
import { responseWith } from './read.ts';
import type { ApiError } from './refusal.ts';
import type { Scope } from './scope.ts';
import type { StoredRow } from './store.ts';

interface PeopleOperation {
  readonly operation_type: string;
  readonly params: Values & { readonly users: readonly Values[] };
}

/** A list of people: its row, and the column with its size. */
interface PeopleList {
  readonly entity: string;
  readonly row: StoredRow;
  readonly size: string;
}

/** Reasons to refuse an operation that do not follow from its parameters. */
type Judge = (operation: PeopleOperation, now: number) => readonly ApiError[];

const minTargetable = 100;

/** One text for the identifiers of a record, independent of their order. */
const memberOf = (user: Values): string =>
  Object.entries(user)
    .filter(([, values]) => Array.isArray(values) && values.length > 0)
    .map(([kind, values]) => `${kind}=${[...(values as readonly string[])].sort().join()}`)
    .sort()
    .join(' ');

const members = 'Member';

const apply = ({ store, accountId }: Scope, list: string, operation: PeopleOperation): void => {
  for (const user of operation.params.users) {
    const id = `${list} ${memberOf(user)}`;
    if (operation.operation_type === 'Delete') store.remove(members, accountId, id);
    else store.insert(members, accountId, { id, list });
  }
};

const membersOf = ({ store, accountId }: Scope, list: string): number =>
  [...store.by({ entity: members, accountId, column: 'list' }, list)].length;

// The real API can reach only some of the uploaded people; here all can be reached.
const resized = ({ row, size: column }: PeopleList, change: number, count: number): Values => {
  const before = row[column];
  const size = typeof before === 'number' ? Math.max(0, before + change) : count;
  return size < minTargetable
    ? { reasons_not_targetable: ['TOO_SMALL'], targetable: false }
    : { reasons_not_targetable: [], targetable: true, [column]: size };
};

/**
 * Adds people to a list and removes people from it, all or none, and answers with the number of
 * records.
 */
export const changePeople = (
  scope: Scope,
  list: PeopleList,
  judge: Judge = () => [],
): EmulatorResponse => {
  const { store, accountId, input, itemErrors } = scope;
  const operations = input['operations'] as readonly PeopleOperation[];
  const errors = new Map(itemErrors);
  for (const [index, operation] of operations.entries()) {
    const found = errors.has(index) ? [] : judge(operation, scope.now());
    if (found.length > 0) errors.set(index, found);
  }
  if (errors.size > 0) return itemErrorsResponse(scope, operations.length, errors);
  const key = `${list.entity} ${list.row['id']}`;
  const before = membersOf(scope, key);
  for (const operation of operations) apply(scope, key, operation);
  const after = membersOf(scope, key);
  const size = resized(list, after - before, after);
  store.insert(list.entity, accountId, { ...list.row, ...size, updated_at: scope.time() });
  const records = operations.reduce((sum, { params }) => sum + params.users.length, 0);
  return responseWith(scope, 200, { success_count: records, total_count: records });
};
