import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import { columnOf } from '../upstream/client/bytes/column.ts';
import type { CallResult } from '../upstream/client/client.ts';
import type { Row } from '../upstream/client/row.ts';
import { RowCursors } from './cursor.ts';
import { LIST_START } from './list-order.ts';
import { type ListReading, listInput, maxCount, readPage, rowCacheFor } from './page.ts';
import type { Page, PageQuery } from './page-query.ts';
import { inChunks, inGroups, maxChunks, strayRows } from './page-query.ts';
import { blamesAnId, endsReading, meansEmptyList, toError } from './refusals.ts';
import { shownOf } from './where.ts';

/** Up to this many open lists are read one by one. More are read in this many groups. */
const GROUPS = 8;
/** Parents in one call, if the catalogue gives no limit. */
const MAX_PARENTS = 200;

/** The lists by their parent's id in lower case. */
interface SettledLists {
  /** The lists that are finished. */
  readonly pages: Map<string, Page | Error>;
  /** For lists that continue: their rows on a merged page, and the flaws of that page. */
  readonly unfinished: Map<string, Pick<CallResult, 'rows' | 'flaws'>>;
}

/** True if one call can read the lists of several parents. */
export const isMergeable = ({ endpoint, parent, after }: PageQuery): boolean =>
  parent !== null && after === null && endpoint.params[parent.param]?.kind === 'list';

/** The id of the parent of a list, in lower case; the empty text if it has none. */
export const parentKey = ({ parent }: PageQuery): string => lowerId(parent?.id ?? '');

/**
 * Reads the first page of the lists of many parents. The API has one list for many parents, with
 * one cursor for all of them. The list of a parent is settled if the merged page has more of its
 * rows than are needed, or was the last page.
 *
 * 1. One merged page is read for up to 200 parents.
 * 2. If at most 8 lists are open after it, each is read by a call of its own. More are divided into
 *    8 groups, for each of which one merged page is read.
 * 3. Lists that are still open are read by a call of their own.
 *
 * So there are at most three rounds, and at most one call for each parent and nine more. For
 * example, 100 open lists of 200 cost 1 + 8 calls if the groups settle them all. The cursor of a
 * merged list is never followed or shown, because it belongs to all of the parents.
 */
export const settleChildLists = async (
  reading: ListReading,
  queries: readonly PageQuery[],
): Promise<(Page | Error)[]> => {
  const settled: SettledLists = { pages: new Map(), unfinished: new Map() };
  const chunks = inChunks(queries, sizeOf(queries));
  await Promise.all(
    chunks.map(async (chunk) => {
      const open = await settleTogether(reading, chunk, settled);
      if (open.length <= GROUPS) return settleEach(reading, open, settled);
      const groups = inGroups(open, GROUPS).map(async (group) =>
        settleEach(reading, await settleTogether(reading, group, settled), settled),
      );
      await Promise.all(groups);
    }),
  );
  return queries.map(
    (query) => settled.pages.get(parentKey(query)) ?? new Error('a list was not settled'),
  );
};

/** Lists of parents. One call reads the lists of up to `size` parents. */
interface ChildLists {
  readonly parents: number;
  readonly accounts: number;
  readonly size: number;
  /** The most calls for a list that is read alone. */
  readonly pages: number;
}

/**
 * The largest number of calls that read the lists of `parents` parents in `accounts` accounts, with
 * `size` parents in a call: 20 parents in one account cost at most 20 + 9 calls, and 3 parents at
 * most 3 + 3, if a list that is read alone costs one.
 */
export const maxCallsFor = ({ parents, accounts, size, pages }: ChildLists): number => {
  const chunks = maxChunks(parents, accounts, size);
  // A chunk costs the calls of each parent alone, one for the merged page and one for each group.
  // No parent is in more than one of these groups.
  const together = parents < 2 ? 0 : Math.min(parents, chunks * (GROUPS + 1));
  return parents * pages + together;
};

const sizeOf = ([query]: readonly PageQuery[]): number => {
  const param = query?.endpoint.params[query.parent?.param ?? ''];
  return (param?.kind === 'list' ? param.max : undefined) ?? MAX_PARENTS;
};

const settleEach = async (
  reading: ListReading,
  queries: readonly PageQuery[],
  settled: SettledLists,
): Promise<void> => {
  await Promise.all(
    queries.map(async (query) => {
      const page = await readPage(reading, query).catch(failed(query, settled));
      settled.pages.set(parentKey(query), page);
    }),
  );
};

/** Reads one merged page, in halves if the API refuses an id. Returns the queries that stay open. */
const settleTogether = async (
  reading: ListReading,
  queries: readonly PageQuery[],
  settled: SettledLists,
): Promise<readonly PageQuery[]> => {
  const [first] = queries;
  if (first === undefined || queries.length === 1) {
    await settleEach(reading, queries, settled);
    return [];
  }
  try {
    return await settleMerged(reading, queries, settled);
  } catch (error) {
    const none = meansEmptyList(error, first);
    if (!none && blamesAnId(error, first.parent?.param ?? '')) {
      const halves = inGroups(queries, 2).map((half) => settleTogether(reading, half, settled));
      return (await Promise.all(halves)).flat();
    }
    for (const query of queries) {
      const page = none ? mergedPage(query, [], true) : failed(query, settled)(error);
      settled.pages.set(parentKey(query), page);
    }
    return [];
  }
};

/** The result of a list that failed: the rows read before, if `endsReading`; else the error. */
const failed =
  (query: PageQuery, { unfinished }: SettledLists) =>
  (error: unknown): Page | Error => {
    const { rows, flaws = [] } = unfinished.get(parentKey(query)) ?? { rows: [] };
    if (rows.length === 0 || !endsReading(error)) return toError(error);
    return { ...mergedPage(query, rows, false), hasNextPage: true, flaws: [...flaws, error] };
  };

const settleMerged = async (
  reading: ListReading,
  queries: readonly PageQuery[],
  settled: SettledLists,
): Promise<readonly PageQuery[]> => {
  const [first] = queries;
  if (first === undefined) return [];
  const { reads, trace } = reading;
  const rowCache = rowCacheFor(reads, first);
  const count = maxCount(first);
  const input = {
    ...listInput(
      first,
      queries.map((query) => query.parent?.id ?? ''),
    ),
    ...(count !== null && { count }),
  };
  const result = await reads.call(first.endpoint, input, trace);
  const isEnd = result.nextCursor === null || !('cursor' in first.endpoint.params);
  const { groups, strays } = groupByParent(queries, result.rows);
  const flaws = [...(result.flaws ?? []), ...strayRows(first, strays)];
  return queries.filter((query) => {
    const key = parentKey(query);
    const rows = groups.get(key) ?? [];
    if (!isEnd && shownOf(query, rows, 0).found <= query.first) {
      settled.unfinished.set(key, { rows, flaws: result.flaws ?? [] });
      return true;
    }
    rowCache?.add(rows);
    const page = mergedPage(query, rows, isEnd);
    // A flaw of the page affects all its parents. Unreadable rows count in the total too.
    settled.pages.set(key, flaws.length === 0 ? page : { ...page, flaws, knownTotal: null });
    return false;
  });
};

/** The rows of each parent, and the number of rows that belong to none of them. */
interface ByParent {
  readonly groups: ReadonlyMap<string, readonly Row[]>;
  readonly strays: number;
}

// No response contains a row twice.
const groupByParent = (queries: readonly PageQuery[], rows: readonly Row[]): ByParent => {
  let strays = 0;
  const groups = new Map<string, Row[]>(queries.map((query) => [parentKey(query), []]));
  const column = columnOf(queries[0]?.parent?.column ?? '');
  let before: Row | null = null;
  let group: Row[] | undefined;
  for (const row of rows) {
    // Rows of one parent are mostly neighbours.
    if (before === null || column.compare(row, before) !== 0) {
      const owner = column.text(row);
      group = groups.get(owner) ?? groups.get(lowerId(owner));
    }
    before = row;
    if (group === undefined) strays += 1;
    else group.push(row);
  }
  return { groups, strays };
};

// The list of this parent alone was never read, so the cursors hold no upstream cursor.
const mergedPage = (query: PageQuery, rows: readonly Row[], isEnd: boolean): Page => {
  const { rows: shown, rowsUpTo, found } = shownOf(query, rows, 0);
  return {
    query,
    rows: shown,
    hasNextPage: found > query.first,
    cursors: new RowCursors({
      query,
      rows,
      before: LIST_START,
      rowsUpTo,
      positionAt: (end) => ({ cursor: null, count: null, offset: end }),
    }),
    knownTotal: isEnd ? rows.length : null,
  };
};
