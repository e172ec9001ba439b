import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { choices, id, ids, listOf, text } from '../language/params.ts';

/** The kinds of creatives that a piece of account media can be shown as. */
export const creativeType = choices(
  'CreativeType',
  'The formats in which account media can be shown: `creative_type` of the REST API',
  {
    BANNER: 'A banner on a phone',
    BANNER_TABLET: 'A banner on a tablet',
    INTERSTITIAL: 'A picture over the whole screen of a phone',
    INTERSTITIAL_LANDSCAPE: 'A picture over the whole screen of a phone held sideways',
    INTERSTITIAL_LANDSCAPE_TABLET: 'A picture over the whole screen of a tablet held sideways',
    INTERSTITIAL_TABLET: 'A picture over the whole screen of a tablet',
    MEDIUM_RECTANGLE: 'A rectangle within the content of a page',
    PREROLL: 'A video that plays before other videos',
    VAST_PREROLL: 'A video that plays before other videos, given as a VAST tag',
  },
);

export const accountMedia = entity(
  'AccountMedia',
  'An image or a video that belongs to an ad account and that media creatives show.',
  {
    ...lifecycle,
    video_id: id('The video; null for an image'),
    media_url: text('URL of the image; null for a video'),
    creative_type: creativeType.any('What it can be shown as'),
  },
);

const ofAccountMedia = collection(
  'accounts/{account_id}/account_media/{account_media_id}',
  accountMedia,
);

export const accountMediaEndpoints = group({
  listAccountMedia: ofAccountMedia.list({
    doc: 'The media of an account',
    params: {
      account_media_ids: ids('Only these media', { matches: 'id' }),
      creative_types: listOf(creativeType.any('Kind'), 'Only media of these kinds', {
        min: 1,
        matches: 'creative_type',
      }),
      ...standardList(),
    },
  }),
  getAccountMedia: ofAccountMedia.item({ doc: 'One piece of account media', params: withDeleted }),
  deleteAccountMedia: ofAccountMedia.delete({
    doc: 'Deletes a piece of account media; the row can still be read with `withDeleted`',
  }),
});
