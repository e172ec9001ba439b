import { responseWith, withEnvelope } from '../read.ts';
import type { EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { create } from '../write.ts';

// The API answers with a list that holds the new account.
const createSandboxAccount = withEnvelope(create, ({ data, ...envelope }) => ({
  ...envelope,
  next_cursor: null,
  data: [data],
}));

/** Lets the creator of an account administer it, and makes the creator its promotable user. */
const grantAccount = (
  account: StoredRow,
  userId: string,
  { access, store, newId }: Scope,
): void => {
  const id = String(account['id']);
  access.grant(userId, id, ['ACCOUNT_ADMIN', 'TWEET_COMPOSER']);
  store.insert('PromotableUser', id, {
    id: newId('PromotableUser'),
    created_at: account['created_at'],
    updated_at: account['created_at'],
    deleted: false,
    user_id: userId,
    promotable_user_type: 'FULL',
  });
};

const getAuthenticatedUserAccess: Handler = (scope) =>
  responseWith(scope, 200, { user_id: scope.user?.userId, permissions: scope.permissions });

export const handlers: Readonly<Record<string, Handler>> = {
  createSandboxAccount,
  getAuthenticatedUserAccess,
};

export const rules: Readonly<Record<string, EntityRules>> = {
  Account: {
    admits: (row, { access, user }) =>
      user !== null && access.mayUse(user.userId, String(row['id'])),
    defaults: (_given, { time }) => ({
      timezone: 'America/Los_Angeles',
      approval_status: 'ACCEPTED',
      name: `Sandbox account of ${time().slice(0, 10)}`,
    }),
    afterCreating: ({ after }, scope) => {
      if (scope.user !== null) grantAccount(after, scope.user.userId, scope);
    },
  },
};
