import { UsageError } from '../../bin/commands.ts';
import { counted } from '../output.ts';
import type { JobsError } from './begin-job.ts';
import type { Costs } from './costs.ts';
import { viewerDocument } from './job-documents.ts';
import type { Way } from './options.ts';
import type { ExportContext } from './units.ts';

/** The calls for results that the API answers in a window, and the length of a window. */
export const perWindow = 250;
export const windowSeconds = 900;
export const secondsPerCall = 0.5;
// Other programs of the same user need some of a window.
const ownPerWindow = 200;
/** The number of accounts whose jobs run at the same time. */
export const accountsAhead = 20;
// The API does not say how long a job takes; most take less.
const jobSeconds = 60;

/** The results of an account to read. */
interface AccountResults {
  readonly account: string;
  readonly costs: Costs;
  /** The number of calls that find the active entities. */
  readonly activity: number;
  /** The number of accounts that are left, including this one. */
  readonly left: number;
}

/** Chooses the way of reading for each account. */
export interface Chooser {
  /** Returns the way of `--reads`, else the one that is expected to be faster, and reports it. */
  readonly choose: (results: AccountResults) => Promise<Way>;
  /** Ends the use of jobs in this account, or in all, if the error reaches beyond a table. */
  readonly giveUp: (error: JobsError, account: string) => void;
  /** True if jobs are no longer used in an account. */
  readonly hasGivenUp: (account: string) => boolean;
}

type Seconds = Readonly<Record<Way, number>>;

const rounded = (seconds: number): string =>
  `about ${counted(Math.max(1, Math.round(seconds)), 'second')}`;

/** The sentence about a choice. */
const sentenceOf = (
  { account, costs }: AccountResults,
  { way, seconds, why }: { readonly way: Way; readonly seconds: Seconds; readonly why: string },
): string => {
  const texts = {
    sync: `${counted(costs.stats, 'direct call')} (${rounded(seconds.sync)})`,
    jobs: `${counted(costs.jobs, 'job')} of the API (${rounded(seconds.jobs)})`,
  };
  const other = way === 'sync' ? 'jobs' : 'sync';
  return `${account}: results by ${texts[way]} instead of ${texts[other]}${why}.`;
};

/**
 * True if a window is too small for the calls so far and, for each account left, as many as for
 * this one.
 */
const isBeyondWindow = (spent: number, { costs, activity, left }: AccountResults): boolean =>
  spent + left * (activity + costs.stats) > ownPerWindow;

/** The expected seconds for an account's results, by each way. */
const secondsOf = ({ costs, left }: AccountResults, isBeyond: boolean, ahead: number): Seconds => ({
  sync: Math.max(
    costs.calls * secondsPerCall,
    isBeyond ? (costs.stats * windowSeconds) / perWindow : 0,
  ),
  // Jobs of an account run in parallel, as do those of the accounts ahead.
  jobs: costs.callsOfJobs * secondsPerCall + jobSeconds / Math.min(ahead, left),
});

const whyOf = (
  way: Way,
  { isForced, isBeyond }: Readonly<Record<'isForced' | 'isBeyond', boolean>>,
) => {
  if (isForced) return ', as --reads says';
  return way === 'jobs' && isBeyond
    ? `: the API allows ${perWindow} such calls in ${windowSeconds / 60} minutes`
    : '';
};

/**
 * Returns a function that returns true if the caller may begin jobs. It asks once, and reports a
 * refusal once.
 */
const createAllowance = (exporting: ExportContext) => {
  let isAllowed: Promise<boolean> | null = null;
  return (): Promise<boolean> => {
    isAllowed ??= mayWrite(exporting).then((may) => {
      if (!may) exporting.progress.say(`${refused}; results are read by direct calls.`);
      return may;
    });
    return isAllowed;
  };
};

/** Creates the chooser of a run that begins jobs for up to `ahead` accounts at a time. */
export const createWayChooser = (exporting: ExportContext, ahead: number): Chooser => {
  const { chosen, progress } = exporting;
  const given = new Set<string>();
  const mayBegin = createAllowance(exporting);
  const hasGivenUp = (account: string): boolean => given.has('all') || given.has(account);
  let spent = 0;
  return {
    choose: async (results) => {
      if (chosen.segmentation !== null) return 'jobs';
      const { account, activity, costs } = results;
      const isForced = chosen.reads !== 'auto';
      const isBeyond = isBeyondWindow(spent, results);
      const seconds = secondsOf(results, isBeyond, ahead);
      const sooner = seconds.jobs < seconds.sync ? 'jobs' : 'sync';
      let way = chosen.reads === 'auto' ? sooner : chosen.reads;
      const isOpen = isForced || way === 'sync';
      if (!isOpen && (hasGivenUp(account) || !(await mayBegin()))) way = 'sync';
      spent += activity + (way === 'sync' ? costs.stats : 0);
      const why = whyOf(way, { isForced, isBeyond });
      if (costs.jobs > 0) progress.say(sentenceOf(results, { way, seconds, why }));
      return way;
    },
    giveUp: ({ reach }, account) => {
      if (reach !== 'table') given.add(reach === 'all' ? 'all' : account);
    },
    hasGivenUp,
  };
};

const refused = 'This caller may only read, and a job of the API is a mutation';

const mayWrite = async ({ ask }: ExportContext): Promise<boolean> => {
  const { viewer } = await ask<{ readonly viewer: { readonly mayWrite: boolean } | null }>(
    viewerDocument,
    {},
  );
  return viewer?.mayWrite === true;
};

/** Throws UsageError if `--reads jobs` is asked for results, and the caller may only read. */
export const checkReads = async (exporting: ExportContext): Promise<void> => {
  const { reads, segmentation, tables } = exporting.chosen;
  const isForced = reads === 'jobs' && segmentation === null;
  if (!isForced || tables.every(({ kind }) => kind === 'entity')) return;
  if (!(await mayWrite(exporting))) throw new UsageError(`${refused}: --reads jobs cannot be done`);
};
