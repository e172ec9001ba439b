import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { trackingTag, trackingTags } from '../../upstream/catalogue/areas/tracking-tags.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(trackingTag, 'tracking_tag_id');

addFields(account, (t) => ({
  trackingTags: t.field(listOfAccount(trackingTags.listTrackingTags)),
  trackingTag: t.field(item(trackingTags.getTrackingTag)),
}));

addFields(lineItem, (t) => ({
  trackingTags: t.field(listOfParent(trackingTags.listTrackingTags, 'line_item_ids')),
}));

addFields(trackingTag, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item whose ads call it')),
}));

mutation(trackingTags.createTrackingTag);
mutation(trackingTags.updateTrackingTag);
mutation(trackingTags.deleteTrackingTag);
