import { useSyncExternalStore } from 'react';

const listen = (changed: () => void): (() => void) => {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
};

/** The id of the account that the page's address names; null where it names none. */
export const useChosenAccount = (): string | null =>
  useSyncExternalStore(listen, () => new URLSearchParams(location.search).get('account'));

/** The address of the page for an account. */
export const accountAddress = (id: string): string => `/?${new URLSearchParams({ account: id })}`;

/** Opens an account without loading the page anew. */
export const chooseAccount = (id: string): void => {
  history.pushState(null, '', accountAddress(id));
  dispatchEvent(new PopStateEvent('popstate'));
};
