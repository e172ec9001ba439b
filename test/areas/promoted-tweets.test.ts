import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { requests } from '../support/posts-world.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'prm1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

test('promoted posts are found by line item and by id, deleted ones only on request', async () => {
  const removed = await running.ask(
    `mutation { deletePromotedTweet(input: { accountId: "${a}", promotedTweetId: "l1p1" }) { outcome errors { code argument } promotedTweet { deleted } } }`,
  );
  expect(removed.data.deletePromotedTweet).toEqual({
    outcome: 'APPLIED',
    errors: [],
    promotedTweet: { deleted: true },
  });
  expect(requests(removed.calls, a)).toEqual(['DELETE promoted_tweets/l1p1']);
  const nodes = '{ nodes { restId } }';
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") {
        placed: promotedTweets(lineItemIds: ["l1"]) ${nodes}
        some: promotedTweets(promotedTweetIds: ["l1p1", "l2p2"]) ${nodes}
        deleted: promotedTweets(lineItemIds: ["l1"], withDeleted: true) ${nodes}
        hidden: promotedTweet(id: "l1p1") { tweetId } } }`,
  );
  expect(data.account).toEqual({
    placed: { nodes: [{ restId: 'l1p2' }] },
    some: { nodes: [{ restId: 'l2p2' }] },
    deleted: { nodes: [{ restId: 'l1p1' }, { restId: 'l1p2' }] },
    hidden: null,
  });
  expect(requests(calls, a).toSorted()).toEqual([
    'GET promoted_tweets',
    'GET promoted_tweets',
    'GET promoted_tweets',
    'GET promoted_tweets/l1p1',
  ]);
});

test('a promoted post is found in any case of its id, with its state and its post', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") { promotedTweet(id: "L2P1") { restId tweetId entityStatus approvalStatus } } }`,
  );
  expect(data.account.promotedTweet).toEqual({
    restId: 'l2p1',
    tweetId: '1700000000000000011',
    entityStatus: 'ACTIVE',
    approvalStatus: 'ACCEPTED',
  });
  expect(requests(calls, a)).toEqual(['GET promoted_tweets/l2p1']);
});

test('the promoted posts of many line items are one call and link back', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") { lineItems { nodes { restId promotedTweets { nodes { restId lineItem { objective } } } } } } }`,
  );
  const of = (id: string) =>
    [1, 2].map((n) => ({ restId: `${id}p${n}`, lineItem: { objective: 'REACH' } }));
  expect(data.account.lineItems.nodes).toEqual([
    { restId: 'l1', promotedTweets: { nodes: of('l1') } },
    { restId: 'l2', promotedTweets: { nodes: of('l2') } },
    { restId: 'l3', promotedTweets: { nodes: [] } },
  ]);
  expect(requests(calls, a)).toEqual(['GET line_items', 'GET promoted_tweets']);
});

test('a post that was removed and is promoted again keeps its row', async () => {
  const { store } = running.emulator;
  const tweetId = '1166476031668015104';
  const promote = `mutation { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l3", tweetIds: ["${tweetId}"] }) { outcome errors { code message argument } promotedTweets { restId deleted } } }`;
  const first = await running.ask(promote);
  const [{ restId }] = first.data.createPromotedTweets.promotedTweets;
  await running.ask(
    `mutation { deletePromotedTweet(input: { accountId: "${a}", promotedTweetId: "${restId}" }) { outcome errors { code message argument } } }`,
  );
  expect(store.find('PromotedTweet', a, restId)?.['deleted']).toBe(true);
  const again = await running.ask(promote);
  expect(again.data.createPromotedTweets).toEqual({
    outcome: 'APPLIED',
    errors: [],
    promotedTweets: [{ restId, deleted: false }],
  });
});

test('a missing line item is refused by the API, and so is a second removal', async () => {
  const { data, calls } = await running.ask(
    `mutation {
      createPromotedTweets(input: { accountId: "${a}", lineItemId: "l77", tweetIds: ["1166476031668015104"] }) { outcome errors { code argument parameter } promotedTweets { restId } }
      one: deletePromotedTweet(input: { accountId: "${a}", promotedTweetId: "l1p1" }) { outcome errors { code message argument } }
      two: deletePromotedTweet(input: { accountId: "${a}", promotedTweetId: "l1p1" }) { outcome errors { code argument } promotedTweet { restId } }
    }`,
  );
  expect(data).toEqual({
    createPromotedTweets: {
      outcome: 'REJECTED',
      errors: [
        { code: 'LINE_ITEM_NOT_FOUND', argument: 'input.lineItemId', parameter: 'line_item_id' },
      ],
      promotedTweets: [],
    },
    one: { outcome: 'APPLIED', errors: [] },
    two: {
      outcome: 'REJECTED',
      promotedTweet: null,
      errors: [{ code: 'PROMOTED_TWEET_NOT_FOUND', argument: 'input.promotedTweetId' }],
    },
  });
  expect(calls).toHaveLength(3);
});

test('an unknown post is refused by the API, with all posts of the same call', async () => {
  const { data, calls } = await running.ask(
    `mutation { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l3", tweetIds: ["1166476031668015104", "999"] }) {
      outcome errors { code argument value } promotedTweets { tweetId } } }`,
  );
  expect(data.createPromotedTweets).toEqual({
    outcome: 'REJECTED',
    errors: [{ code: 'INVALID_PARAMETER', argument: 'input.tweetIds', value: '999' }],
    promotedTweets: [],
  });
  expect(calls).toHaveLength(1);
  const { store } = running.emulator;
  expect(store.rows('PromotedTweet', a).filter((row) => row['line_item_id'] === 'l3')).toEqual([]);
});

describe('several posts promoted by one call', () => {
  const promote = (tweetIds: readonly string[]) =>
    running.ask(
      `mutation ($tweetIds: [ID!]!) { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l3", tweetIds: $tweetIds }) { outcome promotedTweets { tweetId } errors { code argument message } } }`,
      { tweetIds },
    );

  test('keep every digit of their ids', async () => {
    const { data, calls } = await promote(['1166476031668015104', '1166476031668015105']);
    expect(calls[0]?.body).toBe(
      'line_item_id=l3&tweet_ids=1166476031668015104%2C1166476031668015105',
    );
    expect(data.createPromotedTweets).toMatchObject({
      outcome: 'APPLIED',
      promotedTweets: [{ tweetId: '1166476031668015104' }, { tweetId: '1166476031668015105' }],
    });
  });

  test('are UNKNOWN with both counts if the answer has fewer than were sent', async () => {
    running.emulator.fault({ match: { method: 'POST' }, fault: { kind: 'edit', edit: 'dropRow' } });
    const { data } = await promote(['1166476031668015104', '1166476031668015105']);
    expect(data.createPromotedTweets.outcome).toBe('UNKNOWN');
    expect(data.createPromotedTweets.errors[0].message).toContain(
      '2 tweets were sent, and the response has 1.',
    );
  });

  test('are at most 50', async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, (_, n) => `1166476031668015${100 + n}`);
    expect((await promote(ids(50))).data.createPromotedTweets.outcome).toBe('APPLIED');
    const { data, errors, calls } = await promote(ids(51));
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.tweetIds',
    });
    expect(calls).toHaveLength(0);
  });
});
