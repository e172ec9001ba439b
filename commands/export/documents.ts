import { type TrustedText, trusted } from '../trusted-text.ts';
import { type Column, type DayTable, type EntityTable, groupsIn, tables } from './tables.ts';

/** A selection of the fields of columns: `name`, `conversionPurchases { postView assisted }`. */
export const selectionOf = (columns: readonly Pick<Column, 'field'>[]): string => {
  const paths = columns.filter(({ field }) => field !== '').map(({ field }) => field.split('.'));
  const byFirst = Map.groupBy(paths, ([first = '']) => first);
  return Array.from(byFirst, ([first, same]) => {
    const below = same.flatMap(([, member]) => member ?? []);
    return below.length === 0 ? first : `${first} { ${below.join(' ')} }`;
  }).join(' ');
};

/** The name of an operation: `ExportCampaignDaysTrend`. */
export const nameOf = (table: string, suffix = ''): string => {
  const words = `${table}_${suffix}`.toLowerCase().split('_');
  return `Export${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
};

const page = 'pageInfo { hasNextPage endCursor }';

/**
 * The accounts, with the start and the end of today in each. Pages are large because the API allows
 * few such calls. They stay below 200, the default of LIMIT_CALLS, because a plan counts one more
 * call for each account.
 */
export const accountsDocument = trusted(
  `query ExportAccounts($ids: [ID!], $after: String) {
  accounts(first: 190, accountIds: $ids, withDeleted: true, after: $after) {
    nodes { restId timezone stats(range: { lastDays: 1 }) { start end } }
    ${page}
  }
}`,
);

/** The row of an account, read alone because the list of accounts lacks a column. */
export const accountDocument = trusted(
  `query ExportAccount($account: ID!) {
  account(id: $account, withDeleted: true) { ${selectionOf(tables[0]?.columns ?? [])} }
}`,
);

/** The ids of the line items whose targeting criteria are read. */
export const lineItemIdsDocument = trusted(
  `query ExportLineItemIds($account: ID!, $after: String) {
  account(id: $account, withDeleted: true) {
    list: lineItems(first: 1000, withDeleted: true, withDraft: true, after: $after) { nodes { restId } ${page} }
  }
}`,
);

/**
 * The order of a list: `whole` by creation, which never changes; `changes` with the newest first.
 */
export type Order = 'whole' | 'changes';

const orders: Readonly<Record<Order, string>> = {
  whole: 'orderBy: { field: CREATED_AT, direction: ASC }',
  changes: 'orderBy: { field: UPDATED_AT, direction: DESC }',
};

const ofEntities = (table: EntityTable, order: Order): TrustedText => {
  const lineItems = table.args.includes('$lineItems') ? ', $lineItems: [ID!]!' : '';
  return trusted(`query ${nameOf(table.name, order)}($account: ID!, $after: String${lineItems}) {
  account(id: $account, withDeleted: true) {
    list: ${table.list}(first: 1000, after: $after, ${table.args}, ${orders[order]}) {
      nodes { ${selectionOf(table.columns)} }
      ${page}
    }
  }
}`);
};

/** The placements that results are read for. */
export const placements = ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'] as const;
export type Placement = (typeof placements)[number];

const variableOf = (group: string): string => group.toLowerCase();

/** A selection of the figures of a table, and the variables that choose groups of them. */
export const figuresOf = (table: DayTable) => {
  const byGroup = groupsIn(table).map((group) => {
    const columns = table.columns.filter((column) => column.group === group);
    const condition = `@include(if: $${variableOf(group)})`;
    return { group, text: `... ${condition} { ${selectionOf(columns)} }` };
  });
  return {
    variables: byGroup.map(({ group }) => `, $${variableOf(group)}: Boolean!`).join(''),
    selection: `days { date metrics { ${byGroup.map(({ text }) => text).join(' ')} } }`,
  };
};

const ofDays = (table: DayTable, placement: Placement): TrustedText => {
  const { variables, selection } = figuresOf(table);
  const range = 'range: { days: { first: $first, last: $last } }';
  const stats = `stats(${range}, placement: ${placement}) { ${selection} }`;
  const entities =
    table.idsArgument === null
      ? stats
      : `list: ${table.list}(first: 20, ${table.idsArgument}: $ids) { nodes { restId ${selectionOf([{ field: table.currency ?? '' }])} ${stats} } }`;
  const ids = table.idsArgument === null ? '' : ', $ids: [ID!]!';
  return trusted(
    `query ${nameOf(`${table.of}_days`, placement)}($account: ID!${ids}, $first: Date!, $last: Date!${variables}) {
  account(id: $account, withDeleted: true) { ${entities} }
}`,
  );
};

/** The variables that choose groups of figures in the document of a table. */
export const groupVariables = (
  table: DayTable,
  some: readonly string[],
): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    groupsIn(fullTable(table)).map((group) => [variableOf(group), some.includes(group)]),
  );

/** The same table with all groups of figures, and without segments. */
export const fullTable = ({ of }: DayTable): DayTable =>
  tables.find((table) => table.kind === 'days' && table.of === of) as DayTable;

/** The query for the entities whose results changed, with the times of the changes. */
const activeOf = (table: DayTable): TrustedText =>
  trusted(`query ${nameOf(`${table.of}_days`, 'active')}($account: ID!, $start: DateTime!, $end: DateTime!) {
  account(id: $account, withDeleted: true) {
    active: activeEntities(entity: ${table.active}, start: $start, end: $end) {
      entityId placements activityStartTime activityEndTime
    }
  }
}`);

/** A cache of documents: each is made once, under its name. */
export const made = <K>(make: (key: K) => TrustedText) => {
  const known = new Map<string, TrustedText>();
  return (name: string, key: K): TrustedText => {
    const found = known.get(name) ?? make(key);
    known.set(name, found);
    return found;
  };
};

const entityTexts = made(({ table, order }: { table: EntityTable; order: Order }) =>
  ofEntities(table, order),
);
const dayTexts = made(({ table, placement }: { table: DayTable; placement: Placement }) =>
  ofDays(table, placement),
);
const activeTexts = made(activeOf);

export const entitiesDocument = (table: EntityTable, order: Order): TrustedText =>
  entityTexts(`${table.name} ${order}`, { table, order });

export const daysDocument = (table: DayTable, placement: Placement): TrustedText =>
  dayTexts(`${table.of} ${placement}`, { table: fullTable(table), placement });

export const activeDocument = (table: DayTable): TrustedText => activeTexts(table.of, table);

/** Every document that an export sends without segments. */
export const plainDocuments = (): readonly TrustedText[] => {
  const all = tables
    .slice(1)
    .flatMap((table) =>
      table.kind === 'entity'
        ? [entitiesDocument(table, 'whole'), entitiesDocument(table, 'changes')]
        : [
            ...(table.active === null ? [] : [activeDocument(table)]),
            ...(table.active === null ? placements.slice(0, 1) : placements).map((placement) =>
              daysDocument(table, placement),
            ),
          ],
    );
  return [accountsDocument, accountDocument, lineItemIdsDocument, ...all];
};
