import { scheduledTweet, scheduledTweets } from '../upstream/catalogue/scheduled-tweets.ts';
import { tweet } from '../upstream/catalogue/tweets.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount } from './fields.ts';
import { mutation } from './mutations.ts';
import { attachedCard, previewOf, Tweet } from './tweets.ts';

/** The object type of a scheduled post. */
export const ScheduledTweet = entityType(scheduledTweet, 'scheduled_tweet_id');

builder.objectFields(Account, (t) => ({
  scheduledTweets: t.field(listOfAccount(scheduledTweets.listScheduledTweets, ScheduledTweet)),
  scheduledTweet: t.field(item(scheduledTweets.getScheduledTweet, scheduledTweet, ScheduledTweet)),
}));

builder.objectFields(ScheduledTweet, (t) => ({
  account: t.field(linkToAccount(Account)),
  card: t.field(attachedCard()),
  preview: t.field(previewOf(() => ({ tweet_type: 'SCHEDULED' }))),
  tweet: t.field(linkTo(tweet, Tweet, { column: 'tweet_id', doc: 'The post that was published' })),
}));

mutation(scheduledTweets.createScheduledTweet, scheduledTweet, ScheduledTweet);
mutation(scheduledTweets.updateScheduledTweet, scheduledTweet, ScheduledTweet);
mutation(scheduledTweets.deleteScheduledTweet, scheduledTweet, ScheduledTweet);
