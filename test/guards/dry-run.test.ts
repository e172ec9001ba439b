import { parse } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { bikes } from '../support/accounts.ts';
import { changesBetween, changesSaid, dryRunOf, storedRows } from '../support/dry-runs.ts';
import type { Case } from '../support/every-case.ts';
import { everyCase } from '../support/every-case.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { launchDocument, launchInput, launching } from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';
import type { Random } from '../support/random.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

const { accountId, fundingInstrumentId } = launching;
const windows = new Map();
const running = useGateway({ parts: { ...quickTime(), windows } });

beforeEach(() => running.emulator.reset({ data: true }));

const tried = (document: string, variables: Readonly<Record<string, unknown>> = {}) =>
  dryRunOf(running, document, variables);

const insertCampaign = (more: object = {}): void => {
  running.emulator.store.insert('Campaign', accountId, {
    ...running.emulator.store.rows('Campaign', accountId)[0],
    id: 'dry1',
    name: 'Winter',
    deleted: false,
    entity_status: 'PAUSED',
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: 140_000_000,
    total_budget_amount_local_micro: null,
    ...more,
  });
};

test('a change is described before it is made, with amounts, percentages, and the entities that become active', async () => {
  insertCampaign();
  const { writes, calls } = await tried(
    `mutation { raised: updateCampaign(input: { accountId: "${accountId}", campaignId: "dry1", dailyBudget: "1400", entityStatus: ACTIVE, name: "Winter" }) { outcome } }`,
  );
  expect(calls.map(({ endpoint }) => endpoint).sort()).toEqual(['getAccount', 'getCampaign']);
  const id = `Campaign:${accountId}:dry1`;
  const currency = 'EUR';
  const own = { action: 'UPDATE', type: 'Campaign', id, name: 'Winter', accountId };
  expect(writes).toEqual([
    {
      field: 'updateCampaign',
      path: 'raised',
      outcome: 'READY',
      errors: [],
      items: [],
      steps: [],
      sentences: [
        'Campaign “Winter” of Nordlicht Bikes: entity status paused → active.',
        'Campaign “Winter” of Nordlicht Bikes: daily budget 140.00 EUR → 1,400.00 EUR (+900 %).',
        'Campaign “Winter” of Nordlicht Bikes becomes active.',
      ],
      changes: [
        { ...own, field: 'entityStatus', before: 'PAUSED', after: 'ACTIVE' },
        {
          ...own,
          field: 'dailyBudget',
          before: { amount: '140', currency },
          after: { amount: '1400', currency },
        },
      ],
      money: [
        { currency, dailyBefore: '140', dailyAfter: '1400', totalBefore: '0', totalAfter: '0' },
      ],
      activates: [{ type: 'Campaign', id, name: 'Winter' }],
      guards: [],
      calls: { least: 1, most: 1 },
    },
  ]);
});

test('enumeration values are written as words, a name that looks like one is not changed', async () => {
  insertCampaign();
  const { writes } = await tried(
    `mutation { updateCampaign(input: { accountId: "${accountId}", campaignId: "dry1", name: "SPRING_SALE", budgetOptimization: LINE_ITEM }) { outcome } }`,
  );
  expect(writes[0]?.sentences).toEqual([
    'Campaign “Winter” of Nordlicht Bikes: name Winter → SPRING_SALE.',
    'Campaign “Winter” of Nordlicht Bikes: budget optimization campaign → line item.',
    'Campaign “Winter” of Nordlicht Bikes: standard delivery true → nothing.',
  ]);
  const [line] = running.emulator.store.rows('LineItem', accountId);
  const { writes: criteria } = await tried(
    `mutation { createTargetingCriterion(input: { accountId: "${accountId}", lineItemId: "${line?.['id']}", targetingType: EXACT_KEYWORD, targetingValue: "rain", operatorType: NE }) { outcome } }`,
  );
  expect(criteria[0]?.sentences[0]).toContain(
    'targeting type exact keyword, targeting value rain, operator type not equal',
  );
});

test('values are said in the order of a form, times in the time zone of their account', async () => {
  insertCampaign();
  const { writes } = await tried(
    `mutation { createLineItem(input: { accountId: "${accountId}", campaignId: "dry1", name: "North", endTime: "2032-08-01T00:00:00Z", bidStrategy: AUTO, startTime: "2032-07-01T07:30:00Z", productType: PROMOTED_TWEETS, objective: WEBSITE_CLICKS, goal: LINK_CLICKS, placements: [ALL_ON_TWITTER, TWITTER_SEARCH] }) { outcome } }`,
  );
  expect(writes[0]?.sentences[0]).toContain(
    'product type promoted tweets, objective website clicks, placements everywhere on X, X search, goal link clicks',
  );
  expect(writes[0]?.sentences[0]).toContain(
    'start time July 1, 2032 at 09:30 (Europe/Berlin), end time August 1, 2032 at 02:00 (Europe/Berlin)',
  );
});

test('amounts are said with the decimals of their currency', async () => {
  insertCampaign({ currency: 'JPY', daily_budget_amount_local_micro: 140_000_000_000 });
  const { writes } = await tried(
    `mutation { updateCampaign(input: { accountId: "${accountId}", campaignId: "dry1", dailyBudget: "150000.5" }) { outcome } }`,
  );
  expect(writes[0]?.sentences).toEqual([
    'Campaign “Winter” of Nordlicht Bikes: daily budget 140,000 JPY → 150,000.5 JPY (+7 %).',
  ]);
});

test('several mutations share one round of reads, and each is judged by the current state', async () => {
  insertCampaign();
  const target = `accountId: "${accountId}", campaignId: "dry1"`;
  const { writes, calls } = await tried(`mutation {
    one: updateCampaign(input: { ${target}, name: "Spring" }) { outcome }
    two: updateCampaign(input: { ${target}, name: "Winter" }) { outcome }
    three: deleteCampaign(input: { ${target} }) { outcome }
    four: updateCampaign(input: { accountId: "${accountId}", campaignId: "nope", name: "x" }) { outcome }
    five: updateCampaign(input: { ${target}, name: "", dailyBudget: "x" }) { outcome }
  }`);
  expect(calls.map(({ endpoint }) => endpoint).sort()).toEqual(['getAccount', 'listCampaigns']);
  expect(writes.map(({ path, outcome, sentences }) => [path, outcome, sentences[0]])).toEqual([
    ['one', 'READY', 'Campaign “Winter” of Nordlicht Bikes: name Winter → Spring.'],
    ['two', 'READY', 'No changes: everything already has these values.'],
    ['three', 'READY', 'Campaign “Winter” of Nordlicht Bikes is deleted.'],
    ['four', 'REJECTED', 'Nothing has this id. Check the id and its account.'],
    ['five', 'REJECTED', 'Daily budget must be an amount such as 12.50, with at most 6 decimals.'],
  ]);
  expect(writes[3]?.errors).toMatchObject([{ code: 'NOT_FOUND', argument: 'input.campaignId' }]);
  expect(writes[4]?.errors.map(({ argument }) => argument).sort()).toEqual([
    'input.dailyBudget',
    'input.name',
  ]);
});

test('a total budget is not reported for a campaign whose line items hold it, and does not exist then', async () => {
  insertCampaign({ budget_optimization: 'LINE_ITEM', standard_delivery: null });
  const document = `mutation { updateCampaign(input: { accountId: "${accountId}", campaignId: "dry1", totalBudget: "9000" }) { outcome errors { message } } }`;
  const { writes } = await tried(document);
  expect(writes[0]).toMatchObject({ outcome: 'READY', changes: [] });
  const { data } = await running.ask(document);
  expect(data.updateCampaign).toEqual({ outcome: 'APPLIED', errors: [] });
});

test.each([
  [
    'LINE_ITEM',
    { standard_delivery: true, total_budget_amount_local_micro: 9_000_000_000 },
    [
      ['budgetOptimization', 'CAMPAIGN', 'LINE_ITEM'],
      ['standardDelivery', true, null],
      ['totalBudget', { amount: '9000', currency: 'EUR' }, null],
    ],
  ],
  [
    'CAMPAIGN',
    { budget_optimization: 'LINE_ITEM', standard_delivery: null },
    [
      ['budgetOptimization', 'LINE_ITEM', 'CAMPAIGN'],
      ['standardDelivery', null, true],
    ],
  ],
])(
  'changes that the API itself makes to a budget that %s holds from now on are reported',
  async (mode, row, expected) => {
    insertCampaign(row);
    const document = `mutation { updateCampaign(input: { accountId: "${accountId}", campaignId: "dry1", budgetOptimization: ${mode} }) {
    outcome campaign { budgetOptimization standardDelivery totalBudget { amount currency } }
  } }`;
    const { writes } = await tried(document);
    const changes = writes[0]?.changes.map(({ field, before, after }) => [field, before, after]);
    expect(changes?.toSorted()).toEqual(expected);
    const { campaign, outcome } = (await running.ask(document)).data.updateCampaign;
    expect(outcome).toBe('APPLIED');
    for (const [field, , after] of expected) expect(campaign[String(field)]).toEqual(after);
  },
);

test('a batch is described item by item, and so is a creation that the API makes ACTIVE by itself', async () => {
  insertCampaign();
  const { writes } = await tried(
    `mutation { batchCampaigns(input: { accountId: "${accountId}", operations: [
      { create: { name: "New", fundingInstrumentId: "${fundingInstrumentId}", dailyBudget: "5" } }
      { delete: { campaignId: "dry1" } }
    ] }) { outcome } }`,
  );
  const [batch] = writes;
  expect(batch?.items.map(({ outcome, changes }) => [outcome, changes[0]?.action])).toEqual([
    ['READY', 'CREATE'],
    ['READY', 'DELETE'],
  ]);
  expect(batch?.activates).toEqual([{ type: 'Campaign', id: null, name: 'New' }]);
  expect(batch?.money).toEqual([
    {
      currency: 'EUR',
      dailyBefore: '140',
      dailyAfter: '5',
      totalBefore: '0',
      totalAfter: '0',
    },
  ]);
  insertCampaign({ id: 'dry2', name: 'Spring' });
  const faulty = await tried(
    `mutation { batchCampaigns(input: { accountId: "${accountId}", operations: [
      { update: { campaignId: "dry1", name: "" } } { delete: { campaignId: "dry1x" } }
      { update: { campaignId: "dry2", entityStatus: ACTIVE } }
    ] }) { outcome } }`,
  );
  const sound = {
    sentences: [
      'Campaign “Spring” of Nordlicht Bikes: entity status paused → active.',
      'Campaign “Spring” of Nordlicht Bikes becomes active.',
    ],
    changes: [{ action: 'UPDATE', name: 'Spring', before: 'PAUSED', after: 'ACTIVE' }],
    activates: [{ type: 'Campaign', name: 'Spring' }],
  };
  const [blank, gone] = [
    'Name must not be empty.',
    'Nothing has this id. Check the id and its account.',
  ];
  expect(faulty.writes[0]).toMatchObject({
    ...sound,
    outcome: 'REJECTED',
    errors: [],
    sentences: [blank, gone, ...sound.sentences],
    items: [
      { outcome: 'REJECTED', errors: [{ argument: 'input.operations[0].update.name' }] },
      { outcome: 'REJECTED', errors: [{ argument: 'input.operations[1].delete.campaignId' }] },
      { outcome: 'READY', errors: [], ...sound },
    ],
    calls: { least: 0, most: 0 },
  });
});

test('a batch with more faults than those of its items reports no change', async () => {
  const { writes } = await tried(
    `mutation { batchCampaigns(input: { accountId: "${accountId}", idempotencyKey: "", operations: [
      { update: { campaignId: "dry1", name: "" } } { delete: { campaignId: "dry2" } }
    ] }) { outcome } }`,
  );
  expect(writes[0]).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ argument: 'input.idempotencyKey' }],
    changes: [],
    items: [{ outcome: 'REJECTED' }, { outcome: 'READY', changes: [] }],
  });
});

test('a launch is described step by step, without a key and quickly', async () => {
  const { writes } = await tried(launchDocument('launchCampaign', 'outcome'), {
    input: launchInput({ activate: true }),
  });
  const [launch] = writes;
  expect([launch?.outcome, launch?.errors]).toEqual(['READY', []]);
  expect(
    launch?.steps.map(({ step, outcome, changes }) => [step, outcome, changes.length]),
  ).toEqual([
    ['CAMPAIGN', 'READY', 1],
    ['LINE_ITEMS', 'READY', 3],
    ['TARGETING', 'READY', 6],
    ['PROMOTED_TWEETS', 'READY', 2],
    ['PROMOTED_TWEETS', 'READY', 2],
    ['PROMOTED_TWEETS', 'READY', 2],
    ['ACTIVATE_LINE_ITEMS', 'READY', 3],
    ['ACTIVATE_CAMPAIGN', 'READY', 1],
  ]);
  expect(launch?.activates).toHaveLength(4);
  expect(launch?.money).toEqual([
    { currency: 'EUR', dailyBefore: '0', dailyAfter: '50', totalBefore: '0', totalAfter: '0' },
  ]);
  expect(launch?.calls.least).toBe(8);
});

test('an ended key reports its outcome, one with another input is refused, and none is used up', async () => {
  const document = (name: string) =>
    `mutation { createCampaign(input: { accountId: "${accountId}", fundingInstrumentId: "${fundingInstrumentId}", name: "${name}", dailyBudget: "5", idempotencyKey: "once" }) { outcome } }`;
  expect((await tried(document('A'))).writes[0]?.outcome).toBe('READY');
  expect((await running.ask(document('A'))).data.createCampaign.outcome).toBe('APPLIED');
  const again = await tried(document('A'));
  expect(again.writes[0]).toMatchObject({ outcome: 'APPLIED', changes: [] });
  const other = await tried(document('B'));
  expect(other.writes[0]).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }],
  });
});

test('a failed read makes the dry run not ready', async () => {
  insertCampaign();
  running.emulator.fault({
    match: { endpoint: 'getCampaign' },
    fault: { kind: 'answer', status: 403 },
    times: 10,
  });
  const { writes } = await tried(
    `mutation { updateCampaign(input: { accountId: "${accountId}", campaignId: "dry1", name: "x" }) { outcome } }`,
  );
  expect(writes[0]).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'FORBIDDEN' }],
  });
});

test('a dry run is only for mutations, and excludes a plan', async () => {
  const dry = { 'x-ads-dry-run': '1' };
  const query = await running.ask('{ viewer { userId } }', {}, { headers: dry });
  const both = await running.ask(
    `mutation { deleteCampaign(input: { accountId: "${accountId}", campaignId: "a" }) { outcome } }`,
    {},
    { headers: { ...dry, 'x-ads-plan': '1' } },
  );
  for (const { status, errors, calls } of [query, both]) {
    expect([status, errors?.[0]?.extensions.code, calls]).toEqual([400, 'BAD_REQUEST', []]);
  }
});

test('a plan of a mutation shows every fault of its inputs', async () => {
  const { extensions, calls } = await running.ask(
    `mutation { one: createCampaign(input: { accountId: "${accountId}", name: "" }) { outcome }
      two: deleteCampaign(input: { accountId: "${accountId}", campaignId: "a" }) { outcome } }`,
    {},
    { headers: { 'x-ads-plan': '1' } },
  );
  expect(calls).toEqual([]);
  expect(extensions?.['plan']).toMatchObject({
    writes: [
      {
        field: 'createCampaign',
        errors: expect.arrayContaining([expect.objectContaining({ argument: 'input.name' })]),
      },
      { field: 'deleteCampaign', errors: [] },
    ],
  });
});

const cases = Object.entries(everyCase).filter(([, { document }]) => /^\s*mutation/.test(document));

describe('every mutation', () => {
  test.each(cases)(
    '%s is ready, writes nothing, and then has the reported effects',
    async (_name, one) => {
      const { document, variables, rows = {} }: Case = one;
      for (const [entity, some] of Object.entries(rows)) {
        for (const row of some) running.emulator.store.insert(entity, bikes, row);
      }
      const before = storedRows(running, bikes);
      const { writes } = await tried(document, variables);
      expect(storedRows(running, bikes)).toEqual(before);
      expect(writes.map(({ outcome, errors }) => [outcome, errors])).toEqual(
        writes.map(() => ['READY', []]),
      );
      const { data } = await running.ask(document, variables);
      for (const { path } of writes) expect(data[path].outcome).toBe('APPLIED');
      expect(writes.flatMap(changesSaid).sort()).toEqual(
        changesBetween(before, storedRows(running, bikes)),
      );
    },
  );
});

/** The mutations of other hosts. The last one ends the token. */
const elsewhere = {
  stageMedia: `mutation { stageMedia(input: { accountId: "${accountId}", mediaCategory: TWEET_IMAGE, mediaType: "image/png", totalBytes: 100 }) { outcome } }`,
  deleteStreamWebhookLink:
    'mutation { deleteStreamWebhookLink(input: { webhookId: "1" }) { outcome } }',
  invalidateBearerToken: 'mutation { invalidateBearerToken { outcome } }',
  invalidateAccessToken: 'mutation { invalidateAccessToken { outcome } }',
};

test.each(Object.entries(elsewhere))(
  '%s is ready, calls no other host, and is described in a sentence',
  async (name, document) => {
    const own = await startGateway();
    const { writes, calls } = await dryRunOf(own, document);
    expect(calls.filter(({ endpoint }) => endpoint !== 'getAccount')).toEqual([]);
    expect(writes).toMatchObject([{ field: name, outcome: 'READY', errors: [] }]);
    expect(writes[0]?.sentences[0]).toMatch(
      /^(New: Media upload|Stream webhook link is deleted|.+\. The API does not show its effect in advance)\.$/,
    );
    expect(writes[0]?.sentences.slice(1)).toEqual(
      name === 'deleteStreamWebhookLink'
        ? ['Stream webhook link cannot be looked up in advance.']
        : [],
    );
    expect((await own.ask(document)).data[name].outcome).toBe('APPLIED');
    await own.close();
  },
);

const gone = 'NOT_FOUND';
test.for([
  ['deleteProductSet(input: { productCatalogId: "999", productSetId: "999" })', gone],
  ['updateProductSet(input: { productCatalogId: "999", productSetId: "999", name: "x" })', gone],
  ['deleteScheduledFeed(input: { productCatalogId: "999", scheduledFeedId: "999" })', gone],
  [
    `deleteCustomAudiencePermission(input: { accountId: "${bikes}", customAudienceId: "abik3s00", customAudiencePermissionId: "zz" })`,
    gone,
  ],
  [`deleteDoNotReachList(input: { accountId: "${bikes}", doNotReachListId: "zz" })`, gone],
  ['deleteProductCatalog(input: { productCatalogId: "999999" })', null],
  [
    `deleteSandboxFundingInstrument(input: { accountId: "${bikes}", fundingInstrumentId: "zz" })`,
    null,
  ],
] as const)('a missing row is refused, or cannot be looked up: %s', async ([mutation, code]) => {
  const { writes } = await tried(`mutation { ${mutation} { outcome } }`);
  const [write] = writes;
  if (code === null) {
    expect(write).toMatchObject({ outcome: 'READY', errors: [] });
    expect(write?.sentences.at(-1)).toMatch(/ cannot be looked up in advance\.$/);
    return;
  }
  expect(write?.errors).toMatchObject([{ code, reason: code }]);
  expect(write?.outcome).toBe('REJECTED');
});

test.for([
  [
    'updateCustomAudienceUsers',
    `accountId: "${bikes}", customAudienceId: "abik3s00"`,
    'update: { users: [{ email: ["not a hash"] }] }',
  ],
  [
    'updateDoNotReachListUsers',
    `accountId: "${bikes}", doNotReachListId: "dbik3s0"`,
    'update: { users: [{ email: ["not a hash"] }] }',
  ],
] as const)(
  'identifiers of people are checked as %s checks them',
  async ([name, ids, operation]) => {
    const document = `mutation { ${name}(input: { ${ids}, operations: [{ ${operation} }] }) { outcome errors { code reason argument } } }`;
    const [write] = (await tried(document)).writes;
    const { data } = await running.ask(document);
    expect(write).toMatchObject(data[name]);
    expect(write).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ reason: 'MALFORMED', argument: 'input.operations[0].update.users[0].email[0]' }],
    });
  },
);

test('every mutation of the schema has a dry run here', () => {
  const fields = cases.flatMap(([, { document }]) =>
    parse(document).definitions.flatMap((definition) =>
      definition.kind === 'OperationDefinition' ? definition.selectionSet.selections : [],
    ),
  );
  const tested = fields.flatMap((field) => (field.kind === 'Field' ? field.name.value : []));
  const all = [...tested, ...Object.keys(elsewhere), ...launches];
  expect(new Set(all)).toEqual(new Set(Object.keys(schema.getMutationType()?.getFields() ?? {})));
});

const launches = ['launchCampaign', 'copyCampaign'] as const;

const randomUpdate = (random: Random): object => ({
  ...(random.chance(0.5) && { name: random.of(['Winter', 'Spring', 'A & B']) }),
  ...(random.chance(0.5) && { dailyBudget: random.of([null, '1', '12.50', '140', '9000']) }),
  ...(random.chance(0.5) && { totalBudget: random.of([null, '9000', '20000']) }),
  ...(random.chance(0.2) && { budgetOptimization: random.of(['CAMPAIGN', 'LINE_ITEM']) }),
  ...(random.chance(0.5) && { entityStatus: random.of(['ACTIVE', 'PAUSED']) }),
});

const randomOperation = (random: Random, campaignId: string): object =>
  random.of([
    { update: { campaignId, ...randomUpdate(random) } },
    { update: { campaignId, ...randomUpdate(random) } },
    { delete: { campaignId } },
    { create: { name: `New ${random.id()}`, fundingInstrumentId, dailyBudget: '3' } },
  ]);

const randomWrite = (random: Random) => {
  const rows = running.emulator.store.rows('Campaign', accountId);
  const campaignId = String(random.of(rows)['id']);
  const input = { accountId, campaignId };
  return random.of([
    () => ({ name: 'updateCampaign', input: { ...input, ...randomUpdate(random) } }),
    () => ({
      name: 'batchCampaigns',
      input: { accountId, operations: [randomOperation(random, campaignId)] },
    }),
    () => ({
      name: 'launchCampaign',
      input: launchInput({ idempotencyKey: random.id(), activate: random.chance(0.5) }),
    }),
    () => ({
      name: 'copyCampaign',
      input: {
        ...input,
        idempotencyKey: random.id(),
        lineItems: { startTime: '2032-01-01T00:00:00Z', endTime: '2032-03-01T00:00:00Z' },
      },
    }),
  ])();
};

test(
  'a dry run reports the changes that the write then makes, for random writes',
  async () => {
    const random = randomFrom(seed);
    for (let run = 0; run < runs(50, 500); run += 1) {
      // This many writes fit into no rate window.
      windows.clear();
      const { name, input } = randomWrite(random);
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      const document = `mutation ($input: ${type}!) { ${name}(input: $input) { outcome errors { code argument message } } }`;
      const before = storedRows(running, accountId);
      const { writes } = await tried(document, { input });
      const [said] = writes;
      const { data, errors } = await running.ask(document, { input });
      const { outcome = errors?.[0]?.extensions.code } = data?.[name] ?? {};
      const told = JSON.stringify({ name, input, said, data, errors });
      expect(outcome, told).toMatch(/^(APPLIED|REJECTED|NOT_APPLIED)$/);
      if (said?.outcome === 'REJECTED') expect(outcome, told).toBe('REJECTED');
      if (outcome === 'APPLIED') {
        expect(changesSaid(said as NonNullable<typeof said>), told).toEqual(
          changesBetween(before, storedRows(running, accountId)),
        );
      }
    }
  },
  patience,
);
