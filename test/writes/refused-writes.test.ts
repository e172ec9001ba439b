import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';

const a = 'rfw1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const told = 'outcome errors { code message argument parameter }';

describe('a violation of a documented rule', () => {
  test('is reported beside the outcome, every fault with its argument, and nothing is sent', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { ${told} campaign { id } } }`,
      {
        input: {
          accountId: `Campaign:${a}:c1`,
          fundingInstrumentId: 'Campaign:other:c1',
          name: 'n'.repeat(256),
          dailyBudgetAmountLocalMicro: '9',
          totalBudgetAmountLocalMicro: '8',
          standardDelivery: true,
        },
      },
    );
    expect(errors).toBeUndefined();
    expect(calls).toEqual([]);
    const { outcome, campaign, errors: faults } = data.createCampaign;
    expect([outcome, campaign]).toEqual(['REJECTED', null]);
    expect(faults.map(({ argument }: { argument: string }) => argument).toSorted()).toEqual([
      'input.accountId',
      'input.dailyBudgetAmountLocalMicro',
      'input.fundingInstrumentId',
      'input.name',
    ]);
    for (const { code, message } of faults) {
      expect(code).toBe('BAD_USER_INPUT');
      expect(message).not.toBe('');
    }
  });

  test('in a batch is at its item; the others are NOT_APPLIED, the payload is REJECTED', async () => {
    const sound = {
      fundingInstrumentId: 'f1',
      name: 'Fine',
      dailyBudgetAmountLocalMicro: '5000000',
    };
    const { data, calls } = await running.ask(
      `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { ${told} rows { id } results { index ${told} } } }`,
      {
        input: {
          accountId: a,
          operations: [
            { create: sound },
            { create: { ...sound, name: '', fundingInstrumentId: 'LineItem:x:y' } },
            { update: { campaignId: 'c1', name: 'x'.repeat(256) } },
            { delete: { campaignId: 'c2' } },
          ],
        },
      },
    );
    expect(calls).toEqual([]);
    const { outcome, errors, rows, results } = data.batchCampaigns;
    expect({ outcome, errors, rows }).toEqual({ outcome: 'REJECTED', errors: [], rows: [] });
    expect(results).toMatchObject([
      { index: 0, outcome: 'NOT_APPLIED', errors: [] },
      {
        index: 1,
        outcome: 'REJECTED',
        errors: [
          { code: 'BAD_USER_INPUT', argument: 'input.operations[1].create.fundingInstrumentId' },
          { code: 'BAD_USER_INPUT', argument: 'input.operations[1].create.name' },
        ],
      },
      {
        index: 2,
        outcome: 'REJECTED',
        errors: [{ code: 'BAD_USER_INPUT', argument: 'input.operations[2].update.name' }],
      },
      { index: 3, outcome: 'NOT_APPLIED', errors: [] },
    ]);
  });

  test('is reported for at most a hundred places, with the number of further ones', async () => {
    const users = Array.from({ length: 150 }, () => ({ email: ['no hash'] }));
    const { data, calls } = await running.ask(
      `mutation ($users: [CustomAudienceUser!]!) { updateCustomAudienceUsers(input: { accountId: "${a}", customAudienceId: "au1", operations: [{ update: { users: $users } }] }) { ${told} } }`,
      { users },
    );
    expect(calls).toEqual([]);
    const { outcome, errors } = data.updateCustomAudienceUsers;
    expect([outcome, errors.length]).toEqual(['REJECTED', 101]);
    expect(errors[0].argument).toBe('input.operations[0].update.users[0].email[0]');
    expect(errors[100].message).toContain('50 more');
  });

  test('is an error of GraphQL only if the input as a whole has another shape', async () => {
    const { data, errors } = await running.ask(
      `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { ${told} } }`,
      { input: { accountId: a, fundingInstrumentId: 'f1', name: 7, colour: 'red' } },
    );
    expect(data).toBeUndefined();
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('a refusal of the API without an error', () => {
  test.each([
    ['400 without a body', 400, {}, 'UPSTREAM_REJECTED'],
    ['404 with text', 404, { text: 'no' }, 'NOT_FOUND'],
    ['409 without errors', 409, { json: { errors: [] } }, 'CONFLICT'],
    ['422 with another JSON', 422, { json: { hint: 'no' } }, 'UPSTREAM_REJECTED'],
  ])('%s is REJECTED with one error that says so', async (_what, status, body, code) => {
    running.emulator.fault({ fault: { kind: 'answer', status, ...body } });
    const { data, errors, calls } = await running.ask(
      `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "n" }) { outcome errors { code reason status message } } }`,
    );
    expect([errors, calls.length]).toEqual([undefined, 1]);
    expect(data.createCampaign).toEqual({
      outcome: 'REJECTED',
      errors: [
        {
          code,
          reason: null,
          status,
          message: expect.stringContaining(`refused this with status ${status}`),
        },
      ],
    });
  });

  test('of a batch has the error at the batch, and its items are NOT_APPLIED', async () => {
    running.emulator.fault({ fault: { kind: 'answer', status: 400 } });
    const { data } = await running.ask(
      `mutation { batchCampaigns(input: { accountId: "${a}", operations: [{ delete: { campaignId: "c1" } }] }) { outcome errors { code status } results { outcome errors { code } } } }`,
    );
    expect(data.batchCampaigns).toEqual({
      outcome: 'REJECTED',
      errors: [{ code: 'UPSTREAM_REJECTED', status: 400 }],
      results: [{ outcome: 'NOT_APPLIED', errors: [] }],
    });
  });
});

describe('null', () => {
  const mutate = (name: string, input: object) =>
    running.ask(
      `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${told} } }`,
      { input: { accountId: a, ...input } },
    );

  test.each([
    ['updateAccount', {}, 'name', ''],
    ['updateCampaign', { campaignId: 'c1' }, 'name', ''],
    ['updateCustomAudience', { customAudienceId: 'au1' }, 'name', ''],
    ['updateCard', { cardId: '1' }, 'name', ''],
    ['updateCard', { cardId: '1' }, 'components', []],
    ['updateCard', { cardId: '1' }, 'slides', []],
    ['updateVideoConversationCard', { cardId: 'v1' }, 'name', ''],
    ['updateVideoConversationCard', { cardId: 'v1' }, 'firstCta', ''],
    ['updateVideoConversationCard', { cardId: 'v1' }, 'firstCtaTweet', ''],
    ['updatePrerollCallToAction', { prerollCallToActionId: 'k1' }, 'callToActionUrl', ''],
    ['updateTrackingTag', { trackingTagId: 'k1' }, 'trackingTagUrl', ''],
  ])('of %s with %j is refused for `%s` as %j is', async (name, input, argument, empty) => {
    for (const value of [null, empty]) {
      const { data, errors, calls } = await mutate(name, { ...input, [argument]: value });
      // GraphQL itself refuses null for a required value.
      const faults = data === undefined ? errors : data[name].errors;
      expect(faults[0].argument ?? faults[0].extensions.argument).toContain(`nput.${argument}`);
      expect(calls).toEqual([]);
    }
  });

  test('is refused in an item of a batch too', async () => {
    const operations = [{ update: { campaignId: 'c1', name: null } }];
    const { data, calls } = await running.ask(
      `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { results { ${told} } } }`,
      { input: { accountId: a, operations } },
    );
    expect(calls).toEqual([]);
    expect(data.batchCampaigns.results).toMatchObject([
      { outcome: 'REJECTED', errors: [{ argument: 'input.operations[0].update.name' }] },
    ]);
  });

  test.each([
    ['updateCampaign', { campaignId: 'c1', purchaseOrderNumber: null }, 'purchase_order_number='],
    ['updateCustomAudience', { customAudienceId: 'au1', description: null }, 'description='],
    ['updateDraftTweet', { draftTweetId: '1', mediaKeys: null, name: null }, 'media_keys=&name='],
    [
      'updateVideoConversationCard',
      { cardId: 'v1', thirdCta: null, thirdCtaTweet: null, thankYouUrl: null },
      'thank_you_url=&third_cta=&third_cta_tweet=',
    ],
  ])('of %s with %j is sent', async (name, input, body) => {
    expect((await mutate(name, input)).calls.map((call) => call.body)).toEqual([body]);
  });
});

describe('an id of a post or user', () => {
  const promote = (tweetId: string) =>
    running.ask(
      `mutation { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l1", tweetIds: ["${tweetId}"] }) { ${told} } }`,
    );

  test.each(['9223372036854775808', '9999999999999999999', '12345678901234567890'])(
    'beyond 64 bits, %s, is refused',
    async (tweetId) => {
      const { data, calls } = await promote(tweetId);
      expect(data.createPromotedTweets).toMatchObject({
        outcome: 'REJECTED',
        errors: [{ code: 'BAD_USER_INPUT', argument: 'input.tweetIds[0]' }],
      });
      expect(calls).toEqual([]);
    },
  );

  test('of 64 bits is sent unchanged', async () => {
    const { calls } = await promote('9223372036854775807');
    expect(calls[0]?.body).toContain('tweet_ids=9223372036854775807');
  });
});

describe('a refusal of the API names the argument', () => {
  const refuse = (json: object) =>
    running.emulator.fault({ match: {}, fault: { kind: 'answer', status: 400, json } });

  test.each([
    ['name', 'input.name'],
    ['account_id', 'input.accountId'],
    ['nonsense', null],
    ['__proto__', null],
  ])('that it calls %s', async (parameter, argument) => {
    refuse({ errors: [{ code: 'INVALID', message: 'No.', parameter }] });
    const { data } = await running.ask(
      `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "x", dailyBudgetAmountLocalMicro: 5000000 }) { ${told} } }`,
    );
    expect(data.createCampaign).toEqual({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID', message: 'No.', argument, parameter }],
    });
  });

  test('also inside a nested body', async () => {
    const components = [
      { media: { mediaKey: '3_1' } },
      { details: { title: 'Shop', destination: { website: { url: 'https://shop.example/' } } } },
    ];
    refuse({
      errors: [{ code: 'INVALID', message: 'No.', parameter: 'components[0].media_key' }],
    });
    const card = await running.ask(
      `mutation ($input: CreateCardInput!) { createCard(input: $input) { ${told} } }`,
      { input: { accountId: a, name: 'x', components } },
    );
    expect(card.data.createCard.errors[0].argument).toBe('input.components[0].mediaKey');
  });

  test('in the item of the batch that it is about', async () => {
    refuse({
      operation_errors: [[], [{ code: 'INVALID', message: 'No.', parameter: 'name' }]],
    });
    const { data } = await running.ask(
      `mutation { batchCampaigns(input: { accountId: "${a}", operations: [{ delete: { campaignId: "c1" } }, { update: { campaignId: "c2", name: "y" } }] }) { results { ${told} } } }`,
    );
    expect(data.batchCampaigns.results[1]).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ argument: 'input.operations[1].update.name', parameter: 'name' }],
    });
  });
});
