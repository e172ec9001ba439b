import type { Cell } from '../answers/table.ts';
import type { ToolKind } from './tool.ts';

/** What `ads_find` reads of a kind. */
export interface FoundKind {
  readonly type: string;
  /** The list of an account. */
  readonly list: string;
  /** The argument of the list that takes ids. */
  readonly ids: string;
  readonly fields: string;
  /** The type of the list's `where`; null if rows are filtered here. */
  readonly where: string | null;
  /** Whether the list shows drafts if it is asked to. */
  readonly hasDrafts: boolean;
  /** Whether it has a name that can be searched. */
  readonly hasName: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: `fields` say what a row has
  readonly row: (found: any) => readonly Cell[];
}

/** The columns of every kind. */
export const columns = ['id', 'name', 'state', 'parent', 'budget', 'updatedAt'] as const;

interface Amount {
  readonly amount: string;
  readonly currency: string | null;
}

const amount = (money: Amount | null | undefined, of: string): readonly string[] =>
  money ? [`${money.amount} ${money.currency} ${of}`] : [];

const budgets = '{ amount currency }';

/** The kinds that are listed in an account. */
export const foundKinds: Readonly<Record<Exclude<ToolKind, 'ACCOUNT'>, FoundKind>> = {
  FUNDING_INSTRUMENT: {
    type: 'FundingInstrument',
    list: 'fundingInstruments',
    ids: 'fundingInstrumentIds',
    fields: `id name: description state: entityStatus updatedAt account { id } funded ${budgets} creditLimit ${budgets}`,
    where: null,
    hasDrafts: false,
    hasName: true,
    row: ({ id, name, state, account, funded, creditLimit, updatedAt }) => [
      id,
      name,
      state,
      account?.id ?? null,
      [...amount(funded, 'funded'), ...amount(creditLimit, 'credit limit')].join(', ') || null,
      updatedAt,
    ],
  },
  CAMPAIGN: {
    type: 'Campaign',
    list: 'campaigns',
    ids: 'campaignIds',
    fields: `id name state: entityStatus updatedAt account { id } dailyBudget ${budgets} totalBudget ${budgets}`,
    where: 'CampaignWhere',
    hasDrafts: true,
    hasName: true,
    row: ({ id, name, state, account, updatedAt, ...own }) => [
      id,
      name,
      state,
      account?.id ?? null,
      budgetOf(own),
      updatedAt,
    ],
  },
  LINE_ITEM: {
    type: 'LineItem',
    list: 'lineItems',
    ids: 'lineItemIds',
    fields: `id name state: entityStatus updatedAt campaign { id } dailyBudget ${budgets} totalBudget ${budgets} bid ${budgets}`,
    where: 'LineItemWhere',
    hasDrafts: true,
    hasName: true,
    row: ({ id, name, state, campaign, updatedAt, ...own }) => [
      id,
      name,
      state,
      campaign?.id ?? null,
      budgetOf(own),
      updatedAt,
    ],
  },
  PROMOTED_TWEET: {
    type: 'PromotedTweet',
    list: 'promotedTweets',
    ids: 'promotedTweetIds',
    fields: 'id name: tweetId state: entityStatus updatedAt lineItem { id }',
    where: 'PromotedTweetWhere',
    hasDrafts: false,
    hasName: false,
    row: ({ id, name, state, lineItem, updatedAt }) => [
      id,
      `post ${name}`,
      state,
      lineItem?.id ?? null,
      null,
      updatedAt,
    ],
  },
};

const budgetOf = ({
  dailyBudget,
  totalBudget,
  bid,
}: Readonly<Record<'dailyBudget' | 'totalBudget' | 'bid', Amount | null>>): string | null =>
  [...amount(dailyBudget, 'a day'), ...amount(totalBudget, 'total'), ...amount(bid, 'bid')].join(
    ', ',
  ) || null;
