import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { trackingTag, trackingTags } from '../../upstream/catalogue/areas/tracking-tags.ts';
import { entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';
import { accountFields } from '../fields/reads.ts';
import { addFields } from '../fields/refs.ts';
import { mutations } from '../fields/writes.ts';

entityType(trackingTag, 'tracking_tag_id');

accountFields({
  trackingTags: trackingTags.listTrackingTags,
  trackingTag: trackingTags.getTrackingTag,
});

addFields(lineItem, { trackingTags: listOfParent(trackingTags.listTrackingTags, 'line_item_ids') });

addFields(trackingTag, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item whose ads call it'),
});

mutations(trackingTags);
