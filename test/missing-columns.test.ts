import { buildSchema, isNonNullType, isObjectType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../src/schema/index.ts';
import { subgraphOf } from '../src/schema/subgraph.ts';
import { coreWorld } from './support/core-world.ts';
import type { Answered } from './support/gateway.ts';
import { useGateway } from './support/gateway.ts';

const a = 'mis1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
});

const without = (entity: string, id: string, ...columns: readonly string[]): void => {
  const { store } = running.emulator;
  const kept = Object.entries(store.find(entity, a, id) ?? {}).map(([name, value]) => [
    name,
    columns.includes(name) ? null : value,
  ]);
  store.insert(entity, a, Object.fromEntries(kept));
};
const inAccount = (selection: string): Promise<Answered> =>
  running.ask(`{ account(id: "${a}") { ${selection} } }`);
const told = ({ errors = [] }: Answered): readonly string[] =>
  errors.map(({ path, extensions: { code } }) => `${path?.join('.')} ${code}`);

test('columns that the API always sends are non-null, and nullable for routers', () => {
  const routed = buildSchema(subgraphOf(schema), { assumeValidSDL: true });
  for (const [type, field] of [
    ['Account', 'name'],
    ['Campaign', 'name'],
    ['Campaign', 'entityStatus'],
    ['Campaign', 'fundingInstrumentId'],
    ['FundingInstrument', 'currency'],
    ['LineItem', 'campaignId'],
    ['PromotedTweet', 'lineItemId'],
    ['TargetingCriterion', 'targetingType'],
  ] as const) {
    const isNonNull = [schema, routed].map((one) => {
      const found = one.getType(type);
      return isObjectType(found) && isNonNullType(found.getFields()[field]?.type);
    });
    expect([type, field, isNonNull]).toEqual([type, field, [true, false]]);
  }
});

describe('a row without a column that the API always sends', () => {
  test('is left out of its list alone, with an error that says why', async () => {
    without('Campaign', 'c1', 'name', 'currency');
    const answer = await inAccount(
      'campaigns { nodes { restId name currency } edges { node { entityStatus } } totalCount }',
    );
    expect(answer.data.account.campaigns).toMatchObject({
      nodes: [{ restId: 'c4', name: 'Campaign c4', currency: 'JPY' }],
      edges: [{ node: { entityStatus: 'PAUSED' } }],
    });
    expect(told(answer)).toEqual(['account.campaigns UPSTREAM_BAD_RESPONSE']);
    expect(answer.errors?.[0]?.message).toContain('1 row of the answer without name');
  });

  test('is shown where nobody selects that column', async () => {
    without('Campaign', 'c1', 'name', 'funding_instrument_id');
    const answer = await inAccount(
      'campaigns { nodes { restId entityStatus fundingInstrument { restId } } }',
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data.account.campaigns.nodes).toEqual([
      { restId: 'c1', entityStatus: 'ACTIVE', fundingInstrument: null },
      { restId: 'c4', entityStatus: 'PAUSED', fundingInstrument: { restId: 'f1' } },
    ]);
  });

  test('does not stop who pages through the list', async () => {
    without('LineItem', 'l1', 'currency');
    without('LineItem', 'l2', 'campaign_id');
    const met: string[] = [];
    for (let after = ''; ; ) {
      const { data } = await inAccount(
        `lineItems(first: 1${after}) { nodes { restId currency campaignId } pageInfo { hasNextPage endCursor } }`,
      );
      const { nodes, pageInfo } = data.account.lineItems;
      met.push(nodes.map(({ restId }: { readonly restId: string }) => restId).join() || 'none');
      if (!pageInfo.hasNextPage) break;
      after = `, after: "${pageInfo.endCursor}"`;
    }
    expect(met).toEqual(['none', 'none', 'l3']);
  });

  test('is null by its id and behind a link, with an error at the column', async () => {
    without('Campaign', 'c1', 'name');
    const answer = await inAccount(
      'campaign(id: "c1") { id name } lineItem(id: "l1") { restId campaign { name } }',
    );
    expect(answer.data.account).toEqual({
      campaign: null,
      lineItem: { restId: 'l1', campaign: null },
    });
    expect(told(answer).toSorted()).toEqual([
      'account.campaign.name UPSTREAM_BAD_RESPONSE',
      'account.lineItem.campaign.name UPSTREAM_BAD_RESPONSE',
    ]);
  });

  test('does not hide how a batch ended', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: { kind: 'merge', set: { data: [{ id: 'c1', name: 'One', currency: 'EUR' }] } },
    });
    const { data } = await running.ask(
      `mutation ($id: ID!) { batchCampaigns(input: { operations: [{ update: { campaignId: $id, name: "One" } }] }) {
        outcome results { outcome campaign { name entityStatus } } rows { name entityStatus } errors { code message } } }`,
      { id: `Campaign:${a}:c1` },
    );
    expect(data.batchCampaigns).toEqual({
      outcome: 'APPLIED',
      results: [{ outcome: 'APPLIED', campaign: null }],
      rows: [],
      errors: [
        {
          code: 'UPSTREAM_BAD_RESPONSE',
          message: expect.stringContaining('without entity_status'),
        },
      ],
    });
  });
});
