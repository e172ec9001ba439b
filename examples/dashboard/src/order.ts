/** The value by which a row is ordered; null if it has none. */
export type Figure = string | number | bigint | null;

/** A column by which rows are ordered, and the direction. */
export interface Order<Column> {
  readonly column: Column;
  readonly isDescending: boolean;
}

const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Rows in the order of their figures, which are of one type. Rows without a figure come last in
 * both directions; rows with equal figures keep their places.
 */
export const ordered = <Row>(
  rows: readonly Row[],
  figureOf: (row: Row) => Figure,
  isDescending: boolean,
): readonly Row[] =>
  rows
    .map((row) => ({ row, figure: figureOf(row) }))
    .toSorted((one, other) => {
      if (one.figure === null || other.figure === null) {
        return Number(one.figure === null) - Number(other.figure === null);
      }
      return isDescending ? -inOrder(one.figure, other.figure) : inOrder(one.figure, other.figure);
    })
    .map(({ row }) => row);

const inOrder = (one: NonNullable<Figure>, other: NonNullable<Figure>): number => {
  if (typeof one === 'string' && typeof other === 'string') return compare(one, other);
  return Number(one > other) - Number(one < other);
};
