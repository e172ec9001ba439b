import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { promotedTweet, promotedTweets } from '../../upstream/catalogue/areas/promoted-tweets.ts';
import { tweet } from '../../upstream/catalogue/areas/tweets.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';

entityType(promotedTweet, 'promoted_tweet_id');

addFields(lineItem, {
  promotedTweets: listOfParent(promotedTweets.listPromotedTweets, 'line_item_ids'),
});

addFields(promotedTweet, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item that promotes it'),
  tweet: linkTo(
    tweet,
    'tweet_id',
    'The promoted post; null if the API does not list it for the promotable user of type FULL',
  ),
});

accountFields({
  promotedTweets: promotedTweets.listPromotedTweets,
  promotedTweet: promotedTweets.getPromotedTweet,
});

mutations(promotedTweets);
