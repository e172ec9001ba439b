import { beforeEach, describe, expect, test } from 'vitest';
import { cardsWorld, put } from '../support/cards-world.ts';

import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';
import { expectRefused } from '../support/refusals.ts';

const a = 'pol1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  cardsWorld(running, a);
});

const selection = `restId name cardType cardUri deleted firstChoice secondChoice thirdChoice
  fourthChoice durationInMinutes startTime endTime createdAt mediaUrl imageDisplayWidth
  imageDisplayHeight image videoUrl videoWidth contentDurationSeconds`;
const create = (input: object) =>
  running.ask(
    `mutation ($input: CreatePollCardInput!) {
      createPollCard(input: $input) { outcome errors { code argument parameter } pollCard { ${selection} raw } } }`,
    {
      input: {
        accountId: a,
        name: 'Poll',
        durationInMinutes: 60,
        firstChoice: 'Tea',
        secondChoice: 'Coffee',
        ...input,
      },
    },
  );
const remove = (cardId: string) =>
  running.ask(
    `mutation ($input: DeletePollCardInput!) {
      deletePollCard(input: $input) { outcome errors { code argument } pollCard { ${selection} raw } } }`,
    { input: { accountId: a, cardId } },
  );
const read = (id: string, args = '') =>
  running.ask(`{ account(id: "${a}") { pollCard(id: "${id}"${args}) { ${selection} } } }`);

const grantMediaPolls = () =>
  running.emulator.store.insert('Feature', a, { id: 'PROMOTED_MEDIA_POLLS' });

describe('a new poll', () => {
  test('is created in one call, opens at once and closes after its minutes', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { data, calls } = await create({ name: 'Drinks', durationInMinutes: 1440 });
    expect(requests(calls, a)).toEqual(['POST cards/poll']);
    expect(form(calls[0]?.body ?? '')).toEqual({
      name: 'Drinks',
      duration_in_minutes: '1440',
      first_choice: 'Tea',
      second_choice: 'Coffee',
    });
    const { outcome, pollCard } = data.createPollCard;
    expect(outcome).toBe('APPLIED');
    expect(pollCard).toMatchObject({
      name: 'Drinks',
      cardType: 'TEXT_POLLS',
      cardUri: expect.stringMatching(/^card:\/\/\d+$/),
      firstChoice: 'Tea',
      secondChoice: 'Coffee',
      thirdChoice: null,
      fourthChoice: null,
      durationInMinutes: '1440',
      mediaUrl: null,
    });
    expect(pollCard.startTime).toBe(pollCard.createdAt);
    expect(Date.parse(pollCard.startTime)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(pollCard.endTime) - Date.parse(pollCard.startTime)).toBe(86_400_000);
    expect(Object.keys(pollCard.raw)).not.toContain('third_choice');
  });

  test('is found again by id and by its URI', async () => {
    const { data } = await create({});
    const { restId, cardUri } = data.createPollCard.pollCard;
    const one = await read(restId.toUpperCase());
    expect(one.data.account.pollCard).toMatchObject({ restId, cardUri });
    expect(requests(one.calls, a)).toEqual([`GET cards/poll/${restId}`]);
    const byUri = await running.ask(
      `{ account(id: "${a}") { cardsByUri(cardUris: ["${cardUri}"]) { ... on PollCard { restId } } } }`,
    );
    expect(byUri.data.account.cardsByUri).toEqual([{ restId }]);
  });

  test('has its choices in order: a third needs two, a fourth needs three', async () => {
    await expectRefused(create({ fourthChoice: 'Water' }), 'input.fourthChoice');
    const three = await create({ thirdChoice: 'Juice' });
    expect(three.data.createPollCard.pollCard).toMatchObject({ thirdChoice: 'Juice' });
    const four = await create({ thirdChoice: 'Juice', fourthChoice: 'Water' });
    expect(four.data.createPollCard.pollCard).toMatchObject({
      thirdChoice: 'Juice',
      fourthChoice: 'Water',
    });
  });

  test('has choices of 25 characters, and not of 26', async () => {
    const [most, more] = ['é'.repeat(25), 'é'.repeat(26)];
    const { data } = await create({
      firstChoice: most,
      secondChoice: most,
      thirdChoice: most,
      fourthChoice: most,
    });
    expect(data.createPollCard).toMatchObject({
      outcome: 'APPLIED',
      pollCard: { fourthChoice: most },
    });
    const all = { firstChoice: 'a', secondChoice: 'b', thirdChoice: 'c', fourthChoice: 'd' };
    for (const name of Object.keys(all)) {
      await expectRefused(create({ ...all, [name]: more }), `input.${name}`);
    }
  });

  test('is open for 5 to 10080 minutes', async () => {
    for (const durationInMinutes of [4, 10_081]) {
      await expectRefused(create({ durationInMinutes }), 'input.durationInMinutes');
    }
    for (const durationInMinutes of [5, 10_080]) {
      const { data } = await create({ durationInMinutes });
      expect(data.createPollCard.pollCard.durationInMinutes).toBe(String(durationInMinutes));
    }
  });

  test('has a name of 80 characters at most', async () => {
    expect((await create({ name: 'n'.repeat(80) })).data.createPollCard.outcome).toBe('APPLIED');
    await expectRefused(create({ name: 'n'.repeat(81) }), 'input.name');
  });

  test('shows media only in accounts with the feature, and returns its URL, not its key', async () => {
    const refused = await create({ mediaKey: '3_1' });
    expect(refused.data.createPollCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'FEATURE_NOT_AVAILABLE' }],
      pollCard: null,
    });
    grantMediaPolls();
    const image = await create({ mediaKey: '3_1' });
    expect(image.data.createPollCard.pollCard).toMatchObject({
      cardType: 'IMAGE_POLLS',
      mediaUrl: 'https://media.example/3_1',
      image: 'https://media.example/3_1',
      imageDisplayWidth: '1200',
      imageDisplayHeight: '628',
      videoUrl: null,
    });
    expect(JSON.stringify(image.data.createPollCard.pollCard.raw)).not.toContain('media_key');
    const video = await create({ mediaKey: '13_1' });
    expect(video.data.createPollCard.pollCard).toMatchObject({
      cardType: 'VIDEO_POLLS',
      videoUrl: 'https://media.example/13_1',
      videoWidth: '16',
      contentDurationSeconds: '6',
    });
  });

  test('shows no narrow image, none of another ratio than 1.91:1, no GIF, and no missing media', async () => {
    grantMediaPolls();
    for (const [mediaKey, code] of [
      ['3_7', 'INVALID_MEDIA'],
      ['3_8', 'INVALID_MEDIA'],
      ['16_1', 'INVALID_MEDIA'],
      ['3_99', 'MEDIA_NOT_FOUND'],
    ]) {
      const { data } = await create({ mediaKey });
      expect(data.createPollCard).toMatchObject({
        outcome: 'REJECTED',
        errors: [{ code, parameter: 'media_key' }],
      });
    }
  });
});

describe('a poll', () => {
  test('is deleted permanently: shown once more, then never found', async () => {
    const { data } = await create({});
    const { restId, cardUri } = data.createPollCard.pollCard;
    const deleted = await remove(`PollCard:${a}:${restId}`);
    expect(requests(deleted.calls, a)).toEqual([`DELETE cards/poll/${restId}`]);
    expect(deleted.data.deletePollCard).toMatchObject({
      outcome: 'APPLIED',
      pollCard: { restId, name: 'Poll', cardType: 'TEXT_POLLS', deleted: true, firstChoice: null },
    });
    // The columns that the documentation shows of a deleted poll, and nothing else.
    expect(Object.keys(deleted.data.deletePollCard.pollCard.raw).sort()).toEqual([
      'card_type',
      'created_at',
      'deleted',
      'id',
      'name',
      'start_time',
      'updated_at',
    ]);
    const { data: gone } = await running.ask(
      `{ account(id: "${a}") {
        pollCard(id: "${restId}", withDeleted: true) { name }
        pollCards(withDeleted: true) { nodes { restId } }
        cardsByUri(cardUris: ["${cardUri}"], withDeleted: true) { __typename } } }`,
    );
    expect(gone.account).toEqual({ pollCard: null, pollCards: { nodes: [] }, cardsByUri: [] });
    expect((await remove(restId)).data.deletePollCard).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'CARD_NOT_FOUND' }],
    });
  });

  test('is not found as a card of another kind by its global id', async () => {
    await expectRefused(remove(`Card:${a}:123`), 'input.cardId');
    await expectRefused(read(`ImageConversationCard:${a}:i1`), 'id');
  });

  test('is listed by ids and the beginning of its name, and by global ids in one call', async () => {
    for (const [id, name] of [
      ['p1', 'Alpha'],
      ['p2', 'Beta'],
    ] as const) {
      put(running, { account: a, entity: 'PollCard' }, { id, name, first_choice: 'x' });
    }
    const list = async (args: string) => {
      const { data, calls } = await running.ask(
        `{ account(id: "${a}") { pollCards${args} { nodes { restId } } } }`,
      );
      const ids = data.account.pollCards.nodes.map((node: { restId: string }) => node.restId);
      return { ids, query: calls[0]?.query };
    };
    expect(await list('(q: "be")')).toMatchObject({ ids: ['p2'], query: { q: 'be' } });
    expect(await list(`(cardIds: ["PollCard:${a}:p1", "p2"])`)).toMatchObject({
      ids: ['p1', 'p2'],
      query: { card_ids: 'p1,p2' },
    });
    const { data, calls } = await running.ask(
      `{ nodes(ids: ["PollCard:${a}:p2", "PollCard:${a}:p1"]) { ... on PollCard { name account { restId } } } }`,
    );
    expect(data.nodes).toEqual([
      { name: 'Beta', account: { restId: a } },
      { name: 'Alpha', account: { restId: a } },
    ]);
    expect(requests(calls, a)).toEqual(['GET cards/poll']);
  });
});
