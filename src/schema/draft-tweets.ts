import { draftTweet, draftTweetMessage, draftTweets } from '../upstream/catalogue/draft-tweets.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkToAccount, listOfAccount } from './fields.ts';
import { mutation, valueMutation } from './mutations.ts';
import { attachedCard, previewOf } from './tweets.ts';

const DraftTweet = entityType(draftTweet, 'draft_tweet_id');

builder.objectFields(Account, (t) => ({
  draftTweets: t.field(listOfAccount(draftTweets.listDraftTweets, DraftTweet)),
  draftTweet: t.field(item(draftTweets.getDraftTweet, draftTweet, DraftTweet)),
}));

builder.objectFields(DraftTweet, (t) => ({
  account: t.field(linkToAccount(Account)),
  card: t.field(attachedCard()),
  preview: t.field(previewOf(() => ({ tweet_type: 'DRAFT' }))),
}));

mutation(draftTweets.createDraftTweet, draftTweet, DraftTweet);
mutation(draftTweets.updateDraftTweet, draftTweet, DraftTweet);
mutation(draftTweets.deleteDraftTweet, draftTweet, DraftTweet);
valueMutation(draftTweets.previewDraftTweet, draftTweetMessage);
