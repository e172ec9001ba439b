import { countParam, type Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Param } from '../upstream/catalogue/language/params.ts';
import { utc } from '../upstream/catalogue/language/times.ts';
import { memoize } from '../upstream/catalogue/memoize.ts';
import type { Row } from '../upstream/client/row.ts';
import { knownOrder } from './list-order.ts';
import { Note, type PageQuery } from './page-query.ts';

type RowTest = (row: Row) => boolean;

/**
 * A text in the form in which the gateway compares names: in upper case, independent of language.
 * `Straße` and `STRASSE` become equal.
 */
const folded = (text: string): string => text.normalize('NFC').toUpperCase();

const timeOf = (value: unknown): string => (typeof value === 'string' ? (utc(value) ?? '') : '');

const testOf = (param: Param, expected: unknown): RowTest => {
  const column = 'matches' in param ? param.matches : undefined;
  if (column === undefined) throw new TypeError('a filter of a list matches no column');
  switch (param.kind) {
    case 'list': {
      const values = new Set(expected as readonly unknown[]);
      return (row) => values.has(row[column]);
    }
    case 'text': {
      const text = folded(String(expected));
      return (row) => typeof row[column] === 'string' && folded(row[column]).includes(text);
    }
    case 'time': {
      const earliest = timeOf(expected);
      return (row) => timeOf(row[column]) >= earliest;
    }
    default:
      throw new TypeError(`a list cannot be filtered by a ${param.kind}`);
  }
};

/** The test for the `where` of a query. Each row is tested once for a query. */
const testFor = memoize(({ endpoint, where }: PageQuery): RowTest => {
  const tests = Object.entries(where ?? {}).map(([name, expected]) =>
    testOf(endpoint.where?.fields[name] as Param, expected),
  );
  return memoize((row: Row) => tests.every((passes) => passes(row)));
});

/**
 * True if no further row of a list can match: the list is sorted by a time, latest first, and its
 * last row is earlier than the start of `where`.
 */
export const isPast = (query: PageQuery, rows: readonly Row[]): boolean => {
  const { endpoint, where, sort } = query;
  const last = rows.at(-1);
  if (where === null || last === undefined) return false;
  return Object.entries(where).some(([name, expected]) => {
    const param = endpoint.where?.fields[name];
    if (param?.kind !== 'time' || sort !== `${param.matches}-desc`) return false;
    return !testOf(param, expected)(last) && knownOrder(query, rows) !== null;
  });
};

/**
 * The rows of an upstream page and the number of pages of a list with `where`, if `filterRows` rows
 * may be read for a page. 10,000 campaigns are 10 pages of 1,000.
 */
export const filterPages = (endpoint: Pick<Endpoint, 'params'>, filterRows: number) => {
  const count = Math.min(countParam(endpoint)?.max ?? 200, filterRows);
  return { count, pages: Math.floor(filterRows / count) };
};

/** The note of a page that ended after `rowsRead` rows were read. */
export const cutShort = (rowsRead: number): Note =>
  new Note(
    `The gateway read ${rowsRead} rows and stopped before the end of the list: this page has those that match \`where\`. Request the next page to continue.`,
  );

/** The rows of a page, and the number of the list's rows before the cursor of each. */
interface ShownPage {
  readonly rows: readonly Row[];
  /** By the index of a row; -1 if the page is empty. */
  readonly rowsUpTo: (index: number) => number;
  /** The number of rows of the page, at most `first`, plus one if a further match was read. */
  readonly found: number;
}

/**
 * The rows of a page among the rows that were read, from `start` on. Its last cursor is after all
 * tested rows, so that they are not read again.
 */
export const shownOf = (query: PageQuery, rows: readonly Row[], start: number): ShownPage => {
  const { first, where } = query;
  if (where === null) {
    const end = start + first;
    return {
      rows: start === 0 && rows.length <= end ? rows : rows.slice(start, end),
      rowsUpTo: (index) => start + index + 1,
      found: Math.max(0, rows.length - start),
    };
  }
  const passes = testFor(query);
  const at: number[] = [];
  for (let index = start; index < rows.length && at.length <= first; index += 1) {
    if (passes(rows[index] as Row)) at.push(index);
  }
  const shown = at.slice(0, first);
  const isLast = (index: number): boolean => index === shown.length - 1 && at.length <= first;
  return {
    rows: shown.map((index) => rows[index] as Row),
    rowsUpTo: (index) => (isLast(index) ? rows.length : (shown[index] ?? start - 1) + 1),
    found: at.length,
  };
};
