import { del, get, group, post } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { id, ids, required } from '../language/params.ts';
import { oneOf, pageOf } from '../language/returns.ts';

export const scheduledPromotedTweet = entity(
  'ScheduledPromotedTweet',
  'A scheduled post that a line item will promote once it is published.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item that will promote it')),
    scheduled_tweet_id: required(id('The scheduled post')),
    tweet_id: id('The post that was published; null before'),
  },
);

const path = 'accounts/{account_id}/scheduled_promoted_tweets';
const itemPath = `${path}/{scheduled_promoted_tweet_id}` as const;

export const scheduledPromotedTweets = group({
  listScheduledPromotedTweets: get(path, {
    doc: 'The scheduled promoted posts of an account, to be promoted once they are published',
    params: {
      line_item_ids: ids('Only those of these line items', { matches: 'line_item_id' }),
      scheduled_promoted_tweet_ids: ids('Only these scheduled promoted posts', { matches: 'id' }),
      ...standardList(),
    },
    returns: pageOf(scheduledPromotedTweet),
  }),
  getScheduledPromotedTweet: get(itemPath, {
    doc: 'One scheduled post that a line item will promote',
    params: withDeleted,
    returns: oneOf(scheduledPromotedTweet),
  }),
  createScheduledPromotedTweet: post(path, {
    doc: 'Promotes a scheduled post in a line item as soon as it is published',
    params: {
      line_item_id: required(id('The line item that will promote it')),
      scheduled_tweet_id: required(id('The scheduled post')),
    },
    returns: oneOf(scheduledPromotedTweet),
  }),
  deleteScheduledPromotedTweet: del(itemPath, {
    doc: 'Removes a scheduled post from its line item, before it is published',
    returns: oneOf(scheduledPromotedTweet),
  }),
});
