/** Where a position is in the pages of the API. */
export interface Place {
  /** The upstream cursor of the page; null for the first page. */
  readonly cursor: string | null;
  /** The `count` that the page was read with; null where the list was never read alone. */
  readonly count: number | null;
  /** The number of rows of the page before the position; 0 at the start of a page. */
  readonly offset: number;
}

/** What is known of the rows before a position. It finds the position again after rows were added or deleted. */
export interface RowsBefore {
  /** The ids of up to 3 of them, the last of them last. */
  readonly ids: readonly string[];
  /** The time in the sort column of the last of them, as the API writes it; null where the rows are in no order of time. */
  readonly at: string | null;
}

/** The position at which a list continues: what a cursor contains. */
export interface Position extends Place, RowsBefore {}

export const BEGINNING: Position = Object.freeze({
  cursor: null,
  count: null,
  offset: 0,
  ids: [],
  at: null,
});
