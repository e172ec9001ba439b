import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeOf } from '../files.ts';
import { jsonLine } from '../lines.ts';
import { daysBetween, folderOf, periodOf } from './days.ts';
import { endLine, keepRows, keptRowsIn } from './formats.ts';
import type { OpenDays } from './plan-days.ts';
import type { Row } from './rows.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import type { TableOfAccount } from './units.ts';
import { nothing, plus, type WrittenFiles, writeRows } from './written.ts';

type AskedRows = Pick<OpenDays, 'days' | 'path'>;
type DayUnit = TableOfAccount<DayTable>;
type Sizes = Readonly<Record<string, number>>;

/** The file of a day or month. */
const fileOf = (
  { target: { folder, format } }: Run,
  { table, account }: TableOfAccount,
  period: string,
) => join(folder, table.name, folderOf(period), `${account.id}.${format}`);

/** The file that keeps the rows of a month: later runs read only some of its days. */
const keptRows = ({ work }: Run, { name }: TableOfAccount, period: string): string =>
  join(work, 'rows', `${name.replace('/', '-')}-${period}.rows`);

const periodsOf = ({ target: { partition } }: Run, days: Iterable<string>): readonly string[] => [
  ...new Set(Array.from(days, (day) => periodOf(partition, day))),
];

/** The days whose file has changed or, by months, whose rows are not kept any more. */
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
 * The days, and the others of a month that has a file without kept rows, as without a state. The
 * file would lose them.
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

/** The size in bytes of the file of each day that was written with the same columns. */
export const knownSizes = ({ state, columnsOf }: Run, { name, table }: TableOfAccount): Sizes => {
  const before = state.of(name);
  return (before?.columns === columnsOf(table) ? before.days : undefined) ?? {};
};

/** The months with kept rows whose file is not as it was written. */
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

const fileFor = (path: string, day: string): string => join(path, `${day}.rows`);

/** Divides the rows of a journal into a file of kept rows for each day that was read. */
const divide = async ({ unit, journal, days, path }: OpenDays): Promise<void> => {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  const open = new Map(days.map((day) => [day, { text: '', count: 0 }]));
  for await (const row of journal.rows()) {
    const day = dayIn(unit.table, row);
    const begun = open.get(day);
    if (begun === undefined) throw new Error(`A row is about ${day}, which nobody asked for`);
    begun.text += jsonLine(row);
    begun.count += 1;
    if (begun.text.length <= bufferedBytes) continue;
    await appendFile(fileFor(path, day), begun.text);
    begun.text = '';
  }
  for (const [day, { text, count }] of open)
    await appendFile(fileFor(path, day), text + endLine(count));
};

/** The rows of days that were just read. */
async function* freshRows(path: string, days: readonly string[]): AsyncGenerator<Row> {
  for (const day of days) yield* keptRowsIn(fileFor(path, day));
}

/** The earlier rows of other days and those that were just read, ordered by day. */
async function* joinedRows(
  before: AsyncIterable<Row>,
  { days, path }: AskedRows,
  dateOf: (row: Row) => string,
): AsyncGenerator<Row> {
  let done = '';
  for await (const row of before) {
    const date = dateOf(row);
    const passed = days.filter((day) => day > done && day <= date);
    if (date > done) done = date;
    yield* freshRows(path, passed);
    if (!days.includes(date)) yield row;
  }
  const left = days.filter((day) => day > done);
  yield* freshRows(path, left);
}

/** The rows of a period, some days of which may have just been read. */
const rowsOf = async (
  run: Run,
  unit: DayUnit,
  { period, days, path }: AskedRows & { readonly period: string },
): Promise<AsyncIterable<Row>> => {
  if (run.target.partition === 'day') return freshRows(path, days);
  const kept = keptRows(run, unit, period);
  if (days.length === 0) return keptRowsIn(kept);
  const hasBefore = periodsOf(run, Object.keys(knownSizes(run, unit))).includes(period);
  const isKept = hasBefore && (await sizeOf(kept)) !== null;
  const dateOf = (row: Row): string => dayIn(unit.table, row);
  const rows = isKept
    ? joinedRows(keptRowsIn(kept), { days, path }, dateOf)
    : freshRows(path, days);
  await keepRows(kept, rows);
  return keptRowsIn(kept);
};

/**
 * Writes the files of the days that were just read. Returns the totals, and the size of each day's
 * file in bytes.
 */
export const writeFiles = async (
  run: Run,
  open: OpenDays,
): Promise<{ readonly written: WrittenFiles; readonly sizes: Sizes }> => {
  const { unit, days, path } = open;
  const { target } = run;
  await divide(open);
  let written: WrittenFiles = { ...nothing, from: days[0] ?? null, to: days.at(-1) ?? null };
  const sizes: Record<string, number> = {};
  for (const period of new Set([...periodsOf(run, days), ...(await stalePeriods(run, unit))])) {
    const isIn = (day: string): boolean => periodOf(target.partition, day) === period;
    const rows = await rowsOf(run, unit, { period, path, days: days.filter(isIn) });
    const one = await writeRows(fileOf(run, unit, period), unit.table, { rows, target });
    for (const day of [...Object.keys(knownSizes(run, unit)), ...days])
      if (isIn(day)) sizes[day] = one.bytes;
    written = plus(written, one);
  }
  await rm(path, { recursive: true, force: true });
  return { written, sizes };
};
