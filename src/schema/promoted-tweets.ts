import { account } from '../upstream/catalogue/accounts.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import { promotedTweet, promotedTweets } from '../upstream/catalogue/promoted-tweets.ts';
import { tweet } from '../upstream/catalogue/tweets.ts';
import { entityType } from './entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

entityType(promotedTweet, 'promoted_tweet_id');

addFields(account, (t) => ({
  promotedTweets: t.field(listOfAccount(promotedTweets.listPromotedTweets)),
  promotedTweet: t.field(item(promotedTweets.getPromotedTweet)),
}));

addFields(lineItem, (t) => ({
  promotedTweets: t.field(listOfParent(promotedTweets.listPromotedTweets, 'line_item_ids')),
}));

addFields(promotedTweet, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item that promotes it')),
  tweet: t.field(linkTo(tweet, 'tweet_id', 'The promoted post')),
}));

mutation(promotedTweets.createPromotedTweets);
mutation(promotedTweets.deletePromotedTweet);
