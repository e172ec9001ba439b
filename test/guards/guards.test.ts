import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import { dryRunOf } from '../support/dry-runs.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { guardsFile, underRules } from '../support/guards.ts';
import { keysOf, withKey } from '../support/keys.ts';
import { launchDocument, launchInput, launching, lineItemInput } from '../support/launches.ts';
import { bearer, signIn } from '../support/visitor.ts';

const { accountId, fundingInstrumentId } = launching;
const file = guardsFile();
const running = useGateway({ env: { GUARDS: file.path } });
const daily = 'daily_budget_amount_local_micro';
const total = 'total_budget_amount_local_micro';

// Sums are kept by the names of rules, so that each test has names of its own.
let round = 0;
beforeEach(() => {
  round += 1;
  running.emulator.reset({ data: true });
});

const nameOf = (index: number): string => `rule ${index} of test ${round}`;
const rules = (...all: readonly object[]) =>
  underRules(running, file, ...all.map((rule, index) => ({ name: nameOf(index), ...rule })));

const insert = (entity: string, id: string, more: StoredRow): void => {
  running.emulator.store.insert(entity, accountId, {
    ...running.emulator.store.rows(entity, accountId)[0],
    deleted: false,
    entity_status: 'PAUSED',
    ...more,
    id,
  });
};

const insertCampaign = (more: StoredRow = {}): void =>
  insert('Campaign', String(more['id'] ?? 'g1'), {
    name: 'Winter',
    budget_optimization: 'CAMPAIGN',
    funding_instrument_id: fundingInstrumentId,
    [daily]: 140_000_000,
    [total]: null,
    ...more,
  });

const writeErrors = 'errors { code reason argument max details message }';

const typed = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;

/** Writes, and returns the payload with the number of writes that were sent. */
const wrote = async (name: string, input: object, fields = '') => {
  const isBatch = name.startsWith('batch');
  const items = isBatch ? `results { index outcome ${writeErrors} }` : '';
  const document = `mutation ($input: ${typed(name)}!) { ${name}(input: $input) { outcome ${writeErrors} ${items} ${fields} } }`;
  const { data, errors, calls } = await running.ask(document, {
    input: { accountId, ...input },
  });
  const sent = calls.filter(({ method }) => method !== 'GET').length;
  return { ...data?.[name], sent, thrown: errors?.[0]?.extensions.code };
};

const refusal = (argument: string, max: string | null = null, rule = 0) => ({
  code: 'GUARD_REFUSED',
  reason: 'GUARDED',
  argument,
  max,
  details: nameOf(rule),
  message: expect.stringMatching(/ \(guard “.+”\)\.$/),
});

const refused = (...errors: readonly object[]) =>
  expect.objectContaining({ outcome: 'REJECTED', errors, sent: 0 });

const applied = expect.objectContaining({ outcome: 'APPLIED', errors: [], sent: 1 });

const update = (input: object) => wrote('updateCampaign', { campaignId: 'g1', ...input });
const create = (input: object) =>
  wrote('createCampaign', { fundingInstrumentId, name: 'New', ...input });

describe('loopholes', () => {
  test('a cleared budget', async () => {
    insertCampaign({ [total]: 900_000_000 });
    rules({ dailyBudget: { raisePercent: 50 }, totalBudget: { max: { EUR: '1000' } } });
    expect(await update({ dailyBudget: null })).toEqual(refused(refusal('input.dailyBudget')));
    expect(await update({ totalBudgetAmountLocalMicro: null })).toEqual(
      refused(refusal('input.totalBudgetAmountLocalMicro', '1000')),
    );
    expect(await update({ budgetOptimization: 'LINE_ITEM' })).toEqual(
      refused(refusal('input.dailyBudget'), refusal('input.totalBudget', '1000')),
    );
    expect(await update({ name: 'Other' })).toEqual(applied);
  });

  test('a campaign that the API makes ACTIVE by itself', async () => {
    rules({ activationsPerDay: 0 });
    expect(await create({ dailyBudget: '5' })).toEqual(refused(refusal('input.entityStatus', '0')));
    expect(await create({ dailyBudget: '5', entityStatus: 'PAUSED' })).toEqual(applied);
  });

  test('a deletion inside a batch', async () => {
    insertCampaign();
    insertCampaign({ id: 'g2' });
    rules({ mutations: { never: ['delete*'] } });
    const payload = await wrote('batchCampaigns', {
      operations: [
        { update: { campaignId: 'g1', name: 'Other' } },
        { delete: { campaignId: 'g2' } },
      ],
    });
    expect(payload).toMatchObject({
      outcome: 'REJECTED',
      errors: [],
      sent: 0,
      results: [
        { outcome: 'NOT_APPLIED', errors: [] },
        { outcome: 'REJECTED', errors: [refusal('input.operations[1]')] },
      ],
    });
  });

  test.for([
    [{ dailyBudgetAmountLocalMicro: null }, 'input.dailyBudgetAmountLocalMicro'],
    [{ dailyBudget: null }, 'input.dailyBudget'],
  ] as const)('a cleared budget, at the given argument: %o', async ([input, at]) => {
    insertCampaign();
    rules({ dailyBudget: { raisePercent: 50 } });
    expect(await update(input)).toEqual(refused(refusal(at)));
  });

  test('the given values of a copy, at their arguments', async () => {
    insertCampaign();
    insert('LineItem', 'gl1', {
      campaign_id: 'g1',
      name: 'Tents',
      objective: 'WEBSITE_CLICKS',
      start_time: '2032-01-01T00:00:00Z',
      end_time: '2032-03-01T00:00:00Z',
    });
    rules({ bid: { max: { EUR: '1' } } });
    const input = { campaignId: 'g1', idempotencyKey: 'given' };
    const bids = { bidStrategy: 'MAX', bid: '1.5' };
    expect(await wrote('copyCampaign', { ...input, lineItems: bids })).toEqual(
      refused(refusal('input.lineItems.bid', '1')),
    );
    const micros = { bidStrategy: 'MAX', bidAmountLocalMicro: '1500000' };
    expect(await wrote('copyCampaign', { ...input, lineItems: micros })).toEqual(
      refused(refusal('input.lineItems.bidAmountLocalMicro', '1')),
    );
  });

  test.for([
    ['createCampaign', ['input.campaign']],
    ['createLineItem', [0, 1, 2].map((index) => `input.lineItems[${index}].lineItem`)],
    ['createTargetingCriterion', [0, 1, 2].map((index) => `input.lineItems[${index}].targeting`)],
    [
      'createPromotedTweets',
      [0, 1, 2].map((index) => `input.lineItems[${index}].promotedTweetIds`),
    ],
  ] as const)('%s inside a launch, at the path of the launch', async ([never, places]) => {
    rules({ mutations: { never: [never] } });
    const payload = await wrote('launchCampaign', launchInput({ idempotencyKey: never }));
    expect(payload).toEqual(refused(...places.map((place) => refusal(place))));
  });

  test('a campaign inside a copy', async () => {
    insertCampaign();
    insert('LineItem', 'gl1', {
      campaign_id: 'g1',
      name: 'Tents',
      start_time: '2032-01-01T00:00:00Z',
      end_time: '2032-03-01T00:00:00Z',
    });
    const copy = (key: string) => wrote('copyCampaign', { campaignId: 'g1', idempotencyKey: key });
    rules({ mutations: { never: ['createCampaign'] } });
    expect(await copy('a')).toEqual(refused(refusal('input.campaignId')));
    rules({ dailyBudget: { max: { EUR: '139' } } });
    expect(await copy('a')).toEqual(refused(refusal('input.campaignId', '139')));
    // A refused copy is not recorded: the same key copies the campaign as it is now.
    running.emulator.store.insert('Campaign', accountId, {
      ...running.emulator.store.find('Campaign', accountId, 'g1'),
      id: 'g1',
      [daily]: 100_000_000,
    });
    expect(await copy('a')).toMatchObject({ outcome: 'APPLIED' });
  });

  test('a currency that no rule names', async () => {
    insertCampaign();
    rules({ dailyBudget: { max: { USD: '1000' } } });
    expect(await update({ dailyBudget: '141' })).toEqual(refused(refusal('input.dailyBudget')));
    expect(await create({ dailyBudget: '1' })).toEqual(refused(refusal('input.dailyBudget')));
    expect(await update({ dailyBudget: '139' })).toEqual(applied);
    rules({ dailyBudget: { raisePerDay: { USD: '1000' } } });
    expect(await update({ dailyBudget: '140' })).toEqual(refused(refusal('input.dailyBudget')));
    expect(await update({ dailyBudget: '100' })).toEqual(applied);
  });
});

describe('each member of a rule', () => {
  test('callers and accounts: a rule applies only to those that it names', async () => {
    insertCampaign();
    const max = { dailyBudget: { max: { EUR: '1' } } };
    rules({ callers: ['sessions', 'key:crm'], ...max }, { accounts: ['Account:other'], ...max });
    expect(await update({ dailyBudget: '2' })).toEqual(applied);
    rules({ callers: ['owner'], ...max }, { accounts: [`Account:${accountId}`], ...max });
    expect(await update({ dailyBudget: '3' })).toEqual(
      refused(refusal('input.dailyBudget', '1'), refusal('input.dailyBudget', '1', 1)),
    );
  });

  test('callers: a session, a key, or both identify the caller, who is not the owner', async () => {
    const keys = keysOf({ crm: '', nightly: 'owner' });
    const own = await startGateway({ env: { GUARDS: file.path, GATEWAY_API_KEYS: keys } });
    const session = bearer(await signIn(own, own.emulator.credentials.userId)).headers;
    const { headers: crm } = withKey('crm');
    const { headers: nightly } = withKey('nightly');
    const who = ['sessions', 'owner', 'key:crm', 'key:nightly'];
    const document = `mutation { createCampaign(input: { accountId: "${accountId}", fundingInstrumentId: "${fundingInstrumentId}", name: "New", dailyBudget: "2" }) { errors { details } } }`;
    for (const [headers, expected] of [
      [session, ['sessions']],
      [{ ...session, ...crm }, ['sessions', 'key:crm']],
      [{ ...session, ...nightly }, ['sessions', 'key:nightly']],
      [nightly, ['owner', 'key:nightly']],
    ] as const) {
      const max = { dailyBudget: { max: { EUR: '1' } } };
      underRules(own, file, ...who.map((name) => ({ name, callers: [name], ...max })));
      const { data } = await own.ask(document, {}, { headers });
      const { errors } = data.createCampaign;
      expect(errors.map(({ details }: { details: string }) => details)).toEqual(expected);
    }
    await own.close();
  });

  test('mutations: only allows mutations that have no effects beyond the named ones', async () => {
    insertCampaign();
    insertCampaign({ id: 'g2' });
    rules({ mutations: { only: ['updateCampaign', 'updateLine*'] } });
    expect(await update({ name: 'A' })).toEqual(applied);
    expect(await create({ dailyBudget: '5' })).toEqual(refused(refusal('input')));
    const batch = (...operations: readonly object[]) => wrote('batchCampaigns', { operations });
    expect(await batch({ update: { campaignId: 'g1', name: 'B' } })).toMatchObject({ sent: 1 });
    expect(
      await batch({ update: { campaignId: 'g1', name: 'C' } }, { delete: { campaignId: 'g2' } }),
    ).toMatchObject({
      sent: 0,
      results: [
        { outcome: 'NOT_APPLIED' },
        { outcome: 'REJECTED', errors: [refusal('input.operations[1]')] },
      ],
    });
    rules({ mutations: { only: ['batchCampaigns'] } });
    expect(await batch({ delete: { campaignId: 'g2' } })).toMatchObject({ sent: 1 });
  });

  test('dailyBudget.max and totalBudget.max apply to every value that is set, and none may be missing', async () => {
    insertCampaign();
    rules({ dailyBudget: { max: { EUR: '12.5' } }, totalBudget: { max: { EUR: '100' } } });
    const both = { dailyBudgetAmountLocalMicro: 12_500_001, totalBudget: '100.000001' };
    expect(await update(both)).toEqual(
      refused(
        refusal('input.dailyBudgetAmountLocalMicro', '12.5'),
        refusal('input.totalBudget', '100'),
      ),
    );
    expect(await update({ dailyBudget: '12.5', totalBudget: '100' })).toEqual(applied);
    expect(await create({ dailyBudget: '5' })).toEqual(
      refused(refusal('input.totalBudget', '100')),
    );
    expect(await create({ budgetOptimization: 'LINE_ITEM' })).toEqual(applied);
  });

  test('raisePercent compares with the current value, exactly, and not with nothing', async () => {
    insertCampaign({ [daily]: 3 });
    rules({ dailyBudget: { raisePercent: 33.5 } });
    expect(await update({ dailyBudgetAmountLocalMicro: 5 })).toEqual(
      refused(refusal('input.dailyBudgetAmountLocalMicro', '33.5')),
    );
    expect(await update({ dailyBudgetAmountLocalMicro: 4 })).toEqual(applied);
    insertCampaign({ [daily]: null });
    expect(await update({ dailyBudget: '900000' })).toEqual(applied);
    insertCampaign({ [daily]: 200 });
    expect(await update({ dailyBudgetAmountLocalMicro: 267 })).toEqual(applied);
  });

  test('raisePercent cannot be avoided by way of 0', async () => {
    insertCampaign({ [daily]: 50_000_000 });
    rules({ dailyBudget: { raisePercent: 20 } });
    expect(await update({ dailyBudget: '0' })).toEqual(refused(refusal('input.dailyBudget')));
    expect(await update({ dailyBudgetAmountLocalMicro: '0' })).toEqual(
      refused(refusal('input.dailyBudgetAmountLocalMicro')),
    );
    expect(await create({ dailyBudget: '0' })).toEqual(refused(refusal('input.dailyBudget')));
    expect(await update({ dailyBudget: '100' })).toEqual(
      refused(refusal('input.dailyBudget', '20')),
    );
    expect(await update({ dailyBudget: '60' })).toEqual(applied);
  });

  test('bid.max refuses a higher bid, AUTO, and a line item without a bid', async () => {
    insertCampaign();
    insert('LineItem', 'gl1', { campaign_id: 'g1', currency: 'EUR', bid_strategy: 'MAX' });
    rules({ bid: { max: { EUR: '2' } } });
    const change = (input: object) => wrote('updateLineItem', { lineItemId: 'gl1', ...input });
    expect(await change({ bid: '2.5' })).toEqual(refused(refusal('input.bid', '2')));
    expect(await change({ bidStrategy: 'AUTO' })).toEqual(
      refused(refusal('input.bidStrategy', '2')),
    );
    expect(await change({ bid: '2' })).toEqual(applied);
    expect(await change({ bid: null })).toEqual(refused(refusal('input.bid', '2')));
    const { lineItem } = lineItemInput('New');
    const made = (input: object) =>
      wrote('createLineItem', { campaignId: 'g1', ...lineItem, ...input });
    expect(await made({})).toEqual(refused(refusal('input.bid', '2')));
    expect(await made({ bidStrategy: 'MAX', bid: '1' })).toEqual(applied);
  });

  test('raisePerDay and activationsPerDay count applied writes, and a key once', async () => {
    insertCampaign();
    rules({ dailyBudget: { raisePerDay: { EUR: '100' } }, activationsPerDay: 1 });
    const keyed = { dailyBudget: '200', entityStatus: 'ACTIVE', idempotencyKey: 'k1' };
    expect(await update(keyed)).toEqual(applied);
    expect(await update(keyed)).toMatchObject({ outcome: 'APPLIED', sent: 0 });
    expect(await update({ dailyBudget: '100' })).toEqual(applied);
    expect(await update({ dailyBudget: '140.5' })).toEqual(
      refused(refusal('input.dailyBudget', '100')),
    );
    expect(await update({ dailyBudget: '140', entityStatus: 'PAUSED' })).toEqual(applied);
    expect(await update({ entityStatus: 'ACTIVE' })).toEqual(
      refused(refusal('input.entityStatus', '1')),
    );
  });

  test('a write that the API refuses is not counted, and one with an unknown outcome is', async () => {
    insertCampaign();
    rules({ dailyBudget: { raisePerDay: { EUR: '10' } } });
    const fault = (answer: object) =>
      running.emulator.fault({
        match: { endpoint: 'updateCampaign' },
        fault: answer as never,
        times: 1,
      });
    fault({ kind: 'answer', status: 400 });
    expect(await update({ dailyBudget: '150' })).toMatchObject({ outcome: 'REJECTED', sent: 1 });
    fault({ kind: 'answer', status: 500 });
    expect(await update({ dailyBudget: '146' })).toMatchObject({ outcome: 'UNKNOWN' });
    expect(await update({ dailyBudget: '145' })).toMatchObject({ outcome: 'REJECTED', sent: 0 });
    expect(await update({ dailyBudget: '144' })).toEqual(applied);
  });

  test('items counts over a document, and refuses it as a whole', async () => {
    insertCampaign();
    rules({ items: 3 });
    const one = (id: string) => `{ update: { campaignId: "${id}", name: "X" } }`;
    const input = (count: number) =>
      `input: { accountId: "${accountId}", operations: [${Array.from({ length: count }, (_, index) => one(`x${index}`)).join(' ')}] }`;
    const document = `mutation {
      first: updateCampaign(input: { accountId: "${accountId}", campaignId: "g1", name: "Y" }) { outcome ${writeErrors} }
      second: batchCampaigns(${input(2)}) { outcome ${writeErrors} }
      third: batchCampaigns(${input(2)}) { outcome ${writeErrors} }
    }`;
    const { data, calls } = await running.ask(document);
    for (const { outcome, errors } of Object.values(data as object)) {
      expect({ outcome, errors }).toEqual({
        outcome: 'REJECTED',
        errors: [refusal('input.operations', '3')],
      });
    }
    expect(calls).toEqual([]);
    const launch = await wrote('launchCampaign', launchInput({ idempotencyKey: 'items' }));
    expect(launch).toEqual(refused(refusal('input.lineItems', '3')));
    rules({ items: 15 });
    // 3 line items with 2 criteria and 2 posts each.
    expect(await wrote('launchCampaign', launchInput({ idempotencyKey: 'items' }))).toMatchObject({
      outcome: 'APPLIED',
    });
  });

  test('a launch is judged as a whole, at its arguments, before anything is sent', async () => {
    rules(
      { dailyBudget: { max: { EUR: '49' } }, bid: { max: { EUR: '1' } } },
      { activationsPerDay: 3 },
    );
    const [first, ...others] = launchInput().lineItems;
    const bids = { bidStrategy: 'MAX', bid: '1.5' };
    const input = launchInput({
      idempotencyKey: 'whole',
      activate: true,
      lineItems: [{ ...first, lineItem: { ...first?.lineItem, ...bids } }, ...others],
    });
    expect(await wrote('launchCampaign', input)).toEqual(
      refused(
        refusal('input.campaign.dailyBudgetAmountLocalMicro', '49'),
        refusal('input.lineItems[0].lineItem.bid', '1'),
        refusal('input.lineItems[1].lineItem.bid', '1'),
        refusal('input.lineItems[2].lineItem.bid', '1'),
        refusal('input.activate', '3', 1),
      ),
    );
    const { writes } = await dryRunOf(running, launchDocument('launchCampaign', 'outcome'), {
      input,
    });
    expect(writes[0]?.outcome).toBe('GUARDED');
    expect(writes[0]?.errors.map(({ argument }) => argument)).toEqual([
      'input.campaign.dailyBudgetAmountLocalMicro',
      'input.lineItems[0].lineItem.bid',
      'input.lineItems[1].lineItem.bid',
      'input.lineItems[2].lineItem.bid',
      'input.activate',
    ]);
    rules({ activationsPerDay: 4, dailyBudget: { raisePerDay: { EUR: '50' } } });
    expect(await wrote('launchCampaign', input)).toMatchObject({ outcome: 'APPLIED' });
    expect(await create({ dailyBudget: '1' })).toEqual(
      refused(refusal('input.dailyBudget', '50'), refusal('input.entityStatus', '4')),
    );
  });

  test('a rule whose data cannot be read refuses the write', async () => {
    rules({ dailyBudget: { max: { EUR: '49' } } });
    expect(await update({ dailyBudget: '1' })).toMatchObject({
      outcome: 'REJECTED',
      sent: 0,
      errors: [{ code: 'NOT_FOUND', argument: 'input.campaignId' }],
    });
    insertCampaign();
    running.emulator.fault({
      match: { endpoint: 'getCampaign' },
      fault: { kind: 'answer', status: 403 },
      times: 10,
    });
    expect(await update({ dailyBudget: '1' })).toMatchObject({ thrown: 'FORBIDDEN', sent: 0 });
  });
});

test('a dry run shows the figures of each rule', async () => {
  insertCampaign();
  rules({ dailyBudget: { max: { EUR: '500' }, raisePercent: 50 }, activationsPerDay: 2 });
  const document = `mutation { updateCampaign(input: { accountId: "${accountId}", campaignId: "g1", dailyBudget: "490", entityStatus: ACTIVE }) { outcome } }`;
  const { writes } = await dryRunOf(running, document);
  expect(writes[0]).toMatchObject({
    outcome: 'GUARDED',
    errors: [{ code: 'GUARD_REFUSED', argument: 'input.dailyBudget', max: '50' }],
    guards: [
      { rule: nameOf(0), limit: 'dailyBudget.max', value: '490', verdict: 'PASS' },
      { rule: nameOf(0), limit: 'dailyBudget.raisePercent', value: '250', verdict: 'REFUSE' },
      { rule: nameOf(0), limit: 'activationsPerDay', value: '1', verdict: 'PASS' },
    ],
  });
  expect(writes[0]?.changes).toHaveLength(2);
});

test('on a day of 25 hours a forgotten key that is used again counts again', async () => {
  let clock = Date.parse('2026-10-24T22:10:00Z');
  const now = () => clock;
  const own = guardsFile();
  own.write([{ name: 'a day', dailyBudget: { raisePerDay: { EUR: '100' } } }]);
  const gateway = await startGateway({
    env: { GUARDS: own.path },
    parts: { store: createMemoryStore(now), now },
  });
  try {
    gateway.emulator.store.insert('Campaign', accountId, {
      ...gateway.emulator.store.rows('Campaign', accountId)[0],
      id: 'long',
      deleted: false,
      [daily]: 10_000_000,
    });
    const raised = async (amount: string) => {
      const input = { accountId, campaignId: 'long', dailyBudget: amount, idempotencyKey: 'k' };
      const document =
        'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
      return (await gateway.ask(document, { input })).data?.['updateCampaign'].outcome;
    };
    expect(await raised('70')).toBe('APPLIED');
    clock += 24 * 3_600_000 + 300_000;
    expect(await raised('120')).toBe('REJECTED');
    expect(await raised('110')).toBe('APPLIED');
  } finally {
    await gateway.close();
  }
});
