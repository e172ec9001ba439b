import type { Partition } from './days.ts';
import type { Table } from './tables.ts';

/** A column or a table of `schema.json`. */
interface NamedEntry {
  readonly name: string;
}

interface DescribedTable extends NamedEntry {
  readonly files: string;
  readonly columns: readonly NamedEntry[];
}

const periodFolders: Readonly<Record<Partition, string>> = {
  day: 'date={date}/',
  month: 'month={month}/',
};

/** The descriptions of tables in `schema.json`. */
const describedBy = (tables: readonly Table[], partition: Partition): readonly DescribedTable[] =>
  tables.map(({ name, doc, kind, key, columns }) => ({
    name,
    description: doc,
    files: `${name}/${kind === 'entity' ? '' : periodFolders[partition]}{account}`,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      unit: column.unit,
      key: key.includes(column.name),
      description: column.doc,
      source: column.source === '' ? null : column.source,
    })),
  }));

const tablesIn = (text: string | null): readonly DescribedTable[] => {
  try {
    return JSON.parse(text ?? '').tables ?? [];
  } catch {
    return [];
  }
};

/** The partition of the results that `schema.json` describes; null if it has none. */
export const partitionIn = (text: string | null): Partition | null => {
  const files = tablesIn(text).map((table) => table.files);
  if (files.some((one) => one.includes(periodFolders.month))) return 'month';
  return files.some((one) => one.includes(periodFolders.day)) ? 'day' : null;
};

/** The entries, followed by earlier ones that have other names. */
const withOthers = <T extends NamedEntry>(
  now: readonly T[],
  before: readonly T[],
): readonly T[] => [...now, ...before.filter(({ name }) => !now.some((one) => one.name === name))];

/**
 * The text of `schema.json`. Earlier tables and columns stay in it, because their files may still
 * exist.
 */
export const schemaText = (
  text: string | null,
  tables: readonly Table[],
  partition: Partition,
): string => {
  const before = tablesIn(text);
  const now = describedBy(tables, partition).map((table) => {
    const old = before.find(({ name }) => name === table.name);
    return { ...table, columns: withOthers(table.columns, old?.columns ?? []) };
  });
  return `${JSON.stringify({ tables: withOthers(now, before) }, null, 2)}\n`;
};

/** The text that `--tables ?` prints. */
export const tableLines = (tables: readonly Table[]): string =>
  tables
    .flatMap(({ name, doc, columns }) => [
      `${name}: ${doc}`,
      ...columns.map((column) => `  ${column.name} ${column.type}: ${column.doc}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
