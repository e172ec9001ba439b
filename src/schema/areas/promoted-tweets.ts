import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { promotedTweet, promotedTweets } from '../../upstream/catalogue/areas/promoted-tweets.ts';
import { tweet } from '../../upstream/catalogue/areas/tweets.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

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
  tweet: t.field(
    linkTo(
      tweet,
      'tweet_id',
      'The promoted post; null if the API does not list it for the promotable user of type FULL',
    ),
  ),
}));

mutation(promotedTweets.createPromotedTweets);
mutation(promotedTweets.deletePromotedTweet);
