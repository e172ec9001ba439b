import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';

const a = 'amo1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const told = 'outcome errors { reason message argument min max }';
const create = (input: object) =>
  running.ask(
    `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { ${told} campaign { dailyBudget { amount micros } totalBudget { micros } } } }`,
    { input: { accountId: a, fundingInstrumentId: 'f1', name: 'Spring', ...input } },
  );
const update = (input: object) =>
  running.ask(
    `mutation ($input: UpdateLineItemInput!) { updateLineItem(input: $input) { ${told} lineItem { bidAmountLocalMicro } } }`,
    { input: { accountId: a, lineItemId: 'l1', ...input } },
  );
const sentBudget = (body: string | null | undefined) =>
  new URLSearchParams(body ?? '').get('daily_budget_amount_local_micro');

describe('an amount as people write it', () => {
  test.each([
    ['12.50', '12500000', '12.5'],
    ['12', '12000000', '12'],
    ['0', '0', '0'],
    ['0.000001', '1', '0.000001'],
    ['007.5', '7500000', '7.5'],
    ['9223372036854.775807', '9223372036854775807', '9223372036854.775807'],
    [12, '12000000', '12'],
  ])('%j is sent as %s micros', async (dailyBudget, micros, amount) => {
    const { data, calls } = await create({ dailyBudget });
    expect(calls.map(({ method }) => method)).toEqual(['POST']);
    expect(sentBudget(calls[0]?.body)).toBe(micros);
    expect(data.createCampaign).toMatchObject({
      outcome: 'APPLIED',
      campaign: { dailyBudget: { amount, micros } },
    });
  });

  test.each([
    '',
    '  ',
    '12,50',
    '1e3',
    '1.1234567',
    '.5',
    '5.',
    '+5',
    '１２',
    '12 EUR',
    12.5,
    true,
  ])('%j is MALFORMED, beside the other faults', async (dailyBudget) => {
    const { data, errors, calls } = await create({ dailyBudget, name: '' });
    expect([errors, calls]).toEqual([undefined, []]);
    expect(data.createCampaign.errors).toContainEqual({
      reason: 'MALFORMED',
      message: 'Daily budget must be an amount such as 12.50, with at most 6 decimals.',
      argument: 'input.dailyBudget',
      min: null,
      max: null,
    });
    expect(data.createCampaign.errors).toHaveLength(2);
  });

  test.each([
    [{ dailyBudget: '-0.5' }, 'OUT_OF_RANGE', 'Daily budget must not be negative.', '0', null],
    [
      { dailyBudget: '9223372036855' },
      'OUT_OF_RANGE',
      'Daily budget must be at most 9223372036854.775807.',
      null,
      '9223372036854.775807',
    ],
    [
      { dailyBudget: '12.5', totalBudgetAmountLocalMicro: '12000000' },
      'NOT_IN_ORDER',
      'Daily budget must not be more than total budget.',
      null,
      '12',
    ],
    [
      { dailyBudget: '12.5', dailyBudgetAmountLocalMicro: '12500000' },
      'NOT_TOGETHER',
      'Daily budget must be given as an amount or in micros, not both.',
      null,
      null,
    ],
  ])('%j breaks the rules of micros, and the fault is at the given argument', async (...given) => {
    const [input, reason, message, min, max] = given;
    const { data, calls } = await create(input);
    expect(calls).toEqual([]);
    expect(data.createCampaign.errors).toEqual([
      { reason, message, argument: 'input.dailyBudget', min, max },
    ]);
  });

  test('that is null removes the cap, as null micros do', async () => {
    for (const input of [
      { bid: null },
      { bidAmountLocalMicro: null },
      { bid: null, bidAmountLocalMicro: null },
    ]) {
      const { calls } = await update(input);
      expect(new URLSearchParams(calls[0]?.body ?? '').get('bid_amount_local_micro')).toBe('');
    }
  });

  test('may be text or a number in documents, with all its digits', async () => {
    for (const [literal, micros] of [
      ['"1.10"', '1100000'],
      ['1.10', '1100000'],
      ['4503599627.370497', '4503599627370497'],
      ['3', '3000000'],
    ] as const) {
      const { calls } = await running.ask(
        `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "n", dailyBudget: ${literal} }) { outcome } }`,
      );
      expect(sentBudget(calls[0]?.body)).toBe(micros);
    }
  });

  test('may be in items of a batch, whose faults name it', async () => {
    const item = { fundingInstrumentId: 'f1', name: 'n' };
    const ask = (...operations: readonly object[]) =>
      running.ask(
        `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { outcome results { outcome errors { reason argument } } } }`,
        { input: { accountId: a, operations } },
      );
    const refused = await ask(
      { create: { ...item, dailyBudget: 'much' } },
      { update: { campaignId: 'c1', totalBudget: '5' } },
    );
    expect(refused.calls).toEqual([]);
    expect(refused.data.batchCampaigns.results).toEqual([
      {
        outcome: 'REJECTED',
        errors: [{ reason: 'MALFORMED', argument: 'input.operations[0].create.dailyBudget' }],
      },
      { outcome: 'NOT_APPLIED', errors: [] },
    ]);
    const sound = await ask({ create: { ...item, dailyBudget: '5.5' } });
    expect(sound.data.batchCampaigns.outcome).toBe('APPLIED');
    expect(JSON.parse(sound.calls[0]?.body ?? '')[0].params).toMatchObject({
      daily_budget_amount_local_micro: 5_500_000,
    });
  });

  test('is named by refusals of the API', async () => {
    running.emulator.fault({
      fault: {
        kind: 'answer',
        status: 400,
        json: {
          errors: [
            { code: 'TOO_LOW', message: 'no', parameter: 'daily_budget_amount_local_micro' },
          ],
        },
      },
    });
    const { data } = await create({ dailyBudget: '0.01' });
    expect(data.createCampaign.errors).toMatchObject([{ argument: 'input.dailyBudget' }]);
  });

  test('is the same input under a key, however it is written', async () => {
    const idempotencyKey = 'amount';
    const first = await create({ dailyBudget: '12.50', idempotencyKey });
    const again = await create({ dailyBudgetAmountLocalMicro: '12500000', idempotencyKey });
    const other = await create({ dailyBudget: '12.51', idempotencyKey });
    expect(first.calls.map(({ method }) => method)).toEqual(['POST']);
    // The record has the outcome; the rest of the row is read as it is now.
    expect(again.calls.map(({ method }) => method)).toEqual(['GET']);
    expect(again.data).toEqual(first.data);
    expect([other.calls, other.errors?.[0]?.extensions.code]).toEqual([
      [],
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });
});
