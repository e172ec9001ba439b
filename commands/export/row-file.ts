import type { Row } from './rows.ts';

/** A file of rows that is being written. */
export interface RowFile {
  readonly write: (row: Row) => Promise<void>;
  readonly close: () => Promise<void>;
}
