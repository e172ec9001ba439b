import type { Cell } from '../answers/table.ts';
import type { FigureColumn, Sums } from './figures.ts';
import type { FoundResults, Parts } from './results-rows.ts';

interface TotalsOptions {
  readonly figures: readonly FigureColumn[];
  readonly columns: readonly string[];
  readonly compare: boolean;
}

/** The row of sums, and what must be said of them; null where a sum would lack rows. */
export const totalsOf = (
  { parts, currencies, missing, answers }: FoundResults,
  { figures, columns, compare }: TotalsOptions,
): { readonly totals: readonly Cell[] | null; readonly notes: readonly string[] } => {
  const unknown = missing.length > 0 ? [`There is nothing with the id ${missing.join(', ')}.`] : [];
  const money = currencies.size === 1 ? [`Amounts are in ${[...currencies].join()}.`] : [];
  const isWhole = parts.every(({ now, before }) => now !== null && (!compare || before !== null));
  const hasErrors = answers.some(({ errors }) => errors.length > 0);
  if (!isWhole || hasErrors) {
    const lacks = 'There are no totals, because figures of some rows are missing: call again.';
    return { totals: null, notes: [...unknown, ...money, lacks] };
  }
  if (parts.length === 0) return { totals: null, notes: unknown };
  const isMixed = currencies.size > 1;
  const mixed = isMixed
    ? [`Amounts are in the currency of each account (${[...currencies].join(', ')}): no total.`]
    : [];
  const cells = (when: keyof Parts): readonly Cell[] => {
    const sums = sumsOf(parts.map((one) => one[when]));
    return figures.map(({ isMoney, total }) => (isMoney && isMixed ? null : total(sums)));
  };
  const blank = columns.includes('start') ? [null] : [];
  return {
    totals: ['TOTAL', null, ...blank, ...cells('now'), ...(compare ? cells('before') : [])],
    notes: [...unknown, ...money, ...mixed],
  };
};

const sumsOf = (parts: readonly Parts['now'][]): Sums => {
  const sums = new Map<string, bigint | null>();
  for (const one of parts) {
    for (const [name, value] of one ?? []) {
      const before = sums.get(name) ?? null;
      sums.set(name, value === null ? before : (before ?? 0n) + BigInt(value));
    }
  }
  return sums;
};
