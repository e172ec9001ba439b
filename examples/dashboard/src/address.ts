import type { MouseEvent } from 'react';
import { useSyncExternalStore } from 'react';

/** The parts of the page's address: the open account, and the view of it. */
export type AddressPart = 'account' | 'range' | 'open' | 'dialog' | Filter | 'sort';
type Filter = 'q' | 'state' | 'order';

/** Parts of an address; null removes one. */
export type Changes = Partial<Readonly<Record<AddressPart, string | null>>>;

const listen = (changed: () => void): (() => void) => {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
};

const partOf = (name: AddressPart): string | null => new URLSearchParams(location.search).get(name);

/** A part of the page's address; null where the address does not have it. */
export const useInAddress = (name: AddressPart): string | null =>
  useSyncExternalStore(listen, () => partOf(name));

/** The address of the page with other parts: `/?account=18ce54d4x5t&range=7`. */
export const addressWith = (changes: Changes): string => {
  const parts = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parts.delete(name);
    else parts.set(name, value);
  }
  return parts.size === 0 ? '/' : `/?${parts}`;
};

const tell = (): void => void dispatchEvent(new PopStateEvent('popstate'));

/** Opens another view without a page load. The back button returns to the previous one. */
export const go = (changes: Changes): void => {
  const address = addressWith(changes);
  if (address === `${location.pathname}${location.search}`) return;
  history.pushState(null, '', address);
  tell();
};

/** Follows a link without a page load, unless a key asks for another tab or window. */
export const follow = (event: MouseEvent, changes: Changes): void => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(changes);
};

/** Corrects the address of the current view. */
export const correct = (changes: Changes): void => {
  history.replaceState(null, '', addressWith(changes));
  tell();
};

/** The changes that open an account. The range of the results stays. */
export const ofAccount = (account: string): Changes => ({
  account,
  ...{ open: null, dialog: null, q: null, state: null, order: null, sort: null },
});

/** The ids in a part of the address, such as those of open rows. */
export const useIdsInAddress = (name: AddressPart): readonly string[] => idsIn(useInAddress(name));

const idsIn = (text: string | null): readonly string[] => text?.split(',') ?? [];

/** The changes that add an id to a part, or remove it: `go(withId('open', id, true))`. */
export const withId = (name: AddressPart, id: string, isThere: boolean): Changes => {
  const others = idsIn(partOf(name)).filter((other) => other !== id);
  return { [name]: (isThere ? [...others, id] : others).join(',') || null };
};
