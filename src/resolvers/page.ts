import type { Flawed } from '../loaders/flawed.ts';
import { flawed } from '../loaders/flawed.ts';
import type { Page, PageAsk } from '../loaders/page-ask.ts';
import { endsReading } from '../loaders/refusals.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import type { Fields } from '../upstream/catalogue/language/params.ts';
import { InputError } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';
import type { Args, Load, Loaded } from './field.ts';
import { andThen, grouped } from './grouped.ts';
import { checkedFilters, pathBeside, upstreamValues, withoutNulls } from './input.ts';
import type { Asking } from './node.ts';
import { completedList } from './node.ts';

type Supplied = Pick<PageAsk, 'path' | 'parent'>;

/** Whose rows a list gives: what the field's parent puts into the call. */
export type From<Parent> = (parent: Parent) => Supplied;

/** How many rows a connection has unless `first` says. */
export const usualFirst = 50;
const maxWithoutCount = 1000;

/** The most that `first` may be for an endpoint. */
export const maxFirst = (endpoint: Endpoint): number =>
  countParam(endpoint)?.max ?? maxWithoutCount;

const alone: Supplied = { path: {}, parent: null };

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
    path: { account_id: row[SOURCE].accountId ?? '' },
    parent: { param, column, id: idOf(row) },
  });
};

/** A list that hangs on its parent's path; `idName` is the name of the parent's id there. */
export const underItem =
  (idName: string): From<Row> =>
  (row) => ({
    path: { account_id: row[SOURCE].accountId ?? '', [idName]: idOf(row) },
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

/** What a connection field answers with is a page; edges, cursors and totals are built by their own fields. */
export const page = <Parent>(
  endpoint: Endpoint,
  from: From<Parent>,
  supplied: readonly string[] = [],
): Load<Parent, Page> => {
  const params = filterParams(endpoint, supplied);
  const isSorted = 'sort_by' in endpoint.params;
  const max = maxFirst(endpoint);
  // All that does not depend on whose list it is, which is the same for all parents of an account.
  const askFor = ({ path, parent }: Supplied, args: Args): PageAsk => {
    const accountId = path['account_id'] ?? null;
    const values = upstreamValues(params, args, { accountId, path: [] });
    return {
      endpoint,
      path: pathBeside(endpoint, path, args),
      parent,
      filters: checkedFilters(endpoint, filtersOf(params, values)),
      sort: isSorted ? sortOf(args['orderBy']) : null,
      first: firstOf(args['first'], max),
      after: (args['after'] as string | null | undefined) ?? null,
    };
  };
  const load = (
    asked: readonly Supplied[],
    args: Args,
    asking: Asking,
  ): Loaded<Page | Flawed<Page>> => {
    const [first] = asked;
    if (first === undefined) return [];
    const common = askFor(first, args);
    const asks = asked.map(({ parent }) => (parent === null ? common : { ...common, parent }));
    const { loaders } = asking.context;
    const pages = andThen(loaders.pages(asks, asking.field.trace), (found) =>
      completedIn(found, asking),
    );
    return andThen(pages, (found) => found.map(told));
  };
  return (parents, args, context, field) =>
    grouped(parents.map(from), pathKey, (group) => load(group, args, { context, field }));
};

/**
 * The pages of a whole list, from its beginning. A failure that ends the reading (`endsReading`) is
 * a flaw of what was read until then; any other one is thrown.
 */
export async function* eachPage(
  ask: Omit<PageAsk, 'after'>,
  { context: { loaders }, field: { trace } }: Asking,
): AsyncGenerator<Pick<Page, 'rows' | 'flaws'>, void, undefined> {
  for (let after: string | null = null; ; ) {
    const [page] = await loaders.pages([{ ...ask, after }], trace);
    if (after !== null && page instanceof Error && endsReading(page)) {
      yield { rows: [], flaws: [page] };
      return;
    }
    if (page === undefined || page instanceof Error) throw page;
    yield page;
    if (!page.hasNextPage || page.flaws?.some(endsReading)) return;
    after = page.cursors.at(page.rows.length - 1);
  }
}

const told = (page: Page | Error): Page | Error | Flawed<Page> =>
  page instanceof Error ? page : flawed(page, page.flaws);

// Paths hold the account, and sometimes one id more.
const pathKey = ({ path }: Supplied): string | undefined => {
  let key: string | undefined;
  for (const name in path) key = key === undefined ? path[name] : `${key} ${path[name]}`;
  return key;
};

/** Pages whose rows have every selected column. */
const completedIn = (pages: readonly (Page | Error)[], asking: Asking): Loaded<Page> => {
  const waits = pages.map((one) => (one instanceof Error ? one : completedList(one.rows, asking)));
  if (!waits.some((wait) => wait instanceof Promise)) return pages;
  return Promise.all(waits).then(() => pages);
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
