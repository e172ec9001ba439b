import type { EntityRules } from '../scope.ts';

export const rules: Readonly<Record<string, EntityRules>> = {
  Account: {
    admits: (row, { access, user }) => user !== null && access.may(user.userId, String(row['id'])),
    defaults: (_given, { time }) => ({
      timezone: 'America/Los_Angeles',
      approval_status: 'ACCEPTED',
      name: `Sandbox account of ${time().slice(0, 10)}`,
    }),
    afterwards: ({ before, after }, { access, user }) => {
      if (before === null && user !== null) access.grant(user.userId, String(after['id']));
    },
  },
};
