import {
  accountMedia,
  accountMediaEndpoints,
} from '../../upstream/catalogue/areas/account-media.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(accountMedia, 'account_media_id');

const { listAccountMedia, getAccountMedia, deleteAccountMedia } = accountMediaEndpoints;

addFields(account, (t) => ({
  accountMedia: t.field(listOfAccount(listAccountMedia)),
  accountMediaItem: t.field(item(getAccountMedia)),
}));

mutation(deleteAccountMedia);
