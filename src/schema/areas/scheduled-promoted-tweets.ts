import { postOfScheduled } from '../../resolvers/reads/posts.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import {
  scheduledPromotedTweet,
  scheduledPromotedTweets,
} from '../../upstream/catalogue/areas/scheduled-promoted-tweets.ts';
import { scheduledTweet } from '../../upstream/catalogue/areas/scheduled-tweets.ts';
import { tweet } from '../../upstream/catalogue/areas/tweets.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkBy, linkTo, listOfAccount, listOfParent } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(scheduledPromotedTweet, 'scheduled_promoted_tweet_id');
const { listScheduledPromotedTweets, getScheduledPromotedTweet } = scheduledPromotedTweets;

addFields(account, (t) => ({
  scheduledPromotedTweets: t.field(listOfAccount(listScheduledPromotedTweets)),
  scheduledPromotedTweet: t.field(item(getScheduledPromotedTweet)),
}));

addFields(lineItem, (t) => ({
  scheduledPromotedTweets: t.field(listOfParent(listScheduledPromotedTweets, 'line_item_ids')),
}));

addFields(scheduledPromotedTweet, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item that will promote it')),
  scheduledTweet: t.field(linkTo(scheduledTweet, 'scheduled_tweet_id', 'The scheduled post')),
  tweet: t.field(
    linkBy(tweet, {
      needs: ['tweet_id', 'scheduled_tweet_id'],
      doc: 'The post that was published; if it is not by the promotable user of type FULL, the scheduled post is read for its author',
      load: postOfScheduled,
      authorIn: scheduledTweet.name,
    }),
  ),
}));

const { createScheduledPromotedTweet, deleteScheduledPromotedTweet } = scheduledPromotedTweets;
mutation(createScheduledPromotedTweet);
mutation(deleteScheduledPromotedTweet);
