import type { AnswerBody } from '../gateway/answer-body.ts';
import { isObject, type Values } from '../json.ts';
import { ownName } from './own-name.ts';

/** A list of an answer as a table: all its rows, under whichever parents they stand. */
export interface AnswerList {
  /** Where it stands, as in `accounts.nodes.campaigns.nodes`. */
  readonly path: string;
  readonly columns: readonly string[];
  /** The cells by column; empty if a row has no such value. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

type Cells = Readonly<Record<string, string>>;

/** The lists of objects in an answer, the outer ones first. */
export const listsIn = ({ data }: AnswerBody): readonly AnswerList[] => {
  const found = new Map<string, Cells[]>();
  gather(data, { path: [], above: {} }, found);
  return [...found].map(([path, rows]) => ({
    path,
    columns: columnsOf(rows),
    rows,
  }));
};

/** The names of all cells. If an object is null in some rows, it has no column of its own. */
const columnsOf = (rows: readonly Cells[]): readonly string[] => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)));
};

interface ListPosition {
  readonly path: readonly string[];
  /** The rows around it, each with a name. */
  readonly above: Cells;
}

const gather = (value: unknown, at: ListPosition, found: Map<string, Cells[]>): void => {
  if (Array.isArray(value)) {
    const objects = value.filter(isObject);
    const path = at.path.join('.');
    const rows = found.get(path) ?? [];
    if (objects.length > 0) found.set(path, rows);
    for (const one of objects) {
      const cells = cellsOf(one, '');
      rows.push({ ...at.above, ...cells });
      const name = ownName(one) ?? cells['node.name'] ?? cells['node.id'];
      const above = name === undefined ? at.above : { ...at.above, [titleOf(at.path)]: name };
      gatherBelow(one, { path: at.path, above }, found);
    }
  } else if (isObject(value)) gatherBelow(value, at, found);
};

const gatherBelow = (value: Values, at: ListPosition, found: Map<string, Cells[]>): void => {
  for (const [key, one] of Object.entries(value))
    gather(one, { ...at, path: [...at.path, key] }, found);
};

/** The name of a column for the rows of a list: `in campaigns` for `account.campaigns.nodes`. */
const titleOf = (path: readonly string[]): string =>
  `in ${path.findLast((name) => name !== 'nodes' && name !== 'edges') ?? 'list'}`;

/** The plain values of an object by their names, as in `dailyBudget.amount`, without its pages. */
const cellsOf = (value: Values, before: string): Cells =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const name = `${before}${key}`;
      if (key === 'pageInfo') return [];
      if (isObject(one)) return Object.entries(cellsOf(one, `${name}.`));
      if (!Array.isArray(one)) return [[name, one === null ? '' : String(one)] as const];
      return one.some(isObject) ? [] : [[name, one.join(', ')] as const];
    }),
  );

/** Rows in the order of a column; numbers by their value, and empty cells last. */
export const sortedBy = (
  rows: AnswerList['rows'],
  column: string,
  isDescending: boolean,
): AnswerList['rows'] => {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a = '', b = ''] = [one[column], other[column]];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    return sign * (isNumber(a) && isNumber(b) ? Number(a) - Number(b) : order.compare(a, b));
  });
};

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const order = new Intl.Collator('en', { numeric: true });
