import { beforeEach, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { form, postsWorld, published, requests, unpublished } from '../support/posts-world.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'spt1';
const later = '1710000000000000011';
const past = '1710000000000000013';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  postsWorld(running, a);
  running.emulator.store.clear('ScheduledPromotedTweet', a);
  unpublished(running, a, { id: later, scheduled_at: '2036-05-01T10:00:00Z' });
  unpublished(running, a, {
    id: past,
    scheduled_at: '2025-01-10T10:00:00Z',
    scheduled_status: 'SUCCESS',
    tweet_id: '1900000000000000011',
  });
});

const placed = (id: string, more: object) =>
  running.emulator.store.insert('ScheduledPromotedTweet', a, {
    id,
    line_item_id: 'l1',
    scheduled_tweet_id: later,
    tweet_id: null,
    created_at: '2025-01-03T00:00:00Z',
    updated_at: '2025-01-03T00:00:00Z',
    deleted: false,
    ...more,
  });

const create = (input: object) =>
  running.ask(
    `mutation ($input: CreateScheduledPromotedTweetInput!) {
      createScheduledPromotedTweet(input: $input) {
        outcome errors { code argument parameter } scheduledPromotedTweet { lineItemId scheduledTweetId tweetId } } }`,
    { input: { accountId: a, lineItemId: 'l1', scheduledTweetId: later, ...input } },
  );
const remove = (id: string) =>
  running.ask(
    `mutation { deleteScheduledPromotedTweet(input: { accountId: "${a}", scheduledPromotedTweetId: "${id}" }) {
      outcome errors { code argument } scheduledPromotedTweet { deleted } } }`,
  );

test('a scheduled post is added to a line item, by either form of its id', async () => {
  const { data, calls } = await create({ scheduledTweetId: `ScheduledTweet:${a}:${later}` });
  expect(data.createScheduledPromotedTweet).toEqual({
    outcome: 'APPLIED',
    errors: [],
    scheduledPromotedTweet: {
      lineItemId: 'l1',
      scheduledTweetId: '1710000000000000011',
      tweetId: null,
    },
  });
  expect(form(calls[0]?.body ?? '')).toEqual({
    line_item_id: 'l1',
    scheduled_tweet_id: '1710000000000000011',
  });
});

test('a missing post is refused, and the id of a draft is refused before any call', async () => {
  const { data } = await create({ scheduledTweetId: '1710000000000000099' });
  expect(data.createScheduledPromotedTweet).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'NOT_FOUND', parameter: 'scheduled_tweet_id' }],
  });
  const draft = await create({ scheduledTweetId: `DraftTweet:${a}:${later}` });
  expect(errorsIn(draft)[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: 'input.scheduledTweetId',
  });
  expect(draft.calls).toHaveLength(0);
});

test('it can be removed until the time of the post', async () => {
  placed('s1', {});
  placed('s2', { scheduled_tweet_id: past });
  const before = await remove('s1');
  expect(before.data.deleteScheduledPromotedTweet).toEqual({
    outcome: 'APPLIED',
    errors: [],
    scheduledPromotedTweet: { deleted: true },
  });
  const after = await remove('s2');
  expect(after.data.deleteScheduledPromotedTweet).toMatchObject({
    outcome: 'REJECTED',
    scheduledPromotedTweet: null,
  });
});

test('line items link to them in one call, and they to the scheduled and the published post', async () => {
  published(running, a, { id: '1900000000000000011' });
  placed('s1', {});
  placed('s2', { line_item_id: 'l2', scheduled_tweet_id: past, tweet_id: '1900000000000000011' });
  const { data, errors, calls } = await running.ask(
    `{ account(id: "${a}") { lineItems(first: 3, lineItemIds: ["l1", "l2", "l3"]) { nodes {
        scheduledPromotedTweets(first: 5) { nodes {
          restId lineItem { restId objective } scheduledTweet { scheduledStatus } tweet { fullText } } } } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.account.lineItems.nodes).toEqual([
    {
      scheduledPromotedTweets: {
        nodes: [
          {
            restId: 's1',
            lineItem: { restId: 'l1', objective: 'REACH' },
            scheduledTweet: { scheduledStatus: 'SCHEDULED' },
            tweet: null,
          },
        ],
      },
    },
    {
      scheduledPromotedTweets: {
        nodes: [
          {
            restId: 's2',
            lineItem: { restId: 'l2', objective: 'REACH' },
            scheduledTweet: { scheduledStatus: 'SUCCESS' },
            tweet: { fullText: 'Post 1900000000000000011' },
          },
        ],
      },
    },
    { scheduledPromotedTweets: { nodes: [] } },
  ]);
  expect(requests(calls, a).toSorted()).toEqual([
    'GET line_items',
    'GET scheduled_promoted_tweets',
    `GET scheduled_tweets/${later}`,
    `GET scheduled_tweets/${past}`,
    'GET tweets',
  ]);
});

test('one of them is found by its id, deleted ones on request', async () => {
  placed('s1', { deleted: true });
  const { data } = await running.ask(
    `{ account(id: "${a}") {
        hidden: scheduledPromotedTweet(id: "s1") { restId lineItemId }
        shown: scheduledPromotedTweet(id: "S1", withDeleted: true) { restId lineItemId }
        scheduledPromotedTweets(scheduledPromotedTweetIds: ["s1"], withDeleted: true) { totalCount } } }`,
  );
  expect(data.account).toEqual({
    hidden: null,
    shown: { restId: 's1', lineItemId: 'l1' },
    scheduledPromotedTweets: { totalCount: 1 },
  });
});

test('the published post of another user is found by the author of the scheduled post', async () => {
  const foreign = '1710000000000000014';
  const [own, other] = ['1900000000000000011', '1900000000000000014'];
  published(running, a, { id: own });
  published(running, a, { id: other, user_id: '777' });
  unpublished(running, a, {
    id: foreign,
    user_id: '777',
    scheduled_at: '2025-01-10T10:00:00Z',
    scheduled_status: 'SUCCESS',
    tweet_id: other,
  });
  placed('s1', { scheduled_tweet_id: past, tweet_id: own });
  placed('s2', { scheduled_tweet_id: foreign, tweet_id: other });
  placed('s3', {});
  const document = `{ account(id: "${a}") { scheduledPromotedTweets { nodes { restId tweet { restId nullcast } } } } }`;
  const { data, errors, calls } = await running.ask(document);
  expect(errors).toBeUndefined();
  expect(data.account.scheduledPromotedTweets.nodes).toEqual([
    { restId: 's1', tweet: { restId: own, nullcast: true } },
    { restId: 's2', tweet: { restId: other, nullcast: true } },
    { restId: 's3', tweet: null },
  ]);
  expect(requests(calls, a)).toEqual([
    'GET scheduled_promoted_tweets',
    'GET tweets',
    `GET scheduled_tweets/${foreign}`,
    'GET tweets',
  ]);
  expect(
    calls
      .filter(({ path }) => path.endsWith('/tweets'))
      .map(({ query }) => [query['tweet_ids'], query['user_id']]),
  ).toEqual([
    [`${own},${other}`, undefined],
    [other, '777'],
  ]);
});
