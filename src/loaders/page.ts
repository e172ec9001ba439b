import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import type { TransportError } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import { invalidCursor, parseCursor, RowCursors } from './cursor.ts';
import type { Page, PageAsk } from './page-ask.ts';
import type { Place, Position } from './position.ts';
import { BEGINNING } from './position.ts';
import type { Input, Reading, Reads, RowCache } from './reads.ts';
import { addOnce, pagesOf } from './reads.ts';
import { endsReading, meansEmptyList, refusesCursor } from './refusals.ts';
import { resumeIndex } from './resume.ts';
import { strayRows } from './strays.ts';

/** The smallest `count` that is sent. All pages of a list have the `count` of its first page, so a small one would cost calls. */
export const MIN_COUNT = 20;
/** The largest number of upstream pages that are read for a page after a cursor. The page may then be short. */
export const MAX_PAGES = 3;

/** The largest `count` of the endpoint, in rows; null where it takes none. */
export const maxCount = ({ endpoint }: PageAsk): number | null => {
  const count = countParam(endpoint);
  return count === null ? null : (count.max ?? 1000);
};

/** The input of all calls for a list, without `count` and `cursor`. */
export const listInput = (ask: PageAsk, parents?: readonly string[]): Input => ({
  ...ask.path,
  ...ask.filters,
  ...(ask.parent !== null && { [ask.parent.param]: parentValue(ask, ask.parent, parents) }),
  ...(ask.sort !== null && { sort_by: ask.sort }),
});

const parentValue = (
  { endpoint }: PageAsk,
  { param, id }: NonNullable<PageAsk['parent']>,
  parents: readonly string[] = [id],
): unknown => (endpoint.params[param]?.kind === 'list' ? parents : id);

/** The cache in which links find the rows of a list by id; null for rows without id and for rows with fewer columns. */
export const rowCacheFor = (
  reads: Reads,
  { endpoint, path, filters }: PageAsk,
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

/** The page for `first: 0`. It is made without a call, so it has to say that there may be more rows. */
export const emptyPage = (ask: PageAsk): Page => {
  const position = ask.after === null ? BEGINNING : parseCursor(ask, ask.after);
  return {
    ask,
    rows: [],
    hasNextPage: true,
    cursors: new RowCursors({
      ask,
      rows: [],
      before: position,
      start: 0,
      placeAt: () => position,
    }),
    knownTotal: null,
  };
};

/** The part of a list that has been read. */
interface Walk {
  readonly from: Position;
  readonly count: number | null;
  readonly rows: Row[];
  /** The upstream pages: the cursor of each, and the index of its first row in `rows`. */
  readonly pages: { readonly cursor: string | null; readonly begin: number }[];
  /** The upstream cursor of the next page; null at the end of the list. */
  next: string | null;
  /** The number of rows of the whole list, where the API told it without being asked. */
  total: number | null;
  /** The index in `rows` at which the page starts; null while that row has not been read. */
  start: number | null;
  /** The number of rows that belong to another parent. */
  strays: number;
  /** Why reading ended early. */
  flaws: readonly Error[];
}

/** Reads a page of one list, from its beginning or from a cursor. Rejects with INVALID_CURSOR where the cursor does not fit. */
export const readPage = async (reading: Reading, ask: PageAsk): Promise<Page> => {
  const from = ask.after === null ? BEGINNING : parseCursor(ask, ask.after);
  const rowCache = rowCacheFor(reading.reads, ask);
  const walk: Walk = {
    from,
    count: countOf(ask, from),
    rows: [],
    pages: [],
    next: null,
    total: null,
    start: null,
    strays: 0,
    flaws: [],
  };
  try {
    await readPages(walk, reading, ask);
  } catch (error) {
    if (ask.after !== null && refusesCursor(error)) throw invalidCursor();
    if (walk.start !== null && endsReading(error)) endEarly(walk, error);
    else if (!meansEmptyList(error, ask)) throw error;
  }
  rowCache?.keep(walk.rows);
  return pageOf(ask, walk);
};

const countOf = (ask: PageAsk, { count, offset }: Position): number | null => {
  const max = maxCount(ask);
  if (count !== null || max === null) return count;
  // Reference data is cached for all requests, so all of them have to ask for the same pages.
  if (ask.endpoint.isReference) return max;
  return Math.min(Math.max(offset + ask.first, MIN_COUNT), max);
};

// A page may be short, or empty, and not be the last: the list ends where there is no next cursor.
const readPages = async (walk: Walk, { reads, trace }: Reading, ask: PageAsk): Promise<void> => {
  const { from, count, rows, pages } = walk;
  let seen: Map<string, Row> | null = null;
  const input = { ...listInput(ask), ...(count !== null && { count }) };
  for await (const page of pagesOf(reads, { endpoint: ask.endpoint, input, trace }, from.cursor)) {
    // No page has a row twice, but a second page can repeat rows of the first.
    if (pages.length === 1) seen = new Map(rows.map((row) => [idOf(row).toLowerCase(), row]));
    pages.push({ cursor: page.cursor, begin: rows.length });
    for (const row of page.rows) {
      if (!belongs(ask.parent, row)) walk.strays += 1;
      else if (seen === null) rows.push(row);
      else addOnce(rows, seen, row);
    }
    walk.next = page.next;
    if (page.cursor === null) walk.total = page.total;
    const ended = page.next === null;
    const last = ended || (ask.after !== null && pages.length === MAX_PAGES);
    walk.start = resumeIndex(from, ask.sort, { rows, last, ended });
    if (last || (walk.start !== null && rows.length - walk.start >= ask.first)) return;
  }
};

// Who follows a cursor that leads back reads the same rows for ever, so such a list ends here.
const endEarly = (walk: Walk, error: TransportError): void => {
  walk.flaws = [error];
  if (error.code === 'UPSTREAM_CURSOR_LOOP') walk.next = null;
};

// A row without the id of its parent belongs to it, because the call filtered by the parent.
const belongs = (parent: PageAsk['parent'], row: Row): boolean => {
  const owner = parent === null ? null : (row[parent.column] ?? null);
  return (
    owner === null ||
    owner === parent?.id ||
    String(owner).toLowerCase() === parent?.id.toLowerCase()
  );
};

const pageOf = (ask: PageAsk, walk: Walk): Page => {
  const { from, rows, next, pages } = walk;
  const flaws = [...walk.flaws, ...strayRows(ask, walk.strays)];
  const start = walk.start ?? rows.length;
  const end = start + ask.first;
  const fromBeginning = (pages[0]?.cursor ?? null) === null;
  return {
    ask,
    rows: start === 0 && rows.length <= end ? rows : rows.slice(start, end),
    hasNextPage: rows.length > end || next !== null,
    cursors: new RowCursors({
      ask,
      rows,
      before: from,
      start: walk.start ?? 0,
      placeAt: (end) => (walk.start === null ? placeAfter(walk) : placeAt(walk, end)),
    }),
    knownTotal: fromBeginning && next === null && flaws.length === 0 ? rows.length : walk.total,
    ...(flaws.length > 0 && { flaws }),
  };
};

/** The upstream page that holds the row at an index, and how many of its rows come before that row. */
const placeAt = ({ rows, count, pages, next }: Walk, at: number): Place => {
  if (at === rows.length && next !== null) return { cursor: next, count, offset: 0 };
  const page = pages.findLast(({ begin }) => begin <= at);
  return { cursor: page?.cursor ?? null, count, offset: at - (page?.begin ?? 0) };
};

// The position has not been found yet. Its offset must not be 0, which would mean that nothing is skipped.
const placeAfter = ({ from, count, rows, next }: Walk): Place =>
  next === null ? from : { cursor: next, count, offset: Math.max(1, from.offset - rows.length) };
