import { get, group, post } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { nameQuery, standardList, withDeleted } from '../language/lists.ts';
import {
  choices,
  filled,
  flag,
  id,
  ids,
  int,
  listOf,
  micros,
  required,
  text,
  time,
} from '../language/params.ts';
import { oneOf, pageOf } from '../language/returns.ts';
import { inOrder, requiredWith } from '../language/rules.ts';
import { withDraft } from './campaigns.ts';
import { entityStatus } from './entity-status.ts';

export const productType = choices(
  'ProductType',
  ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_TWEETS'],
  {
    doc: 'What a line item promotes',
    values: {
      MEDIA: 'Account media, which media creatives show',
      PROMOTED_ACCOUNT: 'A user, to win followers',
      PROMOTED_TWEETS: 'Posts',
    },
  },
);

const stores = {
  android_app_store_identifier: text('Package name of the Android app it promotes'),
  ios_app_store_identifier: text('Store number of the iOS app it promotes'),
} as const;

const addsPlatform = 'The API then adds the targeting criterion PLATFORM that goes with it';

export const lineItem = entity(
  'LineItem',
  'An ad group: objective, bid, flight and placements, inside a campaign.',
  {
    ...lifecycle,
    campaign_id: id('The campaign it belongs to'),
    funding_instrument_id: id('The funding instrument that pays'),
    name: text('Name of the line item; null where none was set'),
    advertiser_user_id: id('The user on whose behalf it advertises'),
    advertiser_domain: text('Web domain of the advertiser'),
    product_type: productType.any('What is promoted'),
    objective: text('Objective, such as WEBSITE_CLICKS; the API may add values'),
    placements: listOf(
      text('Placement'),
      'Where it may show, such as ALL_ON_TWITTER; the API may add values',
    ),
    goal: text('The result that is aimed at, such as LINK_CLICKS; the API may add values'),
    pay_by: text('The event that is paid for, such as IMPRESSION; the API may add values'),
    bid_strategy: text('How the bid is chosen: AUTO, MAX or TARGET; the API may add values'),
    bid_amount_local_micro: micros('Bid for one result; null with AUTO'),
    target_cpa_local_micro: micros('Target cost for one action'),
    entity_status: entityStatus.any('Delivery state set by the advertiser'),
    start_time: time('When it begins to serve'),
    end_time: time('When it stops serving'),
    daily_budget_amount_local_micro: micros('Daily budget: the most to spend in one day'),
    total_budget_amount_local_micro: micros('Total budget: the most to spend from start to end'),
    standard_delivery: flag('Whether the daily budget is spread over the day'),
    duration_in_days: int('Number of days that frequencyCap applies to'),
    frequency_cap: int('How often one person may see an ad within durationInDays'),
    categories: listOf(text('IAB category'), 'IAB categories, such as IAB1'),
    primary_web_event_tag: text('The web event that it is optimised for'),
    ...stores,
    automatic_tweet_promotion: flag('Whether posts are promoted automatically'),
    creative_source: text('Where creatives come from, such as MANUAL; the API may add values'),
    currency: text('ISO 4217 code of the currency of its amounts'),
  },
);

export const lineItems = group({
  listLineItems: get('accounts/{account_id}/line_items', {
    doc: 'The line items of an account',
    params: {
      campaign_ids: ids('Only line items of these campaigns', { matches: 'campaign_id' }),
      funding_instrument_ids: ids('Only line items paid by these funding instruments', {
        matches: 'funding_instrument_id',
      }),
      line_item_ids: ids('Only these line items', { matches: 'id' }),
      ...nameQuery(
        'Only line items whose name matches this text; the documents do not say how it is matched',
      ),
      ...withDraft,
      ...standardList(),
    },
    returns: pageOf(lineItem),
  }),
  getLineItem: get('accounts/{account_id}/line_items/{line_item_id}', {
    doc: 'One line item',
    params: withDeleted,
    returns: oneOf(lineItem),
  }),
  createLineItem: post('accounts/{account_id}/line_items', {
    doc: 'Creates a line item; all line items of a campaign have the same product type and objective',
    params: {
      campaign_id: required(id('The campaign it belongs to')),
      end_time: required(time('When it stops serving')),
      start_time: filled(time('When it begins to serve')),
      product_type: filled(productType.any('What is promoted')),
      objective: filled(text('Objective, such as WEBSITE_CLICKS', { min: 1 })),
      placements: filled(
        listOf(text('Placement', { format: 'item' }), 'Where it may show, such as ALL_ON_TWITTER', {
          min: 1,
          max: 200,
        }),
      ),
      name: text('Name', { min: 1, max: 255 }),
      advertiser_user_id: filled(id('The user on whose behalf it advertises')),
      advertiser_domain: text('Web domain of the advertiser'),
      goal: filled(text('The result that is aimed at, such as LINK_CLICKS', { min: 1 })),
      pay_by: filled(text('The event that is paid for, such as IMPRESSION', { min: 1 })),
      bid_strategy: filled(
        text('How the bid is chosen: AUTO, MAX or TARGET; the API may add values', { min: 1 }),
      ),
      bid_amount_local_micro: micros('Bid for one result; not with AUTO'),
      entity_status: entityStatus.any('Delivery state; ACTIVE unless given', 'ACTIVE'),
      daily_budget_amount_local_micro: micros('Daily budget: the most to spend in one day'),
      total_budget_amount_local_micro: micros('Total budget: the most to spend from start to end'),
      standard_delivery: filled(flag('Spread the daily budget over the day')),
      duration_in_days: int('Number of days that frequencyCap applies to', { oneOf: [1, 7, 30] }),
      frequency_cap: int('How often one person may see an ad within durationInDays', { min: 1 }),
      categories: listOf(
        text('IAB category', { format: 'item' }),
        'IAB categories, such as IAB1. With objective PREROLL_VIEWS they are required: those of one or two of `advertiserBusinessCategories`',
        { min: 1, max: 200 },
      ),
      primary_web_event_tag: text('The web event that it is optimised for'),
      android_app_store_identifier: text(
        `${stores.android_app_store_identifier.doc}. ${addsPlatform}`,
      ),
      ios_app_store_identifier: text(`${stores.ios_app_store_identifier.doc}. ${addsPlatform}`),
    },
    rules: [
      inOrder('start_time', 'end_time'),
      requiredWith('categories', 'objective', ['PREROLL_VIEWS']),
    ],
    returns: oneOf(lineItem, { omits: ['funding_instrument_id'] }),
  }),
});
