import type { Row } from './rows.ts';
import type { Table } from './tables.ts';

/** The columns of rows, and the names of those that identify one. */
export type RowsOf = Pick<Table, 'columns' | 'key'>;

/** A file of rows that is being written. */
export interface RowFile {
  readonly write: (row: Row) => Promise<void>;
  readonly close: () => Promise<void>;
}
