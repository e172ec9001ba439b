import type { Row } from '../upstream/client/row.ts';
import { anchorsOf } from './anchors.ts';
import { BEGINNING, createCursorWriter } from './cursor.ts';
import { listInput, maxCount, readPage, rowCacheFor } from './page.ts';
import type { Page, PageAsk } from './page-ask.ts';
import type { Reading } from './reads.ts';
import { blamesAnId, meansEmptyList, toError } from './refusals.ts';
import { inChunks, inGroups } from './slices.ts';

/** How many lists that one merged page left open are asked for one by one; more are asked for in as many groups. */
const GROUPS = 8;
const MAX_PARENTS = 200;

/** What is settled, by the parent's id in lower case. */
type Settled = Map<string, Page | Error>;

/** True where the lists of several parents can be one call. */
export const isMergeable = ({ endpoint, parent, after }: PageAsk): boolean =>
  parent !== null && after === null && endpoint.params[parent.param]?.kind === 'list';

const parentOf = ({ parent }: PageAsk): string => parent?.id.toLowerCase() ?? '';

/**
 * The API has one list for many parents and one cursor for all of it. So a merged page is asked for once; what it leaves
 * open is asked for in smaller groups, once, and what those leave open alone. Three rounds, never more calls than parents
 * and nine, and no cursor of a merged list is ever followed or given away.
 */
export const settleChildLists = async (
  reading: Reading,
  asks: readonly PageAsk[],
): Promise<(Page | Error)[]> => {
  const settled: Settled = new Map();
  const chunks = inChunks(asks, sizeOf(asks));
  await Promise.all(
    chunks.map(async (chunk) => {
      const open = await readTogether(reading, chunk, settled);
      if (open.length <= GROUPS) return readEach(reading, open, settled);
      const groups = inGroups(open, GROUPS).map(async (group) =>
        readEach(reading, await readTogether(reading, group, settled), settled),
      );
      await Promise.all(groups);
    }),
  );
  return asks.map((ask) => settled.get(parentOf(ask)) ?? new Error('a list was not settled'));
};

/** The most calls that settle the lists of so many parents in so many accounts. */
export const mostCallsFor = (parents: number, accounts: number, size: number): number => {
  const chunks = Math.min(parents, accounts + Math.floor(parents / size));
  // A chunk costs a call for each parent, one for all and one for each group, and never more than two for a parent.
  return parents < 2 ? parents : parents + Math.min(parents, chunks * (GROUPS + 1));
};

const sizeOf = ([ask]: readonly PageAsk[]): number => {
  const param = ask?.endpoint.params[ask.parent?.param ?? ''];
  return (param?.kind === 'list' ? param.max : undefined) ?? MAX_PARENTS;
};

const readEach = async (
  reading: Reading,
  asks: readonly PageAsk[],
  settled: Settled,
): Promise<void> => {
  await Promise.all(
    asks.map(async (ask) => {
      settled.set(parentOf(ask), await readPage(reading, ask).catch(toError));
    }),
  );
};

/** Settles what one merged page can settle and gives the rest. */
const readTogether = async (
  reading: Reading,
  asks: readonly PageAsk[],
  settled: Settled,
): Promise<readonly PageAsk[]> => {
  const [first] = asks;
  if (first === undefined || asks.length === 1) {
    await readEach(reading, asks, settled);
    return [];
  }
  try {
    return await readMerged(reading, asks, settled);
  } catch (error) {
    const none = meansEmptyList(error, first);
    if (!none && blamesAnId(error, first.parent?.param ?? '')) {
      const halves = inGroups(asks, 2).map((half) => readTogether(reading, half, settled));
      return (await Promise.all(halves)).flat();
    }
    for (const ask of asks)
      settled.set(parentOf(ask), none ? pageOf(ask, [], true) : toError(error));
    return [];
  }
};

const readMerged = async (
  reading: Reading,
  asks: readonly PageAsk[],
  settled: Settled,
): Promise<readonly PageAsk[]> => {
  const [first] = asks;
  if (first === undefined) return [];
  const { reads, trace } = reading;
  const rowCache = rowCacheFor(reads, first);
  const count = maxCount(first);
  const input = {
    ...listInput(
      first,
      asks.map((ask) => ask.parent?.id ?? ''),
    ),
    ...(count !== null && { count }),
  };
  const answer = await reads.call(first.endpoint, input, trace);
  const ended = answer.nextCursor === null || !('cursor' in first.endpoint.params);
  const groups = grouped(asks, answer.rows);
  return asks.filter((ask) => {
    const rows = groups.get(parentOf(ask)) ?? [];
    if (!ended && rows.length <= ask.first) return true;
    rowCache?.keep(rows);
    settled.set(parentOf(ask), pageOf(ask, rows, ended));
    return false;
  });
};

// Rows of parents that nobody asked about are dropped. One answer has no row twice.
const grouped = (
  asks: readonly PageAsk[],
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>(asks.map((ask) => [parentOf(ask), []]));
  const column = asks[0]?.parent?.column ?? '';
  for (const row of rows) {
    const owner = String(row[column]);
    const group = groups.get(owner) ?? groups.get(owner.toLowerCase());
    group?.push(row);
  }
  return groups;
};

// The cursors of such a page name no upstream page: the list that they continue was never asked for alone.
const pageOf = (ask: PageAsk, rows: readonly Row[], ended: boolean): Page => {
  const seal = createCursorWriter(ask);
  const anchorsAt = anchorsOf(ask.sort, rows, BEGINNING);
  return {
    ask,
    rows: rows.length > ask.first ? rows.slice(0, ask.first) : rows,
    hasNextPage: rows.length > ask.first,
    cursorAt: (index) =>
      seal({ cursor: null, count: null, offset: index + 1, ...anchorsAt(index + 1) }),
    knownTotal: ended ? rows.length : null,
  };
};
