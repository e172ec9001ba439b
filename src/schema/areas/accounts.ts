import { changedEntity } from '../../resolvers/reads/account-history.ts';
import { ofAccount } from '../../resolvers/reads/page.ts';
import {
  account,
  accountApp,
  accountHistoryEntry,
  accounts,
  authenticatedUserAccess,
} from '../../upstream/catalogue/areas/accounts.ts';
import { builder } from '../fields/builder.ts';
import { anyEntity, entityType, Node, nodeEntities } from '../fields/entities.ts';
import { textList } from '../fields/fields.ts';
import { loaded } from '../fields/loaded.ts';
import { mutation, textsMutation } from '../fields/mutations.ts';
import { accountFields, queryFields } from '../fields/reads.ts';
import { addFields, entityRef } from '../fields/refs.ts';

entityType(account, 'account_id');

queryFields({ accounts: accounts.listAccounts, account: accounts.getAccount });

entityType(accountApp);
entityType(accountHistoryEntry);
entityType(authenticatedUserAccess);

accountFields({
  apps: accounts.listAccountApps,
  history: accounts.listAccountHistory,
  viewerAccess: accounts.getAuthenticatedUserAccess,
});

addFields(account, { features: textList(accounts.listFeatures, ofAccount) });

builder.objectField(entityRef(accountHistoryEntry), 'entity', (t) =>
  t.field({
    type: Node,
    description:
      'The entity that changed, as it stands now; shown even when deleted. Read by id, up to 200 of a kind in one call, and not at all when only its id is selected.',
    ...loaded(changedEntity(nodeEntities), {
      needs: ['entity', 'entity_id'],
      cost: anyEntity,
    }),
  }),
);

mutation(accounts.createSandboxAccount);
mutation(accounts.updateAccount);
mutation(accounts.deleteSandboxAccount);
textsMutation(accounts.addSandboxFeatures, 'features');
textsMutation(accounts.removeSandboxFeatures, 'features');
