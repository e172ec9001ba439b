import type { Cell } from '../answers/table.ts';
import type { AccountResults, FigureValues, WantedFigures } from './results-rows.ts';
import { currenciesOf, isWhole, summedCells } from './results-sums.ts';

/** The row of sums, and the notes about it; null if figures are missing. */
export const totalsOf = (
  found: readonly AccountResults[],
  { figures, by, compare }: WantedFigures,
): { readonly totals: readonly Cell[] | null; readonly notes: readonly string[] } => {
  const things = found.flatMap((one) => one.things);
  const missing = found.flatMap((one) => one.missing);
  const currencies = currenciesOf(found);
  const unknown = missing.length > 0 ? [`There is nothing with the id ${missing.join(', ')}.`] : [];
  const money = currencies.size === 1 ? [`Amounts are in ${[...currencies].join()}.`] : [];
  if (!found.every((one) => isWhole(one, compare))) {
    const lacks = 'There are no totals, because figures of some rows are missing: call again.';
    return { totals: null, notes: [...unknown, ...money, lacks] };
  }
  if (things.length === 0) return { totals: null, notes: unknown };
  const isMixed = currencies.size > 1;
  const mixed = isMixed
    ? [`Amounts are in the currency of each account (${[...currencies].join(', ')}): no total.`]
    : [];
  const cells = (when: 'now' | 'before'): readonly Cell[] =>
    summedCells(
      figures,
      things.flatMap((thing): readonly FigureValues[] => (thing[when] ? [thing[when].total] : [])),
      isMixed,
    );
  const blank = by === undefined ? [] : [null];
  return {
    totals: ['TOTAL', null, ...blank, ...cells('now'), ...(compare ? cells('before') : [])],
    notes: [...unknown, ...money, ...mixed],
  };
};
