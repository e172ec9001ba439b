import { accountById, accountToWalk, listedAccounts } from './dataset.ts';
import type { Entity } from './entities.ts';
import { fields } from './entities.ts';
import type { StatsSelection } from './stats.ts';
import { daysAgo, daysBetween, weekOf } from './stats.ts';

/** The fields that a query selects of one entity, under the names of the schema. */
export interface Selection {
  readonly of: Entity;
  readonly fields: readonly string[];
  /** The lists and links below it, by their field. */
  readonly below: Readonly<Record<string, Selection>>;
  /**
   * The number of rows that are requested of a list; `variable` takes it from a variable. A link
   * has none.
   */
  readonly first?: number | 'variable';
  /** Its results. */
  readonly stats?: StatsSelection;
}

export interface Variables {
  readonly account?: string;
  readonly ids?: readonly string[];
  readonly first?: number;
}

/** One query of the workload, independent of the targets. */
export interface Query {
  readonly name: string;
  readonly about: string;
  readonly root: 'account' | 'accounts' | 'campaignsByIds';
  readonly selection: Selection;
  /** Load cycles through these, so that no target always answers the same request. */
  readonly variants: readonly Variables[];
  /** The fewest upstream calls. */
  readonly calls: number;
  /** Upstream rounds that must wait for each other. */
  readonly rounds: number;
  /** True if it reads results, which some targets cannot. */
  readonly hasResults?: boolean;
  /** True if cached answers are ignored. */
  readonly isAnew?: boolean;
}

const select = (
  of: Entity,
  names: string = Object.keys(fields[of]).join(' '),
  below: Selection['below'] = {},
): Selection => ({ of, fields: names.split(' '), below });

const short = 'id name entityStatus';
const named = (below: Selection['below']): Selection => select('Account', 'id name', below);
const everyAccount = listedAccounts.map(({ account }) => ({ account: account.id }));

const lineItems = (below: Selection['below'] = {}): Selection['below'] => ({
  lineItems: { ...select('LineItem', undefined, below), first: 10 },
});
const leaves = {
  promotedTweets: { ...select('PromotedTweet'), first: 3 },
  targetingCriteria: { ...select('TargetingCriterion'), first: 5 },
};

const byIds = (count: number, from: number): Variables => {
  const ids = accountById.rows.Campaign.map(({ id }) => id);
  const turned = [...ids.slice(from), ...ids.slice(0, from)];
  return { account: accountById.account.id, ids: turned.slice(0, count) };
};

const withStats = (stats: StatsSelection): Selection =>
  named({ campaigns: { ...select('Campaign', short), first: 50, stats } });
const yesterday = daysAgo(1);
// Weeks of results begin on Mondays: 30 days touch five of them, or six.
const monthly = { first: daysAgo(30), last: yesterday };
const weeksTouched = new Set(daysBetween(monthly.first, monthly.last).map(weekOf)).size;

/** The fixed workload. */
export const queries: readonly Query[] = [
  {
    name: 'Q1',
    about: 'one account by id',
    root: 'account',
    selection: select('Account'),
    variants: everyAccount,
    calls: 1,
    rounds: 1,
  },
  {
    name: 'Q2',
    about: 'account, 50 campaigns of 8 fields',
    root: 'account',
    selection: named({ campaigns: { ...select('Campaign'), first: 50 } }),
    variants: everyAccount,
    calls: 2,
    rounds: 1,
  },
  {
    name: 'Q3',
    about: 'account, 50 campaigns, the funding instrument of each',
    root: 'account',
    selection: named({
      campaigns: {
        ...select('Campaign', short, { fundingInstrument: select('FundingInstrument') }),
        first: 50,
      },
    }),
    variants: everyAccount,
    calls: 3,
    rounds: 2,
  },
  {
    name: 'Q4',
    about: 'account, 20 campaigns, 10 line items of each',
    root: 'account',
    selection: named({ campaigns: { ...select('Campaign', short, lineItems()), first: 20 } }),
    variants: everyAccount,
    calls: 3,
    rounds: 2,
  },
  {
    name: 'Q5',
    about: 'as Q4, 3 posts and 5 criteria of each line item',
    root: 'account',
    selection: named({ campaigns: { ...select('Campaign', short, lineItems(leaves)), first: 20 } }),
    variants: everyAccount,
    calls: 5,
    rounds: 3,
  },
  {
    name: 'Q6',
    about: 'all 5 accounts, 50 campaigns of each',
    root: 'accounts',
    selection: named({ campaigns: { ...select('Campaign'), first: 50 } }),
    variants: [{}],
    calls: 6,
    rounds: 2,
  },
  {
    name: 'Q7',
    about: '300 campaigns by id',
    root: 'campaignsByIds',
    selection: select('Campaign'),
    variants: [0, 37, 74, 111, 148].map((from) => byIds(300, from)),
    calls: 2,
    rounds: 1,
  },
  {
    name: 'Q8',
    about: 'account, 50 campaigns, results of 7 days in all',
    root: 'account',
    selection: withStats({
      first: daysAgo(7),
      last: yesterday,
      by: 'total',
      metrics: ['impressions', 'clicks', 'billedChargeLocalMicro'],
    }),
    variants: everyAccount,
    calls: 2 + 3,
    rounds: 2,
    hasResults: true,
    isAnew: true,
  },
  {
    name: 'Q9',
    about: 'account, 50 campaigns, results of 30 days by day',
    root: 'account',
    selection: withStats({
      ...monthly,
      by: 'days',
      metrics: ['impressions', 'billedChargeLocalMicro'],
    }),
    variants: everyAccount,
    calls: 2 + 3 * weeksTouched,
    rounds: 2,
    hasResults: true,
    isAnew: true,
  },
];

/** The same account with more and more campaigns: the cost of one more row. */
export const children: readonly Query[] = [50, 200, 1000].map((first) => ({
  name: 'children',
  about: `account, ${first} campaigns`,
  root: 'account',
  selection: named({ campaigns: { ...select('Campaign'), first: 'variable' } }),
  variants: [{ account: accountToWalk.account.id, first }],
  calls: 2,
  rounds: 1,
}));

/** More and more campaigns by id: the cost of one more id. */
export const ids: readonly Query[] = [10, 100, 300].map((count) => ({
  name: 'Q7',
  about: `${count} campaigns by id`,
  root: 'campaignsByIds',
  selection: select('Campaign'),
  variants: [byIds(count, 0)],
  calls: Math.ceil(count / 200),
  rounds: 1,
}));
