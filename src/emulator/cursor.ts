import { hash } from 'node:crypto';
import { invalid } from './refusal.ts';
import type { Scope } from './scope.ts';

/** A place in a sorted list: after the row of this sort value and id, or before the first. */
export interface Position {
  readonly after: { readonly value: unknown; readonly id: string } | null;
  /** Pages since the start, so that cursors differ even where a page was empty. */
  readonly page: number;
}

const notInPrint = new Set(['cursor', 'with_total_count']);

/** What a list was asked with, shortened: a cursor continues that list alone. */
const fingerprint = ({ endpoint, input }: Scope): string => {
  const asked = Object.entries(input)
    .filter(([name, value]) => !notInPrint.has(name) && value !== null)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return hash('sha1', JSON.stringify([endpoint.path, asked]), 'base64url').slice(0, 8);
};

/** Writes a cursor. Its form is nobody's business but the emulator's. */
export const writeCursor = (scope: Scope, { after, page }: Position): string => {
  const parts = [fingerprint(scope), page, ...(after === null ? [] : [after.value, after.id])];
  return `c-${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
};

/** Reads a cursor that was written for a list asked with the same parameters; any other is refused. */
export const readCursor = (scope: Scope, cursor: string): Position => {
  const [print, page, ...after] = partsOf(cursor);
  if (print !== fingerprint(scope) || typeof page !== 'number') {
    throw invalid('cursor', 'The cursor does not continue this list', cursor);
  }
  return { page, after: after.length === 0 ? null : { value: after[0], id: String(after[1]) } };
};

const partsOf = (cursor: string): readonly unknown[] => {
  if (!cursor.startsWith('c-')) return [];
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor.slice(2), 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
};
