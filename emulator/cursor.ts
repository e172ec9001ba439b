import { hash } from 'node:crypto';
import { readJson, writeJson } from './json.ts';
import { invalid } from './refusal.ts';
import type { Scope } from './scope.ts';

/**
 * A position in a sorted list: after the row with this sort value and id; null is before the first
 * row.
 */
export interface ListPosition {
  readonly after: { readonly value: unknown; readonly id: string } | null;
  /** The number of pages so far. It keeps cursors different after an empty page. */
  readonly page: number;
}

const withoutEffect = new Set(['cursor', 'with_total_count']);

/** A short hash of path and parameters. A cursor is valid only for a list with the same ones. */
const fingerprint = ({ endpoint, input }: Scope): string => {
  const parameters = Object.entries(input)
    .filter(([name, value]) => !withoutEffect.has(name) && value !== null)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return hash('sha1', JSON.stringify([endpoint.path, parameters]), 'base64url').slice(0, 8);
};

/** Writes a cursor, as an opaque text. */
export const writeCursor = (scope: Scope, { after, page }: ListPosition): string => {
  const members = [fingerprint(scope), page, ...(after === null ? [] : [after.value, after.id])];
  return `c-${Buffer.from(writeJson(members)).toString('base64url')}`;
};

/** Reads a cursor. Throws a 400 if it was written for another path or other parameters. */
export const readCursor = (scope: Scope, cursor: string): ListPosition => {
  const [origin, page, ...after] = membersOf(cursor);
  if (origin !== fingerprint(scope) || typeof page !== 'number') {
    throw invalid('cursor', 'The cursor does not continue this list', cursor);
  }
  return { page, after: after.length === 0 ? null : { value: after[0], id: String(after[1]) } };
};

const membersOf = (cursor: string): readonly unknown[] => {
  if (!cursor.startsWith('c-')) return [];
  try {
    const read = readJson(Buffer.from(cursor.slice(2), 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
};
