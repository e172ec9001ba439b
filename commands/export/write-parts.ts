import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeOf } from '../files.ts';
import { jsonLine } from '../json-lines.ts';
import type { Journal } from './journal.ts';
import { endLine, keepRows, keptRowsIn } from './kept-rows.ts';
import { folderOf, partOf } from './partition.ts';
import type { Row } from './rows.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import type { Unit } from './units.ts';
import { nothing, plus, type Written, writeRows } from './written.ts';

type DayUnit = Unit<DayTable>;
type Sizes = Readonly<Record<string, number>>;

/** The rows of days that were asked for. */
export interface Open {
  readonly journal: Journal;
  readonly days: readonly string[];
  /** The folder of what is not finished. */
  readonly path: string;
}

/** The file of a day or month. */
const fileOf = ({ target: { folder, format } }: Run, { table, account }: Unit, part: string) =>
  join(folder, table.name, folderOf(part), `${account.id}.${format}`);

/** The rows of a month as they were last read: only some of its days are asked for again. */
const keptRows = ({ work }: Run, { name }: Unit, part: string): string =>
  join(work, 'rows', `${name.replace('/', '-')}-${part}.rows`);

const partsOf = ({ target: { partition } }: Run, days: Iterable<string>): readonly string[] => [
  ...new Set(Array.from(days, (day) => partOf(partition, day))),
];

/** The days whose rows are not there any more, as they were written. */
export const lostDays = async (
  run: Run,
  unit: Unit,
  known: ReadonlyMap<string, number>,
): Promise<readonly string[]> => {
  const { partition } = run.target;
  const lost = [];
  for (const [day, size] of known) {
    const part = partOf(partition, day);
    const isLost =
      partition === 'day'
        ? (await sizeOf(fileOf(run, unit, part))) !== size
        : (await sizeOf(keptRows(run, unit, part))) === null;
    if (isLost) lost.push(day);
  }
  return lost;
};

/** The size of the file of each day that was written with the same columns. */
const knownSizes = ({ state, columnsOf }: Run, { name, table }: Unit): Sizes => {
  const before = state.of(name);
  return (before?.columns === columnsOf(table) ? before.days : undefined) ?? {};
};

/** The months whose rows are kept, and whose file is not as it was written. */
export const staleParts = async (run: Run, unit: Unit): Promise<readonly string[]> => {
  if (run.target.partition === 'day') return [];
  const stale = new Set<string>();
  for (const [day, size] of Object.entries(knownSizes(run, unit))) {
    const part = partOf('month', day);
    const isKept = (await sizeOf(keptRows(run, unit, part))) !== null;
    if (isKept && (await sizeOf(fileOf(run, unit, part))) !== size) stale.add(part);
  }
  return [...stale];
};

const bufferedBytes = 64 * 1024;

/** Divides the rows of a journal: a file of kept rows for each part. */
const divide = async (
  { journal, path }: Open,
  partIn: (row: Row) => string,
  parts: readonly string[],
): Promise<(part: string) => string> => {
  const fileFor = (part: string): string => join(path, `${part}.rows`);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  const open = new Map(parts.map((part) => [part, { text: '', count: 0 }]));
  for await (const row of journal.rows()) {
    const part = partIn(row);
    const begun = open.get(part);
    if (begun === undefined) throw new Error(`A row is about ${part}, which nobody asked for`);
    begun.text += jsonLine(row);
    begun.count += 1;
    if (begun.text.length <= bufferedBytes) continue;
    await appendFile(fileFor(part), begun.text);
    begun.text = '';
  }
  for (const [part, { text, count }] of open)
    await appendFile(fileFor(part), text + endLine(count));
  return fileFor;
};

/** Rows of before that are about other days, and the new ones. */
async function* joinedRows(
  before: AsyncIterable<Row> | null,
  rows: AsyncIterable<Row>,
  isAsked: (row: Row) => boolean,
): AsyncGenerator<Row> {
  if (before !== null) for await (const row of before) if (!isAsked(row)) yield row;
  yield* rows;
}

/** Writes the files of the days that were asked for; returns what was written, and their sizes. */
export const writeFiles = async (
  run: Run,
  unit: DayUnit,
  open: Open,
): Promise<{ readonly written: Written; readonly sizes: Sizes }> => {
  const { days, path } = open;
  const { target } = run;
  const dateAt = unit.table.columns.findIndex(({ name }) => name === 'date');
  const dayIn = (row: Row): string => String(row[dateAt]);
  const asked = partsOf(run, days);
  const fileFor = await divide(open, (row) => partOf(target.partition, dayIn(row)), asked);
  const known = Object.keys(knownSizes(run, unit));
  const those = new Set(days);
  const isAsked = (row: Row): boolean => those.has(dayIn(row));
  const rowsOf = async (part: string): Promise<AsyncIterable<Row>> => {
    if (target.partition === 'day') return keptRowsIn(fileFor(part));
    const kept = keptRows(run, unit, part);
    const isKept = known.some((day) => partOf('month', day) === part);
    const before = isKept && (await sizeOf(kept)) !== null ? keptRowsIn(kept) : null;
    if (asked.includes(part))
      await keepRows(kept, joinedRows(before, keptRowsIn(fileFor(part)), isAsked));
    return keptRowsIn(kept);
  };
  let written: Written = { ...nothing, from: days[0] ?? null, to: days.at(-1) ?? null };
  const sizes: Record<string, number> = {};
  for (const part of new Set([...asked, ...(await staleParts(run, unit))])) {
    const rows = await rowsOf(part);
    const one = await writeRows(fileOf(run, unit, part), unit.table, { rows, target });
    for (const day of [...known, ...days])
      if (partOf(target.partition, day) === part) sizes[day] = one.bytes;
    written = plus(written, one);
  }
  await rm(path, { recursive: true, force: true });
  return { written, sizes };
};
