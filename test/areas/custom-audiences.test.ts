import { beforeEach, describe, expect, test } from 'vitest';
import { agency, coffee } from '../support/accounts.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const requests = ({ calls }: Answer) =>
  calls.map(({ method, path, query }) => `${method} ${path} ${JSON.stringify(query)}`);
const paths = ({ calls }: Answer) => calls.map(({ method, path }) => `${method} ${path}`);

describe('the audiences of an account', () => {
  test('are its own unless shared ones are requested, and each names its owner', async () => {
    const answer = await running.ask(`{ account(id: "${coffee}") {
      customAudiences { nodes { restId isOwner ownerAccountId permissionLevel } }
      shared: customAudiences(permissionScope: SHARED) { nodes { restId isOwner ownerAccountId permissionLevel } }
    } }`);
    const { customAudiences, shared } = answer.data.account;
    expect(customAudiences.nodes).toHaveLength(6);
    expect(customAudiences.nodes[0]).toEqual({
      restId: 'af3e2000',
      isOwner: true,
      ownerAccountId: coffee,
      permissionLevel: 'READ_WRITE',
    });
    expect(shared.nodes).toEqual([
      { restId: 'ag3nc000', isOwner: false, ownerAccountId: agency, permissionLevel: 'READ_ONLY' },
      { restId: 'ag3nc001', isOwner: false, ownerAccountId: agency, permissionLevel: 'READ_WRITE' },
    ]);
    expect(requests(answer)).toEqual([
      `GET /12/accounts/${coffee}/custom_audiences {"count":"50","sort_by":"created_at-asc"}`,
      `GET /12/accounts/${coffee}/custom_audiences {"count":"50","permission_scope":"SHARED","sort_by":"created_at-asc"}`,
    ]);
  });

  test('are filtered by the beginning of their name and by ids', async () => {
    const { data, calls } = await running.ask(`{ account(id: "${coffee}") {
      q: customAudiences(q: "harbor & pine coffee: app") { nodes { restId } }
      ids: customAudiences(customAudienceIds: ["AF3E2001", "CustomAudience:${coffee}:af3e2003"]) { nodes { restId } }
    } }`);
    const ids = (list: { nodes: readonly { restId: string }[] }) =>
      list.nodes.map(({ restId }) => restId);
    expect(ids(data.account.q)).toEqual(['af3e2002', 'af3e2004', 'af3e2005']);
    expect(ids(data.account.ids)).toEqual(['af3e2001', 'af3e2003']);
    expect(calls[1]?.query['custom_audience_ids']).toBe('af3e2001,af3e2003');
  });

  test.each([
    ['q', `q: "${'x'.repeat(255)}"`, 1],
    ['q', `q: "${'x'.repeat(256)}"`, 0],
    ['q', 'q: ""', 0],
    [
      'customAudienceIds',
      `customAudienceIds: [${Array.from({ length: 200 }, (_, n) => `"x${n}"`)}]`,
      1,
    ],
    [
      'customAudienceIds',
      `customAudienceIds: [${Array.from({ length: 201 }, (_, n) => `"x${n}"`)}]`,
      0,
    ],
    ['first', 'first: 1000', 1],
    ['first', 'first: 1001', 0],
  ])('accept %s up to its limit', async (argument, given, sent) => {
    const { errors, calls } = await running.ask(
      `{ account(id: "${coffee}") { customAudiences(${given}) { nodes { restId } } } }`,
    );
    expect(calls).toHaveLength(sent);
    if (sent === 1) expect(errors).toBeUndefined();
    else
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: expect.stringMatching(new RegExp(`^${argument}`)),
      });
  });

  test('are found alone and by node, including shared ones, deleted ones only on request', async () => {
    const answer = await running.ask(`{ account(id: "${coffee}") {
        own: customAudience(id: "AF3E2000") { id name }
        hidden: customAudience(id: "af3e2006") { name }
        deleted: customAudience(id: "af3e2006", withDeleted: true) { name deleted }
        none: customAudience(id: "nosuch") { name }
      }
      node(id: "CustomAudience:${coffee}:ag3nc001") { ... on CustomAudience { name isOwner } } }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toEqual({
      account: {
        own: {
          id: `CustomAudience:${coffee}:af3e2000`,
          name: 'Harbor & Pine Coffee: Newsletter readers',
        },
        hidden: null,
        deleted: { name: 'Harbor & Pine Coffee: Fair visitors', deleted: true },
        none: null,
      },
      node: { name: 'Brightline Media (client work): Buyers of the last year', isOwner: false },
    });
    // All of them are in one list; missing ones are looked up among the shared ones.
    expect(requests(answer)).toEqual(
      [
        `GET /12/accounts/${coffee}/custom_audiences {"count":"4","custom_audience_ids":"ag3nc001,af3e2000,af3e2006,nosuch","with_deleted":"true"}`,
        `GET /12/accounts/${coffee}/custom_audiences {"count":"2","custom_audience_ids":"ag3nc001,nosuch","permission_scope":"SHARED","with_deleted":"true"}`,
      ].map((line) => expect.stringContaining(line.slice(0, 60))),
    );
    expect(answer.calls.map(({ query }) => query['permission_scope'])).toEqual([
      undefined,
      'SHARED',
    ]);
    const asked = String(answer.calls[1]?.query['custom_audience_ids']).split(',').sort();
    expect(asked).toEqual(['ag3nc001', 'nosuch']);
  });

  test('link to the account that owns them', async () => {
    const answer = await running.ask(
      `{ account(id: "${coffee}") { customAudiences(permissionScope: SHARED) { nodes { account { restId } ownerAccount { name } ids: ownerAccount { id } } } } }`,
    );
    expect(answer.data.account.customAudiences.nodes[0]).toEqual({
      account: { restId: coffee },
      ownerAccount: { name: 'Brightline Media (client work)' },
      ids: { id: `Account:${agency}` },
    });
    expect(paths(answer)).toEqual([
      `GET /12/accounts/${coffee}/custom_audiences`,
      `GET /12/accounts/${agency}`,
    ]);
  });
});

describe('the targeting of an audience', () => {
  const { store } = { store: () => running.emulator.store };
  const targeted = (id: string, args = '') =>
    running.ask(
      `{ account(id: "${coffee}") { customAudience(id: "${id}") { targeted${args} { nodes { campaignId campaignName lineItems { lineItemId name servable } } pageInfo { hasNextPage endCursor } } } } }`,
    );
  /**
   * Line items `l1` (active) and `l2` (paused, nameless) of `c1`, and `l3` of `c2`, all of which
   * target the new upload.
   */
  const world = () => {
    const stamp = (n: number) => ({
      created_at: `2025-01-0${n}T00:00:00Z`,
      updated_at: `2025-01-0${n}T00:00:00Z`,
      deleted: false,
    });
    for (const entity of ['Campaign', 'LineItem', 'TargetingCriterion']) {
      store().clear(entity, coffee);
    }
    for (const [n, id] of [
      [1, 'c1'],
      [2, 'c2'],
    ] as const) {
      store().insert('Campaign', coffee, {
        id,
        name: `Campaign ${id}`,
        entity_status: 'ACTIVE',
        ...stamp(n),
      });
    }
    for (const [n, id, campaign, entity_status, name] of [
      [1, 'l1', 'c1', 'ACTIVE', 'First'],
      [2, 'l2', 'c1', 'PAUSED', null],
      [3, 'l3', 'c2', 'ACTIVE', 'Third'],
    ] as const) {
      store().insert('LineItem', coffee, {
        id,
        campaign_id: campaign,
        name,
        entity_status,
        ...stamp(n),
      });
      store().insert('TargetingCriterion', coffee, {
        id: `t${n}`,
        line_item_id: id,
        targeting_type: n === 3 ? 'CUSTOM_AUDIENCE_EXPANDED' : 'CUSTOM_AUDIENCE',
        targeting_value: 'af3e2003',
        operator_type: 'EQ',
        ...stamp(n),
      });
    }
  };

  test('lists the line items that can serve, or all of them', async () => {
    world();
    const active = await targeted('af3e2003');
    expect(active.data.account.customAudience.targeted.nodes).toEqual([
      {
        campaignId: 'c1',
        campaignName: 'Campaign c1',
        lineItems: [{ lineItemId: 'l1', name: 'First', servable: true }],
      },
      {
        campaignId: 'c2',
        campaignName: 'Campaign c2',
        lineItems: [{ lineItemId: 'l3', name: 'Third', servable: true }],
      },
    ]);
    expect(requests(active)).toEqual([
      `GET /12/accounts/${coffee}/custom_audiences/af3e2003/targeted {}`,
    ]);
    const all = await targeted('af3e2003', '(withActive: false)');
    expect(all.data.account.customAudience.targeted.nodes[0].lineItems).toEqual([
      { lineItemId: 'l1', name: 'First', servable: true },
      { lineItemId: 'l2', name: null, servable: false },
    ]);
    expect(all.calls[0]?.query).toEqual({ with_active: 'false' });
  });

  test('has pages without a count, although its entries have no id', async () => {
    world();
    running.emulator.fault({ match: { path: 'targeted' }, fault: { kind: 'pages', rows: [1] } });
    const seen: string[] = [];
    let after = '';
    for (let turn = 0; turn < 4; turn += 1) {
      const { data } = await targeted('af3e2003', `(first: 1${after})`);
      const { nodes, pageInfo } = data.account.customAudience.targeted;
      seen.push(...nodes.map((node: { campaignId: string }) => node.campaignId));
      if (!pageInfo.hasNextPage) break;
      after = `, after: "${pageInfo.endCursor}"`;
    }
    expect(seen).toEqual(['c1', 'c2']);
  });

  test('links to whole campaigns and line items in one call each', async () => {
    world();
    const answer = await running.ask(
      `{ account(id: "${coffee}") { customAudience(id: "af3e2003") { targeted { nodes { campaign { name } lineItems { lineItem { name entityStatus } } } } } } }`,
    );
    expect(answer.data.account.customAudience.targeted.nodes).toEqual([
      {
        campaign: { name: 'Campaign c1' },
        lineItems: [{ lineItem: { name: 'First', entityStatus: 'ACTIVE' } }],
      },
      {
        campaign: { name: 'Campaign c2' },
        lineItems: [{ lineItem: { name: 'Third', entityStatus: 'ACTIVE' } }],
      },
    ]);
    expect(paths(answer).sort()).toEqual([
      `GET /12/accounts/${coffee}/campaigns`,
      `GET /12/accounts/${coffee}/custom_audiences/af3e2003/targeted`,
      `GET /12/accounts/${coffee}/line_items`,
    ]);
  });

  test('is NOT_FOUND if the audience does not exist', async () => {
    const { data, errors } = await targeted('nosuch');
    expect(data.account.customAudience.targeted).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('leads from a criterion to its audience, own or shared, in two calls however many there are', async () => {
    world();
    for (const [id, targeting_type, targeting_value] of [
      ['t4', 'CUSTOM_AUDIENCE', 'ag3nc000'],
      ['t5', 'CUSTOM_AUDIENCE', 'gone1'],
      ['t6', 'BROAD_KEYWORD', 'af3e2001'],
      ['t7', 'CUSTOM_AUDIENCE', 'af3e2001'],
      ['t8', 'TAILORED_AUDIENCE', 'af3e2001'],
      ['t9', 'TAILORED_AUDIENCE_EXPANDED', 'af3e2001'],
    ] as const) {
      store().insert('TargetingCriterion', coffee, {
        id,
        line_item_id: 'l1',
        targeting_type,
        targeting_value,
        created_at: '2025-02-01T00:00:00Z',
        deleted: false,
      });
    }
    const answer = await running.ask(
      `{ account(id: "${coffee}") { lineItem(id: "l1") { targetingCriteria { nodes { restId customAudience { name isOwner } } } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    const audience = (name: string, isOwner: boolean) => ({ name, isOwner });
    expect(answer.data.account.lineItem.targetingCriteria.nodes).toEqual([
      { restId: 't1', customAudience: audience('Harbor & Pine Coffee: New upload', true) },
      {
        restId: 't4',
        customAudience: audience('Brightline Media (client work): Newsletter readers', false),
      },
      { restId: 't5', customAudience: null },
      { restId: 't6', customAudience: null },
      {
        restId: 't7',
        customAudience: audience('Harbor & Pine Coffee: Buyers of the last year', true),
      },
      {
        restId: 't8',
        customAudience: audience('Harbor & Pine Coffee: Buyers of the last year', true),
      },
      {
        restId: 't9',
        customAudience: audience('Harbor & Pine Coffee: Buyers of the last year', true),
      },
    ]);
    const [lineItem, ...others] = answer.calls.toSorted((one, other) =>
      one.path === other.path ? 0 : one.path.endsWith('/line_items/l1') ? -1 : 1,
    );
    expect(lineItem?.path).toBe(`/12/accounts/${coffee}/line_items/l1`);
    expect(others.map(({ path, query }) => [path, query['permission_scope']])).toEqual([
      [`/12/accounts/${coffee}/targeting_criteria`, undefined],
      [`/12/accounts/${coffee}/custom_audiences`, undefined],
      [`/12/accounts/${coffee}/custom_audiences`, 'SHARED'],
    ]);
  });
});

describe('writing an audience', () => {
  const create = (name: string) =>
    running.ask(
      `mutation ($input: CreateCustomAudienceInput!) { createCustomAudience(input: $input) { outcome customAudience { restId name description audienceType targetable reasonsNotTargetable audienceSize } errors { code argument parameter value } } }`,
      { input: { accountId: coffee, name, description: 'From the till' } },
    );

  test('creates an empty one that cannot be targeted yet, under a unique name', async () => {
    const made = await create('Till');
    expect(made.data.createCustomAudience).toEqual({
      outcome: 'APPLIED',
      customAudience: {
        restId: expect.stringMatching(/^[0-9a-z]+$/),
        name: 'Till',
        description: 'From the till',
        audienceType: 'CRM',
        targetable: false,
        reasonsNotTargetable: ['PROCESSING', 'TOO_SMALL'],
        audienceSize: null,
      },
      errors: [],
    });
    expect(made.calls).toHaveLength(1);
    expect(made.calls[0]?.body).toBe('description=From%20the%20till&name=Till');
    const again = await create('Till');
    expect(again.data.createCustomAudience).toEqual({
      outcome: 'REJECTED',
      customAudience: null,
      errors: [
        { code: 'INVALID_PARAMETER', argument: 'input.name', parameter: 'name', value: 'Till' },
      ],
    });
    const empty = await create('');
    expect(empty.calls).toHaveLength(0);
    expect(errorsIn(empty)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.name',
    });
  });

  test('changes the given columns, and reads again the owner that the answer omits', async () => {
    const answer = await running.ask(
      `mutation { updateCustomAudience(input: { accountId: "${coffee}", customAudienceId: "af3e2000", description: null }) { outcome errors { code message argument } customAudience { name description ownerAccountId isOwner } } }`,
    );
    expect(answer.data.updateCustomAudience).toEqual({
      outcome: 'APPLIED',
      errors: [],
      customAudience: {
        name: 'Harbor & Pine Coffee: Newsletter readers',
        description: null,
        ownerAccountId: coffee,
        isOwner: true,
      },
    });
    expect(answer.calls[0]?.body).toBe('description=');
    expect(paths(answer)).toEqual([
      `PUT /12/accounts/${coffee}/custom_audiences/af3e2000`,
      `GET /12/accounts/${coffee}/custom_audiences`,
    ]);
  });

  test('names the owner even if the row cannot be read again', async () => {
    running.emulator.fault({ match: { method: 'GET' }, fault: { kind: 'answer', status: 404 } });
    const { data } = await running.ask(
      `mutation { updateCustomAudience(input: { accountId: "${coffee}", customAudienceId: "af3e2000", name: "Letter" }) { outcome errors { code message argument } customAudience { isOwner ownerAccountId } } }`,
    );
    expect(data.updateCustomAudience).toEqual({
      outcome: 'APPLIED',
      errors: [],
      customAudience: { isOwner: true, ownerAccountId: null },
    });
  });

  test('of another account needs its permission', async () => {
    const rename = (id: string) =>
      running.ask(
        `mutation { updateCustomAudience(input: { accountId: "${coffee}", customAudienceId: "${id}", name: "Ours now" }) { outcome errors { code argument } customAudience { name isOwner ownerAccountId } } }`,
      );
    expect((await rename('ag3nc000')).data.updateCustomAudience).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'ACTION_NOT_ALLOWED' }],
    });
    expect((await rename('ag3nc001')).data.updateCustomAudience).toEqual({
      outcome: 'APPLIED',
      errors: [],
      customAudience: { name: 'Ours now', isOwner: false, ownerAccountId: agency },
    });
    const { data } = await running.ask(
      `{ account(id: "${agency}") { customAudience(id: "ag3nc001") { name permissionLevel } } }`,
    );
    expect(data.account.customAudience).toEqual({
      name: 'Ours now',
      permissionLevel: 'READ_WRITE',
    });
  });
});

describe('the deletion of an audience', () => {
  const remove = (account: string, id: string) =>
    running.ask(
      `mutation { deleteCustomAudience(input: { accountId: "${account}", customAudienceId: "${id}" }) { outcome customAudience { restId deleted ownerAccountId } errors { code } } }`,
    );

  test('is one call, shows it deleted, and cannot be repeated', async () => {
    const answer = await remove(coffee, `CustomAudience:${coffee}:af3e2003`);
    expect(answer.data.deleteCustomAudience).toEqual({
      outcome: 'APPLIED',
      customAudience: { restId: 'af3e2003', deleted: true, ownerAccountId: coffee },
      errors: [],
    });
    expect(paths(answer)).toEqual([`DELETE /12/accounts/${coffee}/custom_audiences/af3e2003`]);
    const { data } = await running.ask(
      `{ account(id: "${coffee}") { customAudience(id: "af3e2003") { name } customAudiences { nodes { restId } } } }`,
    );
    expect(data.account.customAudience).toBeNull();
    expect(data.account.customAudiences.nodes).toHaveLength(5);
    const again = await remove(coffee, 'af3e2003');
    expect(again.data.deleteCustomAudience).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'NOT_FOUND' }],
    });
  });

  test.each(['ag3nc000', 'ag3nc001'])('is only for its owner: %s is shared', async (id) => {
    const { data } = await remove(coffee, id);
    expect(data.deleteCustomAudience).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'ACTION_NOT_ALLOWED' }],
    });
  });

  test('by its owner removes it from the accounts that it was shared with', async () => {
    expect((await remove(agency, 'ag3nc001')).data.deleteCustomAudience.outcome).toBe('APPLIED');
    const { data } = await running.ask(
      `{ account(id: "${coffee}") { customAudience(id: "ag3nc001") { name } } }`,
    );
    expect(data.account.customAudience).toBeNull();
  });
});
