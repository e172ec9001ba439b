import { join, resolve } from 'node:path';
import { type Lock, takeLock } from '../lock.ts';
import { chooserFor } from './choice.ts';
import type { Format } from './formats.ts';
import { withMetrics } from './options.ts';
import type { Partition } from './partition.ts';
import { openState, passingState, type State } from './state.ts';
import type { Table } from './tables.ts';
import type { ExportContext, TableOfAccount } from './units.ts';
import type { FileTarget } from './written.ts';

/** A run of `ads-graph export`. */
export interface Run {
  readonly exporting: ExportContext;
  readonly target: FileTarget;
  readonly state: State;
  /** The folder of what is not finished. */
  readonly work: string;
  /** The days before the last run's last day that are asked for again. */
  readonly lookback: number;
  /** The columns of a table, as the state keeps them. */
  readonly columnsOf: (table: Table) => string;
  /** Whether a table of an account was written in this run, also before it was killed. */
  readonly isDone: (unit: Pick<TableOfAccount, 'name' | 'account'>) => boolean;
}

/** Where a run writes, and what it knows of earlier ones. */
export interface ExportFiles {
  readonly out: string;
  readonly format: Format;
  readonly partition: Partition | undefined;
  readonly state: string | undefined;
  readonly lookback: number;
}

/** A run, of which nothing is written yet. */
export const runOf = async (
  exporting: ExportContext,
  files: ExportFiles,
  check: () => Promise<void> = async () => undefined,
): Promise<Run> => {
  const { format } = files;
  const folder = resolve(files.out);
  const choose = await chooserFor({ ...files, chosen: exporting.chosen });
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

/** The path of what is not finished of a table, before an ending. */
export const openPath = ({ work }: Run, { name }: TableOfAccount): string =>
  join(work, 'open', name.replace('/', '-'));

/** Takes the folder and the state for one run. */
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
