import { pageQuery, strayRows } from '../../loaders/page-query.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { isWritable } from '../../upstream/client/bytes/column.ts';
import { idOf, type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Args, Load, LoadContext, Loaded } from '../field.ts';
import { checked, upstreamValues, withoutNulls } from '../input.ts';
import { andThen, grouped, oneByOne } from './grouped.ts';
import { eachPage, maxFirst } from './page.ts';

/** A list that finds rows by keys. `param` takes many keys and filters by `column`. */
export interface KeyedList {
  readonly endpoint: RowEndpoint;
  readonly param: string;
  readonly column: string;
}

/** The keyed list of an endpoint and its filter. Throws TypeError if it has no such filter. */
export const listByKeys = <E extends RowEndpoint>(
  endpoint: E,
  param: keyof E['params'] & string,
): KeyedList => {
  const filter = endpoint.params[param];
  const column = filter?.kind === 'list' ? filter.matches : undefined;
  if (column === undefined) throw new TypeError(`${endpoint.name} has no filter ${param}`);
  return { endpoint, param, column };
};

/** The ask for one row. Without a key there is no row. */
interface KeyAsk {
  readonly accountId: string;
  readonly key: unknown;
  readonly filters: Args;
}

const isKey = (key: unknown): key is string => typeof key === 'string' && key !== '';

/** The rows for keys, or null. Asks with the same account and filters share calls. */
const rowsFor = (
  list: KeyedList,
  asks: readonly KeyAsk[],
  asking: LoadContext,
): Loaded<Row | null> =>
  grouped(
    asks,
    ({ accountId, key, filters }) => (isKey(key) ? `${accountId} ${JSON.stringify(filters)}` : ''),
    (group) => rowsOfKind(list, group, asking),
  );

const rowsOfKind = (
  { endpoint, param, column }: KeyedList,
  asks: readonly KeyAsk[],
  { context, field }: LoadContext,
): Loaded<Row | null> => {
  const [first] = asks;
  if (first === undefined || !isKey(first.key)) return asks.map(() => null);
  const parentOf = ({ key }: KeyAsk) => ({ param, column, id: key as string });
  const common = pageQuery({
    endpoint,
    path: { account_id: first.accountId },
    parent: parentOf(first),
    filters: first.filters,
    where: null,
    sort: null,
    first: 1,
    after: null,
  });
  const pages = context.loaders.pages(
    asks.map((ask) => ({ ...common, parent: parentOf(ask) })),
    field.trace,
  );
  return andThen(pages, (found) =>
    found.map((page) => {
      if (page instanceof Error) return page;
      const [row] = page.rows;
      if (row !== undefined && !isWritable(row[column])) return strayRows(page.query, 1)[0] ?? null;
      // A row that could not be read may be the requested one.
      return row ?? page.flaws?.[0] ?? null;
    }),
  );
};

/** The functions that return the key and the filters for a row. */
export interface KeyOf {
  readonly key: (row: Row) => unknown;
  readonly filters: (row: Row) => Args;
}

/** Loads a link to a row of a keyed list. */
export const linkByKey =
  (list: KeyedList, { key, filters }: KeyOf): Load<Row, Row | null> =>
  (rows, _args, context, field) => {
    const asks = rows.map((row) => ({
      accountId: row[SOURCE].accountId ?? '',
      key: key(row),
      filters: filters(row),
    }));
    return rowsFor(list, asks, { context, field });
  };

/** Loads the rows for the keys in an argument, in their order; null for a key without a row. */
export const rowsByKey =
  (list: KeyedList): Load<Row, readonly (Row | Error | null)[]> =>
  (accounts, args, context, field) =>
    oneByOne(accounts, (account) => {
      const { endpoint, param } = list;
      const accountId = idOf(account);
      const values = upstreamValues(endpoint.params, args, { accountId, path: [] });
      checked(endpoint, { ...values, account_id: accountId }, context.now());
      const { [param]: keys, ...others } = values;
      const filters = withoutNulls(others);
      const asks = (keys as readonly string[]).map((key) => ({ accountId, key, filters }));
      return rowsFor(list, asks, { context, field });
    });

/**
 * Loads a link to the row with the same value in a column, for lists without a filter for it. One
 * call for all rows of an account reads the whole list. A deleted row is used only if no other row
 * has the value.
 */
export const linkByColumn =
  (endpoint: Endpoint, column: string): Load<Row, Row | null> =>
  (rows, _args, context, field) =>
    grouped(
      rows,
      (row) => row[SOURCE].accountId ?? '',
      (group) => matchesOf(endpoint, column, group, { context, field }),
    );

const matchesOf = async (
  endpoint: Endpoint,
  column: string,
  rows: readonly Row[],
  asking: LoadContext,
): Promise<readonly (Row | Error | null)[]> => {
  const list = {
    endpoint,
    path: { account_id: rows[0]?.[SOURCE].accountId ?? '' },
    parent: null,
    filters: { with_deleted: true },
    where: null,
    sort: 'created_at-asc',
    first: maxFirst(endpoint),
  };
  const byValue = new Map<unknown, Row>();
  let flaw: Error | undefined;
  for await (const page of eachPage(list, asking)) {
    flaw ??= page.flaws?.[0];
    for (const row of page.rows) {
      const earlier = byValue.get(row[column]);
      if (earlier === undefined || (!isLive(earlier) && isLive(row))) byValue.set(row[column], row);
    }
    if (rows.every((row) => isLive(byValue.get(row[column])))) break;
  }
  return rows.map((row) => byValue.get(row[column]) ?? flaw ?? null);
};

const isLive = (row: Row | undefined): boolean => row !== undefined && row['deleted'] !== true;
