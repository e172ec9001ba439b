import { countParam, type Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { sameId } from '../upstream/catalogue/language/identifiers.ts';
import type { TransportError } from '../upstream/client/errors.ts';
import { lowerIdOf, type Row } from '../upstream/client/row.ts';
import { invalidCursor, parseCursor, RowCursors } from './cursor.ts';
import type { PagePosition, Position } from './list-order.ts';
import { isMovable, LIST_START, resumeIndex } from './list-order.ts';
import { type Page, type PageQuery, strayRows } from './page-query.ts';
import type { Input, Reading, Reads, RowCache } from './reads.ts';
import { addOnce, readUpstream } from './reads.ts';
import { endsReading, meansEmptyList, refusesCursor } from './refusals.ts';
import { cutShort, filterPages, isPast, shownOf } from './where.ts';

/** The smallest `count` that is sent: all pages of a list have the `count` of its first page. */
export const MIN_COUNT = 20;
/** The most upstream pages that are read for a page after a cursor, which may then be short. */
export const MAX_PAGES = 3;

/** The reads of a request for lists. */
export interface ListReading extends Reading {
  /** The limit of rows that are read for one page of a list with `where`: LIMIT_FILTER_ROWS. */
  readonly filterRows: number;
}

/** The largest `count` of the endpoint, in rows; null if it takes none. */
export const maxCount = ({ endpoint }: PageQuery): number | null => {
  const count = countParam(endpoint);
  return count === null ? null : (count.max ?? 1000);
};

/** The input of all calls for a list, without `count` and `cursor`. */
export const listInput = (query: PageQuery, parents?: readonly string[]): Input => ({
  ...query.path,
  ...query.filters,
  ...(query.parent !== null && { [query.parent.param]: parentValue(query, query.parent, parents) }),
  ...(query.sort !== null && { sort_by: query.sort }),
});

const parentValue = (
  { endpoint }: PageQuery,
  { param, id }: NonNullable<PageQuery['parent']>,
  parents: readonly string[] = [id],
): unknown => (endpoint.params[param]?.kind === 'list' ? parents : id);

/** The cache in which links find the rows of a list by id; null if rows lack ids or columns. */
export const rowCacheFor = (
  reads: Reads,
  { endpoint, path, filters }: PageQuery,
): RowCache | null => {
  const entity = endpoint.returns.of;
  if (entity === null || entity.key === null || areTrimmed(endpoint, filters)) return null;
  return reads.rowCache(entity, entity.inAccount ? (path['account_id'] ?? null) : null);
};

const areTrimmed = ({ params }: Endpoint, filters: Input): boolean =>
  Object.entries(filters).some(([name, value]) => {
    const param = params[name];
    return value === true && param?.kind === 'flag' && param.trims === true;
  });

/** The page for `first: 0`. It costs no call, so it must report that there may be more rows. */
export const emptyPage = (query: PageQuery): Page => {
  const position = query.after === null ? LIST_START : parseCursor(query, query.after);
  return {
    query,
    rows: [],
    hasNextPage: true,
    cursors: new RowCursors({
      query,
      rows: [],
      before: position,
      rowsUpTo: (index) => index + 1,
      positionAt: () => position,
    }),
    knownTotal: null,
  };
};

/** The progress of reading a list. */
class Walk {
  readonly from: Position;
  readonly count: number | null;
  readonly rows: Row[] = [];
  /** The upstream pages: the cursor of each, and the index of its first row in `rows`. */
  readonly pages: { readonly cursor: string | null; readonly begin: number }[] = [];
  /** The upstream cursor of the next page; null at the end of the list. */
  next: string | null = null;
  /** The number of rows of the whole list; null if no page has it. */
  total: number | null = null;
  /** The index in `rows` at which the page starts; null while that row has not been read. */
  start: number | null = null;
  /** The number of rows that belong to another parent. */
  strays = 0;
  /** True if the page is short because the limit of rows to read is reached. */
  isCut = false;
  readonly flaws: Error[] = [];
  /** The error that ended the reading early; null if there was none. */
  end: TransportError | null = null;

  constructor(from: Position, count: number | null) {
    this.from = from;
    this.count = count;
  }
}

/** Reads a page of a list. Rejects with INVALID_CURSOR if the cursor does not fit. */
export const readPage = async (reading: ListReading, query: PageQuery): Promise<Page> => {
  const from = query.after === null ? LIST_START : parseCursor(query, query.after);
  const rowCache = rowCacheFor(reading.reads, query);
  const walk = new Walk(from, countOf(query, from, reading));
  try {
    await readPages(walk, reading, query);
  } catch (error) {
    if (query.after !== null && refusesCursor(error)) throw invalidCursor();
    if (walk.start !== null && endsReading(error)) endEarly(walk, error);
    else if (!meansEmptyList(error, query)) throw error;
  }
  rowCache?.add(walk.rows);
  return pageOf(query, walk);
};

const countOf = (
  query: PageQuery,
  { count, offset }: Position,
  { filterRows }: ListReading,
): number | null => {
  const max = maxCount(query);
  if (count !== null || max === null) return count;
  // All requests share cached reference data, so they must read the same pages.
  if (query.endpoint.isReference) return max;
  if (query.where !== null) return filterPages(query.endpoint, filterRows).count;
  return Math.min(Math.max(offset + query.first, MIN_COUNT), max);
};

// A short or empty page may not be the last: the list ends where there is no next cursor.
const readPages = (walk: Walk, reading: ListReading, query: PageQuery): Promise<void> => {
  const { from, count, rows, pages, flaws } = walk;
  const input = { ...listInput(query), ...(count !== null && { count }) };
  let seen: Map<string, Row> | null = null;
  return readUpstream(reading, { endpoint: query.endpoint, input, from: from.cursor }, (page) => {
    // No page has a row twice, but a second page can repeat rows of the first.
    if (pages.length === 1) seen = new Map(rows.map((row) => [lowerIdOf(row), row]));
    pages.push({ cursor: page.cursor, begin: rows.length });
    flaws.push(...page.flaws);
    for (const row of page.rows) {
      if (!belongs(query.parent, row)) walk.strays += 1;
      else if (seen === null) rows.push(row);
      // A row that moves while the list is read keeps the position and value that were read first.
      else if (!isMovable(query) || !seen.has(lowerIdOf(row))) addOnce(rows, seen, row);
    }
    walk.next = page.next;
    if (page.cursor === null) walk.total = page.totalCount;
    if (isPast(query, rows)) walk.next = null;
    return isRead(walk, reading, query);
  });
};

/** Finds the start of the page. True if all its rows are read, or if no more may be read. */
const isRead = (walk: Walk, { filterRows }: ListReading, query: PageQuery): boolean => {
  const { from, rows, pages } = walk;
  const ended = walk.next === null;
  const last = ended || (query.after !== null && pages.length >= MAX_PAGES);
  if (walk.start === null || query.where === null) {
    walk.start = resumeIndex(from, query, { rows, last, ended });
  }
  const isFull = walk.start !== null && shownOf(query, rows, walk.start).found >= query.first;
  if (isFull || ended || query.where === null) return isFull || last;
  const { pages: most } = filterPages(query.endpoint, filterRows);
  walk.isCut = walk.start === null ? last : pages.length >= most;
  return walk.isCut;
};

// Following a repeated cursor would read the same rows forever, so the list ends here.
const endEarly = (walk: Walk, error: TransportError): void => {
  walk.end = error;
  if (error.code === 'UPSTREAM_CURSOR_LOOP') walk.next = null;
};

// A row without the id of its parent belongs to it, because the call filtered by the parent.
const belongs = (parent: PageQuery['parent'], row: Row): boolean => {
  const owner = parent === null ? null : (row[parent.column] ?? null);
  return owner === null || owner === parent?.id || sameId(owner, parent?.id);
};

const pageOf = (query: PageQuery, walk: Walk): Page => {
  const { from, rows, next } = walk;
  const flaws = [...walk.flaws, ...(walk.end === null ? [] : [walk.end])];
  flaws.push(...strayRows(query, walk.strays));
  if (walk.isCut) flaws.push(cutShort(rows.length + walk.strays));
  const { rows: shown, rowsUpTo, found } = shownOf(query, rows, walk.start ?? rows.length);
  return {
    query,
    rows: shown,
    hasNextPage: found > query.first || next !== null,
    cursors: new RowCursors({
      query,
      rows,
      before: from,
      rowsUpTo: walk.start === null ? (index) => index + 1 : rowsUpTo,
      positionAt: (end) => (walk.start === null ? positionAfter(walk) : positionAt(walk, end)),
    }),
    knownTotal: totalOf(walk, flaws),
    ...(flaws.length > 0 && { flaws }),
  };
};

const totalOf = (
  { rows, pages, next, total, flaws: unread }: Walk,
  flaws: readonly Error[],
): number | null => {
  // Rows that could not be read are missing in the count, so the number of rows is unknown.
  if (unread.length > 0) return null;
  const isWhole = (pages[0]?.cursor ?? null) === null && next === null && flaws.length === 0;
  return isWhole ? rows.length : total;
};

/** The upstream page that holds the row at an index, and the number of its rows before that row. */
const positionAt = ({ rows, count, pages, next }: Walk, at: number): PagePosition => {
  if (at === rows.length && next !== null) return { cursor: next, count, offset: 0 };
  const page = pages.findLast(({ begin }) => begin <= at);
  return { cursor: page?.cursor ?? null, count, offset: at - (page?.begin ?? 0) };
};

// The position has not been found yet. An offset of 0 would mean that nothing is skipped.
const positionAfter = ({ from, count, rows, next }: Walk): PagePosition =>
  next === null ? from : { cursor: next, count, offset: Math.max(1, from.offset - rows.length) };
