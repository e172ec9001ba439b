import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import type { Page, PageAsk } from '../loaders/index.ts';
import type { Endpoint } from '../upstream/catalogue/endpoint.ts';
import type { Fields } from '../upstream/catalogue/params.ts';
import { InputError } from '../upstream/errors.ts';
import type { Row } from '../upstream/row.ts';
import { idOf, ORIGIN } from '../upstream/row.ts';
import { checkedFilters, pathBeside, upstreamValues } from './input.ts';
import { completed } from './node.ts';

type Args = Readonly<Record<string, unknown>>;
type Asked = Pick<PageAsk, 'path' | 'parent'>;

/** Whose rows a list gives: what the field's parent puts into the call. */
export type From<Parent> = (parent: Parent) => Asked;

/** What a connection field answers with. Edges, cursors and totals are built by their own fields, where selected. */
export interface Connection {
  readonly nodes: readonly Row[];
  readonly page: Page;
}

/** How many rows a connection has unless `first` says. */
export const usualFirst = 50;
const maxWithoutCount = 1000;

/** The most that `first` may be for an endpoint. */
export const maxFirst = (endpoint: Endpoint): number => {
  const count = endpoint.params['count'];
  return (count?.kind === 'int' ? count.max : undefined) ?? maxWithoutCount;
};

const alone: Asked = { path: {}, parent: null };

/** A list that hangs on nothing, as the accounts of the viewer do. */
export const ofViewer: From<unknown> = () => alone;

/** A list of an account. */
export const ofAccount: From<Row> = (account) => ({
  path: { account_id: idOf(account) },
  parent: null,
});

/** A list of the rows that point to the parent by the column that `param` filters. Asks of many parents become one call. */
export const ofParent = (endpoint: Endpoint, param: string): From<Row> => {
  const filter = endpoint.params[param];
  // A filter that takes one id has no column to compare: a call for one parent brings nothing but its rows.
  const column =
    filter?.kind === 'list' ? filter.matches : filter?.kind === 'id' ? param : undefined;
  if (column === undefined) throw new TypeError(`${endpoint.name} has no filter ${param}`);
  return (row) => ({
    path: { account_id: row[ORIGIN].accountId ?? '' },
    parent: { param, column, id: idOf(row) },
  });
};

/** A list that hangs on its parent's path; `idName` is the name of the parent's id there. */
export const underItem =
  (idName: string): From<Row> =>
  (row) => ({
    path: { account_id: row[ORIGIN].accountId ?? '', [idName]: idOf(row) },
    parent: null,
  });

const paging = new Set(['count', 'cursor', 'sort_by', 'with_total_count']);

/** The parameters of a list that clients give as arguments of their own names. */
export const filterParams = (endpoint: Endpoint, supplied: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(endpoint.params).filter(
      ([name]) => !paging.has(name) && !supplied.includes(name),
    ),
  );

/** Resolves a field, and starts its call before its parent's row is there. */
export interface ReadField<Parent, T> {
  readonly resolve: (
    parent: Parent,
    args: Args,
    context: Context,
    info: GraphQLResolveInfo,
  ) => Promise<T>;
  readonly ahead: (parent: Parent, args: Args, context: Context) => void;
}

/** A field that answers with pages of an endpoint. */
export const page = <Parent>(
  endpoint: Endpoint,
  from: From<Parent>,
  supplied: readonly string[] = [],
): ReadField<Parent, Connection> => {
  const params = filterParams(endpoint, supplied);
  const isSorted = 'sort_by' in endpoint.params;
  const max = maxFirst(endpoint);
  const ask = (parent: Parent, args: Args): PageAsk => {
    const { path, parent: filter } = from(parent);
    const values = upstreamValues(params, args, {
      accountId: path['account_id'] ?? null,
      path: [],
    });
    return {
      endpoint,
      path: pathBeside(endpoint, path, args),
      parent: filter,
      filters: checkedFilters(endpoint, filtersOf(params, values)),
      sort: isSorted ? sortOf(args['orderBy']) : null,
      first: firstOf(args['first'], max),
      after: (args['after'] as string | null | undefined) ?? null,
    };
  };
  return {
    // No async function: it would cost a turn more for each parent of a child list.
    resolve: (parent, args, context, info) =>
      context.loaders.page(ask(parent, args)).then((found) => {
        const nodes = completed(found.rows, { context, info });
        return nodes instanceof Promise
          ? nodes.then((whole) => ({ nodes: whole, page: found }))
          : { nodes, page: found };
      }),
    ahead: (parent, args, context) => startQuietly(() => context.loaders.page(ask(parent, args))),
  };
};

/** Starts what somebody will await later, and who then sees its failure; until then it must not count as unhandled. */
export const startQuietly = (start: () => Promise<unknown>): void => {
  try {
    start().catch(() => undefined);
  } catch {
    // An argument that cannot work is reported by the field itself.
  }
};

// A default that is written out is the same list, with the same cursors, as one where it is left out.
const filtersOf = (params: Fields, values: Args): Args => {
  const given = withoutNulls(values);
  const isUsual = ([name, value]: readonly [string, unknown]): boolean => {
    const param = params[name];
    return param !== undefined && 'default' in param && param.default === value;
  };
  return Object.entries(given).some(isUsual)
    ? Object.fromEntries(Object.entries(given).filter((entry) => !isUsual(entry)))
    : given;
};

/** The values of a read without its nulls: there is nothing that a null could clear, so it says nothing. */
export const withoutNulls = (values: Args): Args =>
  Object.values(values).includes(null)
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
    : values;

const firstOf = (first: unknown, max: number): number => {
  const count = (first as number | null | undefined) ?? Math.min(usualFirst, max);
  if (count < 0) throw new InputError('first is negative', ['first']);
  if (count > max) throw new InputError(`first is more than ${max}`, ['first']);
  return count;
};

const usualOrder = { field: 'CREATED_AT', direction: 'ASC' } as const;

const sortOf = (order: unknown): string => {
  const { field, direction } = { ...usualOrder, ...(order as Partial<typeof usualOrder> | null) };
  return `${field}-${direction}`.toLowerCase();
};
