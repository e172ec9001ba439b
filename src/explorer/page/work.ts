/** One operation that somebody works on. */
export interface Tab {
  readonly id: string;
  readonly query: string;
  /** JSON, as it was typed. */
  readonly variables: string;
  /** JSON, as it was typed. */
  readonly headers: string;
}

/** What a tab is made of where it does not begin empty. */
export type Draft = Partial<Omit<Tab, 'id'>>;

/** Everything that somebody works on. There is always a tab, and one of them is open. */
export interface Work {
  readonly tabs: readonly Tab[];
  readonly openId: string;
}

const tabOf = (draft: Draft): Tab => ({
  query: '',
  variables: '',
  headers: '',
  ...draft,
  id: crypto.randomUUID(),
});

/** Work that begins with this. */
export const begun = (draft: Draft): Work => {
  const tab = tabOf(draft);
  return { tabs: [tab], openId: tab.id };
};

/** The tab that is open. */
export const openTab = ({ tabs, openId }: Work): Tab =>
  tabs.find(({ id }) => id === openId) ?? tabs[0] ?? tabOf({});

/** The work with another tab, which is open; a tab that says the same is opened instead. */
export const added = (work: Work, draft: Draft): Work => {
  const { query = '', variables = '' } = draft;
  const same = work.tabs.find((tab) => tab.query === query && tab.variables === variables);
  if (same !== undefined) return { ...work, openId: same.id };
  const tab = tabOf(draft);
  return { tabs: [...work.tabs, tab], openId: tab.id };
};

/** The work with a tab changed. */
export const changed = (work: Work, id: string, draft: Draft): Work => ({
  ...work,
  tabs: work.tabs.map((tab) => (tab.id === id ? { ...tab, ...draft } : tab)),
});

/** The work without a tab. The one beside it is opened; the last one leaves an empty one. */
export const closed = (work: Work, id: string): Work => {
  const at = work.tabs.findIndex((tab) => tab.id === id);
  const tabs = work.tabs.filter((tab) => tab.id !== id);
  if (tabs.length === 0) return begun({});
  const next = tabs[Math.min(Math.max(at, 0), tabs.length - 1)] ?? tabs[0];
  return { tabs, openId: work.openId === id ? (next?.id ?? '') : work.openId };
};

/** What a tab is called: its operation's name, else the first field that it asks for. */
export const titleOf = ({ query }: Tab): string => {
  const text = query.replace(/#.*$/gm, '');
  const named = /\b(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1];
  return named ?? /\{\s*(\w+)/.exec(text)?.[1] ?? 'New tab';
};
