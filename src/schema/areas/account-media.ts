import {
  accountMedia,
  accountMediaEndpoints,
} from '../../upstream/catalogue/areas/account-media.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(accountMedia, 'account_media_id');

const { listAccountMedia, getAccountMedia } = accountMediaEndpoints;

accountFields({ accountMedia: listAccountMedia, accountMediaItem: getAccountMedia });

mutations(accountMediaEndpoints);
