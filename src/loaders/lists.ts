import { TransportError } from '../upstream/client/errors.ts';
import type { Trace } from '../upstream/client/trace.ts';
import { isMergeable, settleChildLists } from './by-parent.ts';
import { kindKey, listKey } from './cursor.ts';
import type { LoadGroup, Loading } from './groups.ts';
import { createGroups } from './groups.ts';
import { emptyPage, listInput, readPage } from './page.ts';
import type { Page, PageAsk } from './page-ask.ts';
import type { Reads } from './reads.ts';
import { meansEmptyList, toError } from './refusals.ts';
import { trackFlaws } from './track-flaws.ts';

/** How pages of lists are read. */
export interface PageLoaders {
  /** Pages of lists that differ in nothing but their parents. */
  readonly pages: (asks: readonly PageAsk[], trace: Trace) => Loading<Page>;
  /** The number of rows of a list, asked with its own call where the page did not tell. */
  readonly total: (page: Page, trace: Trace) => number | Promise<number>;
}

/** Pages of lists and the numbers of their rows. Equal asks are one read, lists of several parents are merged. */
export const createLists = (reads: Reads): PageLoaders => {
  const kinds = new Map<string, LoadGroup<PageAsk, Page>>();
  return {
    pages: (asks, trace) => {
      const [first] = asks;
      if (first === undefined) return [];
      if (first.first === 0) return asks.map(emptyOf);
      const key = `${first.first} ${first.after ?? ''} ${kindKey(first)}`;
      const kind = kinds.get(key) ?? createKind(reads, isMergeable(first));
      kinds.set(key, kind);
      return kind(asks, trace);
    },
    total: (page, trace) => page.knownTotal ?? countRows(reads, page.ask, trace),
  };
};

/** Lists of one kind: what merges is told apart by its parent alone. */
const createKind = (reads: Reads, merges: boolean): LoadGroup<PageAsk, Page> =>
  merges
    ? createGroups(parentKey, async (asks, trace) => {
        const watch = trackFlaws(reads, asks[0]);
        return (await settleChildLists({ reads: watch.reads, trace }, asks)).map(watch.tell);
      })
    : createGroups(listKey, (asks, trace) =>
        Promise.all(
          asks.map((ask) => {
            const watch = trackFlaws(reads, ask);
            return readPage({ reads: watch.reads, trace }, ask).then(watch.tell, toError);
          }),
        ),
      );

const parentKey = ({ parent }: PageAsk): string => parent?.id.toLowerCase() ?? '';

const emptyOf = (ask: PageAsk): Page | Error => {
  try {
    return emptyPage(ask);
  } catch (error) {
    return toError(error);
  }
};

// The flag excludes a cursor and has a budget of its own, so it never rides along with a page.
const countRows = async (reads: Reads, ask: PageAsk, trace: Trace): Promise<number> => {
  const { endpoint } = ask;
  const input = {
    ...listInput({ ...ask, sort: null }),
    with_total_count: true,
    ...('count' in endpoint.params && { count: 1 }),
  };
  const totalCount = await reads.call(endpoint, input, trace).then(
    (answer) => answer.totalCount,
    (error: unknown) => {
      if (meansEmptyList(error, ask)) return 0;
      throw error;
    },
  );
  if (totalCount !== null) return totalCount;
  const reason = 'the answer has no total_count, which was asked for';
  throw new TransportError('UPSTREAM_BAD_RESPONSE', endpoint.name, reason, { sent: true });
};
