import { readList } from '../list.ts';
import { liveRows, responseWith } from '../read.ts';
import { refusal } from '../refusal.ts';
import type { EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { create } from '../write.ts';
import { promotableUsers } from './promotable-users.ts';

const lineItem = (id: unknown, { store, accountId }: Scope): StoredRow | undefined =>
  store.find('LineItem', accountId, String(id));

const isFit = (row: StoredRow | undefined): boolean => row?.['product_type'] === 'PROMOTED_ACCOUNT';

const incompatible = (message: string, value: string) =>
  refusal(400, 'INCOMPATIBLE_LINE_ITEM', message, { value });

/** Answers with a list. Throws a 400 if none of the given line items can promote users. */
const listPromotedAccounts: Handler = (scope) => {
  const ids = (scope.input['line_item_ids'] ?? []) as readonly unknown[];
  const known = ids.map((id) => lineItem(id, scope)).filter((row) => row !== undefined);
  if (known.length > 0 && !known.some(isFit)) {
    throw incompatible('None of the line items can promote users', ids.join());
  }
  return readList(scope);
};

const creating = ({ after }: WrittenRow, scope: Scope): void => {
  const id = String(after['line_item_id']);
  if (!isFit(lineItem(id, scope))) {
    throw incompatible(`The line item ${id} cannot promote users`, id);
  }
  const userId = String(after['user_id']);
  if (promotableUsers(scope).some((row) => String(row['user_id']) === userId)) return;
  throw refusal(400, 'INVALID_USER_ID', `The user ${userId} cannot be promoted`, {
    parameter: 'user_id',
    value: userId,
  });
};

/** Promotes a user. Nothing changes if the line item already promotes that user. */
const createPromotedAccount: Handler = (scope) => {
  const { input } = scope;
  const where = { entity: 'PromotedAccount', column: 'line_item_id' };
  const known = liveRows(scope, where, input['line_item_id']).find(
    (row) => String(row['user_id']) === String(input['user_id']),
  );
  return known === undefined ? create(scope) : responseWith(scope, 200, known);
};

export const rules: Readonly<Record<string, EntityRules>> = {
  PromotedAccount: {
    defaults: () => ({ entity_status: 'ACTIVE', approval_status: 'ACCEPTED' }),
    creating,
  },
};

export const handlers: Readonly<Record<string, Handler>> = {
  listPromotedAccounts,
  createPromotedAccount,
};
