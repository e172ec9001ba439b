import { bikes } from '../support/accounts.ts';
import { written } from './keyed-writes.ts';

/**
 * One document for each endpoint of campaigns, line items, promoted posts and targeting, against
 * the seeded data.
 */
export const cases = {
  listCampaigns: {
    document: `{ account(id: "${bikes}") { campaigns(first: 3) { nodes { restId name } } } }`,
  },
  getCampaign: { document: `{ account(id: "${bikes}") { campaign(id: "cik3s000") { name } } }` },
  createCampaign: written('createCampaign', 'campaign { restId name }'),
  batchCampaigns: written('batchCampaigns', 'results { outcome campaign { name } }'),
  updateCampaign: written('updateCampaign', 'campaign { name }'),
  deleteCampaign: written('deleteCampaign', 'campaign { deleted }'),
  listLineItems: {
    document: `{ account(id: "${bikes}") { lineItems(first: 3) { nodes { restId objective } } } }`,
  },
  getLineItem: { document: `{ account(id: "${bikes}") { lineItem(id: "lik3s000") { name } } }` },
  createLineItem: written('createLineItem', 'lineItem { restId } errors { code message }'),
  updateLineItem: written(
    'updateLineItem',
    'lineItem { name entityStatus } errors { code message }',
  ),
  deleteLineItem: written('deleteLineItem', 'lineItem { deleted }'),
  batchLineItems: written(
    'batchLineItems',
    'results { index outcome lineItem { restId deleted } errors { code message } }',
  ),
  listPromotedTweets: {
    document: `{ account(id: "${bikes}") { promotedTweets(first: 3) { nodes { tweetId } } } }`,
  },
  getPromotedTweet: {
    document: `{ account(id: "${bikes}") { promotedTweet(id: "pik3s000") { tweetId } } }`,
  },
  createPromotedTweets: written('createPromotedTweets', 'promotedTweets { tweetId }'),
  deletePromotedTweet: written('deletePromotedTweet', 'promotedTweet { deleted }'),
  listTargetingCriteria: {
    document: `{ account(id: "${bikes}") { targetingCriteria(lineItemIds: ["lik3s000"]) { nodes { name } } } }`,
  },
  getTargetingCriterion: {
    document: `{ account(id: "${bikes}") { targetingCriterion(id: "tik3s000") { name } } }`,
  },
  createTargetingCriterion: written(
    'createTargetingCriterion',
    'targetingCriterion { targetingValue }',
  ),
  batchTargetingCriteria: written('batchTargetingCriteria', 'results { outcome }'),
  deleteTargetingCriterion: written('deleteTargetingCriterion', 'targetingCriterion { deleted }'),
};
