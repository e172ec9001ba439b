import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import {
  form,
  fullUser,
  otherUser,
  postsWorld,
  published,
  requests,
  unpublished,
} from '../support/posts-world.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'sch1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  postsWorld(running, a);
});

const id = '1710000000000000011';
const minute = 60_000;
const inAYear = (): number => {
  const then = new Date();
  then.setUTCFullYear(then.getUTCFullYear() + 1);
  return then.getTime();
};
const iso = (ms: number): string => new Date(ms).toISOString();
const tomorrow = (): string => iso(Date.now() + 24 * 60 * minute);

const mutate = (name: string, input: object, selection: string) =>
  running.ask(
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { outcome errors { code argument parameter attribute } ${selection} } }`,
    { input: { accountId: a, ...input } },
  );
const create = (input: object) =>
  mutate(
    'createScheduledTweet',
    { asUserId: fullUser, text: 'Soon', ...input },
    'scheduledTweet { accountId text userId nullcast scheduledAt scheduledStatus completedAt tweetId mediaKeys }',
  );
const update = (input: object) =>
  mutate(
    'updateScheduledTweet',
    { scheduledTweetId: id, ...input },
    'scheduledTweet { text cardUri mediaKeys scheduledAt }',
  );

describe('a post is scheduled', () => {
  test('to the minute: seconds are dropped, offsets become UTC', async () => {
    const { data, calls } = await create({
      scheduledAt: `${tomorrow().slice(0, 11)}10:15:42+02:00`,
    });
    const day = tomorrow().slice(0, 10);
    expect(requests(calls, a)).toEqual(['POST scheduled_tweets']);
    expect(form(calls[0]?.body ?? '')).toEqual({
      scheduled_at: `${day}T08:15:00Z`,
      as_user_id: '1480000000000000501',
      text: 'Soon',
    });
    expect(data.createScheduledTweet).toEqual({
      outcome: 'APPLIED',
      errors: [],
      scheduledTweet: {
        accountId: a,
        text: 'Soon',
        userId: '1480000000000000501',
        nullcast: true,
        scheduledAt: `${day}T08:15:00Z`,
        scheduledStatus: 'SCHEDULED',
        completedAt: null,
        tweetId: null,
        mediaKeys: [],
      },
    });
  });

  test('at most one year ahead', async () => {
    const last = await create({ scheduledAt: iso(inAYear() - minute) });
    expect(last.data.createScheduledTweet.outcome).toBe('APPLIED');
    const beyond = await create({ scheduledAt: iso(inAYear() + 2 * minute) });
    expect(errorsIn(beyond)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.scheduledAt',
    });
    expect(beyond.calls).toHaveLength(0);
  });

  test('only the API, whose clock counts, can refuse a past time', async () => {
    const { errors, calls } = await create({ scheduledAt: iso(Date.now() - 3 * minute) });
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  test('with a text unless it has media, at most four of them and of one kind', async () => {
    const scheduledAt = tomorrow();
    const mute = await create({ scheduledAt, text: undefined });
    expect(errorsIn(mute)[0]?.extensions).toMatchObject({ argument: 'input.text' });
    expect(mute.calls).toHaveLength(0);
    const keys = ['3_1', '3_2', '3_3', '3_4'];
    const most = await create({ scheduledAt, text: undefined, mediaKeys: keys });
    expect(most.data.createScheduledTweet.scheduledTweet.mediaKeys).toEqual(keys);
    const beyond = await create({ scheduledAt, mediaKeys: [...keys, '3_5'] });
    expect(errorsIn(beyond)[0]?.extensions).toMatchObject({ argument: 'input.mediaKeys' });
    expect(beyond.calls).toHaveLength(0);
    const mixed = await create({ scheduledAt, mediaKeys: ['3_1', '16_1'] });
    expect(mixed.data.createScheduledTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_MEDIA' }],
    });
  });

  test('with a card and in the name of a user of the account only', async () => {
    const scheduledAt = tomorrow();
    const cardless = await create({ scheduledAt, cardUri: 'card://999' });
    expect(cardless.data.createScheduledTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'CARD_NOT_FOUND', parameter: 'card_uri' }],
    });
    const strange = await create({ scheduledAt, asUserId: '1480000000000000999' });
    expect(strange.data.createScheduledTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_USER_ID', parameter: 'as_user_id' }],
    });
  });

  test('under a name of at most 80 characters', async () => {
    const scheduledAt = tomorrow();
    const longest = await create({ scheduledAt, name: 'n'.repeat(80) });
    expect(longest.data.createScheduledTweet.outcome).toBe('APPLIED');
    const beyond = await create({ scheduledAt, name: 'n'.repeat(81) });
    expect(errorsIn(beyond)[0]?.extensions).toMatchObject({ argument: 'input.name' });
    expect(beyond.calls).toHaveLength(0);
  });
});

describe('a scheduled post', () => {
  beforeEach(() => {
    const scheduled_at = '2036-05-01T10:00:00Z';
    unpublished(running, a, { id, scheduled_at, card_uri: 'card://55', media_keys: ['13_1'] });
  });

  test('keeps members that a change omits, and loses a card or media given as null', async () => {
    const kept = await update({ text: 'Sooner' });
    expect(form(kept.calls[0]?.body ?? '')).toEqual({ text: 'Sooner' });
    expect(kept.data.updateScheduledTweet.scheduledTweet).toEqual({
      text: 'Sooner',
      cardUri: 'card://55',
      mediaKeys: ['13_1'],
      scheduledAt: '2036-05-01T10:00:00Z',
    });
    const lost = await update({ cardUri: null, mediaKeys: null });
    expect(form(lost.calls[0]?.body ?? '')).toEqual({ card_uri: '', media_keys: '' });
    expect(lost.data.updateScheduledTweet.scheduledTweet).toMatchObject({
      cardUri: null,
      mediaKeys: [],
    });
  });

  test('can be postponed, to the minute and within a year too', async () => {
    const { calls } = await update({ scheduledAt: `${tomorrow().slice(0, 11)}23:59:59Z` });
    expect(form(calls[0]?.body ?? '')).toEqual({
      scheduled_at: `${tomorrow().slice(0, 10)}T23:59:00Z`,
    });
    const beyond = await update({ scheduledAt: iso(inAYear() + 2 * minute) });
    expect(beyond.calls).toHaveLength(0);
    const never = await update({ scheduledAt: null });
    expect(never.data.updateScheduledTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_PARAMETER', parameter: 'scheduled_at' }],
    });
  });

  test('cannot be changed or deleted once it is published', async () => {
    const { store } = running.emulator;
    const row = store.find('ScheduledTweet', a, id);
    store.insert('ScheduledTweet', a, { ...row, scheduled_status: 'SUCCESS' });
    const { data } = await update({ text: 'Too late' });
    expect(data.updateScheduledTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ attribute: 'scheduled_status' }],
    });
    const input = { scheduledTweetId: id };
    const deleted = await mutate('deleteScheduledTweet', input, 'scheduledTweet { restId }');
    expect(deleted.data.deleteScheduledTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ attribute: 'scheduled_status' }],
    });
  });

  describe('a post at its scheduled time', () => {
    const come = async (input: object) => {
      const { data } = await mutate(
        'createScheduledTweet',
        { asUserId: fullUser, text: 'Soon', scheduledAt: iso(Date.now() + 2 * minute), ...input },
        'scheduledTweet { restId scheduledStatus }',
      );
      const { restId, scheduledStatus } = data.createScheduledTweet.scheduledTweet;
      expect(scheduledStatus).toBe('SCHEDULED');
      return restId as string;
    };
    const look = (restId: string) =>
      running.ask(
        `{ account(id: "${a}") { scheduledTweet(id: "${restId}") {
          scheduledStatus completedAt tweetId mediaIds tweet { fullText } } } }`,
      );

    test('is published, and links to the published post', async () => {
      const restId = await come({});
      running.emulator.set({ clockAheadMs: 3 * minute });
      const { scheduledTweet } = (await look(restId)).data.account;
      expect(scheduledTweet).toMatchObject({
        scheduledStatus: 'SUCCESS',
        completedAt: expect.any(String),
        tweet: { fullText: 'Soon' },
      });
      expect((await look(restId)).data.account.scheduledTweet).toEqual(scheduledTweet);
    });

    test('fails if its media no longer exist', async () => {
      const restId = await come({ mediaKeys: ['3_1', '3_2'] });
      running.emulator.store.remove('MediaLibraryItem', a, '3_2');
      running.emulator.set({ clockAheadMs: 3 * minute });
      expect((await look(restId)).data.account.scheduledTweet).toEqual({
        scheduledStatus: 'FAILED',
        completedAt: null,
        tweetId: null,
        mediaIds: ['1', '2'],
        tweet: null,
      });
      const late = await update({ scheduledTweetId: restId, text: 'Too late' });
      expect(late.data.updateScheduledTweet.outcome).toBe('REJECTED');
    });
  });

  test('is gone if it was deleted, which is reported once', async () => {
    const input = { scheduledTweetId: id };
    const selection = 'scheduledTweet { restId scheduledStatus }';
    const { data } = await mutate('deleteScheduledTweet', input, selection);
    expect(data.deleteScheduledTweet).toEqual({
      outcome: 'APPLIED',
      errors: [],
      scheduledTweet: { restId: id, scheduledStatus: 'DELETED' },
    });
    const gone = await running.ask(
      `{ account(id: "${a}") { scheduledTweet(id: "${id}") { text } }
         node(id: "ScheduledTweet:${a}:${id}") { ... on ScheduledTweet { text } } }`,
    );
    expect(gone.errors).toBeUndefined();
    expect(gone.data).toEqual({ account: { scheduledTweet: null }, node: null });
    const again = await mutate('deleteScheduledTweet', input, selection);
    expect(again.data.deleteScheduledTweet.outcome).toBe('REJECTED');
  });

  test('links to its preview, and to the published post', async () => {
    published(running, a, { id: '1900000000000000011', nullcast: false });
    unpublished(running, a, {
      id: '1710000000000000013',
      n: 2,
      scheduled_at: '2025-05-01T10:00:00Z',
      scheduled_status: 'SUCCESS',
      tweet_id: '1900000000000000011',
    });
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { scheduledTweets { nodes { restId preview { tweetId } tweet { fullText } } } } }`,
    );
    expect(data.account.scheduledTweets.nodes).toEqual([
      { restId: id, preview: { tweetId: id }, tweet: null },
      {
        restId: '1710000000000000013',
        preview: { tweetId: '1710000000000000013' },
        tweet: { fullText: 'Post 1900000000000000011' },
      },
    ]);
    expect(requests(calls, a).toSorted()).toEqual([
      'GET scheduled_tweets',
      'GET tweet_previews',
      'GET tweets',
    ]);
    expect(calls.find(({ path }) => path.endsWith('previews'))?.query['tweet_type']).toBe(
      'SCHEDULED',
    );
  });
});

test('the posts of several authors are found by their authors, one call for each', async () => {
  const post = (n: number) => `190000000000000002${n}`;
  const authors = [fullUser, otherUser, '777', '777', fullUser];
  for (const [n, user_id] of authors.entries()) {
    published(running, a, { id: post(n), user_id });
    unpublished(running, a, {
      id: `171000000000000002${n}`,
      n,
      user_id,
      scheduled_at: '2025-05-01T10:00:00Z',
      scheduled_status: 'SUCCESS',
      tweet_id: post(n),
    });
  }
  const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ScheduledTweet { userId tweet { restId nullcast } } } }`;
  const ids = authors.map((_, n) => `ScheduledTweet:${a}:171000000000000002${n}`);
  const { data, errors, calls } = await running.ask(document, { ids });
  expect(errors).toBeUndefined();
  expect(data.nodes).toEqual(
    authors.map((userId, n) => ({ userId, tweet: { restId: post(n), nullcast: true } })),
  );
  const lists = calls.filter(({ endpoint }) => endpoint === 'listTweets');
  expect(lists.map(({ query }) => [query['user_id'], query['tweet_ids']]).toSorted()).toEqual([
    [fullUser, `${post(0)},${post(4)}`],
    [otherUser, post(1)],
    ['777', `${post(2)},${post(3)}`],
  ]);
  const planned = await running.ask(document, { ids }, { headers: { 'x-ads-plan': '1' } });
  const plan = planned.extensions?.['plan'] as {
    readonly endpoints: readonly { readonly endpoint: string; readonly most: number }[];
  };
  const most = plan.endpoints.find(({ endpoint }) => endpoint === 'listTweets')?.most ?? 0;
  expect(most).toBeGreaterThanOrEqual(5);
});

test('a list of scheduled posts has at most 200, of the FULL promotable user unless another is named', async () => {
  const scheduled_at = '2036-05-01T10:00:00Z';
  unpublished(running, a, { id, scheduled_at });
  unpublished(running, a, { id: '1710000000000000013', scheduled_at, user_id: otherUser });
  const list = (args: string) =>
    running.ask(`{ account(id: "${a}") { scheduledTweets(${args}) { nodes { restId } } } }`);
  const own = await list('first: 200');
  expect(own.data.account.scheduledTweets.nodes).toEqual([{ restId: id }]);
  const other = await list(`userId: "${otherUser}"`);
  expect(other.data.account.scheduledTweets.nodes).toEqual([{ restId: '1710000000000000013' }]);
  const beyond = await list('first: 201');
  expect(beyond.errors?.[0]?.extensions).toMatchObject({ argument: 'first' });
  expect(beyond.calls).toHaveLength(0);
});
