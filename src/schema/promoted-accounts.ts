import { account } from '../upstream/catalogue/accounts.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import { promotableUsers } from '../upstream/catalogue/promotable-users.ts';
import { promotedAccount, promotedAccounts } from '../upstream/catalogue/promoted-accounts.ts';
import { entityType } from './entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from './fields.ts';
import { linkToMatching } from './keyed-links.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

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
      'What the account may promote of that user',
    ),
  ),
}));

mutation(promotedAccounts.createPromotedAccount);
mutation(promotedAccounts.deletePromotedAccount);
