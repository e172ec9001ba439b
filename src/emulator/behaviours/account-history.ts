import { readList } from '../list.ts';
import { refusal } from '../refusal.ts';
import type { EntityRules, Handler, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { owner } from '../users.ts';

const entities: Readonly<Record<string, string>> = {
  CAMPAIGN: 'Campaign',
  LINE_ITEM: 'LineItem',
  PROMOTED_TWEET: 'PromotedTweet',
  TARGETING_CRITERIA: 'TargetingCriterion',
  PROMOTED_ACCOUNT: 'PromotedAccount',
};

/** An entry of the history. `created_at` is for sorting and `id` for the store; answers show neither. */
const entryOf = (kind: string, row: StoredRow, type: string): StoredRow => {
  const { id, ...data } = row;
  const time = row[type === 'CREATE' ? 'created_at' : 'updated_at'];
  return {
    id: `${kind} ${id} ${time} ${type}`,
    created_at: time,
    entity: kind,
    entity_id: id,
    change_time: time,
    change_type: type,
    change_by: { user_id: owner.userId, platform: 'API_OTHER' },
    changes: type === 'CREATE' ? {} : { updated_at: time },
    entity_data: data,
  };
};

// A row has only the times of its creation and its last change, so there are at most two entries.
const storeEntries = ({ store, accountId, input }: Scope): void => {
  const kind = String(input['entity_type']);
  const row = store.find(entities[kind] ?? '', accountId, String(input['entity_id']));
  if (row === undefined) return;
  const type = row['deleted'] === true ? 'DELETE' : 'UPDATE';
  const types = row['created_at'] === row['updated_at'] ? ['CREATE'] : ['CREATE', type];
  for (const each of types) {
    store.insert('AccountHistoryEntry', accountId, entryOf(kind, row, each));
  }
};

const listAccountHistory: Handler = (scope) => {
  const account = scope.store.find('Account', null, scope.accountId ?? '');
  if (account?.['approval_status'] !== 'ACCEPTED') {
    throw refusal(403, 'ACTION_NOT_ALLOWED', 'This account is not part of the beta');
  }
  storeEntries(scope);
  // The API repeats `entity_type` under the name `entity`.
  const { entity_type: entity, ...echo } = scope.echo as Values;
  return readList({ ...scope, echo: { ...echo, entity } });
};

const isInSpan = (row: StoredRow, { input }: Scope): boolean => {
  const time = Date.parse(String(row['change_time']));
  return (
    time >= Date.parse(String(input['start_time'])) && time < Date.parse(String(input['end_time']))
  );
};

const matchesInput = (row: StoredRow, scope: Scope): boolean => {
  const { input } = scope;
  const { user_id: author } = row['change_by'] as Values;
  return (
    row['entity'] === input['entity_type'] &&
    String(row['entity_id']) === String(input['entity_id']).toLowerCase() &&
    (author === input['user_id'] || (input['user_id'] ?? null) === null) &&
    isInSpan(row, scope)
  );
};

export const handlers: Readonly<Record<string, Handler>> = { listAccountHistory };

export const rules: Readonly<Record<string, EntityRules>> = {
  AccountHistoryEntry: {
    hides: (row, scope) => !matchesInput(row, scope),
    shows: ({ id: _id, created_at: _time, ...row }) => row,
  },
};
