import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Forecast } from '../../src/execution/forecast.ts';
import { nodeEntities } from '../../src/schema/fields/entities.ts';
import { schema } from '../../src/schema/index.ts';
import { coreWorld } from '../support/core-world.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';

const a = 'ver1';
const running = useGateway({ env: { LIMIT_CALLS: '20' } });
beforeEach(() => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
});

const traced = { headers: { 'x-ads-trace': '1' } };
const planned = { headers: { 'x-ads-plan': '1' } };

const roundsIn = ({ extensions }: Answer): readonly string[] => {
  const upstream = extensions?.['upstream'] as {
    readonly calls: readonly { readonly endpoint: string; readonly round: number }[];
  };
  return upstream.calls.map(({ endpoint, round }) => `${endpoint} ${round}`).toSorted();
};
const names = ({ calls }: Answer): readonly (string | null)[] =>
  calls.map(({ endpoint }) => endpoint).toSorted();
const told = ({ errors = [] }: Answer): readonly string[] =>
  errors.map(({ path, extensions: { code } }) => `${path?.join('.')} ${code}`);
const planOf = async (document: string, variables: object = {}): Promise<Forecast> =>
  (await running.ask(document, { ...variables }, planned)).extensions?.['plan'] as Forecast;

/**
 * The field that can be selected of a type without its row: its global id, or its name if it has
 * none.
 */
const anId = (type: unknown): string =>
  (isObjectType(type) || isInterfaceType(type)) && 'id' in type.getFields() ? 'id' : '__typename';

/** The status of the API for an unknown id. Jobs have only a list, which is then empty. */
const unknownAs = (type: string): number => (type === 'StatsJob' ? 200 : 404);

describe('an id of a client that the API does not know', () => {
  const inAccounts = [...nodeEntities.values()].filter(({ entity }) => entity.inAccount);

  test.each(inAccounts.map(({ entity }) => entity.name))('is null in `node`: %s', async (type) => {
    const answer = await running.ask(`{ node(id: "${type}:${a}:1") { id } }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toEqual({ node: null });
    expect(answer.calls.map(({ status }) => status)).toEqual([unknownAs(type)]);
  });

  const account = schema.getType('Account');
  const fields = isObjectType(account)
    ? Object.values(account.getFields()).filter(({ args }) =>
        args.some(({ name }) => name === 'id'),
      )
    : [];

  test('can be given to many fields', () => {
    expect(fields.length).toBeGreaterThan(18);
  });

  // Keys of media have a form of their own.
  const idFor = (field: string): string => (field === 'mediaLibraryItem' ? '3_1' : '1');
  test.each(fields.map(({ name, type }) => [name, anId(getNamedType(type))]))(
    'is null in `Account.%s`',
    async (field, selection) => {
      const answer = await running.ask(
        `{ account(id: "${a}") { ${field}(id: "${idFor(field)}") { ${selection} } } }`,
      );
      expect(answer.errors).toBeUndefined();
      expect(answer.data).toEqual({ account: { [field]: null } });
      const type = `${field[0]?.toUpperCase()}${field.slice(1)}`;
      expect(answer.calls.map(({ status }) => status)).toEqual([unknownAs(type)]);
    },
  );

  test('is null among `nodes`, in calls of 200', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `Campaign:${a}:n${index}`);
    ids[7] = `Campaign:${a}:c4`;
    const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
    const answer = await running.ask(document, { ids });
    expect(answer.errors).toBeUndefined();
    expect(answer.data.nodes[7]).toEqual({ __typename: 'Campaign', id: `Campaign:${a}:c4` });
    expect(answer.data.nodes.filter((row: unknown) => row !== null)).toHaveLength(1);
    expect(names(answer)).toEqual(['listCampaigns', 'listCampaigns', 'listCampaigns']);
    const plan = await planOf(document, { ids });
    expect(plan).toMatchObject({
      objects: 500,
      calls: { least: 3, most: 4 },
      endpoints: [
        { endpoint: 'getCampaign', least: 0, most: 1 },
        { endpoint: 'listCampaigns', least: 3, most: 3 },
      ],
    });
  });

  test('is null without the errors of its lists, and read beside them', async () => {
    const none = await running.ask(
      `{ node(id: "CustomAudience:${a}:1") { id ... on CustomAudience { name targeted { nodes { campaignId } } } } }`,
      {},
      traced,
    );
    expect(none.errors).toBeUndefined();
    expect(none.data).toEqual({ node: null });
    expect(none.calls.map(({ status }) => status)).toEqual([404, 404]);
    expect(roundsIn(none)).toEqual(['getCustomAudience 1', 'listTargetedCampaigns 1']);
  });
});

describe('the fields beside an id', () => {
  test('that lists filter by do not verify it, so it is one call more in the same round', async () => {
    const document = (id: string) =>
      `{ account(id: "${a}") { campaign(id: "${id}") { id lineItems { nodes { restId } } } } }`;
    const found = await running.ask(document('c1'), {}, traced);
    expect(found.data.account.campaign).toEqual({
      id: `Campaign:${a}:c1`,
      lineItems: { nodes: [{ restId: 'l1' }, { restId: 'l2' }] },
    });
    expect(roundsIn(found)).toEqual(['getCampaign 1', 'listLineItems 1']);
    const none = await running.ask(document('zz'), {}, traced);
    expect([none.data, none.errors]).toEqual([{ account: { campaign: null } }, undefined]);
    expect(roundsIn(none)).toEqual(['getCampaign 1', 'listLineItems 1']);
    expect(await planOf(document('c1'))).toMatchObject({
      calls: { least: 2, most: 2 },
      endpoints: [
        { endpoint: 'getCampaign', least: 1, most: 1 },
        { endpoint: 'listLineItems', least: 1, most: 1 },
      ],
    });
  });

  test.each([
    ['campaigns { nodes { restId } }', 'listCampaigns'],
    ['features', 'listFeatures'],
    ['viewerAccess { userId }', 'getAuthenticatedUserAccess'],
    ['campaign(id: "c1") { id }', 'getCampaign'],
    ['cardsByUri(cardUris: ["card://1"]) { __typename }', 'listCardsByUri'],
    ['anyCard(id: "1") { __typename }', 'getAnyCard'],
    ['recommendations { status }', 'listRecommendations'],
  ])('of an account verify it: %s', async (selection, endpoint) => {
    const mine = await running.ask(`{ account(id: "${a}") { id ${selection} } }`);
    expect(mine.data.account.id).toBe(`Account:${a}`);
    expect(names(mine)).toEqual([endpoint]);
    const unknown = await running.ask(`{ account(id: "nosuch") { id ${selection} } }`);
    const [field] = selection.split(/\W/);
    expect(told(unknown)).toEqual([`account.${field} FORBIDDEN`]);
    expect(names(unknown)).toEqual([endpoint]);
    const { calls } = await planOf(`{ account(id: "${a}") { id ${selection} } }`);
    expect(calls.least).toBe(1);
  });

  test('of a path verify it, such as that of an audience’s list', async () => {
    const answer = await running.ask(
      `{ account(id: "${a}") { customAudience(id: "1") { id targeted { nodes { campaignId } } } } }`,
    );
    expect(told(answer)).toEqual(['account.customAudience.targeted NOT_FOUND']);
    expect(names(answer)).toEqual(['listTargetedCampaigns']);
  });

  test('of the account do not verify a campaign', async () => {
    const answer = await running.ask(
      `{ node(id: "Campaign:${a}:zz") { ... on Campaign { account { name campaigns { nodes { restId } } } } } }`,
      {},
      traced,
    );
    expect([answer.data, answer.errors]).toEqual([{ node: null }, undefined]);
    expect(roundsIn(answer)).toEqual(['getAccount 1', 'getCampaign 1', 'listCampaigns 1']);
  });

  test('may be missing', async () => {
    const document = (id: string) =>
      `{ node(id: "Campaign:${a}:${id}") { ... on LineItem { id } } }`;
    const found = await running.ask(document('c1'));
    expect([found.data, names(found)]).toEqual([{ node: {} }, ['getCampaign']]);
    const none = await running.ask(document('zz'));
    expect([none.data, names(none)]).toEqual([{ node: null }, ['getCampaign']]);
  });

  test('do not delay its neighbours’ rows if it is not read', async () => {
    const answer = await running.ask(
      `{ nodes(ids: ["Campaign:${a}:c1", "Account:${a}"]) { id ... on Account { lineItems { nodes { restId } } } } }`,
      {},
      traced,
    );
    expect(answer.data.nodes).toEqual([
      { id: `Campaign:${a}:c1` },
      {
        id: `Account:${a}`,
        lineItems: { nodes: [{ restId: 'l1' }, { restId: 'l2' }, { restId: 'l3' }] },
      },
    ]);
    expect(roundsIn(answer)).toEqual(['getCampaign 1', 'listLineItems 1']);
  });
});

describe('an account of which only ids are selected', () => {
  test('is read', async () => {
    const answer = await running.ask(`{ account(id: "${a}") { id restId __typename } }`);
    expect(answer.data.account).toEqual({ id: `Account:${a}`, restId: a, __typename: 'Account' });
    expect(names(answer)).toEqual(['getAccount']);
  });

  test('is null and FORBIDDEN if the API answers 403', async () => {
    for (const [document, field] of [
      ['{ account(id: "nosuch") { id } }', 'account'],
      ['{ node(id: "Account:nosuch") { id } }', 'node'],
      [
        '{ node(id: "Campaign:nosuch:c1") { ... on Campaign { lineItems { nodes { id } } } } }',
        'node',
      ],
    ] as const) {
      const answer = await running.ask(document);
      expect(answer.data).toEqual({ [field]: null });
      expect(told(answer)).toEqual([`${field} FORBIDDEN`]);
    }
  });
});

describe('a deleted row of which only ids are selected', () => {
  test('is hidden by its field unless it is requested, and shown by `node`', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") {
          hidden: campaign(id: "c3") { id }
          shown: campaign(id: "c3", withDeleted: true) { id } }
         node(id: "Campaign:${a}:c3") { id } }`,
    );
    const shown = { id: `Campaign:${a}:c3` };
    expect(data).toEqual({ account: { hidden: null, shown }, node: shown });
    expect(calls).toHaveLength(1);
  });

  test('is hidden with its parent if the API hides it', async () => {
    running.emulator.store.insert('LineItem', a, {
      ...running.emulator.store.find('LineItem', a, 'l1'),
      deleted: true,
    });
    const answer = await running.ask(
      `{ account(id: "${a}") {
          hidden: promotedTweet(id: "l1p1") { id }
          shown: promotedTweet(id: "l1p1", withDeleted: true) { id } } }`,
    );
    expect(answer.data.account).toEqual({
      hidden: null,
      shown: { id: `PromotedTweet:${a}:l1p1` },
    });
  });
});

describe('an id that needs no verification', () => {
  test('comes from the API', async () => {
    const answer = await running.ask(
      `{ account(id: "${a}") { lineItems { nodes { campaign { id account { id } } fundingInstrument { restId } } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(names(answer)).toEqual(['listLineItems']);
  });

  const entities = (selection: string) =>
    `query ($of: [_Any!]!) { _entities(representations: $of) { __typename ... on Campaign { ${selection} } } }`;
  const of = ['c1', 'zz'].map((restId) => ({ __typename: 'Campaign', accountId: a, restId }));

  test('comes from a router that only needs keys', async () => {
    const keys = await running.ask(entities('id restId accountId'), { of });
    expect(keys.data._entities[1]).toMatchObject({ id: `Campaign:${a}:zz` });
    expect(keys.calls).toEqual([]);
    expect((await planOf(entities('id restId'), { of })).calls).toEqual({ least: 0, most: 0 });
  });

  test('but a router that needs more gets null for a missing row', async () => {
    const more = await running.ask(entities('lineItems { nodes { restId } }'), { of }, traced);
    expect(more.errors).toBeUndefined();
    expect(more.data._entities[1]).toBeNull();
    expect(more.data._entities[0].lineItems.nodes).toHaveLength(2);
    expect(roundsIn(more)).toEqual(['listCampaigns 1', 'listLineItems 1']);
  });
});

test('the cost of verification is checked before any call', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `TargetingCriterion:${a}:t${index}`);
  const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  const answer = await running.ask(document, { ids });
  expect(answer.errors?.[0]?.extensions).toMatchObject({
    code: 'COST_LIMIT_EXCEEDED',
    cost: { calls: 30 },
  });
  expect(answer.calls).toEqual([]);
});
