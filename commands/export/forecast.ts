import { batchesFor, callsOf } from './batches-for.ts';
import type { Run } from './run.ts';
import { groupsIn, togetherOf } from './tables.ts';
import { type TableOfAccount, unitsOf } from './units.ts';
import { daysToAsk } from './write-days.ts';

/** What a table of an account is expected to cost. */
export interface Forecast {
  readonly table: string;
  readonly account: string;
  readonly calls: number;
  readonly seconds: number;
  readonly from: string | null;
  readonly to: string | null;
}

type Days = readonly string[];

const mostCalls = 11;
// The API answers 250 calls about results in a quarter of an hour.
const perWindow = 250;
const windowSeconds = 900;
const secondsPerCall = 0.5;

/**
 * What a run would cost. It makes at most a dozen calls; tables beyond them are expected to cost
 * what the same table costs elsewhere.
 */
export const forecast = async (run: Run): Promise<readonly Forecast[]> => {
  const { ask } = run.exporting;
  const { units } = await unitsOf(run.exporting);
  const known = new Map<string, number[]>();
  let asked = 0;
  let spent = 0;
  const callsFor = async ({ table, account }: TableOfAccount, days: Days): Promise<number> => {
    if (table.kind === 'entity') return 1;
    const seen = known.get(table.name) ?? [];
    if (table.active !== null && asked >= mostCalls)
      return Math.round(seen.reduce((sum, one) => sum + one, 0) / Math.max(1, seen.length));
    if (table.active !== null) asked += 1;
    const batches = await batchesFor({ ask, table, account }, days);
    const { stats, others } = callsOf(batches, table, togetherOf(groupsIn(table)).length);
    known.set(table.name, [...seen, stats + others + 1]);
    return stats + others + 1;
  };
  const lines: Forecast[] = [];
  for (const unit of units) {
    const { table, account, name } = unit;
    const days = table.kind === 'days' ? await daysToAsk(run, { table, account, name }) : [];
    const calls = await callsFor(unit, days);
    const waits = Math.floor((spent + calls) / perWindow) - Math.floor(spent / perWindow);
    if (table.kind === 'days' && table.by === null) spent += calls;
    lines.push({
      table: table.name,
      account: account.id,
      calls,
      seconds: Math.ceil(calls * secondsPerCall) + waits * windowSeconds,
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
    });
  }
  return lines;
};

/** The sentence about all tables. */
export const sumOf = (lines: readonly Forecast[]): string => {
  const calls = lines.reduce((sum, line) => sum + line.calls, 0);
  const seconds = lines.reduce((sum, line) => sum + line.seconds, 0);
  const accounts = new Set(lines.map(({ account }) => account)).size;
  const minutes = Math.ceil(seconds / 60);
  const time = `about ${minutes} minute${minutes === 1 ? '' : 's'}`;
  return `In all ${lines.length} tables of ${accounts} accounts: ${calls} calls, ${time}.`;
};
