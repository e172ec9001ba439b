import { accounts as endpoints } from '../../src/upstream/catalogue/areas/accounts.ts';
import { type Check, fine, notAsked, unknownFor, wrong } from './finding.ts';
import { maxAccounts } from './patient.ts';

const writing = /ACCOUNT_ADMIN|AD_MANAGER|CREATIVE_MANAGER/;

/** The accounts of the user, and what they may do in each. */
export const accounts: Check = {
  name: 'accounts and roles',
  examine: async ({ viewer, accounts: list, call }) => {
    if (viewer === null) return notAsked();
    try {
      const { rows, nextCursor } = await list();
      if (rows.length === 0) {
        return wrong(
          'none',
          'Ask an administrator of an account to give this user a role, or make one in the sandbox ' +
            '(docs/real-keys.md, steps 4 and 5)',
        );
      }
      const byRole = new Map<string, string[]>();
      for (const { id, name } of rows.slice(0, maxAccounts)) {
        const input = { account_id: String(id) };
        const [access] = (await call(endpoints.getAuthenticatedUserAccess, input)).rows;
        const role = ((access?.['permissions'] ?? []) as readonly string[]).join(' ') || 'no role';
        byRole.set(role, [...(byRole.get(role) ?? []), `${name} (${id})`]);
      }
      const shown = [...byRole].map(([role, names]) => `${role} in ${names.join(', ')}`);
      const count = `${rows.length}${nextCursor === null ? '' : ' or more'}`;
      const mayWrite = [...byRole.keys()].some((role) => writing.test(role));
      return fine(
        `${[`${count} accounts`, ...shown].join('; ')}${rows.length > maxAccounts ? '; …' : ''}`,
        mayWrite ? null : 'To write, this user needs another role in one of them',
      );
    } catch (error) {
      return unknownFor(error);
    }
  },
};
