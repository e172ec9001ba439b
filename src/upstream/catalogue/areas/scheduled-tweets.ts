import { collection, group } from '../language/endpoint.ts';
import { dated, entity } from '../language/entity.ts';
import { choices, id, required, time } from '../language/params.ts';
import { composed, composedList, composing, recomposing } from './draft-tweets.ts';

const scheduledStatus = choices(
  'ScheduledStatus',
  'Progress of the publication of a scheduled post',
  {
    DELETED: 'It was deleted and will not be published',
    FAILED:
      'It was not published, because it was not a valid post at its time, for example because its media were deleted',
    SCHEDULED: 'It waits for its time',
    SUCCESS: 'It was published',
  },
);

export const scheduledTweet = entity(
  'ScheduledTweet',
  'A post that will be published at a time.',
  {
    ...dated,
    ...composed,
    scheduled_status: scheduledStatus.any(
      'SUCCESS once it is published, FAILED if it could not be',
    ),
    scheduled_at: time('When it will be published'),
    completed_at: time('When it was published; null before'),
    tweet_id: id('The post that was published; null before'),
  },
  { goneWhenDeleted: true },
);

const scheduledAt = time('When to publish it, to the minute, at most one year ahead', {
  drops: 'seconds',
  withinYears: 1,
});

const ofScheduledTweet = collection(
  'accounts/{account_id}/scheduled_tweets/{scheduled_tweet_id}',
  scheduledTweet,
);

export const scheduledTweets = group({
  listScheduledTweets: ofScheduledTweet.list({
    doc: 'The scheduled posts of one user of an account',
    params: composedList,
  }),
  getScheduledTweet: ofScheduledTweet.item({ doc: 'One scheduled post' }),
  createScheduledTweet: ofScheduledTweet.create({
    doc: 'Schedules a post',
    params: { scheduled_at: required(scheduledAt), ...composing.params },
    rules: composing.rules,
  }),
  updateScheduledTweet: ofScheduledTweet.update({
    doc: 'Changes a scheduled post; parameters that are left out keep their values',
    params: { scheduled_at: scheduledAt, ...recomposing },
  }),
  deleteScheduledTweet: ofScheduledTweet.delete({
    doc: 'Deletes a scheduled post for good, before it is published',
  }),
});
