import { useSyncExternalStore } from 'react';

interface Told {
  readonly message: string;
}

const listeners = new Set<() => void>();
const sentences = new Map<string, string>();

/** The errors of queries whose other fields are shown. */
export const unread = {
  /** Replaces the errors of a query, by its name. */
  tell: (query: string, errors: readonly Told[]): void => {
    sentences.set(query, [...new Set(errors.map(({ message }) => message))].join('\n'));
    for (const listener of listeners) listener();
  },
};

const listen = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The errors of queries with these names, in sentences; empty if there are none. */
export const useUnread = (...queries: readonly string[]): readonly string[] => {
  const lines = useSyncExternalStore(listen, () =>
    queries.map((query) => sentences.get(query) ?? '').join('\n'),
  );
  return [...new Set(lines.split('\n'))].filter((line) => line !== '');
};
