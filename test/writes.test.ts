import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from './support/core-world.ts';
import { useGateway } from './support/gateway.ts';

const a = 'wrt1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const campaigns = () => running.emulator.store.rows('Campaign', a);
const create = (name: string, rest = '') =>
  `createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "${name}", dailyBudgetAmountLocalMicro: 5000000${rest} }) { outcome campaign { id name } errors { code message parameter } }`;

describe('one write', () => {
  test('creates, and answers with the row as it stands', async () => {
    const { data, errors, calls } = await running.ask(`mutation { ${create('Été & co (50%)!')} }`);
    expect(errors).toBeUndefined();
    expect(data.createCampaign).toMatchObject({
      outcome: 'APPLIED',
      campaign: { name: 'Été & co (50%)!' },
      errors: [],
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers['content-type']).toMatch('application/x-www-form-urlencoded');
    expect(calls[0]?.body).toBe(
      'daily_budget_amount_local_micro=5000000&funding_instrument_id=f1&name=%C3%89t%C3%A9%20%26%20co%20%2850%25%29%21',
    );
  });

  test('lets what stands behind it read anew what was read before', async () => {
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

  test('takes the global ids of its own account, and refuses those of another or of another type', async () => {
    const update = `mutation ($id: ID!) { updateCampaign(input: { accountId: "${a}", campaignId: $id, name: "x" }) { outcome campaign { name } } }`;
    const taken = await running.ask(update, { id: `Campaign:${a}:c1` });
    expect(taken.data.updateCampaign).toMatchObject({
      outcome: 'APPLIED',
      campaign: { name: 'x' },
    });
    expect(taken.calls[0]?.path).toBe(`/12/accounts/${a}/campaigns/c1`);
    for (const id of ['Campaign:other:c1', `LineItem:${a}:l1`, 'Campaign:c1:x:y']) {
      const { errors, calls } = await running.ask(update, { id });
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'input.campaignId',
      });
      expect(calls).toHaveLength(0);
    }
  });

  test('leaves alone what is left out, and clears what is null', async () => {
    const { data, calls } = await running.ask(
      `mutation { updateCampaign(input: { accountId: "${a}", campaignId: "c1", dailyBudgetAmountLocalMicro: null, totalBudgetAmountLocalMicro: 7000000 }) { outcome campaign { name dailyBudget { amount } totalBudget { amount } } } }`,
    );
    expect(calls[0]?.method).toBe('PUT');
    expect(calls[0]?.body).toBe(
      'daily_budget_amount_local_micro=&total_budget_amount_local_micro=7000000',
    );
    expect(data.updateCampaign).toEqual({
      outcome: 'APPLIED',
      campaign: { name: 'Campaign c1', dailyBudget: null, totalBudget: { amount: '7' } },
    });
  });

  test('deletes once; the second time the API refuses', async () => {
    const remove = `mutation { deleteCampaign(input: { accountId: "${a}", campaignId: "c1" }) { outcome campaign { deleted } errors { code } } }`;
    const first = await running.ask(remove);
    expect(first.data.deleteCampaign).toEqual({
      outcome: 'APPLIED',
      campaign: { deleted: true },
      errors: [],
    });
    const second = await running.ask(remove);
    expect(second.errors).toBeUndefined();
    expect(second.data.deleteCampaign).toMatchObject({
      outcome: 'REJECTED',
      campaign: null,
      errors: [{ code: 'CAMPAIGN_NOT_FOUND' }],
    });
  });

  test('reads again what its answer leaves out, where that is selected', async () => {
    const line = (selection: string) =>
      `mutation { createLineItem(input: { accountId: "${a}", campaignId: "c1", productType: PROMOTED_TWEETS, objective: "REACH", placements: ["ALL_ON_TWITTER"], startTime: "2027-01-01T00:00:00Z", endTime: "2027-02-01T00:00:00+02:00" }) { outcome lineItem { ${selection} } errors { code message } } }`;
    const plain = await running.ask(line('objective endTime'));
    expect(plain.data.createLineItem).toMatchObject({
      outcome: 'APPLIED',
      lineItem: { objective: 'REACH', endTime: '2027-01-31T22:00:00Z' },
    });
    expect(plain.calls).toHaveLength(1);
    const linked = await running.ask(line('fundingInstrument { type }'));
    expect(linked.data.createLineItem.lineItem).toEqual({
      fundingInstrument: { type: 'CREDIT_LINE' },
    });
    expect(
      linked.calls.map(({ method, path }) => `${method} ${path.replace(/[^/]+$/, '')}`),
    ).toEqual([
      `POST /12/accounts/${a}/`,
      `GET /12/accounts/${a}/`,
      `GET /12/accounts/${a}/funding_instruments/`,
    ]);
  });

  test('stays APPLIED where reading again fails', async () => {
    running.emulator.fault({
      match: { method: 'GET' },
      fault: { kind: 'answer', status: 503, text: 'down' },
    });
    const { data } = await running.ask(
      `mutation { createTargetingCriterion(input: { accountId: "${a}", lineItemId: "l1", targetingType: BROAD_KEYWORD, targetingValue: "bikes", operatorType: NE }) { outcome targetingCriterion { targetingValue operatorType } } }`,
    );
    expect(data.createTargetingCriterion).toEqual({
      outcome: 'APPLIED',
      targetingCriterion: { targetingValue: 'bikes', operatorType: null },
    });
  });
});

describe('several posts promoted by one call', () => {
  const promote = (tweetIds: readonly string[]) =>
    running.ask(
      `mutation ($tweetIds: [ID!]!) { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l3", tweetIds: $tweetIds }) { outcome promotedTweets { tweetId } errors { code message } } }`,
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

  test('are UNKNOWN with both counts where the answer holds fewer than were sent', async () => {
    running.emulator.fault({ match: { method: 'POST' }, fault: { kind: 'edit', edit: 'dropRow' } });
    const { data } = await promote(['1166476031668015104', '1166476031668015105']);
    expect(data.createPromotedTweets.outcome).toBe('UNKNOWN');
    expect(data.createPromotedTweets.errors[0].message).toContain(
      '2 tweet_ids were sent and the answer has 1 rows',
    );
  });

  test('are 50 at most', async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, (_, n) => `1166476031668015${100 + n}`);
    expect((await promote(ids(50))).data.createPromotedTweets.outcome).toBe('APPLIED');
    const { errors, calls } = await promote(ids(51));
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.tweetIds',
    });
    expect(calls).toHaveLength(0);
  });
});

describe('several writes in one document', () => {
  test('run one after the other, and an error of the second never hides the outcome of the first', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation { one: ${create('One')} two: ${create('x'.repeat(256))} three: ${create('Three')} }`,
    );
    expect(data.one.outcome).toBe('APPLIED');
    expect(data.two).toBeNull();
    expect(data.three.outcome).toBe('APPLIED');
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['two'],
      extensions: { code: 'BAD_USER_INPUT', argument: 'input.name' },
    });
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
  ] as const)('the second, %s, ends as it does and is sent once', async (_how, fault, outcome) => {
    running.emulator.fault({ match: { method: 'PUT' }, fault });
    const { data, calls } = await running.ask(
      `mutation { one: ${create('One')} two: updateCampaign(input: { accountId: "${a}", campaignId: "c1", name: "y" }) { outcome errors { code } } three: ${create('Three')} }`,
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
  });

  test('a write that was certainly not executed is an error with its code, and the others stand', async () => {
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
      `mutation { one: ${create('One')} two: updateCampaign(input: { accountId: "${a}", campaignId: "c1", name: "y" }) { outcome } }`,
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
  const fields = [
    ['an empty name', { name: '' }, 'input.name'],
    ['a lone surrogate', { name: 'a\ud800' }, 'input.name'],
    [
      'a purchase order of 51 characters',
      { name: 'n', purchaseOrderNumber: 'x'.repeat(51) },
      'input.purchaseOrderNumber',
    ],
    [
      'negative money',
      { name: 'n', totalBudgetAmountLocalMicro: '-1' },
      'input.totalBudgetAmountLocalMicro',
    ],
    [
      'delivery without a campaign budget',
      { name: 'n', budgetOptimization: 'LINE_ITEM', standardDelivery: true },
      'input.standardDelivery',
    ],
    ['an unknown state', { name: 'n', entityStatus: 'UNRECOGNIZED' }, 'input.entityStatus'],
  ] as const;
  test.each(fields)(
    '%s is refused with its argument, before anything is sent',
    async (_what, rest, argument) => {
      const { data, errors, calls } = await running.ask(
        'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }',
        { input: { accountId: a, fundingInstrumentId: 'f1', ...rest } },
      );
      expect(data?.createCampaign ?? null).toBeNull();
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
      expect(calls).toHaveLength(0);
      expect(campaigns()).toHaveLength(4);
    },
  );

  test.each([
    ['a missing field', { accountId: a, fundingInstrumentId: 'f1' }, 'input.name'],
    [
      'an unknown field',
      { accountId: a, fundingInstrumentId: 'f1', name: 'n', color: 'red' },
      'input.color',
    ],
  ])('%s in a variable is named', async (_what, input, argument) => {
    const { errors, calls } = await running.ask(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }',
      { input },
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
    expect(calls).toHaveLength(0);
  });

  test('several missing fields of one item of a batch are each named', async () => {
    const { errors } = await running.ask(
      'mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { outcome } }',
      { input: { accountId: a, operations: [{ create: {} }] } },
    );
    expect(errors?.map(({ extensions }) => extensions['argument'])).toEqual([
      'input.operations[0].create.fundingInstrumentId',
      'input.operations[0].create.name',
    ]);
  });

  test.each(['1e6', '1.1', ' 5', '１００', 'NaN', '9223372036854775808'])(
    '%s is no amount of money',
    async (micros) => {
      const { errors, calls } = await running.ask(
        'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }',
        {
          input: {
            accountId: a,
            fundingInstrumentId: 'f1',
            name: 'n',
            dailyBudgetAmountLocalMicro: micros,
          },
        },
      );
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(errors?.[0]?.extensions['argument']).toBe('input.dailyBudgetAmountLocalMicro');
      expect(calls).toHaveLength(0);
    },
  );

  test.each([255, 256])('a name of %i emoji is counted in code points', async (count) => {
    const { data, errors } = await running.ask(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome campaign { name } } }',
      {
        input: {
          accountId: a,
          fundingInstrumentId: 'f1',
          name: '🚲'.repeat(count),
          dailyBudgetAmountLocalMicro: 9007199254740993n.toString(),
        },
      },
    );
    if (count === 255)
      expect(data.createCampaign).toEqual({
        outcome: 'APPLIED',
        campaign: { name: '🚲'.repeat(255) },
      });
    else
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'input.name',
      });
  });

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '2026-01-01T00:00:60Z',
    '0000-01-01T00:00:00Z',
  ])('%s is no time', async (endTime) => {
    const { errors, calls } = await running.ask(
      'mutation ($input: CreateLineItemInput!) { createLineItem(input: $input) { outcome } }',
      { input: { accountId: a, campaignId: 'c1', endTime } },
    );
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.endTime',
    });
    expect(calls).toHaveLength(0);
  });
});
