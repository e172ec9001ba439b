import { readFileSync } from 'node:fs';
import { buildSchema, isNonNullType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const a = '18ce54bik3s';
const create = `mutation ($input: CreateLineItemInput!) { createLineItem(input: $input) { outcome errors { reason argument } } }`;
const batch = `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { outcome errors { reason argument } results { outcome errors { reason argument } } } }`;

interface PayloadFault {
  readonly reason: string;
  readonly argument: string;
}

/** The faults of a payload as lines, such as `MALFORMED input.startTime`. */
const lines = (errors: readonly PayloadFault[]) =>
  errors.map(({ reason, argument }) => `${reason} ${argument}`).toSorted();

describe('values that GraphQL cannot read', () => {
  test('are faults of the payload like all others, each at its place, and nothing is sent', async () => {
    const { data, errors, calls } = await running.ask(create, {
      input: {
        accountId: 12.5,
        campaignId: ['c1'],
        name: { text: 'x' },
        startTime: 'tomorrow',
        endTime: '2026-06-01',
        entityStatus: 'ON',
        frequencyCap: 3_000_000_000,
        standardDelivery: 1,
        bidAmountLocalMicro: '1,5',
        placements: ['ALL_ON_TWITTER', 'EVERYWHERE'],
        dailyBudgetAmountLocalMicro: '-1',
      },
    });
    expect([errors, calls, data.createLineItem.outcome]).toEqual([undefined, [], 'REJECTED']);
    expect(lines(data.createLineItem.errors)).toEqual([
      'MALFORMED input.accountId',
      'MALFORMED input.bidAmountLocalMicro',
      'MALFORMED input.campaignId',
      'MALFORMED input.endTime',
      'MALFORMED input.name',
      'MALFORMED input.standardDelivery',
      'MALFORMED input.startTime',
      'NOT_ALLOWED input.entityStatus',
      'NOT_ALLOWED input.placements[1]',
      'OUT_OF_RANGE input.dailyBudgetAmountLocalMicro',
      'OUT_OF_RANGE input.frequencyCap',
    ]);
  });

  test('cause no complaint of a rule that needs them', async () => {
    const { data } = await running.ask(create, {
      input: {
        accountId: a,
        campaignId: 'cik3s001',
        startTime: '2999-01-01T00:00:00Z',
        endTime: 'later',
        objective: 'FAME',
        goal: 'SITE_VISITS',
        frequencyCap: 1,
      },
    });
    expect(lines(data.createLineItem.errors)).toEqual([
      'MALFORMED input.endTime',
      'NOT_ALLOWED input.objective',
    ]);
  });

  test('are faults of their item in a batch, and the others are NOT_APPLIED', async () => {
    const sound = { fundingInstrumentId: 'fik3s000', name: 'Sound' };
    const { data, errors, calls } = await running.ask(batch, {
      input: {
        accountId: a,
        operations: [
          { create: sound },
          { create: { ...sound, name: 5, fundingInstrumentId: null } },
          { update: { campaignId: 'cik3s001', entityStatus: 'ON' } },
        ],
      },
    });
    expect([errors, calls]).toEqual([undefined, []]);
    expect(data.batchCampaigns).toEqual({
      outcome: 'REJECTED',
      errors: [],
      results: [
        { outcome: 'NOT_APPLIED', errors: [] },
        {
          outcome: 'REJECTED',
          errors: [
            {
              reason: 'REQUIRED',
              argument: 'input.operations[1].create.fundingInstrumentId',
            },
            { reason: 'MALFORMED', argument: 'input.operations[1].create.name' },
          ],
        },
        {
          outcome: 'REJECTED',
          errors: [{ reason: 'NOT_ALLOWED', argument: 'input.operations[2].update.entityStatus' }],
        },
      ],
    });
  });

  test('are faults inside nested objects and lists', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation ($input: CreateAbTestInput!) { createAbTest(input: $input) { errors { reason argument } } }`,
      {
        input: {
          accountId: a,
          userGroups: [{ size: 50, entityIds: ['x', null] }, { entityIds: 7 }],
        },
      },
    );
    expect([errors, calls]).toEqual([undefined, []]);
    expect(lines(data.createAbTest.errors)).toEqual(
      expect.arrayContaining([
        'MALFORMED input.userGroups[0].size',
        'REQUIRED input.userGroups[0].entityIds[1]',
        'REQUIRED input.userGroups[1].size',
        'REQUIRED input.entityType',
      ]),
    );
  });

  test.each([
    [{ type: 'HEIGHT' }, ['NOT_ALLOWED input.segmentation.type']],
    [{ type: null }, ['REQUIRED input.segmentation.type']],
    [{}, ['REQUIRED input.segmentation.type']],
    [{ country: 'DE' }, ['REQUIRED input.segmentation.type']],
    [
      { type: 5, country: 7 },
      ['MALFORMED input.segmentation.country', 'NOT_ALLOWED input.segmentation.type'],
    ],
  ])('are faults of the segmentation of a job: %j', async (segmentation, told) => {
    const { data, errors, calls } = await running.ask(
      `mutation ($input: CreateStatsJobInput!) { createStatsJob(input: $input) { outcome errors { reason argument } } }`,
      {
        input: {
          accountId: a,
          entity: 'CAMPAIGN',
          entityIds: [],
          granularity: 'DAY',
          metricGroups: ['ENGAGEMENT'],
          range: { lastDays: 7 },
          segmentation,
        },
      },
    );
    expect([errors, calls, data?.createStatsJob.outcome]).toEqual([undefined, [], 'REJECTED']);
    expect(lines(data.createStatsJob.errors)).toEqual([...told, 'TOO_FEW input.entityIds'].sort());
  });

  test('are faults of the range of a job', async () => {
    const ask = (range: unknown) =>
      running.ask(
        `mutation ($input: CreateStatsJobInput!) { createStatsJob(input: $input) { errors { reason argument } } }`,
        {
          input: {
            accountId: a,
            entity: 'CAMPAIGN',
            entityIds: ['cik3s001'],
            granularity: 'DAY',
            metricGroups: ['ENGAGEMENT'],
            range,
          },
        },
      );
    for (const [range, told] of [
      [undefined, 'REQUIRED input.range'],
      [{ lastDays: '7' }, 'MALFORMED input.range.lastDays'],
      [{ days: { first: '1 May', last: '2026-05-02' } }, 'MALFORMED input.range.days.first'],
      [{ days: { first: '2026-05-01' } }, 'MALFORMED input.range.days.last'],
      [
        { hours: { start: '2026-05-01T00:00:00Z', end: 'noon' } },
        'MALFORMED input.range.hours.end',
      ],
    ] as const) {
      const { data, errors, calls } = await ask(range);
      expect([errors, calls]).toEqual([undefined, []]);
      expect(lines(data.createStatsJob.errors)).toContain(told);
    }
  });

  const launching = `mutation ($input: LaunchCampaignInput!) { launchCampaign(input: $input) { outcome errors { reason argument } } }`;
  const copying = `mutation ($input: CopyCampaignInput!) { copyCampaign(input: $input) { outcome errors { reason argument } } }`;
  test.each([
    [
      'launch',
      launching,
      {
        accountId: 12.5,
        activate: 'yes',
        idempotencyKey: null,
        campaign: { name: 7, fundingInstrumentId: 'f' },
        lineItems: [
          {},
          {
            lineItem: { name: 'A', startTime: 'tomorrow', entityStatus: 'ON' },
            targeting: [{ targetingType: 'AGE', targetingValue: 5 }],
            promotedTweetIds: ['1', null, 1.5],
          },
          { lineItem: { name: 'B' }, promotedTweetIds: 1.5 },
        ],
      },
      [
        'MALFORMED input.accountId',
        'MALFORMED input.activate',
        'MALFORMED input.campaign.name',
        'MALFORMED input.lineItems[1].lineItem.startTime',
        'MALFORMED input.lineItems[1].promotedTweetIds[2]',
        'MALFORMED input.lineItems[1].targeting[0].targetingValue',
        'MALFORMED input.lineItems[2].promotedTweetIds',
        'NOT_ALLOWED input.lineItems[1].lineItem.entityStatus',
        'REQUIRED input.idempotencyKey',
        'REQUIRED input.lineItems[0].lineItem',
        'REQUIRED input.lineItems[1].promotedTweetIds[1]',
      ],
    ],
    [
      'launch of nothing',
      launching,
      { accountId: a, idempotencyKey: 5 },
      ['MALFORMED input.idempotencyKey', 'REQUIRED input.campaign', 'REQUIRED input.lineItems'],
    ],
    [
      'copy',
      copying,
      { campaignId: 1.5, name: 7, activate: 1, lineItems: { endTime: 'later' } },
      [
        'MALFORMED input.activate',
        'MALFORMED input.campaignId',
        'MALFORMED input.lineItems.endTime',
        'MALFORMED input.name',
        'REQUIRED input.accountId',
        'REQUIRED input.idempotencyKey',
      ],
    ],
  ])('are faults of a %s', async (_what, document, input, expected) => {
    const { data, errors, calls } = await running.ask(document, { input });
    expect([errors, calls]).toEqual([undefined, []]);
    const { outcome, errors: told } = Object.values(data)[0] as {
      outcome: string;
      errors: PayloadFault[];
    };
    expect(outcome).toBe('REJECTED');
    expect(lines(told)).toEqual(expect.arrayContaining(expected));
  });

  test('may be in a variable of their own, even in a missing one', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation ($account: ID!, $name: String!, $budget: Long, $status: EntityStatus) {
        createCampaign(input: { accountId: $account, fundingInstrumentId: "f", name: $name, dailyBudgetAmountLocalMicro: $budget, entityStatus: $status }) { errors { reason argument } }
      }`,
      { account: a, budget: 'a lot', status: 'ON' },
    );
    expect([errors, calls]).toEqual([undefined, []]);
    expect(lines(data.createCampaign.errors)).toEqual([
      'MALFORMED input.dailyBudgetAmountLocalMicro',
      'NOT_ALLOWED input.entityStatus',
      'REQUIRED input.name',
    ]);
  });
});

test('an empty input causes no internal failure, nor does its forecast', async () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'), { assumeValid: true });
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const inputs = fields.flatMap(({ name, args: [input] }) =>
    isNonNullType(input?.type) ? [[name, String(input.type)] as const] : [],
  );
  expect(inputs.length).toBeGreaterThan(70);
  for (const [name, type] of inputs) {
    for (const headers of [{}, { 'x-ads-plan': '1' }]) {
      for (const input of [{}, { idempotencyKey: 1.5 }]) {
        const document = `mutation ($input: ${type}) { ${name}(input: $input) { outcome } }`;
        const { data, errors, calls } = await running.ask(document, { input }, { headers });
        expect([name, errors, calls]).toEqual([name, undefined, []]);
        if (data !== null) expect(data[name].outcome).toBe('REJECTED');
      }
    }
  }
});

describe('literals that GraphQL cannot read', () => {
  test('are reported with the other faults, whatever else the document declares', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation ($literal0: String!) {
        first: createLineItem(input: { accountId: "${a}", campaignId: "", objective: REACH, name: $literal0, startTime: "tomorrow", endTime: "2999-01-01T00:00:00Z", bidAmountLocalMicro: "1,5", frequencyCap: 3000000000 }) { errors { reason argument } }
        second: batchLineItems(input: { accountId: "${a}", operations: [{ update: { lineItemId: "l", endTime: "2026-06-01" } }] }) { results { errors { reason argument } } }
      }`,
      { literal0: 7 },
    );
    expect([errors, calls]).toEqual([undefined, []]);
    expect(lines(data.first.errors)).toEqual(
      expect.arrayContaining([
        'BLANK input.campaignId',
        'MALFORMED input.bidAmountLocalMicro',
        'MALFORMED input.name',
        'MALFORMED input.startTime',
        'OUT_OF_RANGE input.frequencyCap',
      ]),
    );
    expect(data.second.results).toEqual([
      { errors: [{ reason: 'MALFORMED', argument: 'input.operations[0].update.endTime' }] },
    ]);
  });

  test('are unknown choices, and required values that are null or missing', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation {
        first: createCampaign(input: { accountId: "${a}", name: null, entityStatus: ON }) { outcome errors { reason argument } }
        second: batchCampaigns(input: { accountId: "${a}", operations: [{ create: { name: "x" } }, { update: { entityStatus: OFF } }] }) { results { errors { reason argument } } }
        third: launchCampaign(input: { accountId: "${a}", campaign: { name: "x" }, lineItems: [{ lineItem: { objective: FAME } }] }) { errors { reason argument } }
      }`,
    );
    expect([errors, calls, data.first.outcome]).toEqual([undefined, [], 'REJECTED']);
    expect(lines(data.first.errors)).toEqual([
      'NOT_ALLOWED input.entityStatus',
      'REQUIRED input.fundingInstrumentId',
      'REQUIRED input.name',
    ]);
    expect(
      data.second.results.map(({ errors: told }: { errors: PayloadFault[] }) => lines(told)),
    ).toEqual([
      ['REQUIRED input.operations[0].create.fundingInstrumentId'],
      [
        'NOT_ALLOWED input.operations[1].update.entityStatus',
        'REQUIRED input.operations[1].update.campaignId',
      ],
    ]);
    expect(lines(data.third.errors)).toEqual(
      expect.arrayContaining([
        'NOT_ALLOWED input.lineItems[0].lineItem.objective',
        'REQUIRED input.campaign.fundingInstrumentId',
        'REQUIRED input.idempotencyKey',
        'REQUIRED input.lineItems[0].lineItem.endTime',
      ]),
    );
  });

  test('beyond 100 are errors of the document', async () => {
    const operations = '{ create: {} }'.repeat(200);
    const { data, errors, calls } = await running.ask(
      `mutation { batchCampaigns(input: { accountId: "${a}", operations: [${operations}] }) { outcome } }`,
    );
    expect([data, calls]).toEqual([undefined, []]);
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  test.each([
    ['of another kind', 'startTime: 5'],
    ['in a list', 'placements: [EVERYWHERE]'],
    ['of a text for a number', 'frequencyCap: "5"'],
    ['of an unknown field', 'colour: "red", startTime: "x"'],
  ])('%s are errors of the document', async (_what, field) => {
    const { data, errors, calls } = await running.ask(
      `mutation { createLineItem(input: { accountId: "${a}", campaignId: "c", ${field} }) { outcome } }`,
    );
    expect([data, calls]).toEqual([undefined, []]);
    expect(errors?.map(({ extensions }) => extensions.code)).toContain('GRAPHQL_VALIDATION_FAILED');
  });

  test('of a query are errors of the document', async () => {
    const { data, errors } = await running.ask(
      `{ account(id: "${a}") { activeEntities(entity: CAMPAIGN, start: "x", end: "y") { entityId } } }`,
    );
    expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, 'GRAPHQL_VALIDATION_FAILED']);
  });
});

describe('a GraphQL error, without any call, is the result', () => {
  const sound = { accountId: a, campaignId: 'cik3s001' };
  test.each([
    ['of an unknown field', { ...sound, startTime: 'x', colour: 'red' }, 'NOT_ALLOWED'],
    ['of a text for the input', 'x', 'MALFORMED'],
    ['of no input', null, 'REQUIRED'],
  ])('%s', async (_what, input, reason) => {
    const { data, errors, calls } = await running.ask(create, { input });
    expect([data, calls]).toEqual([undefined, []]);
    const told = errors?.map(({ extensions }) => [extensions.code, extensions['reason']]);
    expect(told).toContainEqual(['BAD_USER_INPUT', reason]);
  });

  test('of an invalid item', async () => {
    const { data, errors, calls } = await running.ask(batch, {
      input: { accountId: a, operations: [null] },
    });
    expect([data, calls, errors?.length]).toEqual([undefined, [], 1]);
  });

  test('of more than 100 such values', async () => {
    const operations = Array.from({ length: 40 }, () => ({
      update: { campaignId: 1.5, name: 1, entityStatus: 'ON' },
    }));
    const { data, errors, calls } = await running.ask(batch, {
      input: { accountId: a, operations },
    });
    expect([data, calls, errors?.length]).toEqual([undefined, [], 5]);
  });

  test('of a variable that is also used elsewhere', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation ($on: Boolean!) {
        updateCampaign(input: { accountId: "${a}", campaignId: "cik3s001", standardDelivery: $on }) { outcome campaign @include(if: $on) { id } }
      }`,
      { on: 'yes' },
    );
    expect([data, calls]).toEqual([undefined, []]);
    expect(errors?.[0]?.extensions).toMatchObject({ argument: 'on', reason: 'MALFORMED' });
  });

  test.each([
    ['Int', 'first: $value', 3_000_000_000, 'OUT_OF_RANGE'],
    ['Int', 'first: $value', '5', 'MALFORMED'],
    ['[ID!]', 'campaignIds: $value', [null], 'REQUIRED'],
    ['CampaignOrder', 'orderBy: $value', { field: 'COLOUR' }, 'NOT_ALLOWED'],
  ])('of a value of a query: %s %s %j is %s', async (type, argument, value, reason) => {
    const { data, errors, calls } = await running.ask(
      `query ($value: ${type}) { account(id: "${a}") { campaigns(${argument}) { nodes { id } } } }`,
      { value },
    );
    expect([data, calls]).toEqual([undefined, []]);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason });
    expect(errors?.[0]?.extensions['argument']).toMatch(/^value/);
  });
});
