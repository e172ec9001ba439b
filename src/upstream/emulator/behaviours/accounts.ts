import { answerWith } from '../read.ts';
import { refusal } from '../refusal.ts';
import type { EntityRules, Handler } from '../scope.ts';
import { owner } from '../users.ts';
import { create } from '../write.ts';

// A new account is answered as a list of one.
const createSandboxAccount: Handler = (scope) => {
  const answer = create(scope);
  const { data, ...envelope } = answer.envelope;
  return { ...answer, envelope: { ...envelope, next_cursor: null, data: [data] } };
};

const getAuthenticatedUserAccess: Handler = (scope) => {
  const { user, access, accountId } = scope;
  const isGuest = user?.userId !== owner.userId && access.may(owner.userId, accountId ?? '');
  return answerWith(scope, 200, {
    user_id: user?.userId,
    permissions: user?.permissions ?? [
      isGuest ? 'CREATIVE_MANAGER' : 'ACCOUNT_ADMIN',
      'TWEET_COMPOSER',
    ],
  });
};

export const handlers: Readonly<Record<string, Handler>> = {
  createSandboxAccount,
  getAuthenticatedUserAccess,
};

export const rules: Readonly<Record<string, EntityRules>> = {
  Account: {
    admits: (row, { access, user }) => user !== null && access.may(user.userId, String(row['id'])),
    defaults: (_given, { time }) => ({
      timezone: 'America/Los_Angeles',
      approval_status: 'ACCEPTED',
      name: `Sandbox account of ${time().slice(0, 10)}`,
    }),
    check: ({ after }) => {
      if (after['name'] !== null) return;
      throw refusal(400, 'INVALID_PARAMETER', 'An account has a name', { parameter: 'name' });
    },
    afterwards: ({ before, after }, { access, user }) => {
      if (before === null && user !== null) access.grant(user.userId, String(after['id']));
    },
  },
};
