import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeOf } from '../files.ts';
import { jsonLine } from '../json-lines.ts';
import type { Chooser } from './choose-way.ts';
import { dayOf, daysBetween, numberOf } from './days.ts';
import type { Journal } from './journal.ts';
import { endLine, keptRowsIn } from './kept-rows.ts';
import type { PlannedDays } from './plan-days.ts';
import { readPlanned } from './read-planned.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import { rangeOf, type Unit } from './units.ts';
import { nothing, plus, type Written, writeRows } from './written.ts';

const fileOf = (
  { target: { folder, format } }: Run,
  { table, account }: Unit,
  day: string,
): string => join(folder, table.name, `date=${day}`, `${account.id}.${format}`);

/**
 * The days that are asked for: those of the range that never were, or whose file is not as it was
 * written; and, but for a fixed range, those since the last run's last day less the lookback, which
 * may have changed.
 */
export const daysToAsk = async (run: Run, unit: Unit<DayTable>): Promise<readonly string[]> => {
  const { chosen } = run.exporting;
  const range = rangeOf(chosen, unit.account);
  const before = run.state.of(unit.name);
  if (before?.columns !== run.columnsOf(unit.table) || before.last === undefined) return range;
  const known = new Map(Object.entries(before.days ?? {}));
  const isFixed = chosen.days !== null || run.isDone(unit);
  const from = dayOf(numberOf(before.last) - run.lookback);
  const days = [...range, ...known.keys()];
  const first = days.reduce((one, other) => (other < one ? other : one), unit.account.today);
  const open = isFixed ? [] : daysBetween(from > first ? from : first, unit.account.today);
  const changed = [];
  for (const [day, size] of known)
    if ((await sizeOf(fileOf(run, unit, day))) !== size) changed.push(day);
  return [...new Set([...range.filter((day) => !known.has(day)), ...open, ...changed])].sort();
};

/** Reads results by day of an account as planned, and writes a file for each day. */
export const writeDays = async (
  run: Run,
  planned: PlannedDays,
  chooser: Chooser,
): Promise<Written> => {
  const { unit, days, journal, book } = planned;
  const before = run.state.of(unit.name);
  const path = join(run.work, 'open', unit.name.replace('/', '-'));
  await readPlanned(run, planned, chooser);
  const { written, sizes } = await writeFiles(run, unit, { journal, days, path });
  const columns = run.columnsOf(unit.table);
  const known = before?.columns === columns ? before.days : {};
  const last = days.at(-1) ?? before?.last ?? unit.account.today;
  await run.state.set(unit.name, {
    run: run.state.run,
    today: unit.account.today,
    written,
    columns,
    days: { ...known, ...sizes },
    last: before?.last !== undefined && before.last > last ? before.last : last,
  });
  await book.remove();
  await journal.remove();
  return written;
};

interface Open {
  readonly journal: Journal;
  readonly days: readonly string[];
}

const bufferedBytes = 64 * 1024;

/** Divides the rows of a journal by day: a file of kept rows for each day that is asked for. */
const divide = async (
  { journal, days, path }: Open & { readonly path: string },
  dateAt: number,
): Promise<(day: string) => string> => {
  const fileFor = (day: string): string => join(path, `${day}.rows`);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  const parts = new Map(days.map((day) => [day, { text: '', count: 0 }]));
  for await (const row of journal.rows()) {
    const part = parts.get(String(row[dateAt]));
    if (part === undefined)
      throw new Error(`A row is about ${row[dateAt]}, which nobody asked for`);
    part.text += jsonLine(row);
    part.count += 1;
    if (part.text.length <= bufferedBytes) continue;
    await appendFile(fileFor(String(row[dateAt])), part.text);
    part.text = '';
  }
  for (const [day, { text, count }] of parts) await appendFile(fileFor(day), text + endLine(count));
  return fileFor;
};

const writeFiles = async (
  run: Run,
  unit: Unit<DayTable>,
  open: Open & { readonly path: string },
) => {
  const { days, path } = open;
  const dateAt = unit.table.columns.findIndex(({ name }) => name === 'date');
  const fileFor = await divide(open, dateAt);
  let written: Written = { ...nothing, from: days[0] ?? null, to: days.at(-1) ?? null };
  const sizes: Record<string, number> = {};
  for (const day of days) {
    const rows = keptRowsIn(fileFor(day));
    const { target } = run;
    const one = await writeRows(fileOf(run, unit, day), unit.table, { rows, target });
    sizes[day] = one.bytes;
    written = plus(written, one);
  }
  await rm(path, { recursive: true, force: true });
  return { written, sizes };
};
