import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const account = 'btc';
const funding = 'btcf';
const running = useGateway();

beforeEach(() => {
  const { store, grant, credentials, reset } = running.emulator;
  reset();
  grant(credentials.userId, account);
  const at = '2025-01-01T00:00:00Z';
  const stamp = { created_at: at, updated_at: at, deleted: false };
  store.insert('Account', null, { id: account, name: 'Batches', ...stamp });
  store.clear('Campaign', account);
  store.clear('LineItem', account);
  store.clear('TargetingCriterion', account);
  store.insert('FundingInstrument', account, {
    id: funding,
    type: 'CREDIT_LINE',
    currency: 'USD',
    able_to_fund: true,
    entity_status: 'ACTIVE',
    ...stamp,
  });
  for (const id of ['old1', 'old2']) {
    store.insert('Campaign', account, {
      id,
      name: `Before ${id}`,
      entity_status: 'PAUSED',
      funding_instrument_id: funding,
      daily_budget_amount_local_micro: 1_000_000,
      currency: 'USD',
      budget_optimization: 'CAMPAIGN',
      ...stamp,
    });
  }
  store.insert('LineItem', account, {
    id: 'line1',
    campaign_id: 'old1',
    product_type: 'PROMOTED_TWEETS',
    objective: 'REACH',
    ...stamp,
  });
});

const batch = `mutation ($input: BatchCampaignsInput!) {
  batchCampaigns(input: $input) {
    outcome
    errors { code message argument parameter }
    results { index outcome campaign { restId name entityStatus deleted fundingInstrument { restId type } } errors { code argument message parameter value } }
    rows { restId name }
  }
}`;

/** The same without the names of rows. */
const unnamedBatch = batch.replaceAll(' name', '');

const creation = (name: string, extra: object = {}) => ({
  create: { name, fundingInstrumentId: funding, dailyBudgetAmountLocalMicro: '5000000', ...extra },
});
const forty = (bad: number, item: object) =>
  Array.from({ length: 40 }, (_, n) => (n === bad ? item : creation(`Campaign ${n}`)));

const asked = (operations: readonly object[], document = batch) =>
  running.ask(document, { input: { accountId: account, operations } });

describe('a batch that the API accepts', () => {
  test('is one call, and every item answers in the order of the input', async () => {
    const { data, errors, calls } = await asked([
      { update: { campaignId: 'old2', name: 'Renamed' } },
      creation('New one'),
      { delete: { campaignId: 'old1' } },
      creation('New two', { entityStatus: 'PAUSED' }),
    ]);
    expect(errors).toBeUndefined();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /12/batch/accounts/${account}/campaigns`,
      `GET /12/accounts/${account}/funding_instruments/${funding}`,
    ]);
    const { outcome, results } = data.batchCampaigns;
    expect(outcome).toBe('APPLIED');
    expect(results.map((row: { outcome: string }) => row.outcome)).toEqual(
      Array(4).fill('APPLIED'),
    );
    expect(results.map((row: { campaign: { name: string } }) => row.campaign.name)).toEqual([
      'Renamed',
      'New one',
      'Before old1',
      'New two',
    ]);
    expect(results[2].campaign).toMatchObject({ restId: 'old1', deleted: true });
    expect(results[3].campaign).toMatchObject({
      entityStatus: 'PAUSED',
      fundingInstrument: { restId: funding, type: 'CREDIT_LINE' },
    });
    expect(running.emulator.store.rows('Campaign', account)).toHaveLength(4);
  });

  test('sends the body of the reference, with every digit', async () => {
    const { calls } = await asked([
      creation('Exact', { totalBudgetAmountLocalMicro: '9007199254740993' }),
    ]);
    expect(calls[0]?.headers['content-type']).toMatch(/^application\/json/);
    // The bodies are compared as text, because a JSON parser could change digits.
    expect(calls[0]?.body).toBe(
      `[{"operation_type":"Create","params":{"daily_budget_amount_local_micro":5000000,"funding_instrument_id":"btcf","name":"Exact","total_budget_amount_local_micro":9007199254740993}}]`,
    );
  });
});

describe('a batch of forty with one bad item', () => {
  test('answers with that item REJECTED, the others NOT_APPLIED, and changes nothing', async () => {
    const { data, errors, calls } = await asked(
      forty(17, creation('Bad', { fundingInstrumentId: 'nosuch' })),
    );
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
    const { outcome, results } = data.batchCampaigns;
    expect(outcome).toBe('REJECTED');
    expect(results).toHaveLength(40);
    for (const { index, outcome: ended, campaign, errors: why } of results) {
      expect(ended).toBe(index === 17 ? 'REJECTED' : 'NOT_APPLIED');
      expect(campaign).toBeNull();
      expect(why).toHaveLength(index === 17 ? 1 : 0);
    }
    expect(results[17].errors[0]).toMatchObject({ code: 'FUNDING_INSTRUMENT_NOT_FOUND' });
    expect(running.emulator.store.rows('Campaign', account).map(({ id }) => id)).toEqual([
      'old1',
      'old2',
    ]);
  });

  test.each(['arrays', 'objects'] as const)(
    'reads item errors arranged as %s',
    async (operationErrors) => {
      running.emulator.set({ operationErrors });
      const { data } = await asked([
        creation('Fine'),
        creation('Bad', { fundingInstrumentId: 'nosuch' }),
      ]);
      expect(data.batchCampaigns.results.map((row: { outcome: string }) => row.outcome)).toEqual([
        'NOT_APPLIED',
        'REJECTED',
      ]);
    },
  );

  test('puts errors without an item on the payload', async () => {
    running.emulator.set({ operationErrors: 'flat' });
    const { data } = await asked([
      creation('Fine'),
      creation('Bad', { fundingInstrumentId: 'nosuch' }),
    ]);
    const { outcome, errors, results } = data.batchCampaigns;
    expect(outcome).toBe('REJECTED');
    expect(errors).toHaveLength(1);
    expect(results.map((row: { outcome: string }) => row.outcome)).toEqual([
      'NOT_APPLIED',
      'NOT_APPLIED',
    ]);
  });
});

describe('a batch with an unknown outcome', () => {
  test('is UNKNOWN as a whole if the answer was lost after it took effect, and is sent once', async () => {
    running.emulator.fault({ match: { method: 'POST' }, fault: { kind: 'cut', at: 'body' } });
    const { data, errors, calls } = await asked([creation('Maybe')]);
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
    expect(data.batchCampaigns.outcome).toBe('UNKNOWN');
    expect(data.batchCampaigns.errors[0].code).toBe('UPSTREAM_OUTCOME_UNKNOWN');
    expect(data.batchCampaigns.results).toMatchObject([
      { index: 0, outcome: 'UNKNOWN', campaign: null },
    ]);
    expect(running.emulator.store.rows('Campaign', account)).toHaveLength(3);
  });

  test('is UNKNOWN if the answer has fewer rows than were sent, and reports both counts', async () => {
    running.emulator.fault({ match: { method: 'POST' }, fault: { kind: 'edit', edit: 'dropRow' } });
    const { data } = await asked([creation('One'), creation('Two')]);
    expect(data.batchCampaigns.outcome).toBe('UNKNOWN');
    expect(data.batchCampaigns.errors[0].message).toContain(
      '2 operations were sent, and the response has 1 rows',
    );
  });

  test('is UNKNOWN with the errors of its items if an answer has both rows and errors', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: {
        kind: 'merge',
        set: { operation_errors: [[], [{ code: 'INVALID', message: 'No.' }]] },
      },
    });
    const { data } = await asked([creation('One'), creation('Two')]);
    const { outcome, results } = data.batchCampaigns;
    expect(outcome).toBe('UNKNOWN');
    expect(results).toMatchObject([
      { outcome: 'UNKNOWN', errors: [] },
      { outcome: 'UNKNOWN', errors: [{ code: 'INVALID' }] },
    ]);
  });

  test('finds changed rows by their id if the answer is in another order', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: { kind: 'edit', edit: 'reverseRows' },
    });
    const { data } = await asked([
      { update: { campaignId: 'old1', name: 'First' } },
      { update: { campaignId: 'old2', name: 'Second' } },
    ]);
    const { outcome, results } = data.batchCampaigns;
    expect(outcome).toBe('APPLIED');
    expect(results.map((row: { campaign: { restId: string } }) => row.campaign.restId)).toEqual([
      'old1',
      'old2',
    ]);
  });

  test('is UNKNOWN if a changed row is missing, and shows the others', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: {
        kind: 'merge',
        set: { data: [{ id: 'other', name: 'Strange', entity_status: 'ACTIVE' }] },
      },
    });
    const { data } = await asked([{ update: { campaignId: 'old1', name: 'First' } }]);
    const { outcome, results, rows } = data.batchCampaigns;
    expect(outcome).toBe('UNKNOWN');
    expect(results).toMatchObject([{ outcome: 'UNKNOWN', campaign: null }]);
    expect(rows).toEqual([{ restId: 'other', name: 'Strange' }]);
  });

  test('shows the rows of an answer that has too few or too many', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: { kind: 'edit', edit: 'strangeRow' },
    });
    const { data } = await asked([creation('One')]);
    expect(data.batchCampaigns.outcome).toBe('UNKNOWN');
    expect(data.batchCampaigns.rows).toMatchObject([{ name: 'One' }, { restId: 'zzstrange' }]);
  });
});

interface Ended {
  readonly outcome: string;
  readonly campaign: { readonly restId: string; readonly name: string } | null;
  readonly errors: readonly { readonly code: string }[];
}

describe('the rows of an applied batch', () => {
  const answering = (set: Readonly<Record<string, unknown>>, remove: readonly string[] = []) =>
    running.emulator.fault({
      match: { method: 'POST' },
      fault: { kind: 'merge', set, remove: [...remove] },
    });
  const row = (id: string, name: string, more: object = {}) => ({
    ...{ id, name, entity_status: 'ACTIVE' },
    ...more,
  });
  const unnamed = (id: string, more: object = {}) => ({ id, entity_status: 'ACTIVE', ...more });
  const idsOf = (results: readonly Ended[]) =>
    results.map(({ campaign }) => campaign?.restId ?? null);
  const appliedAs = async (operations: readonly object[], ids: readonly (string | null)[]) => {
    const { data, errors } = await asked(operations, unnamedBatch);
    expect(errors).toBeUndefined();
    const { outcome, results } = data.batchCampaigns;
    expect(outcome).toBe('APPLIED');
    expect(results.map((one: Ended) => one.outcome)).toEqual(operations.map(() => 'APPLIED'));
    expect(idsOf(results)).toEqual(ids);
    return data.batchCampaigns;
  };

  test.each([
    ['trims', ' Spring  ', 'Spring'],
    ['writes in lower case', 'SPRING', 'spring'],
    ['writes as HTML', "Tom & Jerry's", 'Tom &amp; Jerry&#39;s'],
  ])('are in the order of the items if the API %s what was sent', async (_how, sent, got) => {
    answering({ data: [row('n1', got), row('n2', 'Second')] }, ['request']);
    await appliedAs([creation(sent), creation('Second')], ['n1', 'n2']);
  });

  test('are matched by the echo of the request if that is in another order', async () => {
    const echo = (name: string) => ({ operation_type: 'Create', params: { name } });
    answering({
      data: [unnamed('n1'), unnamed('n2')],
      request: [echo('Beta'), echo('Alpha')],
    });
    await appliedAs([creation('Alpha'), creation('Beta')], ['n2', 'n1']);
  });

  test('are matched to the items that they fit exactly if they do not fit their own', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: { kind: 'edit', edit: 'reverseRows' },
    });
    const { data } = await asked([creation('Alpha'), creation('Beta')]);
    const { outcome, results } = data.batchCampaigns;
    expect(outcome).toBe('APPLIED');
    expect(results.map((one: Ended) => one.campaign?.name)).toEqual(['Alpha', 'Beta']);
  });

  test('are matched to the most similar items if their order is not that of the items', async () => {
    const paused = { entity_status: 'PAUSED' };
    answering({ data: [row('n3', 'Gamma'), unnamed('n2', paused), unnamed('n1')] }, ['request']);
    await appliedAs(
      [
        creation('Alpha long'),
        creation('Beta long', { entityStatus: 'PAUSED' }),
        creation('Gamma'),
      ],
      ['n1', 'n2', 'n3'],
    );
  });

  test('are matched by their names if the API rounded another value of all of them', async () => {
    const rounded = { daily_budget_amount_local_micro: 5_120_000 };
    const exact = { dailyBudgetAmountLocalMicro: '5123400' };
    answering({ data: [row('n2', 'Beta', rounded), row('n1', 'Alpha', rounded)] }, ['request']);
    await appliedAs([creation('Alpha', exact), creation('Beta', exact)], ['n1', 'n2']);
  });

  test.each([
    ['has another name', row('n1', 'Something else')],
    ['has another budget', row('n1', 'Spring', { daily_budget_amount_local_micro: 6_000_000 })],
    ['is paused', row('n1', 'Spring', { entity_status: 'PAUSED' })],
  ])('are not matched if one %s: the batch is UNKNOWN', async (_what, other) => {
    answering({ data: [other, row('n2', 'Second')] }, ['request']);
    const { data } = await asked([
      creation('Spring', { entityStatus: 'ACTIVE' }),
      creation('Second'),
    ]);
    const { outcome, results, rows } = data.batchCampaigns;
    expect(outcome).toBe('UNKNOWN');
    expect(results.map((one: Ended) => [one.outcome, one.campaign])).toEqual(
      Array(2).fill(['UNKNOWN', null]),
    );
    expect(rows).toHaveLength(2);
  });

  test('are matched by their names although the API spells these in another way', async () => {
    answering({ data: [row('n2', 'beta'), row('n1', ' ALPHA')] }, ['request']);
    await appliedAs([creation('Alpha'), creation('Beta')], ['n1', 'n2']);
  });

  test('that are equal may be in any order', async () => {
    answering({ data: [row('n3', 'Other'), row('n1', 'Same'), row('n2', 'Same')] }, ['request']);
    await appliedAs([creation('Same'), creation('Same'), creation('Other')], ['n1', 'n2', 'n3']);
  });

  test('stay unmatched if nothing distinguishes them, and the payload shows them', async () => {
    answering({ data: [row('n3', 'Gamma'), unnamed('n1'), unnamed('n2')] }, ['request']);
    const { results, rows, errors } = await appliedAs(
      [creation('Alpha'), creation('Beta'), creation('Gamma')],
      [null, null, 'n3'],
    );
    expect(results.map((one: Ended) => one.errors.map(({ code }) => code))).toEqual([
      ['UPSTREAM_BAD_RESPONSE'],
      ['UPSTREAM_BAD_RESPONSE'],
      [],
    ]);
    expect(errors).toEqual([]);
    expect(rows.map(({ restId }: { restId: string }) => restId)).toEqual(['n3', 'n1', 'n2']);
  });

  test('stay unmatched if they cannot be read, and their count still equals that of the items', async () => {
    answering({ data: [null, row('n2', 'Beta')] }, ['request']);
    const { results } = await appliedAs([creation('Alpha'), creation('Beta')], [null, 'n2']);
    expect(results[0].errors[0].code).toBe('UPSTREAM_BAD_RESPONSE');
  });

  test('are returned with the errors of the request as a whole', async () => {
    answering({ errors: [{ code: 'NOTICE', message: 'Almost too many.' }] });
    const { data } = await asked([creation('Alpha')]);
    expect(data.batchCampaigns).toMatchObject({
      outcome: 'APPLIED',
      errors: [{ code: 'NOTICE' }],
    });
  });
});

describe('a refused batch', () => {
  test('shows the errors of the request beside those of its items', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: {
        kind: 'answer',
        status: 400,
        json: {
          errors: [{ code: 'REQUEST', message: 'As a whole.' }],
          operation_errors: [[], [{ code: 'ITEM', message: 'This one.' }]],
        },
      },
    });
    const { data } = await asked([creation('Alpha'), creation('Beta')]);
    expect(data.batchCampaigns).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'REQUEST' }],
      results: [
        { outcome: 'NOT_APPLIED', errors: [] },
        { outcome: 'REJECTED', errors: [{ code: 'ITEM' }] },
      ],
      rows: [],
    });
  });
});

describe('an impossible batch', () => {
  const refusals = [
    ['is empty', [], 'input.operations'],
    ['has 41 items', Array.from({ length: 41 }, (_, n) => creation(`n${n}`)), 'input.operations'],
    [
      'has a name of 256 characters',
      [creation('ok'), creation('x'.repeat(256))],
      'input.operations[1].create.name',
    ],
    [
      'has a malformed id',
      [{ delete: { campaignId: '../x' } }],
      'input.operations[0].delete.campaignId',
    ],
    [
      'changes the same row twice',
      [{ update: { campaignId: 'old1', name: 'a' } }, { delete: { campaignId: 'OLD1' } }],
      'input.operations[1].delete.campaignId',
    ],
    [
      'sets a draft by update',
      [{ update: { campaignId: 'old1', entityStatus: 'DRAFT' } }],
      'input.operations[0].update.entityStatus',
    ],
    [
      'has a daily budget above the total',
      [creation('a', { totalBudgetAmountLocalMicro: '1' })],
      'input.operations[0].create.dailyBudgetAmountLocalMicro',
    ],
  ] as const;
  test.each(refusals)(
    'because it %s is refused before any call',
    async (_why, operations, argument) => {
      const { data, errors, calls } = await asked(operations);
      expect(calls).toHaveLength(0);
      expect(data.batchCampaigns?.outcome ?? 'REJECTED').toBe('REJECTED');
      expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument,
      });
    },
  );

  test('because an item has two operations is refused before any call', async () => {
    const { errors, calls } = await asked([{ ...creation('a'), delete: { campaignId: 'old1' } }]);
    expect(calls).toHaveLength(0);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  test('of 40 items is accepted as a whole', async () => {
    const { data } = await asked(forty(-1, {}));
    expect(data.batchCampaigns.outcome).toBe('APPLIED');
  });
});
