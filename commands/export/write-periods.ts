import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeOf } from '../files.ts';
import { jsonLine } from '../json-lines.ts';
import { daysBetween } from './days.ts';
import type { Journal } from './journal.ts';
import { endLine, keepRows, keptRowsIn } from './kept-rows.ts';
import { folderOf, periodOf } from './partition.ts';
import type { Row } from './rows.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import type { TableOfAccount } from './units.ts';
import { nothing, plus, type WrittenFiles, writeRows } from './written.ts';

type DayUnit = TableOfAccount<DayTable>;
type Sizes = Readonly<Record<string, number>>;

/** The rows of days that were asked for. */
export interface Open {
  readonly journal: Journal;
  readonly days: readonly string[];
  /** The folder of what is not finished. */
  readonly path: string;
}

/** The file of a day or month. */
const fileOf = (
  { target: { folder, format } }: Run,
  { table, account }: TableOfAccount,
  period: string,
) => join(folder, table.name, folderOf(period), `${account.id}.${format}`);

/** The rows of a month as they were last read: only some of its days are asked for again. */
const keptRows = ({ work }: Run, { name }: TableOfAccount, period: string): string =>
  join(work, 'rows', `${name.replace('/', '-')}-${period}.rows`);

const periodsOf = ({ target: { partition } }: Run, days: Iterable<string>): readonly string[] => [
  ...new Set(Array.from(days, (day) => periodOf(partition, day))),
];

/** The days whose rows are not there any more, as they were written. */
export const lostDays = async (
  run: Run,
  unit: TableOfAccount,
  known: ReadonlyMap<string, number>,
): Promise<readonly string[]> => {
  const { partition } = run.target;
  const lost = [];
  for (const [day, size] of known) {
    const period = periodOf(partition, day);
    const isLost =
      partition === 'day'
        ? (await sizeOf(fileOf(run, unit, period))) !== size
        : (await sizeOf(keptRows(run, unit, period))) === null;
    if (isLost) lost.push(day);
  }
  return lost;
};

/**
 * Days, and the others of a month whose file is there without its rows being kept, as without a
 * state: the file would lose them.
 */
export const withUnkept = async (
  run: Run,
  unit: TableOfAccount,
  days: readonly string[],
): Promise<readonly string[]> => {
  if (run.target.partition === 'day') return days;
  const all = new Set(days);
  for (const month of periodsOf(run, days)) {
    if ((await sizeOf(fileOf(run, unit, month))) === null) continue;
    if ((await sizeOf(keptRows(run, unit, month))) !== null) continue;
    for (const day of daysBetween(`${month}-01`, unit.account.today))
      if (periodOf('month', day) === month) all.add(day);
  }
  return [...all].sort();
};

/** The size of the file of each day that was written with the same columns. */
const knownSizes = ({ state, columnsOf }: Run, { name, table }: TableOfAccount): Sizes => {
  const before = state.of(name);
  return (before?.columns === columnsOf(table) ? before.days : undefined) ?? {};
};

/** The months whose rows are kept, and whose file is not as it was written. */
export const stalePeriods = async (run: Run, unit: TableOfAccount): Promise<readonly string[]> => {
  if (run.target.partition === 'day') return [];
  const stale = new Set<string>();
  for (const [day, size] of Object.entries(knownSizes(run, unit))) {
    const period = periodOf('month', day);
    const isKept = (await sizeOf(keptRows(run, unit, period))) !== null;
    if (isKept && (await sizeOf(fileOf(run, unit, period))) !== size) stale.add(period);
  }
  return [...stale];
};

const dayIn = ({ columns }: DayTable, row: Row): string =>
  String(row[columns.findIndex(({ name }) => name === 'date')]);

const bufferedBytes = 64 * 1024;

/** Divides the rows of a journal: a file of kept rows for each period. */
const divide = async (
  { journal, path }: Open,
  periodIn: (row: Row) => string,
  periods: readonly string[],
): Promise<(period: string) => string> => {
  const fileFor = (period: string): string => join(path, `${period}.rows`);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  const open = new Map(periods.map((period) => [period, { text: '', count: 0 }]));
  for await (const row of journal.rows()) {
    const period = periodIn(row);
    const begun = open.get(period);
    if (begun === undefined) throw new Error(`A row is about ${period}, which was not requested`);
    begun.text += jsonLine(row);
    begun.count += 1;
    if (begun.text.length <= bufferedBytes) continue;
    await appendFile(fileFor(period), begun.text);
    begun.text = '';
  }
  for (const [period, { text, count }] of open)
    await appendFile(fileFor(period), text + endLine(count));
  return fileFor;
};

/** Rows of before that are about other days, and the new ones. */
async function* joinedRows(
  before: AsyncIterable<Row>,
  rows: AsyncIterable<Row>,
  isAsked: (row: Row) => boolean,
): AsyncGenerator<Row> {
  for await (const row of before) if (!isAsked(row)) yield row;
  yield* rows;
}

/** The rows of a period: `fresh` has those that were asked for, null for none. */
const rowsOf = async (
  run: Run,
  unit: DayUnit,
  { period, fresh, days }: { period: string; fresh: string | null; days: ReadonlySet<string> },
): Promise<AsyncIterable<Row>> => {
  const kept = keptRows(run, unit, period);
  if (fresh === null) return keptRowsIn(kept);
  if (run.target.partition === 'day') return keptRowsIn(fresh);
  const hasBefore = periodsOf(run, Object.keys(knownSizes(run, unit))).includes(period);
  const isKept = hasBefore && (await sizeOf(kept)) !== null;
  const isAsked = (row: Row): boolean => days.has(dayIn(unit.table, row));
  const rows = keptRowsIn(fresh);
  await keepRows(kept, isKept ? joinedRows(keptRowsIn(kept), rows, isAsked) : rows);
  return keptRowsIn(kept);
};

/** Writes the files of the days that were asked for; returns what was written, and their sizes. */
export const writeFiles = async (
  run: Run,
  unit: DayUnit,
  open: Open,
): Promise<{ readonly written: WrittenFiles; readonly sizes: Sizes }> => {
  const { days, path } = open;
  const { target } = run;
  const asked = periodsOf(run, days);
  const periodIn = (row: Row): string => periodOf(target.partition, dayIn(unit.table, row));
  const fileFor = await divide(open, periodIn, asked);
  let written: WrittenFiles = { ...nothing, from: days[0] ?? null, to: days.at(-1) ?? null };
  const sizes: Record<string, number> = {};
  for (const period of new Set([...asked, ...(await stalePeriods(run, unit))])) {
    const fresh = asked.includes(period) ? fileFor(period) : null;
    const rows = await rowsOf(run, unit, { period, fresh, days: new Set(days) });
    const one = await writeRows(fileOf(run, unit, period), unit.table, { rows, target });
    for (const day of [...Object.keys(knownSizes(run, unit)), ...days])
      if (periodOf(target.partition, day) === period) sizes[day] = one.bytes;
    written = plus(written, one);
  }
  await rm(path, { recursive: true, force: true });
  return { written, sizes };
};
