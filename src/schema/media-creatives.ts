import { accountMedia } from '../upstream/catalogue/account-media.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import { mediaCreative, mediaCreatives } from '../upstream/catalogue/media-creatives.ts';
import { AccountMedia } from './account-media.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaigns.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { LineItem } from './line-items.ts';
import { mutation } from './mutations.ts';

/** The object type of a media creative. */
export const MediaCreative = entityType(mediaCreative, 'media_creative_id');

builder.objectFields(Account, (t) => ({
  mediaCreatives: t.field(listOfAccount(mediaCreatives.listMediaCreatives, MediaCreative)),
  mediaCreative: t.field(item(mediaCreatives.getMediaCreative, mediaCreative, MediaCreative)),
}));

builder.objectFields(Campaign, (t) => ({
  mediaCreatives: t.field(
    listOfParent(mediaCreatives.listMediaCreatives, MediaCreative, 'campaign_id'),
  ),
}));

builder.objectFields(LineItem, (t) => ({
  mediaCreatives: t.field(
    listOfParent(mediaCreatives.listMediaCreatives, MediaCreative, 'line_item_ids'),
  ),
}));

builder.objectFields(MediaCreative, (t) => ({
  account: t.field(linkToAccount(Account)),
  lineItem: t.field(
    linkTo(lineItem, LineItem, { column: 'line_item_id', doc: 'The line item that shows it' }),
  ),
  accountMedia: t.field(
    linkTo(accountMedia, AccountMedia, {
      column: 'account_media_id',
      doc: 'The media that it shows',
    }),
  ),
}));

mutation(mediaCreatives.createMediaCreative, mediaCreative, MediaCreative);
mutation(mediaCreatives.deleteMediaCreative, mediaCreative, MediaCreative);
