import { join, resolve } from 'node:path';
import { type Lock, takeLock } from '../lock.ts';
import { choiceJoinerFor } from './choice.ts';
import type { Partition } from './days.ts';
import type { Format } from './formats.ts';
import { withMetrics } from './options.ts';
import { openState, passingState, type State } from './state.ts';
import type { Table } from './tables.ts';
import type { ExportContext, TableOfAccount } from './units.ts';
import type { FileTarget } from './written.ts';

/** A run of `ads-graph export`. */
export interface Run {
  readonly exporting: ExportContext;
  readonly target: FileTarget;
  readonly state: State;
  /** The folder of unfinished tables and kept rows. */
  readonly work: string;
  /** The number of days before the last run's last day that are read again. */
  readonly lookback: number;
  /** The names of a table's columns, as the state keeps them. */
  readonly columnsOf: (table: Table) => string;
  /** True if this run has written a table of an account, even before it was killed. */
  readonly isDone: (unit: Pick<TableOfAccount, 'name' | 'account'>) => boolean;
}

/** The options about the files of a run and its state. */
export interface ExportFiles {
  readonly out: string;
  readonly format: Format;
  readonly partition: Partition | undefined;
  readonly state: string | undefined;
  readonly lookback: number;
}

/**
 * Prepares a run, and writes nothing. Throws UsageError if its options do not fit its state or its
 * folder.
 */
export const runOf = async (
  exporting: ExportContext,
  files: ExportFiles,
  check: () => Promise<void> = async () => undefined,
): Promise<Run> => {
  const { format } = files;
  const folder = resolve(files.out);
  const choose = await choiceJoinerFor({ ...files, chosen: exporting.chosen });
  const state =
    files.state === undefined ? passingState(choose(null)) : await openState(files.state, choose);
  const { partition, metrics } = state.choice;
  return {
    exporting: { ...exporting, chosen: withMetrics(exporting.chosen, metrics) },
    target: { folder, format, partition, check },
    state,
    work: files.state === undefined ? join(folder, '.ads-graph') : `${files.state}.d`,
    lookback: files.lookback,
    columnsOf: ({ columns }) => columns.map(({ name }) => name).join(),
    isDone: ({ name, account }) => {
      const known = state.of(name);
      return known?.run === state.run && known.today === account.today;
    },
  };
};

/** The path of the unfinished files of a table, without an extension. */
export const openPath = ({ work }: Run, { name }: TableOfAccount): string =>
  join(work, 'open', name.replace('/', '-'));

/** Locks the folder and the state for one run. */
export const lockFiles = async ({ out, state }: ExportFiles): Promise<Lock> => {
  const folder = await takeLock(join(out, '.ads-graph.lock'), `--out ${out}`);
  if (state === undefined) return folder;
  const other = await takeLock(`${state}.lock`, `--state ${state}`).catch(async (error) => {
    await folder.release();
    throw error;
  });
  return {
    check: folder.check,
    release: async () => {
      await other.release();
      await folder.release();
    },
  };
};
