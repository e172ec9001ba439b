import { anyEntityOf } from '../../resolvers/reads/node.ts';
import { ofAccount } from '../../resolvers/reads/page.ts';
import {
  account,
  accountApp,
  accountHistoryEntry,
  accounts,
  authenticatedUserAccess,
} from '../../upstream/catalogue/areas/accounts.ts';
import { identifierOf } from '../../upstream/catalogue/language/identifiers.ts';
import { accountFields, queryFields } from '../fields/area-fields.ts';
import { addFields, entityType, linkToAny, nodeEntities } from '../fields/entities.ts';
import { textList } from '../fields/fields.ts';
import { mutation, textsMutation } from '../fields/mutations.ts';

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

addFields(accountHistoryEntry, {
  entity: linkToAny(
    anyEntityOf(nodeEntities, {
      kinds: identifierOf('entity_id').by?.of ?? {},
      kindOf: (row) => row['entity'],
    }),
    { doc: 'The entity that changed, as it is now', needs: ['entity', 'entity_id'] },
  ),
});

mutation(accounts.createSandboxAccount);
mutation(accounts.updateAccount);
mutation(accounts.deleteSandboxAccount);
textsMutation(accounts.addSandboxFeatures, 'features');
textsMutation(accounts.removeSandboxFeatures, 'features');
