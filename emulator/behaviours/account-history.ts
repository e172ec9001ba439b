import { sameId } from '../../src/upstream/catalogue/language/identifiers.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { readList } from '../list.ts';
import { entityOfKind, historyEntity, recordFirstEntries } from '../recorded-history.ts';
import { refusal } from '../refusal.ts';
import type { EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

const listAccountHistory: Handler = (scope) => {
  const account = scope.store.find('Account', null, scope.accountId ?? '');
  if (account?.['approval_status'] !== 'ACCEPTED') {
    throw refusal(403, 'ACTION_NOT_ALLOWED', 'This account is not part of the beta');
  }
  const { store, accountId, input } = scope;
  const kind = String(input['entity_type']);
  const row = store.find(entityOfKind[kind] ?? '', accountId, String(input['entity_id']));
  if (row !== undefined) recordFirstEntries(scope, kind, row);
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
    sameId(row['entity_id'], input['entity_id']) &&
    (author === input['user_id'] || (input['user_id'] ?? null) === null) &&
    isInSpan(row, scope)
  );
};

export const handlers: Readonly<Record<string, Handler>> = { listAccountHistory };

export const rules: Readonly<Record<string, EntityRules>> = {
  [historyEntity]: {
    hides: (row, scope) => !matchesInput(row, scope),
    shows: ({ id: _id, created_at: _time, ...row }) => row,
  },
};
