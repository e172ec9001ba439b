import { accountMedia } from '../../upstream/catalogue/areas/account-media.ts';
import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { mediaCreative, mediaCreatives } from '../../upstream/catalogue/areas/media-creatives.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';

entityType(mediaCreative, 'media_creative_id');

addFields(campaign, {
  mediaCreatives: listOfParent(mediaCreatives.listMediaCreatives, 'campaign_id'),
});

addFields(lineItem, {
  mediaCreatives: listOfParent(mediaCreatives.listMediaCreatives, 'line_item_ids'),
});

addFields(mediaCreative, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item that shows it'),
  accountMedia: linkTo(accountMedia, 'account_media_id', 'The media that it shows'),
});

accountFields({
  mediaCreatives: mediaCreatives.listMediaCreatives,
  mediaCreative: mediaCreatives.getMediaCreative,
});

mutations(mediaCreatives);
