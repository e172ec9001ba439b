import { accountMedia } from '../upstream/catalogue/account-media.ts';
import { account } from '../upstream/catalogue/accounts.ts';
import { campaign } from '../upstream/catalogue/campaigns.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import { mediaCreative, mediaCreatives } from '../upstream/catalogue/media-creatives.ts';
import { entityType } from './entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

entityType(mediaCreative, 'media_creative_id');

addFields(account, (t) => ({
  mediaCreatives: t.field(listOfAccount(mediaCreatives.listMediaCreatives)),
  mediaCreative: t.field(item(mediaCreatives.getMediaCreative)),
}));

addFields(campaign, (t) => ({
  mediaCreatives: t.field(listOfParent(mediaCreatives.listMediaCreatives, 'campaign_id')),
}));

addFields(lineItem, (t) => ({
  mediaCreatives: t.field(listOfParent(mediaCreatives.listMediaCreatives, 'line_item_ids')),
}));

addFields(mediaCreative, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item that shows it')),
  accountMedia: t.field(linkTo(accountMedia, 'account_media_id', 'The media that it shows')),
}));

mutation(mediaCreatives.createMediaCreative);
mutation(mediaCreatives.deleteMediaCreative);
