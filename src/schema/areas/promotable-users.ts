import {
  promotableUser,
  promotableUsers,
} from '../../upstream/catalogue/areas/promotable-users.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(promotableUser, 'promotable_user_id');

areaFields(promotableUsers);
