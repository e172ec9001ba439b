import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import { anchorsOf, resumeIndex } from './anchors.ts';
import type { Position } from './cursor.ts';
import { BEGINNING, createCursorWriter, invalidCursor, parseCursor } from './cursor.ts';
import type { Page, PageAsk } from './page-ask.ts';
import type { Input, Reading, Reads, RowCache } from './reads.ts';
import { addOnce, pagesOf } from './reads.ts';
import { meansEmptyList, refusesCursor } from './refusals.ts';

/** Smaller pages are not asked for: a small first page would condemn the whole walk to small ones. */
const LEAST_COUNT = 20;
/** How many upstream pages a continuing page may take; `hasNextPage` tells the rest. */
export const MOST_PAGES = 3;

/** The most rows that one call may ask for; null where the endpoint takes no `count`. */
export const maxCount = ({ endpoint }: PageAsk): number | null => {
  const count = countParam(endpoint);
  return count === null ? null : (count.max ?? 1000);
};

/** What all calls of a list have in common: everything but `count` and cursor. */
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

/** Where the rows of a list are kept, so that links find them by id; null for rows without id and for trimmed ones. */
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

/** A page of no rows because none are wanted. Nothing is asked, so there may be more. */
export const emptyPage = (ask: PageAsk): Page => {
  if (ask.after !== null) parseCursor(ask, ask.after);
  return {
    ask,
    rows: [],
    hasNextPage: true,
    cursorAt: () => ask.after ?? createCursorWriter(ask)(BEGINNING),
    knownTotal: null,
  };
};

/** A list as far as it was read. */
interface Walk {
  readonly from: Position;
  readonly count: number | null;
  readonly rows: Row[];
  /** The upstream pages: their cursors, and where each begins among the rows. */
  readonly pages: { readonly cursor: string | null; readonly begin: number }[];
  /** The cursor of the page that comes next; null at the end of the list. */
  next: string | null;
  /** The number of rows of the whole list, where the API said so unasked. */
  total: number | null;
  /** The index of the first row to show; null while the place lies behind all that was read. */
  start: number | null;
}

/** A page of a list of its own, from the beginning or from a cursor. */
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
  };
  try {
    await readInto(walk, reading, ask);
  } catch (error) {
    if (ask.after !== null && refusesCursor(error)) throw invalidCursor();
    if (!meansEmptyList(error, ask)) throw error;
  }
  rowCache?.keep(walk.rows);
  return shown(ask, walk);
};

const countOf = (ask: PageAsk, { count, offset }: Position): number | null => {
  const max = maxCount(ask);
  if (count !== null || max === null) return count;
  // It is kept for everybody, so everybody asks for the same pages.
  if (ask.endpoint.isReference) return max;
  return Math.min(Math.max(offset + ask.first, LEAST_COUNT), max);
};

// A page may be short, or empty, and still have a cursor: only the end of the cursors is the end of the list.
const readInto = async (walk: Walk, { reads, trace }: Reading, ask: PageAsk): Promise<void> => {
  const { from, count, rows, pages } = walk;
  let seen: Map<string, Row> | null = null;
  const input = { ...listInput(ask), ...(count !== null && { count }) };
  for await (const page of pagesOf(reads, { endpoint: ask.endpoint, input, trace }, from.cursor)) {
    // One page has no row twice; a second one may repeat what the first had.
    if (pages.length === 1) seen = new Map(rows.map((row) => [idOf(row), row]));
    pages.push({ cursor: page.cursor, begin: rows.length });
    for (const row of page.rows) {
      if (!belongs(ask.parent, row)) continue;
      if (seen === null) rows.push(row);
      else addOnce(rows, seen, row);
    }
    walk.next = page.next;
    if (page.cursor === null) walk.total = page.total;
    const ended = page.next === null;
    const last = ended || (ask.after !== null && pages.length === MOST_PAGES);
    walk.start = resumeIndex(from, ask.sort, { rows, last, ended });
    if (last || (walk.start !== null && rows.length - walk.start >= ask.first)) return;
  }
};

// Where a row does not say whose it is, the filter of the call has the word.
const belongs = (parent: PageAsk['parent'], row: Row): boolean => {
  const owner = parent === null ? null : (row[parent.column] ?? null);
  return (
    owner === null ||
    owner === parent?.id ||
    String(owner).toLowerCase() === parent?.id.toLowerCase()
  );
};

const shown = (ask: PageAsk, walk: Walk): Page => {
  const { from, rows, next, pages } = walk;
  const start = walk.start ?? rows.length;
  const end = start + ask.first;
  const seal = createCursorWriter(ask);
  const anchorsAt = anchorsOf(ask.sort, rows, from);
  const fromBeginning = (pages[0]?.cursor ?? null) === null;
  return {
    ask,
    rows: start === 0 && rows.length <= end ? rows : rows.slice(start, end),
    hasNextPage: rows.length > end || next !== null,
    cursorAt: (index) => {
      const place = start + index + 1;
      return seal(
        index < 0 && walk.start === null
          ? behind(walk)
          : { ...pageAt(walk, place), ...anchorsAt(place) },
      );
    },
    knownTotal: fromBeginning && next === null ? rows.length : walk.total,
  };
};

/** The upstream page that holds a place among the rows, and how many of its rows lie before. */
const pageAt = (
  { rows, count, pages, next }: Walk,
  place: number,
): Pick<Position, 'cursor' | 'count' | 'offset'> => {
  if (place === rows.length && next !== null) return { cursor: next, count, offset: 0 };
  const page = pages.findLast(({ begin }) => begin <= place);
  return { cursor: page?.cursor ?? null, count, offset: place - (page?.begin ?? 0) };
};

// The place was not found yet, so it is no border, where nothing would be skipped.
const behind = ({ from, count, rows, next }: Walk): Position =>
  next === null
    ? from
    : { ...from, cursor: next, count, offset: Math.max(1, from.offset - rows.length) };
