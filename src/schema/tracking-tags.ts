import { lineItem } from '../upstream/catalogue/line-items.ts';
import { trackingTag, trackingTags } from '../upstream/catalogue/tracking-tags.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { LineItem } from './line-items.ts';
import { mutation } from './mutations.ts';

const TrackingTag = entityType(trackingTag, 'tracking_tag_id');

builder.objectFields(Account, (t) => ({
  trackingTags: t.field(listOfAccount(trackingTags.listTrackingTags, TrackingTag)),
  trackingTag: t.field(item(trackingTags.getTrackingTag, trackingTag, TrackingTag)),
}));

builder.objectFields(LineItem, (t) => ({
  trackingTags: t.field(listOfParent(trackingTags.listTrackingTags, TrackingTag, 'line_item_ids')),
}));

builder.objectFields(TrackingTag, (t) => ({
  account: t.field(linkToAccount(Account)),
  lineItem: t.field(
    linkTo(lineItem, LineItem, { column: 'line_item_id', doc: 'The line item whose ads call it' }),
  ),
}));

mutation(trackingTags.createTrackingTag, trackingTag, TrackingTag);
mutation(trackingTags.updateTrackingTag, trackingTag, TrackingTag);
mutation(trackingTags.deleteTrackingTag, trackingTag, TrackingTag);
