import { promoteAccount } from '../../resolvers/writes/promoted-accounts.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { promotableUsers } from '../../upstream/catalogue/areas/promotable-users.ts';
import {
  promotedAccount,
  promotedAccounts,
} from '../../upstream/catalogue/areas/promoted-accounts.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from '../fields/fields.ts';
import { linkToMatching } from '../fields/keyed-links.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(promotedAccount, 'promoted_account_id');

addFields(account, (t) => ({
  promotedAccounts: t.field(listOfAccount(promotedAccounts.listPromotedAccounts)),
  promotedAccount: t.field(item(promotedAccounts.getPromotedAccount)),
}));

addFields(lineItem, (t) => ({
  promotedAccounts: t.field(listOfParent(promotedAccounts.listPromotedAccounts, 'line_item_ids')),
}));

addFields(promotedAccount, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item that promotes the user')),
  promotableUser: t.field(
    linkToMatching(
      promotableUsers.listPromotableUsers,
      'user_id',
      'What the account may promote of the promoted user',
    ),
  ),
}));

mutation(promotedAccounts.createPromotedAccount, promoteAccount);
mutation(promotedAccounts.deletePromotedAccount);
