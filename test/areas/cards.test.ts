import { beforeEach, describe, expect, test } from 'vitest';
import { cardsWorld, put } from '../support/cards-world.ts';
import { useGateway } from '../support/gateway.ts';
import { requests } from '../support/posts-world.ts';
import { expectRefused } from '../support/refusals.ts';
import { signedClient } from '../support/signed.ts';

const a = 'crd1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  cardsWorld(running, a);
});

const parts = `
  __typename
  ... on MediaComponent { mediaKey mediaMetadata { mediaKey type width } }
  ... on SwipeableMediaComponent { mediaKeys mediaMetadata { mediaKey videoDuration videoAspectRatio } }
  ... on DetailsComponent { title destination { ...where } }
  ... on ButtonComponent { label { type value } destination { ...where } }`;
const where = `fragment where on CardDestination {
  __typename
  ... on WebsiteDestination { url }
  ... on AppDestination {
    countryCode googleplayAppId googleplayDeepLink iosAppStoreIdentifier iosDeepLink
  }
}`;
const selection = `restId name cardType cardUri deleted components { ${parts} } slides { ${parts} }`;

const mutate = (name: string, input: object) =>
  running.ask(
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { outcome errors { code argument parameter } card { ${selection} } } } ${where}`,
    { input: { accountId: a, ...input } },
  );
const create = (input: object) => mutate('createCard', { name: 'Card', ...input });

const image = { media: { mediaKey: '3_1' } };
const video = { media: { mediaKey: '13_1' } };
const swipe = (...mediaKeys: string[]) => ({ swipeableMedia: { mediaKeys } });
const details = {
  details: { title: 'Shop', destination: { website: { url: 'https://shop.example/a?b=c' } } },
};
const button = {
  button: {
    label: { value: 'INSTALL' },
    destination: { app: { countryCode: 'US', googleplayAppId: 'com.example.app' } },
  },
};
const appWith = (app: object) => ({
  button: { label: { value: 'PLAY' }, destination: { app: { countryCode: 'US', ...app } } },
});

describe('a new card', () => {
  test('is sent as JSON in the order it was written, with the tags of the API', async () => {
    const { data, calls } = await create({ name: 'First', components: [image, details] });
    expect(requests(calls, a)).toEqual(['POST cards']);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      name: 'First',
      components: [
        { type: 'MEDIA', media_key: '3_1' },
        {
          type: 'DETAILS',
          title: 'Shop',
          destination: { type: 'WEBSITE', url: 'https://shop.example/a?b=c' },
        },
      ],
    });
    const { card } = data.createCard;
    expect(card).toEqual({
      restId: expect.stringMatching(/^\d+$/),
      name: 'First',
      cardType: 'IMAGE_WEBSITE',
      cardUri: `card://${card.restId}`,
      deleted: false,
      components: [
        {
          __typename: 'MediaComponent',
          mediaKey: '3_1',
          mediaMetadata: [{ mediaKey: '3_1', type: 'IMAGE', width: 1200 }],
        },
        {
          __typename: 'DetailsComponent',
          title: 'Shop',
          destination: { __typename: 'WebsiteDestination', url: 'https://shop.example/a?b=c' },
        },
      ],
      slides: null,
    });
  });

  test('keeps the opposite order of components too', async () => {
    const { data } = await create({ components: [button, video] });
    expect(data.createCard.card.components.map((part: Typed) => part.__typename)).toEqual([
      'ButtonComponent',
      'MediaComponent',
    ]);
  });

  test('sends the label of a button as ENUM, whether it is given or not', async () => {
    for (const label of [{ value: 'SHOP' }, { type: 'ENUM', value: 'SHOP' }]) {
      const part = { button: { ...button.button, label } };
      const { data, calls } = await create({ components: [image, part] });
      expect(JSON.parse(calls[0]?.body ?? '').components[1].label).toEqual({
        type: 'ENUM',
        value: 'SHOP',
      });
      expect(data.createCard.card.components[1].label).toEqual({ type: 'ENUM', value: 'SHOP' });
    }
  });

  test('shows the known details of its media, in the order of the keys', async () => {
    const { data } = await create({ components: [swipe('13_2', '3_1'), details] });
    expect(data.createCard.card.components[0]).toEqual({
      __typename: 'SwipeableMediaComponent',
      mediaKeys: ['13_2', '3_1'],
      mediaMetadata: [
        { mediaKey: '13_2', videoDuration: 6400, videoAspectRatio: '16:9' },
        { mediaKey: '3_1', videoDuration: null, videoAspectRatio: null },
      ],
    });
  });

  test.each([
    ['IMAGE_WEBSITE', [image, details]],
    ['IMAGE_APP', [image, button]],
    ['VIDEO_WEBSITE', [video, details]],
    ['VIDEO_APP', [video, button]],
    ['IMAGE_CAROUSEL_WEBSITE', [swipe('3_1', '3_2'), details]],
    ['IMAGE_CAROUSEL_APP', [swipe('3_1', '3_2', '3_3'), button]],
    ['VIDEO_CAROUSEL_WEBSITE', [swipe('13_1', '13_2'), details]],
    ['VIDEO_CAROUSEL_APP', [swipe('13_1', '13_2'), button]],
    ['MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE', [swipe('3_1', '13_1'), details]],
    ['MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP', [swipe('13_1', '3_1'), button]],
  ])('has the type %s if its components imply it', async (type, components) => {
    const { data } = await create({ components });
    expect(data.createCard.card).toMatchObject({ cardType: type, slides: null });
  });

  test.each([
    ['IMAGE_MULTI_DEST_CAROUSEL_WEBSITE', ['3_1', '3_2']],
    ['VIDEO_MULTI_DEST_CAROUSEL_WEBSITE', ['13_1', '13_2']],
    ['MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE', ['13_1', '3_1']],
  ])('has the type %s if its slides imply it, in their order', async (type, keys) => {
    const slides = keys.map((mediaKey) => [{ media: { mediaKey } }, details]);
    const { data } = await create({ slides });
    const { card } = data.createCard;
    expect(card).toMatchObject({ cardType: type, components: null });
    expect(card.slides.map(([medium]: { mediaKey: string }[]) => medium?.mediaKey)).toEqual(keys);
  });

  test('with slides that lead to apps is refused by the API, which has no such type', async () => {
    const { data, calls } = await create({ slides: [[image, button]] });
    expect(data.createCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ parameter: 'slides' }],
      card: null,
    });
    expect(calls).toHaveLength(1);
  });

  test('with media that the library does not have, or with a GIF, is refused by the API', async () => {
    for (const [mediaKey, code] of [
      ['3_99', 'MEDIA_NOT_FOUND'],
      ['16_1', 'INVALID_MEDIA'],
    ]) {
      const { data } = await create({ components: [{ media: { mediaKey } }, details] });
      expect(data.createCard).toMatchObject({ outcome: 'REJECTED', errors: [{ code }] });
    }
  });
});

describe('an impossible card is refused before any call', () => {
  test('with components and slides, or neither', async () => {
    await expectRefused(
      create({ components: [image, details], slides: [[image, details]] }),
      'input.slides',
    );
    await expectRefused(create({}), 'input.components');
  });

  test('with two media, or none, or no details or button', async () => {
    for (const components of [
      [image, video, details],
      [image, swipe('3_1', '3_2'), details],
      [details],
      [image],
      [image, details, button],
      [],
    ]) {
      await expectRefused(create({ components }), 'input.components');
    }
    await expectRefused(create({ slides: [[image, details], [image]] }), 'input.slides[1]');
    await expectRefused(create({ slides: [] }), 'input.slides');
  });

  test('with fewer than 2 or more than 6 media to swipe through', async () => {
    const six = ['3_1', '3_2', '3_3', '3_4', '3_5', '3_6'];
    const path = 'input.components[0].swipeableMedia.mediaKeys';
    await expectRefused(create({ components: [swipe('3_1'), details] }), path);
    await expectRefused(create({ components: [swipe(...six, '13_1'), details] }), path);
    for (const keys of [six.slice(0, 2), six]) {
      const { data } = await create({ components: [swipe(...keys), details] });
      expect(data.createCard.outcome).toBe('APPLIED');
    }
  });

  test('with a name longer than 80', async () => {
    const components = [image, details];
    await expectRefused(create({ name: 'n'.repeat(81), components }), 'input.name');
    const { data } = await create({ name: '😀'.repeat(80), components });
    expect(data.createCard.outcome).toBe('APPLIED');
  });

  test('with an app without any store, or a deep link without its app', async () => {
    const path = 'input.components[1].button.destination.app';
    for (const [app, at] of [
      [{}, 'googleplayAppId'],
      [{ iosAppStoreIdentifier: '1', googleplayDeepLink: 'x://y' }, 'googleplayDeepLink'],
      [{ googleplayAppId: 'com.example.app', iosDeepLink: 'x://y' }, 'iosDeepLink'],
      [{ googleplayAppId: 'no package name' }, 'googleplayAppId'],
      [{ googleplayAppId: 'com.example.app', countryCode: 'usa' }, 'countryCode'],
    ] as const) {
      await expectRefused(create({ components: [image, appWith(app)] }), `${path}.${at}`);
    }
    const app = {
      googleplayAppId: 'com.example.app',
      googleplayDeepLink: 'x://y',
      iosAppStoreIdentifier: '1234567890',
      iosDeepLink: 'x://z',
    };
    const { data } = await create({ components: [image, appWith(app)] });
    expect(data.createCard.card.components[1].destination).toEqual({
      __typename: 'AppDestination',
      countryCode: 'US',
      ...app,
    });
  });

  test('with a destination of the other kind, or two kinds of component in one', async () => {
    const website = { website: { url: 'https://shop.example' } };
    for (const component of [
      { details: { title: 'Shop', destination: { app: { countryCode: 'US' } } } },
      { button: { label: { value: 'SHOP' }, destination: website } },
      { ...details, ...button },
      {},
    ]) {
      const { errors, calls } = await create({ components: [image, component] });
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(calls).toHaveLength(0);
    }
  });

  test('with an invalid website address', async () => {
    const component = { details: { title: 'Shop', destination: { website: { url: 'shop' } } } };
    await expectRefused(
      create({ components: [image, component] }),
      'input.components[1].details.destination.website.url',
    );
  });
});

describe('one card', () => {
  const made = async (): Promise<string> => {
    const { data } = await create({ name: 'Made', components: [image, details] });
    return data.createCard.card.restId;
  };
  const read = (id: string, args = '') =>
    running.ask(`{ account(id: "${a}") { card(id: "${id}"${args}) { ${selection} } } } ${where}`);

  test('is read although the API answers with an array', async () => {
    const id = await made();
    const { data, calls } = await read(id);
    expect(data.account.card).toMatchObject({ restId: id, cardType: 'IMAGE_WEBSITE' });
    expect(requests(calls, a)).toEqual([`GET cards/${id}`]);
  });

  test('is renamed without a change of its content', async () => {
    const cardId = await made();
    const { data, calls } = await mutate('updateCard', { cardId, name: 'Other' });
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ name: 'Other' });
    expect(requests(calls, a)).toEqual([`PUT cards/${cardId}`]);
    expect(data.updateCard).toMatchObject({
      outcome: 'APPLIED',
      card: { name: 'Other', cardType: 'IMAGE_WEBSITE', components: [{}, {}] },
    });
  });

  test('keeps its name, which cannot be cleared', async () => {
    const cardId = await made();
    await expectRefused(mutate('updateCard', { cardId, name: null }), 'input.name');
  });

  test('changes its type with its components, and can switch to slides and back', async () => {
    const cardId = await made();
    const toVideo = await mutate('updateCard', { cardId, components: [video, button] });
    expect(toVideo.data.updateCard.card.cardType).toBe('VIDEO_APP');
    const toSlides = await mutate('updateCard', { cardId, slides: [[image, details]] });
    expect(toSlides.data.updateCard.card).toMatchObject({
      cardType: 'IMAGE_MULTI_DEST_CAROUSEL_WEBSITE',
      components: null,
    });
    const back = await mutate('updateCard', { cardId, components: [image, details] });
    expect(back.data.updateCard.card).toMatchObject({ cardType: 'IMAGE_WEBSITE', slides: null });
    await expectRefused(
      mutate('updateCard', { cardId, components: [image, details], slides: [[image, details]] }),
      'input.slides',
    );
  });

  test('is deleted softly: hidden, and shown on request', async () => {
    const cardId = await made();
    const { data } = await mutate('deleteCard', { cardId });
    expect(data.deleteCard).toMatchObject({ outcome: 'APPLIED', card: { deleted: true } });
    expect((await read(cardId)).data.account.card).toBeNull();
    const shown = await read(cardId, ', withDeleted: true');
    expect(shown.data.account.card).toMatchObject({ restId: cardId, deleted: true });
    const again = await mutate('deleteCard', { cardId });
    expect(again.data.deleteCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'CARD_NOT_FOUND' }],
    });
  });

  test('is null if it does not exist, and its update is refused by the API', async () => {
    const { data, errors } = await read('99');
    expect(errors).toBeUndefined();
    expect(data.account.card).toBeNull();
    const update = await mutate('updateCard', { cardId: '99', name: 'Nobody' });
    expect(update.data.updateCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'CARD_NOT_FOUND' }],
    });
  });

  test('never has the name of a collection as its id', async () => {
    for (const id of ['all', 'poll', 'image_conversation']) await expectRefused(read(id), 'id');
    await expectRefused(mutate('deleteCard', { cardId: 'all' }), 'input.cardId');
  });

  test('is found by its global id, many of them in one call', async () => {
    const ids = [await made(), await made()];
    const global = ids.map((id) => `Card:${a}:${id}`);
    const { data, calls } = await running.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Card { cardType } } }',
      { ids: global },
    );
    expect(data.nodes).toEqual(global.map((id) => ({ id, cardType: 'IMAGE_WEBSITE' })));
    expect(requests(calls, a)).toEqual(['GET cards']);
    expect(calls[0]?.query['card_id']).toBe(ids.join(','));
  });

  test('shows a component of an unknown kind unchanged', async () => {
    put(
      running,
      { account: a, entity: 'Card' },
      {
        id: '77',
        components: [{ type: 'HOLOGRAM', depth: 3 }],
      },
    );
    const { data } = await running.ask(
      `{ account(id: "${a}") { card(id: "77") {
        components { __typename ... on UnrecognizedObject { value } } } } }`,
    );
    expect(data.account.card.components).toEqual([
      { __typename: 'UnrecognizedObject', value: { type: 'HOLOGRAM', depth: 3 } },
    ]);
  });
});

interface Typed {
  readonly __typename: string;
}

const others = (): void => {
  const of = (entity: string) => ({ account: a, entity });
  put(running, of('PollCard'), {
    id: 'p1',
    name: 'Poll',
    card_uri: 'card://501',
    card_type: 'TEXT_POLLS',
    first_choice: 'Tea',
    second_choice: 'Coffee',
    duration_in_minutes: '60',
  });
  put(running, of('ImageConversationCard'), {
    id: 'i1',
    name: 'Talk',
    card_uri: 'card://502',
    card_type: 'IMAGE_CONVERSATION',
    first_cta: '#Talk',
    image_display_width: '1200',
  });
  put(running, of('VideoConversationCard'), {
    id: 'v1',
    name: 'Film',
    card_uri: 'card://503',
    card_type: 'VIDEO_CONVERSATION',
    first_cta: '#Film',
    video_width: '16',
  });
  put(running, of('LegacyCard'), {
    id: 'o1',
    name: 'Old',
    card_uri: 'card://504',
    card_type: 'VIDEO_WEBSITE',
    video_width: '1920',
    content_duration_seconds: '8',
    video_owner_id: '1480000000000000501',
  });
};

describe('the emulator', () => {
  const website = { type: 'WEBSITE', url: 'https://shop.example' };
  const components = [
    { type: 'MEDIA', media_key: '3_1' },
    { type: 'DETAILS', title: 'Shop', destination: website },
  ];

  test('answers a creation with an object, and any path that names a card with an array', async () => {
    const client = signedClient(running.emulator);
    const cards = `/12/accounts/${a}/cards`;
    const { body: created } = await client.json(cards, { name: 'Card', components });
    expect(created['data']).not.toBeInstanceOf(Array);
    const one = `${cards}/${created['data']?.['id']}`;
    const answers = [
      await client.get(one),
      await client.send('PUT', one, { json: { name: 'Other' } }),
      await client.del(one),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body['data']).toHaveLength(1);
    }
    await client.close();
  });

  test('enforces the limits of cards itself', async () => {
    const client = signedClient(running.emulator);
    const send = (json: object) => client.json(`/12/accounts/${a}/cards`, json);
    for (const [json, code] of [
      [{ components }, 'MISSING_PARAMETER'],
      [{ name: 'n'.repeat(81), components }, 'INVALID_PARAMETER'],
      [{ name: 'Card', components, slides: [components] }, 'EXCLUSIVE_PARAMETERS'],
      [{ name: 'Card', components: components.slice(1) }, 'INVALID_PARAMETER'],
      [{ name: 'Card', components: [{ type: 'HOLOGRAM' }, components[1]] }, 'INVALID_PARAMETER'],
    ] as const) {
      const { status, body } = await send(json);
      expect([status, body['errors']?.[0]?.['code']]).toEqual([400, code]);
    }
    await client.close();
  });
});

describe('cards of every kind', () => {
  const any = `
    __typename
    ... on Card { id cardType cardUri components { __typename } }
    ... on PollCard { id cardType cardUri firstChoice durationInMinutes }
    ... on ImageConversationCard { id cardType cardUri imageDisplayWidth }
    ... on VideoConversationCard { id cardType cardUri videoWidth }
    ... on LegacyCard { id cardType cardUri videoWidth contentDurationSeconds videoOwnerId }`;

  test('are found by their URIs in one call, each with its own type, old numeric values as text', async () => {
    others();
    const { data: created } = await create({ components: [image, details] });
    const { cardUri, restId } = created.createCard.card;
    const uris = [cardUri, 'card://501', 'card://502', 'card://503', 'card://504', 'card://999'];
    const { data, calls } = await running.ask(
      `query ($uris: [String!]!) { account(id: "${a}") { cardsByUri(cardUris: $uris) { ${any} } } }`,
      { uris },
    );
    const byType = Object.fromEntries(
      data.account.cardsByUri.map((card: Typed) => [card.__typename, card]),
    );
    expect(data.account.cardsByUri).toHaveLength(5);
    expect(byType).toEqual({
      Card: {
        __typename: 'Card',
        id: `Card:${a}:${restId}`,
        cardType: 'IMAGE_WEBSITE',
        cardUri,
        components: [{ __typename: 'MediaComponent' }, { __typename: 'DetailsComponent' }],
      },
      PollCard: {
        __typename: 'PollCard',
        id: `PollCard:${a}:p1`,
        cardType: 'TEXT_POLLS',
        cardUri: 'card://501',
        firstChoice: 'Tea',
        durationInMinutes: '60',
      },
      ImageConversationCard: {
        __typename: 'ImageConversationCard',
        id: `ImageConversationCard:${a}:i1`,
        cardType: 'IMAGE_CONVERSATION',
        cardUri: 'card://502',
        imageDisplayWidth: '1200',
      },
      VideoConversationCard: {
        __typename: 'VideoConversationCard',
        id: `VideoConversationCard:${a}:v1`,
        cardType: 'VIDEO_CONVERSATION',
        cardUri: 'card://503',
        videoWidth: '16',
      },
      LegacyCard: {
        __typename: 'LegacyCard',
        id: `LegacyCard:${a}:o1`,
        cardType: 'VIDEO_WEBSITE',
        cardUri: 'card://504',
        videoWidth: '1920',
        contentDurationSeconds: '8',
        videoOwnerId: '1480000000000000501',
      },
    });
    expect(requests(calls, a)).toEqual(['GET cards/all']);
    expect(calls[0]?.query['card_uris']).toBe(uris.join(','));
  });

  test('accept 200 URIs of the form card://<id>, and not one more', async () => {
    const ask = (uris: readonly string[]) =>
      running.ask(
        `query ($uris: [String!]!) { account(id: "${a}") { cardsByUri(cardUris: $uris) { __typename } } }`,
        { uris },
      );
    const uris = Array.from({ length: 201 }, (_, index) => `card://${index}`);
    const most = await ask(uris.slice(1));
    expect(most.data.account.cardsByUri).toEqual([]);
    expect(most.calls).toHaveLength(1);
    await expectRefused(ask(uris), 'cardUris');
    await expectRefused(ask(['https://shop.example']), 'cardUris[0]');
    await expectRefused(ask([]), 'cardUris');
  });

  test('are found by their ids, upstream or global, deleted ones on request', async () => {
    others();
    const sliced = await create({ slides: [[image, details]] });
    const { restId } = sliced.data.createCard.card;
    const { data, errors, calls } = await running.ask(
      `{ account(id: "${a}") {
        sliced: anyCard(id: "${restId}") { __typename }
        poll: anyCard(id: "p1") { ${any} }
        video: anyCard(id: "VideoConversationCard:${a}:v1") { ${any} }
        legacy: anyCard(id: "LegacyCard:${a}:o1") { ${any} }
        nothing: anyCard(id: "x9") { __typename } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.account).toMatchObject({
      sliced: { __typename: 'Card' },
      poll: { __typename: 'PollCard', id: `PollCard:${a}:p1` },
      video: { __typename: 'VideoConversationCard', id: `VideoConversationCard:${a}:v1` },
      legacy: { __typename: 'LegacyCard', videoWidth: '1920' },
      nothing: null,
    });
    expect(requests(calls, a).toSorted()).toEqual([
      `GET cards/all/${restId}`,
      'GET cards/all/o1',
      'GET cards/all/p1',
      'GET cards/all/v1',
      'GET cards/all/x9',
    ]);
    put(running, { account: a, entity: 'LegacyCard' }, { id: 'o2', deleted: true });
    const deleted = await running.ask(
      `{ account(id: "${a}") { hidden: anyCard(id: "o2") { __typename }
        shown: anyCard(id: "o2", withDeleted: true) { __typename } } }`,
    );
    expect(deleted.data.account).toEqual({ hidden: null, shown: { __typename: 'LegacyCard' } });
    await expectRefused(
      running.ask(`{ account(id: "${a}") { anyCard(id: "Campaign:${a}:c1") { __typename } } }`),
      'id',
    );
  });

  test('link to their account without a call for ids', async () => {
    others();
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { anyCard(id: "o1") { ... on LegacyCard { account { restId } } } } }`,
    );
    expect(data.account.anyCard.account.restId).toBe(a);
    expect(calls).toHaveLength(1);
  });
});

describe('the list of cards', () => {
  const list = (args: string, more = '') =>
    running.ask(
      `{ account(id: "${a}") { cards${args} { nodes { __typename id restId name cardType } ${more} } } }`,
    );

  test('has the cards made of components by default, and the others on request', async () => {
    others();
    await create({ name: 'New', components: [image, details] });
    const { data } = await list('');
    expect(data.account.cards.nodes.map(({ name }: { name: string }) => name)).toEqual(['New']);
    const { data: all, calls } = await list('(includeLegacyCards: true)');
    const { nodes } = all.account.cards;
    expect(nodes).toHaveLength(5);
    const kinds = [];
    for (const { __typename, id, restId } of nodes) {
      expect(__typename).toBe('Card');
      const found = await running.ask(
        `query ($id: ID!) { account(id: "${a}") { anyCard(id: $id) { __typename ... on PollCard { restId } ... on Card { restId } ... on LegacyCard { restId } ... on ImageConversationCard { restId } ... on VideoConversationCard { restId } } } }`,
        { id },
      );
      expect(found.data.account.anyCard.restId).toBe(restId);
      // One id has one type, wherever it is shown.
      expect(id).toBe(`Card:${a}:${restId}`);
      kinds.push(found.data.account.anyCard.__typename);
    }
    expect(kinds.toSorted()).toEqual([
      'Card',
      'ImageConversationCard',
      'LegacyCard',
      'PollCard',
      'VideoConversationCard',
    ]);
    expect(calls[0]?.query['include_legacy_cards']).toBe('true');
  });

  test('accepts the ids of all cards that it shows', async () => {
    others();
    await create({ name: 'New', components: [image, details] });
    const { nodes } = (await list('(includeLegacyCards: true)')).data.account.cards;
    expect(nodes).toHaveLength(5);
    for (const { id, restId } of nodes) {
      for (const form of [id, restId]) {
        const found = await list(`(cardIds: ["${form}"], includeLegacyCards: true)`);
        expect(found.errors).toBeUndefined();
        expect(found.data.account.cards.nodes.map((node: { id: string }) => node.id)).toEqual([id]);
        expect(found.calls.map(({ query }) => query['card_id'])).toEqual([restId]);
      }
    }
    const legacy = nodes.find(({ restId }: { restId: string }) => !/^\d+$/.test(restId));
    const without = await list(`(cardIds: ["${legacy.id}"])`);
    expect([without.errors, without.data.account.cards.nodes]).toEqual([undefined, []]);
    await expectRefused(list(`(cardIds: ["Campaign:${a}:c1"])`), 'cardIds[0]');
  });

  test('has ids that `node` resolves to the same type and values', async () => {
    others();
    await create({ name: 'New', components: [image, details] });
    const { nodes } = (await list('(includeLegacyCards: true)')).data.account.cards;
    expect(nodes).toHaveLength(5);
    const shown = '{ __typename id ... on Card { restId name cardType } }';
    for (const node of nodes) {
      const found = await running.ask(`query ($id: ID!) { node(id: $id) ${shown} }`, {
        id: node.id,
      });
      expect(found.errors).toBeUndefined();
      expect(found.data.node).toEqual(node);
      expect(found.calls).toHaveLength(1);
    }
    const ids = nodes.map(({ id }: { id: string }) => id);
    const all = await running.ask(`query ($ids: [ID!]!) { nodes(ids: $ids) ${shown} }`, { ids });
    expect(all.data.nodes).toEqual(nodes);
    expect(requests(all.calls, a)).toEqual(['GET cards']);
  });

  test('is filtered by ids, URIs, types and the beginning of names', async () => {
    const first = await create({ name: 'Alpha', components: [image, details] });
    const second = await create({ name: 'Beta', components: [video, button] });
    const { restId } = first.data.createCard.card;
    const { cardUri } = second.data.createCard.card;
    for (const [args, name, sent] of [
      [`(cardIds: ["Card:${a}:${restId}"])`, 'Alpha', { card_id: restId }],
      [`(cardUris: ["${cardUri}"])`, 'Beta', { card_uris: cardUri }],
      ['(cardTypes: [VIDEO_APP, IMAGE_APP])', 'Beta', { card_types: 'VIDEO_APP,IMAGE_APP' }],
      ['(q: "ALP")', 'Alpha', { q: 'ALP' }],
    ] as const) {
      const { data, calls } = await list(args);
      expect(data.account.cards.nodes.map((node: { name: string }) => node.name)).toEqual([name]);
      expect(calls[0]?.query).toMatchObject(sent);
    }
  });

  test('returns at most 200 rows, and accepts 200 ids and 80 characters of a name', async () => {
    const ids = (count: number) => `[${'"1", '.repeat(count)}]`;
    const most = await list(`(first: 200, cardIds: ${ids(200)}, q: "${'q'.repeat(80)}")`);
    expect(most.errors).toBeUndefined();
    await expectRefused(list('(first: 201)'), 'first');
    await expectRefused(list(`(cardIds: ${ids(201)})`), 'cardIds');
    await expectRefused(list(`(q: "${'q'.repeat(81)}")`), 'q');
  });

  test('counts its rows', async () => {
    await create({ components: [image, details] });
    await create({ components: [image, details] });
    const { data } = await list('(first: 1)', 'totalCount');
    expect(data.account.cards.totalCount).toBe(2);
  });
});
