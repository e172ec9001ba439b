import { account } from '../upstream/catalogue/accounts.ts';
import { promotableUser, promotableUsers } from '../upstream/catalogue/promotable-users.ts';
import { entityType } from './entities.ts';
import { item, listOfAccount } from './fields.ts';
import { addFields } from './refs.ts';

entityType(promotableUser, 'promotable_user_id');

addFields(account, (t) => ({
  promotableUsers: t.field(listOfAccount(promotableUsers.listPromotableUsers)),
  promotableUser: t.field(item(promotableUsers.getPromotableUser)),
}));
