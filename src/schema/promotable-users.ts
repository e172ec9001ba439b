import { promotableUser, promotableUsers } from '../upstream/catalogue/promotable-users.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkToAccount, listOfAccount } from './fields.ts';

/** The object type of a promotable user. */
export const PromotableUser = entityType(promotableUser, 'promotable_user_id');

builder.objectFields(Account, (t) => ({
  promotableUsers: t.field(listOfAccount(promotableUsers.listPromotableUsers, PromotableUser)),
  promotableUser: t.field(item(promotableUsers.getPromotableUser, promotableUser, PromotableUser)),
}));

builder.objectFields(PromotableUser, (t) => ({
  account: t.field(linkToAccount(Account)),
}));
