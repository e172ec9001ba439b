import { beforeEach, expect, test } from 'vitest';
import { coffee } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const estimate = (targetingCriteria: readonly object[], operatorType?: string) =>
  running.ask(
    `query ($criteria: [AudienceEstimateCriterion!]!, $operator: OperatorType) {
      account(id: "${coffee}") { audienceEstimate(targetingCriteria: $criteria, operatorType: $operator) { accountId audienceSize { min max } } }
    }`,
    { criteria: targetingCriteria, ...(operatorType !== undefined && { operator: operatorType }) },
  );

const keyword = { targetingType: 'BROAD_KEYWORD', targetingValue: 'cold brew' };
const place = { targetingType: 'LOCATION', targetingValue: '96683cc9126741d1' };

test('an estimate is a query, sent as a POST with JSON', async () => {
  const { data, errors, calls } = await estimate([keyword, { ...place, operatorType: 'NE' }], 'EQ');
  expect(errors).toBeUndefined();
  const { accountId, audienceSize } = data.account.audienceEstimate;
  expect(accountId).toBe(coffee);
  expect(Number(audienceSize.min)).toBeGreaterThan(0);
  expect(Number(audienceSize.max)).toBeGreaterThan(Number(audienceSize.min));
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    method: 'POST',
    path: `/12/accounts/${coffee}/audience_estimate`,
    queryText: '',
  });
  expect(calls[0]?.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    operator_type: 'EQ',
    targeting_criteria: [
      { targeting_type: 'BROAD_KEYWORD', targeting_value: 'cold brew', operator_type: 'EQ' },
      {
        targeting_type: 'LOCATION',
        targeting_value: '96683cc9126741d1',
        operator_type: 'NE',
      },
    ],
  });
});

test('an estimate names the line item of a criterion, by either id', async () => {
  const lineItem = String(running.emulator.store.rows('LineItem', coffee)[0]?.['id']);
  for (const lineItemId of [lineItem, `LineItem:${coffee}:${lineItem}`]) {
    const { errors, calls } = await estimate([{ ...keyword, lineItemId }]);
    expect(errors).toBeUndefined();
    expect(JSON.parse(calls[0]?.body ?? '')['targeting_criteria']).toMatchObject([
      { line_item_id: lineItem },
    ]);
  }
  const { errors, calls } = await estimate([{ ...keyword, lineItemId: 'Campaign:a:b' }]);
  expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
    { code: 'BAD_USER_INPUT', argument: 'targetingCriteria[0].lineItemId' },
  ]);
  expect(calls).toEqual([]);
});

test('an estimate sends every criterion with an operator, its own or the common one', async () => {
  const operatorsFor = async (operator?: string) => {
    const { calls } = await estimate([keyword, { ...place, operatorType: 'EQ' }], operator);
    const { targeting_criteria: sent } = JSON.parse(calls[0]?.body ?? '') as {
      targeting_criteria: readonly { operator_type: string }[];
    };
    return sent.map(({ operator_type }) => operator_type);
  };
  expect(await operatorsFor()).toEqual(['EQ', 'EQ']);
  expect(await operatorsFor('NE')).toEqual(['NE', 'EQ']);
});

test('equal estimates of one request are one call, and criteria lower the estimate', async () => {
  const { data, calls } = await running.ask(`{ account(id: "${coffee}") {
    a: audienceEstimate(targetingCriteria: [{ targetingType: BROAD_KEYWORD, targetingValue: "cold brew" }]) { audienceSize { max } }
    b: audienceEstimate(targetingCriteria: [{ targetingType: BROAD_KEYWORD, targetingValue: "cold brew" }]) { audienceSize { max } }
    c: audienceEstimate(targetingCriteria: [{ targetingType: BROAD_KEYWORD, targetingValue: "cold brew" }, { targetingType: GENDER, targetingValue: "1" }]) { audienceSize { max } }
  } }`);
  const { a, b, c } = data.account;
  expect(b).toEqual(a);
  expect(Number(c.audienceSize.max)).toBeLessThan(Number(a.audienceSize.max));
  expect(calls).toHaveLength(2);
});

test('an estimate is retried like any read', async () => {
  running.emulator.fault({ times: 1, fault: { kind: 'answer', status: 503 } });
  const { data, errors, calls } = await estimate([keyword]);
  expect(errors).toBeUndefined();
  expect(Number(data.account.audienceEstimate.audienceSize.min)).toBeGreaterThan(0);
  expect(calls.map(({ status }) => status)).toEqual([503, 200]);
});

test('an estimate without a primary criterion is refused by the API, and its siblings are answered', async () => {
  const { data, errors, calls } = await running.ask(
    `{ account(id: "${coffee}") { name audienceEstimate(targetingCriteria: [{ targetingType: LOCATION, targetingValue: "96683cc9126741d1" }]) { audienceSize { min } } } }`,
  );
  expect(calls).toHaveLength(2);
  expect(data.account).toEqual({ name: 'Harbor & Pine Coffee', audienceEstimate: null });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'UPSTREAM_REJECTED',
    argument: 'targetingCriteria',
  });
});

test('an estimate of a shared audience succeeds, of an unknown one it is NOT_FOUND', async () => {
  const of = (targetingValue: string) =>
    estimate([{ targetingType: 'CUSTOM_AUDIENCE', targetingValue }]);
  expect((await of('ag3nc000')).errors).toBeUndefined();
  expect((await of('nosuch')).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});

test.each([
  ['without criteria', [], undefined, 'targetingCriteria'],
  [
    'with an empty value',
    [{ ...keyword, targetingValue: '' }],
    undefined,
    'targetingCriteria[0].targetingValue',
  ],
  ['that compares with GTE as a whole', [keyword], 'GTE', 'operatorType'],
  [
    'with a criterion that compares with GTE',
    [keyword, { ...place, operatorType: 'GTE' }],
    undefined,
    'targetingCriteria[1].operatorType',
  ],
  [
    'that includes a list of apps',
    [keyword, { targetingType: 'APP_LIST', targetingValue: '1', operatorType: 'EQ' }],
    undefined,
    'targetingCriteria[1].targetingType',
  ],
  [
    'that includes a list of apps because nothing else is said',
    [{ targetingType: 'APP_LIST', targetingValue: '1' }, keyword],
    undefined,
    'targetingCriteria[0].targetingType',
  ],
  [
    'that includes a list of apps because all criteria include',
    [keyword, { targetingType: 'APP_LIST', targetingValue: '1', operatorType: null }],
    'EQ',
    'targetingCriteria[1].targetingType',
  ],
  [
    'that includes a list of apps though the others exclude',
    [keyword, { targetingType: 'APP_LIST', targetingValue: '1', operatorType: 'EQ' }],
    'NE',
    'targetingCriteria[1].targetingType',
  ],
])('an estimate %s is refused before any call', async (_why, criteria, operator, argument) => {
  const { errors, calls } = await estimate(criteria, operator);
  expect(calls).toHaveLength(0);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
});

test.each([
  ['itself', 'NE', undefined],
  ['itself, where the others include', 'NE', 'EQ'],
  ['with all the others', undefined, 'NE'],
])('an estimate accepts a list of apps that is excluded %s', async (_how, own, all) => {
  const apps = { targetingType: 'APP_LIST', targetingValue: '1', operatorType: own };
  const { errors, calls } = await estimate([keyword, apps], all);
  expect(errors).toBeUndefined();
  expect(calls).toHaveLength(1);
});

test('an estimate accepts one criterion', async () => {
  expect((await estimate([keyword], 'NE')).errors).toBeUndefined();
});
