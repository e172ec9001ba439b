import type { campaign } from '../../../upstream/catalogue/areas/campaigns.ts';
import type { lineItemCuratedCategory } from '../../../upstream/catalogue/areas/line-item-curated-categories.ts';
import type { lineItem } from '../../../upstream/catalogue/areas/line-items.ts';
import type { mediaCreative } from '../../../upstream/catalogue/areas/media-creatives.ts';
import type { prerollCallToAction } from '../../../upstream/catalogue/areas/preroll-call-to-actions.ts';
import type { promotedAccount } from '../../../upstream/catalogue/areas/promoted-accounts.ts';
import type { promotedTweet } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import type { scheduledPromotedTweet } from '../../../upstream/catalogue/areas/scheduled-promoted-tweets.ts';
import type { targetingCriterion } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { trackingTag } from '../../../upstream/catalogue/areas/tracking-tags.ts';
import type { Entity } from '../../../upstream/catalogue/language/entity.ts';

/**
 * The treatment of a column by a copy.
 * - copied: the copy has the value of the original.
 * - anew: the launch gives it a value of its own.
 * - api: the API fills it in.
 * - reported: it cannot be sent. If the original has a value, it is reported as lacking.
 */
type ColumnFate = 'copied' | 'anew' | 'api' | 'reported';

type ColumnFates<E extends Entity> = { readonly [Column in keyof E['columns']]: ColumnFate };

const own = { id: 'api', created_at: 'api', updated_at: 'api', deleted: 'api' } as const;
const inLineItem = { ...own, line_item_id: 'anew' } as const;
// Children that are not ACTIVE are left out and reported, because the copy would make them ACTIVE.
const approved = { ...inLineItem, entity_status: 'api', approval_status: 'api' } as const;

interface CopiedEntities {
  readonly Campaign: typeof campaign;
  readonly LineItem: typeof lineItem;
  readonly TargetingCriterion: typeof targetingCriterion;
  readonly PromotedTweet: typeof promotedTweet;
  readonly PromotedAccount: typeof promotedAccount;
  readonly MediaCreative: typeof mediaCreative;
  readonly PrerollCallToAction: typeof prerollCallToAction;
  readonly TrackingTag: typeof trackingTag;
  readonly LineItemCuratedCategory: typeof lineItemCuratedCategory;
  readonly ScheduledPromotedTweet: typeof scheduledPromotedTweet;
}

/** The treatment of every column of a campaign and of its children by a copy. */
export const copiedColumns: {
  readonly [Name in keyof CopiedEntities]: ColumnFates<CopiedEntities[Name]>;
} = {
  Campaign: {
    ...own,
    name: 'anew',
    funding_instrument_id: 'copied',
    entity_status: 'anew',
    effective_status: 'api',
    servable: 'api',
    reasons_not_servable: 'api',
    budget_optimization: 'copied',
    daily_budget_amount_local_micro: 'copied',
    total_budget_amount_local_micro: 'copied',
    standard_delivery: 'copied',
    duration_in_days: 'reported',
    frequency_cap: 'reported',
    purchase_order_number: 'copied',
    currency: 'api',
  },
  LineItem: {
    ...own,
    campaign_id: 'anew',
    funding_instrument_id: 'api',
    name: 'copied',
    // Only some applications may send this column.
    advertiser_user_id: 'api',
    advertiser_domain: 'copied',
    product_type: 'copied',
    objective: 'copied',
    placements: 'copied',
    goal: 'copied',
    pay_by: 'copied',
    bid_strategy: 'copied',
    bid_amount_local_micro: 'copied',
    target_cpa_local_micro: 'reported',
    entity_status: 'anew',
    start_time: 'copied',
    end_time: 'copied',
    daily_budget_amount_local_micro: 'copied',
    total_budget_amount_local_micro: 'copied',
    standard_delivery: 'copied',
    duration_in_days: 'copied',
    frequency_cap: 'copied',
    categories: 'copied',
    primary_web_event_tag: 'copied',
    android_app_store_identifier: 'copied',
    ios_app_store_identifier: 'copied',
    automatic_tweet_promotion: 'reported',
    creative_source: 'api',
    audience_expansion: 'copied',
    currency: 'api',
  },
  TargetingCriterion: {
    ...inLineItem,
    targeting_type: 'copied',
    targeting_value: 'copied',
    operator_type: 'copied',
    name: 'api',
    localized_name: 'api',
    location_type: 'api',
  },
  PromotedTweet: { ...approved, tweet_id: 'copied' },
  PromotedAccount: { ...approved, user_id: 'copied' },
  MediaCreative: {
    ...approved,
    account_media_id: 'copied',
    landing_url: 'copied',
    creative_type: 'api',
  },
  PrerollCallToAction: { ...inLineItem, call_to_action: 'copied', call_to_action_url: 'copied' },
  TrackingTag: { ...inLineItem, tracking_tag_type: 'copied', tracking_tag_url: 'copied' },
  LineItemCuratedCategory: { ...inLineItem, curated_category_id: 'copied' },
  ScheduledPromotedTweet: { ...inLineItem, scheduled_tweet_id: 'copied', tweet_id: 'api' },
};

const byName: Readonly<Record<string, Readonly<Record<string, ColumnFate>>>> = copiedColumns;

/** The columns of an entity with this treatment by a copy. */
export const columnsOf = (entity: string, fate: ColumnFate): readonly string[] =>
  Object.entries(byName[entity] ?? {}).flatMap(([name, own]) => (own === fate ? [name] : []));
