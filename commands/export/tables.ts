import described from './columns.json' with { type: 'json' };

/** The type of a column, in the words of Parquet; JSON is a text. */
export type ColumnType = 'UTF8' | 'BOOLEAN' | 'INT64' | 'DECIMAL' | 'TIMESTAMP' | 'DATE' | 'JSON';

/** A column of an exported table. */
export interface Column {
  readonly name: string;
  /** The path of its value in the graph; empty if the export itself supplies it. */
  readonly field: string;
  readonly type: ColumnType;
  readonly unit: string | null;
  readonly doc: string;
  /** Its field in the API: `Campaign.name`; empty for none. */
  readonly source: string;
  /** The group of figures that it belongs to. */
  readonly group?: string;
}

interface AnyTable {
  readonly name: string;
  readonly doc: string;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  /** The list of an account that it is read from. */
  readonly list: string;
}

/** A table of entities, one file for each account. */
export interface EntityTable extends AnyTable {
  readonly kind: 'entity';
  /** The arguments of the list, beside its page and order. */
  readonly args: string;
}

/** A table of results by day, one file for each day and account. */
export interface DayTable extends AnyTable {
  readonly kind: 'days';
  /** The kind of entity that has the results: `campaign`. */
  readonly of: string;
  /** The type of segments that divide the results; null for none. */
  readonly by: string | null;
  /** The argument of the list that takes ids; null for the account itself. */
  readonly idsArgument: string | null;
  /** Its kind for `activeEntities`; null for the account itself. */
  readonly active: string | null;
  /** The fields that lead to the currency of an entity; null where nothing is billed. */
  readonly currency: string | null;
}

export type Table = EntityTable | DayTable;

const columnsOf = (columns: readonly object[]): readonly Column[] => columns as readonly Column[];

const entity = (
  name: keyof typeof described.entities,
  list: string,
  args: string,
  doc: string,
): EntityTable => ({
  kind: 'entity',
  name,
  doc,
  key: ['id'],
  columns: columnsOf(described.entities[name]),
  list,
  args,
});

/** A column that the export itself supplies. */
export const own = (name: string, type: ColumnType, doc: string, source = ''): Column => ({
  name,
  field: '',
  type,
  unit: null,
  doc,
  source,
});

type DayFacts = Pick<DayTable, 'list' | 'idsArgument' | 'active' | 'currency'> & {
  readonly metrics: keyof typeof described.metrics;
};

const dayTable = (of: string, facts: DayFacts): DayTable => {
  const { metrics, ...rest } = facts;
  const isAccount = facts.active === null;
  return {
    kind: 'days',
    of,
    by: null,
    name: `${of}_days`,
    doc: `The results by ${of.replaceAll('_', ' ')}, day and placement`,
    key: ['account_id', ...(isAccount ? [] : [`${of}_id`]), 'date', 'placement'],
    columns: [
      own('account_id', 'UTF8', 'The account', 'Account.id'),
      ...(isAccount ? [] : [own(`${of}_id`, 'UTF8', `The ${of.replaceAll('_', ' ')}`, 'id')]),
      own('date', 'DATE', "The day in the account's time zone"),
      own('placement', 'UTF8', 'Where the ads were shown', 'placement'),
      own(
        'time_zone',
        'UTF8',
        'The time zone in which the day begins and ends',
        'Account.timezone',
      ),
      ...(facts.currency === null
        ? []
        : [own('currency', 'UTF8', 'ISO 4217 code of the currency of amounts', 'currency')]),
      ...columnsOf(described.metrics[metrics]),
    ],
    ...rest,
  };
};

const drafts = 'withDeleted: true, withDraft: true';
const deleted = 'withDeleted: true';

/** Every table, in the order in which they are exported. */
export const tables: readonly Table[] = [
  entity('accounts', 'accounts', deleted, 'Ad accounts'),
  entity('funding_instruments', 'fundingInstruments', deleted, 'What pays for campaigns'),
  entity('campaigns', 'campaigns', drafts, 'Campaigns, also deleted ones and drafts'),
  entity('line_items', 'lineItems', drafts, 'Line items, also deleted ones and drafts'),
  entity('promoted_tweets', 'promotedTweets', deleted, 'Posts that line items promote'),
  entity(
    'targeting_criteria',
    'targetingCriteria',
    `lineItemIds: $lineItems, ${deleted}`,
    'Who sees the ads of line items',
  ),
  dayTable('account', {
    list: 'stats',
    idsArgument: null,
    active: null,
    currency: null,
    metrics: 'ACCOUNT',
  }),
  dayTable('funding_instrument', {
    list: 'fundingInstruments',
    idsArgument: `${deleted}, fundingInstrumentIds`,
    active: 'FUNDING_INSTRUMENT',
    currency: 'currency',
    metrics: 'FUNDING_INSTRUMENT',
  }),
  dayTable('campaign', {
    list: 'campaigns',
    idsArgument: `${drafts}, campaignIds`,
    active: 'CAMPAIGN',
    currency: 'currency',
    metrics: 'CAMPAIGN',
  }),
  dayTable('line_item', {
    list: 'lineItems',
    idsArgument: `${drafts}, lineItemIds`,
    active: 'LINE_ITEM',
    currency: 'currency',
    metrics: 'CAMPAIGN',
  }),
  dayTable('promoted_tweet', {
    list: 'promotedTweets',
    idsArgument: `${deleted}, promotedTweetIds`,
    active: 'PROMOTED_TWEET',
    currency: 'lineItem.currency',
    metrics: 'CAMPAIGN',
  }),
];

/** The groups of figures, as `--metrics` takes them. */
export const groups = [
  'ENGAGEMENT',
  'BILLING',
  'VIDEO',
  'WEB_CONVERSION',
  'MOBILE_CONVERSION',
  'LIFE_TIME_VALUE_MOBILE_CONVERSION',
] as const;

export type Group = (typeof groups)[number];

/** The groups of figures that a table has columns of. */
export const groupsIn = ({ columns }: Table): readonly Group[] =>
  groups.filter((group) => columns.some((column) => column.group === group));

/** The groups, divided into sets that one request can ask for together. */
export const togetherOf = (some: readonly Group[]): readonly (readonly Group[])[] =>
  described.together
    .map((set) => some.filter((group) => set.includes(group)))
    .filter((set) => set.length > 0);

/** The same table with the figures of some groups only. */
export const withGroups = <T extends Table>(table: T, some: readonly string[]): T => ({
  ...table,
  columns: table.columns.filter(({ group }) => group === undefined || some.includes(group)),
});
