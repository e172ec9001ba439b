import { promoteAccount } from '../../resolvers/writes/promoted-accounts.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { promotableUsers } from '../../upstream/catalogue/areas/promotable-users.ts';
import {
  promotedAccount,
  promotedAccounts,
} from '../../upstream/catalogue/areas/promoted-accounts.ts';
import { accountFields } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';
import { linkToMatching } from '../fields/keyed-links.ts';
import { mutation } from '../fields/mutations.ts';

entityType(promotedAccount, 'promoted_account_id');

accountFields({
  promotedAccounts: promotedAccounts.listPromotedAccounts,
  promotedAccount: promotedAccounts.getPromotedAccount,
});

addFields(lineItem, {
  promotedAccounts: listOfParent(promotedAccounts.listPromotedAccounts, 'line_item_ids'),
});

addFields(promotedAccount, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item that promotes the user'),
  promotableUser: linkToMatching(
    promotableUsers.listPromotableUsers,
    'user_id',
    'What the account may promote of the promoted user',
  ),
});

mutation(promotedAccounts.createPromotedAccount, promoteAccount);
mutation(promotedAccounts.deletePromotedAccount);
