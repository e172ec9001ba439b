import type { Chooser } from './choose-way.ts';
import { dayOf, daysBetween, numberOf } from './days.ts';
import { periodOf } from './partition.ts';
import type { PlannedDays } from './plan-days.ts';
import { readPlanned } from './read-planned.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import { rangeOf, type TableOfAccount } from './units.ts';
import { knownSizes, lostDays, withUnkept, writeFiles } from './write-periods.ts';
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

/** Reads results by day of an account as planned, and writes their files. */
export const writeDays = async (
  run: Run,
  planned: PlannedDays,
  chooser: Chooser,
): Promise<WrittenFiles> => {
  const { unit, days, journal, book } = planned;
  await readPlanned(run, planned, chooser);
  const { written, sizes } = await writeFiles(run, planned);
  const before = run.state.of(unit.name);
  const last = days.at(-1) ?? before?.last ?? unit.account.today;
  await run.state.set(unit.name, {
    run: run.state.run,
    today: unit.account.today,
    written,
    columns: run.columnsOf(unit.table),
    days: { ...knownSizes(run, unit), ...sizes },
    last: before?.last !== undefined && before.last > last ? before.last : last,
  });
  await book.remove();
  await journal.remove();
  return written;
};
