/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** How far a line item reaches beyond its targeting, to people like those who are targeted; not at all without a value. X documents neither the reach of each value nor a link to objectives. */
export type AudienceExpansion =
  /** A broad audience. */
  | 'BROAD'
  /** A defined audience. */
  | 'DEFINED'
  /** An expanded audience. */
  | 'EXPANDED'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

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
  /** The account, by its id in the REST API or its global id. Optional if another id in this input is a global id. */
  accountId?: string | number | null | undefined;
  /** A unique key for this write: 1 to 255 printable ASCII characters. For 24 hours, a retry with the same key and the same input never sends the write twice: the payload says how it ended, and if that is UNKNOWN, the gateway reads back whether it took effect. The same key with a different input is refused with IDEMPOTENCY_KEY_REUSED. */
  idempotencyKey?: string | null | undefined;
  /** 1 to 40 items. More are refused before anything is sent, because a split batch could not be applied as a whole. */
  operations: Array<CampaignOperation>;
};

/** How the bid is chosen. */
export type BidStrategy =
  /** The API chooses it by daily budget and flight; a bid that is given is ignored. */
  | 'AUTO'
  /** The bid is the most to pay; needs a bid, and is not for REACH and FOLLOWERS. */
  | 'MAX'
  /** Daily averages stay within 20 % of the bid; needs a bid, and is for REACH, FOLLOWERS, WEBSITE_CLICKS, APP_INSTALLS and APP_ENGAGEMENTS. */
  | 'TARGET'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

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

/** The labels of the button of a preroll ad: `call_to_action` of the REST API. */
export type CallToAction =
  /** “Go to”. */
  | 'GO_TO'
  /** “See more”. */
  | 'SEE_MORE'
  /** “Shop”. */
  | 'SHOP'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED'
  /** “Visit site”. */
  | 'VISIT_SITE'
  /** “Watch now”. */
  | 'WATCH_NOW';

/** A Campaign to create in a batch. */
export type CampaignCreate = {
  /** Whether the campaign or its line items hold the budget; CAMPAIGN by default for a new campaign. */
  budgetOptimization?: BudgetOptimization | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `dailyBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** Delivery state; ACTIVE by default. */
  entityStatus?: EntityStatus | null | undefined;
  /** The funding instrument that pays. */
  fundingInstrumentId: string | number;
  /** Name. Must have at most 255 characters. */
  name: string;
  /** Reference printed on invoices. Must have at most 50 characters. */
  purchaseOrderNumber?: string | null | undefined;
  /** Spread the daily budget over the day; true by default for a new campaign. Only with budgetOptimization CAMPAIGN. */
  standardDelivery?: boolean | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `totalBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
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
  /** Whether the campaign or its line items hold the budget; CAMPAIGN by default for a new campaign. */
  budgetOptimization?: BudgetOptimization | null | undefined;
  /** The campaign. */
  campaignId: string | number;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `dailyBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** Delivery state. Must be ACTIVE or PAUSED. */
  entityStatus?: EntityStatus | null | undefined;
  /** Name. Must have at most 255 characters. */
  name?: string | null | undefined;
  /** Reference printed on invoices. Must have at most 50 characters. */
  purchaseOrderNumber?: string | null | undefined;
  /** Spread the daily budget over the day; true by default for a new campaign. Only with budgetOptimization CAMPAIGN. */
  standardDelivery?: boolean | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `totalBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  totalBudget?: string | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

/** The campaign to copy, and the differences of the copy. */
export type CopyCampaignInput = {
  /** The account, by its id in the REST API or its global id. Optional if another id in this input is a global id. */
  accountId?: string | number | null | undefined;
  /** True: line items, then the campaign, become ACTIVE once everything is created. False: all stay PAUSED. Line items that are not ACTIVE in the original stay PAUSED. */
  activate?: boolean | null | undefined;
  /** The campaign, by its id in the REST API or its global id. */
  campaignId: string | number;
  /** A unique key for this launch: 1 to 255 printable ASCII characters. For about 24 hours, a retry with the same key and the same input resumes the launch where it stopped and creates nothing twice. The same key with a different input is refused with IDEMPOTENCY_KEY_REUSED, unless nothing was created. */
  idempotencyKey: string;
  /** Differences of all line items. */
  lineItems?: CopyCampaignLineItems | null | undefined;
  /** Name of the copy; by default that of the original with `(copy)`. */
  name?: string | null | undefined;
};

/** How all line items of a copy differ from the original; null removes a value. */
export type CopyCampaignLineItems = {
  /** Web domain of the advertiser, without https://. Required for the placement PUBLISHER_NETWORK. Must not be empty. Must be a domain without a protocol, such as example.com. */
  advertiserDomain?: string | null | undefined;
  /** The user on whose behalf it advertises, for PREROLL_VIEWS. Only some applications may give it. */
  advertiserUserId?: string | number | null | undefined;
  /** Package name of the Android app it promotes. The API then adds the targeting criterion PLATFORM that goes with it. Objectives APP_INSTALLS and APP_ENGAGEMENTS need this or that of the other store. Must not be empty. */
  androidAppStoreIdentifier?: string | null | undefined;
  /** How far it reaches beyond its targeting; not at all by default. */
  audienceExpansion?: AudienceExpansion | null | undefined;
  /** Bid for one result, more than 0. Required with bidStrategy MAX and TARGET, ignored with AUTO. A decimal such as "12.50" with at most 6 decimals, instead of `bidAmountLocalMicro`; the same limits apply, and null means the same. */
  bid?: string | null | undefined;
  /** Bid for one result, more than 0. Required with bidStrategy MAX and TARGET, ignored with AUTO. In micros of the currency: amount × 1,000,000. Must be at least 1. */
  bidAmountLocalMicro?: string | null | undefined;
  /** How the bid is chosen; by default it follows from the objective of a new line item. */
  bidStrategy?: BidStrategy | null | undefined;
  /** IAB categories, such as IAB1. Required for the placement PUBLISHER_NETWORK, and for PREROLL_VIEWS, which takes those of one or two of `advertiserBusinessCategories`. Must have at most 200 items. Each must be text without commas. */
  categories?: Array<string> | null | undefined;
  /** Daily budget, at most the total budget. Only if budgetOptimization of the campaign is LINE_ITEM. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `dailyBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Only if budgetOptimization of the campaign is LINE_ITEM. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** Number of days that frequencyCap applies to. Must be 1, 7 or 30. */
  durationInDays?: number | null | undefined;
  /** When it stops serving. Must be at most 24 hours ago. */
  endTime?: string | null | undefined;
  /** How often one person may see an ad within durationInDays. Only for REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS. Must be at least 1. */
  frequencyCap?: number | null | undefined;
  /** The result that delivery aims at; by default it follows from the objective. */
  goal?: Goal | null | undefined;
  /** Store number of the iOS app it promotes. The API then adds the targeting criterion PLATFORM that goes with it. Objectives APP_INSTALLS and APP_ENGAGEMENTS need this or that of the other store. Must not be empty. Must be digits, such as 333903271. */
  iosAppStoreIdentifier?: string | null | undefined;
  /** Name. Must have at most 255 characters. */
  name?: string | null | undefined;
  /** What it is for. */
  objective?: Objective | null | undefined;
  /** The event that is paid for; by default the API chooses it for a new line item. Must be APP_CLICK, IMPRESSION or LINK_CLICK. */
  payBy?: PayBy | null | undefined;
  /** Where it may show. Must have at most 200 items. Each must be ALL_ON_TWITTER, PUBLISHER_NETWORK, TAP_BANNER, TAP_FULL, TAP_FULL_LANDSCAPE, TAP_MRECT, TAP_NATIVE, TWITTER_PROFILE, TWITTER_REPLIES, TWITTER_SEARCH or TWITTER_TIMELINE. */
  placements?: Array<Placement> | null | undefined;
  /** The web event that it is optimised for. Required with goal WEBSITE_CONVERSIONS. Must not be empty. */
  primaryWebEventTag?: string | null | undefined;
  /** What is promoted. */
  productType?: ProductType | null | undefined;
  /** Spread the daily budget over the day, or spend it as fast as possible. Only if budgetOptimization of the campaign is LINE_ITEM. */
  standardDelivery?: boolean | null | undefined;
  /** When it begins to serve. */
  startTime?: string | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `totalBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  totalBudget?: string | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

/** Creates a campaign. */
export type CreateCampaignInput = {
  /** The account, by its id in the REST API or its global id. Optional if another id in this input is a global id. */
  accountId?: string | number | null | undefined;
  /** Whether the campaign or its line items hold the budget; CAMPAIGN by default for a new campaign. */
  budgetOptimization?: BudgetOptimization | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `dailyBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** Delivery state; ACTIVE by default. */
  entityStatus?: EntityStatus | null | undefined;
  /** The funding instrument that pays. */
  fundingInstrumentId: string | number;
  /** A unique key for this write: 1 to 255 printable ASCII characters. For 24 hours, a retry with the same key and the same input never sends the write twice: the payload says how it ended, and if that is UNKNOWN, the gateway reads back whether it took effect. The same key with a different input is refused with IDEMPOTENCY_KEY_REUSED. */
  idempotencyKey?: string | null | undefined;
  /** Name. Must have at most 255 characters. */
  name: string;
  /** Reference printed on invoices. Must have at most 50 characters. */
  purchaseOrderNumber?: string | null | undefined;
  /** Spread the daily budget over the day; true by default for a new campaign. Only with budgetOptimization CAMPAIGN. */
  standardDelivery?: boolean | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `totalBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
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

/** The result that delivery aims at. Where no objective is named, the API decides which has it. */
export type Goal =
  /** Clicks that lead to an app; for APP_INSTALLS and APP_ENGAGEMENTS, and may need a partner that measures apps. */
  | 'APP_CLICKS'
  /** Installations of an app; for APP_INSTALLS and APP_ENGAGEMENTS, and may need a partner that measures apps. */
  | 'APP_INSTALLS'
  /** Purchases in an app; for APP_INSTALLS. */
  | 'APP_PURCHASES'
  /** Engagements with posts. */
  | 'ENGAGEMENT'
  /** New followers. */
  | 'FOLLOWERS'
  /** Clicks on links. */
  | 'LINK_CLICKS'
  /** As many people as possible. */
  | 'MAX_REACH'
  /** Views of a video that plays before the video of a publisher. */
  | 'PREROLL'
  /** Starts of a video that plays before the video of a publisher. */
  | 'PREROLL_STARTS'
  /** Many people, some of whom engage. */
  | 'REACH_WITH_ENGAGEMENT'
  /** Visits of a website; for WEBSITE_CLICKS, at creation only. */
  | 'SITE_VISITS'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED'
  /** Views of a video. */
  | 'VIDEO_VIEW'
  /** Views of 3 seconds with all of the video on the screen. */
  | 'VIEW_3S_100PCT'
  /** Views of 6 seconds. */
  | 'VIEW_6S'
  /** Views of 15 seconds. */
  | 'VIEW_15S'
  /** Conversions on a website; needs primaryWebEventTag. */
  | 'WEBSITE_CONVERSIONS';

/** The campaign of a launch. It is created PAUSED; `activate` makes it ACTIVE at the end. */
export type LaunchCampaignCampaign = {
  /** Whether the campaign or its line items hold the budget; CAMPAIGN by default for a new campaign. */
  budgetOptimization?: BudgetOptimization | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `dailyBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Most types of funding require it; without it the total budget is spread evenly over the flight. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** The funding instrument that pays. */
  fundingInstrumentId: string | number;
  /** Name. Must have at most 255 characters. */
  name: string;
  /** Reference printed on invoices. Must have at most 50 characters. */
  purchaseOrderNumber?: string | null | undefined;
  /** Spread the daily budget over the day; true by default for a new campaign. Only with budgetOptimization CAMPAIGN. */
  standardDelivery?: boolean | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `totalBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  totalBudget?: string | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

/** A campaign with everything in it. */
export type LaunchCampaignInput = {
  /** The account, by its id in the REST API or its global id. Optional if another id in this input is a global id. */
  accountId?: string | number | null | undefined;
  /** True: line items, then the campaign, become ACTIVE once everything is created. False: all stay PAUSED. */
  activate?: boolean | null | undefined;
  /** The campaign itself. */
  campaign: LaunchCampaignCampaign;
  /** A unique key for this launch: 1 to 255 printable ASCII characters. For about 24 hours, a retry with the same key and the same input resumes the launch where it stopped and creates nothing twice. The same key with a different input is refused with IDEMPOTENCY_KEY_REUSED, unless nothing was created. */
  idempotencyKey: string;
  /** Its line items, at most 100. */
  lineItems: Array<LaunchCampaignLineItem>;
};

/** A line item of a launch, with everything in it. */
export type LaunchCampaignLineItem = {
  /** The button of its preroll ads, for the objective PREROLL_VIEWS. None by default. */
  callToAction?: LaunchCampaignPrerollCallToAction | null | undefined;
  /** The curated category that it serves in, for the objective PREROLL_VIEWS. Its targeting must have the country. None by default. */
  curatedCategory?: LaunchCampaignLineItemCuratedCategory | null | undefined;
  /** The line item itself. */
  lineItem: LaunchCampaignLineItemValues;
  /** The account media that it shows, such as preroll videos. None by default. */
  mediaCreatives?: Array<LaunchCampaignMediaCreative> | null | undefined;
  /** The user that it promotes, for the product type PROMOTED_ACCOUNT. None by default. */
  promotedAccount?: LaunchCampaignPromotedAccount | null | undefined;
  /** The posts that it promotes; none by default. */
  promotedTweetIds?: Array<string | number> | null | undefined;
  /** The scheduled posts that it promotes once they are published. None by default. */
  scheduledPromotedTweets?: Array<LaunchCampaignScheduledPromotedTweet> | null | undefined;
  /** Its targeting criteria, added in this order; none by default. */
  targeting?: Array<LaunchCampaignTargeting> | null | undefined;
  /** The URLs that are called when its ads are seen or clicked. None by default. */
  trackingTags?: Array<LaunchCampaignTrackingTag> | null | undefined;
};

/** The input of `createLineItemCuratedCategory`, without the line item, which is that of the launch. */
export type LaunchCampaignLineItemCuratedCategory = {
  /** The curated category. */
  curatedCategoryId: string | number;
};

/** A line item of a launch, without its campaign. It is created PAUSED. */
export type LaunchCampaignLineItemValues = {
  /** Web domain of the advertiser, without https://. Required for the placement PUBLISHER_NETWORK. Must not be empty. Must be a domain without a protocol, such as example.com. */
  advertiserDomain?: string | null | undefined;
  /** The user on whose behalf it advertises, for PREROLL_VIEWS. Only some applications may give it. */
  advertiserUserId?: string | number | null | undefined;
  /** Package name of the Android app it promotes. The API then adds the targeting criterion PLATFORM that goes with it. Objectives APP_INSTALLS and APP_ENGAGEMENTS need this or that of the other store. Must not be empty. */
  androidAppStoreIdentifier?: string | null | undefined;
  /** How far it reaches beyond its targeting; not at all by default. */
  audienceExpansion?: AudienceExpansion | null | undefined;
  /** Bid for one result, more than 0. Required with bidStrategy MAX and TARGET, ignored with AUTO. A decimal such as "12.50" with at most 6 decimals, instead of `bidAmountLocalMicro`; the same limits apply, and null means the same. */
  bid?: string | null | undefined;
  /** Bid for one result, more than 0. Required with bidStrategy MAX and TARGET, ignored with AUTO. In micros of the currency: amount × 1,000,000. Must be at least 1. */
  bidAmountLocalMicro?: string | null | undefined;
  /** How the bid is chosen; by default it follows from the objective of a new line item. */
  bidStrategy?: BidStrategy | null | undefined;
  /** IAB categories, such as IAB1. Required for the placement PUBLISHER_NETWORK, and for PREROLL_VIEWS, which takes those of one or two of `advertiserBusinessCategories`. Must have at most 200 items. Each must be text without commas. */
  categories?: Array<string> | null | undefined;
  /** Daily budget, at most the total budget. Only if budgetOptimization of the campaign is LINE_ITEM. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `dailyBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  dailyBudget?: string | null | undefined;
  /** Daily budget, at most the total budget. Only if budgetOptimization of the campaign is LINE_ITEM. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  /** Number of days that frequencyCap applies to. Must be 1, 7 or 30. */
  durationInDays?: number | null | undefined;
  /** When it stops serving. Must be at most 24 hours ago. */
  endTime: string;
  /** Its delivery state once the launch is activated; ACTIVE by default. Until then it is PAUSED. Must be ACTIVE or PAUSED. */
  entityStatus?: EntityStatus | null | undefined;
  /** How often one person may see an ad within durationInDays. Only for REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS. Must be at least 1. */
  frequencyCap?: number | null | undefined;
  /** The result that delivery aims at; by default it follows from the objective. */
  goal?: Goal | null | undefined;
  /** Store number of the iOS app it promotes. The API then adds the targeting criterion PLATFORM that goes with it. Objectives APP_INSTALLS and APP_ENGAGEMENTS need this or that of the other store. Must not be empty. Must be digits, such as 333903271. */
  iosAppStoreIdentifier?: string | null | undefined;
  /** Name. Must have at most 255 characters. */
  name?: string | null | undefined;
  /** What it is for. */
  objective: Objective;
  /** The event that is paid for; by default the API chooses it for a new line item. Must be APP_CLICK, IMPRESSION or LINK_CLICK. */
  payBy?: PayBy | null | undefined;
  /** Where it may show. Must have at most 200 items. Each must be ALL_ON_TWITTER, PUBLISHER_NETWORK, TAP_BANNER, TAP_FULL, TAP_FULL_LANDSCAPE, TAP_MRECT, TAP_NATIVE, TWITTER_PROFILE, TWITTER_REPLIES, TWITTER_SEARCH or TWITTER_TIMELINE. */
  placements: Array<Placement>;
  /** The web event that it is optimised for. Required with goal WEBSITE_CONVERSIONS. Must not be empty. */
  primaryWebEventTag?: string | null | undefined;
  /** What is promoted. */
  productType: ProductType;
  /** Spread the daily budget over the day, or spend it as fast as possible. Only if budgetOptimization of the campaign is LINE_ITEM. */
  standardDelivery?: boolean | null | undefined;
  /** When it begins to serve. */
  startTime: string;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. A decimal such as "12.50" with at most 6 decimals, instead of `totalBudgetAmountLocalMicro`; the same limits apply, and null means the same. */
  totalBudget?: string | null | undefined;
  /** Total budget: the most to spend from start to end. In a change, null removes this cap. In micros of the currency: amount × 1,000,000. Must not be negative. */
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

/** The input of `createMediaCreative`, without the line item, which is that of the launch. */
export type LaunchCampaignMediaCreative = {
  /** The media to show. */
  accountMediaId: string | number;
  /** URL that a click on a display image opens; required if the objective of the line item is WEBSITE_CLICKS, ignored for preroll videos. Must be an address that begins with https:// or http://. */
  landingUrl?: string | null | undefined;
};

/** The input of `createPrerollCallToAction`, without the line item, which is that of the launch. */
export type LaunchCampaignPrerollCallToAction = {
  /** Label of the button. */
  callToAction: CallToAction;
  /** URL that the button opens. Must be an address that begins with https:// or http://. */
  callToActionUrl: string;
};

/** The input of `createPromotedAccount`, without the line item, which is that of the launch. */
export type LaunchCampaignPromotedAccount = {
  /** The user to promote. */
  userId: string | number;
};

/** The input of `createScheduledPromotedTweet`, without the line item, which is that of the launch. */
export type LaunchCampaignScheduledPromotedTweet = {
  /** The scheduled post. */
  scheduledTweetId: string | number;
};

/** A targeting criterion of a launch, without its line item. */
export type LaunchCampaignTargeting = {
  /** How the value is compared: EQ includes, NE excludes. */
  operatorType?: OperatorType | null | undefined;
  /** Kind of condition. */
  targetingType: TargetingType;
  /** Value of the condition. Must not be empty. */
  targetingValue: string;
};

/** The input of `createTrackingTag`, without the line item, which is that of the launch. */
export type LaunchCampaignTrackingTag = {
  /** Whether it is called when ads are seen or clicked. */
  trackingTagType: TrackingTagType;
  /** The URL that is called. Must be an address that begins with https:// or http://. */
  trackingTagUrl: string;
};

/** The kinds of steps of a launch. They run in this order. */
export type LaunchStepKind =
  /** Activates the campaign, after everything else. */
  | 'ACTIVATE_CAMPAIGN'
  /** Activates up to 40 line items. */
  | 'ACTIVATE_LINE_ITEMS'
  /** Gives the preroll ads of one line item a button. */
  | 'CALL_TO_ACTION'
  /** Creates the campaign, PAUSED. */
  | 'CAMPAIGN'
  /** Lets one line item serve in a curated category. */
  | 'CURATED_CATEGORY'
  /** Creates up to 40 line items, PAUSED. */
  | 'LINE_ITEMS'
  /** Shows one piece of account media in one line item. */
  | 'MEDIA_CREATIVES'
  /** For a copy only: deletes up to 500 criteria of app platforms that the API added and the original lacks. */
  | 'PLATFORMS'
  /** Promotes a user in one line item. */
  | 'PROMOTED_ACCOUNT'
  /** Promotes up to 50 posts in one line item. */
  | 'PROMOTED_TWEETS'
  /** Lets one line item promote a scheduled post once it is published. */
  | 'SCHEDULED_PROMOTED_TWEETS'
  /** Adds up to 500 targeting criteria, of one or more line items. */
  | 'TARGETING'
  /** Adds one tracking tag to one line item. */
  | 'TRACKING_TAGS';

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
  /** It was valid but not applied, because another item of its batch was refused or an earlier step failed; nothing changed. */
  | 'NOT_APPLIED'
  /** The API refused it, or it was not sent because its input breaks a documented rule or a guard refuses it; nothing changed. */
  | 'REJECTED'
  /** The outcome of this write is unknown: the response is missing, unreadable or incomplete. Retry with the same `idempotencyKey`, which reads it back first; without one, read the data before you send it again. */
  | 'UNKNOWN';

/** The event that is paid for. */
export type PayBy =
  /** A click that leads to an app; for the goal APP_INSTALLS. */
  | 'APP_CLICK'
  /** An engagement; the API sets it itself; not accepted as input. */
  | 'ENGAGEMENT'
  /** An impression; not for the goal LINK_CLICKS with bidStrategy TARGET. */
  | 'IMPRESSION'
  /** A click on a link; for the goal LINK_CLICKS. */
  | 'LINK_CLICK'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** Where a line item may show; `lineItemPlacements` has the sets that each product type may have. */
export type Placement =
  /** Everywhere on X. */
  | 'ALL_ON_TWITTER'
  /** Apps and sites of publishers; needs advertiserDomain and categories of the advertiser. */
  | 'PUBLISHER_NETWORK'
  /** The spotlight of the trends; bought elsewhere; not accepted as input. */
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
  /** Trends; bought elsewhere; not accepted as input. */
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

/** What a line item promotes; all line items of a campaign promote the same. */
export type ProductType =
  /** Account media, which media creatives show. */
  | 'MEDIA'
  /** A user, to win followers. */
  | 'PROMOTED_ACCOUNT'
  /** Posts. */
  | 'PROMOTED_TWEETS'
  /** A value that this schema does not know; `raw` of the entity has it. Not accepted as input. */
  | 'UNRECOGNIZED';

/** Progress of the publication of a scheduled post. */
export type ScheduledStatus =
  /** It was deleted and will not be published. */
  | 'DELETED'
  /** It was not published, because it was not a valid post at its time, for example because its media were deleted. */
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

/** The kinds of conditions that targeting criteria can be created with: `targeting_type` of the REST API. Their values change over time: X recommends reading them again every week. */
export type TargetingType =
  /** A range of ages; at most one for each line item. The SDKs of X list AGE_13_TO_24, AGE_13_TO_34, AGE_13_TO_49, AGE_13_TO_54, AGE_OVER_13, AGE_18_TO_34, AGE_18_TO_49, AGE_18_TO_54, AGE_OVER_18, AGE_21_TO_34, AGE_21_TO_49, AGE_21_TO_54, AGE_OVER_21, AGE_25_TO_49, AGE_25_TO_54, AGE_OVER_25, AGE_35_TO_49, AGE_35_TO_54, AGE_OVER_35 and AGE_OVER_50. */
  | 'AGE'
  /** Apps of the partner network to leave out; with operator NE only. */
  | 'APP_LIST'
  /** A category of the app stores. */
  | 'APP_STORE_CATEGORY'
  /** People like those with apps of a category. */
  | 'APP_STORE_CATEGORY_LOOKALIKE'
  /** A keyword, matched broadly. */
  | 'BROAD_KEYWORD'
  /** People who saw or engaged with a campaign, by its id; ENGAGEMENT_TYPE says how. */
  | 'CAMPAIGN_ENGAGEMENT'
  /** People like those who engaged with a campaign. */
  | 'CAMPAIGN_ENGAGEMENT_LOOKALIKE'
  /** A publisher whose videos the ad is not shown with: `userId` of `publishers`, or one of `publisherUserIds` of a curated category. With operator NE only, in a batch or launch only; at most 50 for each line item, 5 with a curated category. */
  | 'CONTENT_PUBLISHER_USER'
  /** A topic that people talk about. */
  | 'CONVERSATION'
  /** A custom audience; it must be `targetable`, which takes 6 to 8 hours after users were added. */
  | 'CUSTOM_AUDIENCE'
  /** A custom audience, expanded; it must be targetable. */
  | 'CUSTOM_AUDIENCE_EXPANDED'
  /** A model of device. */
  | 'DEVICE'
  /** How people engaged; needs CAMPAIGN_ENGAGEMENT or USER_ENGAGEMENT too. IMPRESSION (saw it), ENGAGEMENT, VIDEO_VIEW, VIDEO_VIEW_PARTIAL (half of the video) or VIDEO_VIEW_COMPLETE (95 % of it). */
  | 'ENGAGEMENT_TYPE'
  /** An event of the calendar; at most one for each line item. */
  | 'EVENT'
  /** A keyword, matched exactly. */
  | 'EXACT_KEYWORD'
  /** The followers of a user. */
  | 'FOLLOWERS_OF_USER'
  /** The gender of people: 1 for men, 2 for women; everybody without it. */
  | 'GENDER'
  /** A category of content; in a batch only. */
  | 'IAB_CATEGORY'
  /** An interest. */
  | 'INTEREST'
  /** A language that people understand. */
  | 'LANGUAGE'
  /** A live broadcast on television. */
  | 'LIVE_TV_EVENT'
  /** A country, region, city or postal code. */
  | 'LOCATION'
  /** How long ago people first used X on their device, as a number of months such as 6, with operator LT for less and GTE for that or more. The documents list no values. */
  | 'NETWORK_ACTIVATION_DURATION'
  /** A mobile network. */
  | 'NETWORK_OPERATOR'
  /** A keyword, matched as a phrase. */
  | 'PHRASE_KEYWORD'
  /** A platform, such as that of a phone. */
  | 'PLATFORM'
  /** A version of a platform. */
  | 'PLATFORM_VERSION'
  /** People like the followers of a user. */
  | 'SIMILAR_TO_FOLLOWERS_OF_USER'
  /** A television show; the line item needs a LOCATION of the same locale first. */
  | 'TV_SHOW'
  /** A keyword, its words in any order. */
  | 'UNORDERED_KEYWORD'
  /** People who saw or engaged with posts of the promoted user, by its id; ENGAGEMENT_TYPE says how. */
  | 'USER_ENGAGEMENT'
  /** People like those who engaged with posts of a user. */
  | 'USER_ENGAGEMENT_LOOKALIKE'
  /** Devices while they are on Wi-Fi, with the value 1, which X does not document; without it on any network. */
  | 'WIFI_ONLY';

/** When a tracking tag is called. */
export type TrackingTagType =
  /** When an ad is clicked. */
  | 'CLICK_TRACKER'
  /** When an ad is seen. */
  | 'IMPRESSION_TAG'
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