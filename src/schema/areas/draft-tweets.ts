import { draftTweet, draftTweets } from '../../upstream/catalogue/areas/draft-tweets.ts';
import { accountFields } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { mutation, valueMutation } from '../fields/mutations.ts';
import { attachedCard, previewOf } from './tweets.ts';

entityType(draftTweet, 'draft_tweet_id');

accountFields({ draftTweets: draftTweets.listDraftTweets, draftTweet: draftTweets.getDraftTweet });

addFields(draftTweet, {
  card: attachedCard(),
  preview: previewOf(() => ({ tweet_type: 'DRAFT' })),
});

mutation(draftTweets.createDraftTweet);
mutation(draftTweets.updateDraftTweet);
mutation(draftTweets.deleteDraftTweet);
valueMutation(draftTweets.previewDraftTweet);
