export interface Tab {
  readonly id: string;
  readonly query: string;
  /** JSON, as it was typed. */
  readonly variables: string;
  /** JSON, as it was typed. */
  readonly headers: string;
  /** The name that the user gave it; empty or absent without one. */
  readonly name?: string;
}

/** The content of a new tab. */
export type Draft = Partial<Omit<Tab, 'id'>>;

/** A closed tab and its position, counted from 0. */
type ClosedTab = Tab & { readonly place?: number };

/** The tabs. There is always one, and one is open. */
export interface Work {
  readonly tabs: readonly Tab[];
  readonly openId: string;
  /** The last closed tabs, without headers, the newest at the end. */
  readonly closed?: readonly ClosedTab[];
}

/** The number of closed tabs that can be opened again. */
const maxClosed = 20;

const tabOf = (draft: Draft): Tab => ({
  query: '',
  variables: '',
  headers: '',
  ...draft,
  id: crypto.randomUUID(),
});

/** Work with one tab. */
export const begun = (draft: Draft): Work => {
  const tab = tabOf(draft);
  return { tabs: [tab], openId: tab.id };
};

export const openTab = ({ tabs, openId }: Work): Tab =>
  tabs.find(({ id }) => id === openId) ?? tabs[0] ?? tabOf({});

/**
 * The work with another tab, which is open. A tab with the same text and variables is opened
 * instead.
 */
export const added = (work: Work, draft: Draft): Work => {
  const { query = '', variables = '' } = draft;
  const same = work.tabs.find((tab) => tab.query === query && tab.variables === variables);
  if (same !== undefined) return { ...work, openId: same.id };
  const tab = tabOf(draft);
  return { tabs: [...work.tabs, tab], openId: tab.id };
};

export const changed = (work: Work, id: string, draft: Draft): Work => ({
  ...work,
  tabs: work.tabs.map((tab) => (tab.id === id ? { ...tab, ...draft } : tab)),
});

/** The work with a tab moved to a position, counted from 0; beyond the ends it stays at the end. */
export const moved = (work: Work, id: string, to: number): Work => {
  const tab = work.tabs.find((one) => one.id === id);
  if (tab === undefined) return work;
  const others = work.tabs.filter((one) => one !== tab);
  const at = Math.min(Math.max(to, 0), others.length);
  return { ...work, tabs: others.toSpliced(at, 0, tab) };
};

/**
 * The work without a tab. If it was open, the next one is opened; there is an empty one if it
 * was the last.
 */
export const closed = (work: Work, id: string): Work => {
  const at = work.tabs.findIndex((tab) => tab.id === id);
  const tabs = work.tabs.filter((tab) => tab.id !== id);
  const gone = work.tabs
    .filter((tab) => tab.id === id && tab.query.trim() !== '')
    .map((tab) => ({ ...tab, headers: '', place: at }));
  const all = { closed: [...(work.closed ?? []), ...gone].slice(-maxClosed) };
  if (tabs.length === 0) return { ...begun({}), ...all };
  const next = tabs[Math.min(Math.max(at, 0), tabs.length - 1)] ?? tabs[0];
  return { tabs, openId: work.openId === id ? (next?.id ?? '') : work.openId, ...all };
};

/** The work with the last closed tab opened again, at its old position. */
export const reopened = (work: Work): Work => {
  const last = work.closed?.at(-1);
  if (last === undefined) return work;
  const closedBefore = work.closed?.slice(0, -1) ?? [];
  const { place = work.tabs.length, ...tab } = last;
  return { tabs: work.tabs.toSpliced(place, 0, tab), openId: tab.id, closed: closedBefore };
};

/** The title of a tab: its own name, else that of its operation, else its first field. */
export const titleOf = ({ name = '', query }: Tab): string => {
  if (name !== '') return name;
  const text = query.replace(/#.*$/gm, '');
  const named = /\b(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1];
  return named ?? /\{\s*(\w+)/.exec(text)?.[1] ?? 'New tab';
};
