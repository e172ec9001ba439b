import { type BatchesOf, batchesFor, readActivities } from './batches-for.ts';
import { JobsError } from './begin-job.ts';
import { type Chooser, createWayChooser } from './choose-way.ts';
import { passingBook } from './job-book.ts';
import type { Step } from './journal.ts';
import type { Way } from './options.ts';
import type { AskedDays } from './plan-days.ts';
import { chooseFor, isDays } from './plans.ts';
import { resultSteps } from './read-jobs.ts';
import type { Row } from './rows.ts';
import type { DayTable } from './tables.ts';
import { type ExportContext, rangeOf, type TableOfAccount } from './units.ts';

/** The tables of results of an account, and the way of reading them. */
interface AccountPlan {
  readonly way: Way;
  readonly known: readonly (AskedDays & BatchesOf)[];
}

/** Returns a function that reads the rows of a unit, and keeps nothing on disk. */
export const createResultRows = (exporting: ExportContext, units: readonly TableOfAccount[]) => {
  const accounts = [...Map.groupBy(units.filter(isDays), ({ account }) => account.id)];
  const chooser = createWayChooser(exporting, 1);
  const plans = new Map<string, Promise<AccountPlan>>();
  return async function* (unit: TableOfAccount<DayTable>): AsyncGenerator<Row> {
    const { id } = unit.account;
    const at = accounts.findIndex(([account]) => account === id);
    const plan =
      plans.get(id) ??
      planOf(exporting, chooser, { some: accounts[at]?.[1] ?? [], left: accounts.length - at });
    plans.set(id, plan);
    yield* readRows({ exporting, chooser, unit }, await plan);
  };
};

const planOf = async (
  { ask, chosen }: ExportContext,
  chooser: Chooser,
  { some, left }: { readonly some: readonly TableOfAccount<DayTable>[]; readonly left: number },
): Promise<AccountPlan> => {
  const known = [];
  for (const unit of some) {
    const { table, account } = unit;
    const days = rangeOf(chosen, account);
    known.push({
      ...{ unit, table, days },
      activities: await readActivities({ ask, table, account }, days),
    });
  }
  return { known, way: await chooseFor(chooser, known, left) };
};

interface UnitOfPlan {
  readonly exporting: ExportContext;
  readonly chooser: Chooser;
  readonly unit: TableOfAccount<DayTable>;
}

/** The rows of a unit. With `auto`, requests read them if jobs fail before the first row. */
async function* readRows(
  { exporting, chooser, unit }: UnitOfPlan,
  { way, known }: AccountPlan,
): AsyncGenerator<Row> {
  const { ask, chosen, clock, progress } = exporting;
  const { table, account, name } = unit;
  const steps = (by: Way): AsyncGenerator<Step> => {
    const found = known.find((one) => one.unit.name === name);
    const batches = found === undefined ? [] : batchesFor(found, by);
    const { groups, segmentation } = chosen;
    const asked = { ask, table, account, groups, segmentation, batches, clock, from: null };
    return resultSteps({ ...asked, book: passingBook(), say: progress.say }, by);
  };
  let isBegun = false;
  try {
    for await (const { rows } of steps(chooser.hasGivenUp(account.id) ? 'sync' : way)) {
      isBegun = true;
      yield* rows;
    }
  } catch (error) {
    if (!(error instanceof JobsError) || isBegun || chosen.reads !== 'auto') throw error;
    chooser.giveUp(error, account.id);
    for await (const { rows } of steps('sync')) yield* rows;
  }
}
