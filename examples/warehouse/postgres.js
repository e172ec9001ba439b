import { closeSync, globSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';

// SQL that loads the CSV files of `ads-graph export` into Postgres, in one transaction, for psql.
const [folder = 'warehouse', schema = 'ads'] = process.argv.slice(2);

const types = {
  UTF8: 'text',
  BOOLEAN: 'boolean',
  INT64: 'bigint',
  DECIMAL: 'numeric(19, 6)',
  TIMESTAMP: 'timestamptz',
  DATE: 'date',
  JSON: 'jsonb',
};

const named = (name) => `"${name.replaceAll('"', '""')}"`;
const text = (value) => `'${value.replaceAll("'", "''")}'`;
const inSchema = (name) => `${named(schema)}.${named(name)}`;

/** The names in the first line of a file; files of earlier runs may have fewer. */
const headerOf = (path) => {
  const file = openSync(path);
  const bytes = Buffer.alloc(65_536);
  const length = readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  const [line = ''] = bytes.toString('utf8', 0, length).split(/\r?\n/);
  return line.split(',');
};

/** The statements that create a table, or add the columns that are new. */
const tableOf = ({ name, description, columns }) => {
  const table = inSchema(name);
  const keys = columns.filter(({ key }) => key).map((column) => named(column.name));
  // A segment may be null.
  const isWhole = !keys.includes('"segment"');
  const column = ({ name: one, type }) => `${named(one)} ${types[type]}`;
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (${columns.map(column).join(', ')}, ${isWhole ? 'PRIMARY KEY' : 'UNIQUE'} (${keys.join(', ')}));`,
    `ALTER TABLE ${table} ${columns.map((one) => `ADD COLUMN IF NOT EXISTS ${column(one)}`).join(', ')};`,
    `COMMENT ON TABLE ${table} IS ${text(description)};`,
  ];
};

/** The statements that replace its rows. */
const rowsOf = ({ name }) => [
  `DELETE FROM ${inSchema(name)};`,
  ...globSync(`${name}/**/*.csv`, { cwd: folder })
    .sort()
    .map((file) => resolve(folder, file))
    .map((path) => {
      const columns = headerOf(path).map(named).join(', ');
      return `\\copy ${inSchema(name)} (${columns}) FROM ${text(path)} WITH (FORMAT csv, HEADER true)`;
    }),
];

const { tables } = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'));
const statements = [
  '\\set ON_ERROR_STOP on',
  'SET client_min_messages = warning;',
  'BEGIN;',
  `CREATE SCHEMA IF NOT EXISTS ${named(schema)};`,
  ...tables.flatMap((table) => [...tableOf(table), ...rowsOf(table)]),
  'COMMIT;',
];
console.log(statements.join('\n'));
