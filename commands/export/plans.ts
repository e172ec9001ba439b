import { activityCalls, type BatchesOf, readActivities } from './batches-for.ts';
import { JobsError } from './begin-job.ts';
import { accountsAhead, type Chooser, createWayChooser } from './choose-way.ts';
import { costsOf, totalOf } from './costs.ts';
import type { Way } from './options.ts';
import type { AskedDays, OpenDays, PlannedDays } from './plan-days.ts';
import { askOf, beginDays, openDays, resumeDays } from './plan-days.ts';
import { beginJobs } from './read-jobs.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import type { TableOfAccount } from './units.ts';
import { daysToAsk } from './write-days.ts';
import { stalePeriods } from './write-periods.ts';

/** The plans for the results of a run. */
export interface Plans {
  readonly chooser: Chooser;
  /** Plans the results of a unit's account and, if jobs read them, of some accounts after it. */
  readonly ahead: (unit: TableOfAccount) => Promise<void>;
  /**
   * Takes the plan of a table; null if this run has already written it. Throws the error of its
   * planning.
   */
  readonly of: (unit: TableOfAccount) => PlannedDays | null;
  /** The number of calls that planning a unit made. */
  readonly calls: (unit: TableOfAccount) => number;
}

/** A table with known activities. */
type Known = OpenDays & BatchesOf;

interface Planning {
  readonly run: Run;
  readonly chooser: Chooser;
  /** Runs `work` for a unit, counts its calls, and keeps its error. Does nothing after an error. */
  readonly attempt: (unit: TableOfAccount, work: () => Promise<void>) => Promise<void>;
  readonly plans: Map<string, PlannedDays>;
}

/** True if a unit is a table of results. */
export const isDays = (unit: TableOfAccount): unit is TableOfAccount<DayTable> =>
  unit.table.kind === 'days';

/** Runs work for units: counts the calls of each, and keeps its first error. */
const createAttempts = ({ exporting: { connection } }: Run) => {
  const errors = new Map<string, unknown>();
  const calls = new Map<string, number>();
  const attempt: Planning['attempt'] = async ({ name }, work) => {
    if (errors.has(name)) return;
    const before = connection.calls();
    try {
      await work();
    } catch (error) {
      errors.set(name, error);
    } finally {
      calls.set(name, (calls.get(name) ?? 0) + connection.calls() - before);
    }
  };
  return { attempt, errors, calls };
};

/** Creates the plans for the results of units. */
export const createPlans = (run: Run, units: readonly TableOfAccount[]): Plans => {
  const accounts = [...Map.groupBy(units.filter(isDays), ({ account }) => account.id)];
  const chooser = createWayChooser(run.exporting, accountsAhead);
  const plans = new Map<string, PlannedDays>();
  const { attempt, errors, calls } = createAttempts(run);
  let [next, way]: [number, Way] = [0, 'sync'];
  return {
    chooser,
    ahead: async ({ account }) => {
      const here = accounts.findIndex(([id]) => id === account.id);
      // If requests read the results, activity is best read when it is needed.
      const last = () => Math.min(accounts.length, here + (way === 'jobs' ? accountsAhead : 1));
      for (; next < last(); next += 1) {
        const [, some = []] = accounts[next] ?? [];
        const left = accounts.length - next;
        way = await planAccount({ run, chooser, attempt, plans }, some, left);
      }
    },
    of: ({ name }) => {
      if (errors.has(name)) throw errors.get(name);
      const plan = plans.get(name) ?? null;
      plans.delete(name);
      return plan;
    },
    calls: ({ name }) => calls.get(name) ?? 0,
  };
};

/**
 * Opens tables and resumes kept plans. Returns the other tables with their activities; tables that
 * this run has written are left out.
 */
const openAll = async (
  { run, attempt, plans }: Planning,
  units: readonly TableOfAccount<DayTable>[],
): Promise<readonly Known[]> => {
  const { ask } = run.exporting;
  const known: Known[] = [];
  for (const unit of units)
    await attempt(unit, async () => {
      const days = await daysToAsk(run, unit);
      const isWritten = run.state.of(unit.name) !== undefined && run.isDone(unit);
      const isWhole = days.length === 0 && (await stalePeriods(run, unit)).length === 0;
      if (isWritten && isWhole) return;
      const open = await openDays(run, { unit, days });
      const { table, account } = unit;
      if (open.kept !== null) plans.set(unit.name, resumeDays(open, open.kept));
      else {
        const activities = await readActivities({ ask, table, account }, days);
        known.push({ ...open, table, activities });
      }
    });
  return known;
};

/** Chooses the way of reading the tables of an account. */
export const chooseFor = async (
  chooser: Chooser,
  known: readonly (AskedDays & BatchesOf)[],
  left: number,
): Promise<Way> => {
  const [first] = known;
  if (first === undefined) return 'sync';
  const activity = known.reduce((sum, { unit, days }) => sum + activityCalls(unit, days), 0);
  const costs = totalOf(known.map(costsOf));
  return chooser.choose({ account: first.unit.account.id, costs, activity, left });
};

// Together with the jobs of the table being read, fewer than the API works on at a time.
const jobsAhead = 14;

/** Plans the results of an account, and begins the first jobs of each table. */
const planAccount = async (
  planning: Planning,
  units: readonly TableOfAccount<DayTable>[],
  left: number,
): Promise<Way> => {
  const { run, attempt, plans } = planning;
  const known = await openAll(planning, units);
  const way = await chooseFor(planning.chooser, known, left);
  for (const open of known)
    await attempt(open.unit, async () => {
      plans.set(open.unit.name, await beginDays(run, open, way));
    });
  await beginAhead(planning, units);
  return way;
};

/** Begins jobs until one is refused. The refusal is reported when the results are read. */
const beginAhead = async (
  { run, attempt, plans }: Planning,
  units: readonly TableOfAccount<DayTable>[],
): Promise<void> => {
  let isRefused = false;
  for (const unit of units)
    await attempt(unit, async () => {
      const planned = plans.get(unit.name);
      if (isRefused || planned?.plan.way !== 'jobs') return;
      const { done } = planned.from ?? { done: 0 };
      try {
        isRefused = !(await beginJobs(askOf(run, planned), { done, most: jobsAhead }));
      } catch (error) {
        if (!(error instanceof JobsError)) throw error;
        isRefused = true;
      }
    });
};
