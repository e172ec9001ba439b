import type { DocumentNode, FieldNode } from 'graphql';
import type { Values } from '../../client/documents.ts';
import { fieldsOf, keyOf } from './document.ts';

/** The members of JSON that the types of TypeScript lack. */
interface ExactJson {
  readonly parse: (
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
}

const json = JSON as unknown as ExactJson;

/** Reads JSON and keeps every digit: numbers beyond 2^53 become what JSON.stringify writes so. */
export const parseExactly = (text: string): unknown =>
  json.parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && JSON.stringify(value) !== source ? json.rawJSON(source) : value,
  );

/** True if a value is such a number. */
const isExactNumber = (value: unknown): boolean => json.isRawJSON(value);

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);

/** A column: the names from a row down to its value. */
type Column = readonly string[];

const at = (row: unknown, path: Column): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : null), row);

/**
 * The columns of rows: one for each selected value, in the order of the document. A list is one
 * column; the rows show which fields are lists.
 */
export const columnsOf = (
  fields: readonly FieldNode[],
  document: DocumentNode,
  rows: readonly unknown[],
): readonly Column[] => {
  const below = (some: readonly FieldNode[], path: Column): readonly Column[] =>
    [...Map.groupBy(some, keyOf)].flatMap(([key, same]) => {
      const column = [...path, key];
      const inner = same.flatMap(({ selectionSet }) => fieldsOf(selectionSet, document));
      const isList = rows.some((row) => Array.isArray(at(row, column)));
      return inner.length === 0 || isList ? [column] : below(inner, column);
    });
  return below(fields, []);
};

/** The cells of a row: texts as they are, null, and anything else as JSON. */
export const cellsOf = (row: unknown, columns: readonly Column[]): readonly (string | null)[] =>
  columns.map((column) => {
    const value = at(row, column) ?? null;
    return value === null || typeof value === 'string' ? value : JSON.stringify(value);
  });
