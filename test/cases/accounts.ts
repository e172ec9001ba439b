import { bikes, games, startup, travel } from '../support/accounts.ts';

/**
 * One document for each endpoint of accounts, settings, categories, recommendations and insights,
 * against the seeded data.
 */
export const cases = {
  listAccounts: { document: `{ accounts(first: 3) { nodes { restId name } } }` },
  getAccount: { document: `{ account(id: "${bikes}") { name industryType } }` },
  createSandboxAccount: {
    document: `mutation { createSandboxAccount { outcome account { restId } } }`,
  },
  updateAccount: {
    document: `mutation { updateAccount(input: { accountId: "${bikes}", name: "Nordlicht" }) { outcome account { name } } }`,
  },
  deleteSandboxAccount: {
    document: `mutation { deleteSandboxAccount(input: { accountId: "18ce54n3w01" }) { outcome account { deleted } } }`,
  },
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
  addSandboxFeatures: {
    document: `mutation { addSandboxFeatures(input: { accountId: "${bikes}", featureKeys: ["DR_TAP"] }) { outcome features } }`,
  },
  removeSandboxFeatures: {
    document: `mutation { removeSandboxFeatures(input: { accountId: "${bikes}", featureKeys: ["AGE_TARGETING"] }) { outcome features } }`,
  },
  listBiddingRules: { document: `{ biddingRules(currency: "CAD") { currency } }` },
  getTaxSettings: {
    document: `{ account(id: "${bikes}") { taxSettings { taxCategory } } }`,
  },
  updateTaxSettings: {
    document: `mutation { updateTaxSettings(input: { accountId: "${bikes}", taxId: "DE 811 234" }) { outcome taxSettings { taxId } } }`,
  },
  getUserSettings: {
    document: `{ account(id: "${startup}") { userSettings(userId: "1500000000000000001") { contactPhone } } }`,
  },
  updateUserSettings: {
    document: `mutation { updateUserSettings(input: { accountId: "${startup}", userId: "1500000000000000001", contactPhone: "555" }) { outcome userSettings { contactPhone } } }`,
  },
  listFundingInstruments: {
    document: `{ account(id: "${bikes}") { fundingInstruments { nodes { restId type } } } }`,
  },
  getFundingInstrument: {
    document: `{ account(id: "${bikes}") { fundingInstrument(id: "fik3s000") { type } } }`,
  },
  createSandboxFundingInstrument: {
    document: `mutation { createSandboxFundingInstrument(input: { accountId: "${bikes}", currency: "USD", startTime: "2025-06-01T00:00:00Z", type: CREDIT_CARD }) { outcome fundingInstrument { restId type } } }`,
  },
  deleteSandboxFundingInstrument: {
    document: `mutation { deleteSandboxFundingInstrument(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s004" }) { outcome fundingInstrument { deleted } } }`,
  },
  listLineItemCuratedCategories: {
    document: `{ account(id: "${travel}") { lineItemCuratedCategories { nodes { restId curatedCategoryId } } } }`,
  },
  getLineItemCuratedCategory: {
    document: `{ account(id: "${travel}") { lineItemCuratedCategory(id: "lcrv4l001") { curatedCategoryId } } }`,
  },
  createLineItemCuratedCategory: {
    document: `mutation { createLineItemCuratedCategory(input: { accountId: "${travel}", lineItemId: "lrv4l004", curatedCategoryId: "cc2u" }) { outcome lineItemCuratedCategory { restId } } }`,
  },
  updateLineItemCuratedCategory: {
    document: `mutation { updateLineItemCuratedCategory(input: { accountId: "${travel}", lineItemCuratedCategoryId: "lcrv4l001", curatedCategoryId: "cc2w" }) { outcome lineItemCuratedCategory { curatedCategoryId } } }`,
  },
  deleteLineItemCuratedCategory: {
    document: `mutation { deleteLineItemCuratedCategory(input: { accountId: "${travel}", lineItemCuratedCategoryId: "lcrv4l001" }) { outcome lineItemCuratedCategory { deleted } } }`,
  },
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
