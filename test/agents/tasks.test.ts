import { beforeEach, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { type Agent, type ToolResult, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { guardsFile } from '../support/guards.ts';
import { decideOnPage } from '../support/plan-decisions.ts';

const file = guardsFile();
file.write([{ name: 'ask', callers: ['agents'], approval: { above: { EUR: '200.00' } } }]);
const running = useGateway({ env: { GUARDS: file.path } });
beforeEach(() => running.emulator.reset({ data: true }));

/** The cost of a task: its calls, and the tokens that a model reads (four characters each). */
interface TaskCost {
  readonly calls: number;
  readonly tokens: number;
}

/** Does a task as a new agent. No call of it may fail but those that `mayFail`. */
const costOf = async (
  task: (call: Agent['call']) => Promise<void>,
  mayFail: readonly string[] = [],
): Promise<TaskCost> => {
  let [calls, characters] = [0, 0];
  await withAgent(running, async (agent) => {
    await task(async (tool, given): Promise<ToolResult> => {
      const result = await agent.call(tool, given);
      if (result.isError) expect(mayFail, result.text).toContain(result.members.code);
      calls += 1;
      characters += result.text.length;
      return result;
    });
  });
  return { calls, tokens: Math.ceil(characters / 4) };
};

const expectAtMost = (cost: TaskCost, most: TaskCost): void => {
  expect(cost.calls).toBe(most.calls);
  expect(cost.tokens).toBeLessThanOrEqual(most.tokens);
};

const applied = { outcome: 'APPLIED' };

test('what wastes money: one call, with the objective and the campaign of each line item', async () => {
  const cost = await costOf(async (call) => {
    const { members } = await call('ads_results', {
      level: 'LINE_ITEM',
      account: 'Nordlicht Bikes',
      range: { lastDays: 7 },
      sort: '-costPerClick',
      top: 10,
    });
    expect(members.rows).toHaveLength(10);
  });
  expectAtMost(cost, { calls: 1, tokens: 550 });
});

test('two line items are paused in two calls', async () => {
  const document =
    'mutation ($input: BatchLineItemsInput!) { batchLineItems(input: $input) { outcome } }';
  const operations = ['lik3s002', 'lik3s003'].map((lineItemId) => ({
    update: { lineItemId, entityStatus: 'PAUSED' },
  }));
  const variables = { input: { accountId: bikes, operations } };
  const cost = await costOf(async (call) => {
    const { members } = await call('ads_prepare', { document, variables, why: 'They are dear.' });
    expect((await call('ads_apply', { plan: members.plan })).members).toMatchObject(applied);
  });
  expectAtMost(cost, { calls: 2, tokens: 120 });
});

test('a raise over a guard is found, prepared, approved by a person and applied', async () => {
  const document =
    'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
  const variables = { input: { accountId: bikes, campaignId: 'cik3s000', dailyBudget: '252.00' } };
  const cost = await costOf(
    async (call) => {
      await call('ads_find', { kind: 'CAMPAIGN', account: bikes, ids: ['cik3s000'] });
      const { members } = await call('ads_prepare', { document, variables, why: 'It runs well.' });
      await call('ads_apply', { plan: members.plan });
      await decideOnPage(running, members.address, 'approve');
      expect((await call('ads_apply', { plan: members.plan })).members).toMatchObject(applied);
    },
    ['PLAN_NEEDS_APPROVAL'],
  );
  expectAtMost(cost, { calls: 4, tokens: 220 });
});

const postsDocument = `query ($id: ID!) {
  account(id: $id) { tweets(first: 3, tweetType: PUBLISHED) { nodes { tweetId fullText } } }
}`;

test('a campaign is launched in five calls and 1,500 tokens', async () => {
  const cost = await costOf(async (call) => {
    const found = await call('ads_find', { kind: 'FUNDING_INSTRUMENT', account: bikes });
    const [fundingInstrumentId] = found.members.rows.find(
      (row: readonly unknown[]) => row.at(-1) === 'ACTIVE',
    );
    const posts = await call('ads_query', { document: postsDocument, variables: { id: bikes } });
    const [post] = posts.members.data.account.tweets.nodes;
    const { members } = await call('ads_describe', { operation: 'launchCampaign' });
    const [document = ''] = /^mutation .*$/m.exec(members.sdl) ?? [];
    const [, example = ''] = /^# variables: (.*)$/m.exec(members.sdl) ?? [];
    const variables = JSON.parse(
      example
        .replace('"ACCOUNT"', JSON.stringify(bikes))
        .replace('"FUNDING_INSTRUMENT"', JSON.stringify(fundingInstrumentId))
        .replace('"PROMOTED_TWEET"', JSON.stringify(post.tweetId)),
    );
    const plan = await call('ads_prepare', { document, variables, why: 'A spring campaign.' });
    const ended = await call('ads_apply', { plan: plan.members.plan });
    expect(ended.members).toMatchObject(applied);
  });
  expectAtMost(cost, { calls: 5, tokens: 1500 });
});

test('a week beside the week before, and its days: two calls', async () => {
  const given = { account: bikes, range: { lastDays: 7 } };
  const cost = await costOf(async (call) => {
    await call('ads_results', { ...given, level: 'CAMPAIGN', compare: true });
    const days = await call('ads_results', {
      ...given,
      level: 'ACCOUNT',
      metrics: ['spend', 'impressions'],
      by: 'DAY',
    });
    expect(days.members.rows).toHaveLength(7);
    expect(days.members.totals.at(-2)).toBeTruthy();
  });
  expectAtMost(cost, { calls: 2, tokens: 1200 });
});
