/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AudienceExpansion =
  | 'BROAD'
  | 'DEFINED'
  | 'EXPANDED'
  | 'UNRECOGNIZED';

export type AudiencePermissionLevel =
  | 'READ_ONLY'
  | 'READ_WRITE'
  | 'UNRECOGNIZED';

export type BatchCampaignsInput = {
  accountId?: string | number | null | undefined;
  idempotencyKey?: string | null | undefined;
  operations: Array<CampaignOperation>;
};

export type BidStrategy =
  | 'AUTO'
  | 'MAX'
  | 'TARGET'
  | 'UNRECOGNIZED';

export type BudgetOptimization =
  | 'CAMPAIGN'
  | 'LINE_ITEM'
  | 'UNRECOGNIZED';

export type ButtonLabelValue =
  | 'BOOK'
  | 'CONNECT'
  | 'INSTALL'
  | 'OPEN'
  | 'ORDER'
  | 'PLAY'
  | 'SHOP'
  | 'UNRECOGNIZED';

export type CallToAction =
  | 'GO_TO'
  | 'SEE_MORE'
  | 'SHOP'
  | 'UNRECOGNIZED'
  | 'VISIT_SITE'
  | 'WATCH_NOW';

export type CampaignCreate = {
  budgetOptimization?: BudgetOptimization | null | undefined;
  dailyBudget?: string | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  entityStatus?: EntityStatus | null | undefined;
  fundingInstrumentId: string | number;
  name: string;
  purchaseOrderNumber?: string | null | undefined;
  standardDelivery?: boolean | null | undefined;
  totalBudget?: string | null | undefined;
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

export type CampaignDelete = {
  campaignId: string | number;
};

export type CampaignOperation =
  {   create: CampaignCreate; delete?: never; update?: never; }
  |  { create?: never;   delete: CampaignDelete; update?: never; }
  |  { create?: never; delete?: never;   update: CampaignUpdate; };

export type CampaignUpdate = {
  budgetOptimization?: BudgetOptimization | null | undefined;
  campaignId: string | number;
  dailyBudget?: string | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  entityStatus?: EntityStatus | null | undefined;
  name?: string | null | undefined;
  purchaseOrderNumber?: string | null | undefined;
  standardDelivery?: boolean | null | undefined;
  totalBudget?: string | null | undefined;
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

export type CopyCampaignInput = {
  accountId?: string | number | null | undefined;
  activate?: boolean | null | undefined;
  campaignId: string | number;
  idempotencyKey: string;
  lineItems?: CopyCampaignLineItems | null | undefined;
  name?: string | null | undefined;
};

export type CopyCampaignLineItems = {
  advertiserDomain?: string | null | undefined;
  advertiserUserId?: string | number | null | undefined;
  androidAppStoreIdentifier?: string | null | undefined;
  audienceExpansion?: AudienceExpansion | null | undefined;
  bid?: string | null | undefined;
  bidAmountLocalMicro?: string | null | undefined;
  bidStrategy?: BidStrategy | null | undefined;
  categories?: Array<string> | null | undefined;
  dailyBudget?: string | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  durationInDays?: number | null | undefined;
  endTime?: string | null | undefined;
  frequencyCap?: number | null | undefined;
  goal?: Goal | null | undefined;
  iosAppStoreIdentifier?: string | null | undefined;
  name?: string | null | undefined;
  objective?: Objective | null | undefined;
  payBy?: PayBy | null | undefined;
  placements?: Array<Placement> | null | undefined;
  primaryWebEventTag?: string | null | undefined;
  productType?: ProductType | null | undefined;
  standardDelivery?: boolean | null | undefined;
  startTime?: string | null | undefined;
  totalBudget?: string | null | undefined;
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

export type CreateCampaignInput = {
  accountId?: string | number | null | undefined;
  budgetOptimization?: BudgetOptimization | null | undefined;
  dailyBudget?: string | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  entityStatus?: EntityStatus | null | undefined;
  fundingInstrumentId: string | number;
  idempotencyKey?: string | null | undefined;
  name: string;
  purchaseOrderNumber?: string | null | undefined;
  standardDelivery?: boolean | null | undefined;
  totalBudget?: string | null | undefined;
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

export type EntityStatus =
  | 'ACTIVE'
  | 'DRAFT'
  | 'PAUSED'
  | 'UNRECOGNIZED';

export type FundingInstrumentType =
  | 'AGENCY_CREDIT_LINE'
  | 'CREDIT_CARD'
  | 'CREDIT_LINE'
  | 'INSERTION_ORDER'
  | 'PARTNER_MANAGED'
  | 'UNRECOGNIZED';

export type Goal =
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
  | 'UNRECOGNIZED'
  | 'VIDEO_VIEW'
  | 'VIEW_3S_100PCT'
  | 'VIEW_6S'
  | 'VIEW_15S'
  | 'WEBSITE_CONVERSIONS';

export type LaunchCampaignCampaign = {
  budgetOptimization?: BudgetOptimization | null | undefined;
  dailyBudget?: string | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  fundingInstrumentId: string | number;
  name: string;
  purchaseOrderNumber?: string | null | undefined;
  standardDelivery?: boolean | null | undefined;
  totalBudget?: string | null | undefined;
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

export type LaunchCampaignInput = {
  accountId?: string | number | null | undefined;
  activate?: boolean | null | undefined;
  campaign: LaunchCampaignCampaign;
  idempotencyKey: string;
  lineItems: Array<LaunchCampaignLineItem>;
};

export type LaunchCampaignLineItem = {
  callToAction?: LaunchCampaignPrerollCallToAction | null | undefined;
  curatedCategory?: LaunchCampaignLineItemCuratedCategory | null | undefined;
  lineItem: LaunchCampaignLineItemValues;
  mediaCreatives?: Array<LaunchCampaignMediaCreative> | null | undefined;
  promotedAccount?: LaunchCampaignPromotedAccount | null | undefined;
  promotedTweetIds?: Array<string | number> | null | undefined;
  scheduledPromotedTweets?: Array<LaunchCampaignScheduledPromotedTweet> | null | undefined;
  targeting?: Array<LaunchCampaignTargeting> | null | undefined;
  trackingTags?: Array<LaunchCampaignTrackingTag> | null | undefined;
};

export type LaunchCampaignLineItemCuratedCategory = {
  curatedCategoryId: string | number;
};

export type LaunchCampaignLineItemValues = {
  advertiserDomain?: string | null | undefined;
  advertiserUserId?: string | number | null | undefined;
  androidAppStoreIdentifier?: string | null | undefined;
  audienceExpansion?: AudienceExpansion | null | undefined;
  bid?: string | null | undefined;
  bidAmountLocalMicro?: string | null | undefined;
  bidStrategy?: BidStrategy | null | undefined;
  categories?: Array<string> | null | undefined;
  dailyBudget?: string | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  durationInDays?: number | null | undefined;
  endTime: string;
  entityStatus?: EntityStatus | null | undefined;
  frequencyCap?: number | null | undefined;
  goal?: Goal | null | undefined;
  iosAppStoreIdentifier?: string | null | undefined;
  name?: string | null | undefined;
  objective: Objective;
  payBy?: PayBy | null | undefined;
  placements: Array<Placement>;
  primaryWebEventTag?: string | null | undefined;
  productType: ProductType;
  standardDelivery?: boolean | null | undefined;
  startTime: string;
  totalBudget?: string | null | undefined;
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

export type LaunchCampaignMediaCreative = {
  accountMediaId: string | number;
  landingUrl?: string | null | undefined;
};

export type LaunchCampaignPrerollCallToAction = {
  callToAction: CallToAction;
  callToActionUrl: string;
};

export type LaunchCampaignPromotedAccount = {
  userId: string | number;
};

export type LaunchCampaignScheduledPromotedTweet = {
  scheduledTweetId: string | number;
};

export type LaunchCampaignTargeting = {
  operatorType?: OperatorType | null | undefined;
  targetingType: TargetingType;
  targetingValue: string;
};

export type LaunchCampaignTrackingTag = {
  trackingTagType: TrackingTagType;
  trackingTagUrl: string;
};

export type LaunchStepKind =
  | 'ACTIVATE_CAMPAIGN'
  | 'ACTIVATE_LINE_ITEMS'
  | 'CALL_TO_ACTION'
  | 'CAMPAIGN'
  | 'CURATED_CATEGORY'
  | 'LINE_ITEMS'
  | 'MEDIA_CREATIVES'
  | 'PLATFORMS'
  | 'PROMOTED_ACCOUNT'
  | 'PROMOTED_TWEETS'
  | 'SCHEDULED_PROMOTED_TWEETS'
  | 'TARGETING'
  | 'TRACKING_TAGS';

export type Objective =
  | 'APP_ENGAGEMENTS'
  | 'APP_INSTALLS'
  | 'ENGAGEMENTS'
  | 'FOLLOWERS'
  | 'PREROLL_VIEWS'
  | 'REACH'
  | 'UNRECOGNIZED'
  | 'VIDEO_VIEWS'
  | 'WEBSITE_CLICKS';

export type OperatorType =
  | 'EQ'
  | 'GTE'
  | 'LT'
  | 'NE'
  | 'UNRECOGNIZED';

export type Outcome =
  | 'APPLIED'
  | 'NOT_APPLIED'
  | 'REJECTED'
  | 'UNKNOWN';

export type PayBy =
  | 'APP_CLICK'
  | 'ENGAGEMENT'
  | 'IMPRESSION'
  | 'LINK_CLICK'
  | 'UNRECOGNIZED';

export type Placement =
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
  | 'TWITTER_TIMELINE'
  | 'UNRECOGNIZED';

export type ProductType =
  | 'MEDIA'
  | 'PROMOTED_ACCOUNT'
  | 'PROMOTED_TWEETS'
  | 'UNRECOGNIZED';

export type ScheduledStatus =
  | 'DELETED'
  | 'FAILED'
  | 'SCHEDULED'
  | 'SUCCESS'
  | 'UNRECOGNIZED';

export type TargetingLocationType =
  | 'CITIES'
  | 'COUNTRIES'
  | 'METROS'
  | 'POSTAL_CODES'
  | 'REGIONS'
  | 'UNRECOGNIZED';

export type TargetingType =
  | 'AGE'
  | 'APP_LIST'
  | 'APP_STORE_CATEGORY'
  | 'APP_STORE_CATEGORY_LOOKALIKE'
  | 'BROAD_KEYWORD'
  | 'CAMPAIGN_ENGAGEMENT'
  | 'CAMPAIGN_ENGAGEMENT_LOOKALIKE'
  | 'CONTENT_PUBLISHER_USER'
  | 'CONVERSATION'
  | 'CUSTOM_AUDIENCE'
  | 'CUSTOM_AUDIENCE_EXPANDED'
  | 'DEVICE'
  | 'ENGAGEMENT_TYPE'
  | 'EVENT'
  | 'EXACT_KEYWORD'
  | 'FOLLOWERS_OF_USER'
  | 'GENDER'
  | 'IAB_CATEGORY'
  | 'INTEREST'
  | 'LANGUAGE'
  | 'LIVE_TV_EVENT'
  | 'LOCATION'
  | 'NETWORK_ACTIVATION_DURATION'
  | 'NETWORK_OPERATOR'
  | 'PHRASE_KEYWORD'
  | 'PLATFORM'
  | 'PLATFORM_VERSION'
  | 'SIMILAR_TO_FOLLOWERS_OF_USER'
  | 'TV_SHOW'
  | 'UNORDERED_KEYWORD'
  | 'USER_ENGAGEMENT'
  | 'USER_ENGAGEMENT_LOOKALIKE'
  | 'WIFI_ONLY';

export type TrackingTagType =
  | 'CLICK_TRACKER'
  | 'IMPRESSION_TAG'
  | 'UNRECOGNIZED';

export type AccountsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountsQuery = { viewer: { signedIn: boolean, asOwner: boolean, screenName: string | null }, accounts: { nodes: Array<{ id: string, name: string, timezone: string | null, approvalStatus: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AudiencesQueryVariables = Exact<{ [key: string]: never; }>;


export type AudiencesQuery = { account: { audienceEstimate: { audienceSize: { min: string | null, max: string | null } | null } | null, customAudiences: { totalCount: number | null, nodes: Array<{ id: string, name: string | null, audienceType: string | null, audienceSize: string | null, targetable: boolean | null, reasonsNotTargetable: Array<string> | null, targeted: { nodes: Array<{ campaignName: string | null, lineItems: Array<{ lineItemId: string, name: string | null, servable: boolean | null }> | null }> } | null }> } | null, shared: { nodes: Array<{ name: string | null, permissionLevel: AudiencePermissionLevel | null, ownerAccount: { name: string } | null }> } | null } | null };

export type CreateAndPauseMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateAndPauseMutation = { batchCampaigns: { outcome: Outcome, errors: Array<{ code: string, message: string }>, results: Array<{ index: number, outcome: Outcome, campaign: { id: string, name: string, entityStatus: EntityStatus, dailyBudget: { amount: string, currency: string | null } | null } | null, errors: Array<{ code: string, message: string, parameter: string | null }> }> } | null };

export type BatchWithABadItemMutationVariables = Exact<{
  input: BatchCampaignsInput;
}>;


export type BatchWithABadItemMutation = { batchCampaigns: { outcome: Outcome, results: Array<{ index: number, outcome: Outcome, campaign: { id: string, name: string } | null, errors: Array<{ code: string, message: string, argument: string | null }> }>, errors: Array<{ code: string, message: string }> } | null };

export type CampaignPagesQueryVariables = Exact<{
  account: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CampaignPagesQuery = { account: { campaigns: { totalCount: number | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string, entityStatus: EntityStatus, createdAt: string | null }> } | null } | null };

export type CardsQueryVariables = Exact<{ [key: string]: never; }>;


export type CardsQuery = { account: { cards: { nodes: Array<{ id: string, name: string | null, cardType: string | null, cardUri: string | null, components: Array<
          | { __typename: 'ButtonComponent', label: { value: ButtonLabelValue | null } | null, destination:
              | { googleplayAppId: string | null, iosAppStoreIdentifier: string | null }
              | Record<PropertyKey, never>
             | null }
          | { __typename: 'DetailsComponent', title: string | null, destination:
              | { url: string | null }
              | Record<PropertyKey, never>
             | null }
          | { __typename: 'MediaComponent', mediaMetadata: Array<{ type: string | null, url: string | null }> | null }
          | { __typename: 'SwipeableMediaComponent', mediaKeys: Array<string> | null }
          | { __typename: 'UnrecognizedObject' }
        > | null, slides: Array<Array<
          | { __typename: 'ButtonComponent', label: { value: ButtonLabelValue | null } | null, destination:
              | { googleplayAppId: string | null, iosAppStoreIdentifier: string | null }
              | Record<PropertyKey, never>
             | null }
          | { __typename: 'DetailsComponent', title: string | null, destination:
              | { url: string | null }
              | Record<PropertyKey, never>
             | null }
          | { __typename: 'MediaComponent', mediaMetadata: Array<{ type: string | null, url: string | null }> | null }
          | { __typename: 'SwipeableMediaComponent', mediaKeys: Array<string> | null }
          | { __typename: 'UnrecognizedObject' }
        >> | null }> } | null, cardsByUri: Array<
      | { __typename: 'Card', name: string | null }
      | { __typename: 'ImageConversationCard' }
      | { __typename: 'LegacyCard', name: string | null, videoWidth: string | null }
      | { __typename: 'PollCard', firstChoice: string | null, endTime: string | null }
      | { __typename: 'VideoConversationCard' }
    > | null, pollCards: { nodes: Array<{ name: string | null, cardUri: string | null, firstChoice: string | null, secondChoice: string | null, endTime: string | null }> } | null } | null };

type Part_ButtonComponent_Fragment = { __typename: 'ButtonComponent', label: { value: ButtonLabelValue | null } | null, destination:
    | { googleplayAppId: string | null, iosAppStoreIdentifier: string | null }
    | Record<PropertyKey, never>
   | null };

type Part_DetailsComponent_Fragment = { __typename: 'DetailsComponent', title: string | null, destination:
    | { url: string | null }
    | Record<PropertyKey, never>
   | null };

type Part_MediaComponent_Fragment = { __typename: 'MediaComponent', mediaMetadata: Array<{ type: string | null, url: string | null }> | null };

type Part_SwipeableMediaComponent_Fragment = { __typename: 'SwipeableMediaComponent', mediaKeys: Array<string> | null };

type Part_UnrecognizedObject_Fragment = { __typename: 'UnrecognizedObject' };

export type PartFragment =
  | Part_ButtonComponent_Fragment
  | Part_DetailsComponent_Fragment
  | Part_MediaComponent_Fragment
  | Part_SwipeableMediaComponent_Fragment
  | Part_UnrecognizedObject_Fragment
;

export type CopyCampaignMutationVariables = Exact<{
  input: CopyCampaignInput;
}>;


export type CopyCampaignMutation = { copyCampaign: { steps: Array<{ index: number, step: LaunchStepKind, items: number, lineItem: number | null, outcome: Outcome, errors: Array<{ message: string, argument: string | null }> }> } & ({ outcome: Outcome } | { outcome?: never }) & ({ campaign: { id: string, name: string, entityStatus: EntityStatus } | null } | { campaign?: never }) & ({ lineItems: Array<{ outcome: Outcome, lineItem: { id: string, name: string | null } | null }> } | { lineItems?: never }) & ({ errors: Array<{ message: string, argument: string | null }> } | { errors?: never }) | null };

export type CreateCampaignMutationVariables = Exact<{
  input: CreateCampaignInput;
}>;


export type CreateCampaignMutation = { createCampaign: { outcome: Outcome, campaign: { id: string, name: string, entityStatus: EntityStatus } | null, errors: Array<{ code: string, message: string, argument: string | null }> } | null };

export type NamesFirstQueryVariables = Exact<{ [key: string]: never; }>;


export type NamesFirstQuery = { account: { campaigns: { nodes: Array<{ id: string, name: string } & ({ stats: { total: { impressions: string | null, billedCharge: { amount: string, currency: string | null } | null } } | null } | { stats?: never })> } | null } | null };

export type LaunchCampaignMutationVariables = Exact<{
  input: LaunchCampaignInput;
}>;


export type LaunchCampaignMutation = { launchCampaign: { steps: Array<{ index: number, step: LaunchStepKind, items: number, lineItem: number | null, outcome: Outcome, errors: Array<{ message: string, argument: string | null }> }> } & ({ outcome: Outcome } | { outcome?: never }) & ({ campaign: { id: string, name: string, entityStatus: EntityStatus } | null } | { campaign?: never }) & ({ lineItems: Array<{ outcome: Outcome, lineItem: { id: string, name: string | null } | null }> } | { lineItems?: never }) & ({ errors: Array<{ message: string, argument: string | null }> } | { errors?: never }) | null };

export type PlanningQueryVariables = Exact<{ [key: string]: never; }>;


export type PlanningQuery = { biddingRules: Array<{ minimumCpeBid: { amount: string, currency: string | null } | null, maximumCpeBid: { amount: string } | null }> | null, lineItemPlacements: Array<{ placements: Array<Array<Placement>> | null }> | null, account: { curatedCategories: { nodes: Array<{ name: string | null, countryCodes: Array<string> | null }> } | null, recommendations: Array<{ message: string | null, fundingInstrument: { description: string | null } | null }> | null } | null, keywordInsights: { tweetVolume: Array<string> | null, relatedKeywords: Array<string> | null } | null, adsLimits: Array<{ subject: string, limit: number, unit: string }> };

export type PostsQueryVariables = Exact<{ [key: string]: never; }>;


export type PostsQuery = { account: { name: string, draftTweets: { nodes: Array<{ id: string, text: string | null, mediaKeys: Array<string> | null, preview: { preview: string | null } | null }> } | null, scheduledTweets: { nodes: Array<{ id: string, text: string | null, scheduledAt: string | null, scheduledStatus: ScheduledStatus | null, preview: { preview: string | null } | null, tweet: { fullText: string | null, createdAt: string | null } | null }> } | null, promotedTweets: { nodes: Array<{ id: string, approvalStatus: string | null, tweet: { fullText: string | null, createdAt: string | null, user: { screenName: string | null } | null } | null }> } | null } | null };

export type ResultsQueryVariables = Exact<{ [key: string]: never; }>;


export type ResultsQuery = { account: { timezone: string | null, campaigns: { nodes: Array<{ name: string, entityStatus: EntityStatus, stats: { total: { impressions: string | null, clicks: string | null, clickRate: number | null, billedCharge: { amount: string, currency: string | null } | null, costPerClick: { amount: string } | null }, days: Array<{ date: unknown, metrics: { impressions: string | null, clicks: string | null, billedCharge: { amount: string, currency: string | null } | null } }> } | null }> } | null } | null };

export type TargetingQueryVariables = Exact<{ [key: string]: never; }>;


export type TargetingQuery = { targetingLocations: { nodes: Array<{ name: string | null, locationType: TargetingLocationType | null, targetingValue: string | null }> } | null, targetingInterests: { nodes: Array<{ name: string | null, targetingValue: string | null }> } | null, targetingDevices: Array<{ name: string | null, manufacturer: string | null, targetingValue: string | null }> | null, targetingEvents: { nodes: Array<{ name: string | null, startTime: string | null, targetingValue: string | null }> } | null, account: { targetingSuggestions: Array<{ suggestionValue: string | null }> | null, targetingCriteria: { nodes: Array<{ targetingType: string, name: string | null, option:
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
          | { countryCode: string | null, name: string | null }
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
         | null }> } | null } | null };

export type FilteredCampaignsQueryVariables = Exact<{ [key: string]: never; }>;


export type FilteredCampaignsQuery = { account: { campaigns: { nodes: Array<{ id: string, name: string, effectiveStatus: string | null, updatedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type WholeAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type WholeAccountQuery = { accounts: { nodes: Array<{ name: string, campaigns: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ restId: string, name: string, entityStatus: EntityStatus, dailyBudget: { micros: string, amount: string, currency: string | null } | null, fundingInstrument: { restId: string, description: string | null, type: FundingInstrumentType | null } | null, lineItems: { nodes: Array<{ name: string | null, objective: Objective | null, promotedTweets: { nodes: Array<{ tweetId: string, approvalStatus: string | null }> } | null, targetingCriteria: { nodes: Array<{ targetingType: string, targetingValue: string | null, operatorType: OperatorType | null }> } | null }> } | null }> } | null }> } | null };

export const PartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"part"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CardComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MediaComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaMetadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SwipeableMediaComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaKeys"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DetailsComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebsiteDestination"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ButtonComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AppDestination"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"googleplayAppId"}},{"kind":"Field","name":{"kind":"Name","value":"iosAppStoreIdentifier"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PartFragment, unknown>;
export const AccountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Accounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signedIn"}},{"kind":"Field","name":{"kind":"Name","value":"asOwner"}},{"kind":"Field","name":{"kind":"Name","value":"screenName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"accounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<AccountsQuery, AccountsQueryVariables>;
export const AudiencesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Audiences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54cf3e2","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"audienceEstimate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"targetingCriteria"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"targetingType"},"value":{"kind":"EnumValue","value":"BROAD_KEYWORD"}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetingValue"},"value":{"kind":"StringValue","value":"cold brew","block":false}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"targetingType"},"value":{"kind":"EnumValue","value":"LANGUAGE"}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetingValue"},"value":{"kind":"StringValue","value":"en","block":false}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"audienceSize"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"min"}},{"kind":"Field","name":{"kind":"Name","value":"max"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"customAudiences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"2"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"audienceType"}},{"kind":"Field","name":{"kind":"Name","value":"audienceSize"}},{"kind":"Field","name":{"kind":"Name","value":"targetable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotTargetable"}},{"kind":"Field","name":{"kind":"Name","value":"targeted"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaignName"}},{"kind":"Field","name":{"kind":"Name","value":"lineItems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lineItemId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}}]}}]}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"shared"},"name":{"kind":"Name","value":"customAudiences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"permissionScope"},"value":{"kind":"EnumValue","value":"SHARED"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissionLevel"}},{"kind":"Field","name":{"kind":"Name","value":"ownerAccount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<AudiencesQuery, AudiencesQueryVariables>;
export const CreateAndPauseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAndPause"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchCampaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"accountId"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"operations"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"create"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Autumn sale","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"fundingInstrumentId"},"value":{"kind":"StringValue","value":"fik3s001","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"},"value":{"kind":"StringValue","value":"25000000","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"entityStatus"},"value":{"kind":"EnumValue","value":"PAUSED"}}]}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"update"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"campaignId"},"value":{"kind":"StringValue","value":"cik3s001","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"entityStatus"},"value":{"kind":"EnumValue","value":"PAUSED"}}]}}]}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"parameter"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreateAndPauseMutation, CreateAndPauseMutationVariables>;
export const BatchWithABadItemDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BatchWithABadItem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BatchCampaignsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchCampaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"argument"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<BatchWithABadItemMutation, BatchWithABadItemMutationVariables>;
export const CampaignPagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignPages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"account"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"account"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CampaignPagesQuery, CampaignPagesQueryVariables>;
export const CardsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54trv4l","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cards"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"cardTypes"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"IMAGE_WEBSITE"},{"kind":"EnumValue","value":"VIDEO_APP"},{"kind":"EnumValue","value":"MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cardType"}},{"kind":"Field","name":{"kind":"Name","value":"cardUri"}},{"kind":"Field","name":{"kind":"Name","value":"components"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"part"}}]}},{"kind":"Field","name":{"kind":"Name","value":"slides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"part"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"cardsByUri"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardUris"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"card://1810400000000000011","block":false},{"kind":"StringValue","value":"card://1110400002246068010","block":false},{"kind":"StringValue","value":"card://1110400002369800981","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Card"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LegacyCard"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"videoWidth"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PollCard"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstChoice"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pollCards"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cardUri"}},{"kind":"Field","name":{"kind":"Name","value":"firstChoice"}},{"kind":"Field","name":{"kind":"Name","value":"secondChoice"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"part"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CardComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MediaComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaMetadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SwipeableMediaComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaKeys"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DetailsComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebsiteDestination"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ButtonComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AppDestination"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"googleplayAppId"}},{"kind":"Field","name":{"kind":"Name","value":"iosAppStoreIdentifier"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CardsQuery, CardsQueryVariables>;
export const CopyCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CopyCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CopyCampaignInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"copyCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"steps"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"stream"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"initialCount"},"value":{"kind":"IntValue","value":"0"}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"items"}},{"kind":"Field","name":{"kind":"Name","value":"lineItem"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"argument"}}]}}]}},{"kind":"InlineFragment","directives":[{"kind":"Directive","name":{"kind":"Name","value":"defer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"label"},"value":{"kind":"StringValue","value":"ending","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lineItems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"lineItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"argument"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CopyCampaignMutation, CopyCampaignMutationVariables>;
export const CreateCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCampaignInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"argument"}}]}}]}}]}}]} as unknown as DocumentNode<CreateCampaignMutation, CreateCampaignMutationVariables>;
export const NamesFirstDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NamesFirst"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"InlineFragment","directives":[{"kind":"Directive","name":{"kind":"Name","value":"defer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"label"},"value":{"kind":"StringValue","value":"results","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"lastDays"},"value":{"kind":"IntValue","value":"7"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"billedCharge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<NamesFirstQuery, NamesFirstQueryVariables>;
export const LaunchCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LaunchCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LaunchCampaignInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"launchCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"steps"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"stream"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"initialCount"},"value":{"kind":"IntValue","value":"0"}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"items"}},{"kind":"Field","name":{"kind":"Name","value":"lineItem"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"argument"}}]}}]}},{"kind":"InlineFragment","directives":[{"kind":"Directive","name":{"kind":"Name","value":"defer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"label"},"value":{"kind":"StringValue","value":"ending","block":false}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lineItems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"lineItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"argument"}}]}}]}}]}}]}}]} as unknown as DocumentNode<LaunchCampaignMutation, LaunchCampaignMutationVariables>;
export const PlanningDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Planning"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"biddingRules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"currency"},"value":{"kind":"StringValue","value":"EUR","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minimumCpeBid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maximumCpeBid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"lineItemPlacements"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"productType"},"value":{"kind":"EnumValue","value":"PROMOTED_TWEETS"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"placements"}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"curatedCategories"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"countryCodes"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DE","block":false},{"kind":"StringValue","value":"NL","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"countryCodes"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"recommendations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"fundingInstrument"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"keywordInsights"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"granularity"},"value":{"kind":"EnumValue","value":"DAY"}},{"kind":"Argument","name":{"kind":"Name","value":"keywords"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"gravel bike","block":false},{"kind":"StringValue","value":"bikepacking","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"negativeKeywords"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"used","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"startTime"},"value":{"kind":"StringValue","value":"2025-05-01T00:00:00Z","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"endTime"},"value":{"kind":"StringValue","value":"2025-05-08T00:00:00Z","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tweetVolume"}},{"kind":"Field","name":{"kind":"Name","value":"relatedKeywords"}}]}},{"kind":"Field","name":{"kind":"Name","value":"adsLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]}}]} as unknown as DocumentNode<PlanningQuery, PlanningQueryVariables>;
export const PostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Posts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"draftTweets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"mediaKeys"}},{"kind":"Field","name":{"kind":"Name","value":"preview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"preview"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"scheduledTweets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledAt"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStatus"}},{"kind":"Field","name":{"kind":"Name","value":"preview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"preview"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tweet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fullText"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"promotedTweets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}},{"kind":"Field","name":{"kind":"Name","value":"tweet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fullText"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"screenName"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<PostsQuery, PostsQueryVariables>;
export const ResultsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"lastDays"},"value":{"kind":"IntValue","value":"30"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"billedCharge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"clickRate"}},{"kind":"Field","name":{"kind":"Name","value":"costPerClick"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"billedCharge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<ResultsQuery, ResultsQueryVariables>;
export const TargetingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Targeting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"targetingLocations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"q"},"value":{"kind":"StringValue","value":"hamburg","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"locationType"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingInterests"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"q"},"value":{"kind":"StringValue","value":"cycling","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingDevices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"q"},"value":{"kind":"StringValue","value":"pixel 8","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"manufacturer"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventTypes"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"SPORTS"},{"kind":"EnumValue","value":"HOLIDAY"}]}},{"kind":"Argument","name":{"kind":"Name","value":"countryCodes"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DE","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"startTime"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"targetingSuggestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"suggestionType"},"value":{"kind":"EnumValue","value":"KEYWORD"}},{"kind":"Argument","name":{"kind":"Name","value":"targetingValues"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"gravel bike","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"count"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"suggestionValue"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingCriteria"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"lineItemIds"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"lik3s000","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"targetingType"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"option"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TargetingLocation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"countryCode"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<TargetingQuery, TargetingQueryVariables>;
export const FilteredCampaignsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FilteredCampaigns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"effectiveStatus"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"RUNNING","block":false}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"nameContains"},"value":{"kind":"StringValue","value":"a","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"effectiveStatus"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FilteredCampaignsQuery, FilteredCampaignsQueryVariables>;
export const WholeAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WholeAccount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"micros"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fundingInstrument"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lineItems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"objective"}},{"kind":"Field","name":{"kind":"Name","value":"promotedTweets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tweetId"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingCriteria"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"targetingType"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}},{"kind":"Field","name":{"kind":"Name","value":"operatorType"}}]}}]}}]}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<WholeAccountQuery, WholeAccountQueryVariables>;