import { useEffect, useState } from 'preact/hooks';
import { verdictsOf } from '../run/endings.ts';
import type { PageRun } from '../run/run.ts';
import { keep, read } from '../work/storage.ts';
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

/** How many runs are kept. */
export const maxRuns = 50;

const isHistory = (value: unknown): value is readonly Past[] => Array.isArray(value);

/**
 * The last 50 runs of this browser, newest first; each operation with its variables is there once.
 */
export const useHistory = () => {
  const [runs, setRuns] = useState<readonly Past[]>(
    () => read(localStorage, 'history', isHistory) ?? [],
  );
  useEffect(() => keep(localStorage, 'history', runs), [runs]);
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
  const remove = (past: Past): void => setRuns((before) => before.filter((one) => one !== past));
  return { runs, add, remove, clear: () => setRuns([]) };
};
