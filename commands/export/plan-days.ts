import { type Activities, type Batch, batchesFor, readActivities } from './batches-for.ts';
import type { JobsAsk } from './begin-job.ts';
import { type JobBook, openJobBook } from './job-book.ts';
import { type Journal, openJournal } from './journal.ts';
import type { Way } from './options.ts';
import type { DaysPosition } from './read-days.ts';
import { openPath, type Run } from './run.ts';
import type { DayTable } from './tables.ts';
import type { TableOfAccount } from './units.ts';

/** The plan that a journal is begun with. */
interface DaysPlan {
  readonly run: string;
  readonly today: string;
  readonly columns: string;
  readonly days: readonly string[];
  readonly way: Way;
  readonly batches: readonly Batch[];
}

/** The days of a table to read. */
export interface AskedDays {
  readonly unit: TableOfAccount<DayTable>;
  readonly days: readonly string[];
}

/** A table of results to read, with its journal and its job book. */
export interface OpenDays extends AskedDays {
  /** The folder of its rows, divided by day. */
  readonly path: string;
  readonly journal: Journal;
  readonly book: JobBook;
  /** The plan of a killed or failed run, to be resumed; null for none. */
  readonly kept: DaysPlan | null;
}

/** A table of results with its plan. */
export interface PlannedDays extends OpenDays {
  readonly plan: DaysPlan;
  /** The position of the next batch; null at the beginning. */
  readonly from: DaysPosition | null;
  /** The active entities, null for the account itself; absent if the plan is resumed. */
  readonly activities?: Activities | null;
}

/** Opens the journal and the job book of a table of results. */
export const openDays = async (run: Run, { unit, days }: AskedDays): Promise<OpenDays> => {
  const path = openPath(run, unit);
  const journal = await openJournal(`${path}.journal`);
  const book = await openJobBook(`${path}.jobs`);
  const open = { unit, days, path, journal, book };
  return { ...open, kept: keptPlan(run, open) };
};

/**
 * The plan that this run can resume from a journal. Null if the account's day, the days, the
 * columns or the way differ, or if an earlier run has read all of it: its figures are old.
 */
const keptPlan = (
  { state, columnsOf, exporting: { chosen } }: Run,
  { unit, days, journal }: Pick<OpenDays, 'unit' | 'days' | 'journal'>,
): DaysPlan | null => {
  const kept = journal.plan as DaysPlan | null;
  if (kept === null || kept.today !== unit.account.today) return null;
  if (kept.columns !== columnsOf(unit.table)) return null;
  const isAsked = chosen.reads === 'auto' ? kept.way !== undefined : kept.way === chosen.reads;
  const { done } = (journal.at as DaysPosition | null) ?? { done: 0 };
  const isOpen = kept.run === state.run || done < kept.batches.length;
  return isAsked && isOpen && JSON.stringify(kept.days) === JSON.stringify(days) ? kept : null;
};

/** Plans requests or jobs, and begins a journal for them with an empty job book. */
export const beginDays = async (
  { state, columnsOf }: Run,
  open: OpenDays & { readonly activities: Activities | null },
  way: Way,
): Promise<PlannedDays> => {
  const { unit, days, journal, book, activities } = open;
  const { table, account } = unit;
  const batches = batchesFor({ table, days, activities }, way);
  const { today } = account;
  const columns = columnsOf(table);
  const plan: DaysPlan = { run: state.run, today, columns, days, way, batches };
  await book.remove();
  await journal.begin(plan);
  return { ...open, plan, from: null };
};

/** Resumes a kept plan. */
export const resumeDays = (open: OpenDays, plan: DaysPlan): PlannedDays => ({
  ...open,
  plan,
  from: open.journal.at as DaysPosition | null,
});

/** Plans the same table anew, to be read by requests from the beginning. */
export const restartDays = async (run: Run, planned: PlannedDays): Promise<PlannedDays> => {
  const { days, unit } = planned;
  const { table, account } = unit;
  const asked = { ask: run.exporting.ask, table, account };
  const { activities = await readActivities(asked, days) } = planned;
  return beginDays(run, { ...planned, activities }, 'sync');
};

/** The input for reading a planned table. */
export const askOf = (
  { exporting: { ask, chosen, clock, progress } }: Run,
  { unit: { table, account, name }, plan: { batches }, from, book }: PlannedDays,
): JobsAsk => ({
  ...{ ask, table, account, batches, from, book, clock },
  groups: chosen.groups,
  segmentation: chosen.segmentation,
  say: (text) => progress.say(`${name}: ${text}`),
});
