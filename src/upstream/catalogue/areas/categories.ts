import { get, group } from '../language/endpoint.ts';
import { dated, entity, oneOf, pageOf, rowsOf } from '../language/entity.ts';
import { cursored, paged } from '../language/lists.ts';
import { flag, id, int, listOf, required, text } from '../language/params.ts';

const named = { id: id('Identifier'), name: text('Name') } as const;
const iabCategoriesOf = listOf(
  text('IAB category'),
  'The IAB categories it corresponds to, such as IAB1',
);
const publishers = int('Publishers with videos in the last thirty days');
const videos = int('Videos monetised in the last thirty days');
const countries = (doc: string) => listOf(text('Country'), `${doc}, as two-letter ISO codes`);

export const advertiserBusinessCategory = entity(
  'AdvertiserBusinessCategory',
  'A business category of advertisers. Line items with objective PREROLL_VIEWS need one or two, given by their iabCategories.',
  { ...named, iab_categories: iabCategoriesOf },
  { inAccount: false },
);

export const contentCategory = entity(
  'ContentCategory',
  'A kind of video content; used in targeting as IAB_CATEGORY, in a batch.',
  {
    ...named,
    iab_categories: iabCategoriesOf,
    publishers_in_last_thirty_days: publishers,
    videos_monetized_in_last_thirty_days: videos,
  },
  { inAccount: false },
);

export const iabCategory = entity(
  'IabCategory',
  'A category of the Interactive Advertising Bureau.',
  {
    ...named,
    parent_id: id('The category above it; null at the top'),
  },
  { inAccount: false },
);

export const curatedCategory = entity(
  'CuratedCategory',
  'A set of publishers chosen by hand, available in some countries.',
  {
    ...dated,
    name: text('Name'),
    description: text('What it is about'),
    country_codes: countries('Where it is available'),
    publisher_user_ids: listOf(id('User'), 'The user ids of its publishers'),
    videos_monetized_in_last_thirty_days: videos,
  },
);

export const publisher = entity(
  'Publisher',
  'A publisher of content categories.',
  {
    user_id: id('The publisher as a user'),
    username: text('Screen name of the publisher'),
    content_category_ids: listOf(id('Content category'), 'The content categories it publishes in'),
    monetizable_country_codes: countries('Where its videos earn money'),
    promotion_eligible_country_codes: countries('Where it may be promoted'),
    monetization_restricted: flag('Whether its videos may earn money with restrictions only'),
  },
  { key: 'user_id', inAccount: false },
);

export const categories = group({
  listAdvertiserBusinessCategories: get('advertiser_business_categories', {
    doc: 'The business categories of advertisers',
    returns: rowsOf(advertiserBusinessCategory, { most: 100 }),
    isReference: true,
  }),
  listContentCategories: get('content_categories', {
    doc: 'The kinds of video content; each corresponds to one or more IAB categories',
    returns: rowsOf(contentCategory, { most: 100 }),
    isReference: true,
  }),
  listIabCategories: get('iab_categories', {
    doc: 'The categories of the Interactive Advertising Bureau',
    params: {
      ...paged(),
      with_total_count: flag('Add the number of matching rows; excludes cursor', {
        default: false,
      }),
    },
    returns: pageOf(iabCategory),
    isReference: true,
  }),
  listCuratedCategories: get('accounts/{account_id}/curated_categories', {
    doc: 'The curated categories that are available in some countries',
    params: {
      country_codes: required(
        listOf(
          text('Country', { format: 'country' }),
          'Only categories available in one of these countries, as two-letter ISO codes',
          { min: 1, max: 200, matches: 'country_codes' },
        ),
      ),
      ...cursored,
    },
    returns: pageOf(curatedCategory),
  }),
  getCuratedCategory: get('accounts/{account_id}/curated_categories/{curated_category_id}', {
    doc: 'One curated category',
    returns: oneOf(curatedCategory),
  }),
  listPublishers: get('publishers', {
    doc: 'The publishers of content categories',
    returns: rowsOf(publisher, { most: 300 }),
    isReference: true,
  }),
});
