import type { Table } from './tables.ts';

/** What `schema.json` says of the tables of a folder. */
export const schemaOf = (tables: readonly Table[]): object => ({
  tables: tables.map(({ name, doc, kind, key, columns }) => ({
    name,
    description: doc,
    files: kind === 'entity' ? `${name}/{account}` : `${name}/date={date}/{account}`,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      unit: column.unit,
      key: key.includes(column.name),
      description: column.doc,
      source: column.source === '' ? null : column.source,
    })),
  })),
});

/** What `--tables ?` prints. */
export const tableLines = (tables: readonly Table[]): string =>
  tables
    .flatMap(({ name, doc, columns }) => [
      `${name}: ${doc}`,
      ...columns.map((column) => `  ${column.name} ${column.type}: ${column.doc}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
