import { cleaned } from '../../src/upstream/catalogue/language/foreign-text.ts';

/** A value of a table. */
export type Cell = string | number | boolean | null;

/** The rows of an answer. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The most characters of a value that are shown. */
const longest = 200;

/** A value as it is shown: in one line, without control characters, and shortened. */
export const shortened = (cell: Cell): Cell => {
  if (typeof cell !== 'string') return cell;
  const line = cleaned(cell);
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
};

/** Cells as a line of a table with tabs. */
export const lineOf = (cells: readonly Cell[]): string =>
  cells.map((cell) => shortened(cell) ?? '').join('\t');

/** The table with these columns, in this order; or the names that it lacks. */
export const withColumns = (
  { columns, rows }: Table,
  wanted: readonly string[],
): Table | { readonly lacks: readonly string[] } => {
  const lacks = wanted.filter((name) => !columns.includes(name));
  if (lacks.length > 0) return { lacks };
  const positions = wanted.map((name) => columns.indexOf(name));
  return { columns: wanted, rows: rows.map((row) => positions.map((at) => row[at] ?? null)) };
};

/** The rows sorted by a column, `-spend` for the highest first. Nulls come last. */
export const sorted = ({ columns, rows }: Table, by: string): Table['rows'] => {
  const isDescending = by.startsWith('-');
  const at = columns.indexOf(isDescending ? by.slice(1) : by);
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a = null, b = null] = [one[at], other[at]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * compared(a, b);
  });
};

const compared = (a: NonNullable<Cell>, b: NonNullable<Cell>): number => {
  const [first, second] = [Number(a), Number(b)];
  if (first !== second && !Number.isNaN(first) && !Number.isNaN(second)) return first - second;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
};
