import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { fullUser, postsWorld, published, requests, unpublished } from '../support/posts-world.ts';

const a = 'twt1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  postsWorld(running, a);
});

// None of these can be represented as a double.
const first = '1900000000000000011';
const second = '1900000000000000013';
const answered = '1800000000000000017';

const inAccount = (selection: string) => running.ask(`{ account(id: "${a}") { ${selection} } }`);

describe('a post', () => {
  const fields =
    'id restId idStr tweetId inReplyToStatusId inReplyToStatusIdStr user { id idStr createdAt } createdAt raw';
  const list = `tweets(tweetType: PUBLISHED, includeMentionsAndReplies: true) { nodes { ${fields} } }`;

  test.each([
    ['compiled', ''],
    ['ordinary', '__schema { queryType { name } }'],
  ])(
    'keeps every digit of its ids and has its dates in UTC, on the %s executor',
    async (_, more) => {
      published(running, a, { id: first, in_reply_to_status_id: answered });
      const { data, errors } = await running.ask(`{ account(id: "${a}") { ${list} } ${more} }`);
      expect(errors).toBeUndefined();
      const [{ raw, ...post }] = data.account.tweets.nodes;
      expect(post).toEqual({
        id: `Tweet:${a}:1900000000000000011`,
        restId: '1900000000000000011',
        idStr: '1900000000000000011',
        tweetId: '1900000000000000011',
        inReplyToStatusId: '1800000000000000017',
        inReplyToStatusIdStr: '1800000000000000017',
        user: { id: fullUser, idStr: fullUser, createdAt: '2017-03-21T20:50:14Z' },
        createdAt: '2025-01-02T00:01:00Z',
      });
      expect(raw).toMatchObject({
        id: '1900000000000000011',
        created_at: 'Thu Jan 02 00:01:00 +0000 2025',
        user: { id: fullUser },
      });
    },
  );

  test('may lack columns, and an unreadable date is null', async () => {
    running.emulator.fault({
      match: { endpoint: 'listTweets' },
      fault: {
        kind: 'answer',
        status: 200,
        json: {
          data: [
            { id: 7, created_at: 'Wed Aug 27 13:08:45 +0200 2008' },
            { id: '8', created_at: 'yesterday' },
            { id: '9', created_at: '2025-02-30T00:00:00Z' },
          ],
          next_cursor: null,
        },
      },
    });
    const { data } = await inAccount(
      'tweets(tweetType: PUBLISHED) { nodes { restId createdAt fullText entities { urls { url } } } }',
    );
    const absent = { fullText: null, entities: null };
    expect(data.account.tweets.nodes).toEqual([
      { restId: '7', createdAt: '2008-08-27T11:08:45Z', ...absent },
      { restId: '8', createdAt: null, ...absent },
      { restId: '9', createdAt: null, ...absent },
    ]);
  });
});

describe('a list of posts', () => {
  const ids = (data: { account: { tweets: { nodes: { restId: string }[] } } }) =>
    data.account.tweets.nodes.map(({ restId }) => restId);
  const list = (args: string) => inAccount(`tweets(${args}) { nodes { restId tweetType } }`);

  test('needs their type', async () => {
    const { errors, calls } = await inAccount('tweets { nodes { restId } }');
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(calls).toHaveLength(0);
  });

  test('has promoted-only ones unless the timeline is requested, and replies on request', async () => {
    published(running, a, { id: first, n: 1 });
    published(running, a, { id: second, n: 2, nullcast: false });
    published(running, a, { id: '1900000000000000015', n: 3, in_reply_to_status_id: answered });
    expect(ids((await list('tweetType: PUBLISHED')).data)).toEqual([first]);
    expect(ids((await list('tweetType: PUBLISHED, timelineType: ORGANIC')).data)).toEqual([second]);
    const all = await list(
      'tweetType: PUBLISHED, timelineType: ALL, includeMentionsAndReplies: true',
    );
    expect(ids(all.data)).toEqual([first, second, '1900000000000000015']);
    expect(all.calls.map(({ query }) => query)).toEqual([
      {
        tweet_type: 'PUBLISHED',
        timeline_type: 'ALL',
        include_mentions_and_replies: 'true',
        count: '50',
      },
    ]);
  });

  test('has drafts and scheduled posts too', async () => {
    unpublished(running, a, { id: '1610000000000000011' });
    unpublished(running, a, { id: '1710000000000000011', scheduled_at: '2036-05-01T10:00:00Z' });
    expect((await list('tweetType: DRAFT')).data.account.tweets.nodes).toEqual([
      { restId: '1610000000000000011', tweetType: 'DRAFT' },
    ]);
    expect((await list('tweetType: SCHEDULED')).data.account.tweets.nodes).toEqual([
      { restId: '1710000000000000011', tweetType: 'SCHEDULED' },
    ]);
  });

  test('can be filtered by the beginning of the name, of at most 80 characters', async () => {
    published(running, a, { id: first, name: 'Spring offer' });
    published(running, a, { id: second, name: 'Autumn' });
    expect(ids((await list('tweetType: PUBLISHED, name: "sPRING"')).data)).toEqual([first]);
    const longest = await list(`tweetType: PUBLISHED, name: "${'n'.repeat(80)}"`);
    expect(longest.data.account.tweets.nodes).toEqual([]);
    const beyond = await list(`tweetType: PUBLISHED, name: "${'n'.repeat(81)}"`);
    expect(beyond.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'name',
    });
    expect(beyond.calls).toHaveLength(0);
  });

  test('accepts at most 200 ids', async () => {
    const many = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, n) => String(1000 + n)));
    const most = await list(`tweetType: PUBLISHED, tweetIds: ${many(200)}`);
    expect(most.errors).toBeUndefined();
    expect(most.calls).toHaveLength(1);
    const beyond = await list(`tweetType: PUBLISHED, tweetIds: ${many(201)}`);
    expect(beyond.errors?.[0]?.extensions).toMatchObject({ argument: 'tweetIds' });
    expect(beyond.calls).toHaveLength(0);
  });

  test('that is refused does not affect its siblings', async () => {
    running.emulator.fault({
      match: { endpoint: 'listTweets' },
      fault: { kind: 'answer', status: 403, json: { errors: [{ code: 'ACTION_NOT_ALLOWED' }] } },
    });
    const { data, errors } = await inAccount('name tweets(tweetType: DRAFT) { nodes { restId } }');
    expect(data.account).toEqual({ name: 'Core', tweets: null });
    expect(errors?.[0]).toMatchObject({
      path: ['account', 'tweets'],
      extensions: { code: 'FORBIDDEN' },
    });
  });
});

describe('the post of a promoted post', () => {
  const promoted = 'promotedTweets(first: 300) { nodes { tweetId tweet { restId fullText } } }';
  const promote = (tweetId: string, n: number) =>
    running.emulator.store.insert('PromotedTweet', a, {
      id: `x${n}`,
      line_item_id: 'l1',
      tweet_id: tweetId,
      created_at: '2025-01-03T00:00:00Z',
      updated_at: '2025-01-03T00:00:00Z',
      deleted: false,
    });
  beforeEach(() => running.emulator.store.clear('PromotedTweet', a));

  test('is found by id together with all others, wherever it is; null if it is gone', async () => {
    published(running, a, { id: first, nullcast: false });
    published(running, a, { id: second, in_reply_to_status_id: answered });
    for (const [n, id] of [first, second, '1900000000000000099'].entries()) promote(id, n);
    const { data, errors, calls } = await inAccount(promoted);
    expect(errors).toBeUndefined();
    expect(data.account.promotedTweets.nodes).toEqual([
      { tweetId: first, tweet: { restId: first, fullText: `Post ${first}` } },
      { tweetId: second, tweet: { restId: second, fullText: `Post ${second}` } },
      { tweetId: '1900000000000000099', tweet: null },
    ]);
    expect(requests(calls, a)).toEqual(['GET promoted_tweets', 'GET tweets']);
    expect(calls[1]?.query).toEqual({
      tweet_type: 'PUBLISHED',
      timeline_type: 'ALL',
      include_mentions_and_replies: 'true',
      tweet_ids: [first, second, '1900000000000000099'].join(),
      count: '3',
    });
  });

  test('costs one call for 200 posts, and no call if only their ids are selected', async () => {
    for (let n = 0; n < 201; n += 1) promote(`19000000000000${10_001 + 2 * n}`, n);
    const ids = await inAccount('promotedTweets(first: 300) { nodes { tweet { restId } } }');
    expect(ids.data.account.promotedTweets.nodes[0].tweet.restId).toBe('1900000000000010001');
    expect(ids.calls).toHaveLength(1);
    const rows = await inAccount(promoted);
    const sizes = rows.calls.slice(1).map(({ query }) => query['tweet_ids']?.split(',').length);
    expect(sizes).toEqual([200, 1]);
  });

  test('is complete although a list of the same request was cut', async () => {
    published(running, a, { id: first });
    promote(first, 1);
    const { data } = await inAccount(
      `tweets(tweetType: PUBLISHED, trimUser: true) { nodes { user { id name } } }
       promotedTweets { nodes { tweet { user { name } } } }`,
    );
    expect(data.account.tweets.nodes).toEqual([{ user: { id: fullUser, name: null } }]);
    expect(data.account.promotedTweets.nodes[0].tweet.user.name).toEqual(expect.any(String));
  });

  test('links to its preview by its id alone', async () => {
    published(running, a, { id: first });
    promote(first, 1);
    const { data, calls } = await inAccount(
      'promotedTweets { nodes { tweet { preview { tweetId } } } }',
    );
    expect(data.account.promotedTweets.nodes[0].tweet.preview).toEqual({ tweetId: first });
    expect(requests(calls, a)).toEqual(['GET promoted_tweets', 'GET tweet_previews']);
  });

  test('of another user is the hidden repost that was created of it', async () => {
    published(running, a, { id: first, is_own: false });
    const { data } = await running.ask(
      `mutation { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l1", tweetIds: ["Tweet:${a}:${first}"] }) {
        outcome promotedTweets { tweetId tweet { fullText nullcast user { id } } } } }`,
    );
    const [made] = data.createPromotedTweets.promotedTweets;
    expect(made.tweetId).not.toBe(first);
    expect(made.tweet).toEqual({
      fullText: `Post ${first}`,
      nullcast: true,
      user: { id: fullUser },
    });
  });
});

describe('previews', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => `19000000000000${10_001 + n}`);
  const ask = (tweetIds: readonly string[], tweetType = 'PUBLISHED') =>
    running.ask(
      `query ($ids: [ID!]!) { account(id: "${a}") { tweetPreviews(tweetIds: $ids, tweetType: ${tweetType}) { tweetId preview } } }`,
      { ids: tweetIds },
    );

  test('arrive in the order of the ids, null for an id of another type', async () => {
    published(running, a, { id: first });
    published(running, a, { id: second });
    unpublished(running, a, { id: '1610000000000000011' });
    const { data, errors, calls } = await ask([second, '1610000000000000011', first]);
    expect(errors).toBeUndefined();
    expect(data.account.tweetPreviews).toEqual([
      { tweetId: second, preview: expect.stringContaining('<iframe') },
      null,
      { tweetId: first, preview: expect.stringContaining('<iframe') },
    ]);
    expect(calls.map(({ query }) => query)).toEqual([
      { tweet_ids: [second, '1610000000000000011', first].join(), tweet_type: 'PUBLISHED' },
    ]);
  });

  test('are matched by id, whatever their order', async () => {
    running.emulator.fault({
      match: { endpoint: 'listTweetPreviews' },
      fault: {
        kind: 'answer',
        status: 200,
        json: {
          data: [
            { tweet_id: second, preview: 'two' },
            { tweet_id: first, preview: 'one' },
          ],
        },
      },
    });
    const { data } = await ask([first, answered, second]);
    expect(data.account.tweetPreviews).toEqual([
      { tweetId: first, preview: 'one' },
      null,
      { tweetId: second, preview: 'two' },
    ]);
  });

  test.for([[[first]], [[first, second]]])(
    'without an id are not shown: of %j',
    async ([ids = []]) => {
      running.emulator.fault({
        match: { endpoint: 'listTweetPreviews' },
        fault: { kind: 'answer', status: 200, json: { data: [{}] } },
      });
      const { data, errors = [] } = await ask(ids);
      expect(data.account.tweetPreviews).toEqual(ids.map(() => null));
      expect(errors[0]).toMatchObject({
        message: '1 row of the response has no tweetId that was asked for.',
        extensions: { code: 'UPSTREAM_BAD_RESPONSE' },
      });
    },
  );

  test('of 200 posts are one call, more are refused', async () => {
    const most = await ask(many(200));
    expect(most.data.account.tweetPreviews).toHaveLength(200);
    expect(most.calls).toHaveLength(1);
    const beyond = await ask(many(201));
    expect(beyond.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'tweetIds',
    });
    expect(beyond.calls).toHaveLength(0);
  });

  test('of posts of all types are one call for each type', async () => {
    published(running, a, { id: first });
    published(running, a, { id: second, n: 2 });
    unpublished(running, a, { id: '1610000000000000011' });
    unpublished(running, a, { id: '1710000000000000011', scheduled_at: '2036-05-01T10:00:00Z' });
    const { data, calls } = await inAccount(
      `published: tweets(tweetType: PUBLISHED) { nodes { preview { tweetId } } }
       drafts: tweets(tweetType: DRAFT) { nodes { preview { tweetId } } }
       scheduledTweets { nodes { preview { tweetId } } }
       draftTweets { nodes { preview { tweetId } } }`,
    );
    expect(data.account).toEqual({
      published: {
        nodes: [{ preview: { tweetId: first } }, { preview: { tweetId: second } }],
      },
      drafts: { nodes: [{ preview: { tweetId: '1610000000000000011' } }] },
      scheduledTweets: { nodes: [{ preview: { tweetId: '1710000000000000011' } }] },
      draftTweets: { nodes: [{ preview: { tweetId: '1610000000000000011' } }] },
    });
    const asked = calls.filter(({ endpoint }) => endpoint === 'listTweetPreviews');
    const types = asked.map(({ query }) => query['tweet_type']);
    expect(new Set(types)).toEqual(new Set(['DRAFT', 'PUBLISHED', 'SCHEDULED']));
    expect(asked.find(({ query }) => query['tweet_type'] === 'PUBLISHED')?.query['tweet_ids']).toBe(
      `${first},${second}`,
    );
  });

  test('are requested with the type of the list if the rows do not have theirs', async () => {
    running.emulator.fault({
      match: { endpoint: 'listTweets' },
      fault: { kind: 'answer', status: 200, json: { data: [{ id: '1610000000000000011' }] } },
    });
    const { calls } = await inAccount('tweets(tweetType: DRAFT) { nodes { preview { tweetId } } }');
    expect(calls.at(-1)?.query).toEqual({ tweet_ids: '1610000000000000011', tweet_type: 'DRAFT' });
  });
});

test('the cards of posts are read by their URIs in one call, whatever their kind', async () => {
  const stamps = { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' };
  running.emulator.store.insert('Card', a, {
    id: '55',
    name: 'Shop now',
    card_uri: 'card://55',
    card_type: 'IMAGE_WEBSITE',
    components: [],
    deleted: true,
    ...stamps,
  });
  running.emulator.store.insert('PollCard', a, {
    id: '56',
    name: 'Which one',
    card_uri: 'card://56',
    card_type: 'TEXT_POLLS',
    first_choice: 'This',
    second_choice: 'That',
    deleted: false,
    ...stamps,
  });
  unpublished(running, a, { id: '1610000000000000011', card_uri: 'card://55' });
  unpublished(running, a, { id: '1610000000000000013', n: 2, card_uri: 'card://56' });
  unpublished(running, a, { id: '1610000000000000015', n: 3, card_uri: 'card://99' });
  unpublished(running, a, { id: '1610000000000000017', n: 4 });
  const { data, errors, calls } = await inAccount(
    'draftTweets { nodes { card { __typename ... on Card { name deleted } ... on PollCard { firstChoice } } } }',
  );
  expect(errors).toBeUndefined();
  expect(data.account.draftTweets.nodes.map(({ card }: { card: unknown }) => card)).toEqual([
    { __typename: 'Card', name: 'Shop now', deleted: true },
    { __typename: 'PollCard', firstChoice: 'This' },
    null,
    null,
  ]);
  expect(requests(calls, a)).toEqual(['GET draft_tweets', 'GET cards/all']);
  expect(calls[1]?.query).toEqual({
    card_uris: 'card://55,card://56,card://99',
    with_deleted: 'true',
  });
});

describe('a new post', () => {
  const create = (input: object) =>
    running.ask(
      `mutation ($input: CreateTweetInput!) {
        createTweet(input: $input) { outcome errors { code argument } tweet { restId text fullText nullcast user { idStr } } }
      }`,
      { input: { accountId: a, asUserId: fullUser, ...input } },
    );

  test('is one call with a form, and one more for the members that its answer lacks', async () => {
    const { data, calls } = await create({
      text: 'Hello & welcome',
      conversationSettings: 'MENTIONED_USERS',
      tweetMode: 'COMPAT',
    });
    expect(data.createTweet).toMatchObject({
      outcome: 'APPLIED',
      tweet: { text: 'Hello & welcome', fullText: 'Hello & welcome', nullcast: true },
    });
    expect(requests(calls, a)).toEqual(['POST tweet', 'GET tweets']);
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
      as_user_id: fullUser,
      text: 'Hello & welcome',
      conversation_settings: 'MENTIONED_USERS',
      tweet_mode: 'compat',
    });
  });

  test('is refused without text and media before any call, and without an author by the API', async () => {
    const empty = await create({});
    expect(empty.data.createTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'BAD_USER_INPUT', argument: 'input.text' }],
    });
    expect(empty.calls).toHaveLength(0);
    const strange = await create({ text: 'Hello', asUserId: '12345' });
    expect(strange.data.createTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_USER_ID', argument: 'input.asUserId' }],
    });
    const organic = await create({ text: 'Hello', nullcast: false });
    expect(organic.data.createTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'ACTION_NOT_ALLOWED', argument: 'input.nullcast' }],
    });
  });

  test('accepts the button and the texts of its video', async () => {
    const { data, calls } = await create({
      text: 'See it',
      videoCta: 'VISIT_SITE',
      videoCtaValue: 'https://a.example',
      videoTitle: 'Spring',
      videoDescription: 'By rail',
      trimUser: true,
    });
    expect(data.createTweet.outcome).toBe('APPLIED');
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toMatchObject({
      video_cta: 'VISIT_SITE',
      video_cta_value: 'https://a.example',
      video_title: 'Spring',
      video_description: 'By rail',
      trim_user: 'true',
    });
  });

  test('gets a new name', async () => {
    published(running, a, { id: first });
    const { data, calls } = await running.ask(
      `mutation ($input: RenameTweetInput!) {
        renameTweet(input: $input) { outcome tweet { restId name } }
      }`,
      { input: { accountId: a, tweetId: first, name: 'Autumn' } },
    );
    expect(data.renameTweet).toEqual({
      outcome: 'APPLIED',
      tweet: { restId: first, name: 'Autumn' },
    });
    expect(requests(calls, a)).toEqual([`PUT tweets/${first}/name`]);
  });
});
