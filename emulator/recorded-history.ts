import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { identifierOf } from '../src/upstream/catalogue/language/identifiers.ts';
import type { Fields } from '../src/upstream/catalogue/language/params.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import type { Scope } from './scope.ts';
import type { StoredChange, StoredRow } from './store.ts';
import { owner } from './users.ts';

/** The entity that holds the entries, one table for each account. */
export const historyEntity = 'AccountHistoryEntry';

/** The entities with a history, by their names in the history. */
export const entityOfKind = identifierOf('entity_id').by?.of ?? {};

const kinds = new Map(Object.entries(entityOfKind).map(([kind, entity]) => [entity, kind]));

type RowHome = Pick<Scope, 'store' | 'accountId'>;

interface HistoryEntry {
  readonly kind: string;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow;
  readonly time: unknown;
  readonly userId: string;
}

/** Records the changes that a request made to a row, if the entity has a history. */
export const recordChange = (
  { store, time, user }: Pick<Scope, 'store' | 'time' | 'user'>,
  { entity, accountId, before, after }: StoredChange,
): void => {
  const kind = kinds.get(entity);
  if (kind === undefined || after === undefined || !isRecorded(entity, before, after)) return;
  const where = { store, accountId };
  if (before !== undefined) recordFirstEntries(where, kind, before);
  const userId = user?.userId ?? owner.userId;
  record(where, { kind, before, after, time: time(), userId });
};

/**
 * Records the creation and the last change of a row that no request has changed: the owner made
 * both. Does nothing if the row has entries.
 */
export const recordFirstEntries = (where: RowHome, kind: string, row: StoredRow): void => {
  if (entriesOf(where, kind, row['id']).length > 0) return;
  const { created_at: createdAt, updated_at: changed } = row;
  const first = { ...row, updated_at: createdAt, deleted: false };
  const { userId } = owner;
  record(where, {
    kind,
    before: undefined,
    after: changed === createdAt ? row : first,
    time: createdAt,
    userId,
  });
  if (changed !== createdAt)
    record(where, { kind, before: first, after: row, time: changed, userId });
};

const entriesOf = (
  { store, accountId }: RowHome,
  kind: string,
  id: unknown,
): readonly StoredRow[] =>
  [...store.by({ entity: historyEntity, accountId, column: 'entity_id' }, id)].filter(
    (entry) => entry['entity'] === kind,
  );

// `created_at` sorts the entries, and `id` keeps those of one second in order. Responses show
// neither.
const record = (where: RowHome, { kind, before, after, time, userId }: HistoryEntry): void => {
  const { id, ...data } = after;
  const count = entriesOf(where, kind, id).length;
  where.store.insert(historyEntity, where.accountId, {
    id: `${kind} ${id} ${String(count).padStart(9, '0')}`,
    created_at: time,
    entity: kind,
    entity_id: id,
    change_time: time,
    change_type: typeOf(before, after),
    change_by: { user_id: userId, platform: 'API_OTHER' },
    changes: before === undefined ? {} : changesOf(before, after),
    entity_data: data,
  });
};

const typeOf = (before: StoredRow | undefined, after: StoredRow): string => {
  if (before === undefined) return 'CREATE';
  return after['deleted'] === true && before['deleted'] !== true ? 'DELETE' : 'UPDATE';
};

/** Each column that differs, with both values: `{ name: { old: 'Spring', new: 'Summer' } }`. */
const changesOf = (before: StoredRow, after: StoredRow): Values =>
  Object.fromEntries(
    differing(before, after).map((column) => [
      column,
      { old: before[column] ?? null, new: after[column] ?? null },
    ]),
  );

const differing = (before: StoredRow, after: StoredRow): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (column) => !isDeepStrictEqual(before[column] ?? null, after[column] ?? null),
  );

// A row can also change because of another row: a campaign becomes servable with its first line
// item. That is no entry of the campaign's history.
const isRecorded = (entity: string, before: StoredRow | undefined, after: StoredRow): boolean =>
  before === undefined ||
  differing(before, after).some(
    (column) => column === 'deleted' || written.get(entity)?.has(column) === true,
  );

const columnsOf = (params: Fields): readonly string[] =>
  Object.entries(params).map(([name, { shownAs = name }]) => shownAs);

const paramsOf = ({ params, operations }: Endpoint): readonly Fields[] => [
  params,
  ...Object.values(operations ?? {}).map((operation) => operation.params),
];

/** The columns that writes can set, by entity. */
const written: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...kinds.keys()].map((entity) => [
    entity,
    new Set(
      endpoints
        .filter(({ readOnly, returns }) => !readOnly && returns.of?.name === entity)
        .flatMap(paramsOf)
        .flatMap(columnsOf),
    ),
  ]),
);
