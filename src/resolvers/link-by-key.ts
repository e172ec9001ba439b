import type { Endpoint, RowEndpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';
import type { Args, Load, Loaded } from './field.ts';
import { andThen, eachAlone, grouped } from './grouped.ts';
import { checked, underArguments, upstreamValues, withoutNulls } from './input.ts';
import type { Asking } from './node.ts';
import { maxFirst } from './page.ts';

/** A list that finds rows by keys: the parameter that takes many of them. What else it is sent can depend on who asks. */
export interface KeyedList {
  readonly endpoint: RowEndpoint;
  readonly param: string;
  readonly column: string;
}

/** A list that finds rows by keys in this parameter. */
export const listByKeys = <E extends RowEndpoint>(
  endpoint: E,
  param: keyof E['params'] & string,
): KeyedList => {
  const filter = endpoint.params[param];
  const column = filter?.kind === 'list' ? filter.matches : undefined;
  if (column === undefined) throw new TypeError(`${endpoint.name} has no filter ${param}`);
  return { endpoint, param, column };
};

/** One ask of such a list; without a key there is no row. */
interface KeyAsk {
  readonly accountId: string;
  readonly key: unknown;
  readonly filters: Args;
}

const isKey = (key: unknown): key is string => typeof key === 'string' && key !== '';

/** The rows that belong to keys, null for each that the answer leaves out. Asks that are sent alike share calls. */
const rowsFor = (list: KeyedList, asks: readonly KeyAsk[], asking: Asking): Loaded<Row | null> =>
  grouped(
    asks,
    ({ accountId, key, filters }) => (isKey(key) ? `${accountId} ${JSON.stringify(filters)}` : ''),
    (group) => rowsOfKind(list, group, asking),
  );

const rowsOfKind = (
  { endpoint, param, column }: KeyedList,
  asks: readonly KeyAsk[],
  { context, field }: Asking,
): Loaded<Row | null> => {
  if (!isKey(asks[0]?.key)) return asks.map(() => null);
  const pages = context.loaders.pages(
    asks.map(({ accountId, key, filters }) => ({
      endpoint,
      path: { account_id: accountId },
      parent: { param, column, id: key as string },
      filters,
      sort: null,
      first: 1,
      after: null,
    })),
    field.trace,
  );
  return andThen(pages, (found) =>
    found.map((page) => {
      if (page instanceof Error) return page;
      // What could not be read may be the row.
      return page.rows[0] ?? page.flaws?.[0] ?? null;
    }),
  );
};

/** How a row leads to a row of a keyed list. */
export interface KeyOf {
  readonly key: (row: Row) => unknown;
  readonly filters: (row: Row) => Args;
}

/** A field that leads to the row of a keyed list. */
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

/** A field that takes keys and answers in their order, with null for each that the list leaves out. */
export const rowsByKey =
  (list: KeyedList): Load<Row, readonly (Row | Error | null)[]> =>
  (accounts, args, context, field) =>
    eachAlone(accounts, (account) => {
      const { endpoint, param } = list;
      const accountId = idOf(account);
      const values = upstreamValues(endpoint.params, args, { accountId, path: [] });
      checked(endpoint, { ...values, account_id: accountId }, underArguments);
      const { [param]: keys, ...others } = values;
      const filters = withoutNulls(others);
      const asks = (keys as readonly string[]).map((key) => ({ accountId, key, filters }));
      return rowsFor(list, asks, { context, field });
    });

/**
 * A field that leads to the row of a whole list whose column holds the same value. Live rows go before deleted ones. For
 * lists that have no filter for it: one call serves all rows of an account.
 */
export const linkByColumn =
  (endpoint: Endpoint, column: string): Load<Row, Row | null> =>
  (rows, _args, context, field) =>
    grouped(
      rows,
      (row) => row[SOURCE].accountId ?? '',
      (group) => matchesOf({ endpoint, column }, group, { context, field }),
    );

const matchesOf = async (
  { endpoint, column }: { readonly endpoint: Endpoint; readonly column: string },
  rows: readonly Row[],
  { context, field }: Asking,
): Promise<readonly (Row | Error | null)[]> => {
  const ask = {
    endpoint,
    path: { account_id: rows[0]?.[SOURCE].accountId ?? '' },
    parent: null,
    filters: { with_deleted: true },
    sort: 'created_at-asc',
    first: maxFirst(endpoint),
  };
  const byValue = new Map<unknown, Row>();
  let flaw: Error | undefined;
  for (let after: string | null = null; ; ) {
    const [page] = await context.loaders.pages([{ ...ask, after }], field.trace);
    if (page === undefined || page instanceof Error) throw page;
    flaw ??= page.flaws?.[0];
    for (const row of page.rows) {
      const known = byValue.get(row[column]);
      if (known === undefined || (!isLive(known) && isLive(row))) byValue.set(row[column], row);
    }
    const isSettled = rows.every((row) => isLive(byValue.get(row[column])));
    if (isSettled || !page.hasNextPage) break;
    after = page.cursorAt(page.rows.length - 1);
  }
  return rows.map((row) => byValue.get(row[column]) ?? flaw ?? null);
};

const isLive = (row: Row | undefined): boolean => row !== undefined && row['deleted'] !== true;
