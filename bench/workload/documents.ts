import type { Query, Selection } from './queries.ts';
import type { StatsSelection } from './stats.ts';

/** The style in which one kind of client writes documents. */
export interface Style {
  /** The selection for the id of a node. */
  readonly id: string;
  /** A field that returns many nodes. */
  readonly list: (field: string, first: string | null, selection: string) => string;
  /** The operation that reads campaigns by id. */
  readonly byIds: (name: string, selection: string) => string;
}

const withFirst = (field: string, first: string | null): string =>
  first === null ? field : `${field}(first: ${first})`;

const nodesByIds = (name: string, selection: string): string =>
  `query ${name}($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign ${selection} } }`;

/** The gateway's schema for a plain program: ids of the REST API, and `nodes` of connections. */
export const nodesStyle: Style = {
  id: 'restId',
  list: (field, first, selection) => `${withFirst(field, first)} { nodes ${selection} }`,
  byIds: nodesByIds,
};

/**
 * The gateway's schema for Relay: type names and global ids, edges, cursors and page information
 * everywhere.
 */
export const relayStyle: Style = {
  id: '__typename id',
  list: (field, first, selection) =>
    `${withFirst(field, first)} { edges { node ${selection} cursor } pageInfo { endCursor hasNextPage } }`,
  byIds: nodesByIds,
};

/** The schema of the peers: plain lists; lists below many parents have no limit. */
export const plainStyle: Style = {
  id: 'id',
  list: (field, first, selection) =>
    `${withFirst(field, field === 'campaigns' ? first : null)} ${selection}`,
  byIds: (name, selection) =>
    `query ${name}($account: ID!, $ids: [ID!]!) { campaignsByIds(account: $account, ids: $ids) ${selection} }`,
};

/** The GraphQL document of a query. */
export const documentOf = ({ name, root, selection }: Query, style: Style): string => {
  const text = selectionText(selection, style);
  if (root === 'campaignsByIds') return style.byIds(name, text);
  if (root === 'accounts') return `query ${name} { ${style.list('accounts', null, text)} }`;
  const first = text.includes('$first') ? ', $first: Int!' : '';
  return `query ${name}($account: ID!${first}) { account(id: $account) ${text} }`;
};

const selectionText = ({ fields, below, stats }: Selection, style: Style): string => {
  const own = fields.map((field) => (field === 'id' ? style.id : field));
  const others = Object.entries(below).map(([field, child]) => {
    const text = selectionText(child, style);
    if (child.first === undefined) return `${field} ${text}`;
    return style.list(field, child.first === 'variable' ? '$first' : String(child.first), text);
  });
  const results = stats === undefined ? [] : [statsText(stats)];
  return `{ ${[...own, ...others, ...results].join(' ')} }`;
};

const statsText = ({ first, last, by, metrics }: StatsSelection): string => {
  const figures = metrics.join(' ');
  const selected = by === 'total' ? `total { ${figures} }` : `days { date metrics { ${figures} } }`;
  return `stats(range: { days: { first: "${first}", last: "${last}" } }) { ${selected} }`;
};
