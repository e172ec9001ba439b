import { isObject, type Values } from '../json.ts';
import type { Tab, Work } from './work.ts';

const prefix = 'ads-graph.';

/** True if the value kept under a name may have changed. */
export const concerns = ({ key }: StorageEvent, name: string): boolean =>
  key === null || key === prefix + name;

/** The value that was kept under a name; null if there is none, or none that passes the check. */
export const read = <T>(
  store: Storage,
  name: string,
  isWhole: (value: unknown) => value is T,
): T | null => {
  try {
    const value: unknown = JSON.parse(store.getItem(prefix + name) ?? 'null');
    return isWhole(value) ? value : null;
  } catch {
    return null;
  }
};

/** Keeps a value, if the browser allows it and has room. */
export const keep = (store: Storage, name: string, value: unknown): void => {
  try {
    store.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // The value is lost with the page.
  }
};

/** Removes the value kept under a name. */
export const forget = (store: Storage, name: string): void => {
  try {
    store.removeItem(prefix + name);
  } catch {
    // If storage is not available, nothing was stored.
  }
};

const isText = (value: unknown): value is string => typeof value === 'string';

const isTab = (value: unknown): value is Tab =>
  isObject(value) &&
  [value['id'], value['query'], value['variables'], value['headers']].every(isText) &&
  (value['name'] === undefined || isText(value['name']));

export const isWork = (value: unknown): value is Work => {
  if (!isObject(value)) return false;
  const { tabs, openId, closed = [] } = value;
  const areTabs = [tabs, closed].every((all) => Array.isArray(all) && all.every(isTab));
  return areTabs && Array.isArray(tabs) && tabs.length > 0 && isText(openId);
};

/** The work of this page, else that of the last used page. */
export const keptWork = (): Work | null =>
  read(sessionStorage, 'work', isWork) ?? read(localStorage, 'work', isWork);

/** Keeps the work for a reload of this page, and for the next one. */
export const keepWork = (work: Work, keepsHeaders: boolean): void => {
  const kept = withoutSecrets(work, keepsHeaders);
  keep(sessionStorage, 'work', kept);
  keep(localStorage, 'work', kept);
};

/** The work as it may be kept: without headers, or only with those that hold no secret. */
export const withoutSecrets = (work: Work, keepsHeaders: boolean): Work => ({
  ...work,
  tabs: work.tabs.map((tab) => ({
    ...tab,
    headers: keepsHeaders ? plainHeaders(tab.headers) : '',
  })),
});

const secret = /^(authorization|proxy-authorization|cookie|.*(key|token|secret).*)$/i;

/** True if a header may identify the user. */
export const isSecretHeader = (name: string): boolean => secret.test(name.trim());

/** True if headers, as typed, contain one that is never kept, or cannot be read. */
export const holdsSecret = (text: string): boolean => {
  try {
    return Object.keys(JSON.parse(text || '{}') as object).some(isSecretHeader);
  } catch {
    return true;
  }
};

// Text that is not JSON may hold anything, so it is not kept.
const plainHeaders = (text: string): string => {
  try {
    const headers = Object.entries(JSON.parse(text) as Values);
    const plain = headers.filter(([name]) => !isSecretHeader(name));
    return plain.length === 0 ? '' : JSON.stringify(Object.fromEntries(plain), null, 2);
  } catch {
    return '';
  }
};
