import type { Flawed, Page, PageFacts, PageQuery } from '../../loaders/page-query.ts';
import { flawed, pageQuery } from '../../loaders/page-query.ts';
import { endsReading } from '../../loaders/refusals.ts';
import { problemsIn } from '../../upstream/catalogue/language/check.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { countParam, sortingOf } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { identifierOf } from '../../upstream/catalogue/language/identifiers.ts';
import type { Fields } from '../../upstream/catalogue/language/kinds.ts';
import { pageSizeProblem } from '../../upstream/catalogue/language/lists.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { inputError } from '../../upstream/client/errors.ts';
import { idOf, type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Args, Load, LoadContext, Loaded } from '../field.ts';
import {
  checkedFilters,
  pathBeside,
  underArguments,
  upstreamValues,
  withoutNulls,
} from '../input.ts';
import { andThen, grouped, wholePage } from './grouped.ts';
import { inConnection, needsOf } from './needs.ts';
import { completedList } from './node.ts';

interface ParentInput extends Pick<PageQuery, 'path' | 'parent'> {
  /** Parameters that have the same value for all parents. */
  readonly filters?: Values;
}

/** Returns the part of a call that depends on the field's parent. */
export type ParentInputOf<Parent> = (parent: Parent) => ParentInput;

/** The default of `first`, in rows. */
export const defaultFirst = 50;
const maxWithoutCount = 1000;

/** The largest `first` for an endpoint. */
export const maxFirst = (endpoint: Endpoint): number =>
  countParam(endpoint)?.max ?? maxWithoutCount;

const alone: ParentInput = { path: {}, parent: null };

/** A list without a parent, such as the accounts of the viewer. */
export const ofViewer: ParentInputOf<unknown> = () => alone;

/** A list of an account. */
export const ofAccount: ParentInputOf<Row> = (account) => ({
  path: { account_id: idOf(account) },
  parent: null,
});

/**
 * The rows that name the parent in the column that `param` filters, such as the line items with the
 * `campaign_id` of a campaign. The queries of many parents become one call.
 */
export const ofParent = (endpoint: Endpoint, param: string): ParentInputOf<Row> => {
  const filter = endpoint.params[param];
  // A filter by one id returns only the rows of that parent, even if they have no such column.
  const column =
    filter?.kind === 'list' ? filter.matches : filter?.kind === 'id' ? param : undefined;
  if (column === undefined) throw new TypeError(`${endpoint.name} has no filter ${param}`);
  return (row) => ({
    path: { account_id: row[SOURCE].accountId ?? '' },
    parent: { param, column, id: idOf(row) },
  });
};

/** The rows about the parent. `param` takes its id, another parameter its kind of entity. */
export const aboutParent = (
  endpoint: Endpoint,
  param: string,
  entity: Entity,
): ParentInputOf<Row> => {
  const { by } = identifierOf(param);
  const [kind] = Object.entries(by?.of ?? {}).find(([, name]) => name === entity.name) ?? [];
  if (by === undefined || kind === undefined) {
    throw new TypeError(`${endpoint.name} knows no ${entity.name}`);
  }
  const parent = ofParent(endpoint, param);
  const filters = { [by.param]: kind };
  return (row) => ({ ...parent(row), filters });
};

/** A list with the id of the parent in its path; `idName` is the name of that id in the path. */
export const listUnderItem =
  (idName: string): ParentInputOf<Row> =>
  (row) => {
    const { accountId } = row[SOURCE];
    const account = accountId === null ? {} : { account_id: accountId };
    return { path: { ...account, [idName]: idOf(row) }, parent: null };
  };

const paging = new Set(['count', 'cursor', 'sort_by', 'with_total_count']);

/** The parameters of a list that clients can send as arguments of the same names. */
export const filterParams = (endpoint: Endpoint, supplied: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(endpoint.params).filter(
      ([name]) => !paging.has(name) && !supplied.includes(name),
    ),
  );

/** The load of a connection: a page for each parent. Edges, cursors and totals are its fields. */
export const page = <Parent>(
  endpoint: Endpoint,
  from: ParentInputOf<Parent>,
  supplied: readonly string[] = [],
): Load<Parent, Page> => {
  const params = filterParams(endpoint, supplied);
  const isSorted = sortingOf(endpoint) !== null;
  const max = maxFirst(endpoint);
  // Made once for all parents of an account, because their queries differ only in `parent`.
  const askFor = ({ path, parent, filters }: ParentInput, args: Args, now: number): PageQuery => {
    const accountId = path['account_id'] ?? null;
    const values = upstreamValues(params, args, { accountId, path: [] });
    return pageQuery({
      endpoint,
      path: pathBeside(endpoint, path, args),
      parent,
      filters: checkedFilters(endpoint, { ...filters, ...filtersOf(params, values) }, now),
      where: whereOf(endpoint, args['where'], now),
      sort: isSorted ? sortOf(args['orderBy']) : null,
      first: firstOf(args['first'], max),
      after: (args['after'] as string | null | undefined) ?? null,
    });
  };
  const load = (
    supplied: readonly ParentInput[],
    args: Args,
    asking: LoadContext,
  ): Loaded<Page | Flawed<Page>> => {
    const [first] = supplied;
    if (first === undefined) return [];
    const common = askFor(first, args, asking.context.now());
    const asks = supplied.map(({ parent }) => (parent === null ? common : { ...common, parent }));
    const { loaders } = asking.context;
    const pages = andThen(loaders.pages(asks, asking.field.trace), (found) =>
      completedIn(found, asking),
    );
    return andThen(pages, (found) => found.map((one) => reported(one, asking)));
  };
  return (parents, args, context, field) =>
    grouped(parents.map(from), pathKey, (group) => load(group, args, { context, field }));
};

/**
 * The pages of a whole list, from its beginning. A failure that ends the reading (`endsReading`)
 * becomes a flaw of the rows that were read before; any other is thrown.
 */
export async function* eachPage(
  list: Without<PageFacts, 'after'>,
  { context: { loaders }, field: { trace } }: LoadContext,
): AsyncGenerator<Pick<Page, 'rows' | 'flaws'>, void, undefined> {
  const ask = pageQuery({ ...list, after: null });
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

const reported = (page: Page | Error, { field }: LoadContext): Page | Error | Flawed<Page> => {
  if (page instanceof Error) return page;
  const entity = page.rows[0]?.[SOURCE].entity;
  const whole =
    entity === undefined ? page : wholePage(page, needsOf(field, entity.name, inConnection));
  return flawed(whole, whole.flaws);
};

// A path contains the account, and sometimes one more id.
const pathKey = ({ path }: ParentInput): string | undefined => {
  let key: string | undefined;
  for (const name in path) key = key === undefined ? path[name] : `${key} ${path[name]}`;
  return key;
};

/** Pages whose rows have every selected column. */
const completedIn = (pages: readonly (Page | Error)[], asking: LoadContext): Loaded<Page> => {
  const waits = pages.map((one) => (one instanceof Error ? one : completedList(one.rows, asking)));
  if (!waits.some((wait) => wait instanceof Promise)) return pages;
  return Promise.all(waits).then(() => pages);
};

// A filter with its default value is left out, so that the list and its cursors stay the same.
const filtersOf = (params: Fields, values: Args): Args => {
  const given = withoutNulls(values);
  const isDefault = ([name, value]: readonly [string, unknown]): boolean => {
    const param = params[name];
    return param !== undefined && 'default' in param && param.default === value;
  };
  return Object.entries(given).some(isDefault)
    ? Object.fromEntries(Object.entries(given).filter((entry) => !isDefault(entry)))
    : given;
};

const whereOf = ({ where }: Endpoint, given: unknown, now: number): Values | null => {
  if (where === undefined || given === null || given === undefined) return null;
  const spot = { accountId: null, path: ['where'] };
  const values = withoutNulls(upstreamValues(where.fields, given as Values, spot));
  const [found] = problemsIn(where.fields, where.rules, values, { path: [], now });
  if (found !== undefined) throw inputError(found, ['where', ...underArguments(found.path)]);
  return Object.keys(values).length === 0 ? null : values;
};

const firstOf = (first: unknown, max: number): number => {
  const count = (first as number | null | undefined) ?? Math.min(defaultFirst, max);
  if (count >= 0 && count <= max) return count;
  throw inputError(pageSizeProblem(max), ['first']);
};

const defaultOrder = { field: 'CREATED_AT', direction: 'ASC' } as const;

const sortOf = (order: unknown): string => {
  const { field, direction } = {
    ...defaultOrder,
    ...(order as Partial<typeof defaultOrder> | null),
  };
  return `${field}-${direction}`.toLowerCase();
};
