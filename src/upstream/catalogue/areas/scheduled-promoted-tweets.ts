import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { id, ids, required } from '../language/params.ts';
import { lineItem } from './line-items.ts';

export const scheduledPromotedTweet = entity(
  'ScheduledPromotedTweet',
  'A scheduled post that a line item will promote once it is published.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item that will promote it')),
    scheduled_tweet_id: required(id('The scheduled post')),
    tweet_id: id('The post that was published; null before'),
  },
  { parent: { param: 'line_item_id', of: lineItem }, serves: true },
);

const ofScheduledPromotedTweet = collection(
  'accounts/{account_id}/scheduled_promoted_tweets/{scheduled_promoted_tweet_id}',
  scheduledPromotedTweet,
);

export const scheduledPromotedTweets = group({
  listScheduledPromotedTweets: ofScheduledPromotedTweet.list({
    doc: 'The scheduled promoted posts of an account, to be promoted once they are published',
    params: {
      line_item_ids: ids('Only those of these line items', { matches: 'line_item_id' }),
      scheduled_promoted_tweet_ids: ids('Only these scheduled promoted posts', { matches: 'id' }),
      ...standardList(),
    },
  }),
  getScheduledPromotedTweet: ofScheduledPromotedTweet.item({
    doc: 'One scheduled post that a line item will promote',
    params: withDeleted,
  }),
  createScheduledPromotedTweet: ofScheduledPromotedTweet.create({
    doc: 'Promotes a scheduled post in a line item as soon as it is published',
    params: {
      line_item_id: required(id('The line item that will promote it')),
      scheduled_tweet_id: required(id('The scheduled post')),
    },
  }),
  deleteScheduledPromotedTweet: ofScheduledPromotedTweet.delete({
    doc: 'Removes a scheduled post from its line item, before it is published',
  }),
});
