import { lineItem } from '../upstream/catalogue/line-items.ts';
import { promotedTweet, promotedTweets } from '../upstream/catalogue/promoted-tweets.ts';
import { tweet } from '../upstream/catalogue/tweets.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { LineItem } from './line-items.ts';
import { mutation } from './mutations.ts';
import { Tweet } from './tweets.ts';

/** The object type of a promoted post. */
export const PromotedTweet = entityType(promotedTweet, 'promoted_tweet_id');

builder.objectFields(Account, (t) => ({
  promotedTweets: t.field(listOfAccount(promotedTweets.listPromotedTweets, PromotedTweet)),
  promotedTweet: t.field(item(promotedTweets.getPromotedTweet, promotedTweet, PromotedTweet)),
}));

builder.objectFields(LineItem, (t) => ({
  promotedTweets: t.field(
    listOfParent(promotedTweets.listPromotedTweets, PromotedTweet, 'line_item_ids'),
  ),
}));

builder.objectFields(PromotedTweet, (t) => ({
  account: t.field(linkToAccount(Account)),
  lineItem: t.field(
    linkTo(lineItem, LineItem, { column: 'line_item_id', doc: 'The line item that promotes it' }),
  ),
  tweet: t.field(linkTo(tweet, Tweet, { column: 'tweet_id', doc: 'The promoted post' })),
}));

mutation(promotedTweets.createPromotedTweets, promotedTweet, PromotedTweet);
mutation(promotedTweets.deletePromotedTweet, promotedTweet, PromotedTweet);
