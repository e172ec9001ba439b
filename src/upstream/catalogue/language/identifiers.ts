import { getOrMake } from '../memoize.ts';
import { entityOfKind } from '../metrics.ts';
import type { IdFormat } from './formats.ts';

/** The facts of an identifier. `of` is the entity that it points to, if that is in the graph. */
export interface Identifier {
  readonly format: IdFormat;
  readonly of?: string;
  /** Further entities whose ids it may hold. */
  readonly orOf?: readonly string[];
  /** The parameter that decides which entity the id is of, and the entity for each value. */
  readonly by?: { readonly param: string; readonly of: Readonly<Record<string, string>> };
}

const base36 = (of?: string): Identifier =>
  Object.freeze({ format: 'base36', ...(of !== undefined && { of }) });

const table = {
  account_id: base36('Account'),
  campaign_id: base36('Campaign'),
  funding_instrument_id: base36('FundingInstrument'),
  line_item_id: base36('LineItem'),
  promoted_tweet_id: base36('PromotedTweet'),
  targeting_criterion_id: base36('TargetingCriterion'),
  tweet_id: Object.freeze({ format: 'digits', of: 'Tweet' }),
  any_tweet_id: Object.freeze({
    format: 'digits',
    // The list of posts shows posts of every type as Tweet.
    orOf: ['Tweet'],
    by: {
      param: 'tweet_type',
      of: { DRAFT: 'DraftTweet', PUBLISHED: 'Tweet', SCHEDULED: 'ScheduledTweet' },
    },
  }),
  draft_tweet_id: Object.freeze({ format: 'digits', of: 'DraftTweet' }),
  scheduled_tweet_id: Object.freeze({ format: 'digits', of: 'ScheduledTweet' }),
  as_user_id: Object.freeze({ format: 'digits' }),
  account_media_id: base36('AccountMedia'),
  media_creative_id: base36('MediaCreative'),
  promoted_account_id: base36('PromotedAccount'),
  promotable_user_id: base36('PromotableUser'),
  scheduled_promoted_tweet_id: base36('ScheduledPromotedTweet'),
  tracking_tag_id: base36('TrackingTag'),
  user_id: Object.freeze({ format: 'digits' }),
  webhook_id: Object.freeze({ format: 'webhook' }),
  advertiser_user_id: Object.freeze({ format: 'digits' }),
  business_id: base36(),
  custom_audience_id: base36('CustomAudience'),
  custom_audience_permission_id: base36('CustomAudiencePermission'),
  tailored_audience_id: base36(),
  tailored_audience_permission_id: base36('TailoredAudiencePermission'),
  granted_account_id: base36('Account'),
  owner_account_id: base36('Account'),
  do_not_reach_list_id: base36('DoNotReachList'),
  app_event_tag_id: base36('AppEventTag'),
  ab_test_id: base36('AbTest'),
  tested_entity_id: Object.freeze({ format: 'base36', orOf: ['Campaign', 'LineItem'] }),
  user_group_id: base36(),
  pixel_id: base36(),
  curated_category_id: base36('CuratedCategory'),
  line_item_curated_category_id: base36('LineItemCuratedCategory'),
  recommendation_id: base36('Recommendation'),
  entity_id: Object.freeze({
    format: 'base36',
    by: {
      param: 'entity_type',
      of: {
        CAMPAIGN: 'Campaign',
        LINE_ITEM: 'LineItem',
        PROMOTED_TWEET: 'PromotedTweet',
        TARGETING_CRITERIA: 'TargetingCriterion',
        PROMOTED_ACCOUNT: 'PromotedAccount',
      },
    },
  }),
  stats_entity_id: Object.freeze({
    format: 'base36',
    by: { param: 'entity', of: entityOfKind },
  }),
  stats_job_id: Object.freeze({ format: 'digits', of: 'StatsJob' }),
  result_file: Object.freeze({ format: 'package' }),
  media_id: Object.freeze({ format: 'digits' }),
  media_key: Object.freeze({ format: 'mediaKey', of: 'MediaLibraryItem' }),
  poster_media_key: Object.freeze({ format: 'mediaKey', of: 'MediaLibraryItem' }),
  unlocked_image_media_key: Object.freeze({ format: 'mediaKey', of: 'MediaLibraryItem' }),
  unlocked_video_media_key: Object.freeze({ format: 'mediaKey', of: 'MediaLibraryItem' }),
  card_id: Object.freeze({ format: 'digits', of: 'Card' }),
  // The list of cards shows cards of every kind as Card.
  listed_card_id: base36('Card'),
  poll_card_id: base36('PollCard'),
  image_conversation_card_id: base36('ImageConversationCard'),
  video_conversation_card_id: base36('VideoConversationCard'),
  any_card_id: Object.freeze({
    format: 'base36',
    orOf: ['Card', 'PollCard', 'ImageConversationCard', 'VideoConversationCard', 'LegacyCard'],
  }),
  preroll_call_to_action_id: base36('PrerollCallToAction'),
  product_catalog_id: Object.freeze({ format: 'digits', of: 'ProductCatalog' }),
  product_key: Object.freeze({ format: 'digits', of: 'Product' }),
  product_set_id: Object.freeze({ format: 'digits', of: 'ProductSet' }),
  scheduled_feed_id: Object.freeze({ format: 'digits', of: 'ScheduledFeed' }),
  item_group_key: Object.freeze({ format: 'digits' }),
  googleplay_app_id: Object.freeze({ format: 'package' }),
} as const satisfies Readonly<Record<string, Identifier>>;

/** Every identifier by its name in paths, parameters and columns. Lists use the plural. */
export const identifiers: Readonly<Record<string, Identifier>> = Object.freeze(table);

const byName: ReadonlyMap<string, Identifier> = new Map(
  Object.entries(identifiers).flatMap(([name, identifier]) => [
    [name, identifier],
    [`${name}s`, identifier],
  ]),
);

/** True for the name of an identifier, singular or plural. */
export const isIdentifier = (name: string): boolean => byName.has(name);

/** True if some identifier may hold the id of an entity of this name. */
export const isIdentified = (entity: string): boolean =>
  Object.values(identifiers).some(
    ({ of, orOf = [], by }) =>
      of === entity || orOf.includes(entity) || Object.values(by?.of ?? {}).includes(entity),
  );

/** An identifier as rows have it: base 36 is taken in either case, and written in lower case. */
export const canonicalId = (name: string, id: string): string =>
  identifierOf(name).format === 'base36' ? lowerId(id) : id;

/** An id as it is compared: in lower case, because the API ignores the case of ids. */
export const lowerId = (id: unknown): string => String(id).toLowerCase();

/** True if two ids are the same. */
export const sameId = (one: unknown, other: unknown): boolean => lowerId(one) === lowerId(other);

/** The identifier of a name, singular or plural. Throws TypeError for an unknown name. */
export const identifierOf = (name: string): Identifier => {
  const found = byName.get(name);
  if (found === undefined) throw new TypeError(`identifiers.ts does not know ${name}`);
  return found;
};

export interface HasPathIds {
  readonly pathIds: Readonly<Record<string, string>>;
}

/** The names of the ids in a path template, as a type. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

const namesByPath = new Map<string, readonly string[]>();

/** The names of the ids in a path template, in order. Cached, because every call needs them. */
export const pathNames = (path: string): readonly string[] =>
  getOrMake(namesByPath, path, () =>
    [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  );

/** The name in `identifiers.ts` of an id in the path. */
export const pathIdName = ({ pathIds }: HasPathIds, name: string): string => pathIds[name] ?? name;
