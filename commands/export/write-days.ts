import { join } from 'node:path';
import { type Batch, batchesFor } from './batches-for.ts';
import { dayOf, daysBetween, numberOf } from './days.ts';
import { openJournal } from './journal.ts';
import { periodOf } from './partition.ts';
import type { DaysPosition } from './read-days.ts';
import { resultSteps } from './read-results.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import { rangeOf, type TableOfAccount } from './units.ts';
import { lostDays, type Open, stalePeriods, withUnkept, writeFiles } from './write-periods.ts';
import type { WrittenFiles } from './written.ts';

/**
 * The days that are asked for: those of the range that never were, or whose rows are lost; and, but
 * for a fixed range, those since the last run's last day less the lookback, which may have changed.
 */
export const daysToAsk = async (
  run: Run,
  unit: TableOfAccount<DayTable>,
): Promise<readonly string[]> => withUnkept(run, unit, await missingDays(run, unit));

const missingDays = async (
  run: Run,
  unit: TableOfAccount<DayTable>,
): Promise<readonly string[]> => {
  const { chosen } = run.exporting;
  const range = rangeOf(chosen, unit.account);
  const before = run.state.of(unit.name);
  if (before?.columns !== run.columnsOf(unit.table) || before.last === undefined)
    return withSameFile(run, range, Object.keys(before?.days ?? {}));
  const known = new Map(Object.entries(before.days ?? {}));
  const isFixed = chosen.days !== null || run.isDone(unit);
  const from = dayOf(numberOf(before.last) - run.lookback);
  const days = [...range, ...known.keys()];
  const first = days.reduce((one, other) => (other < one ? other : one), unit.account.today);
  const open = isFixed ? [] : daysBetween(from > first ? from : first, unit.account.today);
  const lost = await lostDays(run, unit, known);
  return [...new Set([...range.filter((day) => !known.has(day)), ...open, ...lost])].sort();
};

/** Days, and those known ones that stand in the same files. */
const withSameFile = (
  { target: { partition } }: Run,
  days: readonly string[],
  known: readonly string[],
): readonly string[] => {
  const periods = new Set(days.map((day) => periodOf(partition, day)));
  const others = known.filter((day) => periods.has(periodOf(partition, day)));
  return [...new Set([...days, ...others])].sort();
};

/** What a journal was begun for. */
interface DaysPlan {
  readonly run: string;
  readonly today: string;
  readonly columns: string;
  readonly days: readonly string[];
  readonly batches: readonly Batch[];
}

/** Reads results by day of an account, and writes a file for each day. */
export const writeDays = async (
  run: Run,
  unit: TableOfAccount<DayTable>,
): Promise<WrittenFiles> => {
  const days = await daysToAsk(run, unit);
  const before = run.state.of(unit.name);
  const isDone = before !== undefined && run.isDone(unit) && days.length === 0;
  if (isDone && (await stalePeriods(run, unit)).length === 0) return before.written;
  const path = join(run.work, 'open', unit.name.replace('/', '-'));
  const journal = await openJournal(`${path}.journal`);
  await readInto(run, unit, { journal, days });
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
  await journal.remove();
  return written;
};

const readInto = async (
  run: Run,
  { table, account, name }: TableOfAccount<DayTable>,
  { journal, days }: Pick<Open, 'journal' | 'days'>,
): Promise<void> => {
  const { ask, progress, chosen } = run.exporting;
  const kept = journal.plan as DaysPlan | null;
  const at = journal.at as DaysPosition | null;
  const columns = run.columnsOf(table);
  // That of an earlier run goes on where it failed; one that is whole would be of that time.
  const isResumed =
    kept?.today === account.today &&
    kept.columns === columns &&
    JSON.stringify(kept.days) === JSON.stringify(days) &&
    (kept.run === run.state.run || (at?.done ?? 0) < kept.batches.length);
  const batches = isResumed ? kept.batches : await batchesFor({ ask, table, account }, days);
  const plan: DaysPlan = { run: run.state.run, today: account.today, columns, days, batches };
  if (!isResumed) await journal.begin(plan);
  const from = isResumed ? at : null;
  const tell = (done: number): void =>
    progress.doing(`${name}: ${done} of ${batches.length} requests`);
  tell(from?.done ?? 0);
  const { groups, segmentation } = chosen;
  const asked = { ask, table, account, groups, segmentation, batches, from };
  for await (const step of resultSteps(asked)) {
    await journal.add(step);
    tell((step.at as DaysPosition).done);
  }
};
