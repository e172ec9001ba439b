import { counted } from '../output.ts';
import { activityCalls, readActivities } from './batches-for.ts';
import {
  accountsAhead,
  type Chooser,
  createWayChooser,
  perWindow,
  secondsPerCall,
  windowSeconds,
} from './choose-way.ts';
import { type Costs, costsOf, totalOf } from './costs.ts';
import type { Way } from './options.ts';
import type { AskedDays } from './plan-days.ts';
import { isDays } from './plans.ts';
import type { Run } from './run.ts';
import type { DayTable } from './tables.ts';
import { type TableOfAccount, unitsOf } from './units.ts';
import { daysToAsk } from './write-days.ts';

/** The expected cost of a table of an account, in calls to the API and in seconds. */
interface Forecast {
  readonly table: string;
  readonly account: string;
  readonly calls: number;
  readonly seconds: number;
  /** The expected way of reading; absent for entities. */
  readonly reads?: Way;
  readonly from: string | null;
  readonly to: string | null;
}

const mostCalls = 11;

/** The expected costs of a table of results. */
interface Expected extends AskedDays {
  readonly costs: Costs;
  readonly activity: number;
}

const meanOf = (all: readonly Costs[]): Costs => {
  const sum = totalOf(all);
  const mean = (name: keyof Costs): number => Math.round(sum[name] / Math.max(1, all.length));
  return {
    ...{ stats: mean('stats'), calls: mean('calls') },
    ...{ jobs: mean('jobs'), callsOfJobs: mean('callsOfJobs') },
  };
};

// One call finds the active entities of this many days.
const recentDays = 68;

/** The active entities of recent days, which are expected to be those of earlier days, too. */
const expectedActivities = async ({ ask }: Run['exporting'], { unit, days }: AskedDays) => {
  const { table, account } = unit;
  const recent = days.slice(-recentDays);
  const found = await readActivities({ ask, table, account }, recent);
  if (found === null || recent.length === days.length) return found;
  return new Map(Array.from(found, ([id, activity]) => [id, { ...activity, from: 0 }]));
};

/**
 * Returns a function that finds the costs of a table. After eleven tables with calls, it expects of
 * others the mean of the same table in other accounts.
 */
const createExpecting = (run: Run) => {
  const known = new Map<string, Costs[]>();
  let asked = 0;
  return async (unit: TableOfAccount<DayTable>): Promise<Expected> => {
    const { table } = unit;
    const days = await daysToAsk(run, unit);
    const activity = activityCalls(unit, days);
    const seen = known.get(table.name) ?? [];
    if (activity > 0 && asked >= mostCalls) return { unit, days, activity, costs: meanOf(seen) };
    asked += Math.min(1, activity);
    const activities = await expectedActivities(run.exporting, { unit, days });
    const costs = costsOf({ table, days, activities });
    known.set(table.name, [...seen, costs]);
    return { unit, days, activity, costs };
  };
};

const wayOf = async (chooser: Chooser, all: readonly Expected[], left: number): Promise<Way> => {
  const costs = totalOf(all.map((one) => one.costs));
  const activity = all.reduce((sum, one) => sum + one.activity, 0);
  const [first] = all;
  if (first === undefined) return 'sync';
  return chooser.choose({ account: first.unit.account.id, costs, activity, left });
};

/** The lines of an account; `seconds` returns the expected duration of calls. */
const linesOf = (
  units: readonly TableOfAccount[],
  { all, reads }: { readonly all: readonly Expected[]; readonly reads: Way },
  seconds: (calls: number, inWindow: number) => number,
): readonly Forecast[] =>
  units.map((unit) => {
    const line = { table: unit.table.name, account: unit.account.id };
    const found = all.find((one) => one.unit === unit);
    if (found === undefined)
      return { ...line, calls: 1, seconds: seconds(1, 0), from: null, to: null };
    const { costs, activity, days } = found;
    const calls = activity + (reads === 'sync' ? costs.calls : costs.callsOfJobs);
    const inWindow = activity + (reads === 'sync' ? costs.stats : 0);
    const range = { from: days[0] ?? null, to: days.at(-1) ?? null };
    return { ...line, calls, seconds: seconds(calls, inWindow), reads, ...range };
  });

/** The expected cost of a run, a line for each table of an account. Makes at most a dozen calls. */
export const forecast = async (run: Run): Promise<readonly Forecast[]> => {
  const { units } = await unitsOf(run.exporting);
  const accounts = [...Map.groupBy(units, ({ account }) => account.id).values()];
  const chooser = createWayChooser(run.exporting, accountsAhead);
  const expecting = createExpecting(run);
  let spent = 0;
  const secondsOf = (calls: number, inWindow: number): number => {
    const waits = Math.floor((spent + inWindow) / perWindow) - Math.floor(spent / perWindow);
    spent += inWindow;
    return Math.ceil(calls * secondsPerCall) + waits * windowSeconds;
  };
  const lines: Forecast[] = [];
  for (const [index, some] of accounts.entries()) {
    const all: Expected[] = [];
    for (const unit of some) if (isDays(unit)) all.push(await expecting(unit));
    const reads = await wayOf(chooser, all, accounts.length - index);
    lines.push(...linesOf(some, { all, reads }, secondsOf));
  }
  return lines;
};

/** The totals of all tables, as a sentence. */
export const sumOf = (lines: readonly Forecast[]): string => {
  const calls = lines.reduce((sum, line) => sum + line.calls, 0);
  const seconds = lines.reduce((sum, line) => sum + line.seconds, 0);
  const accounts = new Set(lines.map(({ account }) => account)).size;
  const time = `about ${counted(Math.ceil(seconds / 60), 'minute')}`;
  return `In all ${lines.length} tables of ${accounts} accounts: ${calls} calls, ${time}.`;
};
