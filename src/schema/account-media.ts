import { accountMedia, accountMediaEndpoints } from '../upstream/catalogue/account-media.ts';
import { account } from '../upstream/catalogue/accounts.ts';
import { entityType } from './entities.ts';
import { item, listOfAccount } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

entityType(accountMedia, 'account_media_id');

const { listAccountMedia, getAccountMedia, deleteAccountMedia } = accountMediaEndpoints;

addFields(account, (t) => ({
  accountMedia: t.field(listOfAccount(listAccountMedia)),
  accountMediaItem: t.field(item(getAccountMedia)),
}));

mutation(deleteAccountMedia);
