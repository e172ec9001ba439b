import { choices } from '../language/params.ts';

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
