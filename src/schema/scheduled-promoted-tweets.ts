import { lineItem } from '../upstream/catalogue/line-items.ts';
import {
  scheduledPromotedTweet,
  scheduledPromotedTweets,
} from '../upstream/catalogue/scheduled-promoted-tweets.ts';
import { scheduledTweet } from '../upstream/catalogue/scheduled-tweets.ts';
import { tweet } from '../upstream/catalogue/tweets.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { LineItem } from './line-items.ts';
import { mutation } from './mutations.ts';
import { ScheduledTweet } from './scheduled-tweets.ts';
import { Tweet } from './tweets.ts';

const ScheduledPromotedTweet = entityType(scheduledPromotedTweet, 'scheduled_promoted_tweet_id');
const { listScheduledPromotedTweets, getScheduledPromotedTweet } = scheduledPromotedTweets;

builder.objectFields(Account, (t) => ({
  scheduledPromotedTweets: t.field(
    listOfAccount(listScheduledPromotedTweets, ScheduledPromotedTweet),
  ),
  scheduledPromotedTweet: t.field(
    item(getScheduledPromotedTweet, scheduledPromotedTweet, ScheduledPromotedTweet),
  ),
}));

builder.objectFields(LineItem, (t) => ({
  scheduledPromotedTweets: t.field(
    listOfParent(listScheduledPromotedTweets, ScheduledPromotedTweet, 'line_item_ids'),
  ),
}));

builder.objectFields(ScheduledPromotedTweet, (t) => ({
  account: t.field(linkToAccount(Account)),
  lineItem: t.field(
    linkTo(lineItem, LineItem, {
      column: 'line_item_id',
      doc: 'The line item that will promote it',
    }),
  ),
  scheduledTweet: t.field(
    linkTo(scheduledTweet, ScheduledTweet, {
      column: 'scheduled_tweet_id',
      doc: 'The scheduled post',
    }),
  ),
  tweet: t.field(linkTo(tweet, Tweet, { column: 'tweet_id', doc: 'The post that was published' })),
}));

const { createScheduledPromotedTweet, deleteScheduledPromotedTweet } = scheduledPromotedTweets;
mutation(createScheduledPromotedTweet, scheduledPromotedTweet, ScheduledPromotedTweet);
mutation(deleteScheduledPromotedTweet, scheduledPromotedTweet, ScheduledPromotedTweet);
