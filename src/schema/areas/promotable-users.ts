import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  promotableUser,
  promotableUsers,
} from '../../upstream/catalogue/areas/promotable-users.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { addFields } from '../fields/refs.ts';

entityType(promotableUser, 'promotable_user_id');

addFields(account, (t) => ({
  promotableUsers: t.field(listOfAccount(promotableUsers.listPromotableUsers)),
  promotableUser: t.field(item(promotableUsers.getPromotableUser)),
}));
