import { bikes, travel } from '../support/accounts.ts';
import { written } from './keyed-writes.ts';

const draft = (n: number) => `16101${String(n * 1_048_583 + 7).padStart(14, '0')}`;
const scheduled = (n: number) => `17101${String(n * 1_048_583 + 7).padStart(14, '0')}`;

/** One document for each endpoint of posts and of promoted entities, against the seeded data. */
export const cases = {
  listDraftTweets: {
    document: `{ account(id: "${bikes}") { draftTweets(first: 3) { nodes { restId text } } } }`,
  },
  getDraftTweet: {
    document: `{ account(id: "${bikes}") { draftTweet(id: "${draft(0)}") { text } } }`,
  },
  createDraftTweet: written('createDraftTweet', 'draftTweet { restId }'),
  updateDraftTweet: written('updateDraftTweet', 'draftTweet { name cardUri }'),
  deleteDraftTweet: written('deleteDraftTweet', 'draftTweet { status }'),
  previewDraftTweet: written('previewDraftTweet', 'message'),
  listScheduledTweets: {
    document: `{ account(id: "${bikes}") { scheduledTweets(first: 3) { nodes { restId scheduledAt } } } }`,
  },
  getScheduledTweet: {
    document: `{ account(id: "${bikes}") { scheduledTweet(id: "${scheduled(0)}") { scheduledAt } } }`,
  },
  createScheduledTweet: written('createScheduledTweet', 'scheduledTweet { scheduledAt }'),
  updateScheduledTweet: written('updateScheduledTweet', 'scheduledTweet { text }'),
  deleteScheduledTweet: written('deleteScheduledTweet', 'scheduledTweet { scheduledStatus }'),
  listTweetPreviews: {
    document: `{ account(id: "${bikes}") { tweetPreviews(tweetIds: ["${draft(0)}"], tweetType: DRAFT) { tweetId preview } } }`,
  },
  listTweets: {
    document: `{ account(id: "${bikes}") { tweets(tweetType: PUBLISHED, first: 3) { nodes { restId fullText createdAt } } } }`,
  },
  createTweet: written('createTweet', 'tweet { restId text }'),
  renameTweet: written('renameTweet', 'tweet { name }'),
  listMediaCreatives: {
    document: `{ account(id: "${travel}") { mediaCreatives(first: 3) { nodes { restId creativeType } } } }`,
  },
  getMediaCreative: {
    document: `{ account(id: "${travel}") { mediaCreative(id: "mrv4l000") { creativeType } } }`,
  },
  createMediaCreative: written('createMediaCreative', 'mediaCreative { restId }'),
  deleteMediaCreative: written('deleteMediaCreative', 'mediaCreative { deleted }'),
  listPromotedAccounts: {
    document: `{ account(id: "${travel}") { promotedAccounts(first: 3) { nodes { restId userId } } } }`,
  },
  getPromotedAccount: {
    document: `{ account(id: "${travel}") { promotedAccount(id: "hrv4l000") { userId } } }`,
  },
  createPromotedAccount: written('createPromotedAccount', 'promotedAccount { restId }'),
  deletePromotedAccount: written('deletePromotedAccount', 'promotedAccount { deleted }'),
  listScheduledPromotedTweets: {
    document: `{ account(id: "${bikes}") { scheduledPromotedTweets(first: 3) { nodes { restId scheduledTweetId } } } }`,
  },
  getScheduledPromotedTweet: {
    document: `{ account(id: "${bikes}") { scheduledPromotedTweet(id: "sik3s000") { scheduledTweetId } } }`,
  },
  createScheduledPromotedTweet: written(
    'createScheduledPromotedTweet',
    'scheduledPromotedTweet { restId }',
  ),
  deleteScheduledPromotedTweet: written(
    'deleteScheduledPromotedTweet',
    'scheduledPromotedTweet { deleted }',
  ),
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
  createTrackingTag: written('createTrackingTag', 'trackingTag { restId }'),
  updateTrackingTag: written('updateTrackingTag', 'trackingTag { trackingTagUrl }'),
  deleteTrackingTag: written('deleteTrackingTag', 'trackingTag { deleted }'),
} as const;
