import type { Page } from '../../loaders/page-query.ts';
import { toError } from '../../loaders/refusals.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { columnName } from '../../upstream/catalogue/names.ts';
import { reportAnomaly } from '../../upstream/client/anomalies.ts';
import { areGiven } from '../../upstream/client/bytes/column.ts';
import { badResponse } from '../../upstream/client/errors.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Loaded, MaybePromise } from '../field.ts';
import type { Needs } from './needs.ts';

/**
 * Groups items by a key, works on all groups concurrently, and returns the values in the order of
 * the items. The failure of one group does not affect the others.
 */
export const grouped = <Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
  work: (group: readonly Item[]) => Loaded<Value>,
): Loaded<Value> => {
  const [first] = items;
  if (first === undefined) return [];
  const key = keyOf(first);
  // Usually all parents of a level are in one account.
  if (items.every((item) => keyOf(item) === key)) return guarded(items, work);
  const groups = new Map<unknown, number[]>();
  for (const [index, item] of items.entries()) {
    getOrMake(groups, keyOf(item), () => []).push(index);
  }
  const values: (Value | Error)[] = [];
  const waits: Promise<void>[] = [];
  for (const indexes of groups.values()) {
    const fill = (found: readonly (Value | Error)[]): void => {
      for (const [at, index] of indexes.entries()) values[index] = found[at] as Value | Error;
    };
    const found = guarded(
      indexes.map((index) => items[index] as Item),
      work,
    );
    if (found instanceof Promise) waits.push(found.then(fill));
    else fill(found);
  }
  return waits.length === 0 ? values : Promise.all(waits).then(() => values);
};

const guarded = <Item, Value>(
  items: readonly Item[],
  work: (group: readonly Item[]) => Loaded<Value>,
): Loaded<Value> => {
  const failed = (error: unknown): readonly Error[] => items.map(() => toError(error));
  try {
    const found = work(items);
    return found instanceof Promise ? found.catch(failed) : found;
  } catch (error) {
    return failed(error);
  }
};

/** The result of a function, or its Error, so that other items do not fail too. */
export const attempt = <Value>(make: () => Value): Value | Error => {
  try {
    return make();
  } catch (error) {
    return toError(error);
  }
};

/**
 * Works on each item separately and concurrently, for items that no call can read together. A
 * failure is an Error at its index.
 */
export const oneByOne = <Item, Value>(
  items: readonly Item[],
  work: (item: Item) => MaybePromise<Value>,
): Promise<readonly (Value | Error)[]> =>
  Promise.all(items.map(async (item) => work(item)).map((value) => value.catch(toError)));

/** Calls `next` with the value: at once, or when its promise is fulfilled. */
export const andThen = <A, B>(value: MaybePromise<A>, next: (value: A) => MaybePromise<B>) =>
  value instanceof Promise ? value.then(next) : next(value);

/** The rows that can be shown, their indexes among all rows, and the faults of the others. */
interface SplitRows {
  readonly rows: readonly Row[];
  readonly indexes: readonly number[];
  readonly flaw: Error;
}

/**
 * Separates the rows in which a selected column that the API always sends is missing or not text;
 * null if there are none. The field of such a column is non-null, so such a row would make its
 * whole list null.
 */
export const splitRows = (rows: readonly Row[], { required }: Needs): SplitRows | null => {
  const [first] = rows;
  if (first === undefined || areGiven(rows, required)) return null;
  const { entity, endpoint } = first[SOURCE];
  const lacking = new Set<string>();
  const indexes: number[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as Row;
    const missing = required.find((column) => !column.isGiven(row));
    if (missing === undefined) indexes.push(index);
    else lacking.add(columnName(entity.name, entity.renamed[missing.name] ?? missing.name));
  }
  const count = rows.length - indexes.length;
  if (count === 0) return null;
  for (let reported = 0; reported < count; reported += 1) reportAnomaly('row_incomplete');
  const what = count === 1 ? '1 row' : `${count} rows`;
  const reason = `${what} of the response without ${[...lacking].join(', ')}, which the API always sends`;
  return {
    rows: indexes.map((index) => rows[index] as Row),
    indexes,
    flaw: badResponse(endpoint?.name ?? entity.name, reason),
  };
};

/** The page without the rows that cannot be shown, and with an error that counts them. */
export const wholePage = (page: Page, needs: Needs): Page => {
  const split = splitRows(page.rows, needs);
  if (split === null) return page;
  const { rows, indexes, flaw } = split;
  const { cursors } = page;
  // The last cursor is after omitted rows at the end, so that they are not read again.
  const before = (index: number): number =>
    index === rows.length - 1 ? page.rows.length - 1 : (indexes[index] ?? index);
  return {
    ...page,
    rows,
    cursors: {
      at: (index) => cursors.at(before(index)),
      write: (out, index) => cursors.write(out, before(index)),
    },
    flaws: [...(page.flaws ?? []), flaw],
  };
};
