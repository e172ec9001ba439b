import { bikes, travel } from '../support/accounts.ts';

const draft = (n: number) => `16101${String(n * 1_048_583 + 7).padStart(14, '0')}`;
const scheduled = (n: number) => `17101${String(n * 1_048_583 + 7).padStart(14, '0')}`;
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();

/** One document for each endpoint of posts and of promoted entities, against the seeded data. */
export const cases = {
  listDraftTweets: {
    document: `{ account(id: "${bikes}") { draftTweets(first: 3) { nodes { restId text } } } }`,
  },
  getDraftTweet: {
    document: `{ account(id: "${bikes}") { draftTweet(id: "${draft(0)}") { text } } }`,
  },
  createDraftTweet: {
    document: `mutation { createDraftTweet(input: { accountId: "${bikes}", asUserId: "1480000000000000101", text: "Hello" }) { outcome draftTweet { restId } } }`,
  },
  updateDraftTweet: {
    document: `mutation { updateDraftTweet(input: { accountId: "${bikes}", draftTweetId: "${draft(1)}", cardUri: null, name: "Second thought" }) { outcome draftTweet { name cardUri } } }`,
  },
  deleteDraftTweet: {
    document: `mutation { deleteDraftTweet(input: { accountId: "${bikes}", draftTweetId: "${draft(2)}" }) { outcome draftTweet { status } } }`,
  },
  previewDraftTweet: {
    document: `mutation { previewDraftTweet(input: { accountId: "${bikes}", draftTweetId: "${draft(0)}" }) { outcome message } }`,
  },
  listScheduledTweets: {
    document: `{ account(id: "${bikes}") { scheduledTweets(first: 3) { nodes { restId scheduledAt } } } }`,
  },
  getScheduledTweet: {
    document: `{ account(id: "${bikes}") { scheduledTweet(id: "${scheduled(0)}") { scheduledAt } } }`,
  },
  createScheduledTweet: {
    document: `mutation ($at: DateTime!) { createScheduledTweet(input: { accountId: "${bikes}", asUserId: "1480000000000000101", text: "Soon", scheduledAt: $at }) { outcome scheduledTweet { scheduledAt } } }`,
    variables: { at: inAMonth },
  },
  updateScheduledTweet: {
    document: `mutation { updateScheduledTweet(input: { accountId: "${bikes}", scheduledTweetId: "${scheduled(5)}", text: "Later" }) { outcome scheduledTweet { text } } }`,
  },
  deleteScheduledTweet: {
    document: `mutation { deleteScheduledTweet(input: { accountId: "${bikes}", scheduledTweetId: "${scheduled(8)}" }) { outcome scheduledTweet { scheduledStatus } } }`,
  },
  listTweetPreviews: {
    document: `{ account(id: "${bikes}") { tweetPreviews(tweetIds: ["${draft(0)}"], tweetType: DRAFT) { tweetId preview } } }`,
  },
  listTweets: {
    document: `{ account(id: "${bikes}") { tweets(tweetType: PUBLISHED, first: 3) { nodes { restId fullText createdAt } } } }`,
  },
  createTweet: {
    document: `mutation { createTweet(input: { accountId: "${bikes}", asUserId: "1480000000000000101", text: "Out now" }) { outcome tweet { restId text } } }`,
  },
  renameTweet: {
    document: `mutation { renameTweet(input: { accountId: "${bikes}", tweetId: "300", name: "Spring" }) { outcome tweet { name } } }`,
    rows: { Tweet: [{ id: '300', full_text: 'Out now', created_at: '2026-01-01T00:00:00Z' }] },
  },
  listMediaCreatives: {
    document: `{ account(id: "${travel}") { mediaCreatives(first: 3) { nodes { restId creativeType } } } }`,
  },
  getMediaCreative: {
    document: `{ account(id: "${travel}") { mediaCreative(id: "mrv4l000") { creativeType } } }`,
  },
  createMediaCreative: {
    document: `mutation { createMediaCreative(input: { accountId: "${travel}", accountMediaId: "arv4l000", lineItemId: "lrv4l007", landingUrl: "https://thistlethread.example/" }) { outcome mediaCreative { restId } } }`,
  },
  deleteMediaCreative: {
    document: `mutation { deleteMediaCreative(input: { accountId: "${travel}", mediaCreativeId: "mrv4l001" }) { outcome mediaCreative { deleted } } }`,
  },
  listPromotedAccounts: {
    document: `{ account(id: "${travel}") { promotedAccounts(first: 3) { nodes { restId userId } } } }`,
  },
  getPromotedAccount: {
    document: `{ account(id: "${travel}") { promotedAccount(id: "hrv4l000") { userId } } }`,
  },
  createPromotedAccount: {
    document: `mutation { createPromotedAccount(input: { accountId: "${travel}", lineItemId: "lrv4l008", userId: "1480000000000001104" }) { outcome promotedAccount { restId } } }`,
  },
  deletePromotedAccount: {
    document: `mutation { deletePromotedAccount(input: { accountId: "${travel}", promotedAccountId: "hrv4l001" }) { outcome promotedAccount { deleted } } }`,
  },
  listScheduledPromotedTweets: {
    document: `{ account(id: "${bikes}") { scheduledPromotedTweets(first: 3) { nodes { restId scheduledTweetId } } } }`,
  },
  getScheduledPromotedTweet: {
    document: `{ account(id: "${bikes}") { scheduledPromotedTweet(id: "sik3s000") { scheduledTweetId } } }`,
  },
  createScheduledPromotedTweet: {
    document: `mutation { createScheduledPromotedTweet(input: { accountId: "${bikes}", lineItemId: "lik3s000", scheduledTweetId: "${scheduled(4)}" }) { outcome scheduledPromotedTweet { restId } } }`,
  },
  deleteScheduledPromotedTweet: {
    document: `mutation { deleteScheduledPromotedTweet(input: { accountId: "${bikes}", scheduledPromotedTweetId: "sik3s002" }) { outcome scheduledPromotedTweet { deleted } } }`,
  },
  listPromotableUsers: {
    document: `{ account(id: "${bikes}") { promotableUsers { nodes { restId promotableUserType } } } }`,
  },
  getPromotableUser: {
    document: `{ account(id: "${bikes}") { promotableUser(id: "uik3s000") { userId } } }`,
  },
  listTrackingTags: {
    document: `{ account(id: "${bikes}") { trackingTags(first: 3) { nodes { restId trackingTagUrl } } } }`,
  },
  getTrackingTag: {
    document: `{ account(id: "${bikes}") { trackingTag(id: "gik3s000") { trackingTagUrl } } }`,
  },
  createTrackingTag: {
    document: `mutation { createTrackingTag(input: { accountId: "${bikes}", lineItemId: "lik3s000", trackingTagType: CLICK_TRACKER, trackingTagUrl: "https://track.example/" }) { outcome trackingTag { restId } } }`,
  },
  updateTrackingTag: {
    document: `mutation { updateTrackingTag(input: { accountId: "${bikes}", trackingTagId: "gik3s001", trackingTagUrl: "https://track.example/new" }) { outcome trackingTag { trackingTagUrl } } }`,
  },
  deleteTrackingTag: {
    document: `mutation { deleteTrackingTag(input: { accountId: "${bikes}", trackingTagId: "gik3s002" }) { outcome trackingTag { deleted } } }`,
  },
} as const;
