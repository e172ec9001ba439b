import type { Chooser } from './choose-way.ts';
import { JobsError } from './jobs-error.ts';
import { askOf, type PlannedDays, restartDays } from './plan-days.ts';
import type { DaysPosition } from './read-days.ts';
import { resultSteps } from './read-results.ts';
import type { Run } from './run.ts';

/**
 * Reads the results of a planned table into its journal. With `--reads auto`, requests read them
 * from the beginning if jobs fail.
 */
export const readPlanned = async (
  run: Run,
  planned: PlannedDays,
  chooser: Chooser,
): Promise<void> => {
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
