import { JobsError } from './begin-job.ts';
import type { Chooser } from './choose-way.ts';
import { dayOf, daysBetween, numberOf, periodOf } from './days.ts';
import { askOf, type PlannedDays, restartDays } from './plan-days.ts';
import type { DaysPosition } from './read-days.ts';
import { resultSteps } from './read-jobs.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import { rangeOf, type TableOfAccount } from './units.ts';
import { knownSizes, lostDays, withUnkept, writeFiles } from './write-periods.ts';
import type { WrittenFiles } from './written.ts';

/**
 * The days to read: those of the range that were never read, and those whose rows are lost. Unless
 * the range is fixed, also those since the last run's last day less the lookback, whose figures may
 * have changed.
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

/** The days, and the known ones that share a file with them. */
const withSameFile = (
  { target: { partition } }: Run,
  days: readonly string[],
  known: readonly string[],
): readonly string[] => {
  const periods = new Set(days.map((day) => periodOf(partition, day)));
  const others = known.filter((day) => periods.has(periodOf(partition, day)));
  return [...new Set([...days, ...others])].sort();
};

/** Reads the results of a table as planned, and writes their files. */
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

/**
 * Reads the results of a planned table into its journal. With `--reads auto`, requests read them
 * from the beginning if jobs fail.
 */
const readPlanned = async (run: Run, planned: PlannedDays, chooser: Chooser): Promise<void> => {
  const { chosen, progress } = run.exporting;
  const { account, name } = planned.unit;
  const isFree = chosen.reads === 'auto' && planned.plan.way === 'jobs';
  if (isFree && chooser.hasGivenUp(account.id))
    return readInto(run, await restartDays(run, planned));
  try {
    await readInto(run, planned);
  } catch (error) {
    if (!(error instanceof JobsError)) throw error;
    chooser.giveUp(error, account.id);
    if (!isFree) throw error;
    progress.say(`${name}: ${error.message} Its results are read by direct calls.`);
    await readInto(run, await restartDays(run, planned));
  }
};

const readInto = async (run: Run, planned: PlannedDays): Promise<void> => {
  const { progress } = run.exporting;
  const { unit, journal, plan, from } = planned;
  const tell = (done: number): void =>
    progress.doing(
      `${unit.name}: ${done} of ${plan.batches.length} ${plan.way === 'jobs' ? 'jobs' : 'requests'}`,
    );
  tell(from?.done ?? 0);
  for await (const step of resultSteps(askOf(run, planned), plan.way)) {
    await journal.add(step);
    tell((step.at as DaysPosition).done);
  }
};
