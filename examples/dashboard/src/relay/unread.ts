import { useSyncExternalStore } from 'react';

interface Told {
  readonly message: string;
}

const listeners = new Set<() => void>();
const sentences = new Map<string, string>();

/** What queries could not read while the rest of their answers is shown. */
export const unread = {
  /** Replaces what was told of a query, by its name. */
  tell: (query: string, errors: readonly Told[]): void => {
    sentences.set(query, [...new Set(errors.map(({ message }) => message))].join('\n'));
    for (const listener of listeners) listener();
  },
};

const listen = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** What could not be read by queries of these names, in sentences; none where all was read. */
export const useUnread = (...queries: readonly string[]): readonly string[] => {
  const lines = useSyncExternalStore(listen, () =>
    queries.map((query) => sentences.get(query) ?? '').join('\n'),
  );
  return [...new Set(lines.split('\n'))].filter((line) => line !== '');
};
