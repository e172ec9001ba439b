import { beforeEach, describe, expect, test } from 'vitest';
import { coffee } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const app = 'af3e2002';
const visits = 'af3e2005';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const send = (operations: readonly object[]) =>
  running.ask(
    `mutation ($input: BatchCustomAudiencesInput!) { batchCustomAudiences(input: $input) {
      outcome errors { code argument message }
      results { index outcome errors { code argument parameter } customAudience { restId name audienceType targetableTypes deleted } }
    } }`,
    { input: { accountId: coffee, operations } },
  );

const leaf = (customAudienceId: string, more: object = {}) => ({ customAudienceId, ...more });
const leaves = (count: number) => Array.from({ length: count }, () => leaf(app));
const flexible = (segments: object | null, more: object = {}) => ({
  create: { name: 'Flexible', audienceType: 'FLEXIBLE', segments, ...more },
});
const anyOf = (...childSegments: readonly object[]) => ({ booleanOperator: 'OR', childSegments });

describe('a flexible audience', () => {
  test('links to the audiences that it is made of, read in one call, and to itself', async () => {
    const tree = anyOf(leaf(app), {
      booleanOperator: 'AND',
      childSegments: leaves(1).concat(leaf(visits)),
    });
    const made = await send([flexible(tree)]);
    const { restId } = made.data.batchCustomAudiences.results[0].customAudience;
    const inner = 'customAudienceId customAudience { restId name account { restId } }';
    const { data, errors, calls } = await running.ask(
      `{ account(id: "${coffee}") { customAudience(id: "${restId}") { name metadata { customAudience { restId name } segments {
        ${inner} childSegments { ${inner} childSegments { ${inner} } } } } } } }`,
    );
    expect(errors).toBeUndefined();
    const [{ customAudience, segments }] = data.account.customAudience.metadata;
    expect(customAudience).toEqual({ restId, name: 'Flexible' });
    expect(segments.customAudience).toBeNull();
    const [first, second] = segments.childSegments;
    expect(first.customAudience).toMatchObject({ restId: app, account: { restId: coffee } });
    expect(second.customAudience).toBeNull();
    expect(
      second.childSegments.map(
        ({ customAudience: held }: { customAudience: { restId: string } }) => held.restId,
      ),
    ).toEqual([app, visits]);
    expect(calls.map(({ endpoint, query }) => [endpoint, query['custom_audience_ids']])).toEqual([
      ['getCustomAudience', undefined],
      ['listCustomAudiences', `${app},${visits}`],
    ]);
    const ids = await running.ask(
      `{ account(id: "${coffee}") { customAudience(id: "${restId}") { metadata { segments { childSegments { customAudience { restId } } } } } } }`,
    );
    expect(ids.calls).toHaveLength(1);
  });

  test('is created from a tree, which is sent as it was written and answered with the defaults', async () => {
    const answer = await running.ask(
      `mutation ($input: BatchCustomAudiencesInput!) { batchCustomAudiences(input: $input) { outcome errors { code message argument } results { customAudience {
        name audienceType raw
        metadata { audienceSource uploadStatus accountId segments { booleanOperator negate childSegments {
          customAudienceId lookbackWindow frequency frequencyComparator negate childSegments { customAudienceId negate }
        } } }
      } } } }`,
      {
        input: {
          accountId: coffee,
          operations: [
            flexible({
              booleanOperator: 'AND',
              childSegments: [
                leaf('AF3E2002', {
                  lookbackWindow: 7,
                  frequency: 3,
                  frequencyComparator: 'NUM_LT',
                  negate: true,
                  childSegments: [],
                }),
                anyOf(leaf(visits), leaf(app)),
              ],
            }),
          ],
        },
      },
    );
    expect(answer.calls.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      [
        'POST',
        `/12/batch/accounts/${coffee}/custom_audiences`,
        [
          {
            operation_type: 'Create',
            params: {
              audience_type: 'FLEXIBLE',
              name: 'Flexible',
              segments: {
                boolean_operator: 'AND',
                child_segments: [
                  {
                    custom_audience_id: app,
                    lookback_window: 7,
                    frequency: 3,
                    frequency_comparator: 'NUM_LT',
                    negate: true,
                    child_segments: [],
                  },
                  {
                    boolean_operator: 'OR',
                    child_segments: [
                      { custom_audience_id: visits, child_segments: [] },
                      { custom_audience_id: app, child_segments: [] },
                    ],
                  },
                ],
              },
            },
          },
        ],
      ],
    ]);
    const [{ customAudience }] = answer.data.batchCustomAudiences.results;
    expect(customAudience).toMatchObject({ name: 'Flexible', audienceType: 'FLEXIBLE' });
    expect(customAudience.metadata).toEqual([
      {
        audienceSource: 'FLEXIBLE_AUDIENCE',
        uploadStatus: 'UPLOADED',
        accountId: coffee,
        segments: {
          booleanOperator: 'AND',
          negate: false,
          childSegments: [
            {
              customAudienceId: app,
              lookbackWindow: 7,
              frequency: 3,
              frequencyComparator: 'NUM_LT',
              negate: true,
              childSegments: [],
            },
            {
              customAudienceId: null,
              lookbackWindow: null,
              frequency: 1,
              frequencyComparator: 'NUM_GTE',
              negate: false,
              childSegments: [
                { customAudienceId: visits, negate: false },
                { customAudienceId: app, negate: false },
              ],
            },
          ],
        },
      },
    ]);
    // The whole tree, however deep the selection goes.
    const [{ segments }] = customAudience.raw.metadata;
    expect(segments.child_segments[1].child_segments[0].custom_audience_id).toBe(visits);
  });

  test('has at most ten leaves, counted through the whole tree', async () => {
    const ten = await send([flexible(anyOf(...leaves(4), anyOf(...leaves(5), anyOf(leaf(app)))))]);
    expect(ten.data.batchCustomAudiences.outcome).toBe('APPLIED');
    const eleven = await send([
      flexible(anyOf(...leaves(4), anyOf(...leaves(5), anyOf(...leaves(2))))),
    ]);
    expect(eleven.calls).toHaveLength(0);
    expect(errorsIn(eleven)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.operations[0].create.segments',
    });
  });

  const nested = (levels: number) =>
    Array.from({ length: levels }).reduce<object>((inner) => anyOf(inner), leaf(app));

  test('is answered completely however deep its tree, up to the nesting limit of variables', async () => {
    const deep = await send([flexible(nested(29))]);
    expect(deep.data.batchCustomAudiences.outcome).toBe('APPLIED');
    for (const levels of [30, 1000]) {
      const deeper = await send([flexible(nested(levels))]);
      expect(deeper.calls).toHaveLength(0);
      expect(deeper.errors?.[0]?.message).toContain('more than 64 deep');
    }
  });

  const at = 'input.operations[0].create.segments';
  test.each([
    ['without an operator above segments', { childSegments: [leaf(app)] }, `${at}.childSegments`],
    ['without segments', { booleanOperator: 'AND', childSegments: [] }, `${at}.childSegments`],
    [
      'without an operator further down',
      anyOf({ childSegments: [leaf(app)] }),
      `${at}.childSegments[0].childSegments`,
    ],
    [
      'with a node that is leaf and branch',
      anyOf({ ...leaf(app), ...anyOf(leaf(visits)) }),
      `${at}.childSegments[0].childSegments`,
    ],
    [
      'with a node that is neither',
      anyOf({ negate: true }),
      `${at}.childSegments[0].customAudienceId`,
    ],
    [
      'with a window of 8 days',
      anyOf(leaf(app, { lookbackWindow: 8 })),
      `${at}.childSegments[0].lookbackWindow`,
    ],
    [
      'with a frequency of 0',
      anyOf(leaf(app, { frequency: 0 })),
      `${at}.childSegments[0].frequency`,
    ],
    ['with a malformed id', anyOf(leaf('../x')), `${at}.childSegments[0].customAudienceId`],
    [
      'with an id of another account',
      anyOf(leaf('CustomAudience:zzz:abc')),
      `${at}.childSegments[0].customAudienceId`,
    ],
  ])('%s is refused before any call', async (_why, segments, argument) => {
    const { data, errors, calls } = await send([flexible(segments)]);
    expect(calls).toHaveLength(0);
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument,
    });
  });

  test.each([1, 7, 14, 30])('looks back %i days', async (lookbackWindow) => {
    const { data } = await send([flexible(anyOf(leaf(app, { lookbackWindow })))]);
    expect(data.batchCustomAudiences.outcome).toBe('APPLIED');
  });

  test.each([
    ['needs a tree', flexible(null), { code: 'MISSING_PARAMETER', parameter: 'segments' }],
    [
      'is built on mobile audiences alone',
      flexible(anyOf(leaf('af3e2000'))),
      { code: 'INVALID_PARAMETER', parameter: 'custom_audience_id' },
    ],
    [
      'is built on audiences that exist',
      flexible(anyOf(leaf('nosuch'))),
      { code: 'NOT_FOUND', parameter: 'custom_audience_id' },
    ],
    [
      'has a name of its own',
      flexible(anyOf(leaf(app)), { name: 'Harbor & Pine Coffee: App visits' }),
      { code: 'INVALID_PARAMETER', parameter: 'name' },
    ],
    [
      'cannot be changed',
      { update: { customAudienceId: 'af3e2004', name: 'Other', audienceType: 'FLEXIBLE' } },
      { code: 'INVALID', parameter: null },
    ],
  ])('%s is refused by the API', async (_what, operation, error) => {
    const { data, calls } = await send([flexible(anyOf(leaf(app)), { name: 'Fine' }), operation]);
    expect(calls).toHaveLength(1);
    expect(data.batchCustomAudiences).toMatchObject({
      outcome: 'REJECTED',
      results: [
        { outcome: 'NOT_APPLIED', errors: [], customAudience: null },
        { outcome: 'REJECTED', errors: [error], customAudience: null },
      ],
    });
    const rows = running.emulator.store.rows('CustomAudience', coffee);
    expect(rows.map(({ name }) => name)).not.toContain('Fine');
  });
});

describe('a batch of audiences', () => {
  test('creates, renames and deletes in one call', async () => {
    const { data, calls } = await send([
      { create: { name: 'Kiosk visits', audienceType: 'MOBILE_AUDIENCE' } },
      { update: { customAudienceId: app, name: 'Renamed', audienceType: 'MOBILE_AUDIENCE' } },
      { delete: { customAudienceId: 'af3e2004' } },
    ]);
    expect(calls).toHaveLength(1);
    expect(
      data.batchCustomAudiences.results.map(
        (row: { customAudience: { name: string; deleted: boolean } }) => [
          row.customAudience.name,
          row.customAudience.deleted,
        ],
      ),
    ).toEqual([
      ['Kiosk visits', false],
      ['Renamed', false],
      ['Harbor & Pine Coffee: App users who came back', true],
    ]);
  });

  test('is read if its answer is one object for its one item', async () => {
    running.emulator.fault({
      match: { path: 'batch' },
      fault: { kind: 'edit', edit: 'unwrappedData' },
    });
    const { data } = await send([flexible(anyOf(leaf(app)))]);
    expect(data.batchCustomAudiences).toMatchObject({
      outcome: 'APPLIED',
      results: [{ outcome: 'APPLIED', customAudience: { name: 'Flexible' } }],
    });
  });

  test('reads columns again that its answer omits', async () => {
    const { data, calls } = await running.ask(
      `mutation { batchCustomAudiences(input: { accountId: "${coffee}", operations: [{ update: { customAudienceId: "${app}", name: "App", audienceType: MOBILE_AUDIENCE } }] }) { results { customAudience { permissionLevel isOwner description } } } }`,
    );
    expect(data.batchCustomAudiences.results[0].customAudience).toEqual({
      permissionLevel: 'READ_WRITE',
      isOwner: true,
      description: null,
    });
    expect(calls).toHaveLength(2);
  });

  test('accepts ten items and not eleven', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        create: { name: `Audience ${n}`, audienceType: 'MOBILE_AUDIENCE' },
      }));
    const ten = await send(many(10));
    expect(ten.data.batchCustomAudiences.outcome).toBe('APPLIED');
    expect(ten.calls).toHaveLength(1);
    const eleven = await send(many(11));
    expect(eleven.calls).toHaveLength(0);
    expect(errorsIn(eleven)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.operations',
    });
  });
});
