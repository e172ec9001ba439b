/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What an account may do with an audience that is shared with it: `permission_level` of the REST API. */
export type AudiencePermissionLevel =
  /** Target it and nothing more. */
  | 'READ_ONLY'
  /** Target it and change it. */
  | 'READ_WRITE'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** Creates, updates and deletes up to 40 campaigns; either all of them are applied or none. */
export type BatchCampaignsInput = {
  /** The account, by its id in the REST API or its global id. May be left out where another id here is a global one. */
  accountId?: string | number | null | undefined;
  /** A name for this write, new for each: 1 to 255 printable ASCII characters. For 24 hours the same key with the same input is never sent twice: it answers how the write ended, and where that is UNKNOWN it reads back whether it took effect. With another input it is IDEMPOTENCY_KEY_REUSED. */
  idempotencyKey?: string | null | undefined;
  /** 1 to 40 items. More are refused before anything is sent, because a split batch could not be applied as a whole. */
  operations: Array<CampaignOperation>;
};

/** Where the budget of a campaign is held. */
export type BudgetOptimization =
  /** The campaign holds it. */
  | 'CAMPAIGN'
  /** Each line item holds its own. */
  | 'LINE_ITEM'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** The labels of buttons: `value` of a label in the REST API. */
export type ButtonLabelValue =
  /** “Book”. */
  | 'BOOK'
  /** “Connect”. */
  | 'CONNECT'
  /** “Install”. */
  | 'INSTALL'
  /** “Open”. */
  | 'OPEN'
  /** “Order”. */
  | 'ORDER'
  /** “Play”. */
  | 'PLAY'
  /** “Shop”. */
  | 'SHOP'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** A Campaign to create in a batch. */
export type CampaignCreate = {
  /** Whether the campaign or its line items hold the budget; a new campaign has CAMPAIGN unless given. */
  budgetOptimization?: BudgetOptimization | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. The amount as people write it, such as "12.50", with at most 6 decimals, in place of `dailyBudgetAmountLocalMicro`: its limits hold, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** Delivery state; ACTIVE unless given. */
  entityStatus?: EntityStatus | null | undefined;
  /** The funding instrument that pays. */
  fundingInstrumentId: string | number;
  /** Name. Must have at most 255 characters. */
  name: string;
  /** Reference printed on invoices. Must have at most 50 characters. */
  purchaseOrderNumber?: string | null | undefined;
  /** Spread the daily budget over the day; true unless given for a new campaign. Only with budgetOptimization CAMPAIGN. */
  standardDelivery?: boolean | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. The amount as people write it, such as "12.50", with at most 6 decimals, in place of `totalBudgetAmountLocalMicro`: its limits hold, and null means the same. */
  totalBudget?: string | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

/** A Campaign to delete in a batch. */
export type CampaignDelete = {
  /** The campaign. */
  campaignId: string | number;
};

/** One item of a batch: exactly one of these. */
export type CampaignOperation =
  {   /** A Campaign to create. */
  create: CampaignCreate; delete?: never; update?: never; }
  |  { create?: never;   /** A Campaign to delete. */
  delete: CampaignDelete; update?: never; }
  |  { create?: never; delete?: never;   /** A Campaign to update. */
  update: CampaignUpdate; };

/** A Campaign to update in a batch. */
export type CampaignUpdate = {
  /** Whether the campaign or its line items hold the budget; a new campaign has CAMPAIGN unless given. */
  budgetOptimization?: BudgetOptimization | null | undefined;
  /** The campaign. */
  campaignId: string | number;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. The amount as people write it, such as "12.50", with at most 6 decimals, in place of `dailyBudgetAmountLocalMicro`: its limits hold, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** Delivery state. Must be ACTIVE or PAUSED. */
  entityStatus?: EntityStatus | null | undefined;
  /** Name. Must have at most 255 characters. */
  name?: string | null | undefined;
  /** Reference printed on invoices. Must have at most 50 characters. */
  purchaseOrderNumber?: string | null | undefined;
  /** Spread the daily budget over the day; true unless given for a new campaign. Only with budgetOptimization CAMPAIGN. */
  standardDelivery?: boolean | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. The amount as people write it, such as "12.50", with at most 6 decimals, in place of `totalBudgetAmountLocalMicro`: its limits hold, and null means the same. */
  totalBudget?: string | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

/** Creates a campaign. */
export type CreateCampaignInput = {
  /** The account, by its id in the REST API or its global id. May be left out where another id here is a global one. */
  accountId?: string | number | null | undefined;
  /** Whether the campaign or its line items hold the budget; a new campaign has CAMPAIGN unless given. */
  budgetOptimization?: BudgetOptimization | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. The amount as people write it, such as "12.50", with at most 6 decimals, in place of `dailyBudgetAmountLocalMicro`: its limits hold, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** Delivery state; ACTIVE unless given. */
  entityStatus?: EntityStatus | null | undefined;
  /** The funding instrument that pays. */
  fundingInstrumentId: string | number;
  /** A name for this write, new for each: 1 to 255 printable ASCII characters. For 24 hours the same key with the same input is never sent twice: it answers how the write ended, and where that is UNKNOWN it reads back whether it took effect. With another input it is IDEMPOTENCY_KEY_REUSED. */
  idempotencyKey?: string | null | undefined;
  /** Name. Must have at most 255 characters. */
  name: string;
  /** Reference printed on invoices. Must have at most 50 characters. */
  purchaseOrderNumber?: string | null | undefined;
  /** Spread the daily budget over the day; true unless given for a new campaign. Only with budgetOptimization CAMPAIGN. */
  standardDelivery?: boolean | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. The amount as people write it, such as "12.50", with at most 6 decimals, in place of `totalBudgetAmountLocalMicro`: its limits hold, and null means the same. */
  totalBudget?: string | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

/** The delivery state that an advertiser sets. */
export type EntityStatus =
  /** It serves unless something else prevents it. */
  | 'ACTIVE'
  /** It is not published yet; lists omit it unless drafts are requested. */
  | 'DRAFT'
  /** It does not serve. */
  | 'PAUSED'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** The kinds of funding: `type` of a funding instrument in the REST API. */
export type FundingInstrumentType =
  /** Credit that an agency has. */
  | 'AGENCY_CREDIT_LINE'
  /** A credit card. */
  | 'CREDIT_CARD'
  /** Credit that the advertiser has. */
  | 'CREDIT_LINE'
  /** An order for a sum and a span of time. */
  | 'INSERTION_ORDER'
  /** Paid through a partner. */
  | 'PARTNER_MANAGED'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** What a line item is for; all line items of a campaign have the same. */
export type Objective =
  /** People use an app that they have; needs the identifier of a store. */
  | 'APP_ENGAGEMENTS'
  /** People install an app; needs the identifier of a store. */
  | 'APP_INSTALLS'
  /** People engage with posts. */
  | 'ENGAGEMENTS'
  /** People follow a user; not with bidStrategy MAX. */
  | 'FOLLOWERS'
  /** People watch a video before that of a publisher; needs categories. */
  | 'PREROLL_VIEWS'
  /** Many people see posts; not with bidStrategy MAX, and with the placement ALL_ON_TWITTER or, alone or beside others, TWITTER_TIMELINE. */
  | 'REACH'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED'
  /** People watch the video of a post. */
  | 'VIDEO_VIEWS'
  /** People visit a website. */
  | 'WEBSITE_CLICKS';

/** How people are compared with the value of a targeting criterion. */
export type OperatorType =
  /** Includes people who match the value. */
  | 'EQ'
  /** Includes people with at least the value. */
  | 'GTE'
  /** Includes people with less than the value. */
  | 'LT'
  /** Excludes people who match the value. */
  | 'NE'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** How a write ended. */
export type Outcome =
  /** It took effect. */
  | 'APPLIED'
  /** It was right itself and was not applied, because another item of its batch was refused or an earlier step stopped; nothing changed. */
  | 'NOT_APPLIED'
  /** The API refused it, or it was not sent because its input breaks a documented rule or a guard refuses it; nothing changed. */
  | 'REJECTED'
  /** It is not known whether it took effect: the answer is missing, unreadable or incomplete. Ask again with the same `idempotencyKey`, which reads back; without one, read the data before you send it again. */
  | 'UNKNOWN';

/** Where a line item may show; `lineItemPlacements` has the sets that each product type may have. */
export type Placement =
  /** Everywhere on X. */
  | 'ALL_ON_TWITTER'
  /** Apps and sites of publishers; needs advertiserDomain and categories of the advertiser. */
  | 'PUBLISHER_NETWORK'
  /** The spotlight of the trends; bought elsewhere, no input takes it. */
  | 'SPOTLIGHT'
  /** A banner in an app of a publisher. */
  | 'TAP_BANNER'
  /** The whole screen of an app of a publisher. */
  | 'TAP_FULL'
  /** The whole screen of an app of a publisher, held sideways. */
  | 'TAP_FULL_LANDSCAPE'
  /** A medium rectangle in an app of a publisher. */
  | 'TAP_MRECT'
  /** A part of an app of a publisher, in its own style. */
  | 'TAP_NATIVE'
  /** Trends; bought elsewhere, no input takes it. */
  | 'TREND'
  /** Profiles; not on its own. */
  | 'TWITTER_PROFILE'
  /** Replies to posts. */
  | 'TWITTER_REPLIES'
  /** Results of searches; needs targeting by keywords. */
  | 'TWITTER_SEARCH'
  /** Timelines. */
  | 'TWITTER_TIMELINE'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** How far the publication of a scheduled post is. */
export type ScheduledStatus =
  /** It was deleted and will not be published. */
  | 'DELETED'
  /** At its time it was no valid post, as one with media that were deleted since, and it was not published. */
  | 'FAILED'
  /** It waits for its time. */
  | 'SCHEDULED'
  /** It was published. */
  | 'SUCCESS'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** The kinds of places. Not every country has all of them. */
export type TargetingLocationType =
  /** Cities. */
  | 'CITIES'
  /** Whole countries. */
  | 'COUNTRIES'
  /** Designated market areas: a city with its surroundings. */
  | 'METROS'
  /** Areas of one postal code; needed for results by postal code. */
  | 'POSTAL_CODES'
  /** States, provinces and regions. */
  | 'REGIONS'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
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

export type CreateCampaignMutationVariables = Exact<{
  input: CreateCampaignInput;
}>;


export type CreateCampaignMutation = { createCampaign: { outcome: Outcome, campaign: { id: string, name: string, entityStatus: EntityStatus } | null, errors: Array<{ code: string, message: string, argument: string | null }> } | null };

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

export type WholeAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type WholeAccountQuery = { accounts: { nodes: Array<{ name: string, campaigns: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ restId: string, name: string, entityStatus: EntityStatus, dailyBudget: { micros: string, amount: string, currency: string | null } | null, fundingInstrument: { restId: string, description: string | null, type: FundingInstrumentType | null } | null, lineItems: { nodes: Array<{ name: string | null, objective: Objective | null, promotedTweets: { nodes: Array<{ tweetId: string, approvalStatus: string | null }> } | null, targetingCriteria: { nodes: Array<{ targetingType: string, targetingValue: string | null, operatorType: OperatorType | null }> } | null }> } | null }> } | null }> } | null };

export const PartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"part"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CardComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MediaComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaMetadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SwipeableMediaComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaKeys"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DetailsComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebsiteDestination"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ButtonComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AppDestination"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"googleplayAppId"}},{"kind":"Field","name":{"kind":"Name","value":"iosAppStoreIdentifier"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PartFragment, unknown>;
export const AccountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Accounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signedIn"}},{"kind":"Field","name":{"kind":"Name","value":"asOwner"}},{"kind":"Field","name":{"kind":"Name","value":"screenName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"accounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<AccountsQuery, AccountsQueryVariables>;
export const AudiencesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Audiences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54cf3e2","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"audienceEstimate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"targetingCriteria"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"targetingType"},"value":{"kind":"EnumValue","value":"BROAD_KEYWORD"}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetingValue"},"value":{"kind":"StringValue","value":"cold brew","block":false}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"targetingType"},"value":{"kind":"EnumValue","value":"LANGUAGE"}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetingValue"},"value":{"kind":"StringValue","value":"en","block":false}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"audienceSize"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"min"}},{"kind":"Field","name":{"kind":"Name","value":"max"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"customAudiences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"2"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"audienceType"}},{"kind":"Field","name":{"kind":"Name","value":"audienceSize"}},{"kind":"Field","name":{"kind":"Name","value":"targetable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotTargetable"}},{"kind":"Field","name":{"kind":"Name","value":"targeted"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaignName"}},{"kind":"Field","name":{"kind":"Name","value":"lineItems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lineItemId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}}]}}]}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"shared"},"name":{"kind":"Name","value":"customAudiences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"permissionScope"},"value":{"kind":"EnumValue","value":"SHARED"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissionLevel"}},{"kind":"Field","name":{"kind":"Name","value":"ownerAccount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<AudiencesQuery, AudiencesQueryVariables>;
export const CreateAndPauseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAndPause"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchCampaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"accountId"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"operations"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"create"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Autumn sale","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"fundingInstrumentId"},"value":{"kind":"StringValue","value":"fik3s001","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"},"value":{"kind":"StringValue","value":"25000000","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"entityStatus"},"value":{"kind":"EnumValue","value":"PAUSED"}}]}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"update"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"campaignId"},"value":{"kind":"StringValue","value":"cik3s001","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"entityStatus"},"value":{"kind":"EnumValue","value":"PAUSED"}}]}}]}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"parameter"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreateAndPauseMutation, CreateAndPauseMutationVariables>;
export const BatchWithABadItemDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BatchWithABadItem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BatchCampaignsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"batchCampaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"argument"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<BatchWithABadItemMutation, BatchWithABadItemMutationVariables>;
export const CampaignPagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignPages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"account"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"account"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CampaignPagesQuery, CampaignPagesQueryVariables>;
export const CardsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Cards"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54trv4l","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cards"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"cardTypes"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"IMAGE_WEBSITE"},{"kind":"EnumValue","value":"VIDEO_APP"},{"kind":"EnumValue","value":"MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cardType"}},{"kind":"Field","name":{"kind":"Name","value":"cardUri"}},{"kind":"Field","name":{"kind":"Name","value":"components"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"part"}}]}},{"kind":"Field","name":{"kind":"Name","value":"slides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"part"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"cardsByUri"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"cardUris"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"card://1810400000000000011","block":false},{"kind":"StringValue","value":"card://1110400002246068010","block":false},{"kind":"StringValue","value":"card://1110400002369800981","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Card"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LegacyCard"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"videoWidth"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PollCard"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstChoice"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pollCards"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cardUri"}},{"kind":"Field","name":{"kind":"Name","value":"firstChoice"}},{"kind":"Field","name":{"kind":"Name","value":"secondChoice"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"part"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CardComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MediaComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaMetadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SwipeableMediaComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaKeys"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DetailsComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebsiteDestination"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ButtonComponent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"destination"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AppDestination"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"googleplayAppId"}},{"kind":"Field","name":{"kind":"Name","value":"iosAppStoreIdentifier"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CardsQuery, CardsQueryVariables>;
export const CreateCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCampaignInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"argument"}}]}}]}}]}}]} as unknown as DocumentNode<CreateCampaignMutation, CreateCampaignMutationVariables>;
export const PlanningDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Planning"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"biddingRules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"currency"},"value":{"kind":"StringValue","value":"EUR","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minimumCpeBid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maximumCpeBid"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"lineItemPlacements"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"productType"},"value":{"kind":"EnumValue","value":"PROMOTED_TWEETS"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"placements"}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"curatedCategories"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"countryCodes"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DE","block":false},{"kind":"StringValue","value":"NL","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"countryCodes"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"recommendations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"fundingInstrument"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"keywordInsights"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"granularity"},"value":{"kind":"EnumValue","value":"DAY"}},{"kind":"Argument","name":{"kind":"Name","value":"keywords"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"gravel bike","block":false},{"kind":"StringValue","value":"bikepacking","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"negativeKeywords"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"used","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"startTime"},"value":{"kind":"StringValue","value":"2025-05-01T00:00:00Z","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"endTime"},"value":{"kind":"StringValue","value":"2025-05-08T00:00:00Z","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tweetVolume"}},{"kind":"Field","name":{"kind":"Name","value":"relatedKeywords"}}]}},{"kind":"Field","name":{"kind":"Name","value":"adsLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]}}]} as unknown as DocumentNode<PlanningQuery, PlanningQueryVariables>;
export const PostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Posts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"draftTweets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"mediaKeys"}},{"kind":"Field","name":{"kind":"Name","value":"preview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"preview"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"scheduledTweets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledAt"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStatus"}},{"kind":"Field","name":{"kind":"Name","value":"preview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"preview"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tweet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fullText"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"promotedTweets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}},{"kind":"Field","name":{"kind":"Name","value":"tweet"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fullText"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"screenName"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<PostsQuery, PostsQueryVariables>;
export const ResultsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"range"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"lastDays"},"value":{"kind":"IntValue","value":"30"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"billedCharge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}},{"kind":"Field","name":{"kind":"Name","value":"clickRate"}},{"kind":"Field","name":{"kind":"Name","value":"costPerClick"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"billedCharge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"impressions"}},{"kind":"Field","name":{"kind":"Name","value":"clicks"}}]}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<ResultsQuery, ResultsQueryVariables>;
export const TargetingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Targeting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"targetingLocations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"q"},"value":{"kind":"StringValue","value":"hamburg","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"locationType"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingInterests"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"q"},"value":{"kind":"StringValue","value":"cycling","block":false}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingDevices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"q"},"value":{"kind":"StringValue","value":"pixel 8","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"manufacturer"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventTypes"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"SPORTS"},{"kind":"EnumValue","value":"HOLIDAY"}]}},{"kind":"Argument","name":{"kind":"Name","value":"countryCodes"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DE","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"startTime"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"18ce54bik3s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"targetingSuggestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"suggestionType"},"value":{"kind":"EnumValue","value":"KEYWORD"}},{"kind":"Argument","name":{"kind":"Name","value":"targetingValues"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"gravel bike","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"count"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"suggestionValue"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingCriteria"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"lineItemIds"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"lik3s000","block":false}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"targetingType"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"option"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TargetingLocation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"countryCode"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<TargetingQuery, TargetingQueryVariables>;
export const WholeAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WholeAccount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"micros"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fundingInstrument"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lineItems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"objective"}},{"kind":"Field","name":{"kind":"Name","value":"promotedTweets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tweetId"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetingCriteria"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"targetingType"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}},{"kind":"Field","name":{"kind":"Name","value":"operatorType"}}]}}]}}]}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<WholeAccountQuery, WholeAccountQueryVariables>;