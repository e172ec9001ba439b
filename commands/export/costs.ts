import { type Batch, type BatchesOf, batchesFor } from './batches-for.ts';
import { numberOf, type Piece } from './days.ts';
import type { Way } from './options.ts';
import { type DayTable, groupsIn, togetherOf } from './tables.ts';

/** The costs of reading the results of a table, or of an account, by each way. */
export interface Costs {
  /** Calls that count in the window of results, by requests. */
  readonly stats: number;
  /** All calls, by requests. */
  readonly calls: number;
  readonly jobs: number;
  /** All calls, by jobs. */
  readonly callsOfJobs: number;
}

const noCosts: Costs = { stats: 0, calls: 0, jobs: 0, callsOfJobs: 0 };

/** The sum of costs. */
export const totalOf = (all: readonly Costs[]): Costs =>
  all.reduce(
    (sum, one) => ({
      stats: sum.stats + one.stats,
      calls: sum.calls + one.calls,
      jobs: sum.jobs + one.jobs,
      callsOfJobs: sum.callsOfJobs + one.callsOfJobs,
    }),
    noCosts,
  );

// One call begins the job, others poll it, and one reads its file.
const callsOfJob = 4;

/** The number of weeks that the gateway reads for a piece; they begin on Mondays. */
const weeksOf = ({ first, last }: Piece): number => {
  const [from, to] = [numberOf(first), numberOf(last)];
  return to - from < 7 ? 1 : Math.floor((to + 3) / 7) - Math.floor((from + 3) / 7) + 1;
};

/**
 * The number of calls that list the entities of a batch, and the parents that have their currency.
 */
const listsOf = ({ active, currency }: DayTable): number => {
  if (active === null) return 0;
  return (currency ?? '').includes('.') ? 2 : 1;
};

/** The costs of reading results, by each way. */
export const costsOf = (asked: BatchesOf): Costs => {
  const { table } = asked;
  const families = togetherOf(groupsIn(table)).length;
  const batches = (way: Way): readonly Batch[] => batchesFor(asked, way);
  const bySync = table.by === null ? batches('sync') : [];
  const stats = bySync.reduce((sum, batch) => sum + weeksOf(batch) * families, 0);
  const jobs = batches('jobs').length * families;
  return {
    stats,
    calls: stats + bySync.length * listsOf(table),
    jobs,
    callsOfJobs: jobs * (callsOfJob + listsOf(table)),
  };
};
