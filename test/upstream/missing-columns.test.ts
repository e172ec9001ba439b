import { buildSchema, isNonNullType, isObjectType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { subgraphOf } from '../../src/schema/subgraph.ts';
import { coreWorld } from '../support/core-world.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';

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
const inAccount = (selection: string): Promise<Answer> =>
  running.ask(`{ account(id: "${a}") { ${selection} } }`);
const told = ({ errors = [] }: Answer): readonly string[] =>
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
  test('is left out of its list alone, with an error that gives the reason', async () => {
    without('Campaign', 'c1', 'name', 'currency');
    const answer = await inAccount(
      'campaigns { nodes { restId name currency } edges { node { entityStatus } } totalCount }',
    );
    expect(answer.data.account.campaigns).toMatchObject({
      nodes: [{ restId: 'c4', name: 'Campaign c4', currency: 'JPY' }],
      edges: [{ node: { entityStatus: 'PAUSED' } }],
    });
    expect(told(answer)).toEqual(['account.campaigns UPSTREAM_BAD_RESPONSE']);
    expect(answer.errors?.[0]?.message).toContain('1 row of the response without name');
  });

  test('is shown if nobody selects that column', async () => {
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

  test('does not stop a walk through the list', async () => {
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

  test('leaves a list complete except for it, whatever the column holds instead', async () => {
    for (const odd of [1.5, true, false, {}, [], 1e21]) {
      for (const column of ['name', 'funding_instrument_id', 'entity_status']) {
        const sound = { name: 'One', funding_instrument_id: 'f1', entity_status: 'ACTIVE' };
        running.emulator.fault({
          match: { endpoint: 'listCampaigns' },
          times: 1,
          fault: {
            kind: 'merge',
            set: {
              data: [
                { id: 'c1', ...sound },
                { id: 'c2', ...sound, [column]: odd },
                { id: 'c3', ...sound },
              ],
            },
          },
        });
        const answer = await inAccount(
          'campaigns { nodes { restId name fundingInstrumentId entityStatus } }',
        );
        const ids = answer.data.account.campaigns?.nodes.map(
          ({ restId }: { readonly restId: string }) => restId,
        );
        expect([odd, column, ids]).toEqual([odd, column, ['c1', 'c3']]);
        expect(told(answer)).toEqual(['account.campaigns UPSTREAM_BAD_RESPONSE']);
      }
    }
  });

  test('is named by the field, not by the column', async () => {
    without('Campaign', 'c1', 'entity_status');
    const list = await inAccount('campaigns { nodes { entityStatus } }');
    expect(list.errors?.[0]?.message).toBe(
      '1 row of the response without entityStatus, which the API always sends.',
    );
  });

  test('is null by its id and after a write, with one error, whatever the column holds', async () => {
    for (const odd of [1.5, true, {}]) {
      for (const [column, field] of [
        ['name', 'name'],
        ['funding_instrument_id', 'fundingInstrumentId'],
        ['entity_status', 'entityStatus'],
      ] as const) {
        const data = {
          id: 'c1',
          name: 'One',
          funding_instrument_id: 'f1',
          entity_status: 'ACTIVE',
        };
        running.emulator.fault({
          match: { path: '/campaigns' },
          fault: { kind: 'merge', set: { data: { ...data, [column]: odd } } },
        });
        const read = await inAccount(`campaign(id: "c1") { ${field} }`);
        expect([odd, column, read.data.account.campaign]).toEqual([odd, column, null]);
        expect(told(read)).toEqual([`account.campaign.${field} UPSTREAM_BAD_RESPONSE`]);
        const written = await running.ask(
          `mutation { updateCampaign(input: { accountId: "${a}", campaignId: "c1", name: "One" }) { outcome campaign { ${field} } errors { code } } }`,
        );
        running.emulator.reset();
        expect(written.data.updateCampaign).toEqual({
          outcome: 'APPLIED',
          campaign: null,
          errors: [],
        });
        expect(told(written)).toEqual([`updateCampaign.campaign.${field} UPSTREAM_BAD_RESPONSE`]);
      }
    }
  });

  test('does not hide the other rows of a write', async () => {
    running.emulator.fault({
      match: { endpoint: 'createPromotedTweets' },
      fault: {
        kind: 'answer',
        status: 201,
        json: {
          data: [
            { id: 'p1', line_item_id: 'l1', tweet_id: '1', entity_status: 'ACTIVE' },
            { id: 'p2', line_item_id: 'l1', tweet_id: 1.5, entity_status: 'ACTIVE' },
          ],
        },
      },
    });
    const { data, errors } = await running.ask(
      `mutation { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l1", tweetIds: ["1", "2"] }) {
        outcome promotedTweets { restId tweetId } promotedTweetEdges { node { tweetId } } errors { code message } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.createPromotedTweets).toEqual({
      outcome: 'APPLIED',
      promotedTweets: [{ restId: 'p1', tweetId: '1' }],
      promotedTweetEdges: [{ node: { tweetId: '1' } }],
      errors: [
        {
          code: 'UPSTREAM_BAD_RESPONSE',
          message: '1 row of the response without tweetId, which the API always sends.',
        },
      ],
    });
  });

  test('does not hide the outcome of a batch', async () => {
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
          message: expect.stringContaining('without entityStatus'),
        },
      ],
    });
  });
});

test('a link from a column that holds no id is null, with an error', async () => {
  for (const [id, found] of [
    [1.5, false],
    [true, false],
    [{}, false],
    ['c1', true],
  ] as const) {
    running.emulator.fault({
      match: { endpoint: 'listLineItems' },
      times: 1,
      fault: { kind: 'merge', set: { data: [{ id: 'l1', campaign_id: id }] } },
    });
    const answer = await inAccount('lineItems { nodes { restId campaign { restId } } }');
    expect(answer.data.account.lineItems.nodes).toEqual([
      { restId: 'l1', campaign: found ? { restId: 'c1' } : null },
    ]);
    expect(told(answer)).toEqual(
      found ? [] : ['account.lineItems.nodes.0.campaign UPSTREAM_BAD_RESPONSE'],
    );
  }
});

describe('a column of a choice', () => {
  const shown = async (value: unknown) => {
    running.emulator.fault({
      match: { endpoint: 'listLineItems' },
      times: 1,
      fault: {
        kind: 'merge',
        set: { data: [{ id: 'l1', entity_status: value, objective: value, placements: [value] }] },
      },
    });
    const answer = await inAccount('lineItems { nodes { entityStatus objective placements } }');
    return [answer.data.account.lineItems.nodes, told(answer)];
  };

  test('is UNRECOGNIZED if it holds an unknown text', async () => {
    for (const text of ['HALF_ASLEEP', '']) {
      const node = { entityStatus: 'UNRECOGNIZED', objective: 'UNRECOGNIZED' };
      expect(await shown(text)).toEqual([[{ ...node, placements: ['UNRECOGNIZED'] }], []]);
    }
  });

  test('that may be null is null if it holds something else, with an error', async () => {
    for (const odd of [1.5, true, {}]) {
      const of = (field: string) => `account.lineItems.nodes.0.${field} UPSTREAM_BAD_RESPONSE`;
      running.emulator.fault({
        match: { endpoint: 'listLineItems' },
        times: 1,
        fault: { kind: 'merge', set: { data: [{ id: 'l1', objective: odd }] } },
      });
      const answer = await inAccount('lineItems { nodes { restId objective } }');
      expect(answer.data.account.lineItems.nodes).toEqual([{ restId: 'l1', objective: null }]);
      expect(told(answer)).toEqual([of('objective')]);
    }
  });
});
