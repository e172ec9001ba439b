/** A row of an account names the account. */
interface InAccount {
  readonly account_id: string;
}

type AbTestEntityType = 'CAMPAIGN' | 'LINE_ITEM';
type AbTestStatus = 'COMPLETED' | 'LIVE' | 'SCHEDULED';
type CreativeType =
  | 'BANNER'
  | 'BANNER_TABLET'
  | 'INTERSTITIAL'
  | 'INTERSTITIAL_LANDSCAPE'
  | 'INTERSTITIAL_LANDSCAPE_TABLET'
  | 'INTERSTITIAL_TABLET'
  | 'MEDIUM_RECTANGLE'
  | 'PREROLL'
  | 'VAST_PREROLL';
type IndustryType =
  | 'AGENCY'
  | 'BUSINESS_TO_BUSINESS'
  | 'ONLINE_SERVICES'
  | 'EDUCATION'
  | 'FINANCIAL'
  | 'HEALTH'
  | 'GOVERNMENT'
  | 'MEDIA'
  | 'MOBILE'
  | 'RESTAURANT'
  | 'RETAIL'
  | 'TECHNOLOGY'
  | 'TRAVEL'
  | 'OTHER';
type AppOs = 'ANDROID' | 'IOS';
type MobileConversionType =
  | 'ACHIEVEMENT_UNLOCKED'
  | 'ADDED_PAYMENT_INFO'
  | 'ADD_TO_CART'
  | 'ADD_TO_WISHLIST'
  | 'CHECKOUT_INITIATED'
  | 'CONTENT_VIEW'
  | 'INSTALL'
  | 'INVITE'
  | 'LEVEL_ACHIEVED'
  | 'LOGIN'
  | 'PURCHASE'
  | 'RATED'
  | 'RESERVATION'
  | 'RE_ENGAGE'
  | 'SEARCH'
  | 'SHARE'
  | 'SIGN_UP'
  | 'SPENT_CREDITS'
  | 'TUTORIAL_COMPLETE'
  | 'UPDATE';
type AudiencePermissionLevel = 'READ_ONLY' | 'READ_WRITE';
type EntityStatus = 'ACTIVE' | 'DRAFT' | 'PAUSED';
type BudgetOptimization = 'CAMPAIGN' | 'LINE_ITEM';
type FundingInstrumentType =
  | 'AGENCY_CREDIT_LINE'
  | 'CREDIT_CARD'
  | 'CREDIT_LINE'
  | 'INSERTION_ORDER'
  | 'PARTNER_MANAGED';
type ProductType = 'MEDIA' | 'PROMOTED_ACCOUNT' | 'PROMOTED_TWEETS';
type Objective =
  | 'APP_ENGAGEMENTS'
  | 'APP_INSTALLS'
  | 'ENGAGEMENTS'
  | 'FOLLOWERS'
  | 'PREROLL_VIEWS'
  | 'REACH'
  | 'VIDEO_VIEWS'
  | 'WEBSITE_CLICKS';
type Placement =
  | 'ALL_ON_TWITTER'
  | 'PUBLISHER_NETWORK'
  | 'SPOTLIGHT'
  | 'TAP_BANNER'
  | 'TAP_FULL'
  | 'TAP_FULL_LANDSCAPE'
  | 'TAP_MRECT'
  | 'TAP_NATIVE'
  | 'TREND'
  | 'TWITTER_PROFILE'
  | 'TWITTER_REPLIES'
  | 'TWITTER_SEARCH'
  | 'TWITTER_TIMELINE';
type Goal =
  | 'APP_CLICKS'
  | 'APP_INSTALLS'
  | 'APP_PURCHASES'
  | 'ENGAGEMENT'
  | 'FOLLOWERS'
  | 'LINK_CLICKS'
  | 'MAX_REACH'
  | 'PREROLL'
  | 'PREROLL_STARTS'
  | 'REACH_WITH_ENGAGEMENT'
  | 'SITE_VISITS'
  | 'VIDEO_VIEW'
  | 'VIEW_3S_100PCT'
  | 'VIEW_6S'
  | 'VIEW_15S'
  | 'WEBSITE_CONVERSIONS';
type PayBy = 'APP_CLICK' | 'ENGAGEMENT' | 'IMPRESSION' | 'LINK_CLICK';
type BidStrategy = 'AUTO' | 'MAX' | 'TARGET';
type AudienceExpansion = 'BROAD' | 'DEFINED' | 'EXPANDED';
type CallToAction = 'GO_TO' | 'SEE_MORE' | 'SHOP' | 'VISIT_SITE' | 'WATCH_NOW';
type ProductSetType = 'MANUAL' | 'FILTERED';
type ProductSetStatus = 'DONE' | 'PROCESSING' | 'FAILED';
type ProductAvailability =
  | 'in stock'
  | 'available for order'
  | 'preorder'
  | 'out of stock'
  | 'discontinued';
type ProductCondition = 'new' | 'used' | 'refurbished';
type ProductGender = 'female' | 'male' | 'unisex';
type ProductAgeGroup = 'adult' | 'all ages' | 'teen' | 'kids' | 'toddler' | 'infant' | 'newborn';
type PromotableUserType = 'FULL' | 'RETWEETS_ONLY';
type FeedFormat = 'CSV' | 'TSV' | 'XML';
type FeedFrequency = 'HOURLY' | 'DAILY' | 'WEEKLY';
type ScheduledStatus = 'DELETED' | 'FAILED' | 'SCHEDULED' | 'SUCCESS';
type StatsEntity =
  | 'ACCOUNT'
  | 'CAMPAIGN'
  | 'FUNDING_INSTRUMENT'
  | 'LINE_ITEM'
  | 'PROMOTED_ACCOUNT'
  | 'PROMOTED_TWEET'
  | 'MEDIA_CREATIVE';
type StatsGranularity = 'TOTAL' | 'DAY' | 'HOUR';
type StatsPlacement = 'ALL_ON_TWITTER' | 'SPOTLIGHT' | 'TREND';
type MetricGroup =
  | 'ENGAGEMENT'
  | 'BILLING'
  | 'VIDEO'
  | 'WEB_CONVERSION'
  | 'MOBILE_CONVERSION'
  | 'LIFE_TIME_VALUE_MOBILE_CONVERSION';
type SegmentationType = 'AGE' | 'GENDER' | 'METROS' | 'PLATFORMS' | 'CONVERSION_TAGS';
type OperatorType = 'EQ' | 'NE' | 'GTE' | 'LT';
type AppStoreOs = 'ANDROID' | 'IOS';
type ConversationType =
  | 'ACTORS'
  | 'ATHLETES'
  | 'BOOK_GENRES'
  | 'BOOKS'
  | 'BRAND_CATEGORIES'
  | 'BRANDS'
  | 'CELEBRITIES'
  | 'COACHES'
  | 'DIGITAL_CREATORS'
  | 'ENTERTAINMENT_BRANDS'
  | 'ENTERTAINMENT_PERSONALITIES'
  | 'FICTIONAL_CHARACTERS'
  | 'JOURNALISTS'
  | 'LIFESTYLES'
  | 'MOVIE_GENRES'
  | 'MOVIES'
  | 'MUSIC_GENRES'
  | 'MUSICIANS'
  | 'NEWS_STORIES'
  | 'NEWS'
  | 'PERSONS'
  | 'PLACES'
  | 'PODCASTS'
  | 'POLITICAL_AFFILIATIONS'
  | 'POLITICIANS'
  | 'PRODUCTS'
  | 'RADIO_STATIONS'
  | 'SPORTS_LEAGUES'
  | 'SPORTS_PERSONALITIES'
  | 'SPORTS_TEAMS'
  | 'SPORTS'
  | 'TRENDS'
  | 'TV_SHOWS'
  | 'VIDEO_GAME_PLATFORMS'
  | 'VIDEO_GAME_PUBLISHERS'
  | 'VIDEO_GAMES';
type TargetingEventType =
  | 'CONFERENCE'
  | 'HOLIDAY'
  | 'MUSIC_AND_ENTERTAINMENT'
  | 'OTHER'
  | 'POLITICS'
  | 'RECURRING'
  | 'SPORTS';
type TargetingLocationType = 'COUNTRIES' | 'REGIONS' | 'METROS' | 'CITIES' | 'POSTAL_CODES';
type TrackingTagType = 'CLICK_TRACKER' | 'IMPRESSION_TAG';
type TweetType = 'DRAFT' | 'PUBLISHED' | 'SCHEDULED';

interface AbTestRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly entity_type?: AbTestEntityType | null;
  readonly status?: AbTestStatus | null;
  readonly start_time?: string | null;
  readonly end_time?: string | null;
  readonly user_groups?: readonly Readonly<Record<string, unknown>>[] | null;
  readonly created_by?: Readonly<Record<string, unknown>> | null;
  readonly updated_by?: Readonly<Record<string, unknown>> | null;
}

interface AccountMediaRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly video_id?: string | null;
  readonly media_url?: string | null;
  readonly creative_type?: CreativeType | null;
}

interface AccountRow {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string;
  readonly business_id?: string | null;
  readonly business_name?: string | null;
  readonly country_code?: string | null;
  readonly timezone?: string | null;
  readonly timezone_switch_at?: string | null;
  readonly industry_type?: IndustryType | null;
  readonly approval_status?: string | null;
}

interface AccountAppRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly app_store_identifier?: string | null;
  readonly os_type?: string | null;
  readonly conversion_tracking_enabled?: boolean | null;
  readonly deep_link_pattern?: string | null;
}

interface AppEventTagRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly app_store_identifier?: string | null;
  readonly os_type?: AppOs | null;
  readonly conversion_type?: MobileConversionType | null;
  readonly provider_app_event_id?: string | null;
  readonly provider_app_event_name?: string | null;
  readonly post_view_attribution_window?: number | null;
  readonly post_engagement_attribution_window?: number | null;
  readonly deep_link_scheme?: string | null;
  readonly retargeting_enabled?: boolean | null;
  readonly status?: string | null;
  readonly last_tracked_at?: string | null;
}

interface CustomAudiencePermissionRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly custom_audience_id?: string | null;
  readonly granted_account_id?: string | null;
  readonly permission_level?: AudiencePermissionLevel | null;
}

interface TailoredAudiencePermissionRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly tailored_audience_id?: string | null;
  readonly granted_account_id?: string | null;
  readonly permission_level?: AudiencePermissionLevel | null;
}

interface CampaignRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string;
  readonly funding_instrument_id?: string;
  readonly entity_status?: EntityStatus;
  readonly effective_status?: string | null;
  readonly servable?: boolean | null;
  readonly reasons_not_servable?: readonly string[] | null;
  readonly budget_optimization?: BudgetOptimization | null;
  readonly daily_budget_amount_local_micro?: number | string | null;
  readonly total_budget_amount_local_micro?: number | string | null;
  readonly standard_delivery?: boolean | null;
  readonly duration_in_days?: number | null;
  readonly frequency_cap?: number | null;
  readonly purchase_order_number?: string | null;
  readonly currency?: string;
}

interface CardRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly card_uri?: string | null;
  readonly card_type?: string | null;
  readonly components?: readonly Readonly<Record<string, unknown>>[] | null;
  readonly image?: string | null;
  readonly slides?: readonly (readonly Readonly<Record<string, unknown>>[])[] | null;
}

interface LegacyCardRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly card_uri?: string | null;
  readonly card_type?: string | null;
  readonly title?: string | null;
  readonly country_code?: string | null;
  readonly app_cta?: string | null;
  readonly googleplay_app_id?: string | null;
  readonly googleplay_deep_link?: string | null;
  readonly iphone_app_id?: string | null;
  readonly iphone_deep_link?: string | null;
  readonly ipad_app_id?: string | null;
  readonly ipad_deep_link?: string | null;
  readonly first_cta?: string | null;
  readonly website_title?: string | null;
  readonly website_url?: string | null;
  readonly website_display_url?: string | null;
  readonly website_dest_url?: string | null;
  readonly website_shortened_url?: string | null;
  readonly wide_app_image?: string | null;
  readonly media_key?: string | null;
  readonly media_url?: string | null;
  readonly poster_media_url?: string | null;
  readonly image?: string | null;
  readonly image_display_height?: string | null;
  readonly image_display_width?: string | null;
  readonly video_url?: string | null;
  readonly video_hls_url?: string | null;
  readonly video_width?: string | null;
  readonly video_height?: string | null;
  readonly video_poster_url?: string | null;
  readonly video_poster_width?: string | null;
  readonly video_poster_height?: string | null;
  readonly content_duration_seconds?: string | null;
  readonly video_owner_id?: string | null;
  readonly video_content_id?: string | null;
  readonly first_cta_welcome_message_id?: string | null;
  readonly recipient_user_id?: string | null;
}

interface PollCardRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly card_uri?: string | null;
  readonly card_type?: string | null;
  readonly first_choice?: string | null;
  readonly second_choice?: string | null;
  readonly third_choice?: string | null;
  readonly fourth_choice?: string | null;
  readonly duration_in_minutes?: string | null;
  readonly start_time?: string | null;
  readonly end_time?: string | null;
  readonly media_url?: string | null;
  readonly poster_media_url?: string | null;
  readonly image?: string | null;
  readonly image_display_height?: string | null;
  readonly image_display_width?: string | null;
  readonly video_url?: string | null;
  readonly video_hls_url?: string | null;
  readonly video_width?: string | null;
  readonly video_height?: string | null;
  readonly video_poster_url?: string | null;
  readonly video_poster_width?: string | null;
  readonly video_poster_height?: string | null;
  readonly content_duration_seconds?: string | null;
}

interface ImageConversationCardRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly card_uri?: string | null;
  readonly card_type?: string | null;
  readonly title?: string | null;
  readonly first_cta?: string | null;
  readonly first_cta_tweet?: string | null;
  readonly second_cta?: string | null;
  readonly second_cta_tweet?: string | null;
  readonly third_cta?: string | null;
  readonly third_cta_tweet?: string | null;
  readonly fourth_cta?: string | null;
  readonly fourth_cta_tweet?: string | null;
  readonly thank_you_text?: string | null;
  readonly thank_you_url?: string | null;
  readonly thank_you_display_url?: string | null;
  readonly thank_you_dest_url?: string | null;
  readonly thank_you_shortened_url?: string | null;
  readonly media_key?: string | null;
  readonly media_url?: string | null;
  readonly cover_image_url?: string | null;
  readonly cover_image_display_height?: string | null;
  readonly cover_image_display_width?: string | null;
  readonly image?: string | null;
  readonly image_display_height?: string | null;
  readonly image_display_width?: string | null;
}

interface VideoConversationCardRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly card_uri?: string | null;
  readonly card_type?: string | null;
  readonly title?: string | null;
  readonly first_cta?: string | null;
  readonly first_cta_tweet?: string | null;
  readonly second_cta?: string | null;
  readonly second_cta_tweet?: string | null;
  readonly third_cta?: string | null;
  readonly third_cta_tweet?: string | null;
  readonly fourth_cta?: string | null;
  readonly fourth_cta_tweet?: string | null;
  readonly thank_you_text?: string | null;
  readonly thank_you_url?: string | null;
  readonly thank_you_display_url?: string | null;
  readonly thank_you_dest_url?: string | null;
  readonly thank_you_shortened_url?: string | null;
  readonly media_key?: string | null;
  readonly media_url?: string | null;
  readonly cover_image_url?: string | null;
  readonly cover_image_display_height?: string | null;
  readonly cover_image_display_width?: string | null;
  readonly poster_media_url?: string | null;
  readonly video_owner_id?: string | null;
  readonly video_content_id?: string | null;
  readonly video_url?: string | null;
  readonly video_hls_url?: string | null;
  readonly video_poster_url?: string | null;
  readonly video_width?: string | null;
  readonly video_height?: string | null;
}

interface AdvertiserBusinessCategoryRow {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly iab_categories?: readonly string[] | null;
}

interface ContentCategoryRow {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly iab_categories?: readonly string[] | null;
  readonly publishers_in_last_thirty_days?: number | null;
  readonly videos_monetized_in_last_thirty_days?: number | null;
}

interface IabCategoryRow {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly parent_id?: string | null;
}

interface CuratedCategoryRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly country_codes?: readonly string[] | null;
  readonly publisher_user_ids?: readonly string[] | null;
  readonly videos_monetized_in_last_thirty_days?: number | null;
}

interface PublisherRow {
  readonly user_id?: string | null;
  readonly username?: string | null;
  readonly content_category_ids?: readonly string[] | null;
  readonly monetizable_country_codes?: readonly string[] | null;
  readonly promotion_eligible_country_codes?: readonly string[] | null;
  readonly monetization_restricted?: boolean | null;
}

interface CustomAudienceRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly audience_type?: string | null;
  readonly list_type?: string | null;
  readonly targetable?: boolean | null;
  readonly targetable_types?: readonly string[] | null;
  readonly reasons_not_targetable?: readonly string[] | null;
  readonly permission_level?: AudiencePermissionLevel | null;
  readonly owner_account_id?: string | null;
  readonly partner_source?: string | null;
  readonly audience_size?: number | string | null;
  readonly metadata?: readonly Readonly<Record<string, unknown>>[] | null;
}

interface DoNotReachListRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly targetable?: boolean | null;
  readonly reasons_not_targetable?: readonly string[] | null;
  readonly list_size?: number | string | null;
}

interface DraftTweetRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly name?: string | null;
  readonly text?: string | null;
  readonly user_id?: string | null;
  readonly nullcast?: boolean | null;
  readonly card_uri?: string | null;
  readonly media_keys?: readonly string[] | null;
  readonly media_ids?: readonly string[] | null;
  readonly deleted?: boolean | null;
  readonly status?: string | null;
}

interface FundingInstrumentRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly type?: FundingInstrumentType | null;
  readonly description?: string | null;
  readonly entity_status?: EntityStatus;
  readonly currency?: string;
  readonly start_time?: string | null;
  readonly end_time?: string | null;
  readonly credit_limit_local_micro?: number | string | null;
  readonly credit_remaining_local_micro?: number | string | null;
  readonly funded_amount_local_micro?: number | string | null;
  readonly io_header?: string | null;
  readonly able_to_fund?: boolean | null;
  readonly reasons_not_able_to_fund?: readonly string[] | null;
}

interface LineItemCuratedCategoryRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly line_item_id?: string;
  readonly curated_category_id?: string;
}

interface LineItemRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly campaign_id?: string;
  readonly funding_instrument_id?: string | null;
  readonly name?: string | null;
  readonly advertiser_user_id?: string | null;
  readonly advertiser_domain?: string | null;
  readonly product_type?: ProductType | null;
  readonly objective?: Objective | null;
  readonly placements?: readonly Placement[] | null;
  readonly goal?: Goal | null;
  readonly pay_by?: PayBy | null;
  readonly bid_strategy?: BidStrategy | null;
  readonly bid_amount_local_micro?: number | string | null;
  readonly target_cpa_local_micro?: number | string | null;
  readonly entity_status?: EntityStatus;
  readonly start_time?: string | null;
  readonly end_time?: string | null;
  readonly daily_budget_amount_local_micro?: number | string | null;
  readonly total_budget_amount_local_micro?: number | string | null;
  readonly standard_delivery?: boolean | null;
  readonly duration_in_days?: number | null;
  readonly frequency_cap?: number | null;
  readonly categories?: readonly string[] | null;
  readonly primary_web_event_tag?: string | null;
  readonly android_app_store_identifier?: string | null;
  readonly ios_app_store_identifier?: string | null;
  readonly automatic_tweet_promotion?: boolean | null;
  readonly creative_source?: string | null;
  readonly audience_expansion?: AudienceExpansion | null;
  readonly currency?: string;
}

interface MediaCreativeRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly line_item_id?: string;
  readonly account_media_id?: string;
  readonly landing_url?: string | null;
  readonly creative_type?: CreativeType | null;
  readonly entity_status?: EntityStatus;
  readonly approval_status?: string | null;
}

interface MediaLibraryItemRow extends InAccount {
  readonly media_key?: string | null;
  readonly media_id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly name?: string | null;
  readonly file_name?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly poster_media_key?: string | null;
  readonly poster_media_url?: string | null;
  readonly media_url?: string | null;
  readonly media_category?: string | null;
  readonly media_type?: string | null;
  readonly media_status?: string | null;
  readonly aspect_ratio?: string | null;
  readonly duration?: number | null;
  readonly tweeted?: boolean | null;
}

interface PrerollCallToActionRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly line_item_id?: string;
  readonly call_to_action?: CallToAction | null;
  readonly call_to_action_url?: string | null;
}

interface ProductCatalogRow {
  readonly id?: string | null;
  readonly name?: string | null;
}

interface ProductSetRow {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly type?: ProductSetType | null;
  readonly filters?: readonly Readonly<Record<string, unknown>>[] | null;
  readonly product_ids?: readonly string[] | null;
  readonly processing_status?: ProductSetStatus | null;
}

interface ProductRow {
  readonly product_key?: string | null;
  readonly id?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly availability?: ProductAvailability | null;
  readonly condition?: ProductCondition | null;
  readonly price?: string | null;
  readonly link?: string | null;
  readonly image_link?: string | null;
  readonly brand?: string | null;
  readonly gtin?: string | null;
  readonly mpn?: string | null;
  readonly mobile_link?: string | null;
  readonly additional_image_link?: string | null;
  readonly google_product_category?: string | null;
  readonly product_type?: string | null;
  readonly inventory?: number | null;
  readonly sale_price?: string | null;
  readonly sale_price_effective_date?: string | null;
  readonly item_group_id?: string | null;
  readonly item_group_key?: string | null;
  readonly gender?: ProductGender | null;
  readonly color?: string | null;
  readonly size?: string | null;
  readonly age_group?: ProductAgeGroup | null;
  readonly custom_label_0?: string | null;
  readonly custom_label_1?: string | null;
  readonly custom_label_2?: string | null;
  readonly custom_label_3?: string | null;
  readonly custom_label_4?: string | null;
}

interface PromotableUserRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly user_id?: string | null;
  readonly promotable_user_type?: PromotableUserType | null;
}

interface PromotedAccountRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly line_item_id?: string;
  readonly user_id?: string;
  readonly entity_status?: EntityStatus;
  readonly approval_status?: string | null;
}

interface PromotedTweetRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly line_item_id?: string;
  readonly tweet_id?: string;
  readonly entity_status?: EntityStatus;
  readonly approval_status?: string | null;
}

interface RecommendationRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly funding_instrument_id?: string | null;
  readonly status?: string | null;
  readonly message?: string | null;
  readonly changes?: unknown;
}

interface ScheduledFeedRow {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly product_catalog_id?: string | null;
  readonly feed_url?: string | null;
  readonly feed_format?: FeedFormat | null;
  readonly frequency?: FeedFrequency | null;
  readonly repeat?: string | null;
  readonly start_time?: string | null;
  readonly time_zone?: string | null;
}

interface ScheduledPromotedTweetRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly line_item_id?: string;
  readonly scheduled_tweet_id?: string;
  readonly tweet_id?: string | null;
}

interface ScheduledTweetRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly name?: string | null;
  readonly text?: string | null;
  readonly user_id?: string | null;
  readonly nullcast?: boolean | null;
  readonly card_uri?: string | null;
  readonly media_keys?: readonly string[] | null;
  readonly media_ids?: readonly string[] | null;
  readonly deleted?: boolean | null;
  readonly scheduled_status?: ScheduledStatus | null;
  readonly scheduled_at?: string | null;
  readonly completed_at?: string | null;
  readonly tweet_id?: string | null;
}

interface StatsJobRow extends InAccount {
  readonly id?: string | null;
  readonly id_str?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly status?: string | null;
  readonly url?: string | null;
  readonly expires_at?: string | null;
  readonly entity?: StatsEntity | null;
  readonly entity_ids?: readonly string[] | null;
  readonly start_time?: string | null;
  readonly end_time?: string | null;
  readonly granularity?: StatsGranularity | null;
  readonly placement?: StatsPlacement | null;
  readonly metric_groups?: readonly MetricGroup[] | null;
  readonly segmentation_type?: SegmentationType | null;
  readonly country?: string | null;
  readonly platform?: string | null;
}

interface TargetingCriterionRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly line_item_id?: string;
  readonly targeting_type?: string;
  readonly targeting_value?: string | null;
  readonly operator_type?: OperatorType | null;
  readonly name?: string | null;
  readonly localized_name?: string | null;
  readonly location_type?: string | null;
}

interface TargetingAppStoreCategoryRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly os_type?: AppStoreOs | null;
}

interface TargetingConversationRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly conversation_type?: ConversationType | null;
}

interface TargetingDeviceRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly manufacturer?: string | null;
  readonly os_type?: string | null;
}

interface TargetingEventRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly event_type?: TargetingEventType | null;
  readonly start_time?: string | null;
  readonly end_time?: string | null;
  readonly is_global?: boolean | null;
  readonly country_code?: string | null;
  readonly reach?: Readonly<Record<string, unknown>> | null;
  readonly top_users?: readonly unknown[] | null;
  readonly top_tweets?: readonly unknown[] | null;
  readonly top_hashtags?: readonly unknown[] | null;
  readonly gender_breakdown_percentage?: unknown;
  readonly device_breakdown_percentage?: unknown;
  readonly country_breakdown_percentage?: unknown;
}

interface TargetingInterestRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
}

interface TargetingLanguageRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
}

interface TargetingLocationRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly country_code?: string | null;
  readonly location_type?: TargetingLocationType | null;
}

interface TargetingNetworkOperatorRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly country_code?: string | null;
}

interface TargetingPlatformVersionRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly os_type?: string | null;
  readonly number?: string | null;
  readonly platform?: string | null;
  readonly released_at?: string | null;
}

interface TargetingPlatformRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly localized_name?: string | null;
}

interface TargetingTvMarketRow {
  readonly name?: string | null;
  readonly locale?: string | null;
  readonly country_code?: string | null;
}

interface TargetingTvShowRow {
  readonly name?: string | null;
  readonly targeting_type?: string | null;
  readonly targeting_value?: string | null;
  readonly genre?: string | null;
  readonly estimated_users?: number | null;
  readonly locales?: readonly Readonly<Record<string, unknown>>[] | null;
}

interface TrackingTagRow extends InAccount {
  readonly id?: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly deleted?: boolean | null;
  readonly line_item_id?: string;
  readonly tracking_tag_type?: TrackingTagType | null;
  readonly tracking_tag_url?: string | null;
}

interface TweetRow extends InAccount {
  readonly id?: string | null;
  readonly id_str?: string | null;
  readonly tweet_id?: string | null;
  readonly created_at?: string | null;
  readonly full_text?: string | null;
  readonly text?: string | null;
  readonly name?: string | null;
  readonly tweet_type?: TweetType | null;
  readonly nullcast?: boolean | null;
  readonly scheduled_at?: string | null;
  readonly scheduled_status?: string | null;
  readonly conversation_settings?: string | null;
  readonly card_uri?: string | null;
  readonly source?: string | null;
  readonly lang?: string | null;
  readonly display_text_range?: readonly number[] | null;
  readonly entities?: Readonly<Record<string, unknown>> | null;
  readonly extended_entities?: unknown;
  readonly user?: Readonly<Record<string, unknown>> | null;
  readonly contributors?: readonly string[] | null;
  readonly favorite_count?: number | null;
  readonly retweet_count?: number | null;
  readonly quote_count?: number | null;
  readonly reply_count?: number | null;
  readonly favorited?: boolean | null;
  readonly retweeted?: boolean | null;
  readonly truncated?: boolean | null;
  readonly in_reply_to_status_id?: string | null;
  readonly in_reply_to_status_id_str?: string | null;
  readonly in_reply_to_user_id?: string | null;
  readonly in_reply_to_user_id_str?: string | null;
  readonly in_reply_to_screen_name?: string | null;
  readonly coordinates?: unknown;
  readonly geo?: unknown;
  readonly place?: unknown;
  readonly scopes?: Readonly<Record<string, unknown>> | null;
  readonly is_quote_status?: boolean | null;
  readonly quoted_status?: unknown;
  readonly retweeted_status?: unknown;
  readonly possibly_sensitive?: boolean | null;
  readonly withheld_copyright?: boolean | null;
  readonly withheld_in_countries?: readonly string[] | null;
  readonly withheld_scope?: string | null;
}

/** Rows by entity, with the columns of the API. Generated by `npm run codegen`. */
export interface OwnRows {
  readonly AbTest?: readonly AbTestRow[];
  readonly AccountMedia?: readonly AccountMediaRow[];
  readonly Account?: readonly AccountRow[];
  readonly AccountApp?: readonly AccountAppRow[];
  readonly AppEventTag?: readonly AppEventTagRow[];
  readonly CustomAudiencePermission?: readonly CustomAudiencePermissionRow[];
  readonly TailoredAudiencePermission?: readonly TailoredAudiencePermissionRow[];
  readonly Campaign?: readonly CampaignRow[];
  readonly Card?: readonly CardRow[];
  readonly LegacyCard?: readonly LegacyCardRow[];
  readonly PollCard?: readonly PollCardRow[];
  readonly ImageConversationCard?: readonly ImageConversationCardRow[];
  readonly VideoConversationCard?: readonly VideoConversationCardRow[];
  readonly AdvertiserBusinessCategory?: readonly AdvertiserBusinessCategoryRow[];
  readonly ContentCategory?: readonly ContentCategoryRow[];
  readonly IabCategory?: readonly IabCategoryRow[];
  readonly CuratedCategory?: readonly CuratedCategoryRow[];
  readonly Publisher?: readonly PublisherRow[];
  readonly CustomAudience?: readonly CustomAudienceRow[];
  readonly DoNotReachList?: readonly DoNotReachListRow[];
  readonly DraftTweet?: readonly DraftTweetRow[];
  readonly FundingInstrument?: readonly FundingInstrumentRow[];
  readonly LineItemCuratedCategory?: readonly LineItemCuratedCategoryRow[];
  readonly LineItem?: readonly LineItemRow[];
  readonly MediaCreative?: readonly MediaCreativeRow[];
  readonly MediaLibraryItem?: readonly MediaLibraryItemRow[];
  readonly PrerollCallToAction?: readonly PrerollCallToActionRow[];
  readonly ProductCatalog?: readonly ProductCatalogRow[];
  readonly ProductSet?: readonly ProductSetRow[];
  readonly Product?: readonly ProductRow[];
  readonly PromotableUser?: readonly PromotableUserRow[];
  readonly PromotedAccount?: readonly PromotedAccountRow[];
  readonly PromotedTweet?: readonly PromotedTweetRow[];
  readonly Recommendation?: readonly RecommendationRow[];
  readonly ScheduledFeed?: readonly ScheduledFeedRow[];
  readonly ScheduledPromotedTweet?: readonly ScheduledPromotedTweetRow[];
  readonly ScheduledTweet?: readonly ScheduledTweetRow[];
  readonly StatsJob?: readonly StatsJobRow[];
  readonly TargetingCriterion?: readonly TargetingCriterionRow[];
  readonly TargetingAppStoreCategory?: readonly TargetingAppStoreCategoryRow[];
  readonly TargetingConversation?: readonly TargetingConversationRow[];
  readonly TargetingDevice?: readonly TargetingDeviceRow[];
  readonly TargetingEvent?: readonly TargetingEventRow[];
  readonly TargetingInterest?: readonly TargetingInterestRow[];
  readonly TargetingLanguage?: readonly TargetingLanguageRow[];
  readonly TargetingLocation?: readonly TargetingLocationRow[];
  readonly TargetingNetworkOperator?: readonly TargetingNetworkOperatorRow[];
  readonly TargetingPlatformVersion?: readonly TargetingPlatformVersionRow[];
  readonly TargetingPlatform?: readonly TargetingPlatformRow[];
  readonly TargetingTvMarket?: readonly TargetingTvMarketRow[];
  readonly TargetingTvShow?: readonly TargetingTvShowRow[];
  readonly TrackingTag?: readonly TrackingTagRow[];
  readonly Tweet?: readonly TweetRow[];
}
