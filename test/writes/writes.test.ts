import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'wrt1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const create = (name: string, rest = '') =>
  `createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "${name}", dailyBudgetAmountLocalMicro: 5000000${rest} }) { outcome campaign { id name } errors { code message argument parameter } }`;

describe('one write', () => {
  test('has fields that read again the rows read before it', async () => {
    const { data, errors } = await running.ask(`mutation {
      first: updateCampaign(input: { accountId: "${a}", campaignId: "c4", name: "Before" }) { campaign { account { lineItems(lineItemIds: ["l3"]) { nodes { campaign { name } promotedTweets { nodes { tweetId } } } } } } }
      createPromotedTweets(input: { accountId: "${a}", lineItemId: "l3", tweetIds: ["1166476031668015101"] }) { promotedTweets { lineItem { promotedTweets { nodes { tweetId } } } } }
      second: updateCampaign(input: { accountId: "${a}", campaignId: "c4", name: "After" }) { campaign { account { lineItems(lineItemIds: ["l3"]) { nodes { campaign { name } promotedTweets { nodes { tweetId } } } } } } }
    }`);
    expect(errors).toBeUndefined();
    const seen = (one: 'first' | 'second') => data[one].campaign.account.lineItems.nodes[0];
    const made = { promotedTweets: { nodes: [{ tweetId: '1166476031668015101' }] } };
    expect(seen('first')).toEqual({ campaign: { name: 'Before' }, promotedTweets: { nodes: [] } });
    expect(data.createPromotedTweets.promotedTweets[0].lineItem).toEqual(made);
    expect(seen('second')).toEqual({ campaign: { name: 'After' }, ...made });
  });

  test('accepts the global ids of its own account, and refuses those of another or of another type', async () => {
    const update = `mutation ($id: ID!) { updateCampaign(input: { accountId: "${a}", campaignId: $id, name: "x" }) { outcome errors { code message argument } campaign { name } } }`;
    const taken = await running.ask(update, { id: `Campaign:${a}:c1` });
    expect(taken.data.updateCampaign).toMatchObject({
      outcome: 'APPLIED',
      campaign: { name: 'x' },
    });
    expect(taken.calls[0]?.path).toBe(`/12/accounts/${a}/campaigns/c1`);
    for (const id of ['Campaign:other:c1', `LineItem:${a}:l1`, 'Campaign:c1:x:y']) {
      const { data, errors, calls } = await running.ask(update, { id });
      expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'input.campaignId',
      });
      expect(calls).toHaveLength(0);
    }
  });

  test('does not change omitted columns, and clears null ones', async () => {
    const { data, calls } = await running.ask(
      `mutation { updateCampaign(input: { accountId: "${a}", campaignId: "c1", dailyBudgetAmountLocalMicro: null, totalBudgetAmountLocalMicro: 7000000 }) { outcome errors { code message argument } campaign { name dailyBudget { amount } totalBudget { amount } } } }`,
    );
    expect(calls[0]?.method).toBe('PUT');
    expect(calls[0]?.body).toBe(
      'daily_budget_amount_local_micro=&total_budget_amount_local_micro=7000000',
    );
    expect(data.updateCampaign).toEqual({
      outcome: 'APPLIED',
      errors: [],
      campaign: { name: 'Campaign c1', dailyBudget: null, totalBudget: { amount: '7' } },
    });
  });

  test('stays APPLIED if reading again fails', async () => {
    running.emulator.fault({
      match: { method: 'GET' },
      fault: { kind: 'answer', status: 503, text: 'down' },
    });
    const { data } = await running.ask(
      `mutation { createTargetingCriterion(input: { accountId: "${a}", lineItemId: "l1", targetingType: BROAD_KEYWORD, targetingValue: "bikes", operatorType: NE }) { outcome errors { code message argument } targetingCriterion { targetingValue operatorType } } }`,
    );
    expect(data.createTargetingCriterion).toEqual({
      outcome: 'APPLIED',
      errors: [],
      targetingCriterion: { targetingValue: 'bikes', operatorType: null },
    });
  });
});

describe('several writes in one document', () => {
  test('run one after the other, and an error of the second never hides the outcome of the first', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation { one: ${create('One')} two: ${create('x'.repeat(256))} three: ${create('Three')} }`,
    );
    expect(data.one.outcome).toBe('APPLIED');
    expect(data.two.outcome).toBe('REJECTED');
    expect(data.three.outcome).toBe('APPLIED');
    expect(errors).toBeUndefined();
    expect(data.two.errors).toMatchObject([{ code: 'BAD_USER_INPUT', argument: 'input.name' }]);
    expect(calls).toHaveLength(2);
  });

  test.each([
    [
      'refused by the API',
      { kind: 'answer', status: 400, json: { errors: [{ code: 'INVALID', message: 'No.' }] } },
      'REJECTED',
    ],
    ['answered with a server error', { kind: 'answer', status: 500, text: '' }, 'UNKNOWN'],
    ['cut off after it took effect', { kind: 'cut', at: 'headers' }, 'UNKNOWN'],
    ['never answered at all', { kind: 'drop', apply: true }, 'UNKNOWN'],
    [
      'answered with a page of HTML',
      { kind: 'answer', status: 200, text: '<html></html>' },
      'UNKNOWN',
    ],
    ['redirected', { kind: 'redirect', location: 'http://127.0.0.1:1/' }, 'UNKNOWN'],
    ['answered with another row', { kind: 'edit', edit: 'wrongId' }, 'UNKNOWN'],
  ] as const)(
    'the second, %s, ends as described and is sent once',
    async (_how, fault, outcome) => {
      running.emulator.fault({ match: { method: 'PUT' }, fault });
      const { data, calls } = await running.ask(
        `mutation { one: ${create('One')} two: updateCampaign(input: { accountId: "${a}", campaignId: "c1", name: "y" }) { outcome errors { code argument } } three: ${create('Three')} }`,
      );
      expect([data.one.outcome, data.two.outcome, data.three.outcome]).toEqual([
        'APPLIED',
        outcome,
        'APPLIED',
      ]);
      expect(data.two.errors[0].code).toBe(
        outcome === 'UNKNOWN' ? 'UPSTREAM_OUTCOME_UNKNOWN' : 'INVALID',
      );
      expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    },
  );

  test('an answer for another account is not the row of a write, and the write stays APPLIED', async () => {
    running.emulator.fault({
      match: { method: 'GET' },
      fault: { kind: 'merge', set: { request: { params: { account_id: 'zzz' } } } },
    });
    const { data, errors } = await running.ask(
      `mutation { updateCampaign(input: { accountId: "${a}", campaignId: "c1", name: "y" }) { outcome errors { code } campaign { name fundingInstrument { description } } } }`,
    );
    expect(data.updateCampaign).toEqual({
      outcome: 'APPLIED',
      errors: [],
      campaign: { name: 'y', fundingInstrument: null },
    });
    expect(errors?.map(({ path, extensions: { code } }) => [path?.join('.'), code])).toEqual([
      ['updateCampaign.campaign.fundingInstrument', 'UPSTREAM_BAD_RESPONSE'],
    ]);
  });

  test('a write that was certainly not executed is an error with its code, and the others are answered', async () => {
    running.emulator.fault({
      match: { method: 'PUT' },
      fault: {
        kind: 'answer',
        status: 429,
        headers: { 'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + 900) },
        json: { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Slow down.' }] },
      },
    });
    const { data, errors } = await running.ask(
      `mutation { one: ${create('One')} two: updateCampaign(input: { accountId: "${a}", campaignId: "c1", name: "y" }) { outcome errors { code message argument } } }`,
    );
    expect(data.one.outcome).toBe('APPLIED');
    expect(data.two).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      retryable: true,
      scope: 'user',
    });
    expect(Number(errors?.[0]?.extensions['retryAfterSeconds'])).toBeGreaterThan(800);
  });
});

describe('bad input of a write', () => {
  test('an unknown field in a variable is named', async () => {
    const { errors, calls } = await running.ask(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome errors { code message argument } } }',
      { input: { accountId: a, fundingInstrumentId: 'f1', name: 'n', color: 'red' } },
    );
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.color',
    });
    expect(calls).toHaveLength(0);
  });

  test('several missing fields of one item of a batch are each named at the item', async () => {
    const { data, calls } = await running.ask(
      'mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { results { outcome errors { reason argument } } } }',
      { input: { accountId: a, operations: [{ create: {} }] } },
    );
    expect(data.batchCampaigns.results).toEqual([
      {
        outcome: 'REJECTED',
        errors: [
          { reason: 'REQUIRED', argument: 'input.operations[0].create.fundingInstrumentId' },
          { reason: 'REQUIRED', argument: 'input.operations[0].create.name' },
        ],
      },
    ]);
    expect(calls).toEqual([]);
  });

  test.each(['1e6', '1.1', ' 5', '１００', 'NaN', '9223372036854775808'])(
    '%s is an invalid amount of money',
    async (micros) => {
      const { data, calls } = await running.ask(
        'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome errors { code argument } } }',
        {
          input: {
            accountId: a,
            fundingInstrumentId: 'f1',
            name: 'n',
            dailyBudgetAmountLocalMicro: micros,
          },
        },
      );
      expect(data.createCampaign).toEqual({
        outcome: 'REJECTED',
        errors: [{ code: 'BAD_USER_INPUT', argument: 'input.dailyBudgetAmountLocalMicro' }],
      });
      expect(calls).toHaveLength(0);
    },
  );

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '2026-01-01T00:00:60Z',
    '0000-01-01T00:00:00Z',
  ])('%s is an invalid time', async (endTime) => {
    const { data, calls } = await running.ask(
      'mutation ($input: CreateLineItemInput!) { createLineItem(input: $input) { outcome errors { code reason argument } } }',
      { input: { accountId: a, campaignId: 'c1', endTime } },
    );
    expect(data.createLineItem.outcome).toBe('REJECTED');
    expect(data.createLineItem.errors).toContainEqual({
      code: 'BAD_USER_INPUT',
      reason: 'MALFORMED',
      argument: 'input.endTime',
    });
    expect(calls).toHaveLength(0);
  });
});
