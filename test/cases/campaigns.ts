import { bikes } from '../support/accounts.ts';

/**
 * One document for each endpoint of campaigns, line items, promoted posts and targeting, against
 * the seeded data.
 */
export const cases = {
  listCampaigns: {
    document: `{ account(id: "${bikes}") { campaigns(first: 3) { nodes { restId name } } } }`,
  },
  getCampaign: { document: `{ account(id: "${bikes}") { campaign(id: "cik3s000") { name } } }` },
  createCampaign: {
    document: `mutation { createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s001", name: "Spring", dailyBudgetAmountLocalMicro: 50000000 }) { outcome campaign { restId name } } }`,
  },
  batchCampaigns: {
    document: `mutation { batchCampaigns(input: { accountId: "${bikes}", operations: [{ update: { campaignId: "cik3s001", name: "Autumn" } }, { delete: { campaignId: "cik3s002" } }] }) { outcome results { outcome campaign { name } } } }`,
  },
  updateCampaign: {
    document: `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "Summer" }) { outcome campaign { name } } }`,
  },
  deleteCampaign: {
    document: `mutation { deleteCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000" }) { outcome campaign { deleted } } }`,
  },
  listLineItems: {
    document: `{ account(id: "${bikes}") { lineItems(first: 3) { nodes { restId objective } } } }`,
  },
  getLineItem: { document: `{ account(id: "${bikes}") { lineItem(id: "lik3s000") { name } } }` },
  createLineItem: {
    document: `mutation { createLineItem(input: { accountId: "${bikes}", campaignId: "cik3s001", productType: PROMOTED_TWEETS, objective: VIDEO_VIEWS, placements: [ALL_ON_TWITTER], startTime: "2030-01-01T00:00:00Z", endTime: "2030-02-01T00:00:00Z" }) { outcome lineItem { restId } errors { code message } } }`,
  },
  updateLineItem: {
    document: `mutation { updateLineItem(input: { accountId: "${bikes}", lineItemId: "lik3s000", entityStatus: PAUSED, name: "Later" }) { outcome lineItem { name entityStatus } errors { code message } } }`,
  },
  deleteLineItem: {
    document: `mutation { deleteLineItem(input: { accountId: "${bikes}", lineItemId: "lik3s000" }) { outcome lineItem { deleted } } }`,
  },
  batchLineItems: {
    document: `mutation { batchLineItems(input: { accountId: "${bikes}", operations: [{ update: { lineItemId: "lik3s000", entityStatus: PAUSED } }, { delete: { lineItemId: "lik3s001" } }] }) { outcome results { index outcome lineItem { restId deleted } errors { code message } } } }`,
  },
  listPromotedTweets: {
    document: `{ account(id: "${bikes}") { promotedTweets(first: 3) { nodes { tweetId } } } }`,
  },
  getPromotedTweet: {
    document: `{ account(id: "${bikes}") { promotedTweet(id: "pik3s000") { tweetId } } }`,
  },
  createPromotedTweets: {
    document: `mutation { createPromotedTweets(input: { accountId: "${bikes}", lineItemId: "lik3s001", tweetIds: ["1496767352142384193"] }) { outcome promotedTweets { tweetId } } }`,
  },
  deletePromotedTweet: {
    document: `mutation { deletePromotedTweet(input: { accountId: "${bikes}", promotedTweetId: "pik3s000" }) { outcome promotedTweet { deleted } } }`,
  },
  listTargetingCriteria: {
    document: `{ account(id: "${bikes}") { targetingCriteria(lineItemIds: ["lik3s000"]) { nodes { name } } } }`,
  },
  getTargetingCriterion: {
    document: `{ account(id: "${bikes}") { targetingCriterion(id: "tik3s000") { name } } }`,
  },
  createTargetingCriterion: {
    document: `mutation { createTargetingCriterion(input: { accountId: "${bikes}", lineItemId: "lik3s000", targetingType: BROAD_KEYWORD, targetingValue: "bikes", operatorType: NE }) { outcome targetingCriterion { targetingValue } } }`,
  },
  batchTargetingCriteria: {
    document: `mutation { batchTargetingCriteria(input: { accountId: "${bikes}", operations: [{ create: { lineItemId: "lik3s000", targetingType: BROAD_KEYWORD, targetingValue: "gravel", operatorType: EQ } }, { delete: { targetingCriterionId: "tik3s000" } }] }) { outcome results { outcome } } }`,
  },
  deleteTargetingCriterion: {
    document: `mutation { deleteTargetingCriterion(input: { accountId: "${bikes}", targetingCriterionId: "tik3s001" }) { outcome targetingCriterion { deleted } } }`,
  },
};
