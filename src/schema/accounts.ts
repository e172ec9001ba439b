import { changedEntity } from '../resolvers/account-history.ts';
import { ofAccount, ofViewer } from '../resolvers/page.ts';
import {
  account,
  accountApp,
  accountHistoryEntry,
  accounts,
  authenticatedUserAccess,
} from '../upstream/catalogue/accounts.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import { entityType, Node, nodeEntities } from './entities.ts';
import { item, linkToAccount, listOfAccount, single, textList } from './fields.ts';
import { loaded } from './loaded.ts';
import { mutation, textsMutation } from './mutations.ts';

/** The object type of an account. */
export const Account = entityType(account, 'account_id');

builder.queryField('accounts', (t) =>
  t.field(list({ endpoint: accounts.listAccounts, type: Account, from: ofViewer })),
);
builder.queryField('account', (t) => t.field(item(accounts.getAccount, account, Account)));

/** The object type of an account app. */
export const AccountApp = entityType(accountApp);
const AccountHistoryEntry = entityType(accountHistoryEntry);
const AuthenticatedUserAccess = entityType(authenticatedUserAccess);

builder.objectFields(Account, (t) => ({
  apps: t.field(listOfAccount(accounts.listAccountApps, AccountApp)),
  history: t.field(listOfAccount(accounts.listAccountHistory, AccountHistoryEntry)),
  viewerAccess: t.field(
    single(accounts.getAuthenticatedUserAccess, AuthenticatedUserAccess, ofAccount),
  ),
  features: t.field(textList(accounts.listFeatures, ofAccount)),
}));

builder.objectField(AccountHistoryEntry, 'node', (t) =>
  t.field({
    type: Node,
    description:
      'The entity that changed, as it stands now; shown even when deleted. Read by id, up to 200 of a kind in one call, and not at all when only its id is selected.',
    ...loaded(changedEntity(nodeEntities), {
      needs: ['entity', 'entity_id'],
      cost: {
        asks: 'Node',
        parentsPerCall: 200,
        by: 'parent',
        objects: 'one',
        isLink: true,
        onlyForRow: true,
      },
    }),
  }),
);

builder.objectFields(AccountApp, (t) => ({ account: t.field(linkToAccount(Account)) }));

mutation(accounts.createSandboxAccount, account, Account);
mutation(accounts.updateAccount, account, Account);
mutation(accounts.deleteSandboxAccount, account, Account);
textsMutation(accounts.addSandboxFeatures, 'features');
textsMutation(accounts.removeSandboxFeatures, 'features');
