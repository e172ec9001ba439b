import { campaigns } from './areas/campaigns.ts';
import { cards } from './areas/cards.ts';
import { categories } from './areas/categories.ts';
import { customAudienceUsers } from './areas/custom-audience-users.ts';
import { customAudiences } from './areas/custom-audiences.ts';
import { draftTweets } from './areas/draft-tweets.ts';
import { keywordInsightEndpoints } from './areas/keyword-insights.ts';
import { mediaLibrary } from './areas/media-library.ts';
import { pollCards } from './areas/poll-cards.ts';
import { promotedTweets } from './areas/promoted-tweets.ts';
import { scheduledTweets } from './areas/scheduled-tweets.ts';
import { targetingCriteria } from './areas/targeting-criteria.ts';
import { tweets } from './areas/tweets.ts';
import { videoConversationCards } from './areas/video-conversation-cards.ts';
import type { Param } from './language/params.ts';
import type { Rule } from './language/rules.ts';

/** A documented limit. */
export interface AdsLimit {
  readonly id: string;
  /** What is limited, and whether the number is the most or the least. */
  readonly subject: string;
  readonly limit: number;
  readonly unit: string;
  readonly source: string;
  /** Whether the gateway checks it before anything is sent. The other limits depend on data that only the API has. */
  readonly checked: boolean;
}

const known = (value: number | null | undefined): number => {
  if (value === undefined || value === null) {
    throw new TypeError('the catalogue lacks a limit that limits.ts lists');
  }
  return value;
};

const most = (param: Param | undefined): number =>
  known(param !== undefined && 'max' in param ? param.max : null);
const least = (param: Param | undefined): number =>
  known(param !== undefined && 'min' in param ? Number(param.min) : null);

const ruleMax = (rules: readonly Rule[], kind: 'atMostTogether' | 'leaves'): number =>
  known(rules.flatMap((rule) => (rule.rule === kind ? [rule.max] : []))[0]);

const windowDays = (rules: readonly Rule[]): number =>
  known(rules.flatMap((rule) => (rule.rule === 'inOrder' ? [rule.maxDays] : []))[0]);

type Row = readonly [id: string, subject: string, unit: string, source: string, limit: number];

const row =
  (checked: boolean) =>
  (...[id, subject, unit, source, limit]: Row): AdsLimit =>
    Object.freeze({ id, subject, limit, unit, source, checked });
/** A limit that the catalogue holds, and that is therefore checked before anything is sent. */
const checked = row(true);
/** A limit that only the API can check. */
const upstream = row(false);

const conventions = 'conventions of the API, section 8';
const lists = 'conventions of the API, section 4.3';
const creatives = 'creatives, section 8';
const creativeLists = 'creatives, section 4';
const management = 'accounts to insights, section 8';
const parameters = 'accounts to insights, section 4';

const swipeable = (): Param | undefined => {
  const { components } = cards.createCard.params;
  const { of: part } = components;
  return part.kind === 'variant' ? part.of['SWIPEABLE_MEDIA']?.fields['media_keys'] : undefined;
};

const { createCampaign, listCampaigns, batchCampaigns } = campaigns;
const { createVideoConversationCard } = videoConversationCards;
const { updateMediaLibraryItem } = mediaLibrary;
const { createScheduledTweet } = scheduledTweets;
const { getKeywordInsights } = keywordInsightEndpoints;
const { updateCustomAudienceUsers } = customAudienceUsers;

/** Every documented limit. */
// biome-ignore format: a table is read by its rows
export const limits: readonly AdsLimit[] = Object.freeze([
  checked('list-ids', 'Ids in one list, at most, unless an endpoint says otherwise', 'ids', conventions, most(listCampaigns.params.campaign_ids)),
  checked('page-size', 'Rows of one page (`first`), at most, of most lists', 'rows', lists, most(listCampaigns.params.count)),
  checked('card-page-size', 'Rows of one page of cards, at most', 'rows', creativeLists, most(cards.listCards.params.count)),
  checked('draft-page-size', 'Rows of one page of draft posts, at most', 'rows', creativeLists, most(draftTweets.listDraftTweets.params.count)),
  checked('scheduled-page-size', 'Rows of one page of scheduled posts, at most', 'rows', creativeLists, most(scheduledTweets.listScheduledTweets.params.count)),
  upstream('total-count-rate', 'Requests for `totalCount`, at most', 'requests in 15 minutes', conventions, 200),
  upstream('bearer-tokens', 'Outstanding bearer tokens, at most', 'tokens of an application', conventions, 1),
  checked('card-name', 'Name of a card, at most', 'characters', creatives, most(cards.createCard.params.name)),
  checked('card-query', 'Beginning of a name that cards are searched by (`q`), at most', 'characters', creativeLists, most(cards.listCards.params.q)),
  checked('swipeable-media-least', 'Media of a swipeable card, at least', 'media keys', creatives, least(swipeable())),
  checked('swipeable-media-most', 'Media of a swipeable card, at most', 'media keys', creatives, most(swipeable())),
  checked('post-images', 'Images on a post, at most', 'media keys', creatives, most(draftTweets.createDraftTweet.params.media_keys)),
  upstream('post-gifs-or-videos', 'Animated GIFs or videos on a post, at most', 'media keys', creatives, 1),
  checked('post-name', 'Name of a post, at most', 'characters', creatives, most(draftTweets.createDraftTweet.params.name)),
  checked('scheduling-horizon', 'How far ahead a post is scheduled, at most', 'years', creatives, known(createScheduledTweet.params.scheduled_at.withinYears)),
  upstream('scheduling-step', 'How exact the time of a scheduled post is; seconds are dropped', 'minutes', creatives, 1),
  checked('poll-duration-least', 'How long a poll is open, at least', 'minutes', creatives, least(pollCards.createPollCard.params.duration_in_minutes)),
  checked('poll-duration-most', 'How long a poll is open, at most', 'minutes', creatives, most(pollCards.createPollCard.params.duration_in_minutes)),
  checked('poll-choice', 'Answer of a poll, at most', 'characters', creatives, most(pollCards.createPollCard.params.first_choice)),
  checked('conversation-hashtag', 'Hashtag of a conversation card, without its #, at most', 'characters', creatives, most(createVideoConversationCard.params.first_cta)),
  checked('conversation-thank-you', 'Thanks of a conversation card, at most', 'characters', creatives, most(createVideoConversationCard.params.thank_you_text)),
  checked('conversation-title', 'Title of a conversation card, at most', 'characters', creatives, most(createVideoConversationCard.params.title)),
  checked('media-name', 'Name of a media library item, at most', 'characters', creatives, most(updateMediaLibraryItem.params.name)),
  checked('media-file-name', 'File name of a media library item, at most', 'characters', creatives, most(updateMediaLibraryItem.params.file_name)),
  checked('media-title', 'Title of a media library item, at most', 'characters', creatives, most(updateMediaLibraryItem.params.title)),
  checked('media-description', 'Description of a media library item, at most', 'characters', creatives, most(updateMediaLibraryItem.params.description)),
  checked('previews', 'Posts previewed in one request, at most', 'ids', creatives, most(tweets.listTweetPreviews.params.tweet_ids)),
  upstream('active-campaigns', 'Active campaigns, at most; the account manager can raise it to 8000', 'campaigns of an account', management, 200),
  upstream('line-items-of-campaign', 'Line items, at most', 'line items of a campaign', management, 100),
  upstream('active-line-items', 'Active line items, at most', 'line items of an account', management, 256),
  checked('campaign-name', 'Name of a campaign, at most', 'characters', management, most(createCampaign.params.name)),
  checked('purchase-order-number', 'Purchase order number, at most', 'characters', management, most(createCampaign.params.purchase_order_number)),
  checked('name-query', 'Text that names are searched by (`q`), at most', 'characters', parameters, most(listCampaigns.params.q)),
  checked('batch-campaigns', 'Campaigns in one batch, at most', 'operations', management, batchCampaigns.maxOperations),
  checked('batch-targeting-criteria', 'Criteria in one batch, at most', 'operations', management, targetingCriteria.batchTargetingCriteria.maxOperations),
  checked('batch-custom-audiences', 'Audiences in one batch, at most', 'operations', management, customAudiences.batchCustomAudiences.maxOperations),
  checked('audience-users', 'Changes of audience users in one request, at most', 'operations', management, updateCustomAudienceUsers.maxOperations),
  checked('audience-users-bytes', 'Body of such a request, at most', 'bytes', management, known(updateCustomAudienceUsers.maxBytes)),
  upstream('audience-users-rate', 'Such requests, at most', 'requests in a minute', management, 1500),
  checked('flexible-audience-leaves', 'Leaves of a flexible audience, at most', 'leaves', management, ruleMax(customAudiences.batchCustomAudiences.operations.Create.rules, 'leaves')),
  checked('promoted-posts', 'Posts promoted in one request, at most', 'ids', management, most(promotedTweets.createPromotedTweets.params.tweet_ids)),
  checked('insights-window', 'Window of keyword insights, at most', 'days', management, windowDays(getKeywordInsights.rules)),
  checked('insights-keywords', 'Keywords and negative keywords together, at most', 'keywords', management, ruleMax(getKeywordInsights.rules, 'atMostTogether')),
  checked('country-codes', 'Countries of curated categories, at most', 'codes', parameters, most(categories.listCuratedCategories.params.country_codes)),
]);
