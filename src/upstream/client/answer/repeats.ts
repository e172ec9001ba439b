const slots = new Int32Array(4096);

/**
 * Whether two of these ids are equal. Every row of every page passes here, and a Set of them takes a third of the time in which
 * their page is parsed, so up to 2,048 ids are found in a table that stays: open addressing, with the index of an id plus 1 in
 * each slot that is taken, and FNV-1a as the hash.
 */
export const hasRepeats = (ids: readonly string[]): boolean => {
  if (ids.length > slots.length / 2) return new Set(ids).size < ids.length;
  // Four slots for each id keep those with neighbouring hashes apart; a short page clears a short part of the table.
  const size = Math.min(slots.length, 2 ** Math.ceil(Math.log2(4 * ids.length + 1)));
  slots.fill(0, 0, size);
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] as string;
    let slot = hashOf(id) & (size - 1);
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (ids[taken - 1] === id) return true;
      slot = (slot + 1) & (size - 1);
    }
    slots[slot] = index + 1;
  }
  return false;
};

const hashOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  // The lower bits alone depend little on the first characters.
  return hash ^ (hash >>> 15);
};
