import type DataLoader from 'dataloader';
import type { Entity } from '../upstream/catalogue/entity.ts';
import { TransportError } from '../upstream/errors.ts';
import { createChildLists, isMergeable } from './by-parent.ts';
import { kindKey, listKey } from './cursor.ts';
import type { Loaders, Page, PageAsk } from './index.ts';
import { emptyPage, listInput, readPage } from './page.ts';
import type { Reads } from './reads.ts';
import { within } from './reads.ts';

type Lists = Pick<Loaders, 'page' | 'total'> & { readonly forget: (entity: Entity) => void };

/** Pages of lists and the numbers of their rows. Equal asks are one read, lists of several parents are merged. */
export const createLists = (reads: Reads): Lists => {
  const merged = new Map<string, Map<string, DataLoader<PageAsk, Page, string>>>();
  const alone = new Map<string, Map<string, Promise<Page>>>();
  return {
    page: async (ask) => {
      if (ask.first === 0) return emptyPage(ask);
      const entity = ask.endpoint.returns.of?.name ?? '';
      return isMergeable(ask)
        ? once(within(merged, entity), keyOf(ask), () => createChildLists(reads)).load(ask)
        : once(within(alone, entity), keyOf(ask), () => readPage(reads, ask));
    },
    total: (page) => page.knownTotal ?? countRows(reads, page.ask),
    forget: (entity) => {
      merged.delete(entity.name);
      alone.delete(entity.name);
    },
  };
};

// Lists that merge are told apart by the loader, which has the parent's id as its key.
const keyOf = (ask: PageAsk): string =>
  `${ask.first} ${ask.after ?? ''} ${isMergeable(ask) ? kindKey(ask) : listKey(ask)}`;

const once = <T>(known: Map<string, T>, key: string, make: () => T): T => {
  const made = known.get(key);
  if (made !== undefined) return made;
  const value = make();
  known.set(key, value);
  return value;
};

// The flag excludes a cursor and has a budget of its own, so it never rides along with a page.
const countRows = async (reads: Reads, ask: PageAsk): Promise<number> => {
  const { endpoint } = ask;
  const input = {
    ...listInput({ ...ask, sort: null }),
    with_total_count: true,
    ...('count' in endpoint.params && { count: 1 }),
  };
  const { totalCount } = await reads.call(endpoint, input);
  if (totalCount !== null) return totalCount;
  const reason = 'the answer has no total_count, which was asked for';
  throw new TransportError('UPSTREAM_BAD_RESPONSE', endpoint.name, reason, { sent: true });
};
