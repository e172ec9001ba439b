import { maxLineItems } from './areas/line-items.ts';
import { catalogue } from './index.ts';
import { pageSizeProblem } from './language/lists.ts';
import type { Fields } from './language/params.ts';
import { type InputProblem, problem, reasonOf, sentenceOf } from './language/problem.ts';
import type { Rule } from './language/rule-kinds.ts';
import type { Reason } from './language/sentences.ts';
import { limitFaults } from './language/validate-value.ts';

/** A documented limit. */
export interface AdsLimit {
  readonly id: string;
  /** The limited thing, and the direction: the most or the least. */
  readonly subject: string;
  readonly limit: number;
  readonly unit: string;
  readonly source: string;
  /** True if the gateway checks it before sending. The others depend on data of the API. */
  readonly checked: boolean;
  /** The reason for refusing a value that exceeds it, if the gateway checks it. */
  readonly reason: Reason | null;
  readonly message: string | null;
}

/** A number of the catalogue, and what is said of a value beyond it. */
interface Bound {
  readonly limit: number;
  readonly fault: InputProblem;
}

const listed = <T>(value: T | null | undefined): T => {
  if (value === undefined || value === null) {
    throw new TypeError('the catalogue lacks a limit that limits.ts lists');
  }
  return value;
};

const bound =
  (end: 'min' | 'max') =>
  <F extends Fields>(fields: F, name: keyof F & string): Bound => {
    const all: Fields = fields;
    const found = listed(limitFaults(listed(all[name])).find((one) => one[end] !== undefined));
    return { limit: Number(found[end]), fault: { ...found, path: [name] } };
  };
const most = bound('max');
const least = bound('min');

const pageSize = (fields: Fields): Bound => {
  const { limit } = most(fields, 'count');
  return { limit, fault: pageSizeProblem(limit) };
};

const operations = (max: number): Bound => ({
  limit: max,
  fault: problem(['operations'], 'tooMany', { max: `${max}` }),
});

const bytes = (max: number | null): Bound => ({
  limit: listed(max),
  fault: problem(['operations'], 'tooManyBytes', { max: `${listed(max)}` }),
});

const ahead = (fields: Fields, name: string): Bound => {
  const param = fields[name];
  const { withinYears, withinMonths } = listed(param?.kind === 'time' ? param : null);
  const [fault] = limitFaults(listed(param)).slice(-1);
  return { limit: listed(withinYears ?? withinMonths), fault: { ...listed(fault), path: [name] } };
};

const ruleMost = (rules: readonly Rule[], kind: 'atMostTogether' | 'leaves'): Bound => {
  const [rule] = rules.flatMap((one) => (one.rule === kind ? [one] : []));
  const { max, of } = listed(rule);
  const [first = '', ...others] = [of].flat();
  const says = kind === 'leaves' ? 'tooManyLeaves' : 'tooManyTogether';
  return { limit: max, fault: problem([first], says, { max: `${max}`, others }) };
};

const bodyBound = (rules: readonly Rule[]): Bound => {
  const { list, other, is, max } = listed(rules.find((rule) => rule.rule === 'evenSplit'));
  const [value = ''] = is;
  return { limit: max, fault: problem([list], 'tooManyWith', { max: `${max}`, other, value }) };
};

const windowDays = (rules: readonly Rule[], given?: string): Bound => {
  const rule = listed(rules.find((one) => one.rule === 'inOrder' && one.given === given));
  const { first, second, maxDays } = rule as Extract<Rule, { readonly rule: 'inOrder' }>;
  const limit = listed(maxDays);
  const filling = { value: `${limit} days`, other: first };
  return { limit, fault: problem([second], 'tooFarApart', filling) };
};

type LimitFacts = readonly [id: string, subject: string, unit: string, source: string];

/** A limit that the catalogue holds, and that is therefore checked before anything is sent. */
const checked = (...[id, subject, unit, source, bound]: [...LimitFacts, Bound]): AdsLimit =>
  Object.freeze({
    id,
    subject,
    limit: bound.limit,
    unit,
    source,
    checked: true,
    reason: reasonOf(bound.fault),
    message: sentenceOf(bound.fault),
  });

/** A limit that only the API can check. */
const upstream = (...[id, subject, unit, source, limit]: [...LimitFacts, number]): AdsLimit =>
  Object.freeze({ id, subject, limit, unit, source, checked: false, reason: null, message: null });

const conventions = 'conventions of the API, section 8';
const lists = 'conventions of the API, section 4.3';
const creatives = 'creatives, section 8';
const creativeLists = 'creatives, section 4';
const management = 'accounts to insights, section 8';
const parameters = 'accounts to insights, section 4';
const results = 'results, section 1';
const people = 'results and the rest, section 5';
const measurement = 'results and the rest, section 6';
const lineItemParameters = 'line items, section 2';

const catalogs = 'catalog management';

const product = catalogue.putProducts.params.products.of.fields;

const { of: component } = catalogue.createCard.params.components;
const swipeable: Fields = listed(
  component.kind === 'variant' ? component.of['SWIPEABLE_MEDIA']?.fields : undefined,
);

const listUsers = catalogue.updateDoNotReachListUsers.operations.Update.params;

/** Every documented limit. */
// biome-ignore format: a table is read by its rows
export const limits: readonly AdsLimit[] = Object.freeze([
  checked('list-ids', 'Ids in one list, at most, unless an endpoint says otherwise', 'ids', conventions, most(catalogue.listCampaigns.params, 'campaign_ids')),
  checked('page-size', 'Rows of one page (`first`), at most, of most lists', 'rows', lists, pageSize(catalogue.listCampaigns.params)),
  checked('card-page-size', 'Rows of one page of cards, at most', 'rows', creativeLists, pageSize(catalogue.listCards.params)),
  checked('draft-page-size', 'Rows of one page of draft posts, at most', 'rows', creativeLists, pageSize(catalogue.listDraftTweets.params)),
  checked('scheduled-page-size', 'Rows of one page of scheduled posts, at most', 'rows', creativeLists, pageSize(catalogue.listScheduledTweets.params)),
  upstream('total-count-rate', 'Requests for `totalCount`, at most', 'requests in 15 minutes', conventions, 200),
  upstream('bearer-tokens', 'Outstanding bearer tokens, at most', 'tokens of an application', conventions, 1),
  checked('card-name', 'Name of a card, at most', 'characters', creatives, most(catalogue.createCard.params, 'name')),
  checked('card-query', 'Beginning of a name that cards are searched by (`q`), at most', 'characters', creativeLists, most(catalogue.listCards.params, 'q')),
  checked('swipeable-media-least', 'Media of a swipeable card, at least', 'media keys', creatives, least(swipeable, 'media_keys')),
  checked('swipeable-media-most', 'Media of a swipeable card, at most', 'media keys', creatives, most(swipeable, 'media_keys')),
  checked('post-images', 'Images on a post, at most', 'media keys', creatives, most(catalogue.createDraftTweet.params, 'media_keys')),
  upstream('post-gifs-or-videos', 'Animated GIFs or videos on a post, at most', 'media keys', creatives, 1),
  checked('post-name', 'Name of a post, at most', 'characters', creatives, most(catalogue.createDraftTweet.params, 'name')),
  checked('scheduling-horizon', 'How far ahead a post is scheduled, at most', 'years', creatives, ahead(catalogue.createScheduledTweet.params, 'scheduled_at')),
  upstream('scheduling-step', 'How exact the time of a scheduled post is; seconds are dropped', 'minutes', creatives, 1),
  checked('poll-duration-least', 'How long a poll is open, at least', 'minutes', creatives, least(catalogue.createPollCard.params, 'duration_in_minutes')),
  checked('poll-duration-most', 'How long a poll is open, at most', 'minutes', creatives, most(catalogue.createPollCard.params, 'duration_in_minutes')),
  checked('poll-choice', 'Answer of a poll, at most', 'characters', creatives, most(catalogue.createPollCard.params, 'first_choice')),
  checked('conversation-hashtag', 'Hashtag of a conversation card, without its #, at most', 'characters', creatives, most(catalogue.createVideoConversationCard.params, 'first_cta')),
  checked('conversation-thank-you', 'Thanks of a conversation card, at most', 'characters', creatives, most(catalogue.createVideoConversationCard.params, 'thank_you_text')),
  checked('conversation-title', 'Title of a conversation card, at most', 'characters', creatives, most(catalogue.createVideoConversationCard.params, 'title')),
  checked('media-name', 'Name of a media library item, at most', 'characters', creatives, most(catalogue.updateMediaLibraryItem.params, 'name')),
  checked('media-file-name', 'File name of a media library item, at most', 'characters', creatives, most(catalogue.updateMediaLibraryItem.params, 'file_name')),
  checked('media-title', 'Title of a media library item, at most', 'characters', creatives, most(catalogue.updateMediaLibraryItem.params, 'title')),
  checked('media-description', 'Description of a media library item, at most', 'characters', creatives, most(catalogue.updateMediaLibraryItem.params, 'description')),
  checked('previews', 'Posts previewed in one request, at most', 'ids', creatives, most(catalogue.listTweetPreviews.params, 'tweet_ids')),
  upstream('active-campaigns', 'Active campaigns, at most; the account manager can raise it to 8000', 'campaigns of an account', management, 200),
  upstream('line-items-of-campaign', 'Line items, at most', 'line items of a campaign', management, maxLineItems),
  upstream('active-line-items', 'Active line items, at most', 'line items of an account', management, 256),
  checked('campaign-name', 'Name of a campaign, at most', 'characters', management, most(catalogue.createCampaign.params, 'name')),
  checked('line-item-name', 'Name of a line item, at most', 'characters', lineItemParameters, most(catalogue.createLineItem.params, 'name')),
  checked('purchase-order-number', 'Purchase order number, at most', 'characters', management, most(catalogue.createCampaign.params, 'purchase_order_number')),
  checked('name-query', 'Text that names are searched by (`q`), at most', 'characters', parameters, most(catalogue.listCampaigns.params, 'q')),
  checked('batch-campaigns', 'Campaigns in one batch, at most', 'operations', management, operations(catalogue.batchCampaigns.maxOperations)),
  checked('batch-line-items', 'Line items in one batch, at most', 'operations', lineItemParameters, operations(catalogue.batchLineItems.maxOperations)),
  checked('batch-targeting-criteria', 'Criteria in one batch, at most', 'operations', management, operations(catalogue.batchTargetingCriteria.maxOperations)),
  checked('batch-custom-audiences', 'Audiences in one batch, at most', 'operations', management, operations(catalogue.batchCustomAudiences.maxOperations)),
  checked('audience-users', 'Changes of audience users in one request, at most', 'operations', management, operations(catalogue.updateCustomAudienceUsers.maxOperations)),
  checked('audience-users-bytes', 'Body of such a request, at most', 'bytes', management, bytes(catalogue.updateCustomAudienceUsers.maxBytes)),
  upstream('audience-users-rate', 'Such requests, at most', 'requests in a minute', management, 1500),
  checked('do-not-reach-users', 'Changes of the people of a do-not-reach list in one request, at most', 'operations', people, operations(catalogue.updateDoNotReachListUsers.maxOperations)),
  checked('do-not-reach-users-bytes', 'Body of such a request, at most', 'bytes', people, bytes(catalogue.updateDoNotReachListUsers.maxBytes)),
  checked('do-not-reach-expiry', 'How far ahead people leave a do-not-reach list; it must be less', 'months', people, ahead(listUsers, 'expires_at')),
  upstream('do-not-reach-lists', 'Do-not-reach lists, at most', 'lists of an account', people, 1),
  checked('web-conversions', 'Web conversions in one request, at most', 'conversions', measurement, most(catalogue.recordWebConversions.params, 'conversions')),
  upstream('web-conversions-rate', 'Web conversions of an account, at most', 'conversions in 15 minutes', measurement, 60_000),
  checked('ab-test-groups-least', 'Groups of an A/B test, at least', 'groups', measurement, least(catalogue.createAbTest.params, 'user_groups')),
  checked('ab-test-groups-most', 'Groups of an A/B test of campaigns, at most', 'groups', measurement, most(catalogue.createAbTest.params, 'user_groups')),
  checked('ab-test-line-items', 'Groups of an A/B test of line items, at most', 'groups', measurement, bodyBound(catalogue.createAbTest.rules)),
  checked('flexible-audience-leaves', 'Leaves of a flexible audience, at most', 'leaves', management, ruleMost(catalogue.batchCustomAudiences.operations.Create.rules, 'leaves')),
  checked('promoted-posts', 'Posts promoted in one request, at most', 'ids', management, most(catalogue.createPromotedTweets.params, 'tweet_ids')),
  checked('insights-window', 'Window of keyword insights, at most', 'days', management, windowDays(catalogue.getKeywordInsights.rules)),
  checked('insights-keywords', 'Keywords and negative keywords together, at most', 'keywords', management, ruleMost(catalogue.getKeywordInsights.rules, 'atMostTogether')),
  upstream('results-entities', 'Entities in one call for results; the gateway asks for more in several calls', 'ids', results, most(catalogue.getStats.params, 'entity_ids').limit),
  upstream('results-window', 'Range of one call for results; the gateway asks for longer ones in several calls', 'days', results, windowDays(catalogue.getStats.rules).limit),
  upstream('results-rate', 'Calls for results, reach and active entities together, at most', 'requests in 15 minutes', results, 250),
  checked('activity-window', 'Span of time of active entities, at most', 'days', results, windowDays(catalogue.listActiveEntities.rules)),
  checked('job-entities', 'Entities of a job for results, at most', 'ids', results, most(catalogue.createStatsJob.params, 'entity_ids')),
  checked('job-window', 'Range of a job for results, at most', 'days', results, windowDays(catalogue.createStatsJob.rules)),
  checked('job-window-segments', 'Range of a job with segments, at most', 'days', results, windowDays(catalogue.createStatsJob.rules, 'segmentation_type')),
  upstream('jobs-in-hand', 'Jobs for results that are processed at a time, at most', 'jobs of an account', results, 100),
  checked('put-products', 'Products put in one request, at most', 'products', catalogs, most(catalogue.putProducts.params, 'products')),
  checked('product-title', 'Title of a product, at most', 'characters', catalogs, most(product, 'title')),
  checked('product-description', 'Description of a product, at most', 'characters', catalogs, most(product, 'description')),
  checked('product-set-products', 'Products of a set of type MANUAL, at most', 'products', catalogs, most(catalogue.createProductSet.params, 'product_keys')),
  checked('product-set-filters', 'Filters of a set of type FILTERED, at most', 'filters', catalogs, most(catalogue.createProductSet.params, 'filters')),
  upstream('product-catalogs', 'Product catalogs, at most', 'catalogs of a user', catalogs, 1),
  upstream('scheduled-feeds', 'Scheduled feeds, at most', 'feeds of a user', catalogs, 1),
  checked('country-codes', 'Countries of curated categories, at most', 'codes', parameters, most(catalogue.listCuratedCategories.params, 'country_codes')),
]);
