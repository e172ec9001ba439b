import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../files.ts';
import { type Batch, batchesFor } from './batches-for.ts';
import { dayOf, daysBetween, numberOf } from './days.ts';
import { type Journal, openJournal, rowsIn } from './journal.ts';
import type { DaysAt } from './read-days.ts';
import { resultSteps } from './read-results.ts';
import type { Row } from './rows.ts';
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
 * The days that are asked for: those of the range that never were or whose file is gone; and, but
 * for a fixed range, those since the last run's last day less the lookback, which may have changed.
 */
export const daysToAsk = async (run: Run, unit: Unit<DayTable>): Promise<readonly string[]> => {
  const { chosen } = run.exporting;
  const range = rangeOf(chosen, unit.account);
  const before = run.state.of(unit.name);
  if (before?.columns !== run.columnsOf(unit.table) || before.last === undefined) return range;
  const known = new Set(before.days ?? []);
  const from = dayOf(numberOf(before.last) - run.lookback);
  const days = [...new Set([...range, ...known])];
  const first = days.reduce((one, other) => (other < one ? other : one), unit.account.today);
  const open =
    chosen.days === null ? daysBetween(from > first ? from : first, unit.account.today) : [];
  const gone = [];
  for (const day of known) if (!(await isThere(fileOf(run, unit, day)))) gone.push(day);
  return [...new Set([...range.filter((day) => !known.has(day)), ...open, ...gone])].sort();
};

interface Plan {
  readonly today: string;
  readonly days: readonly string[];
  readonly batches: readonly Batch[];
}

/** Reads results by day of an account, and writes a file for each day. */
export const writeDays = async (run: Run, unit: Unit<DayTable>): Promise<Written> => {
  const path = join(run.work, 'open', unit.name.replace('/', '-'));
  const journal = await openJournal(`${path}.journal`);
  const days = await daysToAsk(run, unit);
  await readInto(run, unit, { journal, days });
  const written = await writeFiles(run, unit, { journal, days, path });
  const before = run.state.of(unit.name);
  const columns = run.columnsOf(unit.table);
  const known = before?.columns === columns ? (before.days ?? []) : [];
  const last = days.at(-1) ?? before?.last ?? unit.account.today;
  await run.state.set(unit.name, {
    columns,
    days: [...new Set([...known, ...days])].sort(),
    last: before?.last !== undefined && before.last > last ? before.last : last,
  });
  await journal.remove();
  return written;
};

interface Open {
  readonly journal: Journal;
  readonly days: readonly string[];
}

const readInto = async (
  run: Run,
  { table, account, name }: Unit<DayTable>,
  { journal, days }: Open,
): Promise<void> => {
  const { ask, progress, chosen } = run.exporting;
  const kept = journal.plan as Plan | null;
  const isResumed =
    kept?.today === account.today && JSON.stringify(kept.days) === JSON.stringify(days);
  const batches = isResumed ? kept.batches : await batchesFor({ ask, table, account }, days);
  if (!isResumed) await journal.begin({ today: account.today, days, batches });
  const from = isResumed ? (journal.at as DaysAt | null) : null;
  const tell = (done: number): void =>
    progress.doing(`${name}: ${done} of ${batches.length} requests`);
  tell(from?.done ?? 0);
  const { groups, segmentation } = chosen;
  const asked = { ask, table, account, groups, segmentation, batches, from };
  for await (const step of resultSteps(asked)) {
    await journal.add(step);
    tell((step.at as DaysAt).done);
  }
};

const bufferedBytes = 64 * 1024;

/** Divides the rows of a journal by day: a file of rows for each day that has any. */
const divide = async (
  { journal, path }: { readonly journal: Journal; readonly path: string },
  dateAt: number,
): Promise<(day: string) => string> => {
  const fileFor = (day: string): string => join(path, `${day}.rows`);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  const texts = new Map<string, string>();
  for await (const row of journal.rows()) {
    const day = String(row[dateAt]);
    const text = `${texts.get(day) ?? ''}${JSON.stringify(row)}\n`;
    const isFull = text.length > bufferedBytes;
    if (isFull) await appendFile(fileFor(day), text);
    texts.set(day, isFull ? '' : text);
  }
  for (const [day, text] of texts) await appendFile(fileFor(day), text);
  return fileFor;
};

async function* noRows(): AsyncGenerator<Row> {}

const writeFiles = async (
  run: Run,
  unit: Unit<DayTable>,
  { journal, days, path }: Open & { readonly path: string },
): Promise<Written> => {
  const dateAt = unit.table.columns.findIndex(({ name }) => name === 'date');
  const fileFor = await divide({ journal, path }, dateAt);
  let written: Written = { ...nothing, from: days[0] ?? null, to: days.at(-1) ?? null };
  for (const day of days) {
    const source = fileFor(day);
    const rows = (await isThere(source)) ? rowsIn(source) : noRows();
    const { format } = run.target;
    const one = await writeRows(fileOf(run, unit, day), unit.table, { rows, format });
    written = plus(written, one);
  }
  await rm(path, { recursive: true, force: true });
  return written;
};
