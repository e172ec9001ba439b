import { beforeEach, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'lin1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

test('columns that an answer omits are read again if they are selected', async () => {
  const line = (selection: string) =>
    `mutation { createLineItem(input: { accountId: "${a}", campaignId: "c1", productType: PROMOTED_TWEETS, objective: REACH, placements: [ALL_ON_TWITTER], startTime: "2027-01-01T00:00:00Z", endTime: "2027-02-01T00:00:00+02:00" }) { outcome lineItem { ${selection} } errors { code argument message } } }`;
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
  expect(linked.calls.map(({ method, path }) => `${method} ${path.replace(/[^/]+$/, '')}`)).toEqual(
    [
      `POST /12/accounts/${a}/`,
      `GET /12/accounts/${a}/`,
      `GET /12/accounts/${a}/funding_instruments/`,
    ],
  );
});

const create = (input: object) =>
  running.ask(
    `mutation ($input: CreateLineItemInput!) { createLineItem(input: $input) {
       outcome errors { code argument parameter attribute } lineItem { campaignId objective bidStrategy bid { amount currency } durationInDays frequencyCap } } }`,
    {
      input: {
        accountId: a,
        campaignId: 'c1',
        productType: 'PROMOTED_TWEETS',
        objective: 'REACH',
        placements: ['ALL_ON_TWITTER'],
        startTime: '2031-01-01T00:00:00+02:00',
        endTime: '2031-02-01T00:00:00Z',
        ...input,
      },
    },
  );
const another = (id: string, more: object = {}) => {
  const { store } = running.emulator;
  store.insert('LineItem', a, { ...store.find('LineItem', a, 'l1'), id, ...more });
};

test('a line item is created with its bid, flight and frequency', async () => {
  const { data, calls } = await create({
    bidAmountLocalMicro: '9007199254740993',
    durationInDays: 7,
    frequencyCap: 3,
  });
  expect(data.createLineItem).toEqual({
    outcome: 'APPLIED',
    errors: [],
    lineItem: {
      campaignId: 'c1',
      objective: 'REACH',
      // REACH does not allow MAX.
      bidStrategy: 'TARGET',
      bid: { amount: '9007199254.740993', currency: 'JPY' },
      durationInDays: 7,
      frequencyCap: 3,
    },
  });
  expect(requests(calls, a)).toEqual(['POST line_items']);
  expect(form(calls[0]?.body ?? '')).toEqual({
    bid_amount_local_micro: '9007199254740993',
    campaign_id: 'c1',
    duration_in_days: '7',
    end_time: '2031-02-01T00:00:00Z',
    frequency_cap: '3',
    objective: 'REACH',
    placements: 'ALL_ON_TWITTER',
    product_type: 'PROMOTED_TWEETS',
    start_time: '2030-12-31T22:00:00Z',
  });
});

test.each([
  ['an end before the start', { endTime: '2030-12-31T21:59:59Z' }, 'input.endTime'],
  ['a span of five days', { durationInDays: 5 }, 'input.durationInDays'],
  ['a frequency of none', { frequencyCap: 0 }, 'input.frequencyCap'],
  ['no placement', { placements: [] }, 'input.placements'],
  ['a name of 256 characters', { name: 'x'.repeat(256) }, 'input.name'],
  ['an empty placement', { placements: ['', 'ALL_ON_TWITTER'] }, 'input.placements[0]'],
  ['two placements in one', { placements: ['A,B'] }, 'input.placements[0]'],
  ['two categories in one', { categories: ['IAB1', 'IAB1,IAB2'] }, 'input.categories[1]'],
  ['a blank category', { categories: ['IAB1', ' '] }, 'input.categories[1]'],
  ['an empty objective', { objective: '' }, 'input.objective'],
  ['an empty goal', { goal: '' }, 'input.goal'],
  ['an empty way to pay', { payBy: '' }, 'input.payBy'],
  ['an empty bid strategy', { bidStrategy: '' }, 'input.bidStrategy'],
  ['preroll without categories', { objective: 'PREROLL_VIEWS' }, 'input.categories'],
  ['a user beyond 64 bits', { advertiserUserId: '9223372036854775808' }, 'input.advertiserUserId'],
])('%s is refused before any call', async (_what, input, argument) => {
  const { data, errors, calls } = await create(input);
  expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument,
  });
  expect(calls).toEqual([]);
});

test('a line item of preroll views has categories, and a user of 64 bits', async () => {
  const advertiserUserId = '9223372036854775807';
  const input = { objective: 'PREROLL_VIEWS', categories: ['IAB8', 'IAB10'], advertiserUserId };
  const { calls } = await create(input);
  expect(form(calls[0]?.body ?? '')).toMatchObject({
    advertiser_user_id: advertiserUserId,
    categories: 'IAB8,IAB10',
    objective: 'PREROLL_VIEWS',
  });
});

test.each([
  [{ objective: 'FOLLOWERS' }, { code: 'INVALID', attribute: 'objective' }],
  [{ campaignId: 'c99' }, { code: 'CAMPAIGN_NOT_FOUND', parameter: 'campaign_id' }],
  [
    { placements: ['TWITTER_TIMELINE', 'TAP_FULL'] },
    { code: 'INVALID_PLACEMENT_TYPE', parameter: 'placements' },
  ],
  [
    { dailyBudgetAmountLocalMicro: '1000000' },
    { code: 'INCLUSIVE_PARAMETERS', parameter: 'daily_budget_amount_local_micro' },
  ],
  [{ standardDelivery: true }, { code: 'INCLUSIVE_PARAMETERS', parameter: 'standard_delivery' }],
  [{ categories: ['IAB99'] }, { code: 'INVALID_IAB_CATEGORY', parameter: 'categories' }],
])('%j is refused by the API', async (input, error) => {
  const { data, calls } = await create(input);
  expect(data.createLineItem).toMatchObject({
    outcome: 'REJECTED',
    errors: [error],
    lineItem: null,
  });
  expect(calls).toHaveLength(1);
});

test('a bid is ignored with AUTO', async () => {
  const { data, calls } = await create({ bidStrategy: 'AUTO', bidAmountLocalMicro: '1000000' });
  expect(data.createLineItem).toMatchObject({
    outcome: 'APPLIED',
    lineItem: { bidStrategy: 'AUTO', bid: null },
  });
  expect(form(calls[0]?.body ?? '')).toMatchObject({ bid_amount_local_micro: '1000000' });
});

test('if line items hold the budget, each has a daily budget and pace of its own', async () => {
  const { store } = running.emulator;
  const campaign = store.find('Campaign', a, 'c1');
  store.insert('Campaign', a, { ...campaign, budget_optimization: 'LINE_ITEM' });
  expect((await create({})).data.createLineItem).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'MISSING_PARAMETER', argument: 'input.dailyBudgetAmountLocalMicro' }],
  });
  const own = { dailyBudgetAmountLocalMicro: '1000000', standardDelivery: false };
  expect((await create(own)).data.createLineItem.outcome).toBe('APPLIED');
});

test('a campaign has at most 100 line items', async () => {
  for (let n = 3; n < 100; n += 1) another(`more${n}`);
  expect((await create({})).data.createLineItem.outcome).toBe('APPLIED');
  expect((await create({})).data.createLineItem).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'TOO_MANY_LINE_ITEMS' }],
  });
});

test('line items are found by name, campaign, funding instrument and id', async () => {
  another('l5', { name: 'Évening', funding_instrument_id: 'f2', campaign_id: 'c4' });
  another('l6', { entity_status: 'DRAFT' });
  const nodes = '{ nodes { restId } }';
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") {
        named: lineItems(q: "éVEN") ${nodes}
        placed: lineItems(campaignIds: ["c4"]) ${nodes}
        paid: lineItems(fundingInstrumentIds: ["f2"]) ${nodes}
        some: lineItems(lineItemIds: ["l3", "l1", "l99"]) ${nodes}
        drafts: lineItems(campaignIds: ["c1"], withDraft: true) ${nodes} } }`,
  );
  const found = Object.values(data.account as Record<string, { nodes: { restId: string }[] }>).map(
    (list) => list.nodes.map(({ restId }) => restId).toSorted(),
  );
  expect(found).toEqual([['l5'], ['l3', 'l5'], ['l5'], ['l1', 'l3'], ['l1', 'l2', 'l6']]);
  expect(requests(calls, a)).toEqual(Array(5).fill('GET line_items'));
});

test('a line item is found by its id, a deleted one only on request', async () => {
  another('l5', { deleted: true });
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") {
        one: lineItem(id: "L2") { restId startTime endTime placements }
        hidden: lineItem(id: "l5") { restId objective }
        shown: lineItem(id: "l5", withDeleted: true) { deleted } } }`,
  );
  expect(data.account).toEqual({
    one: {
      restId: 'l2',
      startTime: '2025-01-01T00:00:00Z',
      endTime: '2025-01-01T00:09:00Z',
      placements: ['ALL_ON_TWITTER'],
    },
    hidden: null,
    shown: { deleted: true },
  });
  expect(requests(calls, a)).toEqual(['GET line_items']);
});

test('line items link to their campaigns and funding instruments, and back, in one call each', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") { lineItems { nodes {
        restId
        campaign { name lineItems { nodes { restId } } }
        fundingInstrument { type lineItems(first: 2) { nodes { restId } } } } } } }`,
  );
  const fundingInstrument = {
    type: 'CREDIT_LINE',
    lineItems: { nodes: [{ restId: 'l1' }, { restId: 'l2' }] },
  };
  const c1 = { name: 'Campaign c1', lineItems: { nodes: [{ restId: 'l1' }, { restId: 'l2' }] } };
  const c4 = { name: 'Campaign c4', lineItems: { nodes: [{ restId: 'l3' }] } };
  expect(data.account.lineItems.nodes).toEqual([
    { restId: 'l1', campaign: c1, fundingInstrument },
    { restId: 'l2', campaign: c1, fundingInstrument },
    { restId: 'l3', campaign: c4, fundingInstrument },
  ]);
  expect(requests(calls, a).toSorted()).toEqual([
    'GET campaigns',
    'GET funding_instruments/f1',
    'GET line_items',
    'GET line_items',
    'GET line_items',
  ]);
});
