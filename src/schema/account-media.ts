import { accountMedia, accountMediaEndpoints } from '../upstream/catalogue/account-media.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkToAccount, listOfAccount } from './fields.ts';
import { mutation } from './mutations.ts';

/** The object type of account media. */
export const AccountMedia = entityType(accountMedia, 'account_media_id');

const { listAccountMedia, getAccountMedia, deleteAccountMedia } = accountMediaEndpoints;

builder.objectFields(Account, (t) => ({
  accountMedia: t.field(listOfAccount(listAccountMedia, AccountMedia)),
  accountMediaItem: t.field(item(getAccountMedia, accountMedia, AccountMedia)),
}));

builder.objectFields(AccountMedia, (t) => ({ account: t.field(linkToAccount(Account)) }));

mutation(deleteAccountMedia, accountMedia, AccountMedia);
