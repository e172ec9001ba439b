import { appendFile, type FileHandle, open } from 'node:fs/promises';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { csvLine } from '../../client/csv.ts';
import { writeWhole } from '../files.ts';
import { DamagedFileError, jsonLine, jsonLinesIn } from '../lines.ts';
import { decimalOf, type Row, type RowFile, type RowsOf, type Value } from './rows.ts';
import type { Column, ColumnType } from './tables.ts';

export type Format = 'ndjson' | 'csv' | 'parquet';

/** Opens a file of a format; its extension is the format's name. */
type OpenRows = (path: string, table: RowsOf) => Promise<RowFile>;

const bufferedBytes = 256 * 1024;

/** A file of lines, written in large pieces. */
const openLines = async (
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

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const elements: Readonly<Record<ColumnType, Partial<Element>>> = {
  UTF8: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  JSON: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  BOOLEAN: { type: 'BOOLEAN' },
  INT64: { type: 'INT64' },
  // The largest amount that the API takes has 19 digits.
  DECIMAL: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 9,
    converted_type: 'DECIMAL',
    precision: 19,
    scale: 6,
  },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
  DATE: { type: 'INT32', converted_type: 'DATE' },
};

/** A value in the type that the writer takes; decimals as micros, their digits at scale 6. */
const written = (value: Value, { type }: Column): unknown => {
  if (value === null || typeof value === 'boolean') return value;
  if (type === 'INT64' || type === 'DECIMAL') return BigInt(value);
  return type === 'TIMESTAMP' || type === 'DATE' ? new Date(value) : value;
};

const rowsOfGroup = 10_000;

// The API may leave a segment out.
const optional = 'segment';

/** Opens a Parquet file. Rows are written in groups, one of them in memory at a time. */
const openParquet = async (path: string, { columns, key }: RowsOf): Promise<RowFile> => {
  const isRequired = (name: string): boolean => key.includes(name) && name !== optional;
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({
      name,
      repetition_type: isRequired(name) ? ('REQUIRED' as const) : ('OPTIONAL' as const),
      ...elements[type],
    })),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(path), schema });
  let rows: Row[] = [];
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return;
    const columnData = columns.map((column, index) => ({
      name: column.name,
      data: rows.map((row) => written(row[index] ?? null, column)),
    }));
    rows = [];
    await writer.write({ columnData, rowGroupSize: rowsOfGroup });
  };
  return {
    write: async (row) => {
      rows.push(row);
      if (rows.length >= rowsOfGroup) await flush();
    },
    close: async () => {
      await flush();
      await writer.finish();
    },
  };
};

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

/** Writes rows into an open file, closes it, and resolves with the number of rows. */
export const writeInto = async (file: RowFile, rows: AsyncIterable<Row>): Promise<number> => {
  let count = 0;
  try {
    for await (const row of rows) {
      await file.write(row);
      count += 1;
    }
  } finally {
    await file.close();
  }
  return count;
};

/** The last line of a file of kept rows. */
export const endLine = (rows: number): string => jsonLine({ rows });

/** Writes rows, one a line, and a last line with their number. */
export const keepRows = async (path: string, rows: AsyncIterable<Row>): Promise<void> => {
  await writeWhole(path, async (draft) => {
    const count = await writeInto(await openLines(draft, jsonLine), rows);
    await appendFile(draft, endLine(count));
  });
};

/** The rows of such a file. Throws DamagedFileError unless there are as many as were kept. */
export async function* keptRowsIn(path: string): AsyncGenerator<Row> {
  let count = 0;
  let kept: unknown;
  for await (const { value } of jsonLinesIn(path)) {
    if (kept !== undefined) throw new DamagedFileError(path, 'lines follow its end');
    if (Array.isArray(value)) {
      count += 1;
      yield value;
    } else kept = (value as { readonly rows: unknown }).rows;
  }
  if (count !== kept)
    throw new DamagedFileError(path, `it has ${count} rows instead of ${kept ?? 'all'}`);
}
