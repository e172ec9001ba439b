import type { StoredRow } from '../../store.ts';
import { tableOf } from './table.ts';

/** A value that a criterion of this type may target, as in the lists of targeting options. */
export const option = (
  targeting_type: string,
  targeting_value: string | number,
  columns: StoredRow & { readonly name: string },
): StoredRow => ({ ...columns, targeting_type, targeting_value });

/** The options of a type, from the table with their values, names and other columns. */
export const optionsIn = (type: string, table: string): readonly StoredRow[] =>
  tableOf(table).map(({ value = '', name = '', ...columns }) =>
    option(type, value, { name, ...columns }),
  );
