import { postOfAuthor } from '../../resolvers/reads/posts.ts';
import {
  scheduledTweet,
  scheduledTweets,
} from '../../upstream/catalogue/areas/scheduled-tweets.ts';
import { tweet } from '../../upstream/catalogue/areas/tweets.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkBy } from '../fields/fields.ts';
import { attachedCard, previewOf } from './tweets.ts';

entityType(scheduledTweet, 'scheduled_tweet_id');

addFields(scheduledTweet, {
  card: attachedCard(),
  preview: previewOf(() => ({ tweet_type: 'SCHEDULED' })),
  tweet: linkBy(tweet, {
    needs: ['tweet_id', 'user_id'],
    doc: 'The post that was published',
    load: postOfAuthor,
    authorIn: 'parent',
  }),
});

accountFields({
  scheduledTweets: scheduledTweets.listScheduledTweets,
  scheduledTweet: scheduledTweets.getScheduledTweet,
});

mutations(scheduledTweets);
