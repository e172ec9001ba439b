import { account } from '../upstream/catalogue/accounts.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import {
  scheduledPromotedTweet,
  scheduledPromotedTweets,
} from '../upstream/catalogue/scheduled-promoted-tweets.ts';
import { scheduledTweet } from '../upstream/catalogue/scheduled-tweets.ts';
import { tweet } from '../upstream/catalogue/tweets.ts';
import { entityType } from './entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

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
  tweet: t.field(linkTo(tweet, 'tweet_id', 'The post that was published')),
}));

const { createScheduledPromotedTweet, deleteScheduledPromotedTweet } = scheduledPromotedTweets;
mutation(createScheduledPromotedTweet);
mutation(deleteScheduledPromotedTweet);
