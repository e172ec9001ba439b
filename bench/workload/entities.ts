/**
 * The fields that the queries select, with their GraphQL types in the schema that the peers serve.
 */
export const fields = {
  Account: {
    id: 'ID!',
    name: 'String!',
    businessName: 'String!',
    timezone: 'String!',
    industryType: 'String!',
    approvalStatus: 'String!',
    createdAt: 'String!',
  },
  Campaign: {
    id: 'ID!',
    name: 'String!',
    entityStatus: 'String!',
    dailyBudgetAmountLocalMicro: 'Long',
    totalBudgetAmountLocalMicro: 'Long',
    fundingInstrumentId: 'ID!',
    servable: 'Boolean!',
    createdAt: 'String!',
  },
  FundingInstrument: {
    id: 'ID!',
    description: 'String!',
    type: 'String!',
    currency: 'String!',
    creditLimitLocalMicro: 'Long',
  },
  LineItem: {
    id: 'ID!',
    name: 'String!',
    objective: 'String!',
    productType: 'String!',
    bidAmountLocalMicro: 'Long',
    entityStatus: 'String!',
  },
  PromotedTweet: {
    id: 'ID!',
    tweetId: 'ID!',
    approvalStatus: 'String!',
    entityStatus: 'String!',
  },
  TargetingCriterion: {
    id: 'ID!',
    targetingType: 'String!',
    targetingValue: 'String!',
    operatorType: 'String!',
  },
} as const;

export type Entity = keyof typeof fields;

/** The collection of each entity in an account, and the parameter that lists some of it by id. */
export const collections = {
  Campaign: { path: 'campaigns', ids: 'campaign_ids' },
  FundingInstrument: { path: 'funding_instruments', ids: 'funding_instrument_ids' },
  LineItem: { path: 'line_items', ids: 'line_item_ids' },
  PromotedTweet: { path: 'promoted_tweets', ids: 'promoted_tweet_ids' },
  TargetingCriterion: { path: 'targeting_criteria', ids: 'targeting_criterion_ids' },
} as const;

export type CollectionEntity = keyof typeof collections;

/**
 * The fields that lead to many rows: those whose column holds the id of the parent, or all of the
 * account.
 */
export const lists = {
  campaigns: { of: 'Campaign', column: null },
  lineItems: { of: 'LineItem', column: 'campaign_id' },
  promotedTweets: { of: 'PromotedTweet', column: 'line_item_id' },
  targetingCriteria: { of: 'TargetingCriterion', column: 'line_item_id' },
} as const;

/** The fields that lead to one row: the one whose id the parent's column holds. */
export const links = {
  fundingInstrument: { of: 'FundingInstrument', column: 'funding_instrument_id' },
} as const;

/** The column of the REST API behind a field. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
