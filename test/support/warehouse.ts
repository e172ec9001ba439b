import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of `@duckdb/node-api` that is used here; the example installs the package. */
interface Duck {
  readonly DuckDBInstance: {
    readonly create: () => Promise<{
      readonly connect: () => Promise<{
        readonly runAndReadAll: (sql: string) => Promise<{
          readonly getRowObjectsJson: () => readonly Texts[];
        }>;
      }>;
      readonly closeSync: () => void;
    }>;
  };
}

type Texts = Readonly<Record<string, string | null>>;

interface TableDescription {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly key: boolean;
  }[];
}

const duckTypes: Readonly<Record<string, string>> = {
  UTF8: 'VARCHAR',
  JSON: 'VARCHAR',
  INT64: 'BIGINT',
  DECIMAL: 'DECIMAL(19,6)',
};

const duckUrl = new URL(
  '../../examples/warehouse/node_modules/@duckdb/node-api/lib/index.js',
  import.meta.url,
).href;

/** The tables of a folder, as DuckDB reads their files. */
export const openWarehouse = async () => {
  const { DuckDBInstance }: Duck = await import(duckUrl);
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  return { query, close: () => instance.closeSync() };
};

export type Warehouse = Awaited<ReturnType<typeof openWarehouse>>;

/** The entry of a table in `schema.json`. */
export const describedIn = (folder: string, table: string): TableDescription => {
  const { tables } = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'));
  return tables.find(({ name }: TableDescription) => name === table);
};

const optionsOf = ({ columns }: TableDescription): string =>
  columns.map(({ name, type }) => `'${name}': '${duckTypes[type] ?? type}'`).join(', ');

/** The expression that reads files of a format, with the types of `schema.json`. */
const sourceOf = (files: string, format: string, table: TableDescription): string => {
  const columns = `{${optionsOf(table)}}`;
  if (format === 'parquet') return `read_parquet('${files}', hive_partitioning = false)`;
  if (format === 'csv')
    return `read_csv('${files}', header = true, allow_quoted_nulls = false, auto_detect = false, quote = '"', escape = '"', hive_partitioning = false, columns = ${columns})`;
  return `read_json('${files}', format = 'newline_delimited', hive_partitioning = false, columns = ${columns})`;
};

/** All rows of a table as texts, in the order of their keys. */
export const rowsOfTable = async (
  { query }: Warehouse,
  {
    folder,
    format,
    table,
  }: { readonly folder: string; readonly format: string; readonly table: string },
): Promise<readonly Texts[]> => {
  const described = describedIn(folder, table);
  const isPartitioned = existsSync(join(folder, table)) && table.includes('_days');
  const files = join(folder, table, isPartitioned ? `*/*.${format}` : `*.${format}`);
  const shown = described.columns.map(({ name }) => `CAST("${name}" AS VARCHAR) AS "${name}"`);
  const keys = described.columns.filter(({ key }) => key).map(({ name }) => `"${name}"`);
  const source = sourceOf(files, format, described);
  return query(`SELECT ${shown.join(', ')} FROM ${source} ORDER BY ${keys.join(', ')}`);
};

/** The files that readers of a folder see. */
export const filesIn = (folder: string, format: string): readonly string[] =>
  globSync([`*/*.${format}`, `*/*/*.${format}`], { cwd: folder }).sort();

/** The same files, each with a hash of its bytes. */
export const hashesIn = (folder: string, format: string) =>
  filesIn(folder, format).map((file) => {
    const bytes = readFileSync(join(folder, file));
    return [file, createHash('sha256').update(bytes).digest('hex')];
  });
