import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { requests } from '../support/posts-world.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'cmp1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const campaigns = () => running.emulator.store.rows('Campaign', a);
const create = (name: string, rest = '') =>
  `createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "${name}", dailyBudgetAmountLocalMicro: 5000000${rest} }) { outcome campaign { id name } errors { code message argument parameter } }`;

test('creates a campaign, and answers with its stored row', async () => {
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

test('deletes once; the API refuses the second time', async () => {
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

test('campaigns are found by name, by funding instrument, as drafts and as deleted ones', async () => {
  const { store } = running.emulator;
  store.insert('Campaign', a, {
    ...store.find('Campaign', a, 'c4'),
    id: 'c5',
    name: 'Summer',
    funding_instrument_id: 'f2',
  });
  const nodes = '{ nodes { restId } }';
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") {
        usual: campaigns ${nodes}
        named: campaigns(q: "sUMm") ${nodes}
        paid: campaigns(fundingInstrumentIds: ["f1"]) ${nodes}
        some: campaigns(campaignIds: ["c4", "c2"], withDraft: true) ${nodes}
        deleted: campaigns(withDeleted: true, orderBy: { direction: DESC }) ${nodes} } }`,
  );
  const found = Object.values(data.account as Record<string, { nodes: { restId: string }[] }>).map(
    (list) => list.nodes.map(({ restId }) => restId),
  );
  expect(found).toEqual([
    ['c1', 'c4', 'c5'],
    ['c5'],
    ['c1', 'c4'],
    ['c2', 'c4'],
    ['c5', 'c4', 'c3', 'c1'],
  ]);
  expect(requests(calls, a)).toEqual(Array(5).fill('GET campaigns'));
});

test('a campaign is found by its id as a draft, as a deleted one only on request', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") {
        draft: campaign(id: "c2") { entityStatus }
        hidden: campaign(id: "c3") { name }
        shown: campaign(id: "c3", withDeleted: true) { name deleted }
        unknown: campaign(id: "c99") { name } } }`,
  );
  expect(data.account).toEqual({
    draft: { entityStatus: 'DRAFT' },
    hidden: null,
    shown: { name: 'Campaign c3', deleted: true },
    unknown: null,
  });
  expect(requests(calls, a)).toEqual(['GET campaigns']);
});

test('campaigns link to their funding instruments and back, in one call for all of them each way', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") { campaigns { nodes { restId fundingInstrument { description campaigns(first: 1) { nodes { restId } } } } } } }`,
  );
  const fundingInstrument = {
    description: 'Credit line',
    campaigns: { nodes: [{ restId: 'c1' }] },
  };
  expect(data.account.campaigns.nodes).toEqual([
    { restId: 'c1', fundingInstrument },
    { restId: 'c4', fundingInstrument },
  ]);
  expect(requests(calls, a)).toEqual([
    'GET campaigns',
    'GET funding_instruments/f1',
    'GET campaigns',
  ]);
});

test('a paused campaign says why it does not serve, and cannot become a draft again', async () => {
  const update = (entityStatus: string) =>
    running.ask(
      `mutation { updateCampaign(input: { accountId: "${a}", campaignId: "c1", entityStatus: ${entityStatus} }) { outcome errors { code message argument } campaign { entityStatus servable reasonsNotServable } } }`,
    );
  const { data, calls } = await update('PAUSED');
  expect(data.updateCampaign).toEqual({
    outcome: 'APPLIED',
    errors: [],
    campaign: {
      entityStatus: 'PAUSED',
      servable: false,
      reasonsNotServable: ['PAUSED_BY_ADVERTISER'],
    },
  });
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', 'entity_status=PAUSED'],
  ]);
  const draft = await update('DRAFT');
  expect(errorsIn(draft)[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: 'input.entityStatus',
  });
  expect(draft.calls).toEqual([]);
});

test('an account has at most 200 active campaigns, and any number of paused ones', async () => {
  const { store } = running.emulator;
  const active = store.find('Campaign', a, 'c1');
  for (let n = 1; n < 200; n += 1) store.insert('Campaign', a, { ...active, id: `more${n}` });
  const refused = await running.ask(`mutation { ${create('One more')} }`);
  expect(refused.data.createCampaign).toMatchObject({
    outcome: 'REJECTED',
    campaign: null,
    errors: [{ code: 'TOO_MANY_CAMPAIGNS', parameter: 'entity_status' }],
  });
  const paused = await running.ask(`mutation { ${create('Paused', ', entityStatus: PAUSED')} }`);
  expect(paused.data.createCampaign.outcome).toBe('APPLIED');
});

describe('a new campaign', () => {
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
    [
      'more for a day than for the whole flight',
      { name: 'n', dailyBudgetAmountLocalMicro: '2000001', totalBudgetAmountLocalMicro: '2000000' },
      'input.dailyBudgetAmountLocalMicro',
    ],
    ['an unknown state', { name: 'n', entityStatus: 'UNRECOGNIZED' }, 'input.entityStatus'],
  ] as const;
  test.each(fields)(
    '%s is refused with its argument, before any call',
    async (_what, rest, argument) => {
      const { data, errors, calls } = await running.ask(
        'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome errors { code message argument } } }',
        { input: { accountId: a, fundingInstrumentId: 'f1', ...rest } },
      );
      expect(data?.createCampaign?.outcome ?? 'REJECTED').toBe('REJECTED');
      expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument,
      });
      expect(calls).toHaveLength(0);
      expect(campaigns()).toHaveLength(4);
    },
  );

  test.each([255, 256])('a name of %i emoji is counted in code points', async (count) => {
    const { data, errors } = await running.ask(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome errors { code message argument } campaign { name } } }',
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
        errors: [],
        campaign: { name: '🚲'.repeat(255) },
      });
    else
      expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'input.name',
      });
  });
});
