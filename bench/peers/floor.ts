import { createServer } from 'node:http';
import type { Row } from '../workload/rows.ts';
import { daysAgo, daysBetween, weekOf } from '../workload/stats.ts';
import type { Key, Results, Window } from './rest.ts';
import { account, accounts, campaignPage, campaigns, edges, port, stats } from './rest.ts';

// Code as a programmer would write it by hand for exactly these queries: no GraphQL, the fewest
// calls, literal objects.

interface Variables {
  readonly account: string;
  readonly ids: readonly string[];
  readonly first: number;
  readonly after: string | null;
}

const wholeAccount = (row: Row) => ({
  id: row.id,
  name: row['name'],
  businessName: row['business_name'],
  timezone: row['timezone'],
  industryType: row['industry_type'],
  approvalStatus: row['approval_status'],
  createdAt: row['created_at'],
});

const wholeCampaign = (row: Row) => ({
  id: row.id,
  name: row['name'],
  entityStatus: row['entity_status'],
  dailyBudgetAmountLocalMicro: row['daily_budget_amount_local_micro'],
  totalBudgetAmountLocalMicro: row['total_budget_amount_local_micro'],
  fundingInstrumentId: row['funding_instrument_id'],
  servable: row['servable'],
  createdAt: row['created_at'],
});

const fundingInstrument = (row: Row | null | undefined) =>
  row && {
    id: row.id,
    description: row['description'],
    type: row['type'],
    currency: row['currency'],
    creditLimitLocalMicro: row['credit_limit_local_micro'],
  };

const promotedTweet = (row: Row) => ({
  id: row.id,
  tweetId: row['tweet_id'],
  approvalStatus: row['approval_status'],
  entityStatus: row['entity_status'],
});

const targetingCriterion = (row: Row) => ({
  id: row.id,
  targetingType: row['targeting_type'],
  targetingValue: row['targeting_value'],
  operatorType: row['operator_type'],
});

const keysOf = (of: string, rows: readonly Row[]): readonly Key[] =>
  rows.map(({ id }) => ({ account: of, id }));

const both = (of: string, first: number): Promise<readonly [Row, readonly Row[]]> =>
  Promise.all([account(of), campaigns(of, first)]);

const withCampaigns = async (of: string, first: number) => {
  const [{ id, name }, rows] = await both(of, first);
  return { account: { id, name, campaigns: rows.map(wholeCampaign) } };
};

const withFunding = async (of: string) => {
  const [{ id, name }, rows] = await both(of, 50);
  const keys = rows.map((row) => ({ account: of, id: String(row['funding_instrument_id']) }));
  const funding = await edges.fundingInstrument(keys);
  const nodes = rows.map((row, index) => ({
    id: row.id,
    name: row['name'],
    entityStatus: row['entity_status'],
    fundingInstrument: fundingInstrument(funding[index]),
  }));
  return { account: { id, name, campaigns: nodes } };
};

const lineItem = (row: Row) => ({
  id: row.id,
  name: row['name'],
  objective: row['objective'],
  productType: row['product_type'],
  bidAmountLocalMicro: row['bid_amount_local_micro'],
  entityStatus: row['entity_status'],
});

const lineItemWith = (row: Row, tweets: readonly Row[], criteria: readonly Row[]) => ({
  id: row.id,
  name: row['name'],
  objective: row['objective'],
  productType: row['product_type'],
  bidAmountLocalMicro: row['bid_amount_local_micro'],
  entityStatus: row['entity_status'],
  promotedTweets: tweets.map(promotedTweet),
  targetingCriteria: criteria.map(targetingCriterion),
});

const campaignWith = (row: Row, lineItems: readonly object[]) => ({
  id: row.id,
  name: row['name'],
  entityStatus: row['entity_status'],
  lineItems,
});

const withLineItems = async (of: string) => {
  const [{ id, name }, rows] = await both(of, 20);
  const perCampaign = await edges.lineItems(keysOf(of, rows));
  const nodes = rows.map((row, index) =>
    campaignWith(row, (perCampaign[index] ?? []).map(lineItem)),
  );
  return { account: { id, name, campaigns: nodes } };
};

const withLeaves = async (of: string) => {
  const [{ id, name }, rows] = await both(of, 20);
  const perCampaign = await edges.lineItems(keysOf(of, rows));
  const keys = keysOf(of, perCampaign.flat());
  const [tweets, criteria] = await Promise.all([
    edges.promotedTweets(keys),
    edges.targetingCriteria(keys),
  ]);
  let place = -1;
  const leafy = (row: Row): object => {
    place += 1;
    return lineItemWith(row, tweets[place] ?? [], criteria[place] ?? []);
  };
  const nodes = rows.map((row, index) => campaignWith(row, (perCampaign[index] ?? []).map(leafy)));
  return { account: { id, name, campaigns: nodes } };
};

const allAccounts = async () => {
  const rows = await accounts();
  const perAccount = await Promise.all(rows.map(({ id }) => campaigns(id, 50)));
  const nodes = rows.map(({ id, name }, index) => ({
    id,
    name,
    campaigns: perAccount[index]?.map(wholeCampaign),
  }));
  return { accounts: nodes };
};

const byIds = async (of: string, ids: readonly string[]) => {
  const rows = await edges.campaign(ids.map((id) => ({ account: of, id })));
  return { campaignsByIds: rows.map((row) => row && wholeCampaign(row)) };
};

const figuresOf = (
  found: Map<string, Results>,
  id: string,
  column: string,
): readonly (number | null)[] => found.get(id)?.id_data[0].metrics[column] ?? [];

const resultsById = (rows: readonly Results[]): Map<string, Results> =>
  new Map(rows.map((row) => [row.id, row]));

const withTotals = async (of: string) => {
  const [{ id, name }, rows] = await both(of, 50);
  const asked = { windows: [{ start: daysAgo(7), end: daysAgo(0) }], granularity: 'TOTAL' };
  const [only = []] = await stats(
    of,
    rows.map((row) => row.id),
    asked,
  );
  const found = resultsById(only);
  const nodes = rows.map((row) => ({
    id: row.id,
    name: row['name'],
    entityStatus: row['entity_status'],
    stats: {
      total: {
        impressions: figuresOf(found, row.id, 'impressions')[0] ?? null,
        clicks: figuresOf(found, row.id, 'clicks')[0] ?? null,
        billedChargeLocalMicro: figuresOf(found, row.id, 'billed_charge_local_micro')[0] ?? null,
      },
    },
  }));
  return { account: { id, name, campaigns: nodes } };
};

const month = daysBetween(daysAgo(30), daysAgo(1));
const following = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const weeks = [...Map.groupBy(month, weekOf).values()].map(
  (days): Window => ({ start: days[0] ?? '', end: following(days.at(-1) ?? '') }),
);

const withDays = async (of: string) => {
  const [{ id, name }, rows] = await both(of, 50);
  const ids = rows.map((row) => row.id);
  const byWeek = await stats(of, ids, { windows: weeks, granularity: 'DAY' });
  const found = byWeek.map(resultsById);
  const nodes = rows.map((row) => {
    const seen = found.flatMap((week) => figuresOf(week, row.id, 'impressions'));
    const spent = found.flatMap((week) => figuresOf(week, row.id, 'billed_charge_local_micro'));
    const days = month.map((date, day) => ({
      date,
      metrics: { impressions: seen[day] ?? null, billedChargeLocalMicro: spent[day] ?? null },
    }));
    return { id: row.id, name: row['name'], entityStatus: row['entity_status'], stats: { days } };
  });
  return { account: { id, name, campaigns: nodes } };
};

// Answers in the form of a connection, so that a walk sends the same requests to the floor and the
// gateway.
const walk = async ({ account: of, first, after }: Variables) => {
  const { data, next_cursor } = await campaignPage(of, first, after);
  const pageInfo = { hasNextPage: next_cursor !== null, endCursor: next_cursor };
  return { account: { campaigns: { nodes: data.map(wholeCampaign), pageInfo } } };
};

const answers: Readonly<Record<string, (variables: Variables) => Promise<object>>> = {
  Q1: async ({ account: of }) => ({ account: wholeAccount(await account(of)) }),
  Q2: ({ account: of }) => withCampaigns(of, 50),
  Q3: ({ account: of }) => withFunding(of),
  Q4: ({ account: of }) => withLineItems(of),
  Q5: ({ account: of }) => withLeaves(of),
  Q6: allAccounts,
  Q7: ({ account: of, ids }) => byIds(of, ids),
  Q8: ({ account: of }) => withTotals(of),
  Q9: ({ account: of }) => withDays(of),
  children: ({ account: of, first }) => withCampaigns(of, first),
  walk,
};

const answer = async (text: string): Promise<string> => {
  const { query, variables } = JSON.parse(text) as {
    readonly query: string;
    readonly variables: Variables;
  };
  return JSON.stringify({ data: await answers[query]?.(variables) });
};

createServer((request, response) => {
  const chunks: Buffer[] = [];
  const send = (status: number, text: string): void => {
    const body = Buffer.from(text);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': body.length,
    });
    response.end(body);
  };
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answer(Buffer.concat(chunks).toString()).then(
      (text) => send(200, text),
      (error: unknown) => send(500, JSON.stringify({ errors: [{ message: String(error) }] })),
    );
  });
}).listen(port, '127.0.0.1');
