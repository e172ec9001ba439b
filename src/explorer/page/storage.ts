import type { Tab, Work } from './work.ts';

const prefix = 'ads-graph.';

/** What was kept under a name and passes the check; null where nothing is or it cannot be read. */
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

/** Keeps a value. A browser that keeps nothing, or has no room left, is none of the page's business. */
export const keep = (store: Storage, name: string, value: unknown): void => {
  try {
    store.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // It is lost with the page, as the user of such a browser expects.
  }
};

const isText = (value: unknown): value is string => typeof value === 'string';

const isTab = (value: unknown): value is Tab => {
  if (typeof value !== 'object' || value === null) return false;
  const tab: Partial<Record<keyof Tab, unknown>> = value;
  return [tab.id, tab.query, tab.variables, tab.headers].every(isText);
};

/** Whether a value is work as it was kept. */
export const isWork = (value: unknown): value is Work => {
  if (typeof value !== 'object' || value === null) return false;
  const { tabs, openId }: Partial<Record<keyof Work, unknown>> = value;
  return Array.isArray(tabs) && tabs.length > 0 && tabs.every(isTab) && isText(openId);
};

/** The work of this window, else that of the window that was used last. */
export const keptWork = (): Work | null =>
  read(sessionStorage, 'work', isWork) ?? read(localStorage, 'work', isWork);

/** Keeps the work for a reload of this window, and for the next one. */
export const keepWork = (work: Work, keepsHeaders: boolean): void => {
  const kept = withoutSecrets(work, keepsHeaders);
  keep(sessionStorage, 'work', kept);
  keep(localStorage, 'work', kept);
};

/** The work as it may be kept: without headers, or without those that say who somebody is. */
export const withoutSecrets = (work: Work, keepsHeaders: boolean): Work => ({
  ...work,
  tabs: work.tabs.map((tab) => ({
    ...tab,
    headers: keepsHeaders ? plainHeaders(tab.headers) : '',
  })),
});

const secret = /^(authorization|proxy-authorization|cookie|.*(key|token|secret).*)$/i;

// What cannot be read may hold anything, so none of it is kept.
const plainHeaders = (text: string): string => {
  try {
    const headers = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>);
    const plain = headers.filter(([name]) => !secret.test(name.trim()));
    return plain.length === 0 ? '' : JSON.stringify(Object.fromEntries(plain), null, 2);
  } catch {
    return '';
  }
};
