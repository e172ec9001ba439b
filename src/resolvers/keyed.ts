import type { Context } from '../context.ts';
import type { Endpoint } from '../upstream/catalogue/endpoint.ts';
import type { Row } from '../upstream/row.ts';
import { idOf, ORIGIN } from '../upstream/row.ts';
import { checked, underArguments, upstreamValues } from './input.ts';
import { maxFirst, startQuietly, withoutNulls } from './page.ts';

type Args = Readonly<Record<string, unknown>>;

/** A list that finds rows by keys: the parameter that takes many of them. What else it is sent can depend on who asks. */
export interface KeyedList {
  readonly endpoint: Endpoint;
  readonly param: string;
}

/** One ask of such a list. */
interface KeyAsk {
  readonly accountId: string;
  readonly key: string;
  readonly filters: Args;
}

/** The row that belongs to a key, or null where the answer has none. Asks that are sent alike share calls. */
const rowFor = async (
  { endpoint, param }: KeyedList,
  { accountId, key, filters }: KeyAsk,
  { loaders }: Context,
): Promise<Row | null> => {
  const list = endpoint.params[param];
  const column = list?.kind === 'list' ? list.matches : undefined;
  if (column === undefined) throw new TypeError(`${endpoint.name} has no filter ${param}`);
  const { rows } = await loaders.page({
    endpoint,
    path: { account_id: accountId },
    parent: { param, column, id: key },
    filters,
    sort: null,
    first: 1,
    after: null,
  });
  return rows[0] ?? null;
};

/** How a row leads to a row of a keyed list. */
export interface KeyOf {
  readonly key: (row: Row) => unknown;
  readonly filters: (row: Row) => Args;
}

/** A field that leads to the row of a keyed list; it can start before its parent's row is there where ids are enough. */
export const keyed = (list: KeyedList, { key, filters }: KeyOf) => {
  const resolve = (row: Row, _args: unknown, context: Context): Promise<Row | null> | null => {
    const value = key(row);
    const accountId = row[ORIGIN].accountId ?? '';
    return typeof value === 'string' && value !== ''
      ? rowFor(list, { accountId, key: value, filters: filters(row) }, context)
      : null;
  };
  return {
    resolve,
    ahead: (row: Row, args: unknown, context: Context) =>
      startQuietly(async () => resolve(row, args, context)),
  };
};

/** A field that takes keys and answers in their order, with null for each that the list leaves out. */
export const keyedRows =
  (list: KeyedList) =>
  async (account: Row, args: Args, context: Context): Promise<readonly (Row | null)[]> => {
    const { endpoint, param } = list;
    const accountId = idOf(account);
    const values = upstreamValues(endpoint.params, args, { accountId, path: [] });
    checked(endpoint, { ...values, account_id: accountId }, underArguments);
    const { [param]: keys, ...others } = values;
    const filters = withoutNulls(others);
    return Promise.all(
      (keys as readonly string[]).map((key) => rowFor(list, { accountId, key, filters }, context)),
    );
  };

/**
 * A field that leads to the row of a whole list whose column holds the same value. Live rows go before deleted ones. For
 * lists that have no filter for it: one call serves all rows of an account.
 */
export const matching =
  (endpoint: Endpoint, column: string) =>
  async (row: Row, _args: unknown, { loaders }: Context): Promise<Row | null> => {
    const path = { account_id: row[ORIGIN].accountId ?? '' };
    const ask = {
      endpoint,
      path,
      parent: null,
      filters: { with_deleted: true },
      sort: 'created_at-asc',
      first: maxFirst(endpoint),
    };
    let deleted: Row | null = null;
    for (let after: string | null = null; ; ) {
      const page = await loaders.page({ ...ask, after });
      const found = page.rows.filter((other) => other[column] === row[column]);
      const live = found.find((other) => other['deleted'] !== true);
      if (live !== undefined) return live;
      deleted ??= found[0] ?? null;
      if (!page.hasNextPage) return deleted;
      after = page.cursorAt(page.rows.length - 1);
    }
  };
