import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { draftTweet, draftTweets } from '../../upstream/catalogue/areas/draft-tweets.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { mutation, valueMutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';
import { attachedCard, previewOf } from './tweets.ts';

entityType(draftTweet, 'draft_tweet_id');

addFields(account, (t) => ({
  draftTweets: t.field(listOfAccount(draftTweets.listDraftTweets)),
  draftTweet: t.field(item(draftTweets.getDraftTweet)),
}));

addFields(draftTweet, (t) => ({
  card: t.field(attachedCard()),
  preview: t.field(previewOf(() => ({ tweet_type: 'DRAFT' }))),
}));

mutation(draftTweets.createDraftTweet);
mutation(draftTweets.updateDraftTweet);
mutation(draftTweets.deleteDraftTweet);
valueMutation(draftTweets.previewDraftTweet);
