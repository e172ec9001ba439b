import { accountArgument, callText, type Prompt, stepsFor } from './prompt.ts';

const campaigns = `query Pacing($account: ID!) {
  account(id: $account) {
    campaigns(first: 100, where: { entityStatus: [ACTIVE] }) {
      nodes {
        id name effectiveStatus
        dailyBudget { amount currency }
        totalBudget { amount currency }
      }
      pageInfo { hasNextPage endCursor }
    }
    fundingInstruments { nodes { id type currency creditRemaining { amount } endTime } }
  }
}`;

/** `budget_pacing`: the pace of spending beside budgets. */
export const budgetPacing: Prompt = {
  name: 'budget_pacing',
  title: 'Budget pacing',
  description: 'Which campaigns spend faster or slower than their budgets allow.',
  arguments: [accountArgument],
  needs: ['ads_accounts', 'ads_query', 'ads_results'],
  text: ({ account }) => {
    const id = account ?? 'ACCOUNT';
    const spend = { level: 'CAMPAIGN', account: id, metrics: ['spend'] };
    return `Compare what campaigns spend with their budgets, and change nothing.
${stepsFor(account, [
  callText('ads_query', { document: campaigns, variables: { account: id } }),
  callText('ads_results', { ...spend, range: { lastDays: 7 }, by: 'DAY' }),
  callText('ads_results', { ...spend, range: { lastDays: 30 } }),
])}

For each ACTIVE campaign with a daily budget, compare the spend of whole days with it. Leave today
out: it is not over. One that stays below 80 % is slow, one that reaches its budget each day is
limited by it. For a total budget, say how much of it the last 30 days took, and how many days the
rest lasts at the pace of the last seven. A funding instrument with little credit, or one that ends
soon, stops everything under it: name it first. A campaign without a budget has them on its line
items: ads_find with kind LINE_ITEM shows them.
Answer with a table: campaign, budget, spend a day, share, what you advise. Amounts have the currency
of the account; never add up two currencies.`;
  },
};
