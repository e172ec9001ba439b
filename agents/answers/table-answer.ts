import type { Spent } from '../ask.ts';
import { type Cell, lineOf, shortened, type Table } from './table.ts';

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
  readonly spent: Spent;
}

/** Answers with a table: as many of its rows as fit, the others for `ads_read`. */
export const answerTable = async (
  told: AnswerTable,
  { maxBytes, keep, spent }: Bounds,
): Promise<ToolAnswer> => {
  // The longest note about further rows.
  const room = maxBytes - 400;
  const count = fittingRows(told, { room, spent });
  if (count === told.rows.length) return shown(told, { count, answer: told.kept?.answer, spent });
  const answer = told.kept?.answer ?? (await keep(told)) ?? undefined;
  return shown(told, { count, answer, spent });
};

/** The most rows with which text and JSON both have at most `room` bytes. */
const fittingRows = (
  told: AnswerTable,
  { room, spent }: { readonly room: number; readonly spent: Spent },
): number => {
  const empty = shown({ ...told, rows: [] }, { count: 0, answer: undefined, spent });
  let text = Buffer.byteLength(empty.text);
  let json = Buffer.byteLength(JSON.stringify(empty.members));
  let count = 0;
  for (const row of told.rows) {
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
  readonly spent: Spent;
}

const shown = (told: AnswerTable, { count, answer, spent }: ShownPart): ToolAnswer => {
  const { columns, rows, totals, cursor = null, kept } = told;
  const before = kept?.before ?? 0;
  const total = kept?.total ?? rows.length;
  const offset = answer !== undefined && before + count < total ? before + count : null;
  const notes = [
    ...(count < rows.length || before > 0 ? [partNote({ before, count, total, answer })] : []),
    ...(cursor === null ? [] : [`There are more rows: call again with cursor ${cursor}`]),
    ...(told.notes ?? []),
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
      cost: spent,
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
