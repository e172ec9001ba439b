import type { PlanItem, PlanPart, WritePlan } from './write-plan.ts';

// Numbers of ids, errors and parts of a write to show: the first of these that fits.
const lengths = [100, 50, 20, 10, 5, 2, 1];

/** The items of writes, cut to fit; `counts` has the numbers before the cut. */
export const itemsWithin = (
  items: readonly PlanItem[],
  fits: (items: readonly PlanItem[]) => boolean,
): readonly PlanItem[] => {
  const cutTo = (most: number) => items.map((item) => cut(item, most));
  return lengths.map(cutTo).find(fits) ?? cutTo(0);
};

/**
 * A write with at most so many of its parts, ids and errors; parts that were not applied come
 * first.
 */
const cut = (item: PlanItem, most: number): PlanItem => {
  const { ids, errors, parts } = item;
  const isApplied = ({ outcome }: PlanPart): boolean => outcome === 'APPLIED';
  const sorted = parts.toSorted((one, other) => Number(isApplied(one)) - Number(isApplied(other)));
  const shown = {
    ids: ids.slice(0, most),
    errors: errors.slice(0, most),
    parts: (parts.length > most ? sorted : parts).slice(0, most).map((part) => ({
      ...part,
      ids: part.ids.slice(0, most),
      errors: part.errors.slice(0, most),
    })),
  };
  const isWhole = Math.max(ids.length, errors.length, parts.length) <= most;
  const counts = { ids: ids.length, errors: errors.length, parts: parts.length };
  // A write that was cut before keeps its counts.
  return { ...item, ...shown, ...(!isWhole && { counts: item.counts ?? counts }) };
};

/** The end of each mutation of a plan so far; empty if none was sent. */
export const itemsOf = ({ writes }: Pick<WritePlan, 'writes'>): readonly PlanItem[] =>
  writes.every(({ item }) => item === null)
    ? []
    : writes.map(
        ({ field, path, item }) =>
          item ?? { field, path, outcome: null, ids: [], errors: [], parts: [] },
      );
