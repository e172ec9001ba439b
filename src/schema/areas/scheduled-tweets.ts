import { postOfAuthor } from '../../resolvers/reads/posts.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  scheduledTweet,
  scheduledTweets,
} from '../../upstream/catalogue/areas/scheduled-tweets.ts';
import { tweet } from '../../upstream/catalogue/areas/tweets.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkBy, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';
import { attachedCard, previewOf } from './tweets.ts';

entityType(scheduledTweet, 'scheduled_tweet_id');

addFields(account, (t) => ({
  scheduledTweets: t.field(listOfAccount(scheduledTweets.listScheduledTweets)),
  scheduledTweet: t.field(item(scheduledTweets.getScheduledTweet)),
}));

addFields(scheduledTweet, (t) => ({
  card: t.field(attachedCard()),
  preview: t.field(previewOf(() => ({ tweet_type: 'SCHEDULED' }))),
  tweet: t.field(
    linkBy(tweet, {
      needs: ['tweet_id', 'user_id'],
      doc: 'The post that was published',
      load: postOfAuthor,
      authorIn: 'parent',
    }),
  ),
}));

mutation(scheduledTweets.createScheduledTweet);
mutation(scheduledTweets.updateScheduledTweet);
mutation(scheduledTweets.deleteScheduledTweet);
