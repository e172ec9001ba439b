import { collection, group, post } from '../language/endpoint.ts';
import { entity, lifecycle, manyOf } from '../language/entity.ts';
import { promotedSorting, standardList, withDeleted } from '../language/lists.ts';
import { id, ids, required, text } from '../language/params.ts';
import { replaced } from '../language/storage.ts';
import { anyOf, updatedSince, whereOf } from '../language/where.ts';
import { entityStatus } from './entity-status.ts';
import { lineItem } from './line-items.ts';

export const promotedTweet = entity(
  'PromotedTweet',
  'A post that a line item promotes.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item that promotes it')),
    tweet_id: required(
      id("The post; for another user's post, the hidden repost of it that was created"),
    ),
    entity_status: required(entityStatus.any('Delivery state')),
    approval_status: text(
      'Whether the post may be promoted, such as ACCEPTED; the API may add values',
    ),
  },
  { parent: { param: 'line_item_id', of: lineItem }, serves: true },
);

const ofPromotedTweet = collection(
  'accounts/{account_id}/promoted_tweets/{promoted_tweet_id}',
  promotedTweet,
);

export const promotedTweets = group({
  listPromotedTweets: ofPromotedTweet.list({
    doc: 'The promoted posts of an account',
    params: {
      line_item_ids: ids('Only those of these line items', { matches: 'line_item_id' }),
      promoted_tweet_ids: ids('Only these promoted posts', { matches: 'id' }),
      ...standardList({ sorts: promotedSorting }),
    },
    where: whereOf('PromotedTweetWhere', {
      entity_status: anyOf(
        'entity_status',
        entityStatus.any('Delivery state'),
        'Only promoted posts in one of these states',
      ),
      ...updatedSince,
    }),
  }),
  getPromotedTweet: ofPromotedTweet.item({
    doc: 'One promoted post; hidden with its line item when that is deleted, though its own `deleted` stays false',
    params: withDeleted,
    quirks: { hidesWithParent: true },
  }),
  createPromotedTweets: post('accounts/{account_id}/promoted_tweets', {
    doc: 'Promotes up to 50 posts in a line item; a line item of product type PROMOTED_ACCOUNT also gets the timeline placements by this',
    params: {
      line_item_id: required(id('The line item that promotes them')),
      // For another user's post, the row shows a repost.
      tweet_ids: required(replaced(ids('The posts to promote', { max: 50 }))),
    },
    returns: manyOf(promotedTweet, 'tweet_ids'),
  }),
  deletePromotedTweet: ofPromotedTweet.delete({
    doc: 'Removes a promoted post from its line item; the web console of X then shows it as Paused',
  }),
});
