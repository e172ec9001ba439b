import type { DocumentNode, FieldNode } from 'graphql';
import type { Values } from '../../client/documents.ts';
import { fieldsOf, keyOf } from './document.ts';
import { isExactNumber } from './exact-json.ts';

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
