import { getOrMake } from '../upstream/catalogue/memoize.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import { badResponse } from '../upstream/client/errors.ts';
import type { Trace } from '../upstream/client/trace.ts';
import { createLoader, type KeyValues, type LoadKeys } from './by-key.ts';
import { isMergeable, parentKey, settleChildLists } from './by-parent.ts';
import { emptyPage, type ListReading, listInput, readPage } from './page.ts';
import { listKey, type Page, type PageAsk } from './page-ask.ts';
import type { Reads } from './reads.ts';
import { meansEmptyList, toError } from './refusals.ts';

/** Loads pages of lists. */
export interface PageLoaders {
  /** A page for each ask, in the order of the asks. The asks may differ only in their parents. */
  readonly pages: (asks: readonly PageAsk[], trace: Trace) => KeyValues<Page>;
  /**
   * The number of rows of a page's whole list; null with `where`, which the API cannot count. Costs
   * a call if the page did not bring it.
   */
  readonly total: (page: Page, trace: Trace) => number | null | Promise<number>;
}

/**
 * Creates the loaders of lists. Equal asks are one read, and lists of several parents are merged
 * into one call.
 */
export const createLists = (reads: Reads, filterRows: number): PageLoaders => {
  const kinds = new Map<string, LoadKeys<PageAsk, Page>>();
  return {
    pages: (asks, trace) => {
      const [first] = asks;
      if (first === undefined) return [];
      if (first.first === 0) return asks.map(emptyOf);
      // Quoted, because an empty cursor is not the start of the list.
      const key = `${first.first} ${JSON.stringify(first.after)} ${first.kind.key}`;
      const kind = getOrMake(kinds, key, () =>
        createKind({ reads, filterRows }, isMergeable(first)),
      );
      return kind(asks, trace);
    },
    total: (page, trace) =>
      page.ask.where === null ? (page.knownTotal ?? countRows(reads, page.ask, trace)) : null,
  };
};

/** Creates the loader for lists of one kind, which differ in their parents alone. */
const createKind = (
  lists: Without<ListReading, 'trace'>,
  merges: boolean,
): LoadKeys<PageAsk, Page> =>
  merges
    ? createLoader(parentKey, (asks, trace) => settleChildLists({ ...lists, trace }, asks))
    : createLoader(listKey, (asks, trace) =>
        Promise.all(asks.map((ask) => readPage({ ...lists, trace }, ask).catch(toError))),
      );

const emptyOf = (ask: PageAsk): Page | Error => {
  try {
    return emptyPage(ask);
  } catch (error) {
    return toError(error);
  }
};

// `with_total_count` excludes a cursor and has a rate window of its own, so pages do not send it.
const countRows = async (reads: Reads, ask: PageAsk, trace: Trace): Promise<number> => {
  const { endpoint } = ask;
  const input = {
    ...listInput({ ...ask, sort: null }),
    with_total_count: true,
    ...('count' in endpoint.params && { count: 1 }),
  };
  const totalCount = await reads.call(endpoint, input, trace).then(
    (result) => result.totalCount,
    (error: unknown) => {
      if (meansEmptyList(error, ask)) return 0;
      throw error;
    },
  );
  if (totalCount !== null) return totalCount;
  const reason = 'the answer has no total_count that can be read, which was asked for';
  throw badResponse(endpoint.name, reason);
};
