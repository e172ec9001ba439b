import {
  promotableUser,
  promotableUsers,
} from '../../upstream/catalogue/areas/promotable-users.ts';
import { accountFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(promotableUser, 'promotable_user_id');

accountFields({
  promotableUsers: promotableUsers.listPromotableUsers,
  promotableUser: promotableUsers.getPromotableUser,
});
