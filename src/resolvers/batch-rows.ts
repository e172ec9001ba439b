import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import type { IsSame } from './agreement.ts';
import { agreements as columnAgreements, isAlike, isEqual } from './agreement.ts';
import type { Item } from './batch-item.ts';
import { sameId } from './ids.ts';

/** The answer to a batch: its rows, the number of rows that could not be read, and the items as the API repeats them. */
interface BatchAnswer {
  readonly rows: readonly Row[];
  readonly dropped: number;
  readonly echo: readonly unknown[];
}

type Values = Readonly<Record<string, unknown>>;

/** A Create item, and the row at its position in the answer. */
interface Pair {
  readonly item: Item;
  readonly row: Row | null;
}

/**
 * Finds the row of each item, null where it cannot be identified: for Update and Delete by id, for Create by position. The row
 * of a Create item goes to another one only where its values match that one and not the first. The whole result is null where the
 * answer is not one of these items: it has too few or too many rows, or not the ids that were changed.
 */
export const rowsOfItems = (
  items: readonly Item[],
  answer: BatchAnswer,
): readonly (Row | null)[] | null => {
  const { rows, dropped } = answer;
  if (rows.length + dropped !== items.length) return null;
  const found = new Map<Item, Row>();
  for (const item of items.filter(isChange)) {
    const row = rows.find((one) => sameId(idOf(one), targetOf(item)));
    if (row !== undefined) found.set(item, row);
    else if (dropped === 0) return null;
  }
  const changed = new Set(found.values());
  const left = rows.filter((row) => !changed.has(row));
  const creations = items.filter((item) => !isChange(item));
  const places = echoed(items, answer) ?? creations.map((_, index) => left[index] ?? null);
  const pairs = creations.map((item, index) => {
    const row = places[index] ?? null;
    return { item, row: row !== null && changed.has(row) ? null : row };
  });
  assignOpen(pairs, left, { found, inOrder: dropped === 0 });
  return items.map((item) => found.get(item) ?? null);
};

const isChange = ({ operation: { target } }: Item): boolean => target !== undefined;

const targetOf = ({ operation: { target = '' }, params }: Item): string => String(params[target]);

/** The rows of the Create items, found by the repeated request, which has the order of the rows. Null where an item is missing. */
const echoed = (
  items: readonly Item[],
  { rows, dropped, echo }: BatchAnswer,
): readonly Row[] | null => {
  if (dropped > 0 || echo.length !== rows.length) return null;
  const taken = new Set<number>();
  const placeOf = (item: Item, index: number): Row | undefined => {
    const isOf = (place: number): boolean => !taken.has(place) && isEchoOf(echo[place], item);
    const place = isOf(index) ? index : echo.findIndex((_, at) => isOf(at));
    taken.add(place);
    return rows[place];
  };
  const found = items.map((item, index) => (isChange(item) ? null : placeOf(item, index)));
  return found.includes(undefined)
    ? null
    : found.filter((row) => row !== null && row !== undefined);
};

const isEchoOf = (echo: unknown, item: Item): boolean => {
  const { operation_type: type, params } = (echo ?? {}) as Values;
  if (type !== item.operation_type || typeof params !== 'object' || params === null) return false;
  return fits(item, params as Values, isEqual);
};

interface Assignment {
  readonly found: Map<Item, Row>;
  /** Whether the rows can be assumed to be in the order of the items. */
  readonly inOrder: boolean;
}

const assignOpen = (
  pairs: readonly Pair[],
  rows: readonly Row[],
  { found, inOrder }: Assignment,
): void => {
  const left = new Set(rows);
  const give = ({ item }: Pair, row: Row): void => {
    found.set(item, row);
    left.delete(row);
  };
  const open = (): readonly Pair[] => pairs.filter(({ item }) => !found.has(item));
  let isOrdered = inOrder;
  for (const same of [isEqual, isAlike]) {
    for (const pair of open()) if (fitsOwn(pair, left, same)) give(pair, pair.row);
    for (const row of left) {
      const owner = open().find(({ item }) => fits(item, row, same));
      if (owner === undefined) continue;
      isOrdered &&= owner.row === row;
      give(owner, row);
    }
  }
  for (const pair of open()) {
    const row = isOrdered ? pair.row : nearest(pair, open(), left);
    if (row !== null) give(pair, row);
  }
  const [last, ...others] = open();
  const [row] = left;
  // One item and one row that are left belong together.
  if (inOrder && last !== undefined && row !== undefined && others.length === 0) give(last, row);
};

const fitsOwn = (
  pair: Pair,
  left: ReadonlySet<Row>,
  same: IsSame,
): pair is Pair & { readonly row: Row } =>
  pair.row !== null && left.has(pair.row) && fits(pair.item, pair.row, same);

/** The row with more equal values than any other row, where no other item has as many with it; null without one. */
const nearest = ({ item }: Pair, open: readonly Pair[], left: ReadonlySet<Row>): Row | null => {
  const near = (other: Item, row: Row): number =>
    agreements(other, row, isAlike).filter((agrees) => agrees).length;
  const isNearest = (row: Row): boolean => {
    const most = near(item, row);
    const rivals = [...left].filter((other) => other !== row).map((other) => near(item, other));
    const others = open.filter((pair) => pair.item !== item).map((pair) => near(pair.item, row));
    return [...rivals, ...others].every((count) => count < most);
  };
  return [...left].find(isNearest) ?? null;
};

/** Whether at least one value of the item is in the row, and none differs. */
const fits = (item: Item, row: Values, same: IsSame): boolean => {
  const agrees = agreements(item, row, same);
  return agrees.length > 0 && !agrees.includes(false);
};

/** For each value that both an item and a row have: whether they are equal. */
const agreements = ({ params, operation }: Item, row: Values, same: IsSame): readonly boolean[] =>
  columnAgreements(operation.params, { sent: params, row }, same);
