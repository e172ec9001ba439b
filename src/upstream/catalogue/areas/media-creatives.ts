import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { id, ids, required, text } from '../language/params.ts';
import { ignored } from '../language/storage.ts';
import { creativeType } from './account-media.ts';
import { entityStatus } from './entity-status.ts';
import { lineItem } from './line-items.ts';

export const mediaCreative = entity(
  'MediaCreative',
  'A piece of account media that a line item shows, as a display image or a preroll video.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item that shows it')),
    account_media_id: required(id('The media that it shows')),
    landing_url: text('URL that a click opens'),
    creative_type: creativeType.any('Kind of media'),
    entity_status: required(entityStatus.any('Delivery state')),
    approval_status: text('Whether it may be shown, such as ACCEPTED; the API may add values'),
  },
  { parent: { param: 'line_item_id', of: lineItem }, serves: true },
);

const ofMediaCreative = collection(
  'accounts/{account_id}/media_creatives/{media_creative_id}',
  mediaCreative,
);

export const mediaCreatives = group({
  listMediaCreatives: ofMediaCreative.list({
    doc: 'The media creatives of an account',
    params: {
      campaign_id: id('Only those of the line items of this campaign'),
      line_item_ids: ids('Only those of these line items', { matches: 'line_item_id' }),
      media_creative_ids: ids('Only these media creatives', { matches: 'id' }),
      ...standardList(),
    },
  }),
  getMediaCreative: ofMediaCreative.item({ doc: 'One media creative', params: withDeleted }),
  createMediaCreative: ofMediaCreative.create({
    doc: 'Shows account media in a line item',
    params: {
      account_media_id: required(id('The media to show')),
      line_item_id: required(id('The line item to show it in')),
      landing_url: ignored(
        text(
          'URL that a click on a display image opens; required if the objective of the line item is WEBSITE_CLICKS, ignored for preroll videos',
          { format: 'url' },
        ),
      ),
    },
  }),
  deleteMediaCreative: ofMediaCreative.delete({
    doc: 'Removes a media creative from its line item',
  }),
});
