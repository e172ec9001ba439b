import { sheetLine } from '../../../client/csv.ts';
import type { AnswerBody } from '../gateway/answer-body.ts';
import { isObject, type Values } from '../json.ts';
import { titled } from '../words.ts';
import { type Finality, finalityOf } from './finality.ts';
import { ownName } from './own-name.ts';
import { figuresAt } from './timed-figures.ts';

/** A list of an answer as a table: all its rows, across all parents. */
export interface AnswerList {
  /** The path in the answer, as in `accounts.nodes.campaigns.nodes`. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly ListRow[];
}

/** A row of a table. */
export interface ListRow {
  /** By column; empty if it has no such value. */
  readonly cells: Cells;
  /** The state of its figures when they were read; `final` for rows without figures by time. */
  readonly finality: Finality;
}

type Cells = Readonly<Record<string, string>>;

/** The lists of objects in an answer that was read at this time, the outer ones first. */
export const listsIn = ({ data }: AnswerBody, readAt: number): readonly AnswerList[] => {
  const found: FoundLists = { rows: new Map(), readAt };
  gather(data, { path: [], above: {}, zone: 'UTC' }, found);
  return [...found.rows].map(([path, rows]) => ({ path, columns: columnsOf(rows), rows }));
};

/** The list that has most columns of its own, which is what somebody asked for; the first of two. */
export const richestOf = (lists: readonly AnswerList[]): AnswerList | undefined => {
  const ownColumns = ({ columns }: AnswerList): number =>
    columns.filter((name) => !name.startsWith(around)).length;
  const most = Math.max(...lists.map(ownColumns));
  return lists.find((list) => ownColumns(list) === most);
};

interface FoundLists {
  readonly rows: Map<string, ListRow[]>;
  readonly readAt: number;
}

/** The names of all cells. If an object is null in some rows, it has no column of its own. */
const columnsOf = (rows: readonly ListRow[]): readonly string[] => {
  const names = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  const objects = new Set(
    [...names].flatMap((name) =>
      [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index)),
    ),
  );
  return [...names].filter((name) => !objects.has(name));
};

interface ListPosition {
  readonly path: readonly string[];
  /** The rows around it, each with a name. */
  readonly above: Cells;
  /** The time zone of the account around it. */
  readonly zone: string;
}

const gather = (value: unknown, at: ListPosition, found: FoundLists): void => {
  if (Array.isArray(value)) {
    const objects = value.filter(isObject);
    const path = at.path.join('.');
    const rows = found.rows.get(path) ?? [];
    if (objects.length > 0) found.rows.set(path, rows);
    for (const one of objects) {
      const cells = cellsOf(one, '');
      const figures = figuresAt(one);
      const finality = figures === null ? 'final' : finalityOf(figures, at.zone, found.readAt);
      rows.push({ cells: { ...at.above, ...cells }, finality });
      const name = ownName(one) ?? cells['node.name'] ?? cells['node.id'];
      const above = name === undefined ? at.above : { ...at.above, [titleOf(at.path)]: name };
      gatherBelow(one, { ...at, above }, found);
    }
  } else if (isObject(value)) gatherBelow(value, at, found);
};

const gatherBelow = (value: Values, at: ListPosition, found: FoundLists): void => {
  const { timezone } = value;
  const zone = typeof timezone === 'string' ? timezone : at.zone;
  for (const [key, one] of Object.entries(value))
    gather(one, { ...at, zone, path: [...at.path, key] }, found);
};

/** The prefix of the columns that name the rows around a row. */
const around = 'in ';

/** The name of a column for the rows of a list: `in campaigns` for `account.campaigns.nodes`. */
const titleOf = (path: readonly string[]): string =>
  `${around}${path.findLast((name) => name !== 'nodes' && name !== 'edges') ?? 'list'}`;

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
    const [a = '', b = ''] = [one.cells[column], other.cells[column]];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    return sign * (isNumber(a) && isNumber(b) ? Number(a) - Number(b) : order.compare(a, b));
  });
};

const isNumber = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** A number with its digits in groups; any other text as it is. */
export const grouped = (text: string): string => (isNumber(text) ? numbers.format(text) : text);

/** True if all values of a column are numbers. Ids do not count as numbers. */
export const isFigure = (rows: AnswerList['rows'], column: string): boolean =>
  !/id$/i.test(column) && rows.every(({ cells }) => /^(-?\d+(\.\d+)?)?$/.test(cells[column] ?? ''));

/** A column in words, as in `Click rate` for `stats.total.clickRate`. */
export const wordsOf = (column: string): string =>
  titled(
    column
      .replace(/(^|\.)(stats|total|metrics|nodes?|edges|amount)(?=\.| \(|$)/g, '')
      .replace(/^\./, ''),
  ) || column;
const order = new Intl.Collator('en', { numeric: true });

/** A list as CSV for spreadsheets. */
export const csvOf = ({ columns, rows }: Pick<AnswerList, 'columns' | 'rows'>): string =>
  [columns, ...rows.map(({ cells }) => columns.map((column) => cells[column] ?? ''))]
    .map(sheetLine)
    .join('');
