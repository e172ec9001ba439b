import { writeWhole } from '../files.ts';
import type { Partition } from './days.ts';
import { type Format, formats, writeInto } from './formats.ts';
import type { Row, RowsOf } from './rows.ts';

/** The folder of a table's files, and their format and partition. */
export interface FileTarget {
  readonly folder: string;
  readonly format: Format;
  readonly partition: Partition;
  /** Rejects if the folder belongs to another run. */
  readonly check: () => Promise<void>;
}

/** The totals of files that were written. */
export interface WrittenFiles {
  readonly rows: number;
  readonly bytes: number;
  readonly files: number;
  /** Of results: the first and the last day; else null. */
  readonly from: string | null;
  readonly to: string | null;
}

export const nothing: WrittenFiles = { rows: 0, bytes: 0, files: 0, from: null, to: null };

export const plus = (one: WrittenFiles, other: WrittenFiles): WrittenFiles => ({
  ...one,
  rows: one.rows + other.rows,
  bytes: one.bytes + other.bytes,
  files: one.files + other.files,
});

/** Writes rows as a file of a format, whole or not at all. */
export const writeRows = async (
  path: string,
  table: RowsOf,
  { rows, target }: { readonly rows: AsyncIterable<Row>; readonly target: FileTarget },
): Promise<WrittenFiles> => {
  let count = 0;
  const bytes = await writeWhole(path, async (draft) => {
    count = await writeInto(await formats[target.format](draft, table), rows);
    await target.check();
  });
  return { ...nothing, rows: count, bytes, files: 1 };
};
