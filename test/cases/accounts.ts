import { bikes, games, startup, travel } from '../support/accounts.ts';
import { written } from './keyed-writes.ts';

/**
 * One document for each endpoint of accounts, settings, categories, recommendations and insights,
 * against the seeded data.
 */
export const cases = {
  listAccounts: { document: `{ accounts(first: 3) { nodes { restId name } } }` },
  getAccount: { document: `{ account(id: "${bikes}") { name industryType } }` },
  createSandboxAccount: written('createSandboxAccount', 'account { restId }'),
  updateAccount: written('updateAccount', 'account { name }'),
  deleteSandboxAccount: written('deleteSandboxAccount', 'account { deleted }'),
  listAccountApps: {
    document: `{ account(id: "${games}") { apps { nodes { restId appStoreIdentifier } } } }`,
  },
  listAccountHistory: {
    document: `{ account(id: "${bikes}") { history(entityType: CAMPAIGN, entityId: "cik3s000", startTime: "2022-02-24T08:00:00Z", endTime: "2022-02-25T00:00:00Z") { nodes { changeType changeTime } } } }`,
  },
  getAuthenticatedUserAccess: {
    document: `{ account(id: "${bikes}") { viewerAccess { userId permissions } } }`,
  },
  listFeatures: { document: `{ account(id: "${bikes}") { features } }` },
  addSandboxFeatures: written('addSandboxFeatures', 'features'),
  removeSandboxFeatures: written('removeSandboxFeatures', 'features'),
  listBiddingRules: { document: `{ biddingRules(currency: "CAD") { currency } }` },
  getTaxSettings: {
    document: `{ account(id: "${bikes}") { taxSettings { taxCategory } } }`,
  },
  updateTaxSettings: written('updateTaxSettings', 'taxSettings { taxId }'),
  getUserSettings: {
    document: `{ account(id: "${startup}") { userSettings(userId: "1500000000000000001") { contactPhone } } }`,
  },
  updateUserSettings: written('updateUserSettings', 'userSettings { contactPhone }'),
  listFundingInstruments: {
    document: `{ account(id: "${bikes}") { fundingInstruments { nodes { restId type } } } }`,
  },
  getFundingInstrument: {
    document: `{ account(id: "${bikes}") { fundingInstrument(id: "fik3s000") { type } } }`,
  },
  createSandboxFundingInstrument: written(
    'createSandboxFundingInstrument',
    'fundingInstrument { restId type }',
  ),
  deleteSandboxFundingInstrument: written(
    'deleteSandboxFundingInstrument',
    'fundingInstrument { deleted }',
  ),
  listLineItemCuratedCategories: {
    document: `{ account(id: "${travel}") { lineItemCuratedCategories { nodes { restId curatedCategoryId } } } }`,
  },
  getLineItemCuratedCategory: {
    document: `{ account(id: "${travel}") { lineItemCuratedCategory(id: "lcrv4l001") { curatedCategoryId } } }`,
  },
  createLineItemCuratedCategory: written(
    'createLineItemCuratedCategory',
    'lineItemCuratedCategory { restId }',
  ),
  updateLineItemCuratedCategory: written(
    'updateLineItemCuratedCategory',
    'lineItemCuratedCategory { curatedCategoryId }',
  ),
  deleteLineItemCuratedCategory: written(
    'deleteLineItemCuratedCategory',
    'lineItemCuratedCategory { deleted }',
  ),
  listLineItemPlacements: { document: `{ lineItemPlacements { productType placements } }` },
  listAdvertiserBusinessCategories: {
    document: `{ advertiserBusinessCategories { name iabCategories } }`,
  },
  listContentCategories: { document: `{ contentCategories { name iabCategories } }` },
  listIabCategories: { document: `{ iabCategories(first: 5) { nodes { restId name } } }` },
  listCuratedCategories: {
    document: `{ account(id: "${bikes}") { curatedCategories(countryCodes: ["US"]) { nodes { name } } } }`,
  },
  getCuratedCategory: {
    document: `{ account(id: "${bikes}") { curatedCategory(id: "cc2t") { name } } }`,
  },
  listPublishers: { document: `{ publishers { userId username } }` },
  listRecommendations: {
    document: `{ account(id: "${bikes}") { recommendations { restId message } } }`,
  },
  getRecommendation: {
    document: `{ account(id: "${bikes}") { recommendation(id: "rfik3s000") { changes } } }`,
  },
  getKeywordInsights: {
    document: `{ keywordInsights(granularity: DAY, keywords: ["tea"], startTime: "2025-05-01T00:00:00Z", endTime: "2025-05-08T00:00:00Z") { relatedKeywords tweetVolume } }`,
  },
};
