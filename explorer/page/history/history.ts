import { verdictsOf } from '../run/endings.ts';
import type { PageRun } from '../run/run.ts';
import { useShared } from '../work/use-shared.ts';
import type { Tab } from '../work/work.ts';

/** One run, without its headers and its answer. */
export interface Past {
  readonly query: string;
  readonly variables: string;
  /** ISO 8601. */
  readonly at: string;
  readonly calls: number;
  readonly ms: number;
  readonly failed: boolean;
}

/** The number of runs that are kept. */
export const maxRuns = 50;

const isHistory = (value: unknown): value is readonly Past[] => Array.isArray(value);

const none: readonly Past[] = [];

/**
 * The last 50 runs of this browser, newest first; each operation with its variables is there once.
 */
export const useHistory = () => {
  const [runs, setRuns] = useShared('history', isHistory, none);
  const add = ({ query, variables }: Tab, run: PageRun): void => {
    if (run.state !== 'done') return;
    const { ms } = run.answered;
    const failed = verdictsOf(run).some(({ tone }) => tone === 'bad' || tone === 'warn');
    const past = {
      query,
      variables,
      at: new Date().toISOString(),
      calls: run.calls.length,
      ms,
      failed,
    };
    setRuns((before) =>
      [past, ...before.filter((one) => one.query !== query || one.variables !== variables)].slice(
        0,
        maxRuns,
      ),
    );
  };
  /** The calls of the last run of this text with these variables; null if none is known. */
  const lastCallsOf = ({ query, variables }: Pick<Past, 'query' | 'variables'>): number | null =>
    runs.find((one) => one.query === query && one.variables === variables && !one.failed)?.calls ??
    null;
  const remove = (past: Past): void => setRuns((before) => before.filter((one) => one !== past));
  return { runs, add, lastCallsOf, remove, clear: () => setRuns(() => none) };
};
