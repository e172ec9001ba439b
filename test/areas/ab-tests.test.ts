import { beforeEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const owner = { userId: '1500000000000000001', username: 'emulator_owner' };

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');

const line = (id: string, campaign_id: string, more: object = {}) =>
  running.emulator.store.insert('LineItem', bikes, {
    id,
    campaign_id,
    deleted: false,
    objective: 'REACH',
    start_time: inDays(-30),
    end_time: inDays(60),
    ...more,
  });
const campaign = (id: string) =>
  running.emulator.store.insert('Campaign', bikes, { id, name: id, deleted: false });

/** Two campaigns with a line item each, and one with three. */
const begin = (more: object = {}): void => {
  for (const id of ['c1', 'c2', 'c3']) campaign(id);
  line('l1', 'c1', more);
  line('l2', 'c2', more);
  for (const id of ['l3', 'l4', 'l5']) line(id, 'c3', more);
};

const ofCampaigns = {
  accountId: bikes,
  entityType: 'CAMPAIGN',
  startTime: inDays(1),
  endTime: inDays(5),
  userGroups: [
    { size: '50.00', entityIds: ['c1'], name: 'first group' },
    { size: '50.00', entityIds: ['C2'], description: 'second AB test group' },
  ],
};
const ofLineItems = {
  ...ofCampaigns,
  entityType: 'LINE_ITEM',
  userGroups: [
    { size: '33.33', entityIds: ['l3'] },
    { size: '33.33', entityIds: ['l4'] },
    { size: '33.34', entityIds: [`LineItem:${bikes}:l5`] },
  ],
};
const all = `restId name description entityType status startTime endTime deleted
  userGroups { id name description size entityIds } createdBy { userId username } updatedBy { userId username }`;
const write = (mutation: string, input: object) =>
  running.ask(
    `mutation ($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) {
      outcome abTest { ${all} } errors { code argument message parameter }
    } }`,
    { input },
  );
const create = (more: object = {}) => write('createAbTest', { ...ofCampaigns, ...more });

interface ShownTest {
  readonly entityType: string;
  readonly userGroups: readonly {
    readonly entityIds: readonly string[];
    readonly entities: readonly {
      readonly entityId: string;
      readonly entity: { readonly __typename: string; readonly restId: string };
    }[];
  }[];
}

describe('an A/B test', () => {
  test('is created from JSON, scheduled, and shows its creator', async () => {
    begin();
    const { data, calls } = await create({ name: 'first AB test', description: null });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /12/accounts/${bikes}/ab_tests`,
    ]);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      name: 'first AB test',
      entity_type: 'CAMPAIGN',
      start_time: ofCampaigns.startTime,
      end_time: ofCampaigns.endTime,
      user_groups: [
        { size: '50.00', entity_ids: ['c1'], name: 'first group' },
        { size: '50.00', entity_ids: ['c2'], description: 'second AB test group' },
      ],
    });
    const group = { id: expect.stringMatching(/^n/), size: '50.0' };
    expect(data.createAbTest).toMatchObject({
      outcome: 'APPLIED',
      errors: [],
      abTest: {
        name: 'first AB test',
        description: null,
        status: 'SCHEDULED',
        userGroups: [
          { ...group, name: 'first group', description: null, entityIds: ['c1'] },
          { ...group, name: null, description: 'second AB test group', entityIds: ['c2'] },
        ],
        createdBy: owner,
        updatedBy: owner,
      },
    });
  });

  test('links its groups to the campaigns or line items, with one call for all', async () => {
    running.emulator.store.clear('AbTest', bikes);
    begin();
    await create();
    await write('createAbTest', ofLineItems);
    const { data, errors, calls } = await running.ask(
      `{ account(id: "${bikes}") { abTests { nodes { entityType userGroups { entityIds entities { entityId
        entity { __typename ... on Campaign { restId name } ... on LineItem { restId objective } } } } } } } }`,
    );
    expect(errors).toBeUndefined();
    const groups = data.account.abTests.nodes.flatMap((shown: ShownTest) =>
      shown.userGroups.flatMap(({ entityIds, entities }) =>
        entities.map(({ entityId, entity }, index) => {
          expect([entityId, entity.restId]).toEqual([entityIds[index], entityIds[index]]);
          return [shown.entityType, entity.__typename];
        }),
      ),
    );
    expect(groups.toSorted()).toEqual([
      ...Array(2).fill(['CAMPAIGN', 'Campaign']),
      ...Array(3).fill(['LINE_ITEM', 'LineItem']),
    ]);
    expect(calls.map(({ endpoint }) => endpoint).toSorted()).toEqual([
      'listAbTests',
      'listCampaigns',
      'listLineItems',
    ]);
    const bare = await running.ask(
      `{ account(id: "${bikes}") { abTests { nodes { userGroups { entities { entity { id } } } } } } }`,
    );
    expect(bare.calls).toHaveLength(1);
  });

  test('of line items covers all line items of a campaign, thirds as well', async () => {
    begin();
    const { data } = await write('createAbTest', ofLineItems);
    expect(data.createAbTest).toMatchObject({
      outcome: 'APPLIED',
      abTest: { entityType: 'LINE_ITEM' },
    });
    line('l6', 'c3');
    const short = await write('createAbTest', ofLineItems);
    expect(short.calls).toHaveLength(1);
    expect(short.data.createAbTest).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ parameter: 'entity_ids' }],
    });
  });

  test('is changed in parts, and deleted', async () => {
    begin();
    const { restId } = (await create()).data.createAbTest.abTest;
    const which = { accountId: bikes, abTestId: restId };
    const groups = [
      { size: '70', entityIds: ['c1'] },
      { size: '30.0', entityIds: ['c2'] },
    ];
    const changed = await write('updateAbTest', { ...which, name: 'Prices', userGroups: groups });
    expect(changed.calls.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual(
      [
        [
          'PUT',
          `/12/accounts/${bikes}/ab_tests/${restId}`,
          {
            name: 'Prices',
            user_groups: [
              { size: '70', entity_ids: ['c1'] },
              { size: '30.0', entity_ids: ['c2'] },
            ],
          },
        ],
      ],
    );
    expect(changed.data.updateAbTest.abTest).toMatchObject({
      name: 'Prices',
      startTime: ofCampaigns.startTime,
      userGroups: [{ size: '70.0' }, { size: '30.0' }],
    });
    // Only the API knows when it begins.
    const late = await write('updateAbTest', { ...which, endTime: inDays(1.5) });
    expect(late.calls).toHaveLength(1);
    expect(late.data.updateAbTest).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ parameter: 'end_time', argument: 'input.endTime' }],
    });
    const gone = await write('deleteAbTest', which);
    expect(gone.data.deleteAbTest).toMatchObject({ outcome: 'APPLIED', abTest: { deleted: true } });
  });
});

describe('an A/B test that breaks a rule is refused before any call:', () => {
  const sizes = (...given: readonly string[]) => ({
    userGroups: given.map((size, index) => ({ size, entityIds: [`e${index}`] })),
  });
  test.each([
    ['one group', sizes('99'), 'userGroups'],
    ['31 groups', sizes('7', ...Array<string>(30).fill('3.1')), 'userGroups'],
    ['sizes of 99.99', sizes('49.99', '50.00'), 'userGroups'],
    ['sizes of 100.01', sizes('33.33', '33.33', '33.35'), 'userGroups'],
    ['a size of 0.5', sizes('0.5', '99.5'), 'userGroups[0].size'],
    ['a size of 99.01', sizes('99.01', '1.00'), 'userGroups[0].size'],
    ['a size with three decimals', sizes('50.000', '50'), 'userGroups[0].size'],
    ['a size with a sign', sizes('+50', '50'), 'userGroups[0].size'],
    [
      'a group of nothing',
      {
        userGroups: [
          { size: '50', entityIds: [] },
          { size: '50', entityIds: ['a'] },
        ],
      },
      'userGroups[0].entityIds',
    ],
    ['a start in the past', { startTime: inDays(-1) }, 'startTime'],
    ['an end in the past', { startTime: inDays(-3), endTime: inDays(-1) }, 'endTime'],
    ['an end before the start', { endTime: inDays(0.5) }, 'endTime'],
    ['23 hours', { endTime: inDays(1 + 23 / 24) }, 'endTime'],
    ['a start that is left out', { startTime: undefined }, 'startTime'],
  ])('%s', async (_what, more, argument) => {
    const { data, calls } = await create(more);
    expect(calls).toEqual([]);
    const places = data.createAbTest.errors.map((one: { argument: string }) => one.argument);
    expect(places).toContain(`input.${argument}`);
    expect(data.createAbTest.outcome).toBe('REJECTED');
  });

  test.each([
    ['six groups', sizes('16.67', '16.67', '16.67', '16.67', '16.66', '16.66'), 'userGroups'],
    ['unequal groups', sizes('50.01', '49.99'), 'userGroups'],
    [
      'two line items in a group',
      {
        userGroups: [
          { size: '50', entityIds: ['a'] },
          { size: '50', entityIds: ['b', 'c'] },
        ],
      },
      'userGroups[1].entityIds',
    ],
  ])('%s of line items', async (_what, more, argument) => {
    const { data, calls } = await create({ entityType: 'LINE_ITEM', ...more });
    expect(calls).toEqual([]);
    expect(data.createAbTest.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', argument: `input.${argument}` },
    ]);
  });

  test('the same is allowed for campaigns, and a day is long enough', async () => {
    begin();
    const { data, calls } = await create({
      endTime: new Date(Date.parse(ofCampaigns.startTime) + 86_400_000).toISOString(),
      userGroups: [
        { size: '1.00', entityIds: ['c1', 'c2'] },
        { size: '99.00', entityIds: ['c3'] },
      ],
    });
    expect(data.createAbTest).toMatchObject({ outcome: 'APPLIED', errors: [] });
    // Only times that keep milliseconds are sent with them.
    expect(calls[0]?.body).toMatch(/"end_time":"[^".]+Z"/);
  });
});

describe('an A/B test that only the API can judge is REJECTED:', () => {
  test.each([
    ['it does not overlap with what it compares', { end_time: inDays(-1) }, 'start_time'],
    ['it lasts less than five days, and is about apps', { objective: 'APP_INSTALLS' }, 'end_time'],
  ])('%s', async (_why, more, parameter) => {
    begin(more);
    const { data, calls } = await create();
    expect(calls).toHaveLength(1);
    expect(data.createAbTest).toMatchObject({ outcome: 'REJECTED', errors: [{ parameter }] });
  });

  test('it names a campaign that does not exist', async () => {
    const { data } = await create();
    expect(data.createAbTest).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'CAMPAIGN_NOT_FOUND' }],
    });
  });
});

describe('the A/B tests of an account', () => {
  const names = async (args: string) => {
    const { data, errors, calls } = await running.ask(
      `{ account(id: "${bikes}") { abTests${args} { nodes { name status } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
    return data.account.abTests.nodes.map((node: { name: string }) => node.name);
  };

  test.each([
    ['', ['Which picture', 'Which bid', 'Which keywords']],
    ['(status: LIVE)', ['Which bid']],
    ['(q: "which p")', ['Which picture']],
    ['(abTestIds: ["bik3s002"])', ['Which keywords']],
    [`(userId: "${owner.userId}")`, ['Which picture', 'Which bid', 'Which keywords']],
    ['(username: "Emulator_Owner")', ['Which picture', 'Which bid', 'Which keywords']],
    ['(username: "emulator_colleague")', []],
    [`(liveDuring: ["${inDays(12)}", "${inDays(30)}"])`, ['Which keywords']],
    [`(liveDuring: ["${inDays(-1)}", "${inDays(1)}"])`, ['Which bid']],
  ])('are filtered by the API: %s', async (args, expected) => {
    expect(await names(args)).toEqual(expected);
  });

  test('are nodes, read in one call', async () => {
    const id = `AbTest:${bikes}:bik3s001`;
    const { data, calls } = await running.ask(
      `{ a: node(id: "${id}") { ... on AbTest { name status } } b: node(id: "AbTest:${bikes}:nope") { id } }`,
    );
    expect(data).toEqual({ a: { name: 'Which bid', status: 'LIVE' }, b: null });
    expect(calls).toHaveLength(1);
  });

  test('cannot be requested by user and by name at once', async () => {
    const { errors, calls } = await running.ask(
      `{ account(id: "${bikes}") { abTests(userId: "1", username: "x") { nodes { name } } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(calls).toEqual([]);
  });

  test('show a numeric size as text', async () => {
    running.emulator.store.insert('AbTest', bikes, {
      id: 'odd',
      deleted: false,
      user_groups: [{ id: 'g', size: 50, entity_ids: ['c1'] }],
    });
    const { data, errors } = await running.ask(
      `{ account(id: "${bikes}") { abTest(id: "odd") { userGroups { size } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.account.abTest.userGroups).toEqual([{ size: '50' }]);
  });
});
