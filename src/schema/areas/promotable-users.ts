import {
  promotableUser,
  promotableUsers,
} from '../../upstream/catalogue/areas/promotable-users.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';

entityType(promotableUser, 'promotable_user_id');

accountFields({
  promotableUsers: promotableUsers.listPromotableUsers,
  promotableUser: promotableUsers.getPromotableUser,
});
