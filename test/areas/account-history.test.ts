import { beforeEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { signedClient } from '../support/signed.ts';

const colleagueId = '1500000000000000002';

const hourMs = 3_600_000;
const second = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');
const hour = (ms: number): string => second(Math.floor(ms / hourMs) * hourMs);

// Signatures need the current time; each write of a test is a second later than the one before.
const start = Math.floor(Date.now() / 1000) * 1000;
let now = start;
const running = useGateway({ emulator: { now: () => now } });
beforeEach(() => {
  now = start;
  running.emulator.reset({ data: true });
});

const span = `startTime: "${hour(start)}", endTime: "${hour(start + 2 * hourMs)}"`;
const entry = 'changeType changeTime changeBy { userId platform } changes entityData';

const historyOf = async (kind: string, id: string) => {
  const { data, errors } = await running.ask(
    `query ($id: ID!) { account(id: "${bikes}") { history(entityType: ${kind}, entityId: $id, ${span}) { nodes { ${entry} } } } }`,
    { id },
  );
  expect(errors).toBeUndefined();
  return data.account.history.nodes;
};

const mutate = async (document: string) => {
  const { data, errors } = await running.ask(`mutation { ${document} }`);
  expect(errors).toBeUndefined();
  const [payload] = Object.values<{ readonly outcome: string }>(data);
  expect(payload).toMatchObject({ outcome: 'APPLIED' });
  now += 1000;
  return data;
};

const createCampaign = async (): Promise<string> => {
  const { createCampaign } = await mutate(
    `createCampaign(input: { accountId: "${bikes}", name: "Spring", fundingInstrumentId: "fik3s001", dailyBudgetAmountLocalMicro: 5000000, entityStatus: PAUSED }) { outcome errors { message } campaign { restId } }`,
  );
  return createCampaign.campaign.restId;
};

describe('the history of writes', () => {
  test('has the old and new value of each column, the time and the user, oldest first', async () => {
    const id = await createCampaign();
    await mutate(
      `updateCampaign(input: { accountId: "${bikes}", campaignId: "${id}", name: "Summer", dailyBudgetAmountLocalMicro: 7000000 }) { outcome }`,
    );
    await mutate(
      `deleteCampaign(input: { accountId: "${bikes}", campaignId: "${id}" }) { outcome }`,
    );
    const [created, updated, deleted, ...others] = await historyOf('CAMPAIGN', id);
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      changeType: 'CREATE',
      changeTime: second(start),
      changeBy: { userId: running.emulator.credentials.userId, platform: 'API_OTHER' },
      changes: {},
      entityData: { name: 'Spring', daily_budget_amount_local_micro: 5000000, deleted: false },
    });
    expect(updated).toMatchObject({ changeType: 'UPDATE', changeTime: second(start + 1000) });
    expect(updated.changes).toEqual({
      name: { old: 'Spring', new: 'Summer' },
      daily_budget_amount_local_micro: { old: 5000000, new: 7000000 },
      updated_at: { old: second(start), new: second(start + 1000) },
    });
    expect(updated.entityData).toMatchObject({ name: 'Summer', deleted: false });
    expect(deleted).toMatchObject({
      changeType: 'DELETE',
      changes: { deleted: { old: false, new: true } },
    });
  });

  test('begins with the creation of a row that existed before', async () => {
    await mutate(
      `updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "Renamed" }) { outcome }`,
    );
    const { data } = await running.ask(
      `{ account(id: "${bikes}") { history(entityType: CAMPAIGN, entityId: "cik3s000", startTime: "2020-01-01T00:00:00Z", endTime: "2100-01-01T00:00:00Z") { nodes { changeType changes } } } }`,
    );
    const { nodes } = data.account.history;
    expect(nodes.map((node: { changeType: string }) => node.changeType)).toEqual([
      'CREATE',
      'UPDATE',
      'UPDATE',
    ]);
    expect(nodes[2].changes.name.new).toBe('Renamed');
  });

  test('has an entry for each row of a batch, and none for a refused batch', async () => {
    const batch = (second: string) =>
      running.ask(
        `mutation ($second: ID!) { batchCampaigns(input: { accountId: "${bikes}", operations: [
          { update: { campaignId: "cik3s000", name: "First" } }
          { update: { campaignId: $second, name: "Second" } }
        ] }) { outcome } }`,
        { second },
      );
    expect((await batch('nothere')).data.batchCampaigns.outcome).toBe('REJECTED');
    expect(await historyOf('CAMPAIGN', 'cik3s000')).toEqual([]);
    expect((await batch('cik3s001')).data.batchCampaigns.outcome).toBe('APPLIED');
    for (const [id, name] of [
      ['cik3s000', 'First'],
      ['cik3s001', 'Second'],
    ] as const) {
      const [only, ...others] = await historyOf('CAMPAIGN', id);
      expect(others).toEqual([]);
      expect(only.changes.name.new).toBe(name);
    }
  });

  test('includes promoted posts, criteria and line items that other writes created', async () => {
    const campaign = await createCampaign();
    const { createLineItem } = await mutate(
      `createLineItem(input: { accountId: "${bikes}", campaignId: "${campaign}", name: "Feed", objective: ENGAGEMENTS, placements: [ALL_ON_TWITTER], productType: PROMOTED_TWEETS, bidAmountLocalMicro: 1000000, startTime: "2030-01-01T00:00:00Z", endTime: "2030-02-01T00:00:00Z", entityStatus: PAUSED }) { outcome errors { message } lineItem { restId } }`,
    );
    const lineItem = createLineItem.lineItem.restId;
    // The campaign has become servable without any write to it.
    expect(await historyOf('CAMPAIGN', campaign)).toHaveLength(1);
    const { createTargetingCriterion } = await mutate(
      `createTargetingCriterion(input: { accountId: "${bikes}", lineItemId: "${lineItem}", targetingType: BROAD_KEYWORD, targetingValue: "bikes", operatorType: NE }) { outcome targetingCriterion { restId } }`,
    );
    const criterion = createTargetingCriterion.targetingCriterion.restId;
    const [post] = running.emulator.store.rows('Tweet', bikes);
    const { createPromotedTweets } = await mutate(
      `createPromotedTweets(input: { accountId: "${bikes}", lineItemId: "${lineItem}", tweetIds: ["${post?.['id']}"] }) { outcome promotedTweets { restId } }`,
    );
    const [promoted] = createPromotedTweets.promotedTweets;
    for (const [kind, id] of [
      ['LINE_ITEM', lineItem],
      ['TARGETING_CRITERIA', criterion],
      ['PROMOTED_TWEET', promoted.restId],
    ] as const) {
      const entries = await historyOf(kind, id);
      expect(entries.map(({ changeType }: { changeType: string }) => changeType)).toEqual([
        'CREATE',
      ]);
    }
  });

  test('has the author of each write, and finds the writes of one user', async () => {
    const { users } = running.emulator;
    const colleague = users.find(({ userId }) => userId === colleagueId);
    if (colleague === undefined) throw new Error('the emulator has a colleague');
    const shared = '18ce54ag3nc';
    const client = signedClient(running.emulator);
    const [campaign] = running.emulator.store.rows('Campaign', shared);
    const changed = await client.put(
      `/12/accounts/${shared}/campaigns/${campaign?.['id']}`,
      { name: 'Theirs' },
      { credentials: colleague },
    );
    await client.close();
    expect(changed.status).toBe(200);
    const { data } = await running.ask(
      `query ($id: ID!, $user: ID!) { account(id: "${shared}") {
        theirs: history(entityType: CAMPAIGN, entityId: $id, ${span}, userId: $user) { nodes { changeBy { userId } changes } }
        all: history(entityType: CAMPAIGN, entityId: $id, ${span}) { nodes { changeType } }
      } }`,
      { id: campaign?.['id'], user: colleagueId },
    );
    expect(data.account.theirs.nodes).toMatchObject([{ changeBy: { userId: colleagueId } }]);
    expect(data.account.all.nodes).toHaveLength(1);
  });
});

describe('campaigns and line items', () => {
  test('have a history of their own, one call for each', async () => {
    await mutate(
      `updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "Renamed" }) { outcome }`,
    );
    const { data, errors, calls } = await running.ask(
      `{ account(id: "${bikes}") { campaigns(campaignIds: ["cik3s000", "cik3s001"]) { nodes {
        restId history(${span}) { nodes { entityType entityId changeType entity { id } } }
      } } } }`,
    );
    expect(errors).toBeUndefined();
    const [changed, other] = data.account.campaigns.nodes;
    expect(changed.history.nodes).toEqual([
      {
        entityType: 'CAMPAIGN',
        entityId: 'cik3s000',
        changeType: 'UPDATE',
        entity: { id: `Campaign:${bikes}:cik3s000` },
      },
    ]);
    expect(other.history.nodes).toEqual([]);
    expect(calls.map(({ endpoint }) => endpoint)).toEqual([
      'listCampaigns',
      'listAccountHistory',
      'listAccountHistory',
    ]);
    expect(calls[1]?.query).toMatchObject({ entity_type: 'CAMPAIGN', entity_id: 'cik3s000' });

    const lineItem = await running.ask(
      `{ node(id: "LineItem:${bikes}:lik3s000") { ... on LineItem { history(startTime: "2020-01-01T00:00:00Z", endTime: "2100-01-01T00:00:00Z") { nodes { entityType changeType } } } } }`,
    );
    expect(lineItem.data.node.history.nodes[0]).toEqual({
      entityType: 'LINE_ITEM',
      changeType: 'CREATE',
    });
    expect(lineItem.calls.at(-1)?.query).toMatchObject({
      entity_type: 'LINE_ITEM',
      entity_id: 'lik3s000',
    });
  });

  test('continue after a cursor, which belongs to one row and span', async () => {
    for (const name of ['One', 'Two', 'Three']) {
      await mutate(
        `updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "${name}" }) { outcome }`,
      );
    }
    const page = (id: string, after: string | null) =>
      running.ask(
        `query ($id: ID!, $after: String) { account(id: "${bikes}") { campaign(id: $id) { history(${span}, first: 2, after: $after) { nodes { changes } pageInfo { endCursor hasNextPage } } } } }`,
        { id, after },
      );
    const first = (await page('cik3s000', null)).data.account.campaign.history;
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = (await page('cik3s000', first.pageInfo.endCursor)).data.account.campaign.history;
    const names = [...first.nodes, ...second.nodes].map(({ changes }) => changes.name.new);
    expect(names).toEqual(['One', 'Two', 'Three']);
    const foreign = await page('cik3s001', first.pageInfo.endCursor);
    expect(foreign.errors?.[0]?.extensions.code).toBe('INVALID_CURSOR');
  });

  test.each(['10:30:00Z', '10:00:01Z', '10:00:00+05:30'])(
    'accept only whole hours: %s is refused in a sentence, before any call',
    async (time) => {
      const { errors, calls } = await running.ask(
        `{ account(id: "${bikes}") { campaign(id: "cik3s000") { name history(startTime: "2026-11-02T${time}", endTime: "2026-11-03T00:00:00Z") { nodes { changeType } } } } }`,
      );
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.message).toMatch(/whole hour/);
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'startTime',
      });
      expect(calls.map(({ endpoint }) => endpoint)).toEqual(['getCampaign']);
    },
  );
});
