import { beforeEach, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';

const a = 'edg1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const create = (name: string, selected: string): string =>
  `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "${name}", dailyBudgetAmountLocalMicro: 5000000 }) { outcome ${selected} } }`;

test('a create answers with the edge of its row, for the lists that a client keeps', async () => {
  const { data, errors, calls } = await running.ask(
    create('New', 'campaign { id } campaignEdge { cursor node { id name } }'),
  );
  expect(errors).toBeUndefined();
  const { campaign, campaignEdge } = data.createCampaign;
  expect(campaignEdge).toEqual({
    cursor: expect.any(String),
    node: { id: campaign.id, name: 'New' },
  });
  expect(calls).toHaveLength(1);
});

test('the cursor of such an edge is refused if rows are to follow it, without a call', async () => {
  const { data } = await running.ask(create('New', 'campaignEdge { cursor }'));
  const { errors, calls } = await running.ask(
    `query ($after: String) { account(id: "${a}") { campaigns(after: $after) { nodes { id } } } }`,
    { after: data.createCampaign.campaignEdge.cursor },
  );
  expect(errors?.[0]?.extensions.code).toBe('INVALID_CURSOR');
  expect(calls).toEqual([]);
});

test('there is no edge if nothing was created', async () => {
  const unfunded = create('New', 'campaign { id } campaignEdge { node { id } }');
  const { data } = await running.ask(unfunded.replace('"f1"', '"nosuch"'));
  expect(data.createCampaign).toEqual({
    outcome: 'REJECTED',
    campaign: null,
    campaignEdge: null,
  });
});

test('a create of many answers with an edge for each', async () => {
  const { data } = await running.ask(
    `mutation { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l3", tweetIds: ["1166476031668015101", "1166476031668015102"] }) { outcome promotedTweets { id } promotedTweetEdges { cursor node { id lineItem { id } } } } }`,
  );
  const { promotedTweets, promotedTweetEdges } = data.createPromotedTweets;
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  expect(promotedTweets).toHaveLength(2);
  expect(ids(promotedTweetEdges.map(({ node }: { node: { id: string } }) => node))).toEqual(
    ids(promotedTweets),
  );
  expect(new Set(promotedTweetEdges.map(({ cursor }: { cursor: string }) => cursor)).size).toBe(2);
});

test('columns that the answer to a create omits are read for its edge too', async () => {
  const { data, errors, calls } = await running.ask(
    `mutation { createTargetingCriterion(input: { accountId: "${a}", lineItemId: "l1", targetingType: LANGUAGE, operatorType: EQ, targetingValue: "de" }) { outcome targetingCriterionEdge { node { operatorType targetingType } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.createTargetingCriterion).toEqual({
    outcome: 'APPLIED',
    targetingCriterionEdge: { node: { operatorType: 'EQ', targetingType: 'LANGUAGE' } },
  });
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test('with `first: 0` a list reports that there may be more, costs no call, and opens from its beginning', async () => {
  const list = (first: number): string =>
    `{ account(id: "${a}") { campaigns(first: ${first}) { nodes { restId } pageInfo { hasNextPage endCursor } } } }`;
  const closed = await running.ask(list(0));
  expect(closed.data.account.campaigns).toEqual({
    nodes: [],
    pageInfo: { hasNextPage: true, endCursor: null },
  });
  expect(closed.calls).toEqual([]);
  const opened = await running.ask(list(2));
  expect(opened.data.account.campaigns.nodes).toHaveLength(2);
});
