import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../emulator/calls.ts';
import { useGateway } from '../support/gateway.ts';

// The shapes of the benchmark's fixed workload: five accounts of 50 campaigns, each with 10 line
// items of 3 promoted posts and 5 targeting criteria, and one account of 300 campaigns that only
// reads by id touch.
const accountIds = ['wka', 'wkb', 'wkc', 'wkd', 'wke'];
const big = 'wkz';
const stamp = (n: number) => {
  const at = new Date(Date.UTC(2024, 0, 1) + n * 61_000).toISOString().replace('.000', '');
  return { created_at: at, updated_at: at, deleted: false };
};

const running = useGateway({ emulator: { seed: 7 } });

beforeAll(() => {
  const { store, grant, credentials } = running.emulator;
  [...accountIds, big].forEach((id, n) => {
    const account = { id, name: `Advertiser ${n}`, timezone: 'Europe/Madrid', ...stamp(n) };
    store.insert('Account', null, account);
    grant(credentials.userId, id);
  });
  for (const account of accountIds) fill(account, 50, 10);
  fill(big, 300, 0);
});

const fill = (account: string, campaigns: number, lineItems: number): void => {
  const { store } = running.emulator;
  const funding = {
    id: `${account}f`,
    description: 'Credit line',
    type: 'CREDIT_LINE',
    currency: 'EUR',
    ...stamp(0),
  };
  store.insert('FundingInstrument', account, funding);
  for (let c = 0; c < campaigns; c += 1) {
    const campaign = `${account}c${c}`;
    store.insert('Campaign', account, {
      id: campaign,
      name: `Campaign ${c}`,
      entity_status: 'ACTIVE',
      funding_instrument_id: funding.id,
      daily_budget_amount_local_micro: 12_500_000,
      currency: 'EUR',
      ...stamp(c),
    });
    for (let l = 0; l < lineItems; l += 1) fillLineItem(account, campaign, c * lineItems + l);
  }
};

const fillLineItem = (account: string, campaign: string, n: number): void => {
  const { store } = running.emulator;
  const lineItem = `${account}l${n}`;
  store.insert('LineItem', account, {
    id: lineItem,
    campaign_id: campaign,
    name: `Line item ${n}`,
    objective: 'REACH',
    entity_status: 'ACTIVE',
    ...stamp(n),
  });
  for (let p = 0; p < 3; p += 1) {
    const tweet = String(1_700_000_000_000_000_000n + BigInt(n * 3 + p));
    store.insert('PromotedTweet', account, {
      id: `${lineItem}p${p}`,
      line_item_id: lineItem,
      tweet_id: tweet,
      entity_status: 'ACTIVE',
      approval_status: 'ACCEPTED',
      ...stamp(n * 3 + p),
    });
  }
  for (let t = 0; t < 5; t += 1) {
    store.insert('TargetingCriterion', account, {
      id: `${lineItem}t${t}`,
      line_item_id: lineItem,
      targeting_type: 'BROAD_KEYWORD',
      targeting_value: `word ${t}`,
      operator_type: 'EQ',
      ...stamp(n * 5 + t),
    });
  }
};

/** The number of rounds of calls that waited for one another. Calls that overlap are one round. */
const rounds = (calls: readonly Call[]): number => {
  let count = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt >= end) count += 1;
    end = Math.max(end, endedAt ?? 0);
  }
  return count;
};

const campaignFields = 'restId name entityStatus dailyBudgetAmountLocalMicro createdAt';
const lineItemFields = 'restId name objective entityStatus';
const queries = [
  {
    name: 'Q1, one account',
    calls: 1,
    levels: 1,
    query: 'query ($a: ID!) { account(id: $a) { restId name timezone } }',
  },
  {
    name: 'Q2, an account and 50 campaigns',
    calls: 2,
    levels: 1,
    query: `query ($a: ID!) { account(id: $a) { name campaigns(first: 50) { nodes { ${campaignFields} } } } }`,
  },
  {
    name: 'Q3, with the funding instrument of each',
    calls: 3,
    levels: 2,
    query: `query ($a: ID!) { account(id: $a) { name campaigns(first: 50) { nodes { ${campaignFields} fundingInstrument { restId description type } } } } }`,
  },
  {
    name: 'Q4, 20 campaigns with their line items',
    calls: 3,
    levels: 2,
    query: `query ($a: ID!) { account(id: $a) { name campaigns(first: 20) { nodes { ${campaignFields} lineItems(first: 10) { nodes { ${lineItemFields} } } } } } }`,
  },
  {
    name: 'Q5, with promoted posts and targeting',
    calls: 5,
    levels: 3,
    query: `query ($a: ID!) { account(id: $a) { name campaigns(first: 20) { nodes { ${campaignFields} lineItems(first: 10) { nodes { ${lineItemFields} promotedTweets(first: 5) { nodes { restId tweetId } } targetingCriteria(first: 5) { nodes { restId targetingValue } } } } } } } }`,
  },
];

describe('the workload of the benchmark', () => {
  test.each(queries)(
    '$name: $calls calls in $levels rounds',
    async ({ query, calls: fewest, levels }) => {
      // Answers are delayed, so that calls that could run in parallel are noticed.
      running.emulator.fault({ match: {}, times: 10, fault: { kind: 'delay', delayMs: 25 } });
      const { data, errors, calls } = await running.ask(query, { a: 'wkb' });
      running.emulator.reset();
      expect(errors).toBeUndefined();
      expect(calls).toHaveLength(fewest);
      expect(rounds(calls)).toBe(levels);
      expect(data.account).toMatchObject(levels === 1 && fewest === 1 ? { restId: 'wkb' } : {});
    },
  );

  test('Q5 has every row at its place', async () => {
    const { data } = await running.ask(queries[4]?.query ?? '', { a: 'wkc' });
    const campaigns = data.account.campaigns.nodes;
    expect(campaigns).toHaveLength(20);
    expect(campaigns[3].lineItems.nodes.map((row: { restId: string }) => row.restId)).toEqual(
      Array.from({ length: 10 }, (_, n) => `wkcl${30 + n}`),
    );
    expect(campaigns[19].lineItems.nodes[9].promotedTweets.nodes).toEqual([
      { restId: 'wkcl199p0', tweetId: '1700000000000000597' },
      { restId: 'wkcl199p1', tweetId: '1700000000000000598' },
      { restId: 'wkcl199p2', tweetId: '1700000000000000599' },
    ]);
    expect(campaigns[0].lineItems.nodes[0].targetingCriteria.nodes).toHaveLength(5);
  });

  test('Q6, every account and its campaigns: one call and one for each account', async () => {
    const { errors, calls } = await running.ask(
      `query ($ids: [ID!]) { accounts(accountIds: $ids) { nodes { restId name campaigns(first: 50) { nodes { ${campaignFields} } } } } }`,
      { ids: accountIds },
    );
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1 + accountIds.length);
  });

  test('Q7, 300 campaigns by id: two calls, answers in the requested order', async () => {
    const ids = Array.from({ length: 300 }, (_, n) => `Campaign:${big}:${big}c${(n * 7) % 300}`);
    const { data, errors, calls } = await running.ask(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { id ${campaignFields} } } }`,
      { ids },
    );
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(2);
    expect(data.nodes.map((row: { id: string }) => row.id)).toEqual(ids);
  });
});
