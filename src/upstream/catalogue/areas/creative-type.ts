import { choices } from '../language/params.ts';

/** What a piece of account media can be shown as. */
export const creativeType = choices(
  'CreativeType',
  [
    'BANNER',
    'BANNER_TABLET',
    'INTERSTITIAL',
    'INTERSTITIAL_LANDSCAPE',
    'INTERSTITIAL_LANDSCAPE_TABLET',
    'INTERSTITIAL_TABLET',
    'MEDIUM_RECTANGLE',
    'PREROLL',
    'VAST_PREROLL',
  ],
  {
    doc: 'The formats in which account media can be shown: `creative_type` of the REST API',
    values: { PREROLL: 'A video that plays before other videos' },
  },
);
