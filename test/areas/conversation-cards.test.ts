import { beforeEach, describe, expect, test } from 'vitest';
import { cardsWorld, put } from '../support/cards-world.ts';
import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';
import { expectRefused } from '../support/refusals.ts';

const a = 'cnv1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  cardsWorld(running, a);
});

const card = `restId name title firstCta firstCtaTweet secondCta thankYouText thankYouUrl mediaKey
  mediaUrl posterMediaUrl coverImageUrl videoWidth videoHeight cardUri cardType deleted`;
const mutate = (name: string, input: object) =>
  running.ask(
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) {
        outcome errors { code argument parameter } videoConversationCard { ${card} raw } } }`,
    { input: { accountId: a, ...input } },
  );
const least = {
  name: 'Talk',
  firstCta: '#Trains',
  firstCtaTweet: 'I love trains',
  thankYouText: 'Thank you',
  mediaKey: '13_1',
};
const create = (input: object) => mutate('createVideoConversationCard', { ...least, ...input });
const made = async (input: object = { title: 'Which one?' }): Promise<string> =>
  (await create(input)).data.createVideoConversationCard.videoConversationCard.restId;
const update = (cardId: string, input: object) =>
  mutate('updateVideoConversationCard', { cardId, ...input });

describe('a new video conversation card', () => {
  test('is created in one call and has the details of its video', async () => {
    const { data, calls } = await create({ title: 'Which one?', thankYouUrl: 'https://x.example' });
    expect(requests(calls, a)).toEqual(['POST cards/video_conversation']);
    expect(form(calls[0]?.body ?? '')).toEqual({
      name: 'Talk',
      title: 'Which one?',
      first_cta: '#Trains',
      first_cta_tweet: 'I love trains',
      thank_you_text: 'Thank you',
      thank_you_url: 'https://x.example',
      media_key: '13_1',
    });
    expect(data.createVideoConversationCard).toMatchObject({
      outcome: 'APPLIED',
      videoConversationCard: {
        title: 'Which one?',
        cardType: 'VIDEO_CONVERSATION',
        cardUri: expect.stringMatching(/^card:\/\/\d+$/),
        mediaKey: '13_1',
        mediaUrl: 'https://media.example/13_1',
        videoWidth: '16',
        videoHeight: '9',
        secondCta: null,
        deleted: false,
      },
    });
  });

  test.each(['name', 'firstCta', 'firstCtaTweet', 'thankYouText', 'mediaKey'])(
    'is not sent without its %s',
    async (name) => {
      await expectRefused(create({ title: 'Which one?', [name]: null }), `input.${name}`);
    },
  );

  test('has a title or a second hashtag', async () => {
    await expectRefused(create({}), 'input.title');
    const second = { secondCta: '#Ferries', secondCtaTweet: 'I love ferries' };
    expect((await create(second)).data.createVideoConversationCard.outcome).toBe('APPLIED');
  });

  test('has a post for every hashtag', async () => {
    const title = 'Which one?';
    for (const name of ['secondCta', 'thirdCta', 'fourthCta']) {
      await expectRefused(create({ title, [name]: '#More' }), `input.${name}`);
      const { data } = await create({ title, [name]: '#More', [`${name}Tweet`]: 'More!' });
      expect(data.createVideoConversationCard.outcome).toBe('APPLIED');
    }
  });

  test('has hashtags of up to 20 characters, not counting a leading #', async () => {
    const title = 'Which one?';
    for (const name of ['firstCta', 'secondCta', 'thirdCta', 'fourthCta']) {
      for (const most of [`#${'t'.repeat(20)}`, 't'.repeat(20)]) {
        const { data } = await create({ title, [`${name}Tweet`]: 'Post', [name]: most });
        expect(data.createVideoConversationCard.outcome).toBe('APPLIED');
      }
      for (const more of [`#${'t'.repeat(21)}`, 't'.repeat(21), '#']) {
        await expectRefused(
          create({ title, [`${name}Tweet`]: 'Post', [name]: more }),
          `input.${name}`,
        );
      }
    }
  });

  test('has a title and thanks of at most 23 characters, and a name of at most 80', async () => {
    for (const [name, max] of [
      ['title', 23],
      ['thankYouText', 23],
      ['name', 80],
    ] as const) {
      const title = 'Which one?';
      const { data } = await create({ title, [name]: 'x'.repeat(max) });
      expect(data.createVideoConversationCard.outcome).toBe('APPLIED');
      await expectRefused(create({ title, [name]: 'x'.repeat(max + 1) }), `input.${name}`);
    }
  });

  test('shows a video of 16:9 from the library, and an image as its poster', async () => {
    const title = 'Which one?';
    for (const [input, code, parameter] of [
      [{ mediaKey: '13_7' }, 'INVALID_MEDIA', 'media_key'],
      [{ mediaKey: '3_1' }, 'INVALID_MEDIA', 'media_key'],
      [{ mediaKey: '13_99' }, 'MEDIA_NOT_FOUND', 'media_key'],
      [{ posterMediaKey: '13_1' }, 'INVALID_MEDIA', 'poster_media_key'],
      [{ unlockedVideoMediaKey: '3_1' }, 'INVALID_MEDIA', 'unlocked_video_media_key'],
    ] as const) {
      const { data } = await create({ title, ...input });
      expect(data.createVideoConversationCard).toMatchObject({
        outcome: 'REJECTED',
        errors: [{ code, parameter }],
      });
    }
    const { data } = await create({ title, posterMediaKey: '3_2' });
    expect(data.createVideoConversationCard.videoConversationCard.posterMediaUrl).toBe(
      'https://media.example/3_2',
    );
  });

  test('answers with the URL of an unlocked image, never with its key', async () => {
    const { data, calls } = await create({ title: 'Open me', unlockedImageMediaKey: '3_3' });
    expect(form(calls[0]?.body ?? '')).toMatchObject({ unlocked_image_media_key: '3_3' });
    const shown = data.createVideoConversationCard.videoConversationCard;
    expect(shown.coverImageUrl).toBe('https://media.example/3_3');
    expect(JSON.stringify(shown.raw)).not.toContain('unlocked_image');
  });
});

describe('a video conversation card', () => {
  test('changes the given members and keeps the rest', async () => {
    const cardId = await made();
    const { data, calls } = await update(cardId, { firstCta: '#Boats', firstCtaTweet: 'Boats!' });
    expect(requests(calls, a)).toEqual([`PUT cards/video_conversation/${cardId}`]);
    expect(form(calls[0]?.body ?? '')).toEqual({ first_cta: '#Boats', first_cta_tweet: 'Boats!' });
    expect(data.updateVideoConversationCard.videoConversationCard).toMatchObject({
      firstCta: '#Boats',
      title: 'Which one?',
      thankYouText: 'Thank you',
    });
  });

  test('keeps either a title or a second hashtag, depending on what it has', async () => {
    const cardId = await made();
    const bare = await update(cardId, { title: null });
    expect(bare.data.updateVideoConversationCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'MISSING_PARAMETER', parameter: 'title' }],
    });
    const second = { secondCta: '#Ferries', secondCtaTweet: 'Ferries!' };
    const swapped = await update(cardId, { title: null, ...second });
    expect(swapped.data.updateVideoConversationCard).toMatchObject({
      outcome: 'APPLIED',
      videoConversationCard: { title: null, secondCta: '#Ferries' },
    });
  });

  test('has the same limits when it changes', async () => {
    const cardId = await made();
    await expectRefused(update(cardId, { firstCta: '#Boats' }), 'input.firstCta');
    await expectRefused(update(cardId, { title: 'x'.repeat(24) }), 'input.title');
    await expectRefused(update(cardId, { thankYouText: 'x'.repeat(24) }), 'input.thankYouText');
    await expectRefused(update(cardId, { thankYouUrl: 'nowhere' }), 'input.thankYouUrl');
    await expectRefused(update(`PollCard:${a}:p1`, { name: 'x' }), 'input.cardId');
  });

  test('is deleted permanently; the answer has little more than its name', async () => {
    const cardId = await made();
    const { data, calls } = await mutate('deleteVideoConversationCard', { cardId });
    expect(requests(calls, a)).toEqual([`DELETE cards/video_conversation/${cardId}`]);
    const { outcome, videoConversationCard: last } = data.deleteVideoConversationCard;
    expect(outcome).toBe('APPLIED');
    expect(Object.keys(last.raw).toSorted()).toEqual([
      'card_type',
      'created_at',
      'deleted',
      'id',
      'name',
      'updated_at',
    ]);
    expect(last).toMatchObject({ deleted: true, name: 'Talk', title: null });
    const found = await running.ask(
      `{ account(id: "${a}") { anyCard(id: "${cardId}", withDeleted: true) { __typename } } }`,
    );
    expect(found.data.account.anyCard).toBeNull();
    const again = await mutate('deleteVideoConversationCard', { cardId });
    expect(again.data.deleteVideoConversationCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'CARD_NOT_FOUND' }],
    });
  });
});

describe('image conversation cards', () => {
  beforeEach(() => {
    for (const [id, name, n] of [
      ['i1', 'Autumn', 1],
      ['i2', 'Winter', 2],
    ] as const) {
      put(
        running,
        { account: a, entity: 'ImageConversationCard' },
        {
          id,
          n,
          name,
          title: 'Your season?',
          first_cta: '#Leaves',
          first_cta_tweet: 'Leaves!',
          media_key: '3_1',
          media_url: 'https://media.example/3_1',
          image_display_width: '1200',
          image_display_height: '628',
          card_uri: `card://90${n}`,
          card_type: 'IMAGE_CONVERSATION',
        },
      );
    }
  });

  test('are listed by ids and the beginning of their names', async () => {
    const list = async (args: string) => {
      const { data, calls } = await running.ask(
        `{ account(id: "${a}") { imageConversationCards${args} { nodes { restId } } } }`,
      );
      expect(requests(calls, a)).toEqual(['GET cards/image_conversation']);
      return data.account.imageConversationCards.nodes.map(
        (node: { restId: string }) => node.restId,
      );
    };
    expect(await list('')).toEqual(['i1', 'i2']);
    expect(await list('(q: "WIN")')).toEqual(['i2']);
    expect(await list(`(cardIds: ["ImageConversationCard:${a}:i1"])`)).toEqual(['i1']);
    const tooMany = await running.ask(
      `{ account(id: "${a}") { imageConversationCards(cardIds: [${'"i1", '.repeat(201)}]) { nodes { restId } } } }`,
    );
    expect(tooMany.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'cardIds',
    });
    expect(tooMany.calls).toHaveLength(0);
  });

  test('are read one by one and as nodes, with their numbers as text', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { imageConversationCard(id: "i1") {
        name title firstCta mediaKey imageDisplayWidth cardType account { restId } } } }`,
    );
    expect(data.account.imageConversationCard).toEqual({
      name: 'Autumn',
      title: 'Your season?',
      firstCta: '#Leaves',
      mediaKey: '3_1',
      imageDisplayWidth: '1200',
      cardType: 'IMAGE_CONVERSATION',
      account: { restId: a },
    });
    expect(requests(calls, a)).toEqual(['GET cards/image_conversation/i1']);
    expect(calls[0]?.query).toEqual({ with_deleted: 'true' });
    const nodes = await running.ask(
      `{ node(id: "ImageConversationCard:${a}:I2") { ... on ImageConversationCard { name } }
         none: account(id: "${a}") { imageConversationCard(id: "i9") { name } } }`,
    );
    expect(nodes.data).toEqual({ node: { name: 'Winter' }, none: { imageConversationCard: null } });
  });
});

describe('an image conversation card', () => {
  const write = (name: string, input: object) =>
    running.ask(
      `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
        ${name}(input: $input) {
          outcome errors { code argument parameter }
          imageConversationCard { restId title mediaUrl imageDisplayWidth cardType cardUri deleted } } }`,
      { input: { accountId: a, ...input } },
    );
  const image = (input: object = {}) => ({ ...least, mediaKey: '3_9', title: 'Which?', ...input });
  beforeEach(() => {
    const home = { account: a, entity: 'MediaLibraryItem' };
    const medium = { media_type: 'IMAGE', media_url: 'https://media.example/3_9', deleted: false };
    put(running, home, { id: '', media_key: '3_9', width: 1200, height: 628, ...medium });
    put(running, home, { id: '', media_key: '3_8', width: 600, height: 314, ...medium });
  });

  test('is created, changed, and deleted permanently', async () => {
    const made = await write('createImageConversationCard', image());
    expect(requests(made.calls, a)).toEqual(['POST cards/image_conversation']);
    const card = made.data.createImageConversationCard.imageConversationCard;
    expect(card).toMatchObject({
      title: 'Which?',
      mediaUrl: 'https://media.example/3_9',
      imageDisplayWidth: '1200',
      cardType: 'IMAGE_CONVERSATION',
      deleted: false,
    });
    const cardId = card.restId;
    const changed = await write('updateImageConversationCard', { cardId, title: 'And now?' });
    expect(changed.data.updateImageConversationCard).toMatchObject({
      outcome: 'APPLIED',
      imageConversationCard: { title: 'And now?' },
    });
    const bare = await write('updateImageConversationCard', { cardId, title: null });
    expect(bare.data.updateImageConversationCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'MISSING_PARAMETER', argument: 'input.title' }],
    });
    const gone = await write('deleteImageConversationCard', { cardId });
    expect(gone.data.deleteImageConversationCard.imageConversationCard.deleted).toBe(true);
    const { data } = await running.ask(
      `{ account(id: "${a}") { imageConversationCard(id: "${cardId}") { title } } }`,
    );
    expect(data.account.imageConversationCard).toBeNull();
  });

  test('needs a title or a second hashtag, and an image that is large enough', async () => {
    const bare = await write('createImageConversationCard', image({ title: null }));
    expect(bare.data.createImageConversationCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'BAD_USER_INPUT', argument: 'input.title' }],
    });
    expect(bare.calls).toHaveLength(0);
    const small = await write('createImageConversationCard', image({ mediaKey: '3_8' }));
    expect(small.data.createImageConversationCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_MEDIA', argument: 'input.mediaKey' }],
    });
  });
});
