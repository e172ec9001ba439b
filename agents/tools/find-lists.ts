import type { Cell } from '../answers/table.ts';
import type { ToolKind } from './tool.ts';

/** The amounts that a row may have, and what each is for. */
const purposes = {
  funded: 'funded',
  creditLimit: 'credit limit',
  dailyBudget: 'a day',
  totalBudget: 'total',
  bid: 'bid',
} as const;

type AmountName = keyof typeof purposes;

/** A kind as `ads_find` reads it. */
export interface FoundKind {
  readonly type: string;
  /** The list of an account. */
  readonly list: string;
  /** The field that is shown and searched as name; null if none can be searched. */
  readonly name: string | null;
  /** The link to the parent of a row. */
  readonly parent: 'account' | 'campaign' | 'lineItem';
  /** The selection of the states that decide if it serves: its own, and those of its parents. */
  readonly serving: string;
  readonly amounts: readonly AmountName[];
  /** The type of the list's `where`; null if rows are filtered here. */
  readonly where: string | null;
  /** True if the list shows drafts if it is asked to. */
  readonly hasDrafts: boolean;
}

interface Amount {
  readonly amount: string;
  readonly currency: string | null;
}

/** A row of any kind, as `fieldsOf` selects it. */
export type FoundRow = {
  readonly id: string;
  readonly name: string | null;
  readonly updatedAt: string | null;
} & { readonly [Link in FoundKind['parent']]?: { readonly id: string } | null } & {
  readonly [Name in AmountName]?: Amount | null;
} & Serving;

/** The states that decide if a row serves: its own, and those of its parents. */
interface Serving {
  readonly state: string | null;
  readonly effectiveStatus?: string | null;
  readonly reasonsNotAbleToFund?: readonly string[] | null;
  readonly above?: Serving | null;
}

/** The columns of every kind. */
export const columns = [
  'id',
  'name',
  'state',
  'parent',
  'budget',
  'updatedAt',
  'effective',
] as const;

const ofCampaign = 'above: campaign { state: entityStatus effectiveStatus }';

/** The kinds that are listed in an account. */
export const foundKinds: Readonly<Record<Exclude<ToolKind, 'ACCOUNT'>, FoundKind>> = {
  FUNDING_INSTRUMENT: {
    type: 'FundingInstrument',
    list: 'fundingInstruments',
    name: 'description',
    parent: 'account',
    serving: 'reasonsNotAbleToFund',
    amounts: ['funded', 'creditLimit'],
    where: null,
    hasDrafts: false,
  },
  CAMPAIGN: {
    type: 'Campaign',
    list: 'campaigns',
    name: 'name',
    parent: 'account',
    serving: 'effectiveStatus',
    amounts: ['dailyBudget', 'totalBudget'],
    where: 'CampaignWhere',
    hasDrafts: true,
  },
  LINE_ITEM: {
    type: 'LineItem',
    list: 'lineItems',
    name: 'name',
    parent: 'campaign',
    serving: ofCampaign,
    amounts: ['dailyBudget', 'totalBudget', 'bid'],
    where: 'LineItemWhere',
    hasDrafts: true,
  },
  PROMOTED_TWEET: {
    type: 'PromotedTweet',
    list: 'promotedTweets',
    name: null,
    parent: 'lineItem',
    serving: `above: lineItem { state: entityStatus ${ofCampaign} }`,
    amounts: [],
    where: 'PromotedTweetWhere',
    hasDrafts: false,
  },
};

/** The selection of a row. A promoted post is named by the id of its post. */
export const fieldsOf = ({
  name,
  parent,
  serving,
  amounts,
}: Pick<FoundKind, 'name' | 'parent' | 'serving' | 'amounts'>): string =>
  [
    `id name: ${name ?? 'tweetId'} state: entityStatus updatedAt ${parent} { id } ${serving}`,
    ...amounts.map((amount) => `${amount} { amount currency }`),
  ].join(' ');

/** The cells of a row. */
export const cellsOf = ({ name, parent, amounts }: FoundKind, row: FoundRow): readonly Cell[] => {
  const budget = amounts.flatMap((one) => {
    const { amount, currency } = row[one] ?? {};
    return amount === undefined ? [] : [`${amount} ${currency} ${purposes[one]}`];
  });
  return [
    row.id,
    name === null ? `post ${row.name}` : row.name,
    row.state,
    row[parent]?.id ?? null,
    budget.join(', ') || null,
    row.updatedAt,
    effectiveOf(row),
  ];
};

/** The state after all conditions, of the parents too; null if a parent cannot be read. */
const effectiveOf = ({
  state,
  above,
  effectiveStatus,
  reasonsNotAbleToFund: reasons = null,
}: Serving): string | null => {
  if (above === null) return null;
  if (above !== undefined) return state === 'ACTIVE' ? effectiveOf(above) : state;
  return reasons !== null && reasons.length > 0 ? reasons.join(' ') : (effectiveStatus ?? state);
};
