import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import {
  form,
  fullUser,
  otherUser,
  postsWorld,
  requests,
  unpublished,
} from '../support/posts-world.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'drf1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  postsWorld(running, a);
});

const mutate = (name: string, input: object, selection: string) =>
  running.ask(
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { outcome errors { code argument parameter } ${selection} } }`,
    { input: { accountId: a, ...input } },
  );
const create = (input: object) =>
  mutate(
    'createDraftTweet',
    { asUserId: fullUser, ...input },
    'draftTweet { restId accountId name text userId nullcast cardUri mediaKeys mediaIds status createdAt }',
  );
const update = (input: object) =>
  mutate('updateDraftTweet', input, 'draftTweet { name text cardUri mediaKeys nullcast }');

describe('a new draft', () => {
  test('is created in one call and is promoted-only unless given otherwise', async () => {
    const { data, calls } = await create({ text: 'Hello & more', name: 'Greeting' });
    expect(data.createDraftTweet).toMatchObject({
      outcome: 'APPLIED',
      errors: [],
      draftTweet: {
        accountId: a,
        name: 'Greeting',
        text: 'Hello & more',
        userId: '1480000000000000501',
        nullcast: true,
        cardUri: null,
        mediaKeys: [],
        status: null,
      },
    });
    expect(requests(calls, a)).toEqual(['POST draft_tweets']);
    expect(form(calls[0]?.body ?? '')).toEqual({
      as_user_id: '1480000000000000501',
      text: 'Hello & more',
      name: 'Greeting',
    });
  });

  test('needs a text unless it has media', async () => {
    const refused = await create({ name: 'Nothing to say' });
    expect(errorsIn(refused)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.text',
    });
    expect(refused.calls).toHaveLength(0);
    const { data } = await create({ mediaKeys: ['13_1'] });
    expect(data.createDraftTweet).toMatchObject({
      outcome: 'APPLIED',
      draftTweet: { text: '', mediaKeys: ['13_1'], mediaIds: ['1'] },
    });
  });

  test('may have an empty text only with media', async () => {
    const { data, calls } = await create({ text: '', mediaKeys: ['13_1'] });
    expect(data.createDraftTweet).toMatchObject({
      outcome: 'APPLIED',
      draftTweet: { text: '', mediaKeys: ['13_1'] },
    });
    expect(form(calls[0]?.body ?? '')).toMatchObject({ text: '', media_keys: '13_1' });
    for (const mediaKeys of [undefined, null, []]) {
      const refused = await create({ text: '', mediaKeys });
      expect(refused.calls).toHaveLength(0);
      expect(errorsIn(refused)[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  test('has at most four images', async () => {
    const most = await create({ mediaKeys: ['3_1', '3_2', '3_3', '3_4'] });
    expect(most.data.createDraftTweet.outcome).toBe('APPLIED');
    const beyond = await create({ mediaKeys: ['3_1', '3_2', '3_3', '3_4', '3_5'] });
    expect(errorsIn(beyond)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.mediaKeys',
    });
    expect(beyond.calls).toHaveLength(0);
  });

  test.each([
    ['a GIF and an image', ['16_1', '3_1']],
    ['two videos', ['13_1', '13_2']],
    ['a video and an image', ['3_1', '13_1']],
  ])('that has %s is refused by the API', async (_what, mediaKeys) => {
    const { data, calls } = await create({ text: 'Mixed', mediaKeys });
    expect(data.createDraftTweet).toEqual({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_MEDIA', argument: 'input.mediaKeys', parameter: 'media_keys' }],
      draftTweet: null,
    });
    expect(calls).toHaveLength(1);
  });

  test('accepts only media of the library', async () => {
    const { data } = await create({ text: 'Where is it', mediaKeys: ['3_99'] });
    expect(data.createDraftTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'MEDIA_NOT_FOUND' }],
    });
  });

  test('has a name of at most 80 characters', async () => {
    const longest = await create({ text: 'x', name: '🙂'.repeat(80) });
    expect(longest.data.createDraftTweet.outcome).toBe('APPLIED');
    const beyond = await create({ text: 'x', name: '🙂'.repeat(81) });
    expect(errorsIn(beyond)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.name',
    });
    expect(beyond.calls).toHaveLength(0);
  });

  test('accepts only a card of the form card://<id>', async () => {
    const { data, errors, calls } = await create({ text: 'x', cardUri: 'https://card.example/1' });
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({ argument: 'input.cardUri' });
    expect(calls).toHaveLength(0);
  });
});

describe('the author and the card of a draft', () => {
  const card = 'card://41';
  beforeEach(() => {
    const row = { id: 'p41', card_uri: card, name: 'Poll', deleted: false };
    running.emulator.store.insert('PollCard', a, row);
  });

  test('belong to the account, whatever the kind of card', async () => {
    for (const asUserId of [fullUser, otherUser]) {
      const { data } = await create({ asUserId, text: 'x', cardUri: card });
      expect(data.createDraftTweet).toMatchObject({
        outcome: 'APPLIED',
        draftTweet: { cardUri: card, userId: asUserId },
      });
    }
  });

  test('are REJECTED if the account has no such card or user', async () => {
    const cardless = await create({ text: 'x', cardUri: 'card://999' });
    expect(cardless.data.createDraftTweet).toEqual({
      outcome: 'REJECTED',
      errors: [{ code: 'CARD_NOT_FOUND', argument: 'input.cardUri', parameter: 'card_uri' }],
      draftTweet: null,
    });
    const strange = await create({ text: 'x', asUserId: '1480000000000000999' });
    expect(strange.data.createDraftTweet).toEqual({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_USER_ID', argument: 'input.asUserId', parameter: 'as_user_id' }],
      draftTweet: null,
    });
  });

  test('cannot be changed to a card that does not exist', async () => {
    const id = '1610000000000000021';
    unpublished(running, a, { id, card_uri: card });
    const { data } = await update({ draftTweetId: id, cardUri: 'card://999' });
    expect(data.updateDraftTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'CARD_NOT_FOUND', argument: 'input.cardUri', parameter: 'card_uri' }],
    });
  });
});

describe('the request for a draft contains the input as it was written', () => {
  test('a null in a new draft is left out, because there is nothing to clear', async () => {
    const { data, calls } = await create({
      text: 'Hello',
      nullcast: null,
      cardUri: null,
      mediaKeys: null,
      name: null,
    });
    expect(data.createDraftTweet.outcome).toBe('APPLIED');
    expect(form(calls[0]?.body ?? '')).toEqual({
      as_user_id: '1480000000000000501',
      text: 'Hello',
    });
  });

  test('an empty list removes media as null does', async () => {
    const id = '1610000000000000012';
    unpublished(running, a, { id, media_keys: ['3_1'] });
    const { data, calls } = await update({ draftTweetId: id, mediaKeys: [] });
    expect(form(calls[0]?.body ?? '')).toEqual({ media_keys: '' });
    expect(data.updateDraftTweet.draftTweet.mediaKeys).toEqual([]);
  });

  test('media that are named twice are sent twice', async () => {
    const { calls } = await create({ text: 'Twice', mediaKeys: ['3_1', '3_1'] });
    expect(form(calls[0]?.body ?? '')).toMatchObject({ media_keys: '3_1,3_1' });
  });

  test('after it the same document reads lists again', async () => {
    const { data } = await running.ask(
      `mutation ($input: CreateDraftTweetInput!) {
        before: createDraftTweet(input: $input) { draftTweet { account { tweets(tweetType: DRAFT) { nodes { text } } } } }
        after: createDraftTweet(input: $input) { draftTweet { account { tweets(tweetType: DRAFT) { nodes { text } } } } }
      }`,
      { input: { accountId: a, asUserId: fullUser, text: 'Anew' } },
    );
    const [before, after] = [data.before, data.after].map(
      ({ draftTweet }) => draftTweet.account.tweets.nodes.length,
    );
    expect(after).toBe(before + 1);
  });
});

describe('a change of a draft', () => {
  const id = '1610000000000000011';
  beforeEach(() => {
    unpublished(running, a, { id, card_uri: 'card://55', media_keys: ['3_1', '3_2'] });
  });

  test('leaves omitted members unchanged', async () => {
    const { data, calls } = await update({ draftTweetId: id, name: 'Named' });
    expect(form(calls[0]?.body ?? '')).toEqual({ name: 'Named' });
    expect(data.updateDraftTweet.draftTweet).toEqual({
      name: 'Named',
      text: `Post ${id}`,
      cardUri: 'card://55',
      mediaKeys: ['3_1', '3_2'],
      nullcast: true,
    });
  });

  test('removes the card and the media if they are null, which is sent empty', async () => {
    const { data, calls } = await update({ draftTweetId: id, cardUri: null, mediaKeys: null });
    expect(requests(calls, a)).toEqual([`PUT draft_tweets/${id}`]);
    expect(form(calls[0]?.body ?? '')).toEqual({ card_uri: '', media_keys: '' });
    expect(data.updateDraftTweet.draftTweet).toMatchObject({ cardUri: null, mediaKeys: [] });
  });

  test('must say whether it is promoted-only, and can clear its name', async () => {
    const open = await update({ draftTweetId: id, nullcast: null });
    expect(open.data.updateDraftTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_PARAMETER', argument: 'input.nullcast', parameter: 'nullcast' }],
    });
    await update({ draftTweetId: id, name: 'Named' });
    const nameless = await update({ draftTweetId: id, name: null });
    expect(nameless.data.updateDraftTweet).toMatchObject({
      outcome: 'APPLIED',
      draftTweet: { name: null, nullcast: true },
    });
  });

  test('cannot leave it without text and media', async () => {
    const { data } = await update({ draftTweetId: id, text: null, mediaKeys: null });
    expect(data.updateDraftTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'MISSING_PARAMETER', argument: 'input.text', parameter: 'text' }],
    });
  });

  test('is refused for a draft that does not exist', async () => {
    const { data } = await update({ draftTweetId: '1610000000000000099', name: 'x' });
    expect(data.updateDraftTweet).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'NOT_FOUND' }],
    });
  });
});

describe('a draft', () => {
  const id = '1610000000000000011';

  test('is deleted permanently; its deletion reports that once', async () => {
    unpublished(running, a, { id });
    const input = { draftTweetId: `DraftTweet:${a}:${id}` };
    const deleted = await mutate('deleteDraftTweet', input, 'draftTweet { restId status }');
    expect(deleted.data.deleteDraftTweet).toEqual({
      outcome: 'APPLIED',
      errors: [],
      draftTweet: { restId: id, status: 'DELETED' },
    });
    const { data, errors } = await running.ask(
      `{ account(id: "${a}") { draftTweet(id: "${id}") { text } draftTweets { nodes { restId } } }
         node(id: "DraftTweet:${a}:${id}") { ... on DraftTweet { text } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ account: { draftTweet: null, draftTweets: { nodes: [] } }, node: null });
    const again = await mutate('deleteDraftTweet', input, 'draftTweet { restId }');
    expect(again.data.deleteDraftTweet.outcome).toBe('REJECTED');
  });

  test('is previewed on the devices of the viewer, and says so', async () => {
    unpublished(running, a, { id });
    const { data, calls } = await mutate('previewDraftTweet', { draftTweetId: id }, 'message');
    expect(data.previewDraftTweet).toEqual({
      outcome: 'APPLIED',
      errors: [],
      message: expect.stringContaining(id),
    });
    expect(requests(calls, a)).toEqual([`POST draft_tweets/preview/${id}`]);
    const other = { draftTweetId: '1610000000000000099' };
    const refused = await mutate('previewDraftTweet', other, 'message');
    expect(refused.data.previewDraftTweet).toMatchObject({ outcome: 'REJECTED', message: null });
  });

  test.each([
    ['as the documents write it', { message: 'Sent' }, 'APPLIED', 'Sent'],
    ['in an envelope', { request: { params: {} }, data: { message: 'Sent' } }, 'APPLIED', 'Sent'],
    ['empty', {}, 'UNKNOWN', null],
    ['with an echo alone', { request: { params: {} } }, 'UNKNOWN', null],
    ['with errors alone', { errors: [{ code: 'X', message: 'No' }] }, 'UNKNOWN', null],
  ])('is previewed if the answer to it is %s', async (_what, json, outcome, message) => {
    unpublished(running, a, { id });
    const match = { endpoint: 'previewDraftTweet' } as const;
    running.emulator.fault({ match, fault: { kind: 'answer', status: 200, json } });
    const { data } = await mutate('previewDraftTweet', { draftTweetId: id }, 'message');
    expect(data.previewDraftTweet).toMatchObject({ outcome, message });
  });
});

describe('a list of drafts', () => {
  const list = (args: string) =>
    running.ask(
      `{ account(id: "${a}") { draftTweets${args} { nodes { restId userId preview { tweetId preview } } } } }`,
    );
  const ids = (data: { account: { draftTweets: { nodes: { restId: string }[] } } }) =>
    data.account.draftTweets.nodes.map(({ restId }) => restId);

  test('has those of the FULL promotable user unless another is named', async () => {
    unpublished(running, a, { id: '1610000000000000011' });
    unpublished(running, a, { id: '1610000000000000013', user_id: otherUser });
    expect(ids((await list('')).data)).toEqual(['1610000000000000011']);
    const others = await list(`(userId: "${otherUser}")`);
    expect(ids(others.data)).toEqual(['1610000000000000013']);
    expect(others.calls[0]?.query).toMatchObject({ user_id: '1480000000000000502' });
  });

  test('has at most 200 rows, and their previews in one more call', async () => {
    for (let n = 0; n < 200; n += 1) {
      unpublished(running, a, { id: `161000000000000${1001 + 2 * n}`, n });
    }
    const { data, calls } = await list('(first: 200)');
    expect(data.account.draftTweets.nodes).toHaveLength(200);
    for (const { restId, preview } of data.account.draftTweets.nodes) {
      expect(preview.tweetId).toBe(restId);
      expect(preview.preview).toContain('<iframe');
    }
    expect(requests(calls, a)).toEqual(['GET draft_tweets', 'GET tweet_previews']);
    expect(calls[1]?.query['tweet_type']).toBe('DRAFT');
    expect(calls[1]?.query['tweet_ids']?.split(',')).toHaveLength(200);
    const beyond = await list('(first: 201)');
    expect(beyond.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'first',
    });
    expect(beyond.calls).toHaveLength(0);
  });

  test('shows null for a preview that the API does not return', async () => {
    unpublished(running, a, { id: '1610000000000000011' });
    unpublished(running, a, { id: '1610000000000000013', n: 2 });
    running.emulator.fault({
      match: { endpoint: 'listTweetPreviews' },
      fault: {
        kind: 'answer',
        status: 200,
        json: { data: [{ tweet_id: '1610000000000000013', preview: '<iframe>' }] },
      },
    });
    const { data, errors } = await list('');
    expect(errors).toBeUndefined();
    expect(data.account.draftTweets.nodes).toEqual([
      { restId: '1610000000000000011', userId: fullUser, preview: null },
      {
        restId: '1610000000000000013',
        userId: fullUser,
        preview: { tweetId: '1610000000000000013', preview: '<iframe>' },
      },
    ]);
  });
});
