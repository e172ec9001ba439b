import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { useGateway } from '../support/gateway.ts';
import { launchDocument, launched, launching, madeSince, rowsIn } from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';

const running = useGateway({ parts: quickTime() });
let keys = 0;
const { accountId } = launching;
const campaignId = 'cik3s000';
const endTime = '2033-01-01T00:00:00Z';
const copied = (more: object = {}) => ({
  accountId,
  campaignId,
  lineItems: { endTime },
  idempotencyKey: `copy ${++keys}`,
  ...more,
});
const copy = (input: object) => launched(running, input, 'copyCampaign');
beforeEach(() => running.emulator.reset());

const childrenOf = (rows: readonly StoredRow[], column: string, id: unknown) =>
  rows.filter((row) => row[column] === id && row['deleted'] !== true);
const without = (row: StoredRow, ...columns: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
const own = ['id', 'created_at', 'updated_at'];

/**
 * A campaign with everything in it that is not deleted, without the columns that differ for each
 * row.
 */
const treeOf = (rows: ReturnType<typeof rowsIn>, id: unknown) => {
  const campaign = rows.Campaign.find((row) => row['id'] === id) as StoredRow;
  const oldestFirst = (one: StoredRow, other: StoredRow): number =>
    String(one['created_at']).localeCompare(String(other['created_at']));
  const lineItems = childrenOf(rows.LineItem, 'campaign_id', id).toSorted(oldestFirst);
  return {
    campaign: without(
      campaign,
      ...own,
      'name',
      'entity_status',
      'effective_status',
      'servable',
      'reasons_not_servable',
    ),
    lineItems: lineItems.map((row) => ({
      ...without(
        row,
        ...own,
        'campaign_id',
        'entity_status',
        // The API fills it in; only some applications may set it.
        'advertiser_user_id',
        'end_time',
      ),
      criteria: childrenOf(rows.TargetingCriterion, 'line_item_id', row['id']).map((one) =>
        without(one, ...own, 'line_item_id'),
      ),
      posts: childrenOf(rows.PromotedTweet, 'line_item_id', row['id']).map(
        (one) => one['tweet_id'],
      ),
    })),
  };
};

/** Makes all audiences targetable, or none of them. */
const setAudiences = (targetable: boolean): void => {
  const { store } = running.emulator;
  for (const row of store.rows('CustomAudience', accountId)) {
    store.insert('CustomAudience', accountId, { ...row, targetable });
  }
};

const isWrite = (endpoint: string | null): boolean => !/^(get|list)/.test(endpoint ?? '');

describe('a copy', () => {
  test('has the rows of the original, and costs nine reads more than a launch', async () => {
    setAudiences(true);
    const before = rowsIn(running);
    const { payload, errors, calls } = await copy(copied());
    expect([errors, payload.errors, payload.outcome]).toEqual([undefined, [], 'APPLIED']);
    const reads = calls.filter((endpoint) => /^(get|list)/.test(endpoint ?? ''));
    expect(reads.toSorted()).toEqual([
      'getCampaign',
      'getCustomAudience',
      'listLineItemCuratedCategories',
      'listLineItems',
      'listMediaCreatives',
      'listPrerollCallToActions',
      'listPromotedTweets',
      'listScheduledPromotedTweets',
      'listTargetingCriteria',
      'listTrackingTags',
    ]);
    const made = madeSince(before, running);
    const [campaign] = made.Campaign;
    const original = treeOf(before, campaignId);
    const same = treeOf(made, campaign?.['id']);
    expect(same.campaign).toEqual(original.campaign);
    expect(same.lineItems).toEqual(original.lineItems);
    expect(original.lineItems.flatMap(({ criteria }) => criteria).length).toBeGreaterThan(5);
    expect(campaign?.['name']).toBe('Winter 2022 | Rain Gear | Netherlands | Prospecting (copy)');
    expect(new Set(made.LineItem.map((row) => row['entity_status']))).toEqual(new Set(['PAUSED']));
    expect(new Set(made.LineItem.map((row) => row['end_time']))).toEqual(new Set([endTime]));
  });

  test('excludes the same publishers of videos', async () => {
    onTestFinished(() => running.emulator.reset({ data: true }));
    setAudiences(true);
    const { store } = running.emulator;
    const [lineItem] = childrenOf(store.rows('LineItem', accountId), 'campaign_id', campaignId);
    store.insert('TargetingCriterion', accountId, {
      id: 'pub1',
      created_at: '2025-01-01T00:00:00Z',
      updated_at: '2025-01-01T00:00:00Z',
      deleted: false,
      line_item_id: lineItem?.['id'],
      targeting_type: 'CONTENT_PUBLISHER_USER',
      targeting_value: '17288520',
      operator_type: 'NE',
    });
    const before = rowsIn(running);
    const { payload } = await copy(copied());
    expect([payload.outcome, payload.errors]).toEqual(['APPLIED', []]);
    const made = madeSince(before, running).TargetingCriterion;
    expect(made.filter((row) => row['targeting_type'] === 'CONTENT_PUBLISHER_USER')).toMatchObject([
      { targeting_value: '17288520', operator_type: 'NE' },
    ]);
  });

  test('has the values of its caller, and becomes active as the original is', async () => {
    setAudiences(true);
    const { store } = running.emulator;
    const [paused] = childrenOf(store.rows('LineItem', accountId), 'campaign_id', campaignId);
    if (paused === undefined) throw new Error('the campaign has no line items');
    store.insert('LineItem', accountId, { ...paused, entity_status: 'PAUSED' });
    const before = rowsIn(running);
    const lineItems = {
      endTime,
      startTime: '2032-06-01T00:00:00Z',
      name: 'Again',
      totalBudgetAmountLocalMicro: '9000000',
    };
    const { payload, calls } = await copy(copied({ name: 'Mine', lineItems, activate: true }));
    expect(payload.outcome).toBe('APPLIED');
    expect(calls.slice(-2)).toEqual(['batchLineItems', 'updateCampaign']);
    const made = madeSince(before, running);
    expect(made.Campaign).toMatchObject([{ name: 'Mine', entity_status: 'ACTIVE' }]);
    for (const row of made.LineItem) {
      expect(row).toMatchObject({
        name: 'Again',
        start_time: '2032-06-01T00:00:00Z',
        total_budget_amount_local_micro: 9000000,
      });
    }
    const states = (rows: readonly StoredRow[]) => rows.map((row) => row['entity_status']);
    const originals = childrenOf(before.LineItem, 'campaign_id', campaignId).toReversed();
    expect(states(made.LineItem)).toEqual(states(originals));
    expect(new Set(states(made.LineItem)).size).toBe(2);
    store.insert('LineItem', accountId, paused);
  });

  test('lacks criteria that cannot be created again, says so, and then stays paused', async () => {
    setAudiences(true);
    const audience = 'af3e2002';
    const { store } = running.emulator;
    const [lineItem] = childrenOf(store.rows('LineItem', accountId), 'campaign_id', campaignId);
    const criterion = {
      ...(store.rows('TargetingCriterion', accountId)[0] as StoredRow),
      deleted: false,
      line_item_id: lineItem?.['id'],
    };
    const lost = [
      { ...criterion, id: 'lost1', targeting_type: 'CUSTOM_AUDIENCE', targeting_value: audience },
      { ...criterion, id: 'lost2', targeting_type: 'TAILORED_SOMETHING', targeting_value: 'x' },
    ];
    for (const row of lost) store.insert('TargetingCriterion', accountId, row);
    const known = store.find('CustomAudience', accountId, audience);
    if (known !== undefined)
      store.insert('CustomAudience', accountId, { ...known, targetable: false });
    const before = rowsIn(running);
    const { payload } = await copy(copied({ activate: true }));
    for (const { id } of lost) store.remove('TargetingCriterion', accountId, id);
    expect(payload.outcome).toBe('APPLIED');
    expect(payload.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', reason: 'NOT_FOUND', value: audience },
      { code: 'BAD_USER_INPUT', reason: 'NOT_FOUND', value: 'x' },
      { reason: 'NOT_ALLOWED', argument: 'input.activate' },
    ]);
    const told = payload.steps.flatMap(
      ({ step, errors }: { step: string; errors: { message: string }[] }) =>
        errors.map(({ message }) => [step, message]),
    );
    expect(told).toEqual([
      ['TARGETING', payload.errors[0].message],
      ['TARGETING', payload.errors[1].message],
    ]);
    const made = madeSince(before, running);
    expect(made.Campaign).toMatchObject([{ entity_status: 'PAUSED' }]);
    const values = made.TargetingCriterion.map((row) => row['targeting_value']);
    expect(values).not.toContain(audience);
    expect(values).not.toContain('x');
    expect(values.length).toBeGreaterThan(5);
  });

  test('has the same audience expansion as the original', async () => {
    onTestFinished(() => running.emulator.reset({ data: true }));
    setAudiences(true);
    const { store } = running.emulator;
    const lineItems = childrenOf(store.rows('LineItem', accountId), 'campaign_id', campaignId);
    for (const row of lineItems) {
      store.insert('LineItem', accountId, { ...row, audience_expansion: 'EXPANDED' });
    }
    const before = rowsIn(running);
    const { payload } = await copy(copied({ activate: true }));
    expect([payload.outcome, payload.errors]).toEqual(['APPLIED', []]);
    const reach = madeSince(before, running).LineItem.map((row) => row['audience_expansion']);
    expect(reach).toEqual(lineItems.map(() => 'EXPANDED'));
  });

  test.for([
    [
      'Campaign',
      'CAMPAIGN',
      'id',
      campaignId,
      /campaign .* lacks a value: .*does not know its brand_safety/,
    ],
    [
      'LineItem',
      'LINE_ITEMS',
      'campaign_id',
      campaignId,
      /line item .* lacks a value: .*its brand_safety/,
    ],
    [
      'TargetingCriterion',
      'TARGETING',
      'line_item_id',
      null,
      /criterion .* of line item .* lacks a value/,
    ],
    [
      'PromotedTweet',
      'PROMOTED_TWEETS',
      'line_item_id',
      null,
      /promoted tweet .* of line item .* lacks a value/,
    ],
  ] as const)(
    'stays paused if a %s has an unknown column, and says so',
    async ([entity, step, column, parent, message]) => {
      onTestFinished(() => running.emulator.reset({ data: true }));
      setAudiences(true);
      const { store } = running.emulator;
      const [lineItem] = childrenOf(store.rows('LineItem', accountId), 'campaign_id', campaignId);
      const rows = childrenOf(store.rows(entity, accountId), column, parent ?? lineItem?.['id']);
      for (const row of rows) store.insert(entity, accountId, { ...row, brand_safety: 'LIMITED' });
      const before = rowsIn(running);
      const { payload } = await copy(copied({ activate: true }));
      expect(payload.outcome).toBe('APPLIED');
      expect(payload.errors).toHaveLength(rows.length + 1);
      expect(payload.errors[0]).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'NOT_ALLOWED' });
      expect(payload.errors[0].message).toMatch(message);
      expect(payload.errors.at(-1)).toMatchObject({ argument: 'input.activate' });
      const told = payload.steps.filter(({ errors }: { errors: object[] }) => errors.length > 0);
      expect(told).toMatchObject([{ step }]);
      expect(told[0].errors).toHaveLength(rows.length);
      const made = madeSince(before, running);
      expect(made.Campaign).toMatchObject([{ entity_status: 'PAUSED' }]);
      expect(made.LineItem.every((row) => row['entity_status'] === 'PAUSED')).toBe(true);
      const copiedTree = treeOf(made, made.Campaign[0]?.['id']);
      const original = treeOf(before, campaignId);
      expect(copiedTree.lineItems.map(({ criteria, posts }) => [criteria.length, posts])).toEqual(
        original.lineItems.map(({ criteria, posts }) => [criteria.length, posts]),
      );
    },
  );

  test('is sent if the original itself breaks a documented rule, with a note', async () => {
    onTestFinished(() => running.emulator.reset({ data: true }));
    setAudiences(true);
    const { store } = running.emulator;
    for (const row of childrenOf(store.rows('LineItem', accountId), 'campaign_id', campaignId)) {
      store.insert('LineItem', accountId, {
        ...row,
        objective: 'WEBSITE_CLICKS',
        bid_strategy: 'AUTO',
        goal: 'WEBSITE_CONVERSIONS',
        primary_web_event_tag: 'odzxx',
        pay_by: 'LINK_CLICK',
      });
    }
    const input = copied();
    const { data, extensions, calls } = await running.ask(launchDocument('copyCampaign'), {
      input,
    });
    // The emulator enforces the documented rules: this refusal is the API's.
    expect(data.copyCampaign.steps[1]).toMatchObject({ step: 'LINE_ITEMS', outcome: 'REJECTED' });
    const [batch] = calls.filter(({ endpoint }) => endpoint === 'batchLineItems');
    expect(JSON.stringify(batch?.body)).toMatch(
      /LINK_CLICK.*WEBSITE_CONVERSIONS|WEBSITE_CONVERSIONS.*LINK_CLICK/,
    );
    expect(extensions?.['notes']).toEqual([
      {
        text: expect.stringMatching(
          /^The original breaks a documented rule, and so does its copy: /,
        ),
        path: ['copyCampaign', 'outcome'],
      },
    ]);
  });

  test('is refused if the caller breaks a documented rule', async () => {
    const lineItems = { endTime, startTime: '2034-01-01T00:00:00Z' };
    const { payload, calls } = await copy(copied({ lineItems }));
    expect(payload.outcome).toBe('REJECTED');
    expect(calls.filter(isWrite)).toEqual([]);
  });

  test('continues with the original as it was, whatever has changed since', async () => {
    setAudiences(true);
    const before = rowsIn(running);
    const input = copied();
    running.emulator.fault({
      match: { endpoint: 'batchTargetingCriteria' },
      times: 1,
      fault: {
        kind: 'answer',
        status: 400,
        json: { errors: [{ code: 'INVALID', message: 'no' }] },
      },
    });
    const refused = await copy(input);
    expect(refused.payload.outcome).toBe('REJECTED');
    const { store } = running.emulator;
    const original = store.find('Campaign', accountId, campaignId) as StoredRow;
    store.insert('Campaign', accountId, { ...original, name: 'Changed', deleted: true });
    const { payload, calls } = await copy(input);
    store.insert('Campaign', accountId, original);
    expect(payload.outcome).toBe('APPLIED');
    expect(calls[0]).toBe('batchTargetingCriteria');
    const made = madeSince(before, running);
    expect(made.Campaign).toHaveLength(1);
    expect(treeOf(made, made.Campaign[0]?.['id']).lineItems).toEqual(
      treeOf(before, campaignId).lineItems,
    );
  });
});

/** Changes a row of the original while a test runs. */
const changed = async (
  entity: string,
  row: StoredRow,
  to: object,
  work: () => Promise<void>,
): Promise<void> => {
  const { store } = running.emulator;
  store.insert(entity, accountId, { ...row, ...to });
  try {
    await work();
  } finally {
    if (store.find(entity, accountId, String(row['id'])) !== undefined)
      store.insert(entity, accountId, row);
  }
};
const firstLineItem = (): StoredRow => {
  const rows = running.emulator.store.rows('LineItem', accountId);
  const [row] = childrenOf(rows, 'campaign_id', campaignId);
  if (row === undefined) throw new Error('the campaign has no line items');
  return row;
};
const states = (made: ReturnType<typeof madeSince>) => [
  ...new Set([...made.Campaign, ...made.LineItem].map((row) => row['entity_status'])),
];

describe('unknown values', () => {
  test.each([
    ['goal', 'input.lineItems.goal'],
    ['bid_strategy', 'input.lineItems.bidStrategy'],
    ['pay_by', 'input.lineItems.payBy'],
    ['objective', 'input.lineItems.objective'],
    ['product_type', 'input.lineItems.productType'],
  ])('refuse a copy before its first call: %s', async (column, argument) => {
    await changed('LineItem', firstLineItem(), { [column]: 'BRAND_NEW' }, async () => {
      const { payload, calls } = await copy(copied({ activate: true }));
      expect(payload.outcome).toBe('REJECTED');
      expect(payload.errors).toMatchObject([{ reason: 'NOT_ALLOWED', argument }]);
      expect(calls.every((endpoint) => /^(get|list)/.test(endpoint ?? ''))).toBe(true);
    });
  });

  test('do not refuse a copy with another value, nor if only the API sets them', async () => {
    setAudiences(true);
    await changed(
      'LineItem',
      firstLineItem(),
      { goal: 'BRAND_NEW', pay_by: 'ENGAGEMENT' },
      async () => {
        const before = rowsIn(running);
        const lineItems = { endTime, goal: 'ENGAGEMENT' };
        const { payload } = await copy(copied({ lineItems, activate: true }));
        expect([payload.outcome, payload.errors]).toEqual(['APPLIED', []]);
        const made = madeSince(before, running);
        expect(made.LineItem.map((row) => row['goal'])).toEqual(
          made.LineItem.map(() => 'ENGAGEMENT'),
        );
      },
    );
  });

  test.each([['NOT_IN'], [null]])(
    'leave out a criterion with the operator %s',
    async (operator_type) => {
      setAudiences(true);
      const { store } = running.emulator;
      const line_item_id = firstLineItem()['id'];
      const known = store
        .rows('TargetingCriterion', accountId)
        .find((row) => row['targeting_type'] === 'BROAD_KEYWORD');
      const criterion = {
        ...known,
        id: 'odd',
        deleted: false,
        line_item_id,
        targeting_value: 'cheap',
        name: 'cheap',
      };
      store.insert('TargetingCriterion', accountId, { ...criterion, operator_type });
      const before = rowsIn(running);
      const { payload } = await copy(copied({ activate: true }));
      store.remove('TargetingCriterion', accountId, 'odd');
      expect(payload.outcome).toBe('APPLIED');
      expect(payload.errors).toMatchObject([
        {
          code: 'BAD_USER_INPUT',
          message: expect.stringMatching(/lacks the .*cheap/),
          value: 'cheap',
        },
        { argument: 'input.activate' },
      ]);
      const made = madeSince(before, running);
      expect(made.TargetingCriterion.map((row) => row['targeting_value'])).not.toContain('cheap');
      expect(states(made)).toEqual(['PAUSED']);
    },
  );

  test.each([
    ['Campaign', { frequency_cap: 3 }, /lacks a value: Frequency cap/],
    ['Campaign', { budget_optimization: 'BRAND_NEW' }, /lacks a value: Budget optimization/],
    ['LineItem', { target_cpa_local_micro: 5_000_000 }, /lacks a value: Target/],
    ['LineItem', { duration_in_days: 5 }, /lacks a value: Duration in days/],
  ] as const)('are reported for a %s with %j', async (entity, to, message) => {
    setAudiences(true);
    const campaign = running.emulator.store.find('Campaign', accountId, campaignId) as StoredRow;
    const row = entity === 'Campaign' ? campaign : firstLineItem();
    await changed(entity, row, to, async () => {
      const before = rowsIn(running);
      const { payload } = await copy(copied({ activate: true }));
      expect(payload.outcome).toBe('APPLIED');
      expect(payload.errors).toMatchObject([
        { reason: 'NOT_ALLOWED', message: expect.stringMatching(message) },
        { argument: 'input.activate' },
      ]);
      expect(states(madeSince(before, running))).toEqual(['PAUSED']);
    });
  });
});

test('a copy begins at the same time as the original, even in the past', async () => {
  setAudiences(true);
  const start_time = '2024-02-03T04:05:06Z';
  await changed('LineItem', firstLineItem(), { start_time }, async () => {
    const before = rowsIn(running);
    expect((await copy(copied())).payload.outcome).toBe('APPLIED');
    expect(madeSince(before, running).LineItem.map((row) => row['start_time'])).toContain(
      start_time,
    );
  });
});

describe('a part of the original that the API refuses', () => {
  const refusal = { code: 'INVALID', message: 'This media is gone' };
  const refuseOnce = (endpoint: 'createTrackingTag' | 'createPromotedTweets'): void => {
    const fault = { kind: 'answer', status: 400, json: { errors: [refusal] } } as const;
    running.emulator.fault({ match: { endpoint }, times: 1, fault });
  };

  test.each([
    ['createTrackingTag', 'TrackingTag', /lacks a tracking tag: This media is gone/],
    ['createPromotedTweets', 'PromotedTweet', /lacks a promoted tweet: This media is gone/],
  ] as const)(
    'by %s is reported, the rest is created, and nothing is active',
    async (endpoint, entity, message) => {
      setAudiences(true);
      const before = rowsIn(running);
      const original = treeOf(before, campaignId);
      refuseOnce(endpoint);
      const input = copied({ activate: true });
      const { payload, calls } = await copy(input);
      expect(payload.outcome).toBe('APPLIED');
      const told = { code: 'INVALID', argument: null, message: expect.stringMatching(message) };
      expect(payload.errors).toMatchObject([told, { argument: 'input.activate' }]);
      const steps = payload.steps as readonly { step: string; outcome: string }[];
      expect(steps.filter(({ outcome }) => outcome === 'REJECTED')).toHaveLength(1);
      expect(
        steps.filter(({ outcome }) => outcome === 'NOT_APPLIED').map(({ step }) => step),
      ).toEqual(['ACTIVATE_LINE_ITEMS', 'ACTIVATE_CAMPAIGN']);
      expect(calls).not.toContain('updateCampaign');
      const made = madeSince(before, running);
      expect(states(made)).toEqual(['PAUSED']);
      const originals = childrenOfCampaign(before, entity);
      expect(made[entity].length).toBeLessThan(originals);
      expect(made.TargetingCriterion).toHaveLength(
        original.lineItems.flatMap(({ criteria }) => criteria).length,
      );
      // The same key returns the same.
      const again = await copy(input);
      expect([again.payload, again.calls.filter(isWrite)]).toEqual([payload, []]);
    },
  );

  const childrenOfCampaign = (
    rows: ReturnType<typeof rowsIn>,
    entity: 'TrackingTag' | 'PromotedTweet',
  ): number =>
    childrenOf(rows.LineItem, 'campaign_id', campaignId).flatMap((row) =>
      childrenOf(rows[entity], 'line_item_id', row['id']),
    ).length;

  test('is not created twice if its answer is lost', async () => {
    setAudiences(true);
    for (let count = 0; count < 4; count += 1)
      await running.ask('{ accounts(first: 1) { nodes { name } } }');
    const before = rowsIn(running);
    running.emulator.fault({
      match: { endpoint: 'createTrackingTag' },
      times: 1,
      fault: { kind: 'drop', apply: true },
    });
    const input = copied({ activate: true });
    expect((await copy(input)).payload.outcome).toBe('UNKNOWN');
    const { payload } = await copy(input);
    expect([payload.outcome, payload.errors]).toEqual(['APPLIED', []]);
    const made = madeSince(before, running);
    expect(made.TrackingTag).toHaveLength(childrenOfCampaign(before, 'TrackingTag'));
    expect(made.Campaign).toMatchObject([{ entity_status: 'ACTIVE' }]);
  });

  test('because its state cannot be set is left out and reported', async () => {
    setAudiences(true);
    const [post] = childrenOf(
      running.emulator.store.rows('PromotedTweet', accountId),
      'line_item_id',
      firstLineItem()['id'],
    );
    if (post === undefined) throw new Error('the line item promotes nothing');
    await changed('PromotedTweet', post, { entity_status: 'PAUSED' }, async () => {
      const { payload } = await copy(copied({ activate: true }));
      expect(payload.errors).toMatchObject([
        { message: expect.stringMatching(/lacks the promoted tweet .* PAUSED/), value: post['id'] },
        { argument: 'input.activate' },
      ]);
      expect(payload.campaign.entityStatus).toBe('PAUSED');
    });
  });
});

describe('the copy of an app campaign', () => {
  const account = '18ce54cf3e2';
  const appCampaign = 'cf3e2001';
  const platformsOf = (rows: ReturnType<typeof rowsIn>, id: unknown) =>
    childrenOf(rows.LineItem, 'campaign_id', id)
      .map((row) => [
        row['name'],
        ...childrenOf(rows.TargetingCriterion, 'line_item_id', row['id'])
          .filter((one) => one['targeting_type'] === 'PLATFORM')
          .map((one) => one['name'])
          .sort(),
      ])
      .map((names) => names.join())
      .sort();
  const copyOf = async (from: unknown, more: object = {}) => {
    const before = rowsIn(running, account);
    const input = copied({ accountId: account, campaignId: from, activate: true, ...more });
    const answer = await copy(input);
    return { ...answer, input, made: madeSince(before, running, account) };
  };
  const open = (): void => {
    const { store } = running.emulator;
    for (const row of store.rows('CustomAudience', account))
      store.insert('CustomAudience', account, { ...row, targetable: true });
  };

  test.each([[null], [true], [false]])(
    'has only the platforms of the original, with a lost answer: %s',
    async (apply) => {
      open();
      const first = await copyOf(appCampaign);
      const from = first.made.Campaign[0]?.['id'];
      const own = first.made.TargetingCriterion.filter((row) => row['name'] === 'Android');
      expect(own.length).toBeGreaterThan(0);
      for (const row of own)
        running.emulator.store.insert('TargetingCriterion', account, { ...row, deleted: true });
      const original = platformsOf(rowsIn(running, account), from);
      expect(original.join()).not.toContain('Android');
      const match = { endpoint: 'batchTargetingCriteria' } as const;
      if (apply !== null)
        running.emulator.fault({ match, skip: 1, times: 1, fault: { kind: 'drop', apply } });
      const before = rowsIn(running, account);
      const second = await copyOf(from);
      expect(second.payload.outcome).toBe(apply === null ? 'APPLIED' : 'UNKNOWN');
      const { payload, calls } = apply === null ? second : await copy(second.input);
      expect([payload.outcome, payload.errors]).toEqual(['APPLIED', []]);
      expect(payload.steps.map(({ step }: { step: string }) => step)).toContain('PLATFORMS');
      const made = madeSince(before, running, account);
      expect(platformsOf(made, made.Campaign[0]?.['id'])).toEqual(original);
      expect(made.Campaign).toMatchObject([{ entity_status: 'ACTIVE' }]);
      expect(calls.filter(isWrite).at(-1)).toBe('updateCampaign');
      if (apply !== null) return;
      // They are removed while the copy is paused.
      expect(calls.slice(-4)).toEqual([
        'listTargetingCriteria',
        'batchTargetingCriteria',
        'batchLineItems',
        'updateCampaign',
      ]);
    },
  );
});

describe('a copy is refused', () => {
  test.each([
    ['of what does not exist', { campaignId: 'zzz' }, 'input.campaignId', 'NOT_FOUND', true],
    [
      'of what has ended, without a new end',
      { lineItems: null },
      'input.lineItems.endTime',
      'REQUIRED',
      true,
    ],
    ['with a name that is empty', { name: '' }, 'input.name', null, false],
    [
      'with values that cannot be',
      { lineItems: { endTime, bidAmountLocalMicro: '0' } },
      'input.lineItems.bidAmountLocalMicro',
      null,
      false,
    ],
    [
      'of another account',
      { campaignId: 'Campaign:18ce54trv4l:cik3s000' },
      'input.campaignId',
      null,
      false,
    ],
  ])('%s', async (_what, more, argument, reason, reads) => {
    const { payload, calls } = await copy(copied(more));
    expect(payload.outcome).toBe('REJECTED');
    expect(payload.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', argument, ...(reason && { reason }) },
    ]);
    expect(calls.length > 0).toBe(reads);
    expect(calls.every((endpoint) => /^(get|list)/.test(endpoint ?? ''))).toBe(true);
  });
});

test('an error of the API names no argument, because no column of a copy is in its input', async () => {
  running.emulator.fault({
    match: { endpoint: 'createCampaign' },
    times: 1,
    fault: {
      kind: 'answer',
      status: 400,
      json: { errors: [{ code: 'INVALID', message: 'no', parameter: 'name' }] },
    },
  });
  const { payload } = await copy(copied());
  expect(payload.errors).toMatchObject([{ code: 'INVALID', argument: null }]);
});

test('a copy costs no more than its plan says', async () => {
  setAudiences(true);
  const input = copied({ activate: true });
  const document = launchDocument('copyCampaign');
  const planned = await running.ask(document, { input }, { headers: { 'x-ads-plan': '1' } });
  expect(planned.calls).toEqual([]);
  const plan = planned.extensions?.['plan'] as {
    endpoints: { endpoint: string; least: number; most: number }[];
  };
  const { calls } = await copy(input);
  expect(calls).toContain('createCampaign');
  for (const endpoint of new Set(calls)) {
    const most = plan.endpoints.find((one) => one.endpoint === endpoint)?.most ?? 0;
    const made = calls.filter((name) => name === endpoint).length;
    expect([endpoint, made <= most]).toEqual([endpoint, true]);
  }
});
