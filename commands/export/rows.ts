import type { Values } from '../../client/documents.ts';
import type { Column, Table } from './tables.ts';

/** A value as it is kept: 64-bit integers as digits, decimals as their micros, times as texts. */
export type Value = string | boolean | null;

/** A row: a value for each column of its table. */
export type Row = readonly Value[];

/** The value at a path of fields such as `conversionPurchases.postView`. */
const at = (object: unknown, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>((value, name) => (value as Values | null | undefined)?.[name], object) ?? null;

const kept = (value: unknown, { type }: Pick<Column, 'type'>): Value => {
  if (value === null || typeof value === 'boolean') return value;
  if (type === 'JSON') return JSON.stringify(value);
  return String(value);
};

/** The value of a column in an object of the graph. */
export const columnValue = (object: unknown, column: Pick<Column, 'field' | 'type'>): Value =>
  kept(at(object, column.field), column);

/** An amount in micros as the shortest exact decimal: `12500000` is `12.5`. */
export const decimalOf = (micros: string): string => {
  const sign = micros.startsWith('-') ? '-' : '';
  const digits = micros.slice(sign.length).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`;
};

/** A value for programs: 64-bit integers as bigint, decimals and times as text. */
export type ProgramValue = string | boolean | bigint | null;

export const shown = (value: Value, { type }: Column): ProgramValue => {
  if (value === null || typeof value === 'boolean') return value;
  if (type === 'INT64') return BigInt(value);
  return type === 'DECIMAL' ? decimalOf(value) : value;
};

/** The columns of rows, and the names of those that identify one. */
export type RowsOf = Pick<Table, 'columns' | 'key'>;

/** A file of rows that is being written. */
export interface RowFile {
  readonly write: (row: Row) => Promise<void>;
  readonly close: () => Promise<void>;
}
