import { isObject } from '../json.ts';
import { useShared } from './use-shared.ts';

/** A saved operation, without headers. */
export interface SavedOperation {
  readonly title: string;
  readonly query: string;
  /** JSON, as it was typed. */
  readonly variables: string;
}

/** Saved operations under a name. */
export interface Collection {
  readonly name: string;
  readonly operations: readonly SavedOperation[];
}

const isSaved = (value: unknown): value is SavedOperation =>
  isObject(value) &&
  [value['title'], value['query'], value['variables']].every((one) => typeof one === 'string');

const isCollection = (value: unknown): value is Collection =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  Array.isArray(value['operations']) &&
  value['operations'].every(isSaved);

const areCollections = (value: unknown): value is readonly Collection[] =>
  Array.isArray(value) && value.every(isCollection);

/** The collections in the text of a file; null if it has none. */
export const collectionsIn = (text: string): readonly Collection[] | null => {
  try {
    const value: unknown = JSON.parse(text);
    return areCollections(value) ? value : null;
  } catch {
    return null;
  }
};

/**
 * Collections merged with others: those of the same name become one, and an operation with the same
 * title and text is there once.
 */
export const withCollections = (
  own: readonly Collection[],
  added: readonly Collection[],
): readonly Collection[] => {
  const byName = new Map(own.map((one) => [one.name, one.operations]));
  for (const { name, operations } of added) {
    const known = byName.get(name) ?? [];
    const isNew = (saved: SavedOperation): boolean =>
      !known.some(
        (one) =>
          one.title === saved.title &&
          one.query === saved.query &&
          one.variables === saved.variables,
      );
    byName.set(name, [...known, ...operations.filter(isNew)]);
  }
  return [...byName].map(([name, operations]) => ({ name, operations }));
};

const none: readonly Collection[] = [];

/** The saved operations of this browser. */
export const useCollections = () => {
  const [collections, setCollections] = useShared('collections', areCollections, none);
  const add = (added: readonly Collection[]): void =>
    setCollections((own) => withCollections(own, added));
  const remove = (name: string, operation: SavedOperation): void =>
    setCollections((own) =>
      own
        .map((one) =>
          one.name === name
            ? { ...one, operations: one.operations.filter((saved) => saved !== operation) }
            : one,
        )
        .filter(({ operations }) => operations.length > 0),
    );
  return { collections, add, remove };
};
