import { batch, del, get, group, post, put } from '../language/endpoint.ts';
import { batchOf, entity, lifecycle, oneOf, pageOf } from '../language/entity.ts';
import { nameQuery, sortings, standardList, withDeleted } from '../language/lists.ts';
import {
  flag,
  id,
  ids,
  int,
  listOf,
  micros,
  required,
  text,
  time,
  usually,
} from '../language/params.ts';
import {
  accompanied,
  holding,
  inOrder,
  notAbove,
  onlyWhen,
  requiredWith,
  rulesOfChange,
} from '../language/rules.ts';
import { filled, ignored } from '../language/storage.ts';
import { anyOf, nameContains, updatedSince, whereOf } from '../language/where.ts';
import { campaign, withDraft } from './campaigns.ts';
import { entityStatus } from './entity-status.ts';
import {
  audienceExpansion,
  bidStrategy,
  goal,
  objective,
  payBy,
  placement,
  productType,
} from './line-item-choices.ts';

const stores = {
  android_app_store_identifier: text('Package name of the Android app it promotes'),
  ios_app_store_identifier: text('Store number of the iOS app it promotes'),
} as const;

export const lineItem = entity(
  'LineItem',
  'An ad group: objective, bid, flight and placements, inside a campaign.',
  {
    ...lifecycle,
    campaign_id: required(id('The campaign it belongs to')),
    funding_instrument_id: id('The funding instrument that pays'),
    name: text('Name of the line item; null if none was set'),
    advertiser_user_id: id('The user on whose behalf it advertises'),
    advertiser_domain: text('Web domain of the advertiser'),
    product_type: productType.any('What is promoted'),
    objective: objective.any('What it is for'),
    placements: listOf(placement.any('Placement'), 'Where it may show'),
    goal: goal.any('The result that is aimed at'),
    pay_by: payBy.any('The event that is paid for'),
    bid_strategy: bidStrategy.any('How the bid is chosen'),
    bid_amount_local_micro: micros('Bid for one result; null with AUTO'),
    target_cpa_local_micro: micros('Target cost for one action'),
    entity_status: required(entityStatus.any('Delivery state set by the advertiser')),
    start_time: time('When it begins to serve'),
    end_time: time('When it stops serving'),
    daily_budget_amount_local_micro: micros('Daily budget: the most to spend in one day'),
    total_budget_amount_local_micro: micros('Total budget: the most to spend from start to end'),
    standard_delivery: flag(
      'Whether the daily budget is spread over the day; null if the campaign holds the budget',
    ),
    duration_in_days: int('Number of days that frequencyCap applies to'),
    frequency_cap: int('How often one person may see an ad within durationInDays'),
    categories: listOf(text('IAB category'), 'IAB categories, such as IAB1'),
    primary_web_event_tag: text('The web event that it is optimised for'),
    ...stores,
    automatic_tweet_promotion: flag('Whether posts are promoted automatically'),
    creative_source: text('Where creatives come from, such as MANUAL; the API may add values'),
    audience_expansion: audienceExpansion.any(
      'How far it reaches beyond its targeting; null if not at all',
    ),
    currency: required(text('ISO 4217 code of the currency of its amounts')),
  },
  {
    parent: { param: 'campaign_id', of: campaign },
    buying: [
      'start_time',
      'pay_by',
      'bid_strategy',
      'audience_expansion',
      'standard_delivery',
      'placements',
      'goal',
      'categories',
    ],
  },
);

/** Parameters that the API requires of a new line item, beside those that are `required` here. */
export const neededByApi: readonly string[] = [
  'objective',
  'placements',
  'product_type',
  'start_time',
];

/** The maximum number of line items of a campaign. */
export const maxLineItems = 100;

const clears = true;
const addsPlatform =
  'The API then adds the targeting criterion PLATFORM that goes with it. Objectives APP_INSTALLS and APP_ENGAGEMENTS need this or that of the other store';
const nullRemoves = 'In a change, null removes this cap';
const byLineItem = 'Only if budgetOptimization of the campaign is LINE_ITEM';

/** Parameters that a new line item takes and that can be changed later. */
const changeable = {
  start_time: filled(time('When it begins to serve')),
  name: text('Name', { min: 1, max: 255, clears }),
  advertiser_user_id: filled(
    id(
      'The user on whose behalf it advertises, for PREROLL_VIEWS. Only some applications may give it',
    ),
  ),
  advertiser_domain: text(
    'Web domain of the advertiser, without https://. Required for the placement PUBLISHER_NETWORK',
    { min: 1, format: 'domain', clears },
  ),
  pay_by: filled(
    payBy.only(
      'The event that is paid for; by default the API chooses it for a new line item',
      'APP_CLICK',
      'IMPRESSION',
      'LINK_CLICK',
    ),
  ),
  bid_strategy: filled(
    bidStrategy.any(
      'How the bid is chosen; by default it follows from the objective of a new line item',
    ),
  ),
  bid_amount_local_micro: ignored(
    micros(
      'Bid for one result, more than 0. Required with bidStrategy MAX and TARGET, ignored with AUTO',
      { min: '1', clears },
    ),
  ),
  daily_budget_amount_local_micro: micros(
    `Daily budget, at most the total budget. ${byLineItem}. ${nullRemoves}`,
    { clears },
  ),
  total_budget_amount_local_micro: micros(
    `Total budget: the most to spend from start to end. ${nullRemoves}`,
    { clears },
  ),
  duration_in_days: int('Number of days that frequencyCap applies to', {
    oneOf: [1, 7, 30],
    clears,
  }),
  frequency_cap: int(
    'How often one person may see an ad within durationInDays. Only for REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS',
    { min: 1, clears },
  ),
  categories: listOf(
    text('IAB category', { format: 'item' }),
    'IAB categories, such as IAB1. Required for the placement PUBLISHER_NETWORK, and for PREROLL_VIEWS, which takes those of one or two of `advertiserBusinessCategories`',
    { min: 1, max: 200, joined: true, clears },
  ),
  android_app_store_identifier: text(
    `${stores.android_app_store_identifier.doc}. ${addsPlatform}`,
    { min: 1, clears },
  ),
  ios_app_store_identifier: text(`${stores.ios_app_store_identifier.doc}. ${addsPlatform}`, {
    min: 1,
    format: 'digits',
    clears,
  }),
  audience_expansion: audienceExpansion.any(
    'How far it reaches beyond its targeting; not at all by default',
  ),
} as const;

const apps = ['APP_INSTALLS', 'APP_ENGAGEMENTS'] as const;
const withMax = [
  'APP_ENGAGEMENTS',
  'APP_INSTALLS',
  'ENGAGEMENTS',
  'PREROLL_VIEWS',
  'VIDEO_VIEWS',
  'WEBSITE_CLICKS',
] as const;
const withTarget = [...apps, 'FOLLOWERS', 'REACH', 'WEBSITE_CLICKS'] as const;
const orAbsent = true;
const ends = time('When it stops serving', { withinHoursAgo: 24 });
/** Nobody can buy these two through the API. */
const soldElsewhere = ['SPOTLIGHT', 'TREND'] as const;

const creating = {
  params: {
    campaign_id: required(id('The campaign it belongs to')),
    end_time: required(ends),
    product_type: filled(usually('PROMOTED_TWEETS', productType.any('What is promoted'))),
    objective: filled(usually('ENGAGEMENTS', objective.any('What it is for'))),
    placements: filled(
      usually(
        ['ALL_ON_TWITTER'],
        listOf(placement.except('Placement', ...soldElsewhere), 'Where it may show', {
          min: 1,
          max: 200,
          joined: true,
        }),
      ),
    ),
    goal: filled(
      goal.any('The result that delivery aims at; by default it follows from the objective'),
    ),
    primary_web_event_tag: text(
      'The web event that it is optimised for. Required with goal WEBSITE_CONVERSIONS',
      { min: 1, clears },
    ),
    standard_delivery: filled(
      flag(`Spread the daily budget over the day, or spend it as fast as possible. ${byLineItem}`),
    ),
    ...changeable,
    entity_status: usually(
      'PAUSED',
      entityStatus.any('Delivery state; ACTIVE by default', 'ACTIVE'),
    ),
  },
  rules: [
    inOrder('start_time', 'end_time'),
    notAbove('daily_budget_amount_local_micro', 'total_budget_amount_local_micro'),
    requiredWith('bid_amount_local_micro', 'bid_strategy', ['MAX', 'TARGET']),
    onlyWhen('bid_strategy', 'objective', withMax, { values: ['MAX'], orAbsent }),
    onlyWhen('bid_strategy', 'objective', withTarget, { values: ['TARGET'], orAbsent }),
    accompanied('placements', 'TWITTER_PROFILE'),
    holding('placements', ['ALL_ON_TWITTER', 'TWITTER_TIMELINE'], 'objective', ['REACH']),
    onlyWhen('pay_by', 'objective', apps, { values: ['APP_CLICK'], orAbsent }),
    onlyWhen('pay_by', 'goal', ['APP_INSTALLS'], { values: ['APP_CLICK'], orAbsent }),
    onlyWhen('pay_by', 'goal', ['LINK_CLICKS'], { values: ['LINK_CLICK'], orAbsent }),
    onlyWhen('pay_by', 'bid_strategy', ['AUTO', 'MAX'], {
      values: ['IMPRESSION'],
      orAbsent,
      where: { name: 'goal', is: ['LINK_CLICKS'] },
    }),
    onlyWhen('goal', 'objective', ['WEBSITE_CLICKS'], { values: ['SITE_VISITS'], orAbsent }),
    onlyWhen('goal', 'objective', ['APP_INSTALLS'], { values: ['APP_PURCHASES'], orAbsent }),
    onlyWhen('goal', 'objective', apps, { values: ['APP_CLICKS', 'APP_INSTALLS'], orAbsent }),
    requiredWith('primary_web_event_tag', 'goal', ['WEBSITE_CONVERSIONS']),
    requiredWith(Object.keys(stores), 'objective', apps),
    requiredWith('categories', 'objective', ['PREROLL_VIEWS']),
    requiredWith('categories', 'placements', ['PUBLISHER_NETWORK']),
    requiredWith('advertiser_domain', 'placements', ['PUBLISHER_NETWORK']),
    onlyWhen(
      'frequency_cap',
      'objective',
      ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS'],
      { orAbsent },
    ),
  ],
} as const;

const changes = {
  ...changeable,
  end_time: ends,
  goal: filled(goal.except('The result that is aimed at', 'SITE_VISITS')),
  entity_status: usually('PAUSED', entityStatus.only('Delivery state', 'ACTIVE', 'PAUSED')),
} as const;

const updating = { params: changes, rules: rulesOfChange(creating.rules, changes) } as const;

const pathId = { line_item_id: required(id('The line item')) } as const;

/** Columns that answers to a write of a single line item do not have. */
const omits = ['funding_instrument_id'];

const lineItemSorting = sortings('LineItemOrder', {
  bid_amount_local_micro: 'Bid of the line item',
});

const where = whereOf('LineItemWhere', {
  entity_status: anyOf(
    'entity_status',
    entityStatus.any('Delivery state'),
    'Only line items in one of these states. Drafts come only with `withDraft`',
  ),
  ...nameContains,
  ...updatedSince,
});

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
        'Only line items whose name matches this text; X does not document how it is matched',
      ),
      ...withDraft,
      ...standardList({ sorts: lineItemSorting }),
    },
    where,
    returns: pageOf(lineItem),
  }),
  getLineItem: get('accounts/{account_id}/line_items/{line_item_id}', {
    doc: 'One line item',
    params: withDeleted,
    returns: oneOf(lineItem),
  }),
  createLineItem: post('accounts/{account_id}/line_items', {
    doc: `Creates a line item; all line items of a campaign have the same product type and objective. A campaign has at most ${maxLineItems} line items, an account at most 256 active ones`,
    ...creating,
    returns: oneOf(lineItem, { omits }),
  }),
  batchLineItems: batch('batch/accounts/{account_id}/line_items', {
    doc: 'Creates, updates and deletes up to 40 line items; either all of them are applied or none',
    max: 40,
    operations: {
      Create: creating,
      Update: {
        params: { ...pathId, ...updating.params },
        rules: updating.rules,
        target: 'line_item_id',
      },
      Delete: { params: pathId, rules: [], target: 'line_item_id' },
    },
    returns: batchOf(lineItem),
  }),
  updateLineItem: put('accounts/{account_id}/line_items/{line_item_id}', {
    doc: 'Changes a line item; parameters that are left out keep their values. An account has at most 256 active line items',
    ...updating,
    returns: oneOf(lineItem, { omits }),
  }),
  deleteLineItem: del('accounts/{account_id}/line_items/{line_item_id}', {
    doc: 'Deletes a line item. This cannot be undone, and a second delete is refused; the row can still be read with `withDeleted`. Its promoted posts are not deleted, but are shown with `withDeleted` only',
    returns: oneOf(lineItem, {
      omits: [
        ...omits,
        'daily_budget_amount_local_micro',
        'standard_delivery',
        'automatic_tweet_promotion',
        ...Object.keys(stores),
      ],
    }),
  }),
});
