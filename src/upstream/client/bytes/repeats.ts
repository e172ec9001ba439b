import { idOf, type Row } from '../row.ts';
import type { ColumnBytes } from './columns.ts';

const slots = new Int32Array(4096);

/**
 * True if two of these rows of an entity have the same id, ignoring case. This runs for every page,
 * so up to 2,048 ids are compared in the response itself, in a hash table that is reused: open
 * addressing, FNV-1a as the hash, and in each used slot the index of a row plus 1.
 */
export const hasRepeats = (rows: readonly Row[], key: ColumnBytes): boolean => {
  if (rows.length > slots.length / 2) return hasEqual(rows);
  // With four slots for each id, collisions are rare. A short page clears a short part of the
  // table.
  const size = Math.min(slots.length, 2 ** Math.ceil(Math.log2(4 * rows.length + 1)));
  slots.fill(0, 0, size);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as Row;
    const hash = hashOf(key, row);
    if (hash === null) return hasEqual(rows);
    let slot = hash & (size - 1);
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (isSameId(key, row, rows[taken - 1] as Row)) return true;
      slot = (slot + 1) & (size - 1);
    }
    slots[slot] = index + 1;
  }
  return false;
};

const hasEqual = (rows: readonly Row[]): boolean =>
  new Set(rows.map((row) => idOf(row).toLowerCase())).size < rows.length;

/** By byte: letters of ASCII in lower case, because the API ignores the case of ids. */
const lowered = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

const isSameId = (key: ColumnBytes, one: Row, other: Row): boolean => {
  const bytes = key.textIn(one)?.bytes;
  const { from, to } = key;
  const otherBytes = key.textIn(other)?.bytes;
  if (bytes === undefined || otherBytes === undefined || to - from !== key.to - key.from) {
    return false;
  }
  for (let index = from, at = key.from; index < to; index += 1, at += 1) {
    const byte = lowered[bytes[index] as number];
    if (byte !== lowered[otherBytes[at] as number]) return false;
  }
  return true;
};

/** The hash of a row's id; null if the id is no plain text of its response. */
const hashOf = (key: ColumnBytes, row: Row): number | null => {
  const bytes = key.textIn(row)?.bytes;
  if (bytes === undefined) return null;
  let hash = 0x811c9dc5;
  for (let at = key.from; at < key.to; at += 1) {
    hash = Math.imul(hash ^ (lowered[bytes[at] as number] as number), 0x01000193);
  }
  // The lower bits alone depend little on the first characters.
  return hash ^ (hash >>> 15);
};
