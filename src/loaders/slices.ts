/** Cuts a list into parts of this size; the last may be smaller. */
export const inChunks = <T>(items: readonly T[], size: number): T[][] => {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
};

/** Cuts a list into this many parts, whose sizes differ by one at most. */
export const inGroups = <T>(items: readonly T[], groups: number): T[][] =>
  Array.from({ length: groups }, (_, group) =>
    items.slice(
      Math.ceil((group * items.length) / groups),
      Math.ceil(((group + 1) * items.length) / groups),
    ),
  );

/** Works on all items, on at most `width` at a time. */
export const forEachConcurrently = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
};
