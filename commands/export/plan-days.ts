import { type Activities, type Batch, batchesFor, readActivities } from './batches-for.ts';
import type { JobsAsk } from './begin-job.ts';
import { type JobBook, openJobBook } from './job-book.ts';
import { type Journal, openJournal } from './journal.ts';
import type { Way } from './options.ts';
import type { DaysPosition } from './read-days.ts';
import { openPath, type Run } from './run.ts';
import type { DayTable } from './tables.ts';
import type { TableOfAccount } from './units.ts';

/** What a journal was begun for. */
export interface DaysPlan {
  readonly run: string;
  readonly today: string;
  readonly columns: string;
  readonly days: readonly string[];
  readonly way: Way;
  readonly batches: readonly Batch[];
}

/** The days of a table that are to be read. */
export interface AskedDays {
  readonly unit: TableOfAccount<DayTable>;
  readonly days: readonly string[];
}

/** A table of results that is to be read, and what is kept of it. */
export interface OpenDays extends AskedDays {
  /** The folder in which its rows are divided. */
  readonly path: string;
  readonly journal: Journal;
  readonly book: JobBook;
  /** The plan of a run that was killed or failed, with which the reading goes on; null for none. */
  readonly kept: DaysPlan | null;
}

/** A table of results whose requests are known. */
export interface PlannedDays extends OpenDays {
  readonly plan: DaysPlan;
  /** Where the reading begins; null at the beginning. */
  readonly from: DaysPosition | null;
  /** What was active, where the plan is new. */
  readonly activities?: Activities | null;
}

/** Opens what is kept of a table of results. */
export const openDays = async (run: Run, { unit, days }: AskedDays): Promise<OpenDays> => {
  const path = openPath(run, unit);
  const journal = await openJournal(`${path}.journal`);
  const book = await openJobBook(`${path}.jobs`);
  const open = { unit, days, path, journal, book };
  return { ...open, kept: keptPlan(run, open) };
};

/**
 * The plan with which a journal goes on; null for one of other days or columns, and for one that an
 * earlier run read whole: its figures are of that time.
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

/** Plans requests or jobs, and begins the journal for them. */
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

/** Goes on with the plan that was kept. */
export const resumeDays = (open: OpenDays, plan: DaysPlan): PlannedDays => ({
  ...open,
  plan,
  from: open.journal.at as DaysPosition | null,
});

/** The same table, read by requests from the beginning. */
export const restartDays = async (run: Run, planned: PlannedDays): Promise<PlannedDays> => {
  const { days, unit } = planned;
  const { table, account } = unit;
  const asked = { ask: run.exporting.ask, table, account };
  const { activities = await readActivities(asked, days) } = planned;
  return beginDays(run, { ...planned, activities }, 'sync');
};

/** What is asked for a planned table. */
export const askOf = (
  { exporting: { ask, chosen, clock, progress } }: Run,
  { unit: { table, account, name }, plan: { batches }, from, book }: PlannedDays,
): JobsAsk => ({
  ...{ ask, table, account, batches, from, book, clock },
  groups: chosen.groups,
  segmentation: chosen.segmentation,
  say: (text) => progress.say(`${name}: ${text}`),
});
