import {
  accountMedia,
  accountMediaEndpoints,
} from '../../upstream/catalogue/areas/account-media.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

entityType(accountMedia, 'account_media_id');

const { listAccountMedia, getAccountMedia } = accountMediaEndpoints;

accountFields({ accountMedia: listAccountMedia, accountMediaItem: getAccountMedia });

mutations(accountMediaEndpoints);
