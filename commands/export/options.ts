import { UsageError } from '../../bin/commands.ts';
import type { Variables } from '../../src/index.ts';
import { accountIdOf } from '../ids.ts';
import { dayOf, daysBetween, numberOf } from './days.ts';
import { checkGroups, type Segmentation, segmentationIn, tablesFor } from './segments.ts';
import { type Group, groups, type Table, withGroups } from './tables.ts';

/** The way of reading results: by direct calls, or by jobs of the API. */
export type Way = 'sync' | 'jobs';

/** The options of `ads-graph export`, as a program gives them. */
export interface ExportOptions {
  /** The accounts, by their ids in the API or global ones; `all` for every one that is visible. */
  readonly accounts: readonly string[] | 'all';
  /** The names of tables; all of them by default. */
  readonly tables?: readonly string[] | undefined;
  /** The first and the last day of results, in the time zone of each account. */
  readonly days?: { readonly first: string; readonly last: string } | undefined;
  /** The last days, up to and including today; 30 by default. */
  readonly last?: number | undefined;
  /** The groups of figures; by default ENGAGEMENT, BILLING and VIDEO. */
  readonly metrics?: readonly string[] | undefined;
  /**
   * The segments that divide results: `AGE`, `GENDER`, `METROS:COUNTRY`, `PLATFORMS` or
   * `CONVERSION_TAGS`. The tables are then named `campaign_days_by_age` and so on. Jobs of the API
   * compute them, which the caller must be allowed to begin.
   */
  readonly segment?: string | undefined;
  /**
   * The way of reading results: `sync`, by direct calls; `jobs`, by jobs of the API,
   * which the caller must be allowed to begin; by default `auto`, the way that is expected to be
   * faster for each account. The rows are the same.
   */
  readonly reads?: string | undefined;
  /** The URL of a running gateway; by default one is started in this process. */
  readonly url?: string | undefined;
  /** The environment: settings of that gateway, or ADS_GRAPH_KEY and ADS_GRAPH_SESSION. */
  readonly variables?: Variables | undefined;
}

/** The selection of an export, validated. */
export interface ExportSelection {
  /** Null for all. */
  readonly accounts: readonly string[] | null;
  readonly tables: readonly Table[];
  readonly groups: readonly Group[];
  readonly segmentation: Segmentation | null;
  readonly reads: Way | 'auto';
  readonly days: { readonly first: string; readonly last: string } | null;
  readonly last: number;
}

const usualGroups: readonly Group[] = ['ENGAGEMENT', 'BILLING', 'VIDEO'];
const usualDays = 30;

const known = <T extends string>(
  given: readonly string[],
  names: readonly T[],
  option: string,
): readonly T[] => {
  const wrong = given.find((name) => !names.some((one) => one === name));
  if (wrong !== undefined || given.length === 0)
    throw new UsageError(`${option} has no ${wrong ?? 'value'}; it takes ${names.join(', ')}`);
  return names.filter((name) => given.includes(name));
};

/** True if a text is a day of the calendar; `2026-02-30` is not. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(numberOf(text)) &&
  dayOf(numberOf(text)) === text;

const checkDays = (days: NonNullable<ExportOptions['days']>): void => {
  if (!(isDay(days.first) && isDay(days.last) && days.first <= days.last))
    throw new UsageError('--days must be two days in order, such as 2026-11-01..2026-11-30');
  if (daysBetween(days.first, days.last).length > longestDays)
    throw new UsageError(`--days must have at most ${longestDays} days`);
};

const longestDays = 1000;

/** The chosen way of reading; only jobs compute segments. Throws UsageError. */
const readsOf = ({ reads = 'auto', segment }: ExportOptions): ExportSelection['reads'] => {
  if (reads !== 'sync' && reads !== 'jobs' && reads !== 'auto')
    throw new UsageError('--reads must be sync, jobs or auto');
  if (segment === undefined) return reads;
  if (reads === 'sync') throw new UsageError('--segment needs jobs, which --reads sync excludes');
  return 'jobs';
};

/** Validates the options. Throws UsageError. */
export const chosenBy = (options: ExportOptions): ExportSelection => {
  const { accounts, days, last, metrics = usualGroups, segment } = options;
  if (accounts !== 'all' && accounts.length === 0)
    throw new UsageError('--account or --all is missing');
  if (days !== undefined && last !== undefined)
    throw new UsageError('--days and --last exclude each other');
  if (days !== undefined) checkDays(days);
  if (last !== undefined && !(Number.isInteger(last) && last >= 1 && last <= longestDays))
    throw new UsageError(`--last must be a number of days, 1 to ${longestDays}`);
  const some = known(metrics, groups, '--metrics');
  const segmentation = segment === undefined ? null : segmentationIn(segment);
  if (segmentation !== null) checkGroups(segmentation, some);
  const tables = tablesFor(segmentation);
  const names = tables.map(({ name }) => name);
  const given = options.tables?.map((name) => nameIn(names, name));
  const chosen = known(given ?? names, names, '--tables');
  return {
    accounts: accounts === 'all' ? null : accounts.map(restIdOf),
    tables: tables
      .filter(({ name }) => chosen.includes(name))
      .map((table) => withGroups(table, some)),
    groups: some,
    segmentation,
    reads: readsOf(options),
    days: days ?? null,
    last: last ?? usualDays,
  };
};

/** The full name of a table; the text may leave out its segment. */
const nameIn = (names: readonly string[], text: string): string =>
  names.find((name) => name === text || name.startsWith(`${text}_by_`)) ?? text;

/** The same selection with these groups of figures. */
export const withMetrics = (chosen: ExportSelection, some: readonly Group[]): ExportSelection => ({
  ...chosen,
  groups: some,
  tables: tablesFor(chosen.segmentation)
    .filter((table) => chosen.tables.some(({ name }) => name === table.name))
    .map((table) => withGroups(table, some)),
});

const restIdOf = (id: string): string => accountIdOf(id.replace(/^\w*Account:/, '')).toLowerCase();
