import { buildSchema } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeEntities } from '../../src/schema/fields/entities.ts';
import { schema, schemaFor } from '../../src/schema/index.ts';
import { subgraphOf } from '../../src/schema/subgraph.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const prefixed = useGateway({ env: { TYPE_PREFIX: 'Ads' } });
const apart = useGateway({ env: { TYPE_PREFIX: 'Ads', TYPE_PREFIX_PAGE_INFO: 'true' } });

const references = 'query ($of: [_Any!]!) { _entities(representations: $of) ';
const campaigns = `${references} { ... on Campaign { id name } } }`;
const key = (accountId: string, restId: string, __typename = 'Campaign') => ({
  __typename,
  accountId,
  restId,
});

/** Gives the owner an account of this many campaigns. */
const furnish = (account: string, many: number): readonly ReturnType<typeof key>[] => {
  const { store, grant, credentials } = running.emulator;
  const stamp = { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' };
  const row = { ...stamp, deleted: false };
  grant(credentials.userId, account);
  store.insert('Account', null, { id: account, name: account, ...row });
  store.clear('Campaign', account);
  return Array.from({ length: many }, (_, index) => {
    store.insert('Campaign', account, { id: `c${index}`, name: `campaign ${index}`, ...row });
    return key(account, `c${index}`);
  });
};

beforeAll(() => {
  coreWorld(running, 'a1');
  coreWorld(prefixed, 'a1');
});

describe('references of a router', () => {
  test('are answered in their order, by either key, as one call for a type and an account', async () => {
    const document = `${references} { __typename ... on Campaign { id name } ... on LineItem { restId campaign { name } } ... on Account { name } } }`;
    const { data, errors, calls } = await running.ask(document, {
      of: [
        key('a1', 'c4'),
        { __typename: 'Account', restId: 'A1' },
        { __typename: 'LineItem', id: 'LineItem:a1:l1' },
        { __typename: 'Campaign', id: 'Campaign:a1:c1', accountId: 'unused' },
        key('a1', 'none'),
      ],
    });
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual([
      { __typename: 'Campaign', id: 'Campaign:a1:c4', name: 'Campaign c4' },
      { __typename: 'Account', name: 'Core' },
      { __typename: 'LineItem', restId: 'l1', campaign: { name: 'Campaign c1' } },
      { __typename: 'Campaign', id: 'Campaign:a1:c1', name: 'Campaign c1' },
      null,
    ]);
    expect(calls.map(({ path }) => path).toSorted()).toEqual([
      '/12/accounts/a1',
      '/12/accounts/a1/campaigns',
      '/12/accounts/a1/line_items/l1',
    ]);
  });

  test('of one account, 500 of them, are 3 calls, and none if only ids are selected', async () => {
    const of = furnish('many', 500);
    const named = await running.ask(campaigns, { of });
    expect(named.errors).toBeUndefined();
    expect(named.data._entities.map((row: { name: string }) => row.name)).toEqual(
      of.map((_, index) => `campaign ${index}`),
    );
    expect(named.calls).toHaveLength(3);
    const ids = `${references} { __typename ... on Campaign { id restId accountId } } }`;
    const { data, calls } = await running.ask(ids, { of });
    expect(data._entities).toHaveLength(500);
    expect(data._entities[7]).toMatchObject({ id: 'Campaign:many:c7', restId: 'c7' });
    expect(calls).toEqual([]);
  });

  test('of seven accounts, 820 of them, are 9 calls', async () => {
    const sizes = [250, 250, 64, 64, 64, 64, 64];
    const of = sizes.flatMap((size, index) => furnish(`acc${index}`, size));
    const { data, errors, calls } = await running.ask(campaigns, { of });
    expect(errors).toBeUndefined();
    expect(data._entities).toHaveLength(820);
    expect(data._entities.every((row: unknown) => row !== null)).toBe(true);
    expect(calls).toHaveLength(9);
  });

  test('that are malformed or forbidden are null by themselves, with an error that names them', async () => {
    const { accounts, credentials } = running.emulator;
    const foreign = accounts.find(({ userIds }) => !userIds.includes(credentials.userId));
    const wrong = [
      [key(foreign?.id ?? '', 'c1'), 'FORBIDDEN', undefined],
      [key('a1', '../x'), 'BAD_USER_INPUT', 'restId'],
      [key('a1?', 'c1'), 'BAD_USER_INPUT', 'accountId'],
      [{ __typename: 'Campaign', restId: 'c1' }, 'BAD_USER_INPUT', 'accountId'],
      [{ __typename: 'Campaign', id: 'LineItem:a1:l1' }, 'BAD_USER_INPUT', 'id'],
      [{ __typename: 'Campaign', id: 'nonsense' }, 'BAD_USER_INPUT', 'id'],
      [{ __typename: 'Money', id: 'Money:1' }, 'BAD_USER_INPUT', undefined],
      [{ id: 'Campaign:a1:c1' }, 'BAD_USER_INPUT', undefined],
      ['Campaign:a1:c1', 'BAD_USER_INPUT', undefined],
    ] as const;
    const of = [key('a1', 'c1'), ...wrong.map(([reference]) => reference), key('a1', 'c4')];
    const { data, errors, calls, status } = await running.ask(campaigns, { of });
    expect(status).toBe(200);
    expect(data._entities.map((row: { name: string } | null) => row?.name ?? null)).toEqual([
      'Campaign c1',
      ...wrong.map(() => null),
      'Campaign c4',
    ]);
    const told = wrong.map(([, code, member], index) => ({
      path: ['_entities', index + 1],
      code,
      argument:
        code === 'FORBIDDEN'
          ? undefined
          : `representations[${index + 1}]${member === undefined ? '' : `.${member}`}`,
    }));
    expect(
      errors
        ?.map(({ path, extensions: { code, argument } }) => ({ path, code, argument }))
        .toSorted((one, other) => Number(one.path?.[1]) - Number(other.path?.[1])),
    ).toEqual(told);
    expect(calls).toHaveLength(2);
  });

  test('count their cost before anything is requested', async () => {
    const of = Array.from({ length: 300 }, (_, index) => key(`acc${index}`, 'c1'));
    const { errors, calls } = await running.ask(campaigns, { of });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'COST_LIMIT_EXCEEDED',
      cost: { objects: 300, calls: 300 },
    });
    expect(calls).toEqual([]);
  });
});

describe('the subgraph', () => {
  test('has both keys on every type that `node` finds', () => {
    const text = subgraphOf(schema);
    for (const { entity } of nodeEntities.values()) {
      const own = entity.inAccount ? 'accountId restId' : 'restId';
      expect(text).toContain(
        `\ntype ${entity.name} implements Node @key(fields: "id") @key(fields: "${own}") {`,
      );
    }
    expect(text.match(/@key\(fields: "id"\)/g)).toHaveLength(nodeEntities.size);
  });

  test('marks its shared, hidden, expensive and protected fields', () => {
    const text = subgraphOf(schema);
    for (const line of [
      'type Money @shareable {',
      'type PageInfo @shareable {',
      '): CampaignConnection @cost(weight: 10) @listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
      '): CreateCampaignPayload @authenticated\n',
      ': CreateSandboxAccountPayload @authenticated @tag(name: "sandbox")',
      ': InvalidateAccessTokenPayload @authenticated @tag(name: "token")',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).not.toMatch(
      /type (Campaign|CampaignConnection|CreateCampaignPayload|Viewer) @shareable/,
    );
    expect(text).not.toMatch(/^ {2}nodes?\(/m);
    expect(text).not.toMatch(/\b_(entities|service|Any|Entity|Service)\b/);
  });

  test('is the answer of `_service`, and no secret if introspection is', async () => {
    const { data, calls } = await running.ask('{ _service { sdl } }');
    expect(data._service.sdl).toBe(subgraphOf(schema));
    expect(calls).toEqual([]);
  });
});

describe('with a prefix before its types', () => {
  test('every type has it but scalars, roots and PageInfo', () => {
    const plain = Object.keys(
      buildSchema(subgraphOf(schema).replace(/extend schema[^)]*\)/, ''), {
        assumeValidSDL: true,
      }).getTypeMap(),
    );
    const named = Object.keys(
      buildSchema(
        subgraphOf(schemaFor({ text: 'Ads', onPageInfo: false })).replace(
          /extend schema[^)]*\)/,
          '',
        ),
        {
          assumeValidSDL: true,
        },
      ).getTypeMap(),
    );
    const kept =
      /^(__.*|ID|Int|String|Boolean|Float|Long|Date|DateTime|Decimal|JSON|PersonalIdentifier|Query|Mutation|PageInfo)$/;
    expect(named.toSorted()).toEqual(
      plain.map((name) => (kept.test(name) ? name : `Ads${name}`)).toSorted(),
    );
  });

  test('documents use it, ids stay as they are, and references name their types by it', async () => {
    const document = `query ($id: ID!, $of: [_Any!]!, $order: AdsLineItemOrder) {
      node(id: $id) { __typename id ... on AdsCampaign { name } }
      account(id: "a1") { lineItems(first: 2, orderBy: $order) { nodes { __typename campaign { name } } } }
      _entities(representations: $of) { __typename ... on AdsLineItem { id deleted } }
    }`;
    const { data, errors, calls } = await prefixed.ask(document, {
      id: 'Campaign:a1:c4',
      of: [key('a1', 'l3', 'AdsLineItem'), { __typename: 'AdsLineItem', id: 'LineItem:a1:l3' }],
      order: { direction: 'DESC' },
    });
    expect(errors).toBeUndefined();
    expect(data.node).toEqual({
      __typename: 'AdsCampaign',
      id: 'Campaign:a1:c4',
      name: 'Campaign c4',
    });
    expect(data.account.lineItems.nodes).toHaveLength(2);
    expect(data.account.lineItems.nodes[0].__typename).toBe('AdsLineItem');
    expect(data._entities).toEqual(
      Array(2).fill({ __typename: 'AdsLineItem', id: 'LineItem:a1:l3', deleted: false }),
    );
    expect(calls).toHaveLength(4);
  });

  test('the old name is unknown', async () => {
    const other = await prefixed.ask('{ node(id: "Campaign:a1:c1") { ... on Campaign { name } } }');
    expect(other.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    const { data, errors } = await prefixed.ask(`${references} { __typename } }`, {
      of: [key('a1', 'c1')],
    });
    expect(data._entities).toEqual([null]);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'representations[0]',
    });
  });

  test('PageInfo has it on request', async () => {
    const { data } = await apart.ask('{ accounts(first: 1) { pageInfo { __typename } } }');
    expect(data.accounts.pageInfo.__typename).toBe('AdsPageInfo');
    const other = await prefixed.ask('{ accounts(first: 1) { pageInfo { __typename } } }');
    expect(other.data.accounts.pageInfo.__typename).toBe('PageInfo');
  });

  test('unions and mutations work as without it', async () => {
    const { data, errors } = await prefixed.ask(
      'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { __typename outcome campaign { __typename name } } }'.replace(
        'UpdateC',
        'AdsUpdateC',
      ),
      { input: { accountId: 'a1', campaignId: 'c1', name: 'New name' } },
    );
    expect(errors).toBeUndefined();
    expect(data.updateCampaign).toEqual({
      __typename: 'AdsUpdateCampaignPayload',
      outcome: 'APPLIED',
      campaign: { __typename: 'AdsCampaign', name: 'New name' },
    });
  });
});
