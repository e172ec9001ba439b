import { lineItem } from '../upstream/catalogue/line-items.ts';
import { promotableUsers } from '../upstream/catalogue/promotable-users.ts';
import { promotedAccount, promotedAccounts } from '../upstream/catalogue/promoted-accounts.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { linkToMatching } from './keyed-links.ts';
import { LineItem } from './line-items.ts';
import { mutation } from './mutations.ts';
import { PromotableUser } from './promotable-users.ts';

const PromotedAccount = entityType(promotedAccount, 'promoted_account_id');

builder.objectFields(Account, (t) => ({
  promotedAccounts: t.field(listOfAccount(promotedAccounts.listPromotedAccounts, PromotedAccount)),
  promotedAccount: t.field(
    item(promotedAccounts.getPromotedAccount, promotedAccount, PromotedAccount),
  ),
}));

builder.objectFields(LineItem, (t) => ({
  promotedAccounts: t.field(
    listOfParent(promotedAccounts.listPromotedAccounts, PromotedAccount, 'line_item_ids'),
  ),
}));

builder.objectFields(PromotedAccount, (t) => ({
  account: t.field(linkToAccount(Account)),
  lineItem: t.field(
    linkTo(lineItem, LineItem, {
      column: 'line_item_id',
      doc: 'The line item that promotes the user',
    }),
  ),
  promotableUser: t.field(
    linkToMatching(promotableUsers.listPromotableUsers, PromotableUser, {
      column: 'user_id',
      doc: 'What the account may promote of that user',
    }),
  ),
}));

mutation(promotedAccounts.createPromotedAccount, promotedAccount, PromotedAccount);
mutation(promotedAccounts.deletePromotedAccount, promotedAccount, PromotedAccount);
