import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import type { Param } from '../upstream/catalogue/language/params.ts';
import { utc } from '../upstream/catalogue/language/times.ts';
import type { Row } from '../upstream/client/row.ts';
import { Note } from './flawed.ts';
import { knownOrder } from './list-order.ts';
import type { PageAsk } from './page-ask.ts';

type RowTest = (row: Row) => boolean;

/**
 * Text as the gateway compares names: in upper case, which is the same for all languages. `Straße`
 * and `STRASSE` become the same text.
 */
const folded = (text: string): string => text.normalize('NFC').toUpperCase();

const timeOf = (value: unknown): string => (typeof value === 'string' ? (utc(value) ?? '') : '');

const testOf = (param: Param, wanted: unknown): RowTest => {
  const column = 'matches' in param ? param.matches : undefined;
  if (column === undefined) throw new TypeError('a filter of a list matches no column');
  switch (param.kind) {
    case 'list': {
      const values = new Set(wanted as readonly unknown[]);
      return (row) => values.has(row[column]);
    }
    case 'text': {
      const part = folded(String(wanted));
      return (row) => typeof row[column] === 'string' && folded(row[column]).includes(part);
    }
    case 'time': {
      const earliest = timeOf(wanted);
      return (row) => timeOf(row[column]) >= earliest;
    }
    default:
      throw new TypeError(`a list cannot be filtered by a ${param.kind}`);
  }
};

const known = new WeakMap<PageAsk, RowTest>();

/** Whether a row has what `where` of an ask wants. Each row is tested once for an ask. */
const wantedBy = (ask: PageAsk): RowTest => {
  const made = known.get(ask) ?? testOfAll(ask);
  known.set(ask, made);
  return made;
};

const testOfAll = ({ endpoint, where }: PageAsk): RowTest => {
  const tests = Object.entries(where ?? {}).map(([name, wanted]) =>
    testOf(endpoint.where?.fields[name] as Param, wanted),
  );
  const tested = new WeakMap<Row, boolean>();
  return (row) => {
    const found = tested.get(row) ?? tests.every((passes) => passes(row));
    tested.set(row, found);
    return found;
  };
};

/**
 * True where no further row of a list can be wanted: it is ordered by a time, the latest first, and
 * its last row is earlier than the time that `where` begins with.
 */
export const isPast = (ask: PageAsk, rows: readonly Row[]): boolean => {
  const { endpoint, where, sort } = ask;
  const last = rows.at(-1);
  if (where === null || last === undefined) return false;
  return Object.entries(where).some(([name, wanted]) => {
    const param = endpoint.where?.fields[name];
    if (param?.kind !== 'time' || sort !== `${param.matches}-desc`) return false;
    return !testOf(param, wanted)(last) && knownOrder(ask, rows) !== null;
  });
};

/**
 * How a list with `where` is read if `filterRows` rows may be looked at for a page: rows on an
 * upstream page, and pages. 10,000 rows of campaigns are 10 pages of 1,000.
 */
export const filterPages = (endpoint: Pick<Endpoint, 'params'>, filterRows: number) => {
  const count = Math.min(countParam(endpoint)?.max ?? 200, filterRows);
  return { count, pages: Math.floor(filterRows / count) };
};

/** The note of a page for which `looked` rows were looked at, and then no more. */
export const cutShort = (looked: number): Note =>
  new Note(
    `${looked} rows were looked at, and the list goes on: this page has the rows among them that \`where\` wants. Ask for the next page to look further.`,
  );

/** The rows of a page, and how many rows of the list stand before the cursor of each. */
export interface ShownPage {
  readonly rows: readonly Row[];
  /** For the index of a row; for -1 where the page is empty. */
  readonly endAt: (index: number) => number;
  /** The number of rows of the page, at most `first`, and of one more where it was found. */
  readonly found: number;
}

/**
 * The rows of a page among those that were read, from `start` on. What was looked at behind the
 * last row without finding another is before its cursor, so that it is not read again.
 */
export const shownOf = (ask: PageAsk, rows: readonly Row[], start: number): ShownPage => {
  const { first, where } = ask;
  if (where === null) {
    const end = start + first;
    return {
      rows: start === 0 && rows.length <= end ? rows : rows.slice(start, end),
      endAt: (index) => start + index + 1,
      found: Math.max(0, rows.length - start),
    };
  }
  const isWanted = wantedBy(ask);
  const at: number[] = [];
  for (let index = start; index < rows.length && at.length <= first; index += 1) {
    if (isWanted(rows[index] as Row)) at.push(index);
  }
  const shown = at.slice(0, first);
  const isLast = (index: number): boolean => index === shown.length - 1 && at.length <= first;
  return {
    rows: shown.map((index) => rows[index] as Row),
    endAt: (index) => (isLast(index) ? rows.length : (shown[index] ?? start - 1) + 1),
    found: at.length,
  };
};
