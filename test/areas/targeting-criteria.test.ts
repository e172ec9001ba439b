import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'trg1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

test('a required list of parents is required only in the list of an account', async () => {
  const { errors } = await running.ask(
    `{ account(id: "${a}") { targetingCriteria { nodes { restId } } } }`,
  );
  expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  const { data } = await running.ask(
    `{ account(id: "${a}") { targetingCriteria(lineItemIds: ["l1"]) { nodes { restId } } } }`,
  );
  expect(data.account.targetingCriteria.nodes).toHaveLength(3);
});

test('the operator of a single criterion is read from the list, which alone has it', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") { targetingCriterion(id: "l1t1") { operatorType name } } }`,
  );
  expect(data.account.targetingCriterion).toEqual({ operatorType: 'EQ', name: 'word 1' });
  expect(requests(calls, a)).toEqual(['GET targeting_criteria/l1t1', 'GET targeting_criteria']);
});

test('criteria are found by line item and by id', async () => {
  const nodes = '{ nodes { restId } }';
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") {
        both: targetingCriteria(lineItemIds: ["l1", "l2"], first: 4) ${nodes}
        some: targetingCriteria(lineItemIds: ["l1"], targetingCriterionIds: ["l1t2", "l2t1"]) ${nodes}
        unknown: targetingCriterion(id: "l1t9") { name } } }`,
  );
  expect(data.account.both.nodes).toHaveLength(4);
  expect(data.account.some.nodes).toEqual([{ restId: 'l1t2' }]);
  expect(data.account.unknown).toBeNull();
  expect(requests(calls, a).toSorted()).toEqual([
    'GET targeting_criteria',
    'GET targeting_criteria',
    'GET targeting_criteria/l1t9',
  ]);
});

test('the criteria of many line items are one call and link back', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") { lineItems { nodes { restId targetingCriteria { nodes { restId operatorType lineItem { objective } } } } } } }`,
  );
  const of = (id: string) =>
    [1, 2, 3].map((n) => ({
      restId: `${id}t${n}`,
      operatorType: 'EQ',
      lineItem: { objective: 'REACH' },
    }));
  expect(data.account.lineItems.nodes).toEqual([
    { restId: 'l1', targetingCriteria: { nodes: of('l1') } },
    { restId: 'l2', targetingCriteria: { nodes: of('l2') } },
    { restId: 'l3', targetingCriteria: { nodes: [] } },
  ]);
  expect(requests(calls, a)).toEqual(['GET line_items', 'GET targeting_criteria']);
});

const create = (input: object) =>
  running.ask(
    `mutation ($input: CreateTargetingCriterionInput!) { createTargetingCriterion(input: $input) {
       outcome errors { code argument parameter } targetingCriterion { restId lineItemId targetingType targetingValue name } } }`,
    { input: { accountId: a, lineItemId: 'l3', operatorType: 'EQ', ...input } },
  );

test('a criterion is added to a line item under its everyday name, and removed', async () => {
  const { data, calls } = await create({ targetingType: 'AGE', targetingValue: 'AGE_25_TO_34' });
  const { restId, ...criterion } = data.createTargetingCriterion.targetingCriterion;
  expect(data.createTargetingCriterion).toMatchObject({ outcome: 'APPLIED', errors: [] });
  expect(criterion).toEqual({
    lineItemId: 'l3',
    targetingType: 'AGE',
    targetingValue: 'AGE_25_TO_34',
    name: '25 to 34',
  });
  expect(form(calls[0]?.body ?? '')).toEqual({
    line_item_id: 'l3',
    operator_type: 'EQ',
    targeting_type: 'AGE',
    targeting_value: 'AGE_25_TO_34',
  });
  const gone = await running.ask(
    `mutation { deleteTargetingCriterion(input: { accountId: "${a}", targetingCriterionId: "${restId}" }) { outcome errors { code message argument } targetingCriterion { deleted } } }`,
  );
  expect(gone.data.deleteTargetingCriterion).toEqual({
    outcome: 'APPLIED',
    errors: [],
    targetingCriterion: { deleted: true },
  });
  expect(requests(gone.calls, a)).toEqual([`DELETE targeting_criteria/${restId}`]);
});

test('a line item has at most one bucket of ages', async () => {
  const age = { targetingType: 'AGE', targetingValue: 'AGE_25_TO_34' };
  expect((await create(age)).data.createTargetingCriterion.outcome).toBe('APPLIED');
  const second = await create({ ...age, targetingValue: 'AGE_OVER_50' });
  expect(second.data.createTargetingCriterion).toEqual({
    outcome: 'REJECTED',
    errors: [
      { code: 'INVALID_PARAMETER', argument: 'input.targetingType', parameter: 'targeting_type' },
    ],
    targetingCriterion: null,
  });
});

test.each([
  [{ targetingType: 'IAB_CATEGORY', targetingValue: 'IAB1' }, 'input.targetingType'],
  [{ targetingType: 'BROAD_KEYWORD', targetingValue: '' }, 'input.targetingValue'],
  [{ targetingType: 'APP_LIST', targetingValue: 'apps' }, 'input.targetingType'],
  [
    { targetingType: 'CONTENT_PUBLISHER_USER', targetingValue: '17288520', operatorType: 'NE' },
    'input.targetingType',
  ],
])('%j is refused before any call', async (input, argument) => {
  const { data, errors, calls } = await create(input);
  expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument,
  });
  expect(calls).toEqual([]);
});

describe('a batch of targeting criteria', () => {
  const criteria = `mutation ($input: BatchTargetingCriteriaInput!) {
    batchTargetingCriteria(input: $input) { outcome errors { code argument } results { outcome targetingCriterion { restId targetingType targetingValue operatorType } errors { code argument } } }
  }`;
  const keyword = (n: number) => ({
    create: {
      lineItemId: 'l1',
      targetingType: 'BROAD_KEYWORD',
      targetingValue: `word ${n}`,
      operatorType: 'EQ',
    },
  });

  test('accepts 500 and refuses 501', async () => {
    const make = (count: number) => ({
      input: {
        accountId: a,
        operations: Array.from({ length: count }, (_, n) => keyword(n)),
      },
    });
    const taken = await running.ask(criteria, make(500));
    expect(taken.data.batchTargetingCriteria.outcome).toBe('APPLIED');
    expect(taken.calls).toHaveLength(1);
    const refused = await running.ask(criteria, make(501));
    expect(refused.calls).toHaveLength(0);
    expect(errorsIn(refused)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.operations',
    });
  });

  const publisher = (n: number, more: object = {}) => ({
    create: {
      lineItemId: 'l1',
      targetingType: 'CONTENT_PUBLISHER_USER',
      targetingValue: `${17_288_520 + n}`,
      operatorType: 'NE',
      ...more,
    },
  });
  const send = (operations: readonly object[]) =>
    running.ask(criteria, { input: { accountId: a, operations } });

  test('excludes publishers of videos', async () => {
    const { data, calls } = await send([publisher(0), publisher(1)]);
    expect(data.batchTargetingCriteria).toMatchObject({
      outcome: 'APPLIED',
      results: [17_288_520, 17_288_521].map((id) => ({
        targetingCriterion: {
          targetingType: 'CONTENT_PUBLISHER_USER',
          targetingValue: `${id}`,
          operatorType: 'NE',
        },
      })),
    });
    expect(JSON.parse(calls[0]?.body ?? '')[0]).toEqual({
      operation_type: 'Create',
      params: {
        line_item_id: 'l1',
        operator_type: 'NE',
        targeting_type: 'CONTENT_PUBLISHER_USER',
        targeting_value: '17288520',
      },
    });
  });

  test.each([
    ['with EQ', [publisher(0, { operatorType: 'EQ' })], 0],
    ['without an operator', [publisher(0, { operatorType: null })], 0],
    ['more than 50 of a line item', Array.from({ length: 51 }, (_, n) => publisher(n)), 50],
  ])('does not exclude publishers %s', async (_what, operations, index) => {
    const { data, errors, calls } = await send(operations);
    expect(calls).toEqual([]);
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      argument: `input.operations[${index}].create.targetingType`,
    });
  });

  test('excludes 50 publishers of each of two line items', async () => {
    const operations = Array.from({ length: 100 }, (_, n) =>
      publisher(n, { lineItemId: n % 2 === 0 ? 'l1' : 'l2' }),
    );
    expect((await send(operations)).data.batchTargetingCriteria.outcome).toBe('APPLIED');
  });

  test.for(['AGE', 'EVENT'])('accepts one criterion %s of a line item', async (targetingType) => {
    const one = (lineItemId: string) => ({
      create: { ...keyword(0).create, lineItemId, targetingType, targetingValue: 'AGE_25_TO_49' },
    });
    const { data, errors, calls } = await send([one('l1'), one('l2'), one('L1')]);
    expect(calls).toEqual([]);
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      argument: 'input.operations[2].create.targetingType',
    });
  });

  test.for([
    ['CUSTOM_AUDIENCE', 'TAILORED_AUDIENCE'],
    ['CUSTOM_AUDIENCE_EXPANDED', 'TAILORED_AUDIENCE_EXPANDED'],
  ] as const)('is applied if the API answers %s as %s', async ([targetingType, shown]) => {
    const row = {
      id: 'alias1',
      line_item_id: 'l1',
      targeting_type: shown,
      targeting_value: 'ca1',
      operator_type: 'EQ',
      deleted: false,
    };
    running.emulator.fault({
      match: { endpoint: 'batchTargetingCriteria' },
      times: 1,
      fault: { kind: 'answer', status: 201, json: { data: [row], request: [] } },
    });
    const { data } = await send([
      { create: { ...keyword(0).create, targetingType, targetingValue: 'ca1' } },
    ]);
    expect(data.batchTargetingCriteria).toMatchObject({
      outcome: 'APPLIED',
      results: [{ outcome: 'APPLIED', targetingCriterion: { targetingType: shown } }],
    });
  });

  test.for([
    ['CONTENT_PUBLISHER_USER', 'channel_01', 'NE'],
    ['USER_ENGAGEMENT', '1999999999999999999', 'EQ'],
  ] as const)(
    'is refused by the emulator for %s of %s',
    async ([targetingType, value, operatorType]) => {
      const create = { lineItemId: 'l1', targetingType, targetingValue: value, operatorType };
      const { data } = await send([{ create }]);
      expect(data.batchTargetingCriteria.results[0]).toMatchObject({ outcome: 'REJECTED' });
    },
  );

  test('excludes an app list only with NE', async () => {
    const appList = { create: { ...keyword(0).create, targetingType: 'APP_LIST' } };
    const { data, errors, calls } = await running.ask(criteria, {
      input: { accountId: a, operations: [appList] },
    });
    expect(calls).toHaveLength(0);
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      argument: 'input.operations[0].create.targetingType',
    });
  });
});
