import type { State } from './state.ts';
import type { Table } from './tables.ts';
import type { Exporting } from './units.ts';
import type { Target } from './written.ts';

/** A run of `ads-graph export`. */
export interface Run {
  readonly exporting: Exporting;
  readonly target: Target;
  readonly state: State;
  /** The folder of what is not finished. */
  readonly work: string;
  /** The days before the last run's last day that are asked for again. */
  readonly lookback: number;
  /** The columns of a table, as the state keeps them. */
  readonly columnsOf: (table: Table) => string;
  /** Whether a table of an account was written in this run. */
  readonly isDone: (unit: string) => boolean;
}
