import { postOfScheduled } from '../../resolvers/reads/posts.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import {
  scheduledPromotedTweet,
  scheduledPromotedTweets,
} from '../../upstream/catalogue/areas/scheduled-promoted-tweets.ts';
import { scheduledTweet } from '../../upstream/catalogue/areas/scheduled-tweets.ts';
import { tweet } from '../../upstream/catalogue/areas/tweets.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkBy, linkTo, listOfParent } from '../fields/fields.ts';

const { listScheduledPromotedTweets, getScheduledPromotedTweet } = scheduledPromotedTweets;

entityType(scheduledPromotedTweet, 'scheduled_promoted_tweet_id');

addFields(lineItem, {
  scheduledPromotedTweets: listOfParent(listScheduledPromotedTweets, 'line_item_ids'),
});

addFields(scheduledPromotedTweet, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item that will promote it'),
  scheduledTweet: linkTo(scheduledTweet, 'scheduled_tweet_id', 'The scheduled post'),
  tweet: linkBy(tweet, {
    needs: ['tweet_id', 'scheduled_tweet_id'],
    doc: 'The post that was published; if it is not by the promotable user of type FULL, the scheduled post is read for its author',
    load: postOfScheduled,
    authorIn: scheduledTweet.name,
  }),
});

accountFields({
  scheduledPromotedTweets: listScheduledPromotedTweets,
  scheduledPromotedTweet: getScheduledPromotedTweet,
});

mutations(scheduledPromotedTweets);
