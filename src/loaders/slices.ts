/** Cuts a list into chunks of this size; the last may be smaller. */
export const inChunks = <T>(items: readonly T[], size: number): T[][] => {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
};

/**
 * The largest number of chunks of `size` items in several accounts, if no chunk has items of two
 * accounts: 450 ids in 3 accounts make at most 3 + 2 chunks of 200.
 */
export const maxChunks = (items: number, accounts: number, size: number): number =>
  Math.min(items, accounts + Math.floor(items / size));

/** Divides a list into this many groups, whose sizes differ by at most one. */
export const inGroups = <T>(items: readonly T[], groups: number): T[][] =>
  Array.from({ length: groups }, (_, group) =>
    items.slice(
      Math.ceil((group * items.length) / groups),
      Math.ceil(((group + 1) * items.length) / groups),
    ),
  );

/** Calls `work` for every item, at most `maxConcurrent` at a time. Rejects with the first error. */
export const forEachConcurrently = <T>(
  items: readonly T[],
  maxConcurrent: number,
  work: (item: T) => Promise<void>,
): Promise<unknown> => {
  const [only] = items;
  if (only !== undefined && items.length === 1) return work(only);
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  return Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, worker));
};
