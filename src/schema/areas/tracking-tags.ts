import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { trackingTag, trackingTags } from '../../upstream/catalogue/areas/tracking-tags.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';

entityType(trackingTag, 'tracking_tag_id');

addFields(lineItem, { trackingTags: listOfParent(trackingTags.listTrackingTags, 'line_item_ids') });

addFields(trackingTag, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item whose ads call it'),
});

accountFields({
  trackingTags: trackingTags.listTrackingTags,
  trackingTag: trackingTags.getTrackingTag,
});

mutations(trackingTags);
