import { cleaned } from '../../src/upstream/catalogue/language/foreign-text.ts';
import type { GraphCost } from '../graph-port.ts';

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
const shortened = (cell: Cell): Cell => {
  if (typeof cell !== 'string') return cell;
  const line = cleaned(cell);
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
};

/** Cells as a line of a table with tabs. */
const lineOf = (cells: readonly Cell[]): string =>
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

/** The result of a tool: the same as text and as members. */
export interface ToolAnswer {
  readonly text: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** A table to be answered. */
export interface AnswerTable extends Table {
  /** The row of sums, under the same columns. */
  readonly totals?: readonly Cell[];
  readonly notes?: readonly string[];
  /** The cursor of the next page of the API's list. */
  readonly cursor?: string | null;
  /** The id under which all rows are kept already, and how many of them stand before these. */
  readonly kept?: { readonly answer: string; readonly before: number; readonly total: number };
}

interface Bounds {
  readonly maxBytes: number;
  /** Keeps all rows; null if they cannot be kept. */
  readonly keep: (table: Table) => Promise<string | null>;
  readonly cost: GraphCost;
}

/** Answers with a table: as many of its rows as fit, the others for `ads_read`. */
export const answerTable = async (
  table: AnswerTable,
  { maxBytes, keep, cost }: Bounds,
): Promise<ToolAnswer> => {
  // The longest note about further rows.
  const room = maxBytes - 400;
  const count = fittingRows(table, { room, cost });
  if (count === table.rows.length) return shown(table, { count, answer: table.kept?.answer, cost });
  const answer = table.kept?.answer ?? (await keep(table)) ?? undefined;
  return shown(table, { count, answer, cost });
};

/** The most rows with which text and JSON both have at most `room` bytes. */
const fittingRows = (
  table: AnswerTable,
  { room, cost }: { readonly room: number; readonly cost: GraphCost },
): number => {
  const empty = shown({ ...table, rows: [] }, { count: 0, answer: undefined, cost });
  let text = Buffer.byteLength(empty.text);
  let json = Buffer.byteLength(JSON.stringify(empty.members));
  let count = 0;
  for (const row of table.rows) {
    text += Buffer.byteLength(lineOf(row)) + 1;
    json += Buffer.byteLength(JSON.stringify(row.map(shortened))) + 1;
    if (Math.max(text, json) > room) break;
    count += 1;
  }
  return count;
};

interface ShownPart {
  readonly count: number;
  readonly answer: string | undefined;
  readonly cost: GraphCost;
}

const shown = (table: AnswerTable, { count, answer, cost }: ShownPart): ToolAnswer => {
  const { columns, rows, totals, cursor = null, kept } = table;
  const before = kept?.before ?? 0;
  const total = kept?.total ?? rows.length;
  const offset = answer !== undefined && before + count < total ? before + count : null;
  const notes = [
    ...(count < rows.length || before > 0 ? [partNote({ before, count, total, answer })] : []),
    ...(cursor === null ? [] : [`There are more rows: call again with cursor ${cursor}`]),
    ...(table.notes ?? []),
  ];
  const some = rows.slice(0, count);
  const lines = [
    lineOf(columns),
    ...some.map(lineOf),
    ...(totals === undefined ? [] : [lineOf(totals)]),
    ...(total === 0 ? ['Nothing was found.'] : []),
    ...notes,
  ];
  const page = { total, answer: answer ?? null, offset, cursor };
  return {
    text: lines.join('\n'),
    members: {
      columns,
      rows: some.map((row) => row.map(shortened)),
      ...(totals !== undefined && { totals }),
      page,
      notes,
      cost: cost,
    },
  };
};

const partNote = ({
  before,
  count,
  total,
  answer,
}: {
  readonly before: number;
  readonly count: number;
  readonly total: number;
  readonly answer: string | undefined;
}): string => {
  const shownRows = `Rows ${before + 1} to ${before + count} of ${total}.`;
  if (answer === undefined) return `${shownRows} The others could not be kept: ask for less.`;
  if (before + count === total) return shownRows;
  return `${shownRows} More, without a call of the API: ads_read answer=${answer} offset=${before + count}`;
};
