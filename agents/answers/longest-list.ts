import type { Cell, Table } from './table.ts';

/** A list in an answer, and the names and positions that lead to it. */
export interface ListFound {
  readonly path: readonly (string | number)[];
  readonly rows: readonly unknown[];
}

/** The longest list of an answer, in bytes, that is in no other list; null without lists. */
export const longestList = (data: unknown): ListFound | null => {
  const [longest = null] = listsIn(data, []).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return longest;
};

const sizeOf = ({ rows }: ListFound): number => JSON.stringify(rows).length;

const listsIn = (value: unknown, path: ListFound['path']): readonly ListFound[] => {
  if (Array.isArray(value)) return [{ path, rows: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, [...path, name]));
};

/** The answer with other rows in the list at this path. */
export const withList = (
  data: unknown,
  [name, ...rest]: ListFound['path'],
  rows: readonly unknown[],
): unknown => {
  if (name === undefined) return rows;
  const members = data as Readonly<Record<string, unknown>>;
  return { ...members, [name]: withList(members[name], rest, rows) };
};

/** Rows as a table: one column for each value in them, as in `campaign.name`; lists as JSON. */
export const tableOfList = (rows: readonly unknown[]): Table => {
  const flat = rows.map((row) => new Map(cellsIn(row, '')));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  return { columns, rows: flat.map((row) => columns.map((name) => row.get(name) ?? null)) };
};

const cellsIn = (value: unknown, path: string): readonly (readonly [string, Cell])[] => {
  const name = path === '' ? 'value' : path;
  if (value === null || typeof value !== 'object') return [[name, value as Cell]];
  if (Array.isArray(value)) return [[name, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([member, inner]) =>
    cellsIn(inner, path === '' ? member : `${path}.${member}`),
  );
};
