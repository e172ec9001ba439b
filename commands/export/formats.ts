import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { csvLine } from '../../client/csv.ts';
import { openParquet } from './parquet.ts';
import type { RowFile, RowsOf } from './row-file.ts';
import { decimalOf, type Row, type Value } from './rows.ts';
import type { Column } from './tables.ts';

export type Format = 'ndjson' | 'csv' | 'parquet';

/** Opens a file of a format; its extension is the format's name. */
type OpenRows = (path: string, table: RowsOf) => Promise<RowFile>;

const bufferedBytes = 256 * 1024;

/** A file of lines, written in large pieces. */
export const openLines = async (
  path: string,
  lineOf: (row: Row) => string,
  head = '',
): Promise<RowFile> => {
  const file: FileHandle = await open(path, 'w');
  let text = head;
  const flush = async (): Promise<void> => {
    await file.writeFile(text);
    text = '';
  };
  return {
    write: async (row) => {
      text += lineOf(row);
      if (text.length > bufferedBytes) await flush();
    },
    close: async () => {
      await flush();
      await file.close();
    },
  };
};

const json = (value: Value, { type }: Column): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  // Lists are JSON already.
  if (type === 'INT64' || type === 'JSON') return value;
  return type === 'DECIMAL' ? decimalOf(value) : JSON.stringify(value);
};

const cell = (value: Value, { type }: Column): string | null => {
  if (value === null) return null;
  return type === 'DECIMAL' ? decimalOf(String(value)) : String(value);
};

const eachOf = <T>(
  row: Row,
  columns: readonly Column[],
  make: (value: Value, column: Column) => T,
): readonly T[] => columns.map((column, index) => make(row[index] ?? null, column));

/** The writers of the formats. */
export const formats: Readonly<Record<Format, OpenRows>> = {
  ndjson: (path, { columns }) => {
    const named = (value: Value, column: Column) => `"${column.name}":${json(value, column)}`;
    return openLines(path, (row) => `{${eachOf(row, columns, named).join()}}\n`);
  },
  csv: (path, { columns }) =>
    openLines(
      path,
      (row) => csvLine(eachOf(row, columns, cell)),
      csvLine(columns.map(({ name }) => name)),
    ),
  parquet: openParquet,
};
