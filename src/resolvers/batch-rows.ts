import type { Param } from '../upstream/catalogue/language/params.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import type { Item } from './batch-item.ts';
import { sameId } from './ids.ts';

/** What an API answered to a batch: its rows, how many more could not be read, and the items as it says it got them. */
export interface BatchAnswer {
  readonly rows: readonly Row[];
  readonly dropped: number;
  readonly echo: readonly unknown[];
}

/** The row of each item, null where it stays open which one it is. */
export type RowsOfItems = readonly (Row | null)[];

type Values = Readonly<Record<string, unknown>>;
/** Whether a value that was sent and one that was answered are the same. */
type IsSame = (sent: unknown, got: unknown) => boolean;

/** A creation and the row that stands in its place. */
interface Pair {
  readonly item: Item;
  readonly row: Row | null;
}

/**
 * Gives each item its row: changes by id, creations by their place. A row is another creation's only where it fits that one
 * and not its own. Null where the rows are not those of the items: too few, too many, or not about what was changed.
 */
export const rowsOfItems = (items: readonly Item[], answer: BatchAnswer): RowsOfItems | null => {
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
  settle(pairs, left, { found, inOrder: dropped === 0 });
  return items.map((item) => found.get(item) ?? null);
};

const isChange = ({ operation: { target } }: Item): boolean => target !== undefined;

const targetOf = ({ operation: { target = '' }, params }: Item): string => String(params[target]);

/** The rows of the creations by the echo of the request, which stands in the order of the rows; null where it lacks one. */
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

interface Settling {
  readonly found: Map<Item, Row>;
  /** Whether the rows may be believed to stand in the order of the items. */
  readonly inOrder: boolean;
}

const settle = (
  pairs: readonly Pair[],
  rows: readonly Row[],
  { found, inOrder }: Settling,
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
  // What is left over belongs together.
  if (inOrder && last !== undefined && row !== undefined && others.length === 0) give(last, row);
};

const fitsOwn = (
  pair: Pair,
  left: ReadonlySet<Row>,
  same: IsSame,
): pair is Pair & { readonly row: Row } =>
  pair.row !== null && left.has(pair.row) && fits(pair.item, pair.row, same);

/** The row that agrees more with an item than any other does, and with no other item as much; null where there is none. */
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

/** True where a row contradicts nothing that the item sent, and repeats something of it. */
const fits = (item: Item, row: Values, same: IsSame): boolean => {
  const told = agreements(item, row, same);
  return told.length > 0 && !told.includes(false);
};

/** For each column that an item sent and a row has: whether they agree. */
const agreements = ({ params, operation }: Item, row: Values, same: IsSame): readonly boolean[] =>
  Object.entries(operation.params).flatMap(([name, param]) => {
    const [sent, got] = [params[name] ?? null, row[name] ?? null];
    return sent === null || got === null || !isComparable(param) ? [] : [same(sent, got)];
  });

const isComparable = ({ kind }: Param): boolean =>
  kind !== 'shape' && kind !== 'variant' && kind !== 'json';

const isEqual: IsSame = (sent, got) => textOf(sent) === textOf(got);
// The API trims names and writes keywords and choices in another case.
const isAlike: IsSame = (sent, got) => plain(textOf(sent)) === plain(textOf(got));

const plain = (text: string): string => text.trim().toLowerCase();

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join();
  const text = String(value);
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? text : String(time);
};
