import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { choices, id, ids, required, text } from '../language/params.ts';

const trackingTagType = choices('TrackingTagType', 'When a tracking tag is called', {
  CLICK_TRACKER: 'When an ad is clicked',
  IMPRESSION_TAG: 'When an ad is seen',
});
const trackingTagUrl = text('The URL that is called', { format: 'url' });

export const trackingTag = entity(
  'TrackingTag',
  'A URL that is called when ads of a line item are seen or clicked.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item whose ads call it')),
    tracking_tag_type: trackingTagType.any('Whether it is called when ads are seen or clicked'),
    tracking_tag_url: text('The URL that is called'),
  },
);

const ofTrackingTag = collection(
  'accounts/{account_id}/tracking_tags/{tracking_tag_id}',
  trackingTag,
);

export const trackingTags = group({
  listTrackingTags: ofTrackingTag.list({
    doc: 'The tracking tags of an account',
    params: {
      line_item_ids: ids('Only those of these line items', { matches: 'line_item_id' }),
      tracking_tag_ids: ids('Only these tracking tags', { matches: 'id' }),
      ...standardList(),
    },
  }),
  getTrackingTag: ofTrackingTag.item({ doc: 'One tracking tag', params: withDeleted }),
  createTrackingTag: ofTrackingTag.create({
    doc: 'Adds a tracking tag to a line item',
    params: {
      line_item_id: required(id('The line item whose ads call it')),
      tracking_tag_type: required(
        trackingTagType.any('Whether it is called when ads are seen or clicked'),
      ),
      tracking_tag_url: required(trackingTagUrl),
    },
  }),
  updateTrackingTag: ofTrackingTag.update({
    doc: 'Changes the URL of a tracking tag',
    params: { tracking_tag_url: required(trackingTagUrl) },
  }),
  deleteTrackingTag: ofTrackingTag.delete({ doc: 'Deletes a tracking tag' }),
});
