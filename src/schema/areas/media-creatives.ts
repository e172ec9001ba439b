import { accountMedia } from '../../upstream/catalogue/areas/account-media.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { mediaCreative, mediaCreatives } from '../../upstream/catalogue/areas/media-creatives.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

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
